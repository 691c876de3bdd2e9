package evidence

import (
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"github.com/kexplain/kexplain/explain/internal/limit"
	"github.com/kexplain/kexplain/explain/internal/noise"
)

// Smooth is the log evidence, in nats, that rows lie near some smooth hypersurface: the
// largest over the degrees d = 2, 3, … of that of all monomials of degree ≤ d, less
// DegreeLength for each degree. monomials are ordered by degree, those of a degree complete;
// they must be fewer than the rows. An equation of all monomials of a degree, from, is
// not compared with that degree, unless the search goes no higher. It is Ridge on these monomials but for how
// the polynomial is found.
//
// The polynomial of many terms that needs the least noise is a product with branches on either
// side of the rows, which describes them badly. So it is followed from one of lower degree, or from the
// equation in question, where that is nearer: with A and B the mean squares of values and of gradients,
// weighted by the variances, a step of inverse iteration goes from c to the solution x of
//
//	(A + λσ²/N) x = B c.
//
// A product h·f with h of either sign along the data has a product cᵀBc near 0 with f, and does not come
// up in a few steps.
func Smooth(rows [][]float64, monomials [][]uint8, from Polynomial, degree int, shape noise.Shape) float64 {
	best := math.Inf(-1)
	var last Polynomial // that the degree below ended with
	for d := 1; d <= degree; d++ {
		on := ofDegreeUpTo(monomials, d)
		if len(on) >= len(rows) {
			break
		}
		if len(on) < 2 {
			continue
		}
		s := newDesign(rows, on, phiSizes(on, degree), nil).with(shape)
		unit := s.components(last)
		if last.Exponents == nil {
			var ok bool
			if unit, ok = s.least(); !ok {
				break
			}
		} else if c := s.components(from); c != nil && s.nearer(c, unit) {
			unit = c
		}
		e, unit := s.follow(unit)
		if len(on) > len(from.Exponents) && d > 1 || d == degree && d > 2 {
			best = math.Max(best, e-limit.DegreeLength*float64(d))
		}
		last = s.polynomial(unit)
	}
	return best
}

// least is the polynomial of least values for its gradients.
func (d *design) least() ([]float64, bool) {
	a, b := d.forms(slices.Repeat([]float64{1}, len(d.rows)))
	return smallestRatio(a, b)
}

// ofDegreeUpTo are the monomials of a list of degree d at most.
func ofDegreeUpTo(monomials [][]uint8, d int) [][]uint8 {
	var out [][]uint8
	for _, m := range monomials {
		total := 0
		for _, k := range m {
			total += int(k)
		}
		if total <= d {
			out = append(out, m)
		}
	}
	return out
}

const followSteps = 2 // at each precision: a number of steps, no decision

// components are the coefficients of a polynomial in units of the φ-norm, or nil where it has
// other monomials.
func (d *design) components(f Polynomial) []float64 {
	out := make([]float64, len(d.exponents))
	for i, e := range f.Exponents {
		at := slices.IndexFunc(d.exponents, func(m []uint8) bool { return slices.Equal(m, e) })
		if at < 0 {
			return nil
		}
		out[at] = f.Coefficients[i] / d.size[at]
	}
	return out
}

// nearer reports whether the rows have more evidence for one polynomial than for another.
func (d *design) nearer(c, than []float64) bool {
	a, in := Of(d.rows, d.polynomial(c), d.shape)
	b, ok := Of(d.rows, d.polynomial(than), d.shape)
	return in && (!ok || a.Total() > b.Total())
}

// follow returns the largest evidence on the way from a polynomial, and where that is.
func (d *design) follow(unit []float64) (float64, []float64) {
	best, at := math.Inf(-1), unit
	variances := make([]float64, len(d.rows))
	unit = slices.Clone(unit)
	for _, lambda := range limit.Precisions {
		for range followSteps {
			a, b, sigma2 := d.measured(unit, variances)
			if !inverseStep(a, b, unit, lambda*sigma2/float64(len(d.rows))) {
				return best, at
			}
		}
		a, _, _ := d.measured(unit, variances)
		e, ok := d.evidence(unit, a, lambda)
		if ok && e > best {
			best, at = e, slices.Clone(unit)
		}
		if !ok || e < best-limit.RidgePeak {
			break
		}
	}
	return best, at
}

// measured scales a polynomial to gradients of mean square 1 in units of the errors, writes the
// variances of its values, and returns the forms with these weights and σ².
func (d *design) measured(unit, variances []float64) (a, b *mat.SymDense, sigma2 float64) {
	d.variancesOf(variances, unit)
	mean := floats.Sum(variances) / float64(len(variances))
	floats.Scale(1/math.Sqrt(mean), unit)
	floats.Scale(1/mean, variances)
	a, b = d.forms(variances)
	return a, b, d.sigma2(unit, variances)
}

// inverseStep replaces c by (A + shift)⁻¹ B c.
func inverseStep(a, b *mat.SymDense, c []float64, shift float64) bool {
	k := len(c)
	shifted := mat.NewSymDense(k, nil)
	shifted.CopySym(a)
	for i := range k {
		shifted.SetSym(i, i, a.At(i, i)+shift)
	}
	var chol mat.Cholesky
	if !chol.Factorize(shifted) {
		return false
	}
	var right, x mat.VecDense
	right.MulVec(b, mat.NewVecDense(k, c))
	if chol.SolveVecTo(&x, &right) != nil {
		return false
	}
	copy(c, x.RawVector().Data)
	return true
}
