// Package evidence measures how well an equation describes rows of data, in nats, so that
// equations on different supports and with different shapes of noise can be compared.
//
// The log evidence of an equation f = 0 is
//
//	Σ log N(g_i; 0, σ² n_iᵀ Σ_i n_i) + Σ log ρ(foot_i) - code length,
//
// where g_i is the distance of row i from its foot, the nearest point of the zero set, along
// the unit normal n_i there, Σ_i the covariance of its errors at σ = 1, and ρ the density of the
// feet of the rows along the zero set. The density belongs to it: a polynomial of higher degree can be nearer to
// the rows by a branch of its zero set on each side of them, and then each branch has half
// of the rows, which costs N log 2.
//
// The density is that of nearest neighbours: with r_i the distance from foot i to its k-th
// neighbour, the mean of -log ρ is ψ(N) - ψ(k) + log V_d + (d/N) Σ log r_i, V_d the volume
// of the unit ball of d dimensions [L. F. Kozachenko, N. N. Leonenko, Problems of Information
// Transmission 23 (1987) 95–101]. It has no width to choose and is nearly unbiased.
// Neighbours that lie across the zero set, on another branch, do not count.
package evidence

import (
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"

	"github.com/kexplain/kexplain/explain/internal/limit"
	"github.com/kexplain/kexplain/explain/internal/noise"
)

// Evidence is the log evidence of an equation without its code length, in parts.
type Evidence struct {
	Likelihood float64 // Σ log N of the offsets
	Density    float64 // Σ log ρ of the feet
	Sigma      float64 // σ, which makes the likelihood largest
}

// Total is the sum of the parts.
func (e Evidence) Total() float64 { return e.Likelihood + e.Density }

// Limits of numbers, not of decisions.
const (
	tinySigma   = 1e-9 // in the units of the rows: what rounding of float64 leaves
	footSteps   = 4    // of Gauss–Newton to the foot of a row, at most
	settledFoot = 1e-5 // of the distance of a row: how far from f = 0 its foot may be
	closest     = 1e-5 // distance of two feet that count as apart, in the units of the rows
)

// Of returns the evidence of rows for an equation with errors of a shape. It reports
// whether it is finite.
func Of(rows [][]float64, f Polynomial, shape noise.Shape) (Evidence, bool) {
	if len(rows) <= limit.DensityNeighbour+1 || len(f.Exponents) == 0 {
		return Evidence{}, false
	}
	feet := feetOf(newEvaluator(f.Exponents), rows, f, shape)
	out := feet.likelihood()
	out.Density = density(feet.at, feet.normals)
	total := out.Total()
	return out, !math.IsNaN(total) && !math.IsInf(total, 0)
}

// Density is the part Σ log ρ of the evidence.
func Density(rows [][]float64, f Polynomial, shape noise.Shape) float64 {
	feet := feetOf(newEvaluator(f.Exponents), rows, f, shape)
	return density(feet.at, feet.normals)
}

// Offsets returns the evidence without the density. It tells two shapes of noise of one
// equation apart: where columns take few values, all feet may lie at a few places with one
// shape and not with the other, which says nothing about the noise.
func Offsets(rows [][]float64, f Polynomial, shape noise.Shape) (Evidence, bool) {
	if len(rows) == 0 || len(f.Exponents) == 0 {
		return Evidence{}, false
	}
	out := feetOf(newEvaluator(f.Exponents), rows, f, shape).likelihood()
	return out, !math.IsNaN(out.Likelihood) && !math.IsInf(out.Likelihood, 0)
}

// feet are the feet of rows on a zero set in the metric of their errors at σ = 1.
type feet struct {
	at, normals [][]float64 // unit normals there
	squares     []float64   // of the distances of the rows, in this metric
	across      []float64   // variances of their errors along the normals
}

// likelihood is that of the distances, with the σ that makes it largest.
func (f feet) likelihood() Evidence {
	mean, logs, n := 0.0, 0.0, float64(len(f.squares))
	for i, s := range f.squares {
		mean += s / n
		logs += math.Log(f.across[i])
	}
	mean = math.Max(mean, tinySigma*tinySigma)
	return Evidence{Sigma: math.Sqrt(mean), Likelihood: -n/2*(math.Log(2*math.Pi*mean)+1) - logs/2}
}

// feetOf finds the feet of the rows by Gauss–Newton steps: each goes from the row x to the nearest point of the
// plane that is tangent, at the foot before, to the level of f there. Near a singular point f/|∇f| is half the distance from
// two branches that meet, and these steps go on to them. A row from which they do not come nearer to f = 0 has its first step.
// Where the normal is along a column without errors, they have some share of the others: else a product with a polynomial
// of that column gains by the rows on its zeros.
func feetOf(e *evaluator, rows [][]float64, f Polynomial, shape noise.Shape) feet {
	vars := len(rows[0])
	c, grad := make([]float64, vars), make([]float64, vars)
	flat := make([]float64, 2*len(rows)*vars)
	out := feet{
		at: make([][]float64, len(rows)), normals: make([][]float64, len(rows)),
		squares: make([]float64, len(rows)), across: make([]float64, len(rows)),
	}
	for i, x := range rows {
		shape.VarianceTo(c, x)
		y, normal := flat[2*i*vars:][:vars:vars], flat[(2*i+1)*vars:][:vars:vars]
		copy(y, x)
		var atRow, first, last float64 // |f(x)|, and the squared distances after the first and the last step
		for step := range footSteps + 1 {
			e.at(y)
			v := e.gradient(f.Coefficients, grad)
			shape.Project(grad, x)
			den := math.SmallestNonzeroFloat64
			for j, g := range grad {
				den += c[j] * g * g
			}
			if step == 0 {
				atRow = math.Abs(v)
			} else if v*v <= settledFoot*settledFoot*last*den {
				break
			} else if step == footSteps {
				if math.Abs(v) > atRow {
					last = first
				}
				break
			}
			for j, g := range grad {
				v -= g * (y[j] - x[j])
			}
			if last = v * v / den; step == 0 {
				first = last
			}
			for j, g := range grad {
				// No foot is farther than the size of the data.
				y[j] = x[j] - math.Max(-1, math.Min(1, c[j]*g*v/den))
			}
		}
		across := floats.Sum(c) / float64(vars) // at a singular point all directions are normal
		if size := floats.Norm(grad, 2); size > 0 {
			across = 0
			for j, g := range grad {
				normal[j] = g / size
				across += c[j] * normal[j] * normal[j]
			}
		}
		across = math.Max(across, limit.LeastNormalVariance*slices.Max(c))
		out.at[i], out.normals[i], out.squares[i], out.across[i] = y, normal, last, across
	}
	return out
}
