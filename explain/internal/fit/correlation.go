package fit

import (
	"math"
	"math/rand/v2"
	"slices"

	"github.com/kexplain/kexplain/explain/internal/eval"
	"github.com/kexplain/kexplain/explain/internal/limit"
	"github.com/kexplain/kexplain/explain/internal/problem"
	"github.com/kexplain/kexplain/explain/internal/support"
	"github.com/kexplain/kexplain/numeric"
)

// Correlation says how the residuals of points that are neighbours along a zero
// set go together. Those of noise do not; what an approximation misses does.
type Correlation struct {
	Rows            int     // of the sample
	rho             float64 // of the residuals of nearest neighbours
	StdErrors       float64 // rho in its standard errors
	next            float64 // of the residuals of rows that follow one another in the table
	SeriesStdErrors float64 // next in its standard errors; of few points 0
	// Chance is the probability that residuals in any other order would show as large a
	// correlation among neighbours to both sides; it is computed for few points only, and 1 for
	// others.
	Chance float64
}

// Systematic reports whether the residuals are more than noise. Opposite residuals of
// neighbours come from two curves, one on either side of the zero set.
func (c Correlation) Systematic() bool {
	return math.Abs(c.StdErrors) > limit.MaxCorrelation || c.SeriesStdErrors > limit.MaxCorrelation || c.Chance < limit.MinChance
}

// EffectiveShare is the part of the points that counts as evidence: residuals that
// repeat those of their neighbours with the correlation rho are worth as many
// independent ones as those of an autoregressive series, (1 - rho)/(1 + rho). It is
// 1 where they are noise.
func (c Correlation) EffectiveShare() float64 {
	if !c.Systematic() {
		return 1
	}
	rho := math.Max(0, math.Max(c.rho, c.next))
	share := math.Max((1-rho)/(1+rho), limit.MinEffectiveRows/float64(c.Rows))
	return math.Min(1, share)
}

// withoutNoise reports whether a fit needs no more noise than the rounding of moments may cause. The rows themselves tell that more
// precisely than the noise variance, which is one of moments.
func withoutNoise(p *problem.Problem, f support.Fit) bool {
	return f.Variance < limit.RoundingVariance || f.Variance < limit.MinNoiseVariance && sampson(p, f) < limit.RoundingVariance
}

// correlate measures the residuals of the sample, where they are no rounding errors.
func correlate(p *problem.Problem, f support.Fit) Correlation {
	rows := problem.Sample(p.Sample, 2*limit.LayerPoints)
	rows = problem.DistinctOn(rows, p.ColumnsOf(f.Idx), limit.SameRow*math.Sqrt(f.Variance))
	feet, residual := residuals(p, f, rows)
	square := numeric.Dot(residual, residual)
	if len(rows) < limit.MinRows || square == 0 || withoutNoise(p, f) {
		return Correlation{Rows: len(p.Sample), Chance: 1}
	}
	near := newNeighbours(p, f, rows, feet)
	product := 0.0
	for i := range feet {
		if at := near.of(i, 1); len(at) > 0 {
			product += residual[i] * residual[at[0]]
		}
	}
	// Mutual neighbours count twice: the variance is up to twice that of a sum
	// of independent products.
	c := Correlation{Rows: len(p.Sample), rho: product / square, Chance: 1}
	c.StdErrors = c.rho * math.Sqrt(float64(len(rows))/limit.NeighbourPairs)
	if len(rows) < limit.FewRows {
		c.Chance = shuffled(near, residual)
	}
	var pairs int
	if c.next, pairs = serialCorrelation(p, f); pairs >= limit.FewRows {
		c.SeriesStdErrors = c.next * math.Sqrt(float64(pairs))
	}
	return c
}

// serialCorrelation is the correlation of the residuals of rows that follow one another and differ, and how many such pairs there are: a
// table in which several curves lie over one another shows what it misses in time, if it was measured in this order.
func serialCorrelation(p *problem.Problem, f support.Fit) (rho float64, pairs int) {
	if len(p.Sample) < len(p.Rows) {
		return 0, 0 // rows are left out between those of the sample
	}
	rows, in := p.Sample[:min(len(p.Sample), limit.Followed)], p.ColumnsOf(f.Idx)
	_, r := residuals(p, f, rows)
	product, square := 0.0, 0.0
	for i := range len(r) - 1 {
		if slices.ContainsFunc(in, func(j int) bool { return rows[i][j] != rows[i+1][j] }) {
			product, square = product+r[i]*r[i+1], square+(r[i]*r[i]+r[i+1]*r[i+1])/2
			pairs++
		}
	}
	if square > 0 {
		rho = product / square
	}
	return rho, pairs
}

// residuals returns the feet of the rows on the zero set of f, and the signed
// distances from them, which are at most three times the noise: those of a few far
// points must not decide.
func residuals(p *problem.Problem, f support.Fit, rows [][]float64) (feet [][]float64, residual []float64) {
	feet, grads := FootPoints(p, f, rows)
	residual, _ = Values(p, f, rows)
	most := limit.MaxDeviation * math.Sqrt(f.Variance)
	for i, v := range residual {
		residual[i] = 0
		if g2 := p.Metric.Norm2At(feet[i], grads[i]); g2 > 0 {
			residual[i] = math.Max(-most, math.Min(most, v/math.Sqrt(g2)))
		}
	}
	return feet, residual
}

// neighbours are those of rows along a zero set, by their feet.
//
// Rows that were measured at the same settings have one foot. Noise that is ascribed to the
// settings would move it in the direction of the residual, and the nearest of them would be
// those with like residuals. So settings stay where they are, and which of the rows with
// one foot are neighbours is decided by lot.
type neighbours struct {
	feet  [][]float64 // in a random order, twice
	place []int       // of a row in that order
	row   []int       // at a place
}

func newNeighbours(p *problem.Problem, f support.Fit, rows, free [][]float64) neighbours {
	n := len(rows)
	at := free
	if settings := p.Settings(); len(settings) > 0 {
		at = nil
		feet(p, []support.Fit{f}, settings, rows, func(y eval.Block, normals [][][]float64) {
			for r := range normals {
				at = append(at, y.Point(r))
			}
		})
		step := limit.SameRow * math.Sqrt(f.Variance)
		for _, y := range at {
			for j, v := range y {
				y[j] = step * math.Round(v/step)
			}
		}
	}
	rng := rand.New(rand.NewPCG(2, uint64(n)))
	out := neighbours{feet: make([][]float64, 2*n), place: make([]int, n), row: rng.Perm(n)}
	for k, i := range out.row {
		out.place[i], out.feet[k], out.feet[n+k] = k, at[i], at[i]
	}
	return out
}

// of returns the k nearest neighbours of row i.
func (l neighbours) of(i, k int) []int {
	at, n := l.place[i], len(l.row)
	// Of feet that are equal, those that follow it come first.
	near := problem.NearestToFirst(l.feet[at:at+n], k)
	for m, j := range near {
		near[m] = l.row[(at+j)%n]
	}
	return near
}

// shuffled is the share of random orders in which neighbours have residuals that
// go together as much as they do: an exact test however few points there are.
func shuffled(near neighbours, residual []float64) float64 {
	var pairs [][2]int
	for i := range near.row {
		for _, j := range near.of(i, limit.BothAround) {
			pairs = append(pairs, [2]int{i, j})
		}
	}
	together := func(r []float64) float64 {
		sum := 0.0
		for _, p := range pairs {
			sum += r[p[0]] * r[p[1]]
		}
		return sum
	}
	seen := together(residual)
	r, rng := slices.Clone(residual), rand.New(rand.NewPCG(1, uint64(len(residual))))
	more := 1
	for range limit.Shuffles {
		rng.Shuffle(len(r), func(i, j int) { r[i], r[j] = r[j], r[i] })
		if together(r) >= seen {
			more++
		}
	}
	return float64(more) / float64(limit.Shuffles+1)
}
