package explain

import (
	"context"
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/stat/distuv"

	"github.com/kexplain/kexplain/explain/internal/exact"
	"github.com/kexplain/kexplain/explain/internal/limit"
	"github.com/kexplain/kexplain/explain/internal/residual"
	"github.com/kexplain/kexplain/explain/internal/rounding"
	"github.com/kexplain/kexplain/explain/points"
	"github.com/kexplain/kexplain/internal/plural"
	"github.com/kexplain/kexplain/internal/sides"
	"github.com/kexplain/kexplain/poly"
	"github.com/kexplain/kexplain/ring"
)

// CheckOptions of Check. The zero value is what most data want.
type CheckOptions struct {
	// Noise gives the standard deviation of the errors of every column of the set, in
	// data units. Nil means that nothing is known of them.
	Noise []float64
	// Learned gives the same for each polynomial, as it was learned; nil for one of which
	// nothing is known. Noise, where it is given, counts instead.
	Learned [][]float64
	// Worst is how many rows are named that an equation fits worst. Zero means 5.
	Worst int
	// Progress is called now and then with the number of rows done. Nil means never.
	Progress func(rows int)
}

// Verdict says how well an equation holds on a set of points.
type Verdict int8

// The verdicts, from the worst to the best.
const (
	Fails          Verdict = iota // at some row it does not hold
	Undecided                     // within rounding, but for rows where that is not decided
	WithinNoise                   // the deviations are those of the noise that was given
	WithinRounding                // at every row there is a zero within the rounding of the cells
	Exactly                       // every row is a zero
)

// String returns the verdict in words.
func (v Verdict) String() string {
	switch v {
	case Fails:
		return "does not hold"
	case Undecided:
		return "not decided"
	case WithinNoise:
		return "holds within the noise given"
	case WithinRounding:
		return "holds within the rounding of the cells"
	case Exactly:
		return "holds exactly"
	}
	return fmt.Sprintf("Verdict(%d)", int8(v))
}

// Checked is what Check found out about one equation.
type Checked struct {
	Polynomial *poly.Polynomial[ring.Rat]
	Verdict    Verdict
	Exact      Exact
	MaxAbsLine int // the line of Exact.MaxAbs, 0 where the polynomial vanishes everywhere
	Rounding   Rounding
	Noise      *NoiseFit // nil where no noise was given
	Residual   Residual
	// Worst are the rows that the equation fits worst, the worst first. Rows at which it
	// holds within rounding are not among them.
	Worst []Misfit

	most    int // of these
	counted Rounding
	far     misfits // as the cells stand
	cuts    []cut   // of one column
}

// String is the equation and the verdict.
func (e Checked) String() string {
	text := fmt.Sprintf("%s: %v", sides.OfZero(e.Polynomial), e.Verdict)
	if e.Verdict == Fails {
		text += fmt.Sprintf("; it holds exactly at %d of %s", e.Exact.Vanishing, plural.Count(e.Exact.Points, "point"))
	}
	return text
}

// Rounding is at how many points an equation holds within the rounding of the cells: the
// box of half a unit of the last digit round the point holds a zero. It is decided in
// rational arithmetic.
type Rounding struct {
	Rounded   bool // some cell of a variable of the equation is a rounded number
	Within    int  // points at which it holds, exactly or within rounding
	Undecided int  // points at which that is not decided
	// AsWritten counts points as Within does, but takes the cells of Settings for exact: a
	// rate of 0.07 is no 0.075. The Settings are the variables of the equation that take
	// few values again and again, or go in even steps down the table, and are rounded numbers.
	AsWritten int
	Settings  []string
	// CutOff names the column whose cells were cut off to their last digit, and RoundedUp one whose cells were rounded up, and not
	// to the nearest number. The counts are those with its cells moved by half a unit: as the cells stand, the equation does not
	// hold within rounding. At most one of the two is not empty.
	CutOff, RoundedUp string
	// Loose are the coefficients of a learned equation that the cells do not single out, with what the cells allow in their place:
	// another number as simple lies there with a probability of more than 2 in 100. The equation holds within rounding.
	Loose []Interval
}

// NoiseFit compares an equation with the noise that was given. The deviation z of a
// point is f over its standard deviation, to first order.
type NoiseFit struct {
	RMS       float64 // root mean square of the deviations, about 1 for noise alone
	Max       float64 // the largest
	MaxLine   int     // its line, 0 where all are 0
	Undefined int     // points without a deviation: no noise in the direction of the gradient
	// Learned is the noise of the variables of the polynomials where that is the one that the
	// equation was learned with; nil where the noise was given.
	Learned []float64
}

// Check tests equations on points: in rational arithmetic, within the rounding of the
// cells, in data units, and against the noise where that is given. Variables of the
// polynomials, which are of one ring, are those that set.Variables names. It is ErrData
// where they are not, or where the noise does not fit the set.
func Check(ctx context.Context, set *points.Set, polys []*poly.Polynomial[ring.Rat], o CheckOptions) ([]Checked, error) {
	if len(polys) == 0 {
		return nil, nil
	}
	c, err := newCheck(set, polys, o)
	if err != nil {
		return nil, err
	}
	if err := c.residual.Visit(ctx, c.set, c.row); err != nil {
		return nil, err
	}
	return c.results(), nil
}

// check is a run of Check.
type check struct {
	options  CheckOptions
	set      *points.Set // the columns of the variables
	noise    [][]float64 // of those, for each polynomial; nil for none
	residual *residual.Checker
	box      []*rounding.Box
	cuts     []*rounding.Cuts
	checked  []Checked
	square   []float64 // sums of squared deviations
}

// newCheck prepares a run.
func newCheck(set *points.Set, polys []*poly.Polynomial[ring.Rat], o CheckOptions) (*check, error) {
	if o.Worst == 0 {
		o.Worst = 5
	}
	c := &check{options: o, checked: make([]Checked, len(polys)), square: make([]float64, len(polys))}
	names := set.Variables()
	var columns []int
	for _, v := range polys[0].Ring().Vars() {
		j := slices.Index(names, v)
		if j < 0 {
			return nil, fmt.Errorf("%w: the points have no coordinate %s", ErrData, v)
		}
		columns = append(columns, j)
	}
	for k := range polys {
		noise, err := c.noiseOf(k, columns, names)
		if err != nil {
			return nil, err
		}
		c.noise = append(c.noise, noise)
	}
	c.set = set.Select(nil, columns)
	var err error
	if c.residual, err = residual.New(polys); err != nil {
		return nil, err
	}
	levels := exact.Levels(c.set)
	for k, p := range polys {
		c.checked[k].Polynomial, c.checked[k].most = p, o.Worst
		b := rounding.NewBox(p, c.set, levels)
		c.box, c.cuts = append(c.box, b), append(c.cuts, rounding.NewCuts(p, b.Rows))
		for _, of := range c.cuts[k].All {
			c.checked[k].cuts = append(c.checked[k].cuts, cut{Cut: of})
		}
		if c.noise[k] != nil {
			c.checked[k].Noise = &NoiseFit{}
			if o.Noise == nil {
				c.checked[k].Noise.Learned = c.noise[k]
			}
		}
	}
	return c, nil
}

// noiseOf is the noise of the variables of polynomial k, which are columns of these names:
// the one given, or the one that it was learned with, or nil.
func (c *check) noiseOf(k int, columns []int, names []string) ([]float64, error) {
	of := c.options.Noise
	if of == nil && k < len(c.options.Learned) {
		of = c.options.Learned[k]
	}
	if of == nil {
		return nil, nil
	}
	if len(of) != len(names) {
		return nil, fmt.Errorf("%w: %d noise levels for %d variables", ErrData, len(of), len(names))
	}
	var out []float64
	for _, j := range columns {
		if s := of[j]; !(s >= 0) || math.IsInf(s, 0) {
			return nil, fmt.Errorf("%w: noise %g of %s", ErrData, s, names[j])
		}
		out = append(out, of[j])
	}
	return out, nil
}

// row takes equation k at one point into account.
func (c *check) row(k int, r residual.Row) {
	e := &c.checked[k]
	within := c.box[k].Count(r.Place, r.Zero)
	z := c.deviation(k, r)
	m := Misfit{Line: c.set.Line(r.Place), Distance: r.Distance, Z: z}
	if !r.Defined {
		m.Distance = math.Inf(1)
	}
	if within != ring.Yes {
		e.far.note(m, e.most)
	}
	c.cuts[k].Count(r.Place, r.Zero, func(cut int) { e.cuts[cut].far.note(m, e.most) })
	if c.options.Progress != nil && r.Place%4096 == 0 {
		c.options.Progress(r.Place)
	}
}

// deviation takes the deviation of one point into account and returns it.
func (c *check) deviation(k int, r residual.Row) float64 {
	n := c.checked[k].Noise
	if n == nil || r.Zero {
		return 0
	}
	deviation, slope := 0.0, 0.0
	for j, g := range r.Slopes {
		deviation = math.Hypot(deviation, g*c.noise[k][j])
		slope = math.Hypot(slope, g)
	}
	z := r.Distance * slope / deviation
	if !r.Defined || math.IsNaN(z) || math.IsInf(z, 0) {
		n.Undefined++
		return math.Inf(1)
	}
	c.square[k] += z * z
	if z > n.Max {
		n.Max, n.MaxLine = z, c.set.Line(r.Place)
	}
	return z
}

// results completes what was found.
func (c *check) results() []Checked {
	for k, r := range c.residual.Results() {
		e := &c.checked[k]
		e.Exact = Exact{Vanishing: r.Vanishing, Points: r.Points, MaxAbs: r.MaxAbs}
		e.MaxAbsLine, e.counted = r.MaxAbsLine, roundingOf(c.box[k])
		for i := range e.cuts {
			e.cuts[i].broken, e.cuts[i].off = c.cuts[k].Broken[i], c.cuts[k].Off[i]
		}
		e.Residual = Residual{RMS: r.RMS, Max: r.Max, MaxLine: r.MaxLine, Undefined: r.Undefined}
		if n := e.Noise; n != nil && r.Points > n.Undefined {
			n.RMS = math.Sqrt(c.square[k] / float64(r.Points-n.Undefined))
		}
		e.conclude()
	}
	return c.checked
}

// Merge adds what was found out about the same equation at other points, whose lines count on
// from before. The distances are those of all points, the verdict is that on all.
func (e *Checked) Merge(o Checked, before int) {
	line := func(n int) int {
		if n == 0 {
			return 0
		}
		return n + before
	}
	n, m := float64(e.Exact.Points-e.Residual.Undefined), float64(o.Exact.Points-o.Residual.Undefined)
	rms := func(a, n, b, m float64) float64 {
		if n+m == 0 {
			return 0
		}
		return math.Hypot(a*math.Sqrt(n/(n+m)), b*math.Sqrt(m/(n+m)))
	}
	e.Residual.RMS = rms(e.Residual.RMS, n, o.Residual.RMS, m)
	e.Residual.Undefined += o.Residual.Undefined
	if o.Residual.Max > e.Residual.Max {
		e.Residual.Max, e.Residual.MaxLine = o.Residual.Max, line(o.Residual.MaxLine)
	}
	if a, b := e.Noise, o.Noise; a != nil && b != nil {
		a.RMS = rms(a.RMS, float64(e.Exact.Points-a.Undefined), b.RMS, float64(o.Exact.Points-b.Undefined))
		a.Undefined += b.Undefined
		if b.Max > a.Max {
			a.Max, a.MaxLine = b.Max, line(b.MaxLine)
		}
	}
	e.Exact.Vanishing += o.Exact.Vanishing
	e.Exact.Points += o.Exact.Points
	if o.Exact.MaxAbs.Cmp(e.Exact.MaxAbs) > 0 {
		e.Exact.MaxAbs, e.MaxAbsLine = o.Exact.MaxAbs, line(o.MaxAbsLine)
	}
	e.counted.Rounded = e.counted.Rounded || o.counted.Rounded
	e.counted.Within += o.counted.Within
	e.counted.Undecided += o.counted.Undecided
	e.counted.AsWritten += o.counted.AsWritten
	for _, name := range o.counted.Settings {
		if !slices.Contains(e.counted.Settings, name) {
			e.counted.Settings = append(e.counted.Settings, name)
		}
	}
	e.far.merge(o.far, line, e.most)
	for k, cut := range o.cuts {
		e.cuts[k].add(cut, line, e.most)
	}
	e.conclude()
}

// verdict returns the best that can be said.
func (e *Checked) verdict() Verdict {
	switch n := e.Exact.Points; {
	case e.Exact.Vanishing == n:
		return Exactly
	case e.Rounding.Within == n:
		return WithinRounding
	case e.Noise != nil && e.Noise.fits(n):
		return WithinNoise
	case e.Rounding.Within+e.Rounding.Undecided == n:
		return Undecided
	}
	return Fails
}

// fits reports whether the deviations of n points can be those of the noise: neither the
// sum of their squares nor the largest is so large by chance.
func (n *NoiseFit) fits(points int) bool {
	if n.Undefined > 0 {
		return false
	}
	rms, most := n.RMS, n.Max
	if n.Learned != nil {
		rms, most = rms/limit.LearnedNoise, most/limit.LearnedNoise
	}
	square := rms * rms * float64(points)
	largest := distuv.UnitNormal.Quantile(1 - limit.CheckChance/2/float64(points))
	return square <= distuv.ChiSquared{K: float64(points)}.Quantile(1-limit.CheckChance) && most <= largest
}
