package moment

import "slices"

// Poly is a polynomial as a list of monomials of a table with their
// coefficients, in increasing order of the monomials.
type Poly struct {
	Idx []int
	C   []float64
}

// collect sorts the terms, adds like ones, and drops nothing.
func collect(terms map[int32]float64) Poly {
	p := Poly{Idx: make([]int, 0, len(terms))}
	for i := range terms {
		p.Idx = append(p.Idx, int(i))
	}
	slices.Sort(p.Idx)
	p.C = make([]float64, len(p.Idx))
	for i, a := range p.Idx {
		p.C[i] = terms[int32(a)]
	}
	return p
}

// Times returns the product of p and q, polynomials of degree at most half the
// degree of the table.
func (f *Flow) Times(p, q Poly) Poly {
	terms := make(map[int32]float64, len(p.Idx)*len(q.Idx))
	for i, a := range p.Idx {
		for j, b := range q.Idx {
			terms[f.sum[a][b]] += p.C[i] * q.C[j]
		}
	}
	return collect(terms)
}

// Cool returns exp(-s/2 Δ) p, its monomials first divided by what relative noise
// multiplies their means by: the polynomial whose value at a noisy point is an
// unbiased estimate of the value of p at the true point, for noise of covariance
// s C.
func (f *Flow) Cool(p Poly, s float64) Poly {
	sum := make(map[int32]float64, 2*len(p.Idx))
	factor, level := 1.0, f.shrunk(p, s)
	for k := 1; len(level.Idx) > 0; k++ {
		for i, a := range level.Idx {
			sum[int32(a)] += factor * level.C[i]
		}
		level = f.Laplace(level)
		factor *= -s / 2 / float64(k)
	}
	return collect(sum)
}

// Laplace returns Δp = Σ_jl C_jl ∂_j ∂_l p, for the part of the noise that is not
// relative.
func (f *Flow) Laplace(p Poly) Poly {
	terms := map[int32]float64{}
	for i, a := range p.Idx {
		e := f.table.Exponents(a)
		for k, c := range f.noise {
			if b := f.lower[k][a]; b >= 0 {
				terms[b] += c.Value * c.second(e) * p.C[i]
			}
		}
	}
	return collect(terms)
}

// Mean returns the mean of p over the data, uncorrected.
func (f *Flow) Mean(p Poly) float64 {
	x := 0.0
	for i, a := range p.Idx {
		x += p.C[i] * f.levels[0][f.at(int32(a))]
	}
	return x
}

// Value returns p at the row of monomial values.
func (p Poly) Value(row []float64) float64 {
	x := 0.0
	for i, a := range p.Idx {
		x += p.C[i] * row[a]
	}
	return x
}
