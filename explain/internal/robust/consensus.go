package robust

import (
	"cmp"
	"context"
	"math"
	"math/rand/v2"
	"slices"

	"gonum.org/v1/gonum/mat"

	"github.com/kexplain/kexplain/explain/internal/fit"
	"github.com/kexplain/kexplain/explain/internal/limit"
	"github.com/kexplain/kexplain/explain/internal/problem"
	"github.com/kexplain/kexplain/explain/internal/support"
	"github.com/kexplain/kexplain/internal/parallel"
	"github.com/kexplain/kexplain/internal/stable"
	"github.com/kexplain/kexplain/numeric"
)

// consensus returns the rows that are grossly far from what the others agree on,
// and those to which nothing was fitted, see outsideMiddle, both increasing.
//
// For every degree it looks for the dense polynomial with the smallest mean
// square distance, to first order, from 85 % of the rows: least trimmed squares
// [Rousseeuw, JASA 79 (1984) 871–880] by concentration steps [Rousseeuw, Van
// Driessen, Data Min. Knowl. Discov. 12 (2006) 29–45] from all rows, from the
// middle ones, and from random subsets hardly larger than the number of
// monomials; powers of columns of few values are left out, see reduced. A step fits the polynomial to the
// rows chosen, as the noise-unit eigenvector of their moments, and chooses those nearest to it. Where the
// rows are too few for a degree, an equation of two terms takes the place of dense polynomials, see newPair. All
// polynomials of about the least noise then judge all rows.
//
// Where all rows satisfy the equations of whole, which is nil else, it only looks for
// factors of these: polynomials of lower degree with no more noise.
func consensus(ctx context.Context, data problem.Data, seed uint64, whole *Selection, share float64) (far, outside []int, err error) {
	if whole != nil && whole.degree() < 2 {
		return nil, nil, nil
	}
	outside = outsideMiddle(data, share)
	middle := data.Without(outside)
	s, err := middle.Scale()
	if err != nil || len(s.Keep) == 0 {
		return nil, nil, err
	}
	degree, err := data.Degree(len(s.Keep))
	if err != nil {
		return nil, nil, err
	}
	least, most := math.Inf(1), limit.RowsAgreeing
	if whole != nil {
		if !slices.Equal(s.Keep, whole.Problem.Scaling.Keep) {
			return nil, nil, nil
		}
		degree, least, most = whole.degree()-1, whole.noiseIn(s), limit.RowsFactor
	}
	layers, err := agreements(ctx, s, problem.Sample(s.Apply(middle.Points), most), degree, seed)
	if err != nil {
		return nil, nil, err
	}
	for _, t := range layers {
		least = math.Min(least, t.best.spread)
	}
	worst := farthest(ctx, layers, limit.SpreadFactor*least+limit.RoundingVariance, s.Apply(data.Points))
	if slices.Max(worst) < limit.GrossDistance {
		return nil, nil, nil
	}
	return beyond(worst, limit.OutlierDistance), outside, nil
}

// agreements are what most of some rows agree on, for every degree up to one for which the rows are enough.
func agreements(ctx context.Context, s *problem.Scaling, rows [][]float64, degree int, seed uint64) (layers []*trimmed, err error) {
	for d := 1; d <= degree; d++ {
		t, err := newTrimmed(ctx, s, rows, d, seed)
		if t == nil && err == nil {
			d = degree // the last one
			t, err = newPair(ctx, s, rows, d)
		}
		if err != nil {
			return nil, err
		}
		if t == nil {
			break
		}
		if t.concentrate(ctx) {
			layers = append(layers, t)
		}
	}
	return layers, ctx.Err()
}

// farthest is for every row the distance, in standard deviations, from the polynomial that it is farthest from, of those of
// no more than a spread.
func farthest(ctx context.Context, layers []*trimmed, spread float64, rows [][]float64) []float64 {
	worst := make([]float64, len(rows))
	for _, t := range layers {
		if t.best.spread > spread || t.best.spread > limit.MaxNoiseVariance {
			continue
		}
		for i, d := range fit.Deviations(ctx, t.p, t.agreements(ctx), rows) {
			worst[i] = math.Max(worst[i], d)
		}
	}
	return worst
}

// outsideMiddle returns the rows that are far from the middle ones in some column, at
// most a share of all. A polynomial is not fitted to them: one that the middle
// rows determine badly far away would bend towards them at no cost.
func outsideMiddle(data problem.Data, share float64) []int {
	far := beyondMiddle(data)
	n := len(far)
	return beyond(far, math.Max(limit.FringeRange, numeric.Nth(slices.Clone(far), n-1-int(share*float64(n)))))
}

// beyondMiddle returns for every row how far it is outside the middle 80 % of a
// column, in ranges of these, at most over the columns.
func beyondMiddle(data problem.Data) []float64 {
	n := data.Points.Rows()
	beyond := make([]float64, n)
	column := make([]float64, n)
	for j := range data.Names {
		for i := range n {
			column[i] = data.Points.Row(i)[j]
		}
		step := max(1, n/limit.ForQuantiles)
		some := make([]float64, 0, n/step+1)
		for i := 0; i < n; i += step {
			some = append(some, column[i])
		}
		k := len(some)
		lo, hi := numeric.Nth(some, k/10), numeric.Nth(some, k-1-k/10)
		if lo == hi {
			continue
		}
		for i, v := range column {
			beyond[i] = math.Max(beyond[i], math.Max(lo-v, v-hi)/(hi-lo))
		}
	}
	return beyond
}

// trimmed looks for the dense polynomial of one degree that most rows agree on.
type trimmed struct {
	p       *problem.Problem // of the rows
	idx     []int            // the monomials, see reduced
	moments []int            // the monomials whose means its forms have: no column has a higher power than in a square
	values  [][]float64      // of these, at every row
	most    int              // rows that must agree
	starts  [][]int          // rows to start from
	best    agreement
}

// agreement is a polynomial with the rows nearest to it.
type agreement struct {
	v      []float64
	chosen []int
	spread float64   // mean square distance of these, per degree of freedom
	w      []float64 // of all rows: 1/‖∇f‖², the weights of a further fit
}

// newTrimmed prepares the search; it returns nil where the rows are too few for
// the number of monomials.
func newTrimmed(ctx context.Context, s *problem.Scaling, rows [][]float64, degree int, seed uint64) (*trimmed, error) {
	most := agreeing(rows)
	if 2*numeric.Binomial(len(s.Keep)+degree, degree) > most {
		return nil, nil
	}
	p, err := problem.New(ctx, s, rows, degree)
	if err != nil {
		return nil, err
	}
	idx := reduced(p.Table, rows, degree)
	if len(idx) < 2 {
		return nil, nil
	}
	t := trimmedOn(p, idx, most)
	t.starts = t.several(rand.New(rand.NewPCG(seed, uint64(degree))))
	return t, nil
}

// agreeing is the number of rows that must agree.
func agreeing(rows [][]float64) int { return int(math.Ceil(limit.AgreeingRows * float64(len(rows)))) }

// trimmedOn looks for a polynomial on monomials that so many of the rows of a problem agree on.
func trimmedOn(p *problem.Problem, idx []int, most int) *trimmed {
	t := &trimmed{p: p, idx: idx, most: most, moments: inSquares(p.Table, p.Table.Len(2*p.Degree), idx), values: make([][]float64, len(p.Rows))}
	all := make([]float64, p.Table.Len(2*p.Degree))
	for i, x := range p.Rows {
		p.Table.EvalTo(all, x)
		t.values[i] = make([]float64, len(t.moments))
		for k, a := range t.moments {
			t.values[i][k] = all[a]
		}
	}
	return t
}

// forms returns the quadratic forms of mean square and mean square gradient over
// the rows chosen, with weights or, where w is nil, without.
func (t *trimmed) forms(chosen []int, w []float64) (m, g *mat.SymDense) {
	sum, total := make([]float64, len(t.moments)), 0.0
	for _, i := range chosen {
		c := 1.0
		if w != nil {
			c = w[i]
		}
		total += c
		numeric.Axpy(c, t.values[i], sum)
	}
	mu := make([]float64, t.p.Flow.Size())
	for k, a := range t.moments {
		mu[a] = sum[k] / total
	}
	return t.p.Flow.WithMeans(mu).FormsOn(0, t.idx)
}

// step fits a polynomial to the rows chosen, orthogonal to those before in the
// mean square gradient, and chooses those nearest to it, most among the rows
// allowed.
func (t *trimmed) step(from agreement, before [][]float64, allowed []int, most int) (agreement, bool) {
	m, g := t.forms(from.chosen, from.w)
	for _, v := range before {
		// The noise that v needs becomes that of the whole data: 1.
		u := mat.NewVecDense(len(v), v)
		gv := mat.NewVecDense(len(v), nil)
		gv.MulVec(g, u)
		m.SymRankOne(m, 1/mat.Dot(u, gv), gv)
	}
	_, v, ok := numeric.LeastEigen(m, g, numeric.FirstInts(len(t.idx)), limit.GradientTolerance)
	if !ok {
		return agreement{}, false
	}
	a := agreement{v: v}
	d, w := fit.Values(t.p, support.Fit{Idx: t.idx, C: v}, t.p.Rows)
	a.w = w
	floor := limit.LeastVariance*numeric.UpperMedian(a.w) + math.SmallestNonzeroFloat64
	for i, g2 := range a.w {
		d[i] = d[i] * d[i] / math.Max(g2, math.SmallestNonzeroFloat64)
		a.w[i] = 1 / (g2 + floor)
	}
	a.chosen = nearest(d, allowed, most)
	for _, i := range a.chosen {
		a.spread += d[i]
	}
	a.spread /= float64(most - len(t.idx))
	return a, !math.IsNaN(a.spread)
}

// steps makes at most rounds concentration steps, until nothing changes, and
// returns the best of what it saw.
func (t *trimmed) steps(ctx context.Context, from agreement, before [][]float64, allowed []int, most, rounds int) (agreement, bool) {
	best := agreement{spread: math.Inf(1)}
	for range rounds {
		if ctx.Err() != nil {
			break
		}
		a, ok := t.step(from, before, allowed, most)
		if !ok {
			break
		}
		same := slices.Equal(a.chosen, from.chosen) && a.spread > limit.Standstill*best.spread
		if a.spread < best.spread {
			best = a
		}
		if same {
			break
		}
		from = a
	}
	return best, best.v != nil
}

// concentrate finds the best agreement.
func (t *trimmed) concentrate(ctx context.Context) bool {
	all := numeric.FirstInts(len(t.p.Rows))
	found := make([]agreement, len(t.starts))
	parallel.Each(ctx, len(t.starts), func(i int) {
		if a, ok := t.steps(ctx, agreement{chosen: t.starts[i]}, nil, all, t.most, limit.FirstSteps); ok {
			found[i] = a
		}
	})
	found = slices.DeleteFunc(found, func(a agreement) bool { return a.v == nil })
	stable.Sort(found, bySpread)
	found = found[:min(limit.Finalists, len(found))]
	parallel.Each(ctx, len(found), func(i int) {
		if a, ok := t.steps(ctx, found[i], nil, all, t.most, limit.FinalSteps); ok && a.spread < found[i].spread {
			found[i] = a
		}
	})
	if len(found) == 0 {
		return false
	}
	stable.Sort(found, bySpread)
	t.best = found[0]
	return true
}

func bySpread(a, b agreement) int { return cmp.Compare(a.spread, b.spread) }

// several are all rows, the middle ones, and random subsets.
func (t *trimmed) several(rng *rand.Rand) [][]int {
	n, p := len(t.p.Rows), len(t.idx)
	starts := [][]int{numeric.FirstInts(n), t.middle()}
	size := min(p+2, t.most)
	for range min(limit.MaxStarts, max(4, limit.StartWork/(p*p*p))) {
		s := rng.Perm(n)[:size]
		slices.Sort(s)
		starts = append(starts, s)
	}
	return starts
}

// middle returns the rows whose largest distance from the median of a column,
// in median absolute deviations, is least.
func (t *trimmed) middle() []int {
	n := len(t.p.Rows)
	far := make([]float64, n)
	column := make([]float64, n)
	for j := range t.p.Metric.Vars() {
		for i, x := range t.p.Rows {
			column[i] = x[j]
		}
		c := numeric.UpperMedian(column)
		for i, v := range column {
			column[i] = math.Abs(v - c)
		}
		if mad := numeric.UpperMedian(column); mad > 0 {
			for i, v := range column {
				far[i] = math.Max(far[i], v/mad)
			}
		}
	}
	return nearest(far, numeric.FirstInts(n), t.most)
}

// nearest returns the rows with the least distances, most of those that are given and in their
// order; of equal distances, which NaN are too, the first.
func nearest(d []float64, rows []int, most int) []int {
	list := make([]float64, len(rows))
	for i, r := range rows {
		list[i] = d[r]
	}
	last, equal := numeric.Nth(list, most-1), 0
	for _, v := range list[:most] {
		if cmp.Compare(v, last) == 0 {
			equal++
		}
	}
	chosen := make([]int, 0, most)
	for _, r := range rows {
		c := cmp.Compare(d[r], last)
		if c == 0 {
			equal--
		}
		if c < 0 || c == 0 && equal >= 0 {
			chosen = append(chosen, r)
		}
	}
	return chosen
}

// agreements returns the best polynomial and further ones on which the rows
// near those before agree about as well.
func (t *trimmed) agreements(ctx context.Context) []support.Fit {
	var fits []support.Fit
	var before [][]float64
	next := t.best
	for {
		fits = append(fits, support.Fit{Idx: t.idx, C: next.v, Variance: next.spread})
		before = append(before, next.v)
		if len(fits) >= min(limit.MaxAgreements, len(t.idx)-1) {
			return fits
		}
		var near []int
		for i, d := range fit.Deviations(ctx, t.p, fits, t.p.Rows) {
			if d < limit.OutlierDistance {
				near = append(near, i)
			}
		}
		most := int(math.Ceil(limit.RetainedRows * float64(len(near))))
		if most <= len(t.idx) {
			return fits
		}
		var ok bool
		next, ok = t.steps(ctx, agreement{chosen: near, w: next.w}, before, near, most, limit.FinalSteps)
		if !ok || next.spread > limit.SpreadFactor*t.best.spread+limit.RoundingVariance {
			return fits
		}
	}
}
