package support

import (
	"cmp"
	"context"
	"math"
	"slices"

	"gonum.org/v1/gonum/mat"

	"github.com/kexplain/kexplain/explain/internal/integer"
	"github.com/kexplain/kexplain/explain/internal/known"
	"github.com/kexplain/kexplain/explain/internal/limit"
	"github.com/kexplain/kexplain/explain/internal/problem"
	"github.com/kexplain/kexplain/internal/parallel"
	"github.com/kexplain/kexplain/internal/stable"
	"github.com/kexplain/kexplain/numeric"
	"github.com/kexplain/kexplain/numeric/moment"
)

// Propose searches all degrees. It returns fits that need a noise variance below ceiling and do
// not follow from what is known; the noise of the data is taken to be floor.
func Propose(ctx context.Context, p *problem.Problem, known *known.Equations, floor, ceiling float64) []Fit {
	lists := make([][]Fit, p.Degree+1)
	parallel.Each(ctx, p.Degree, func(i int) {
		q := newProposer(p, known, i+1, floor, ceiling)
		for _, class := range p.Classes(standard(p, known, q.degree)) {
			lists[q.degree] = append(lists[q.degree], q.among(ctx, class)...)
		}
	})
	return firstOfEach(lists)
}

// firstOfEach are the fits of some lists, the first of each support.
func firstOfEach(lists [][]Fit) []Fit {
	return stable.Unseen(slices.Concat(lists...), map[string]bool{}, func(f Fit) string { return problem.KeyOf(f.Idx) })
}

// standard are the monomials up to a degree that may occur and are not leading monomials of what is known. What does not
// follow from that has a normal form on these.
func standard(p *problem.Problem, known *known.Equations, degree int) []int {
	return slices.DeleteFunc(known.UpTo(degree).StandardBelow(p.Table.Len(degree)), func(a int) bool { return !p.Allowed(a) })
}

// proposer proposes supports of one degree.
type proposer struct {
	p              *problem.Problem
	known          *known.Equations
	degree         int
	m, g           *mat.SymDense // the forms of mean square and mean square gradient, at the noise floor
	floor, ceiling float64       // on the noise variance
}

func newProposer(p *problem.Problem, known *known.Equations, degree int, floor, ceiling float64) proposer {
	m, g := p.Flow.Forms(floor, degree)
	return proposer{p, known, degree, m, g, floor, ceiling}
}

// among proposes supports among some standard monomials.
func (q proposer) among(ctx context.Context, standard []int) []Fit {
	s := q.search(standard)
	if (q.known.Modulo || s.known.DimensionBelow(q.p.Table.Len(q.degree)) == 0) && rulesOut(q.m, q.g, standard, s.limit) {
		return nil
	}
	wide := q.degree > 1 && q.p.Metric.Vars() > limit.WideColumns
	if wide {
		s.max = limit.WideSize
	}
	found := s.degree(ctx, q.degree)
	if !wide {
		found = append(found, s.eliminate(ctx, s.start(found, standard, len(q.p.Rows)))...)
	}
	var out []Fit
	for _, f := range found {
		f.Variance = max(q.floor+f.Variance, 0)
		if EnoughRows(q.p, f) && !q.p.OwedToSettings(f.Idx) && !multipleOfColumn(q.p.Table, f.Idx) && !isPower(q.p, f.Idx) {
			out = append(out, f)
		}
	}
	return out
}

// search is the search among standard monomials, and in supports of two among those that no law leads.
func (q proposer) search(standard []int) *search {
	p, known := q.p, q.known
	s := &search{
		table: p.Table, m: q.m, g: q.g, known: known.UpTo(q.degree), modulo: known.Modulo, only: p.Allowed, limit: q.ceiling - q.floor,
		least: limit.NoiseMargin*q.floor + limit.RoundingVariance, keep: limit.KeepSupports, nodes: limit.SearchNodes, max: limit.ExhaustiveSize,
	}
	if len(p.Scaling.Grading) > 0 {
		in := map[int]bool{}
		for _, a := range standard {
			in[a] = true
		}
		s.only = func(a int) bool { return in[a] }
		return s
	}
	if laws := known.LawsUpTo(q.degree); laws != s.known {
		s.pairs = func(a int) bool { return p.Allowed(a) && laws.Standard(a) }
	}
	return s
}

// LowestDegree returns the lowest degree of which the rows may satisfy an equation that needs
// a noise variance below a ceiling and does not follow from what is known.
func LowestDegree(p *problem.Problem, known *known.Equations, ceiling float64) (degree int, ok bool) {
	for d := 1; d <= p.Degree; d++ {
		m, g := p.Flow.Forms(0, d)
		for _, class := range p.Classes(standard(p, known, d)) {
			if !rulesOut(m, g, class, ceiling) {
				return d, true
			}
		}
	}
	return 0, false
}

// rulesOut reports whether the smallest eigenvalue of (M, G) on some monomials is above t:
// M - tG has a Cholesky factor. On fewer of them it is no smaller, so that one
// factorisation rules out every support among them.
func rulesOut(m, g *mat.SymDense, idx []int, t float64) bool {
	if len(idx) == 0 {
		return true
	}
	shifted := mat.NewSymDense(len(idx), nil)
	for i, a := range idx {
		for j, b := range idx[:i+1] {
			shifted.SetSym(i, j, m.At(a, b)-t*g.At(a, b))
		}
	}
	return new(mat.Cholesky).Factorize(shifted)
}

// Carries reports whether a support may carry an equation: it has two monomials or more without a common factor, and is
// neither that of a power nor owed to the values of settings.
func Carries(p *problem.Problem, idx []int) bool {
	return len(idx) > 1 && !commonFactor(p.Table, idx) && !isPower(p, idx) && !p.OwedToSettings(idx)
}

// multipleOfColumn reports whether a column divides all monomials of idx and the quotient has
// other columns: the column is 0 at few rows, so the quotient says more. Of one
// column alone, as x³ - x, it is one of the values.
func multipleOfColumn(t *moment.Monomials, idx []int) bool {
	if !commonFactor(t, idx) {
		return false
	}
	columns := 0
	for j := range t.Vars() {
		if slices.ContainsFunc(idx, func(a int) bool { return t.Exponents(a)[j] > 0 }) {
			columns++
		}
	}
	return columns > 1
}

// start is what backward elimination starts from: all monomials, or where these are more than the
// rows determine those of the best small supports.
func (s *search) start(found []Fit, all []int, rows int) []int {
	most := max(rows/limit.RowsPerTermFew, limit.EliminateSingly)
	if len(all) <= rows && len(all) <= limit.EliminateMost {
		return all
	}
	found = slices.Clone(found)
	stable.Sort(found, func(a, b Fit) int { return cmp.Compare(a.Variance, b.Variance) })
	in := map[int]bool{}
	for _, f := range found {
		if len(in)+len(f.Idx) > min(most, limit.EliminateMost) {
			break
		}
		for _, a := range f.Idx {
			in[a] = true
		}
	}
	return slices.DeleteFunc(slices.Clone(all), func(a int) bool { return !in[a] })
}

// EnoughRows reports whether the rows are enough for a fit to be looked at: four for
// each coefficient, or three of a few, as exact coefficients may need; a few of a linear one; a single ratio;
// and where all rows satisfy it to rounding, as many as make that no coincidence.
// For many coefficients, repeated rows are one.
func EnoughRows(p *problem.Problem, f Fit) bool {
	return IsLinear(p, f) && p.DistinctRows() >= RowsOfLinear(p, f) || EnoughRowsFor(p, f, len(f.Idx))
}

// IsLinear reports whether a fit is linear: a line in two columns, a plane in three.
func IsLinear(p *problem.Problem, f Fit) bool { return p.Table.DegreeOf(f.Idx[len(f.Idx)-1]) == 1 }

// RowsOfLinear is the number of rows that a linear fit needs: some for each of its columns.
func RowsOfLinear(p *problem.Problem, f Fit) int {
	columns := len(f.Idx)
	if p.Table.DegreeOf(f.Idx[0]) == 0 {
		columns--
	}
	return limit.RowsPerColumn * columns
}

// EnoughRowsFor is EnoughRows for a fit whose coefficients have only k degrees of freedom,
// as those of an invariant polynomial.
func EnoughRowsFor(p *problem.Problem, f Fit, k int) bool {
	n := len(p.Rows)
	different := min(p.DistinctRows(), int(p.IndependentOn(f.Idx)*float64(n)))
	return k == 2 || k < limit.ManyTerms && limit.RowsPerTermFew*k <= n || limit.RowsPerTerm*k <= different ||
		f.Variance <= limit.ExactVariance && noCoincidence(p, f)
}

// noCoincidence reports whether a fit that all rows satisfy is no coincidence. k - 1 rows
// determine k coefficients. Each further one lies on the zero set by chance with a
// probability of a tenth, as that of small integers, and there are as many fits to try as
// supports. Repeated rows count once.
func noCoincidence(p *problem.Problem, f Fit) bool {
	others := len(p.DifferentOn(f.Idx)) - len(f.Idx) + 1
	return float64(others)*math.Ln10 >= Length(p, f.Idx)+limit.MinPlacesEvidence
}

// Shortlist keeps the most promising fits: those of the shortest description,
// with a first estimate of what can be rounded, and the best of every size.
func Shortlist(ctx context.Context, p *problem.Problem, fits []Fit) []Fit {
	// Small supports compete within their degree, so that the multiples of an
	// equation do not crowd it out, large ones over all degrees.
	class := func(i int) [2]int {
		k, d := len(fits[i].Idx), 0
		if k <= limit.ExhaustiveSize {
			d = p.Table.DegreeOf(fits[i].Idx[k-1])
		}
		return [2]int{k, d}
	}
	order := numeric.FirstInts(len(fits))
	stable.Sort(order, func(a, b int) int {
		ca, cb := class(a), class(b)
		return cmp.Or(cmp.Compare(ca[0], cb[0]), cmp.Compare(ca[1], cb[1]), cmp.Compare(fits[a].Variance, fits[b].Variance))
	})
	var out []Fit
	var rest []int
	last, rank := [2]int{}, 0
	for _, i := range order {
		if c := class(i); c != last {
			last, rank = c, 0
		}
		rank++
		if rank <= max(1, limit.SmallSupports-len(fits[i].Idx)) {
			out = append(out, fits[i])
		} else {
			rest = append(rest, i)
		}
	}
	for _, i := range shortest(ctx, p, fits, rest) {
		out = append(out, fits[i])
	}
	return out
}

// shortest returns the places among some fits of those of the shortest description, at most
// ShortlistLength, the shortest first. Integers are looked for, a batch of fits at a time, only where
// the description could still be among these.
func shortest(ctx context.Context, p *problem.Problem, fits []Fit, among []int) []int {
	const batch, most = 32, limit.ShortlistLength
	estimates, least, cost := make([]estimate, len(fits)), make([]float64, len(fits)), make([]float64, len(fits))
	parallel.Each(ctx, len(among), func(k int) {
		i := among[k]
		m, _ := p.Flow.FormsOn(fits[i].Variance, fits[i].Idx)
		estimates[i], _ = estimateOf(p, m, fits[i])
		least[i] = estimates[i].leastLength() + likelihoodLength(len(p.Sample), fits[i].Variance)
	})
	rank := make([]int, len(fits))
	for k, i := range among {
		rank[i] = k
	}
	promising := slices.Clone(among)
	stable.Sort(promising, func(a, b int) int { return cmp.Compare(least[a], least[b]) })
	var found []int
	for ctx.Err() == nil && len(promising) > 0 && (len(found) < most || !(least[promising[0]] > cost[found[most-1]])) {
		next := promising[:min(batch, len(promising))]
		promising = promising[len(next):]
		parallel.Each(ctx, len(next), func(k int) {
			i := next[k]
			cost[i] = estimates[i].lengthUpTo(limit.QuickScale, limit.QuickWidth) + likelihoodLength(len(p.Sample), fits[i].Variance)
		})
		found = append(found, next...)
		stable.Sort(found, func(a, b int) int { return cmp.Or(cmp.Compare(cost[a], cost[b]), cmp.Compare(rank[a], rank[b])) })
	}
	return found[:min(most, len(found))]
}

// estimate is a fit with the covariance that the corrected form on its support gives to
// first order, in the units of the data.
type estimate struct {
	a       []float64
	cov     *mat.SymDense
	size    []float64
	of      integer.Monomials
	support float64 // length of the support, nats
}

// estimateOf estimates a fit with the corrected form m on its support. It returns also the
// covariance in units of the problem.
func estimateOf(p *problem.Problem, m *mat.SymDense, f Fit) (estimate, *mat.SymDense) {
	cov := numeric.InverseBeside(m, f.C)
	cov.ScaleSym(math.Max(f.Variance, limit.RoundingVariance)/float64(len(p.Sample)), cov)
	a, c, size := p.ToDataUnits(f.Idx, f.C, cov)
	return estimate{a, c, size, Monomials(p, f.Idx), Length(p, f.Idx)}, cov
}

// lengthUpTo is the description length with integers or real numbers, whichever is shorter:
// see integer.LengthUpTo.
func (e estimate) lengthUpTo(maxScale int64, width int) float64 {
	return e.support + integer.LengthUpTo(e.a, e.cov, e.size, e.of, maxScale, width)
}

// leastLength is what lengthUpTo cannot be below.
func (e estimate) leastLength() float64 {
	if len(e.a) == 1 {
		return e.support // a monomial has no coefficient that data could determine
	}
	return e.support + min(integer.LeastLength(len(e.a)), integer.RealLength(e.a, e.cov, e.size))
}

// LengthUpTo is the description length of a fit, with bounds for the smallest integer and for
// the vectors of integers that are kept; and its covariance: see estimateOf.
func LengthUpTo(p *problem.Problem, m *mat.SymDense, f Fit, maxScale int64, width int) (float64, *mat.SymDense) {
	e, cov := estimateOf(p, m, f)
	return e.lengthUpTo(maxScale, width), cov
}

// Floor returns the noise variance of the fit with the best likelihood and
// decimal length.
func Floor(p *problem.Problem, fits []Fit) float64 {
	best, floor := math.Inf(1), 0.0
	n := len(p.Sample)
	for _, f := range fits {
		score := likelihoodLength(n, f.Variance) + Length(p, f.Idx) + DecimalLength(len(f.Idx), n)
		if score < best {
			best, floor = score, f.Variance
		}
	}
	return floor
}

// Nearest returns what needs the least noise, but more than the limit, among the
// polynomials of few terms that backward elimination leaves, with equal weights of all
// rows and the moments as they are. Where the monomials are many, it starts from those of the
// best supports of two. ok is false where there is none.
func Nearest(ctx context.Context, p *problem.Problem, known *known.Equations) (best Fit, ok bool) {
	for d := 1; d <= p.Degree; d++ {
		m, g := p.Flow.Forms(0, d)
		s := &search{table: p.Table, m: m, g: g, known: known.UpTo(d), limit: math.Inf(1), keep: limit.KeepSupports}
		among := numeric.FirstInts(p.Table.Len(d))
		if len(among) > limit.EliminateMost {
			among = s.start(s.twos(among), among, len(p.Rows))
		}
		for _, f := range s.eliminate(ctx, among) {
			f.Variance = max(f.Variance, 0)
			few := len(f.Idx) <= limit.ClosestTerms && p.Homogeneous(f.Idx) && !commonFactor(p.Table, f.Idx) &&
				!isPower(p, f.Idx) && !p.OwedToSettings(f.Idx)
			if few && f.Variance > limit.MaxNoiseVariance && (!ok || f.Variance < best.Variance) {
				best, ok = f, true
			}
		}
	}
	return best, ok
}
