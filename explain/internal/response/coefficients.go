package response

import (
	"math"
	"slices"
	"sync"

	"gonum.org/v1/gonum/mat"

	"github.com/kexplain/kexplain/explain/internal/limit"
	"github.com/kexplain/kexplain/numeric"
)

// simple is a number that formulas are made of: p/q · π^k.
type simple struct {
	p, q, pi int
	value    float64
	cost     float64 // nats
	settled  bool    // as what an estimate is: no other number has a share worth a doubt
}

// simples are all simple numbers that are tried.
var simples = sync.OnceValue(listSimples)

func listSimples() []simple {
	var out []simple
	for p := 1; p <= limit.SimpleNumerator; p++ {
		for q := 1; q <= limit.SimpleDenominator; q++ {
			if numeric.GCD(int64(p), int64(q)) != 1 {
				continue
			}
			for pi := -limit.SimplePi; pi <= limit.SimplePi; pi++ {
				s := simple{p: p, q: q, pi: pi, value: float64(p) / float64(q) * math.Pow(math.Pi, float64(pi))}
				s.cost = limit.SimpleLength + limit.SimplePerLog*math.Log(float64(p)) + limit.SimplePerLog*math.Log(float64(q))
				if pi != 0 {
					s.cost += limit.PiLength + math.Abs(float64(pi))
				}
				out = append(out, s)
			}
		}
	}
	return out
}

// nearest is the simple number that describes an estimate with its error best, and the
// length of that description. Multiples of powers of π must be clearly better than every
// short decimal.
func nearest(value, se float64) (s simple, length float64) {
	length = math.Inf(1)
	decimal, all := shortDecimal(value, se), 0.0
	for _, c := range simples() {
		d := (math.Abs(value) - c.value) / se
		if math.Abs(d) > limit.SimpleErrors {
			continue
		}
		l := c.cost + d*d/2
		all += math.Exp(-l)
		if l < length && (c.pi == 0 || l < decimal-limit.PiMargin) {
			s, length = c, l
		}
	}
	s.settled = math.Exp(-length) >= limit.MinPosterior*all
	if value < 0 {
		s.p, s.value = -s.p, -s.value
	}
	return s, length
}

// shortDecimal is the length of the best description of an estimate by a decimal.
func shortDecimal(value, se float64) float64 {
	best := math.Inf(1)
	for digits := 1; digits <= limit.SimpleDigits; digits++ {
		unit := math.Pow10(int(math.Floor(math.Log10(math.Abs(value)))) + 1 - digits)
		d := (value - math.Round(value/unit)*unit) / se
		best = math.Min(best, 1+math.Ln10*float64(digits)+d*d/2)
	}
	return best
}

// describe is the length of a description of coefficients with a covariance, up to a common
// factor, each simple or real, and the values. size is how large each coefficient would make
// its term the largest.
func describe(a []float64, cov *mat.SymDense, size []float64) (length float64, values []simple) {
	length = math.Inf(1)
	for r := range a {
		// Quotients by an uncertain number are far from normal.
		if math.Sqrt(cov.At(r, r)) > limit.MaxUnitError*math.Abs(a[r]) {
			continue
		}
		l, v := describeBy(a, cov, size, r)
		if l < length {
			length, values = l, v
		}
	}
	return length, values
}

// quotients divides coefficients by one of them, to first order in their errors.
func quotients(a []float64, cov *mat.SymDense, ref int) ([]float64, *mat.SymDense) {
	k := len(a)
	mean := make([]float64, k)
	for i := range k {
		mean[i] = a[i] / a[ref]
	}
	c := mat.NewSymDense(k, nil)
	for i := range k {
		for j := i; j < k; j++ {
			v := cov.At(i, j) - mean[i]*cov.At(ref, j) - mean[j]*cov.At(i, ref) + mean[i]*mean[j]*cov.At(ref, ref)
			v /= a[ref] * a[ref]
			if i == ref || j == ref {
				v = 0
			}
			if i == j {
				v = v*(1+1e-9) + 1e-20*mean[i]*mean[i]
			}
			c.SetSym(i, j, v)
		}
	}
	return mean, c
}

// realCost is the description length of a real coefficient of the given error.
func realCost(size, se float64) float64 {
	return 1 + math.Max(0, math.Log(2*size/(math.Sqrt(2*math.Pi*math.E)*se)))
}

// realLength is the description length of quotients by one coefficient as real numbers.
func realLength(a []float64, cov *mat.SymDense, size []float64, ref int) float64 {
	mean, c := quotients(a, cov, ref)
	length := 0.0
	for i := range a {
		if i == ref {
			continue
		}
		length += realCost(math.Abs(size[i]/a[ref]), math.Sqrt(math.Max(c.At(i, i), 1e-300)))
		numeric.Condition(mean, c, i, mean[i])
	}
	return length
}

// describeBy is describe with the coefficient ref for a unit.
func describeBy(a []float64, cov *mat.SymDense, size []float64, ref int) (length float64, values []simple) {
	k := len(a)
	mean, c := quotients(a, cov, ref)
	values = make([]simple, k)
	values[ref] = simple{p: 1, q: 1, value: 1, settled: true}
	done := make([]bool, k)
	done[ref] = true
	for range k - 1 {
		// The one that gains most by being simple.
		best, at, value, cost := math.Inf(-1), -1, simple{}, 0.0
		for i := range k {
			if done[i] {
				continue
			}
			se := math.Sqrt(math.Max(c.At(i, i), 1e-300))
			real := realCost(math.Abs(size[i]/a[ref]), se)
			s, l := nearest(mean[i], se)
			if gain := math.Max(real-l, -math.MaxFloat64); at < 0 || gain > best { // l is infinite where no simple number is near
				best, at, value, cost = gain, i, s, l
				if gain <= 0 {
					value, cost = simple{}, real
				}
			}
		}
		if at < 0 {
			return math.Inf(1), values
		}
		done[at] = true
		length += cost
		values[at] = value
		// The others are described given this one, real or not.
		given := mean[at]
		if value.q != 0 {
			given = value.value
		}
		numeric.Condition(mean, c, at, given)
	}
	return length, values
}

// Coefficient is a coefficient divided by that of another term.
type Coefficient struct {
	Num, Den, Pi int // it is Num/Den · π^Pi; Den is 0 where it is not known to be anything
	Estimate     float64
	Stderr       float64
}

// In are the coefficients of a law divided by that of term lead. Those that are recognised
// are so together: a description with them is shorter by limit.MinSimpleGain nats than with real
// numbers only. Where several simple numbers are near, the rows say none: it stays real.
func (l *Law) In(lead int) []Coefficient {
	k := len(l.Coefs)
	out := make([]Coefficient, k)
	ok := math.Sqrt(l.Cov.At(lead, lead)) <= limit.MaxUnitError*math.Abs(l.Coefs[lead])
	var values []simple
	if ok {
		var length, real float64
		length, values = describeBy(l.Coefs, l.Cov, l.estimate.size, lead)
		real = realLength(l.Coefs, l.Cov, l.estimate.size, lead)
		ok = real-length >= limit.MinSimpleGain
	}
	mean, c := quotients(l.Coefs, l.Cov, lead)
	for i := range k {
		if ok && values[i].q != 0 && values[i].settled {
			out[i] = Coefficient{Num: values[i].p, Den: values[i].q, Pi: values[i].pi, Estimate: mean[i], Stderr: math.Sqrt(math.Max(0, c.At(i, i)))}
			if i != lead {
				numeric.Condition(mean, c, i, values[i].value)
			}
		}
	}
	for i := range k {
		if out[i].Den == 0 {
			out[i] = Coefficient{Estimate: mean[i], Stderr: math.Sqrt(math.Max(0, c.At(i, i)))}
		}
	}
	if !ok {
		return l.Quotients(lead)
	}
	return out
}

// Recognised reports whether a coefficient is known to be a number.
func (c Coefficient) Recognised() bool { return c.Den != 0 }

// Quotients are the coefficients of a law divided by that of a term, as the rows have them.
func (l *Law) Quotients(by int) []Coefficient {
	mean, c := quotients(l.Coefs, l.Cov, by)
	out := make([]Coefficient, len(mean))
	for i, v := range mean {
		out[i] = Coefficient{Estimate: v, Stderr: math.Sqrt(math.Max(0, c.At(i, i)))}
	}
	out[by] = Coefficient{Num: 1, Den: 1, Estimate: 1}
	return out
}

// isSquare reports whether a law of two terms says that two squares are proportional. Where the response has one sign, its root
// says the same with one constant less to read: y = 0.4*x for y^2 = 0.16*x^2.
func (l *Law) isSquare() bool {
	odd := func(e []int) bool { return slices.ContainsFunc(e, func(k int) bool { return k%2 != 0 }) }
	return len(l.Exponents) == 2 && !slices.ContainsFunc(l.Exponents, odd)
}

// determined reports whether the rows tell every coefficient from 0.
func (l *Law) determined() bool {
	lead := l.estimate.fixed // of the largest term
	mean, c := quotients(l.Coefs, l.Cov, lead)
	for i, v := range mean {
		if i != lead && math.Abs(v) < limit.MinDecimalT*math.Sqrt(c.At(i, i)) {
			return false
		}
	}
	return true
}

// Measured is the number of coefficients that are not settled.
func (l *Law) Measured() int {
	k := 0
	for _, s := range l.Simple {
		if !s.settled {
			k++
		}
	}
	return k
}

// Follows reports whether a law has as many measured constants as it takes to follow any smooth surface. A plane follows none.
func (l *Law) Follows() bool { return l.Degree() > 1 && l.Measured() >= limit.SurfaceConstants }
