package explain

import (
	"math"

	"github.com/kexplain/kexplain/explain/internal/integer"
)

// faithful gives the decimals among coefficients of monomials of the data so many digits
// that the polynomial that is printed is the one that was fitted: where errors of
// coefficients are correlated, as those of a circle far from the origin, the digits that
// each error leaves do not carry it.
func (w *writer) faithful(places []int, coefficients []integer.Coefficient) []integer.Coefficient {
	s := w.p.Scaling
	monomials := make([][]float64, len(w.p.Sample)) // of the rows, in data units
	for i, row := range w.p.Sample {
		x := make([]float64, len(row))
		for j, v := range row {
			x[j] = v * s.Units[j]
			if s.Origin != nil {
				x[j] += s.Origin[j].Float64()
			}
		}
		monomials[i] = make([]float64, len(places))
		for k, at := range places {
			m := 1.0
			for j, e := range w.p.Table.Exponents(at) {
				for range e {
					m *= x[j]
				}
			}
			monomials[i][k] = m
		}
	}
	out := coefficients
	for digits := 0; digits <= limit.MaxExtraDigits; digits++ {
		if digits > 0 {
			out = make([]integer.Coefficient, len(coefficients))
			for k, c := range coefficients {
				if out[k] = c; !c.Exact && c.Stderr > 0 {
					out[k] = c.Sharper(digits)
				}
			}
		}
		fitted, changed := 0.0, 0.0
		for _, m := range monomials {
			f, d := 0.0, 0.0
			for k, c := range out {
				v := c.Value.Float64()
				if !c.Exact { // the others were fitted with those that are exact
					d += (v - c.Estimate) * m[k]
					v = c.Estimate
				}
				f += v * m[k]
			}
			fitted, changed = fitted+f*f, changed+d*d
		}
		if math.Sqrt(changed) <= limit.MaxPrintedChange*math.Sqrt(fitted) {
			return out
		}
	}
	return coefficients
}
