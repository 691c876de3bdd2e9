package feature

import (
	"fmt"
	"math/big"

	"github.com/kexplain/kexplain/ring"
)

// invariant returns the invariant scalar products over the field.
func (e *exact[E]) invariant(k Kernel) (Value[E], error) {
	if _, rational := any(e.f.Zero()).(ring.Rat); rational && isComplex(k) {
		value, err := overPairs(k)
		if err != nil {
			return nil, err
		}
		return any(value).(Value[E]), nil
	}
	switch k := k.(type) {
	case FiniteRotation:
		return e.total(func(x, y []E) E { return ring.Power(e.f, e.dot(x, y), uint(k.Order)) })
	case Phase:
		return e.total(func(x, y []E) E { return e.f.Mul(e.dot(x, y), e.dot(y, x)) })
	case Projective:
		return func(x, y []E) (E, error) {
			inv, err := e.f.Inv(e.f.Mul(e.dot(x, x), e.dot(y, y)))
			if err != nil {
				return e.f.Zero(), fmt.Errorf("feature: projective kernel at a point of length 0: %w", err)
			}
			return e.f.Mul(e.f.Mul(e.dot(x, y), e.dot(y, x)), inv), nil
		}, nil
	case PositiveScale:
		if value, ok := any(Value[ring.Rat](scaleRat)).(Value[E]); ok {
			return value, nil
		}
	}
	return nil, fmt.Errorf("feature: %v over %v: %w", k, e.f, ErrNotExact)
}

// isComplex reports whether k takes complex points.
func isComplex(k Kernel) bool {
	switch k := k.(type) {
	case Phase:
		return true
	case FiniteRotation:
		return k.Complex
	case Projective:
		return k.Complex
	}
	return false
}

// overPairs returns a kernel on complex points as a function of pairs of
// rational coordinates: the real part of its value over Q(i).
func overPairs(k Kernel) (Value[ring.Rat], error) {
	inner, err := newExact[ring.Gaussian](ring.Qi).invariant(k)
	if err != nil {
		return nil, err
	}
	return func(x, y []ring.Rat) (ring.Rat, error) {
		zx, err := gaussians(x)
		if err != nil {
			return ring.Rat{}, err
		}
		zy, err := gaussians(y)
		if err != nil {
			return ring.Rat{}, err
		}
		v, err := inner(zx, zy)
		return v.Re, err
	}, nil
}

// gaussians joins pairs of coordinates to complex numbers.
func gaussians(x []ring.Rat) ([]ring.Gaussian, error) {
	if len(x)%2 != 0 {
		return nil, fmt.Errorf("feature: %d real coordinates for complex ones: %w", len(x), ErrShape)
	}
	z := make([]ring.Gaussian, len(x)/2)
	for i := range z {
		z[i] = ring.NewGaussian(x[2*i], x[2*i+1])
	}
	return z, nil
}

// scaleRat is PositiveScale over Q: ErrNotExact where the product of the
// lengths is not rational, ring.ErrDomain at 0.
func scaleRat(x, y []ring.Rat) (ring.Rat, error) {
	mustMatch(len(x), len(y))
	square := ring.Q.Dot(x, x).Mul(ring.Q.Dot(y, y))
	root, ok := sqrtRat(square)
	if !ok {
		return ring.Rat{}, fmt.Errorf("feature: √(%v): %w", square, ErrNotExact)
	}
	v, err := ring.Q.Dot(x, y).Quo(root)
	if err != nil {
		return v, fmt.Errorf("feature: scale-invariant kernel at the point 0: %w", err)
	}
	return v, nil
}

// sqrtRat returns √x where it is rational.
func sqrtRat(x ring.Rat) (ring.Rat, bool) {
	p, q := x.Num(), x.Den()
	sp, sq := new(big.Int).Sqrt(p), new(big.Int).Sqrt(q)
	if new(big.Int).Mul(sp, sp).Cmp(p) != 0 || new(big.Int).Mul(sq, sq).Cmp(q) != 0 {
		return ring.Rat{}, false
	}
	root, err := ring.RatFromBigInt(sp).Quo(ring.RatFromBigInt(sq))
	return root, err == nil
}
