package cli

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/kexplain/kexplain/border"
	"github.com/kexplain/kexplain/cmd/kexplain/report"
	"github.com/kexplain/kexplain/explain/equations"
	"github.com/kexplain/kexplain/explain/points/table"
	"github.com/kexplain/kexplain/internal/plural"
	"github.com/kexplain/kexplain/internal/progress"
	"github.com/kexplain/kexplain/numeric/modular"
	"github.com/kexplain/kexplain/poly"
	"github.com/kexplain/kexplain/ring"
)

// The sizes up to which kexplain ideal starts without --force.
const (
	// maxIdealPoints is where one factorisation modulo a word takes 160 MB and
	// some 20 seconds, of which the order ideal is the first.
	maxIdealPoints = 4500
	// maxIdealBytes is the largest answer in bytes of decimal digits.
	maxIdealBytes = 2_000_000_000
	// maxIdealWork bounds, with --degree, the number of points times the square of
	// the number of monomials: about ten minutes.
	maxIdealWork = 1_000_000_000_000
)

// idealOptions are the options of kexplain ideal.
type idealOptions struct {
	data       dataOptions
	output     outputOptions
	order      poly.Order
	border     bool
	force      bool
	degree     int    // 0 for no bound
	modulo     uint64 // 0 for Q
	normalForm string // polynomials, as readEquations takes them; "" for none
	contains   string
}

// newIdeal returns the command that finds exact vanishing ideals.
func newIdeal() *command {
	o := &idealOptions{}
	o.data.table = table.Options{Missing: table.MissingError, Unbounded: true}
	return &command{
		name: "ideal", args: "POINTS", short: "the exact vanishing ideal of points",
		long: fmt.Sprintf(`Finds all polynomials with rational coefficients that vanish at every one of the
given points: the reduced Gröbner basis and the border basis of their ideal, the
standard monomials and the Hilbert function. The answer is exact and proved.

POINTS is a file as kexplain check reads it, one point a row, whose cells are
whole numbers, decimals or fractions such as -3/4, taken as they are spelled. A
- stands for standard input. Points that occur more than once count once. The
variables are the names of the columns, x1, x2, … without a header, the first
one largest.

--degree N finds the elements of the basis up to degree N only: the equations of
low degree of thousands of points. The report says which degrees to trust. The
equations of a degree are trusted when half of the points determine them, the
other half satisfies them too, and %d points or more confirm what the others
determine. Equations of other degrees may be owed to the number of points.

--normal-form and --contains take polynomials or equations as kexplain check
does, a text or a file. The answers stand below the basis g1, g2, …: the normal
form; for an equation in the ideal its cofactors, else its remainder.

The coefficients grow with the number of points: for 200 random points in space
they have 1900 digits each. Work of more than two seconds begins with a line on
standard error that says how long it takes at most. More than %d different
points, or an answer that turns out to have more than %d GB, is refused unless
--force is given.`, spareForTrust, maxIdealPoints, maxIdealBytes/1_000_000_000),
		examples: []example{
			{`kexplain ideal testdata/circle.csv`, "the equations of some points of a circle"},
			{`kexplain ideal testdata/circle.csv --order lex --format singular`, "another order, to be pasted into Singular"},
			{`kexplain ideal testdata/circle.csv --degree 3`, "the equations up to degree 3, and whether to trust them"},
			{`kexplain ideal testdata/circle.csv --degree 4 --contains 'x^3 + x*y^2 = 25*x'`, "does an equation follow, and how?"},
			{`kexplain ideal testdata/circle.csv --modulo 7 --normal-form x^9`, "everything modulo a prime"},
		},
		bind: func(flags *flag.FlagSet) {
			o.data.bind(flags)
			choice(flags, &o.order, "order", "`ORDER`: the monomial order: deglex, degrevlex or lex", poly.ParseOrder)
			flags.BoolVar(&o.border, "border", false, "write the border basis too; in JSON it always is")
			flags.BoolVar(&o.force, "force", false, "start however large the computation is")
			parsed(flags, &o.degree, "degree", "find the elements up to degree `N` only, for many points", func(s string) (int, error) { return number(s, 1) })
			flags.Func("modulo", "compute modulo the prime `P` instead of with rational numbers", o.setModulo)
			flags.StringVar(&o.normalForm, "normal-form", "", "`POLYNOMIALS`: write their normal forms")
			flags.StringVar(&o.contains, "contains", "", "`EQUATIONS`: say of each whether it is in the ideal, with cofactors or remainder")
			o.output.bind(flags, polynomialFormats()...)
		},
		accept: o.accept,
		idle: func() []idle {
			return []idle{{o.degree > 0, "border", "with --degree"},
				{o.output.format == "json", "border", "with --format json, which always has the border basis"}}
		},
		paths: func() paths {
			return paths{in: []namedPath{{o.data.path, "POINTS"}, {o.normalForm, "--normal-form"},
				{o.contains, "--contains"}}, out: []namedPath{{o.output.path, "--output"}}}
		},
		run: func(ctx context.Context, s streams) error { return runIdeal(ctx, s, o) },
	}
}

func (o *idealOptions) setModulo(s string) error {
	p, err := strconv.ParseUint(s, 10, 64)
	if err != nil || p >= modular.MaxPrime || !modular.IsPrime(p) {
		return fmt.Errorf("found %q, expected a prime below 2^60", s)
	}
	o.modulo = p
	return nil
}

// accept takes the argument, and looks at flags that exclude one another.
func (o *idealOptions) accept(args []string) error {
	if err := o.data.accept("POINTS")(args); err != nil {
		return err
	}
	if o.degree > 0 && !o.order.IsGraded() {
		return usageError{fmt.Sprintf("--degree needs an order that goes by degree first, deglex or degrevlex, not %v", o.order)}
	}
	if err := o.acceptFormat(); err != nil {
		return err
	}
	inputs := 0
	for _, name := range []string{o.data.path, o.normalForm, o.contains} {
		if name == "-" {
			inputs++
		}
	}
	if inputs > 1 {
		return usageError{"found - more than once, standard input can be only one thing"}
	}
	return nil
}

// acceptFormat returns an error about a format that has no residues, with --modulo.
func (o *idealOptions) acceptFormat() error {
	style, err := poly.StyleNamed(o.output.format)
	if o.modulo == 0 || err != nil { // JSON is no style
		return nil
	}
	k, err := ring.NewZp(o.modulo)
	if err != nil {
		return err
	}
	if _, err := poly.MustRing(k, []string{"x"}).Header(style); err != nil {
		return usageError{fmt.Sprintf("found --modulo %d and --format %v, which has no numbers modulo a prime; take text, json or a format of a computer algebra system", o.modulo, style)}
	}
	return nil
}

// runIdeal finds the ideal and writes the report.
func runIdeal(ctx context.Context, s streams, o *idealOptions) error {
	line := progress.New(s.err)
	defer line.Clear()
	points, info, err := readPoints(ctx, s, o, line)
	if err != nil {
		return err
	}
	say := func(format string, args ...any) {
		fmt.Fprintln(s.err, errorLine("kexplain ideal: "+fmt.Sprintf(format, args...)))
	}
	if text := firstStep(len(points), len(info.Columns), o.degree); text != "" {
		line.Clear()
		say("%s", text)
	}
	names := table.Identifiers(info.Columns)
	q := questions{}
	if q.forms, err = readQuestions(s, o.normalForm); err != nil {
		return err
	}
	if q.members, err = readQuestions(s, o.contains); err != nil {
		return err
	}
	if o.modulo == 0 {
		R, err := poly.NewRing(ring.Q, names, poly.WithOrder(o.order))
		if err != nil {
			return err
		}
		return idealTask[ring.Rat]{rationalSolver{o, line, say}, R, points, info, q, line}.run(ctx, s, o)
	}
	k, err := ring.NewZp(o.modulo)
	if err != nil {
		return err
	}
	R, err := poly.NewRing(k, names, poly.WithOrder(o.order))
	if err != nil {
		return err
	}
	residues, err := residuesOf(k, points, info)
	if err != nil {
		return err
	}
	return idealTask[uint64]{moduloSolver{}, R, residues, info, q, line}.run(ctx, s, o)
}

// readQuestions reads the polynomials of a flag, none where it is not given.
func readQuestions(s streams, text string) (equations.List, error) {
	if text == "" {
		return equations.List{}, nil
	}
	return readEquations(s, text)
}

// residuesOf returns points modulo the prime of k.
func residuesOf(k ring.Zp, points [][]ring.Rat, info table.Info) ([][]uint64, error) {
	residues := make([][]uint64, len(points))
	for i, p := range points {
		for j, x := range p {
			r, err := k.FromRat(x)
			if err != nil {
				return nil, fmt.Errorf("%s: point %d: found %s in column %s, expected a denominator that is not zero modulo %d: %w",
					info.File, i+1, shorten(x.String()), info.Columns[j], k.Modulus(), table.ErrInput)
			}
			residues[i] = append(residues[i], r)
		}
	}
	return residues, nil
}

// shorten cuts a long text in the middle.
func shorten(s string) string {
	const most = 60
	r := []rune(s)
	if len(r) <= most {
		return s
	}
	return string(r[:most/2]) + "…" + string(r[len(r)-most/2:])
}

// idealSolver is how ideals are found over a field.
type idealSolver[E any] interface {
	// whole writes the ideal into the report. It returns what puts the coefficients of the reduced Gröbner basis in memory.
	whole(ctx context.Context, r *report.Ideal[E], points [][]E) (basis func() []*poly.Polynomial[E], err error)
	// upTo finds the elements up to a degree.
	upTo(ctx context.Context, R *poly.Ring[E], points [][]E, degree int) ([]*poly.Polynomial[E], error)
	// ranks is the affine Hilbert function up to a degree, as far as one prime shows it.
	ranks(ctx context.Context, R *poly.Ring[E], points [][]E, degree int) ([]int, error)
}

// idealTask is what an ideal is found of, over one field.
type idealTask[E any] struct {
	idealSolver[E]
	ring      *poly.Ring[E]
	points    [][]E
	info      table.Info
	questions questions
	line      *progress.Line
}

// run finds what was asked for and writes the report.
func (t idealTask[E]) run(ctx context.Context, s streams, o *idealOptions) error {
	R := t.ring
	asked, err := parseQuestions(R, t.questions)
	if err != nil {
		return err
	}
	r := &report.Ideal[E]{Version: version, Ring: R, Info: t.info, Modulo: o.modulo}
	var basis func() []*poly.Polynomial[E]
	if o.degree > 0 {
		distinct := border.Distinct(R.Field(), t.points)
		elements, err := t.upTo(ctx, R, distinct, o.degree)
		if err != nil {
			return advise(err)
		}
		if r.Trust, err = trustIn(ctx, t.idealSolver, R, distinct, elements, o.degree); err != nil {
			return err
		}
		r.Points, r.Groebner = distinct, report.Constraints(elements, distinct)
		for _, g := range elements {
			r.Leading = append(r.Leading, g.LeadingMonomial())
		}
		basis = func() []*poly.Polynomial[E] { return elements }
	} else {
		if basis, err = t.whole(ctx, r, t.points); err != nil {
			return advise(err)
		}
		r.Leading, r.WithBorder = r.Order.Corners(), o.border
	}
	if len(asked.forms)+len(asked.members) > 0 {
		if r.Answers, err = asked.answer(ctx, basis(), o.degree, r.Points); err != nil {
			return err
		}
	}
	t.line.Clear()
	return o.output.write(s, func(w io.Writer) error { return r.Write(ctx, w, o.output.format) })
}

// advise adds to an error about size what to do.
func advise(err error) error {
	var size *border.SizeError
	if errors.As(err, &size) {
		return fmt.Errorf("%w; take fewer points, or --force to go on anyway", err)
	}
	return err
}

// readPoints reads the points. It stops when there are too many different
// ones, so that a file of any length is refused before it fills the memory.
func readPoints(ctx context.Context, s streams, o *idealOptions, line *progress.Line) ([][]ring.Rat, table.Info, error) {
	data, err := o.data.openVariables(s)
	if err != nil {
		return nil, table.Info{}, err
	}
	defer data.Close()
	if text := slices.Concat(data.Info().Text, data.Info().Mixed); len(text) > 0 && o.data.columns == "" {
		return nil, table.Info{}, fmt.Errorf("%s: found words or nothing in column %s, expected numbers; choose the coordinates with --columns: %w",
			data.Info().File, strings.Join(text, ", "), table.ErrColumn)
	}
	most, reason, err := o.limit(len(data.Names()))
	if err != nil {
		return nil, table.Info{}, err
	}
	seen := make(map[string]bool)
	var points [][]ring.Rat
	var key strings.Builder
	err = eachBlock(ctx, data, line, func(b *table.Block) error {
		for i := range b.Rows() {
			p := b.ExactRow(make([]ring.Rat, b.Cols()), i)
			key.Reset()
			for _, x := range p {
				key.WriteString(x.String())
				key.WriteByte(' ')
			}
			if seen[key.String()] {
				continue
			}
			seen[key.String()] = true
			points = append(points, p)
			if len(points) > most && !o.force {
				return fmt.Errorf("%s:%d: found more than %d different points, %s; take fewer points, or --force to go on anyway",
					data.Info().File, b.Line(i), most, reason)
			}
		}
		return nil
	})
	return points, data.Info(), err
}

// limit returns how many different points in n variables are taken without
// --force, and what more would cost. It is an error if --degree asks for too many
// monomials.
func (o *idealOptions) limit(n int) (most int, reason string, err error) {
	if o.degree == 0 {
		return maxIdealPoints, "which take about s³/3 multiplications for each word of an answer of s² numbers and more", nil
	}
	monomials := 1.0
	for i := 1; i <= n; i++ {
		monomials *= float64(o.degree+i) / float64(i)
	}
	if monomials > maxIdealPoints && !o.force {
		return 0, "", usageError{fmt.Sprintf("--degree %d in %s has %.0f monomials, the limit is %d; take a lower degree or fewer columns, or --force to go on anyway",
			o.degree, plural.Count(n, "variable"), monomials, maxIdealPoints)}
	}
	return int(min(maxIdealWork/(monomials*monomials), math.MaxInt32)), fmt.Sprintf("which take too long with the %.0f monomials of --degree %d", monomials, o.degree), nil
}
