package feature

import (
	"fmt"

	"github.com/kexplain/kexplain/ring"
)

// Polynomial is the inhomogeneous polynomial kernel (θ⟨x,y⟩ + 1)^d or the
// homogeneous one θ^d⟨x,y⟩^d. Degree 0 gives the constant 1.
//
// Its features are the monomials t^a of degree at most d (of degree d for the
// homogeneous one), scaled by γ_a: k(x, y) = Σ_a γ_a² x^a y^a, with
//
//	γ_a² = θ^|a| d!/(a! (d−|a|)!)   inhomogeneous, |a| ≤ d
//	γ_a² = θ^d d!/a!                homogeneous, |a| = d
//
// (CKI, section 2; DKL, section 2.2 prints the second formula for both.)
type Polynomial struct {
	// Degree is d ≥ 0.
	Degree int
	// Theta is θ > 0. Zero stands for 1.
	Theta ring.Rat
	// Homogeneous selects the homogeneous kernel.
	Homogeneous bool
}

var (
	_ Kernel         = Polynomial{}
	_ BlockEvaluator = Polynomial{}
	_ Differentiable = Polynomial{}
	_ Validator      = Polynomial{}
)

// theta returns θ.
func (p Polynomial) theta() ring.Rat {
	if p.Theta.IsZero() {
		return ring.Q.One()
	}
	return p.Theta
}

// Validate returns ErrParameter for a negative degree or θ < 0.
func (p Polynomial) Validate() error {
	switch {
	case p.Degree < 0:
		return fmt.Errorf("feature: polynomial kernel of degree %d: %w", p.Degree, ErrParameter)
	case p.Theta.Sign() < 0:
		return fmt.Errorf("feature: polynomial kernel with θ = %v, which is negative: %w", p.Theta, ErrParameter)
	}
	return nil
}

// String returns "(1/2⟨x,y⟩ + 1)^3" or "(1/2⟨x,y⟩)^3".
func (p Polynomial) String() string {
	s := "⟨x,y⟩"
	if t := p.theta(); !t.IsOne() {
		s = t.String() + s
	}
	switch {
	case !p.Homogeneous:
		s = "(" + s + " + 1)"
	case !p.theta().IsOne():
		s = "(" + s + ")"
	}
	if p.Degree == 1 {
		return s
	}
	return fmt.Sprintf("%s^%d", s, p.Degree)
}

// Eval returns k(x, y).
func (p Polynomial) Eval(x, y []float64) float64 {
	return power(p.base(dot(x, y)), p.Degree)
}

// base returns what is raised to the power d.
func (p Polynomial) base(xy float64) float64 {
	s := float64(p.theta().Float64() * xy)
	if p.Homogeneous {
		return s
	}
	return s + 1
}

// EvalBlock writes the values on a block of pairs.
func (p Polynomial) EvalBlock(dst []float64, b *Block) {
	theta, one := p.theta().Float64(), 1.0
	if p.Homogeneous {
		one = 0
	}
	for i, xy := range b.Products() {
		s := float64(theta*xy) + one
		if p.Degree == 2 {
			dst[i] = s * s
			continue
		}
		dst[i] = power(s, p.Degree)
	}
}

// Gradient writes the gradient in x, dθ(θ⟨x,y⟩ + 1)^(d−1) y, to dst.
func (p Polynomial) Gradient(dst, x, y []float64) error {
	_, slope := p.Slopes(0, dot(x, y), 0)
	scaleTo(dst, slope, y)
	return nil
}

// EvalIn returns k(x, y), computed with a.
func (p Polynomial) EvalIn(a *Arithmetic, x, y []Element) Element {
	return p.OfProductsIn(a, nil, a.Dot(x, y), nil)
}

// OfProducts returns (θ·xy + 1)^d.
func (p Polynomial) OfProducts(_, xy, _ float64) float64 { return power(p.base(xy), p.Degree) }

// Slopes returns the derivatives 0 and dθ(θ·xy + 1)^(d−1).
func (p Polynomial) Slopes(_, xy, _ float64) (byXX, byXY float64) {
	if p.Degree == 0 {
		return 0, 0
	}
	return 0, float64(p.Degree) * p.theta().Float64() * power(p.base(xy), p.Degree-1)
}

// OfProductsIn returns (θ·xy + 1)^d, computed with a.
func (p Polynomial) OfProductsIn(a *Arithmetic, _, xy, _ Element) Element {
	s := a.Mul(a.Rat(p.theta()), xy)
	if !p.Homogeneous {
		s = a.Add(s, a.Int(1))
	}
	return a.Power(s, p.Degree)
}

// Code returns the form in files.
func (p Polynomial) Code() (Code, error) {
	return Code{Type: "polynomial", Degree: p.Degree, Theta: p.Theta.String(), Homogeneous: p.Homogeneous}, nil
}

func decodePolynomial(c Code) (Kernel, error) {
	theta, err := ring.ParseRat(c.Theta)
	return Polynomial{Degree: c.Degree, Theta: theta, Homogeneous: c.Homogeneous}, err
}

// Weight returns γ_a², which is 0 for monomials that are no feature. It panics
// if an exponent is negative.
func (p Polynomial) Weight(a []int) ring.Rat {
	d := p.Degree
	total := 0
	for _, e := range a {
		if e < 0 {
			panic("feature: negative exponent")
		}
		total += e
	}
	if total > d || p.Homogeneous && total < d {
		return ring.Rat{}
	}
	// d!/(a!(d−|a|)!) as a product of binomials.
	w, _ := p.theta().Pow(total)
	rest := d
	for _, e := range a {
		if e > 0 {
			w = w.Mul(binomial(rest, e))
			rest -= e
		}
	}
	return w
}

// Dim returns the number of features in n variables, C(n+d, d) or
// C(n+d−1, d), and false when it exceeds MaxFeatures.
func (p Polynomial) Dim(n int) (int, bool) {
	if p.Homogeneous {
		n--
	}
	if n < 0 {
		if p.Degree == 0 {
			return 1, true
		}
		return 0, true
	}
	c := 1
	for i := 1; i <= min(n, p.Degree); i++ {
		c = c * (max(n, p.Degree) + i) / i // exact: a binomial at every step
		if c > MaxFeatures {
			return 0, false
		}
	}
	return c, true
}

// binomial returns C(n, k) for 0 ≤ k ≤ n.
func binomial(n, k int) ring.Rat {
	c := ring.Q.One()
	for i := 1; i <= min(k, n-k); i++ {
		c = c.Mul(ring.NewRat(int64(n-i+1), int64(i)))
	}
	return c
}
