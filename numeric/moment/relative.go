package moment

import "strconv"

// WithRelative returns n with further errors in proportion to the values: variable j
// is seen as x_j (1 + √s b_j ε_j), with standard normal ε_j that are independent of
// one another and of the errors of n. It panics where b has another length than n
// has variables.
func (n Noise) WithRelative(b []float64) Noise {
	if len(b) != n.vars {
		panic("moment: relative noise of " + strconv.Itoa(len(b)) + " variables for " + strconv.Itoa(n.vars))
	}
	n.relative = make([]float64, len(b))
	some := false
	for j, v := range b {
		n.relative[j] = v * v
		some = some || v != 0
	}
	if !some {
		n.relative = nil
	}
	return n
}

// Relative returns the squares b_j² of the relative standard deviations at unit
// variance, or nil where the noise does not depend on the values.
func (n Noise) Relative() []float64 { return n.relative }

// swell is E(1 + √v ε)^k = Σ_i C(k, 2i) (2i-1)!! v^i for a standard normal ε: what noise of
// the relative variance v multiplies the mean of x^k by. slope is its derivative.
func swell(k int, v float64) (value, slope float64) {
	value = 1
	// c is C(k, 2i) (2i-1)!! = k (k-1) … (k-2i+1) / (2^i i!).
	c, power := 1.0, 1.0 // power is v^(i-1)
	for i := 1; 2*i <= k; i++ {
		c *= float64(k-2*i+2) * float64(k-2*i+1) / float64(2*i)
		slope += float64(i) * c * power
		power *= v
		value += c * power
	}
	return value, slope
}

// shrink is the factor that takes relative noise of variance s away from the mean of
// a monomial. It has no bias: errors of different variables are independent.
func (f *Flow) shrink(s float64, place int) float64 {
	d := 1.0
	for j, k := range f.table.Exponents(place) {
		if k > 1 && f.rel[j] > 0 {
			m, _ := swell(int(k), s*f.rel[j])
			d /= m
		}
	}
	return d
}

// shrinkRate is minus the logarithmic derivative of shrink.
func (f *Flow) shrinkRate(s float64, place int) float64 {
	r := 0.0
	for j, k := range f.table.Exponents(place) {
		if k > 1 && f.rel[j] > 0 {
			m, slope := swell(int(k), s*f.rel[j])
			r += f.rel[j] * slope / m
		}
	}
	return r
}

// shrunk is p with every monomial times its shrink.
func (f *Flow) shrunk(p Poly, s float64) Poly {
	if f.rel == nil {
		return p
	}
	q := Poly{Idx: p.Idx, C: make([]float64, len(p.C))}
	for i, c := range p.C {
		q.C[i] = c * f.shrink(s, p.Idx[i])
	}
	return q
}
