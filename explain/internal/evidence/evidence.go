// Package evidence measures how well an equation describes rows of data, in nats, so that
// equations on different supports and with different shapes of noise can be compared.
//
// The log evidence of an equation f = 0 is
//
//	Σ log N(g_i; 0, σ² n_iᵀ Σ_i n_i) + Σ log ρ(foot_i) - code length,
//
// where g_i = f(x_i)/|∇f(x_i)| is the offset of row i along the unit normal n_i of the zero
// set, Σ_i the covariance of its errors at σ = 1, and ρ the density of the feet of the rows along
// the zero set. The density belongs to it: a polynomial of higher degree can be nearer to
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

	"github.com/kexplain/kexplain/explain/internal/limit"
	"github.com/kexplain/kexplain/explain/internal/noise"
	"github.com/kexplain/kexplain/numeric"
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
	tinySigma = 1e-9 // in the units of the rows: what rounding of float64 leaves
	footSteps = 4    // of Gauss–Newton to the foot of a row
	closest   = 1e-5 // distance of two feet that count as apart, in the units of the rows
)

// Of returns the evidence of rows for an equation with errors of a shape. It reports
// whether it is finite.
func Of(rows [][]float64, f Polynomial, shape noise.Shape) (Evidence, bool) {
	out, ok := Offsets(rows, f, shape)
	if !ok || len(rows) <= limit.DensityNeighbour+1 {
		return Evidence{}, false
	}
	out.Density = Density(rows, f, shape)
	total := out.Total()
	return out, !math.IsNaN(total) && !math.IsInf(total, 0)
}

// Density is the part Σ log ρ of the evidence.
func Density(rows [][]float64, f Polynomial, shape noise.Shape) float64 {
	feet, normals := feetOf(newEvaluator(f.Exponents), rows, f, shape)
	return density(feet, normals)
}

// Offsets returns the evidence without the density. It tells two shapes of noise of one
// equation apart: where columns take few values, all feet may lie at a few places with one
// shape and not with the other, which says nothing about the noise.
func Offsets(rows [][]float64, f Polynomial, shape noise.Shape) (Evidence, bool) {
	n := len(rows)
	if n == 0 || len(f.Exponents) == 0 {
		return Evidence{}, false
	}
	e := newEvaluator(f.Exponents)
	vars := len(rows[0])
	grad, c := make([]float64, vars), make([]float64, vars)
	square, norm, across := make([]float64, n), make([]float64, n), make([]float64, n)
	for i, x := range rows {
		e.at(x)
		v := e.gradient(f.Coefficients, grad)
		shape.Project(grad, x)
		shape.VarianceTo(c, x)
		square[i] = v * v
		for j, g := range grad {
			norm[i] += g * g
			across[i] += c[j] * g * g
		}
	}
	least := limit.LeastNormalVariance*numeric.UpperMedian(across) + math.SmallestNonzeroFloat64
	// At a singular point there is no normal, and the row says little, but not nothing.
	flat := limit.LeastNormalVariance*limit.LeastNormalVariance*numeric.UpperMedian(norm) + math.SmallestNonzeroFloat64
	mean, logs := 0.0, 0.0
	for i := range rows {
		across[i] = math.Max(across[i], least)
		norm[i] = math.Max(norm[i], flat)
		mean += square[i] / across[i]
		logs += math.Log(across[i] / norm[i])
	}
	mean = math.Max(mean/float64(n), tinySigma*tinySigma)
	out := Evidence{Sigma: math.Sqrt(mean)}
	out.Likelihood = -float64(n)/2*(math.Log(2*math.Pi*mean)+1) - logs/2
	return out, !math.IsNaN(out.Likelihood) && !math.IsInf(out.Likelihood, 0)
}

// feetOf returns the feet of the rows on the zero set in the metric of their errors, by
// Gauss–Newton steps, with the unit normals there.
func feetOf(e *evaluator, rows [][]float64, f Polynomial, shape noise.Shape) (feet, normals [][]float64) {
	vars := len(rows[0])
	c, grad := make([]float64, vars), make([]float64, vars)
	flat := make([]float64, 2*len(rows)*vars)
	feet, normals = make([][]float64, len(rows)), make([][]float64, len(rows))
	for i, x := range rows {
		shape.VarianceTo(c, x)
		y, normal := flat[2*i*vars:][:vars:vars], flat[(2*i+1)*vars:][:vars:vars]
		copy(y, x)
		for range footSteps {
			e.at(y)
			v := e.gradient(f.Coefficients, grad)
			shape.Project(grad, x)
			den := math.SmallestNonzeroFloat64
			for j, g := range grad {
				v -= g * (y[j] - x[j])
				den += c[j] * g * g
			}
			for j, g := range grad {
				// No foot is farther than the size of the data.
				y[j] = x[j] - math.Max(-1, math.Min(1, c[j]*g*v/den))
			}
		}
		e.at(y)
		e.gradient(f.Coefficients, grad)
		shape.Project(grad, x)
		size := math.SmallestNonzeroFloat64
		for _, g := range grad {
			size += g * g
		}
		for j, g := range grad {
			normal[j] = g / math.Sqrt(size)
		}
		feet[i], normals[i] = y, normal
	}
	return feet, normals
}
