package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"strings"

	"github.com/kexplain/kexplain/border"
	"github.com/kexplain/kexplain/explain/points/table"
	"github.com/kexplain/kexplain/internal/progress"
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
)

// idealOptions are the options of kexplain ideal.
type idealOptions struct {
	data   dataOptions
	output outputOptions
	order  poly.Order
	border bool
	force  bool
}

// newIdeal returns the command that finds exact vanishing ideals.
func newIdeal() *command {
	o := &idealOptions{}
	o.data.table = table.Options{Missing: table.MissingError}
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

The coefficients grow with the number of points: for 200 random points in space
they have 1900 digits each. More than %d different points, or an answer that
turns out to have more than %d GB, is refused unless --force is given.`, maxIdealPoints, maxIdealBytes/1_000_000_000),
		examples: []example{
			{`kexplain ideal testdata/circle.csv`, "the equations of some points of a circle"},
			{`kexplain ideal testdata/circle.csv --order lex --format singular`, "another order, to be pasted into Singular"},
		},
		bind: func(flags *flag.FlagSet) {
			o.data.bind(flags)
			choice(flags, &o.order, "order", "`ORDER`: the monomial order: deglex, degrevlex or lex", poly.ParseOrder)
			flags.BoolVar(&o.border, "border", false, "write the border basis too; in JSON it always is")
			flags.BoolVar(&o.force, "force", false, "start however large the computation is")
			o.output.bind(flags, polynomialFormats()...)
		},
		accept: o.data.accept("POINTS"),
		run:    func(ctx context.Context, s streams) error { return runIdeal(ctx, s, o) },
	}
}

// runIdeal finds the ideal and writes the report.
func runIdeal(ctx context.Context, s streams, o *idealOptions) error {
	line := progress.New(s.err)
	defer line.Clear()
	points, info, err := readPoints(ctx, s, o, line)
	if err != nil {
		return err
	}
	R, err := poly.NewRing(ring.Q, table.Identifiers(info.Columns), poly.WithOrder(o.order))
	if err != nil {
		return err
	}
	options := border.Options{
		CornersOnly: !o.border && o.output.format != "json",
		Progress:    func(stage string, done, total int) { line.Show(stage, int64(done), int64(total)) },
	}
	if !o.force {
		options.MaxBytes = maxIdealBytes
	}
	id, err := border.BuchbergerMollerQ(ctx, R, points, options)
	if err != nil {
		return advise(err)
	}
	hilbert, err := hilbertFunction(ctx, id, options)
	if err != nil {
		return err
	}
	line.Clear()
	r := &idealReport{id: id, info: info, hilbert: hilbert, border: o.border}
	return o.output.write(s, func(w io.Writer) error { return r.write(ctx, w, o.output.format) })
}

// hilbertFunction returns the affine Hilbert function. It can be read off the
// standard monomials of a graded order only.
func hilbertFunction(ctx context.Context, id *border.RationalIdeal, options border.Options) ([]int, error) {
	R := id.Ring()
	if !R.Order().IsGraded() {
		graded, err := poly.NewRing(ring.Q, R.Vars(), poly.WithOrder(poly.Deglex))
		if err != nil {
			return nil, err
		}
		options.CornersOnly = true
		if id, err = border.BuchbergerMollerQ(ctx, graded, id.Points(), options); err != nil {
			return nil, advise(err)
		}
	}
	return id.OrderIdeal().HilbertFunction(), nil
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
	data, err := o.data.open(s)
	if err != nil {
		return nil, table.Info{}, err
	}
	defer data.Close()
	if text := data.Info().Text; len(text) > 0 && o.data.columns == "" {
		return nil, table.Info{}, fmt.Errorf("%s: found words or nothing in column %s, expected numbers; choose the coordinates with --columns: %w",
			data.Info().File, strings.Join(text, ", "), table.ErrColumn)
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
			if len(points) > maxIdealPoints && !o.force {
				return fmt.Errorf("%s:%d: found more than %d different points, which take about s³/3 multiplications "+
					"for each word of an answer of s² numbers and more; take fewer points, or --force to go on anyway",
					data.Info().File, b.Line(i), maxIdealPoints)
			}
		}
		return nil
	})
	return points, data.Info(), err
}
