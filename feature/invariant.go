package feature

import (
	"fmt"
)

// InvariantPolynomial returns the kernel (ι + 1)^d of IKT. It panics if d is
// negative.
func InvariantPolynomial(invariant Kernel, d int) Through {
	if d < 0 {
		panic(fmt.Sprintf("feature: invariant polynomial kernel of degree %d", d))
	}
	return Through{Outer: Polynomial{Degree: d}, Inner: invariant}
}

// InvariantGaussian returns the kernel exp(−(ι(x,x)+ι(y,y)−2ι(x,y))/(2σ²)) of
// IKT, with the factor 2 that section 2.5.1 there leaves out.
func InvariantGaussian(invariant Kernel, sigma float64) Through {
	return Through{Outer: Gaussian{Sigma: sigma}, Inner: invariant}
}

// hermitian returns Σ x_i·conj(y_i) of complex points.
func hermitian(x, y []float64) complex128 {
	if len(x) != len(y) || len(x)%2 != 0 {
		panic(fmt.Sprintf("feature: complex points with %d and %d real coordinates", len(x), len(y)))
	}
	var re, im float64
	for i := 0; i < len(x); i += 2 {
		re += float64(x[i]*y[i]) + float64(x[i+1]*y[i+1])
		im += float64(x[i+1]*y[i]) - float64(x[i]*y[i+1])
	}
	return complex(re, im)
}

// complexGradient writes the gradient of Re(c·⟨x,y⟩) in x to dst.
func complexGradient(dst []float64, c complex128, y []float64) {
	for i := 0; i < len(y); i += 2 {
		d := c * complex(y[i], -y[i+1])
		dst[i], dst[i+1] = real(d), -imag(d)
	}
}

// modulus2 returns |z|².
func modulus2(z complex128) float64 { return float64(real(z)*real(z)) + float64(imag(z)*imag(z)) }

// checkComplex returns ErrShape when x cannot be complex.
func checkComplex(isComplex bool, x []float64) error {
	if isComplex && len(x)%2 != 0 {
		return fmt.Errorf("feature: %d real coordinates for complex ones: %w", len(x), ErrShape)
	}
	return nil
}

// checkNotZero returns ErrDomain when a point is 0.
func checkNotZero(points ...[]float64) error {
	for _, x := range points {
		if !(norm(x) > 0) {
			return fmt.Errorf("feature: scale-invariant kernel at the point 0: %w", ErrDomain)
		}
	}
	return nil
}
