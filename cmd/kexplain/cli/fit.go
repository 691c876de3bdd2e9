package cli

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"math"
	"slices"
	"strconv"

	"gonum.org/v1/gonum/mat"

	"github.com/kexplain/kexplain/cmd/kexplain/report"
	"github.com/kexplain/kexplain/explain/points/table"
	"github.com/kexplain/kexplain/feature"
	"github.com/kexplain/kexplain/internal/plural"
	"github.com/kexplain/kexplain/internal/progress"
	"github.com/kexplain/kexplain/learn"
	"github.com/kexplain/kexplain/poly"
	"github.com/kexplain/kexplain/ring"
)

// fitOptions are the options of kexplain fit.
type fitOptions struct {
	data    dataOptions
	target  string
	kernel  kernelOptions
	penalty string
	loss    string
	huber   float64
	points  int
	spanned bool // --points is given
	raw     bool
	exact   bool
	seed    uint64
	output  outputOptions
}

const (
	// maxFitRows bounds the rows: the features of all are held at once.
	maxFitRows = 20000
	// maxDualRows bounds the rows of roads that need the full kernel matrix.
	maxDualRows = 1000
	// maxExactRows bounds the rows of exact arithmetic.
	maxExactRows = 200
)

// newFit returns the command that fits a target by a function of a kernel.
func newFit() *command {
	o := &fitOptions{}
	return &command{
		name: "fit", args: "DATA", short: "fit a column by a polynomial of the others, with a penalty",
		long: `Fits the column --target by a function of the other columns: ridge regression
with a kernel. For a polynomial kernel the function is printed as a polynomial,
with its residuals, and the error that leaving out one row at a time shows.

The penalty is chosen by that error unless --penalty gives it. Columns are
divided by their root mean square, so that units do not matter, unless --raw,
--invariant or --normalised is given; the polynomial printed is in the columns
as they are. --exact computes in rational numbers. The losses other than square
are for gross errors (huber) and for targets of two values (logistic,
squared-hinge).

Unlike learn, fit names one column as the result of the others, and finds some
function for any data: look at the error beside that of the mean.`,
		examples: []example{
			{"kexplain fit testdata/boyle.csv --target pressure", "a pressure as a polynomial of a volume"},
			{"kexplain fit testdata/corners.csv --target y --penalty 1 --exact", "exclusive or, in rational numbers"},
		},
		bind: func(flags *flag.FlagSet) {
			o.data.bind(flags)
			flags.StringVar(&o.target, "target", "", "`COLUMN`: the column that is fitted, a name or a number from 1; the last one if not given")
			o.kernel.bind(flags, "polynomial", 0)
			flags.StringVar(&o.penalty, "penalty", "loo", "`L`: λ, a positive number, or loo for the one with the least leave-one-out error")
			one(flags, &o.loss, "loss", "what is minimised", "square", "huber", "logistic", "squared-hinge")
			o.huber = 1
			positive(flags, &o.huber, "huber", "`C`: with --loss huber, the error from which on the loss is linear, in units of the target", false)
			o.points = 500
			choice(flags, &o.points, "points",
				"`M`: the number of spanning points where the features are not listed; fewer if "+
					"there are fewer rows", func(s string) (int, error) {
					o.spanned = true
					return number(s, 1)
				})
			flags.BoolVar(&o.raw, "raw", false, "take the columns as they are, not divided by their root mean square")
			flags.BoolVar(&o.exact, "exact", false, "compute in rational numbers, from the columns as they are; needs --penalty L")
			o.seed = 1
			seed(flags, &o.seed, "`N`: the seed of the spanning points")
			o.output.bind(flags, "text", "json")
		},
		accept: o.accept,
		idle: func() []idle {
			return append(o.kernel.idle(),
				idle{o.loss != "huber", "huber", "without --loss huber"},
				idle{o.exact, "points raw seed", "with --exact"},
				idle{o.loss != "square", "points", "with --loss " + o.loss},
				idle{o.kernel.through(), "raw", "with --invariant or --normalised, which take columns as they are"})
		},
		paths: func() paths {
			return paths{in: []namedPath{{o.data.path, "DATA"}}, out: []namedPath{{o.output.path, "--output"}}}
		},
		run: func(ctx context.Context, s streams) error { return runFit(ctx, s, o) },
	}
}

func (o *fitOptions) accept(args []string) error {
	if err := o.data.accept("the DATA")(args); err != nil {
		return err
	}
	if o.penalty != "loo" {
		l, err := ring.ParseRat(o.penalty)
		f, errFloat := strconv.ParseFloat(o.penalty, 64)
		if err != nil && errFloat == nil {
			l, err = ring.RatFromFloat(f)
		}
		if err != nil || l.Sign() < 0 || l.IsZero() && !o.exact {
			return usageError{fmt.Sprintf("--penalty: found %q, expected a positive number or loo", o.penalty)}
		}
		if size := l.Float64(); !o.exact && !(size > 1e-300 && size < 1e300) {
			return usageError{fmt.Sprintf("--penalty: found %q, expected a number from 1e-300 to 1e300", o.penalty)}
		}
	}
	switch {
	case o.exact && (o.penalty == "loo" || o.loss != "square"):
		return usageError{"--exact needs --penalty L and the square loss"}
	case o.loss != "square" && o.penalty == "loo":
		return usageError{fmt.Sprintf("--loss %s needs --penalty L: leave-one-out is for the square loss", o.loss)}
	}
	_, err := o.kernel.kernel(1)
	return err
}

// lambda returns the penalty as a rational.
func (o *fitOptions) lambda() ring.Rat {
	l, err := ring.ParseRat(o.penalty)
	if err != nil {
		f, _ := strconv.ParseFloat(o.penalty, 64) // accept has checked it
		l, _ = ring.RatFromFloat(f)
	}
	return l
}

// fitData are the columns and the target.
type fitData struct {
	names, variables []string
	target           string
	x                *mat.Dense // as read
	y                []float64
	exactX           [][]ring.Rat
	exactY           []ring.Rat
	lines            []int
}

func (o *fitOptions) read(ctx context.Context, s streams) (*fitData, error) {
	r, err := o.data.open(s)
	if err != nil {
		return nil, err
	}
	defer r.Close()
	numeric, file := r.Names(), r.Info().File
	at := len(numeric) - 1
	if o.target != "" {
		if at = slices.Index(numeric, o.target); at < 0 {
			columns := r.Info().FileColumns
			i, err := columnAt(columns, o.target)
			if err != nil {
				return nil, fmt.Errorf("%s: %w", file, err)
			}
			if at = slices.Index(numeric, columns[i]); at < 0 {
				return nil, fmt.Errorf("%s: column %q has no numbers, or is not among those taken: %w", file, columns[i], table.ErrColumn)
			}
		}
	}
	if len(numeric) < 2 {
		return nil, fmt.Errorf("%s: found one column of numbers, expected a target and at least one other: %w", file, table.ErrColumn)
	}
	t, err := r.ReadAll(ctx)
	if err != nil {
		return nil, err
	}
	if t.Rows() > maxFitRows {
		return nil, usageError{fmt.Sprintf("found %d rows, fit takes at most %d", t.Rows(), maxFitRows)}
	}
	d := &fitData{target: numeric[at], names: slices.Delete(slices.Clone(numeric), at, at+1)}
	d.variables = table.Identifiers(d.names)
	d.x = mat.NewDense(t.Rows(), len(d.names), nil)
	for i := range t.Rows() {
		row := t.Row(i)
		d.y = append(d.y, row[at])
		d.lines = append(d.lines, t.Line(i))
		d.x.SetRow(i, slices.Delete(slices.Clone(row), at, at+1))
		if o.exact {
			exact := t.ExactRow(make([]ring.Rat, len(numeric)), i)
			d.exactY = append(d.exactY, exact[at])
			d.exactX = append(d.exactX, slices.Delete(exact, at, at+1))
		}
	}
	return d, nil
}

// scaled returns the columns divided by their root mean square, and these. A
// column of zeros is left as it is.
func (d *fitData) scaled(raw bool) (*mat.Dense, []float64) {
	n, m := d.x.Dims()
	x, scale := mat.DenseCopyOf(d.x), make([]float64, m)
	for j := range scale {
		scale[j] = mat.Norm(x.ColView(j), 2) / math.Sqrt(float64(n))
		if raw || scale[j] == 0 || math.IsInf(scale[j], 0) {
			scale[j] = 1
		}
		for i := range n {
			x.Set(i, j, x.At(i, j)/scale[j])
		}
	}
	return x, scale
}

// runFit reads, fits and writes the report.
func runFit(ctx context.Context, s streams, o *fitOptions) error {
	line := progress.New(s.err)
	defer line.Clear()
	d, err := o.read(ctx, s)
	if err != nil {
		return err
	}
	line.Show("fitting", 0, 0)
	r := &report.Fit{
		Schema: report.FitSchema, Version: version, Data: o.data.path, Rows: len(d.y), Columns: d.names,
		Target: d.target, Loss: o.loss, Seed: o.seed,
	}
	if o.exact {
		err = o.fitExactly(ctx, d, r)
	} else {
		err = o.fit(ctx, d, r)
	}
	if err != nil {
		return err
	}
	line.Clear()
	return o.output.report(s, r)
}

// fitExactly fits over Q.
func (o *fitOptions) fitExactly(ctx context.Context, d *fitData, r *report.Fit) error {
	if len(d.y) > maxExactRows {
		return usageError{fmt.Sprintf("found %d rows, --exact takes at most %d", len(d.y), maxExactRows)}
	}
	if err := o.kernel.fits(len(d.exactX[0])); err != nil {
		return err
	}
	kernel, err := o.kernel.kernel(1)
	if err != nil {
		return err
	}
	m, err := learn.ExactRidge{Kernel: kernel, Penalty: o.lambda()}.Fit(ctx, d.exactX, d.exactY)
	if errors.Is(err, feature.ErrNotExact) {
		return usageError{fmt.Sprintf("--exact: %v has no rational values", kernel)}
	}
	if err != nil {
		return err
	}
	r.Kernel, r.Penalty, r.PenaltyFrom = kernel.String(), o.lambda().Float64(), "given, exact arithmetic"
	R, err := poly.NewRing(ring.Q, d.variables)
	if err != nil {
		return err
	}
	f, err := m.Polynomial(R)
	if err != nil && !errors.Is(err, feature.ErrNotPolynomial) {
		return err
	}
	if err == nil {
		r.Polynomial = f.String()
	}
	// The residuals y − f(x) are λα.
	residuals, loo := make([]float64, len(d.y)), make([]float64, len(d.y))
	for i, a := range m.Alpha() {
		residuals[i] = a.Mul(o.lambda()).Float64()
		loo[i] = m.LeaveOneOut()[i].Float64()
	}
	r.Residuals(d.lines, d.y, residuals, loo)
	return nil
}

// fit fits in floating point.
func (o *fitOptions) fit(ctx context.Context, d *fitData, r *report.Fit) error {
	r.Scaled = !o.raw && !o.kernel.through() // a group does not act on columns in units of their own
	x, scale := d.scaled(!r.Scaled)
	sigma, err := o.kernel.width(ctx, x)
	if err != nil {
		return err
	}
	kernel, err := o.kernel.kernel(sigma)
	if err != nil {
		return err
	}
	r.Kernel = kernel.String()
	if o.loss != "square" {
		return o.fitOther(ctx, d, kernel, x, scale, r)
	}
	path, err := o.path(ctx, d, kernel, x, r)
	if err != nil {
		return err
	}
	penalty := o.lambda().Float64()
	r.PenaltyFrom = "given"
	if o.penalty == "loo" {
		ladder := path.Ladder()
		penalty, _ = path.Choose(ladder)
		r.PenaltyFrom = fmt.Sprintf("least leave-one-out error of %d penalties", len(ladder))
		if penalty == ladder[len(ladder)-1] {
			r.PenaltyFrom += ", the largest of them: the columns say nothing about the target"
		}
	}
	r.Penalty = penalty
	m, err := path.Fit(penalty)
	if err != nil {
		return err
	}
	fitted, err := m.Predict(ctx, x)
	if err != nil {
		return err
	}
	residuals := make([]float64, len(d.y))
	for i, y := range d.y {
		residuals[i] = y - fitted[i]
	}
	r.Residuals(d.lines, d.y, residuals, m.LeaveOneOut())
	if err := o.compareRoads(ctx, d, kernel, x, fitted, r); err != nil {
		return err
	}
	return r.TakePolynomial(d.variables, scale, m.Polynomial)
}

// path chooses the road: listed features where there are few, else expansions of
// spanning points.
func (o *fitOptions) path(ctx context.Context, d *fitData, kernel feature.Kernel, x *mat.Dense, r *report.Fit) (*learn.RidgePath, error) {
	if p, ok := kernel.(feature.Polynomial); ok {
		if m, listed := p.Dim(len(d.names)); listed && m <= maxDualRows {
			if o.spanned {
				return nil, usageError{fmt.Sprintf("--points has no effect on %s, which are listed", plural.Count(m, "feature"))}
			}
			r.Road = "primal, " + plural.Count(m, "feature")
			return learn.RidgeMap{Kernel: p}.Path(ctx, x, d.y)
		}
	}
	m := min(o.points, len(d.y))
	r.Road = fmt.Sprintf("cross-ridge, %d spanning points", m)
	return learn.CrossRidge{Kernel: kernel, Spanning: feature.Subsample{M: m}, Seed: o.seed}.Path(ctx, x, d.y)
}

// compareRoads compares the fitted values with those of the other roads.
func (o *fitOptions) compareRoads(ctx context.Context, d *fitData, kernel feature.Kernel, x *mat.Dense, fitted []float64, r *report.Fit) error {
	size := 0.0
	for _, y := range d.y {
		size = max(size, math.Abs(y))
	}
	compare := func(name string, other []float64) {
		far := 0.0
		for i, v := range other {
			far = max(far, math.Abs(v-fitted[i]))
		}
		r.Roads = append(r.Roads, report.FitRoad{Name: name, Difference: far / max(size, math.SmallestNonzeroFloat64)})
	}
	if len(d.y) <= maxDualRows {
		m, err := learn.KernelRidge{Kernel: kernel, Penalty: r.Penalty}.Fit(ctx, x, mat.NewDense(len(d.y), 1, slices.Clone(d.y)))
		switch {
		case errors.Is(err, learn.ErrPenalty): // too small for the full matrix
		case err != nil:
			return err
		default:
			y, err := m.Predict(ctx, x)
			if err != nil {
				return err
			}
			compare("dual", mat.Col(nil, 0, y))
		}
	}
	if p, ok := kernel.(feature.Polynomial); ok && r.Road[0] == 'p' {
		if dim, _ := p.Dim(len(d.names)); dim <= 200 {
			m, err := learn.CrossRidge{Kernel: kernel, Spanning: feature.Pivoted{}, Penalty: r.Penalty, Seed: o.seed}.Fit(ctx, x, d.y)
			if err != nil {
				return err
			}
			y, err := m.Predict(ctx, x)
			if err != nil {
				return err
			}
			compare("cross-ridge", y)
		}
	}
	return nil
}
