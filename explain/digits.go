package explain

import (
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/mat"

	"github.com/kexplain/kexplain/explain/internal/integer"
	"github.com/kexplain/kexplain/explain/internal/limit"
	"github.com/kexplain/kexplain/internal/decimal"
	"github.com/kexplain/kexplain/internal/stable"
	"github.com/kexplain/kexplain/numeric"
	"github.com/kexplain/kexplain/ring"
)

// solvedFor are coefficients divided by the one of a term, with the covariance of their errors. If that one was measured and
// others are exact, nothing is divided, since the exact ones would become decimals. ratios are the coefficients of the fit,
// divided by the one of the term, with their covariance.
func solvedFor(at int, list []integer.Coefficient, errors *mat.SymDense, ratios func() ([]float64, *mat.SymDense)) ([]integer.Coefficient, *mat.SymDense) {
	unit, exact := list[at], 0
	for _, c := range list {
		if c.Exact {
			exact++
		}
	}
	if !unit.Exact {
		if exact > 1 {
			return list, errors
		}
		r, cov := ratios()
		return withUnit(integer.Decimals(r, cov), cov, at)
	}
	inverse, err := unit.Value.Inv()
	if err != nil {
		return list, errors
	}
	factor := inverse.Float64()
	scaled := mat.NewSymDense(len(list), nil)
	scaled.ScaleSym(factor*factor, errors)
	quotients := make([]float64, len(list))
	for i, c := range list {
		quotients[i] = c.Estimate * factor
	}
	out := integer.Decimals(quotients, scaled)
	for i, c := range list {
		if c.Exact {
			out[i] = integer.Coefficient{Value: c.Value.Mul(inverse), Estimate: quotients[i], Stderr: c.Stderr * math.Abs(factor), Exact: true}
		}
	}
	return out, scaled
}

// withUnit inserts a coefficient 1, which has no error, at a place.
func withUnit(others []integer.Coefficient, cov *mat.SymDense, at int) ([]integer.Coefficient, *mat.SymDense) {
	full := mat.NewSymDense(len(others)+1, nil)
	past := func(i int) int { // the place of one of the others
		if i < at {
			return i
		}
		return i + 1
	}
	for i := range others {
		for j := range i + 1 {
			full.SetSym(past(i), past(j), cov.At(i, j))
		}
	}
	return stable.Insert(slices.Clone(others), at, integer.Coefficient{Value: ring.RatFromInt(1), Estimate: 1, Exact: true}), full
}

// withEnoughDigits gives the decimals among coefficients of monomials of the data so many digits
// that the polynomial that is printed is the one that was fitted: where errors of
// coefficients are correlated, as those of a circle far from the origin, the digits that
// each error leaves do not carry it. Each has no more digits than are needed.
func (w *writer) withEnoughDigits(places []int, coefficients []integer.Coefficient) []integer.Coefficient {
	s := w.p.Scaling
	var r residuals
	for _, row := range w.p.Sample {
		x := make([]float64, len(row)) // in data units
		for j, v := range row {
			x[j] = v * s.Units[j]
			if s.Origin != nil {
				x[j] += s.Origin[j].Float64()
			}
		}
		monomials := make([]float64, len(places))
		slopes := make([]float64, len(row)) // of the logarithms of the columns
		for k, at := range places {
			m := 1.0
			exponents := w.p.Table.Exponents(at)
			for j, e := range exponents {
				for range e {
					m *= x[j]
				}
			}
			monomials[k] = m
			for j, e := range exponents {
				slopes[j] += fittedValue(coefficients[k]) * float64(e) * m
			}
		}
		r.monomials = append(r.monomials, monomials)
		for _, d := range slopes {
			r.least += limit.RoundingVariance * d * d
		}
	}
	extra := make([]int, len(coefficients))
	for digits := 0; digits <= limit.MaxExtraDigits; digits++ {
		for k, c := range coefficients {
			if !c.Exact && c.Stderr > 0 {
				extra[k] = digits
			}
		}
		if r.keep(sharper(coefficients, extra)) {
			return sharper(coefficients, r.fewest(coefficients, extra))
		}
	}
	return coefficients
}

// residuals are the rows that an equation was fitted to.
type residuals struct {
	monomials [][]float64 // of the terms, at every row
	least     float64     // sum of squares of what the rounding of moments may leave of the equation
}

// fewest takes digits away from one coefficient after the other, again and again, as long as
// the polynomial remains the one that was fitted. It changes extra, and returns it.
func (r residuals) fewest(coefficients []integer.Coefficient, extra []int) []int {
	for again := true; again; {
		again = false
		for k := range extra {
			if extra[k] == 0 {
				continue
			}
			extra[k]--
			if r.keep(sharper(coefficients, extra)) {
				again = true
			} else {
				extra[k]++
			}
		}
	}
	return extra
}

// sharper are coefficients with digits beyond those that their errors leave.
func sharper(coefficients []integer.Coefficient, extra []int) []integer.Coefficient {
	out := slices.Clone(coefficients)
	for k, digits := range extra {
		if digits > 0 {
			out[k] = out[k].Sharper(digits)
		}
	}
	return out
}

// keep reports whether the polynomial that is printed is the one that was fitted: the values
// of the coefficients change the residuals little.
func (r residuals) keep(coefficients []integer.Coefficient) bool {
	fitted, changed := 0.0, 0.0
	for _, m := range r.monomials {
		f, d := 0.0, 0.0
		for k, c := range coefficients {
			if !c.Exact { // the others were fitted with those that are exact
				d += (c.Value.Float64() - c.Estimate) * m[k]
			}
			f += fittedValue(c) * m[k]
		}
		fitted, changed = fitted+f*f, changed+d*d
	}
	return math.Sqrt(changed) <= limit.MaxPrintedChange*math.Sqrt(math.Max(fitted, r.least))
}

// fittedValue is what a coefficient was in the fit, where those that are exact were fixed.
func fittedValue(c integer.Coefficient) float64 {
	if c.Exact {
		return c.Value.Float64()
	}
	return c.Estimate
}

// setEstimates fills in what a fit says of exact coefficients. The fit knows them as b, up to a
// common factor, so that it has estimates of quotients only. The quotients are taken by the
// coefficient of the smallest relative error, which is known by definition, and multiplied by
// its integer; the errors are those of the quotients.
func setEstimates(terms []Term, b []float64, cov *mat.SymDense) {
	ref := leastUncertain(b, cov)
	unit := terms[ref].Coefficient.Float64()
	terms[ref].Estimate = unit
	if len(b) == 1 {
		return
	}
	ratio, rcov := integer.Ratios(b, cov, ref)
	for i := range terms {
		if i == ref {
			continue
		}
		at := i
		if i > ref {
			at--
		}
		terms[i].Estimate = unit * ratio[at]
		terms[i].Stderr = math.Abs(unit) * math.Sqrt(math.Max(0, rcov.At(at, at)))
	}
}

// measured are the terms with coefficients as the rows have them, the leading one being 1: b
// with covariance cov, in the order of the terms. Those that the rows settle, as that of y²
// beside x², have no error.
func measured(terms []Term, b []float64, cov *mat.SymDense) []Term {
	if len(terms) < 2 || b[0] == 0 {
		return nil
	}
	out := []Term{{Exponents: terms[0].Exponents, Coefficient: ring.RatFromInt(1), Estimate: 1, Exact: true}}
	ratio, rcov := integer.Ratios(b, cov, 0)
	conjugate := make([]bool, len(ratio))
	for i, t := range terms[1:] {
		conjugate[i] = permutation(t.Exponents, terms[0].Exponents)
	}
	settled, _ := integer.Settle(ratio, rcov, conjugate)
	for i, c := range settled {
		out = append(out, Term{Exponents: terms[i+1].Exponents, Coefficient: c.Value, Estimate: c.Estimate, Stderr: c.Stderr, Exact: c.Exact})
	}
	return out
}

// leastUncertain is the coefficient that is the most standard errors away from 0, the
// first of several: quotients by it are nearest to normal.
func leastUncertain(b []float64, cov *mat.SymDense) int {
	ref, most := 0, 0.0
	for i, v := range b {
		if v == 0 {
			continue
		}
		if sure := math.Abs(v) / math.Sqrt(math.Max(0, cov.At(i, i))); sure > most {
			ref, most = i, sure
		}
	}
	return ref
}

// restricted picks the given places.
func restricted(a []float64, cov *mat.SymDense, places []int) ([]float64, *mat.SymDense) {
	b, c := make([]float64, len(places)), mat.NewSymDense(len(places), nil)
	for i, p := range places {
		b[i] = a[p]
		for j := i; j < len(places); j++ {
			c.SetSym(i, j, cov.At(p, places[j]))
		}
	}
	return b, c
}

// reordered is the covariance of the coefficients of terms in the order of others, which has the same terms.
func reordered(cov *mat.SymDense, terms, others []Term) *mat.SymDense {
	out := mat.NewSymDense(len(terms), nil)
	place := make([]int, len(terms))
	for i, t := range terms {
		place[i] = slices.IndexFunc(others, func(o Term) bool { return slices.Equal(o.Exponents, t.Exponents) })
	}
	for i := range terms {
		for j := range i + 1 {
			out.SetSym(place[i], place[j], cov.At(i, j))
		}
	}
	return out
}

// withoutCancelled sets coefficients to 0 that differ from 0 by no more than rounding, the nearest to 0 first, and fits the
// others again. Such terms cancel when the columns are measured from 0 and not from the origin of the search.
func withoutCancelled(a []float64, cov *mat.SymDense) {
	rounding := make([]float64, len(a)) // of a variance, which conditioning makes as small as 0
	for i := range a {
		rounding[i] = 1e-12 * cov.At(i, i)
	}
	for {
		at, least := -1, limit.MinEstimate
		for i, v := range a {
			if errors := math.Abs(v) / math.Sqrt(math.Max(cov.At(i, i), rounding[i])); v != 0 && errors < least {
				at, least = i, errors
			}
		}
		if at < 0 {
			return
		}
		if cov.At(at, at) > rounding[at] {
			numeric.Condition(a, cov, at, 0)
		}
		a[at] = 0
	}
}

// undetermined names the coefficient that the data determine least, where that may be 0.
func (g Generator) undetermined() string {
	for _, t := range g.Terms {
		if !t.Exact && t.Stderr > 0 && math.Abs(t.Estimate) < limit.MinEstimate*t.Stderr {
			return fmt.Sprintf("the data do not determine all coefficients: one is %.1f standard errors from 0", math.Abs(t.Estimate)/t.Stderr)
		}
	}
	return ""
}

// asMeasured has the decimals that the rows give in place of whole numbers that the rows prefer to them by little. gain is
// by how much, in nats.
func (g Generator) asMeasured(gain float64) Generator {
	if g.Rational && gain <= limit.MinIntegerGain {
		g.Terms = g.Measured
	}
	return g
}

// loose says that a curve of several decimals has one that is known roughly only: such curves follow any rows of one trend.
// Beside other equations two decimals are several.
func (g Generator) loose(beside bool) string {
	least := limit.FurtherTerms
	if beside {
		least--
	}
	if !g.curveOfDecimals(least) {
		return ""
	}
	for _, t := range g.Terms {
		if part := t.Stderr / math.Abs(t.Estimate); part > limit.MaxLoose {
			return fmt.Sprintf("one constant is known only to %.0f %%: a curve that merely follows the rows looks like this; more rows or digits would tell", 100*part)
		}
	}
	return ""
}

// multiplesOfPi says which decimals of a generator are known well enough to be recognised as multiples of a power of π.
func (g Generator) multiplesOfPi() (named []string) {
	for _, t := range g.Terms {
		if r, power, ok := integer.MultipleOfPi(t.Estimate, t.Stderr); ok && !t.Exact {
			// Without the sign, which depends on the side of the equation.
			named = append(named, decimal.Uncertain(math.Abs(t.Coefficient.Float64()), t.Stderr)+" agrees with "+multipleOfPi(r, power))
		}
	}
	return named
}

// looseMultiplesOfPi says which coefficients that the cells do not single out agree with a multiple of a power of π.
func looseMultiplesOfPi(loose []Interval) (named []string) {
	for _, l := range loose {
		low, high := float64(l.Low), float64(l.High)
		if r, power, ok := integer.MultipleOfPi((low+high)/2, (high-low)/2/limit.SettleErrors); ok {
			named = append(named, decimal.Number(l.Coefficient.Float64(), 6)+" agrees with "+multipleOfPi(r, power))
		}
	}
	return named
}

// multipleOfPi writes a positive multiple of a power of π.
func multipleOfPi(r ring.Rat, power int) string {
	pi := "pi"
	if power < -1 || power > 1 {
		pi = fmt.Sprintf("pi^%d", max(power, -power))
	}
	num, den := r.Num().String(), r.Den().String()
	switch {
	case power < 0 && den == "1":
		return num + "/" + pi
	case power < 0:
		return num + "/(" + den + "*" + pi + ")"
	case num == "1":
		num = pi
	default:
		num += "*" + pi
	}
	if den == "1" {
		return num
	}
	return num + "/" + den
}

// decimals is the number of terms with a measured constant.
func (g Generator) decimals() int {
	n := 0
	for _, t := range g.Terms {
		if !t.Exact {
			n++
		}
	}
	return n
}
