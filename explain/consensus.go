package explain

import (
	"cmp"
	"context"
	"math"
	"math/rand/v2"
	"slices"

	"gonum.org/v1/gonum/mat"

	"github.com/kexplain/kexplain/numeric/moment"
)

// Limits of the search for what most rows agree on.
const (
	agreeing      = 0.85    // of the rows must
	rowsAgreeing  = 800     // on which the search is made,
	rowsFactor    = 200     // where only factors of exact equations are looked for
	startWork     = 1 << 23 // random starts of p monomials cost p³ each: this much in all,
	maxStarts     = 48      // but at most so many
	firstSteps    = 2       // concentration steps of every start,
	finalists     = 3       // of the best starts,
	finalSteps    = 20      // until nothing changes
	standstill    = 0.99    // times the spread before: as good as no change
	retained      = 0.95    // of the rows that satisfy one equation must a further one keep
	looser        = 4       // times the least variance is as good as that
	maxAgreements = 12      // independent equations of one degree
	fringe        = 0.25    // of the range of the middle 80 %, beyond which rows are not fitted
	forQuantiles  = 10000   // rows from which these are known to 1 %
	extreme       = 3       // of these ranges, and the middle is small beside the whole
)

// consensus returns the rows that are grossly far from what the others agree on,
// and those to which nothing was fitted, see prepareMiddle, both increasing.
//
// For every degree it looks for the dense polynomial with the smallest mean
// square distance, to first order, from 85 % of the rows: least trimmed squares
// [Rousseeuw, JASA 79 (1984) 871–880] by concentration steps [Rousseeuw, Van
// Driessen, Data Min. Knowl. Discov. 12 (2006) 29–45] from all rows, from the
// middle ones, and from random subsets hardly larger than the number of
// monomials. A step fits the polynomial to the rows chosen, as the noise-unit
// eigenvector of their moments, and chooses those nearest to it. All polynomials
// of about the least noise then judge all rows.
//
// Where all rows satisfy the equations of whole, which is nil else, it only looks for
// factors of these: polynomials of lower degree with no more noise.
func consensus(ctx context.Context, data Data, o Options, whole *selection) (far, outside []int, err error) {
	if whole != nil && whole.highest() < 2 {
		return nil, nil, nil
	}
	p, outside, err := prepareMiddle(data, o)
	if err != nil || p == nil {
		return nil, nil, err
	}
	degree, err := o.degree(len(p.keep))
	if err != nil {
		return nil, nil, err
	}
	least, most := math.Inf(1), rowsAgreeing
	if whole != nil {
		if !slices.Equal(p.keep, whole.p.keep) {
			return nil, nil, nil
		}
		degree, least, most = whole.highest()-1, whole.noiseIn(p), rowsFactor
	}
	rows := p.scaled(without(data.Points, outside))
	sample := sampleRows(rows, most)
	var layers []*trimmed
	for d := 1; d <= degree; d++ {
		t, err := newTrimmed(ctx, sample, p.metric, d, o.Seed)
		if err != nil {
			return nil, nil, err
		}
		if t == nil {
			break
		}
		if !t.concentrate() {
			continue
		}
		layers = append(layers, t)
		least = math.Min(least, t.best.spread)
	}
	if err := ctx.Err(); err != nil {
		return nil, nil, err
	}
	all := p.scaled(data.Points)
	worst := make([]float64, len(all))
	for _, t := range layers {
		if t.best.spread > looser*least+negligible || t.best.spread > maxNoise*maxNoise {
			continue
		}
		for i, d := range t.deviations(t.agreements(), all) {
			worst[i] = math.Max(worst[i], d)
		}
	}
	if slices.Max(worst) < gross {
		return nil, nil, nil
	}
	for i, d := range worst {
		if d > farOff {
			far = append(far, i)
		}
	}
	return far, outside, nil
}

// prepareMiddle prepares the rows that are near the middle ones in every column,
// all but a share of maxOutliers at most, and returns the others, increasing. A polynomial is not fitted to the
// others: one that the middle rows determine badly far away would bend towards
// them at no cost.
func prepareMiddle(data Data, o Options) (*prepared, []int, error) {
	n := data.Points.Rows()
	beyond := beyondMiddle(data)
	sorted := slices.Clone(beyond)
	slices.Sort(sorted)
	limit := math.Max(fringe, sorted[n-1-int(maxOutliers*float64(n))])
	var out []int
	for i, v := range beyond {
		if v > limit {
			out = append(out, i)
		}
	}
	p, err := prepare(Data{Variables: data.Variables, Points: without(data.Points, out)}, o)
	if err != nil || len(p.keep) == 0 {
		return nil, nil, err
	}
	return p, out, nil
}

// beyondMiddle returns for every row how far it is outside the middle 80 % of a
// column, in ranges of these, at most over the columns.
func beyondMiddle(data Data) []float64 {
	n := data.Points.Rows()
	beyond := make([]float64, n)
	column := make([]float64, n)
	for j := range data.Variables {
		for i := range n {
			column[i] = data.Points.Row(i)[j]
		}
		var sorted []float64
		for i := 0; i < n; i += max(1, n/forQuantiles) {
			sorted = append(sorted, column[i])
		}
		slices.Sort(sorted)
		k := len(sorted)
		lo, hi := sorted[k/10], sorted[k-1-k/10]
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
// Of the study that it is, it uses rows, table, flow and noise.
type trimmed struct {
	study
	idx    []int
	values [][]float64 // of the monomials of twice the degree, at every row
	most   int         // rows that must agree
	rng    *rand.Rand
	best   agreement
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
func newTrimmed(ctx context.Context, rows [][]float64, metric noiseMetric, degree int, seed uint64) (*trimmed, error) {
	table, err := moment.NewMonomials(metric.Vars(), 2*degree)
	if err != nil {
		return nil, err
	}
	t := &trimmed{
		study: study{ctx: ctx, rows: rows, table: table, metric: metric, degree: degree},
		idx:   firstInts(table.Len(degree)),
		most:  int(math.Ceil(agreeing * float64(len(rows)))),
		rng:   rand.New(rand.NewPCG(seed, uint64(degree))),
	}
	if 2*len(t.idx) > t.most {
		return nil, nil
	}
	t.flow = gatherMoments(ctx, rows, table).Flow(metric.Noise)
	t.values = make([][]float64, len(rows))
	for i, x := range rows {
		t.values[i] = make([]float64, table.Len(2*degree))
		table.EvalTo(t.values[i], x)
	}
	return t, ctx.Err()
}

// forms returns the quadratic forms of mean square and mean square gradient over
// the rows chosen, with weights or, where w is nil, without.
func (t *trimmed) forms(chosen []int, w []float64) (m, g *mat.SymDense) {
	mu := make([]float64, t.flow.Size())
	total := 0.0
	for _, i := range chosen {
		c := 1.0
		if w != nil {
			c = w[i]
		}
		total += c
		for a, v := range t.values[i] {
			mu[a] += c * v
		}
	}
	for a := range mu {
		mu[a] /= total
	}
	return t.flow.WithMeans(mu).Forms(0, t.degree)
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
	_, v, ok := smallest(m, g, t.idx)
	if !ok {
		return agreement{}, false
	}
	a := agreement{v: v, w: make([]float64, len(t.rows))}
	d := make([]float64, len(t.rows))
	e := newEvaluator(t.table, t.idx)
	grad := newBlock(t.metric.Vars())
	inBlocks(t.rows, func(first int, x block, points int) {
		e.at(x, points)
		value := e.gradient(v, grad)
		multiply(d[first:], value, value)
		t.metric.norm2(a.w[first:][:points], x, grad)
	})
	sorted := slices.Clone(a.w)
	slices.Sort(sorted)
	floor := leastVariance*sorted[len(sorted)/2] + math.SmallestNonzeroFloat64
	for i, g2 := range a.w {
		d[i] /= math.Max(g2, math.SmallestNonzeroFloat64)
		a.w[i] = 1 / (g2 + floor)
	}
	order := slices.Clone(allowed)
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(d[a], d[b]) })
	a.chosen = order[:most]
	slices.Sort(a.chosen)
	for _, i := range a.chosen {
		a.spread += d[i]
	}
	a.spread /= float64(most - len(t.idx))
	return a, !math.IsNaN(a.spread)
}

// steps makes at most limit concentration steps, until nothing changes, and
// returns the best of what it saw.
func (t *trimmed) steps(from agreement, before [][]float64, allowed []int, most, limit int) (agreement, bool) {
	best := agreement{spread: math.Inf(1)}
	for range limit {
		if t.ctx.Err() != nil {
			break
		}
		a, ok := t.step(from, before, allowed, most)
		if !ok {
			break
		}
		same := slices.Equal(a.chosen, from.chosen) && a.spread > standstill*best.spread
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
func (t *trimmed) concentrate() bool {
	starts, all := t.starts(), firstInts(len(t.rows))
	found := make([]agreement, len(starts))
	t.each(len(starts), func(i int) {
		if a, ok := t.steps(agreement{chosen: starts[i]}, nil, all, t.most, firstSteps); ok {
			found[i] = a
		}
	})
	found = slices.DeleteFunc(found, func(a agreement) bool { return a.v == nil })
	slices.SortStableFunc(found, bySpread)
	found = found[:min(finalists, len(found))]
	t.each(len(found), func(i int) {
		if a, ok := t.steps(found[i], nil, all, t.most, finalSteps); ok && a.spread < found[i].spread {
			found[i] = a
		}
	})
	if len(found) == 0 {
		return false
	}
	t.best = slices.MinFunc(found, bySpread)
	return true
}

func bySpread(a, b agreement) int { return cmp.Compare(a.spread, b.spread) }

// starts returns all rows, the middle ones, and random subsets.
func (t *trimmed) starts() [][]int {
	n, p := len(t.rows), len(t.idx)
	starts := [][]int{firstInts(n), t.middle()}
	size := min(p+2, t.most)
	for range min(maxStarts, max(4, startWork/(p*p*p))) {
		s := t.rng.Perm(n)[:size]
		slices.Sort(s)
		starts = append(starts, s)
	}
	return starts
}

// middle returns the rows whose largest distance from the median of a column,
// in median absolute deviations, is least.
func (t *trimmed) middle() []int {
	n := len(t.rows)
	far := make([]float64, n)
	column := make([]float64, n)
	centre := func() float64 {
		sorted := slices.Clone(column)
		slices.Sort(sorted)
		return sorted[n/2]
	}
	for j := range t.metric.Vars() {
		for i, x := range t.rows {
			column[i] = x[j]
		}
		c := centre()
		for i, v := range column {
			column[i] = math.Abs(v - c)
		}
		if mad := centre(); mad > 0 {
			for i, v := range column {
				far[i] = math.Max(far[i], v/mad)
			}
		}
	}
	order := firstInts(n)
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(far[a], far[b]) })
	order = order[:t.most]
	slices.Sort(order)
	return order
}

// agreements returns the best polynomial and further ones on which the rows
// near those before agree about as well.
func (t *trimmed) agreements() []fit {
	var fits []fit
	var before [][]float64
	next := t.best
	for {
		fits = append(fits, fit{t.idx, next.v, next.spread})
		before = append(before, next.v)
		if len(fits) >= min(maxAgreements, len(t.idx)-1) {
			return fits
		}
		var near []int
		for i, d := range t.deviations(fits, t.rows) {
			if d < farOff {
				near = append(near, i)
			}
		}
		most := int(math.Ceil(retained * float64(len(near))))
		if most <= len(t.idx) {
			return fits
		}
		var ok bool
		next, ok = t.steps(agreement{chosen: near, w: next.w}, before, near, most, finalSteps)
		if !ok || next.spread > looser*t.best.spread+negligible {
			return fits
		}
	}
}
