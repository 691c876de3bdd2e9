package ring

import "fmt"

// Power returns xⁿ by repeated squaring; x⁰ is 1, also for x = 0.
func Power[E any](k Field[E], x E, n uint) E {
	z := k.One()
	for ; n > 0; n >>= 1 {
		if n&1 != 0 {
			z = k.Mul(z, x)
		}
		if n > 1 {
			x = k.Mul(x, x)
		}
	}
	return z
}

// FromRat returns the element p/q of k for x = p/q: exactly where k is exact,
// and otherwise rounded. It is ErrDomain when the characteristic of k divides
// q, and ErrUnable when the number is outside the range of k. A field with a
// method FromRat(Rat) (E, error) supplies its own; the others are given the
// decimals of p and q to read.
func FromRat[E any](k Field[E], x Rat) (E, error) {
	if f, ok := k.(interface{ FromRat(Rat) (E, error) }); ok {
		return f.FromRat(x)
	}
	num, err := k.Parse(x.Num().String())
	if err != nil {
		return k.Zero(), fmt.Errorf("ring: %v in %v: %w", x, k, err)
	}
	if x.IsInt() {
		return num, nil
	}
	den, err := k.Parse(x.Den().String())
	if err == nil {
		den, err = k.Inv(den)
	}
	if err != nil {
		return k.Zero(), fmt.Errorf("ring: %v in %v: %w", x, k, err)
	}
	return k.Mul(num, den), nil
}

// Zeros returns n zeros of k.
func Zeros[E any](k Field[E], n int) []E {
	z := make([]E, n)
	for i := range z {
		z[i] = k.Zero()
	}
	return z
}
