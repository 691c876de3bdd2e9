// Package elementary lists the elementary functions that tables of curves most often have: rivals of polynomials
// that follow them.
package elementary

import (
	"math"
	"slices"

	"github.com/kexplain/kexplain/explain/internal/limit"
)

// Family is a family of elementary functions a₁ g₁ + a₂ g₂ + …, with constants k and s in the g.
// The argument is u, which runs from -1 to 1 over the rows, and x itself. Basis appends the g to dst.
type Family struct {
	Name  string
	K, S  []float64 // values that are tried first, of growing size; one value: there is no such constant
	Basis func(dst []float64, u, x, k, s float64) []float64
}

// Names of functions that logarithms of columns make straight.
const (
	Exponential = "an exponential function"
	Logarithm   = "a logarithm"
	Power       = "a power"
)

var once = []float64{0}

// Families are the functions that tables of curves most often have.
var Families = []Family{
	{Exponential, bothSigns(limit.FunctionRates), once, func(dst []float64, u, _, k, _ float64) []float64 {
		return append(dst, 1, math.Exp(k*u))
	}},
	{"a hyperbolic function", limit.FunctionRates, once, func(dst []float64, u, _, k, _ float64) []float64 {
		return append(dst, 1, math.Sinh(k*u), math.Cosh(k*u))
	}},
	{"a sine", limit.FunctionRates, once, func(dst []float64, u, _, k, _ float64) []float64 {
		return append(dst, 1, math.Sin(k*u), math.Cos(k*u))
	}},
	{Logarithm, once, once, func(dst []float64, _, x, _, _ float64) []float64 {
		return append(dst, 1, math.Log(x))
	}},
	{"a shifted power", bothSigns(limit.FunctionPowers), once, func(dst []float64, _, x, k, _ float64) []float64 {
		return append(dst, 1, math.Pow(x, k))
	}},
	{"x log x", once, once, func(dst []float64, _, x, _, _ float64) []float64 {
		return append(dst, 1, x, x*math.Log(x))
	}},
	{"a hyperbolic tangent", limit.FunctionRates, limit.FunctionShifts, func(dst []float64, u, _, k, s float64) []float64 {
		return append(dst, 1, math.Tanh(k*(u-s)))
	}},
	{"an arctangent", limit.FunctionRates, limit.FunctionShifts, func(dst []float64, u, _, k, s float64) []float64 {
		return append(dst, 1, math.Atan(k*(u-s)))
	}},
	{"a bell curve", limit.FunctionRates, limit.FunctionShifts, func(dst []float64, u, _, k, s float64) []float64 {
		return append(dst, 1, math.Exp(-k*k*(u-s)*(u-s)))
	}},
	// The same with their usual constants 0: a decay to 0, and odd functions.
	{Power, bothSigns(limit.FunctionPowers), once, func(dst []float64, _, x, k, _ float64) []float64 {
		return append(dst, math.Pow(x, k))
	}},
	{Exponential, bothSigns(limit.FunctionRates), once, func(dst []float64, _, x, k, _ float64) []float64 {
		return append(dst, math.Exp(k*x))
	}},
	{"a sine", limit.FunctionRates, once, func(dst []float64, _, x, k, _ float64) []float64 {
		return append(dst, math.Sin(k*x))
	}},
	{"a hyperbolic tangent", limit.FunctionRates, once, func(dst []float64, _, x, k, _ float64) []float64 {
		return append(dst, math.Tanh(k*x))
	}},
	{"an arctangent", limit.FunctionRates, once, func(dst []float64, _, x, k, _ float64) []float64 {
		return append(dst, math.Atan(k*x))
	}},
}

// Smooth are polynomials of higher degree than equations have: some of them is near a smooth function of any kind.
var Smooth = []Family{chebyshev(6), chebyshev(8), chebyshev(10), chebyshev(12)}

// chebyshev are the polynomials up to a degree, in the basis of Chebyshev's.
func chebyshev(degree int) Family {
	return Family{"some smooth function", once, once, func(dst []float64, u, _, _, _ float64) []float64 {
		t, next := 1.0, u
		for range degree + 1 {
			dst = append(dst, t)
			t, next = next, 2*u*next-t
		}
		return dst
	}}
}

// bothSigns are numbers and their negatives.
func bothSigns(list []float64) []float64 {
	out := slices.Clone(list)
	for _, v := range list {
		out = append(out, -v)
	}
	return out
}

// Has reports whether k and s are within twice the values that are tried first: a sine with waves as short
// as one likes passes near all rows.
func (f Family) Has(k, s float64) bool {
	least, most, shift := math.Abs(f.K[0]), math.Abs(f.K[len(f.K)-1]), f.S[len(f.S)-1]
	return 2*math.Abs(k) >= least && math.Abs(k) <= 2*most && math.Abs(s) <= 2*shift
}
