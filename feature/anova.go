package feature

import (
	"fmt"
)

// ANOVA is the kernel Π_i (1 + x_i y_i), whose 2ⁿ features are the products of
// coordinates without repetition, or with a Degree the part of it in which at
// most that many coordinates meet, Σ_{|A| ≤ d} Π_{i∈A} x_i y_i. It is a kernel
// that is no function of scalar products.
type ANOVA struct {
	// Degree bounds the number of coordinates in a product. Zero stands for no
	// bound.
	Degree int
}

// String returns "Π(1 + x_i y_i)", with the bound where there is one.
func (k ANOVA) String() string {
	if k.Degree == 0 {
		return "Π(1 + x_i y_i)"
	}
	return fmt.Sprintf("Π(1 + x_i y_i) to degree %d", k.Degree)
}

// Validate returns ErrParameter for a negative degree.
func (k ANOVA) Validate() error {
	if k.Degree < 0 {
		return fmt.Errorf("feature: ANOVA kernel of degree %d: %w", k.Degree, ErrParameter)
	}
	return nil
}

// Eval returns k(x, y).
func (k ANOVA) Eval(x, y []float64) float64 {
	mustMatch(len(x), len(y))
	return k.without(-1, k.Degree, x, y)
}

// without returns the sum over all sets of at most d coordinates that do not
// contain l; d = 0 stands for no bound.
func (k ANOVA) without(l, d int, x, y []float64) float64 {
	if d == 0 {
		p := 1.0
		for i, xi := range x {
			if i != l {
				p *= 1 + float64(xi*y[i])
			}
		}
		return p
	}
	// e[j] is the elementary symmetric polynomial of degree j in the products
	// seen so far.
	e := make([]float64, min(d, len(x))+1)
	e[0] = 1
	for i, xi := range x {
		if i == l {
			continue
		}
		for j := len(e) - 1; j > 0; j-- {
			e[j] += float64(float64(xi*y[i]) * e[j-1])
		}
	}
	var s float64
	for _, v := range e {
		s += v
	}
	return s
}

// Gradient writes the gradient in x to dst: the derivative by x_l is y_l times
// the kernel of the other coordinates, of one degree less.
func (k ANOVA) Gradient(dst, x, y []float64) error {
	for l := range dst {
		switch k.Degree {
		case 1:
			dst[l] = y[l]
		case 0:
			dst[l] = y[l] * k.without(l, 0, x, y)
		default:
			dst[l] = y[l] * k.without(l, k.Degree-1, x, y)
		}
	}
	return nil
}

// EvalIn returns k(x, y), computed with a.
func (k ANOVA) EvalIn(a *Arithmetic, x, y []Element) Element {
	mustMatch(len(x), len(y))
	d := k.Degree
	if d == 0 || d > len(x) {
		d = len(x)
	}
	// sets[j] is the sum over all sets of j of the coordinates seen so far.
	sets := make([]Element, d+1)
	sets[0] = a.Int(1)
	for j := 1; j <= d; j++ {
		sets[j] = a.Int(0)
	}
	for i := range x {
		xy := a.Mul(x[i], a.Conj(y[i]))
		for j := d; j > 0; j-- {
			sets[j] = a.Add(sets[j], a.Mul(xy, sets[j-1]))
		}
	}
	return a.Add(sets...)
}

// Code returns the form in files.
func (k ANOVA) Code() (Code, error) { return Code{Type: "anova", Degree: k.Degree}, nil }

func decodeANOVA(c Code) (Kernel, error) { return ANOVA{Degree: c.Degree}, nil }
