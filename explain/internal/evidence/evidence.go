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
	space := newSpace()
	defer space.leave()
	feet := feetOf(rows, f, shape, true, space)
	out := feet.likelihood()
	out.Density = density(feet.at, feet.normals)
	total := out.Total()
	return out, !math.IsNaN(total) && !math.IsInf(total, 0)
}

// Density is the part Σ log ρ of the evidence.
func Density(rows [][]float64, f Polynomial, shape noise.Shape) float64 {
	space := newSpace()
	defer space.leave()
	feet := feetOf(rows, f, shape, true, space)
	return density(feet.at, feet.normals)
}

// Offsets returns the evidence without the density. It tells two shapes of noise of one
// equation apart: where columns take few values, all feet may lie at a few places with one
// shape and not with the other, which says nothing about the noise.
func Offsets(rows [][]float64, f Polynomial, shape noise.Shape) (Evidence, bool) {
	if len(rows) == 0 || len(f.Exponents) == 0 {
		return Evidence{}, false
	}
	space := newSpace()
	defer space.leave()
	out := feetOf(rows, f, shape, false, space).likelihood()
	return out, !math.IsNaN(out.Likelihood) && !math.IsInf(out.Likelihood, 0)
}

// MedianOffset is the median of the offsets in units of their root mean square, both in units of the errors of the shape. It is
// 0.67 for normal errors of that shape. ok is false where there is none.
func MedianOffset(rows [][]float64, f Polynomial, shape noise.Shape) (median float64, ok bool) {
	if len(rows) == 0 || len(f.Exponents) == 0 {
		return 0, false
	}
	space := newSpace()
	defer space.leave()
	feet := feetOf(rows, f, shape, false, space)
	square := slices.Sorted(slices.Values(feet.squares))[len(rows)/2]
	median = math.Sqrt(square) / feet.likelihood().Sigma
	return median, !math.IsNaN(median)
}
