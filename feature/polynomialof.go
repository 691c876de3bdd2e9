package feature

import (
	"fmt"
	"strings"

	"github.com/kexplain/kexplain/ring"
)

// PolynomialOf is the kernel Σ_i c_i k^i for rational c_i ≥ 0.
type PolynomialOf struct {
	// Coefficients are c_0, c_1, …
	Coefficients []ring.Rat
	Kernel       Kernel
}

// String returns "1 + 2·k + k^2 with k = …".
func (k PolynomialOf) String() string {
	var terms []string
	for i, c := range k.Coefficients {
		if c.IsZero() {
			continue
		}
		power := ""
		switch i {
		case 0:
		case 1:
			power = "k"
		default:
			power = fmt.Sprintf("k^%d", i)
		}
		switch {
		case i == 0:
			terms = append(terms, c.String())
		case c.IsOne():
			terms = append(terms, power)
		default:
			terms = append(terms, c.String()+"·"+power)
		}
	}
	if len(terms) == 0 {
		terms = []string{"0"}
	}
	return fmt.Sprintf("%s with k = %v", strings.Join(terms, " + "), k.Kernel)
}

// Validate returns ErrParameter for a negative coefficient, and checks the
// kernel.
func (k PolynomialOf) Validate() error {
	for i, c := range k.Coefficients {
		if c.Sign() < 0 {
			return fmt.Errorf("feature: polynomial of a kernel: coefficient %v of k^%d: %w", c, i, ErrParameter)
		}
	}
	return Validate(k.Kernel)
}

// CheckPoint checks that the kernel is defined at x.
func (k PolynomialOf) CheckPoint(x []float64) error { return CheckPoint(k.Kernel, x) }

// horner returns value and derivative of the polynomial at v.
func (k PolynomialOf) horner(v float64) (value, slope float64) {
	for i := len(k.Coefficients) - 1; i >= 0; i-- {
		slope = float64(slope*v) + value
		value = float64(value*v) + k.Coefficients[i].Float64()
	}
	return value, slope
}

// Eval returns Σ c_i k(x, y)^i.
func (k PolynomialOf) Eval(x, y []float64) float64 {
	v, _ := k.horner(k.Kernel.Eval(x, y))
	return v
}

// EvalBlock writes the values on a block of pairs.
func (k PolynomialOf) EvalBlock(dst []float64, b *Block) {
	evalBlock(k.Kernel, dst, b)
	for i, v := range dst {
		dst[i], _ = k.horner(v)
	}
}

// Gradient writes Σ i·c_i k^(i−1) times the gradient of the kernel to dst.
func (k PolynomialOf) Gradient(dst, x, y []float64) error {
	err := Gradient(k.Kernel, dst, x, y)
	_, slope := k.horner(k.Kernel.Eval(x, y))
	scaleTo(dst, slope, dst)
	return err
}

// EvalIn returns Σ c_i k(x, y)^i, computed with a.
func (k PolynomialOf) EvalIn(a *Arithmetic, x, y []Element) Element {
	return k.hornerIn(a, a.Kernel(k.Kernel, x, y))
}

func (k PolynomialOf) hornerIn(a *Arithmetic, v Element) Element {
	s := a.Int(0)
	for i := len(k.Coefficients) - 1; i >= 0; i-- {
		s = a.Add(a.Mul(s, v), a.Rat(k.Coefficients[i]))
	}
	return s
}

// CheckOuter returns ErrParameter unless the kernel inside is a function of
// scalar products.
func (k PolynomialOf) CheckOuter() error { return checkOuter(k.Kernel) }

// OfProducts returns the polynomial of the function inside.
func (k PolynomialOf) OfProducts(xx, xy, yy float64) float64 {
	v, _ := k.horner(k.Kernel.(OfProducts).OfProducts(xx, xy, yy))
	return v
}

// Slopes returns the derivatives of OfProducts by xx and xy.
func (k PolynomialOf) Slopes(xx, xy, yy float64) (byXX, byXY float64) {
	inner := k.Kernel.(OfProducts)
	_, slope := k.horner(inner.OfProducts(xx, xy, yy))
	byXX, byXY = inner.Slopes(xx, xy, yy)
	return slope * byXX, slope * byXY
}

// OfProductsIn returns the polynomial of the function inside.
func (k PolynomialOf) OfProductsIn(a *Arithmetic, xx, xy, yy Element) Element {
	return k.hornerIn(a, outerIn(a, k.Kernel, xx, xy, yy))
}

// Code returns the form in files.
func (k PolynomialOf) Code() (Code, error) {
	c := Code{Type: "polynomial of"}
	for _, v := range k.Coefficients {
		c.Coefficients = append(c.Coefficients, v.String())
	}
	return encodeParts(c, k.Kernel)
}

func decodePolynomialOf(c Code) (Kernel, error) {
	parts, err := c.parts(1)
	if err != nil {
		return nil, err
	}
	coefficients, err := c.rationals()
	return PolynomialOf{Coefficients: coefficients, Kernel: parts[0]}, err
}

func (PolynomialOf) compound() {}
