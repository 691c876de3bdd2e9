package evidence

import (
	"math"
	"slices"

	"gonum.org/v1/gonum/lapack/lapack64"
	"gonum.org/v1/gonum/mat"

	"github.com/kexplain/kexplain/explain/internal/limit"
	"github.com/kexplain/kexplain/numeric"
)

// Cloud is the log evidence, in nats, of rows without structure: of a Gaussian or a mixture
// of a few, less half the logarithm of the number of rows for each parameter, or the same of
// the logarithms of columns that are positive.
func Cloud(rows [][]float64) float64 {
	best := mixtures(rows)
	jacobian := 0.0
	logs := make([][]float64, len(rows))
	for i, x := range rows {
		logs[i] = make([]float64, len(x))
		for j, v := range x {
			if v <= 0 {
				return best
			}
			logs[i][j] = math.Log(v)
			jacobian -= logs[i][j]
		}
	}
	return math.Max(best, mixtures(logs)+jacobian)
}

// mixtures is the best of mixtures of one to limit.CloudComponents Gaussians.
func mixtures(rows [][]float64) float64 {
	n, d := len(rows), len(rows[0])
	best := math.Inf(-1)
	for k := 1; k <= limit.CloudComponents; k++ {
		parameters := k*(d+d*(d+1)/2) + k - 1
		if k > 1 && limit.CloudRows*parameters > n {
			break
		}
		of := mixture(rows, k) - float64(parameters)/2*math.Log(float64(n))
		if k > 2 && of < best {
			break
		}
		best = math.Max(best, of)
	}
	return best
}

// mixture is the log likelihood of a mixture of k Gaussians, fitted from rows spread evenly
// along the first principal column.
func mixture(rows [][]float64, k int) float64 {
	n, d := len(rows), len(rows[0])
	spread := make([]float64, d)
	mean := make([]float64, d)
	for _, x := range rows {
		for j, v := range x {
			mean[j] += v / float64(n)
		}
	}
	for _, x := range rows {
		for j, v := range x {
			spread[j] += (v - mean[j]) * (v - mean[j]) / float64(n)
		}
	}
	x := byVariable(rows)
	list := func() [][]float64 { return chunks(make([]float64, k*n), n) }
	share, logs := list(), list() // of each component in each row
	for i := range rows {
		share[nearestSeed(rows, i, k, spread)][i] = 1
	}
	g, top, none := newGaussian(n, d), make([]float64, n), slices.Repeat([]float64{math.Inf(-1)}, n)
	total := math.Inf(-1)
	for range limit.CloudSteps {
		for c, to := range logs {
			if g.fit(x, share[c], spread) {
				g.logs(to)
			} else {
				copy(to, none)
			}
		}
		copy(top, logs[0])
		for _, l := range logs[1:] {
			for i, v := range l {
				top[i] = max(top[i], v)
			}
		}
		sum := 0.0
		for i, t := range top {
			norm := 0.0
			for c, l := range logs {
				v := math.Exp(l[i] - t)
				share[c][i] = v
				norm += v
			}
			for _, s := range share {
				s[i] /= norm
			}
			sum += t + math.Log(norm)
		}
		if k == 1 || sum-total < 1e-3 {
			return sum
		}
		total = sum
	}
	return total
}

// nearestSeed is the seed that row i belongs to at first: k rows evenly spread in the table.
func nearestSeed(rows [][]float64, i, k int, spread []float64) int {
	best, at := math.Inf(1), 0
	for c := range k {
		seed := rows[(2*c+1)*len(rows)/(2*k)]
		d2 := 0.0
		for j, v := range rows[i] {
			d2 += (v - seed[j]) * (v - seed[j]) / (spread[j] + math.SmallestNonzeroFloat64)
		}
		if d2 < best {
			best, at = d2, c
		}
	}
	return at
}

// gaussian is one component, with space to fit it.
type gaussian struct {
	sums   []float64     // of the rows times their shares
	norm   float64       // logarithm of its weight and of its constant
	diff   [][]float64   // of the rows from the mean, by variable
	side   columns       // the same by rows
	cov    *mat.SymDense // the covariance, or its upper factor
	weight []float64     // of the rows
	space  []float64
}

func newGaussian(n, d int) *gaussian {
	const lanes = numeric.GramLanes
	g := &gaussian{sums: make([]float64, d), diff: chunks(make([]float64, n*d), n),
		cov: mat.NewSymDense(d, nil), weight: make([]float64, n), space: make([]float64, n*lanes)}
	g.side = columns{places: numeric.FirstInts(d), blocks: chunks(make([]float64, (d+lanes-1)/lanes*lanes*n), lanes*n)}
	return g
}

// fit fits a component to its shares of the rows, given by variable. It reports whether these are enough.
func (g *gaussian) fit(x [][]float64, share, spread []float64) bool {
	clear(g.sums)
	weight := 0.0
	for i, s := range share {
		weight += s
		for j, list := range x {
			g.sums[j] += s * list[i]
		}
	}
	if weight < 1 {
		return false
	}
	for i, s := range share {
		g.weight[i] = s / weight
	}
	const lanes = numeric.GramLanes
	for j, list := range x {
		mean, diff, side := g.sums[j]/weight, g.diff[j], g.side.blocks[j/lanes][j%lanes:]
		for i, v := range list {
			v -= mean
			diff[i], side[i*lanes] = v, v
		}
	}
	g.cov.Zero()
	g.side.addGram(g.cov, g.weight, g.space)
	d := len(x)
	for j, v := range spread {
		g.cov.SetSym(j, j, g.cov.At(j, j)+(limit.CloudSpread*v+math.SmallestNonzeroFloat64))
	}
	if _, ok := lapack64.Potrf(g.cov.RawSymmetric()); !ok {
		return false
	}
	det := 0.0
	for j := range d {
		det += 2 * math.Log(g.cov.At(j, j))
	}
	g.norm = math.Log(weight/float64(len(share))) - (det+float64(d)*math.Log(2*math.Pi))/2
	return true
}

// logs writes the logarithms of the weighted density at the rows that it was fitted to, once.
func (g *gaussian) logs(dst []float64) {
	clear(dst)
	for j, diff := range g.diff {
		for k, before := range g.diff[:j] {
			numeric.Axpy(-g.cov.At(k, j), before, diff)
		}
		root := g.cov.At(j, j)
		for i, v := range diff {
			v /= root
			diff[i] = v
			dst[i] += v * v
		}
	}
	for i, v := range dst {
		dst[i] = g.norm - v/2
	}
}
