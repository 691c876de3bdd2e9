package feature

import (
	"fmt"
	"math"
	"math/big"

	"github.com/kexplain/kexplain/ring"
)

// PositiveScale is the kernel ⟨x,y⟩/(‖x‖‖y‖), invariant under multiplication of
// either point by a positive number. It is not defined at 0.
type PositiveScale struct{}

// String returns "⟨x,y⟩/(‖x‖‖y‖)".
func (PositiveScale) String() string { return "⟨x,y⟩/(‖x‖‖y‖)" }

// CheckPoint returns ErrDomain at 0.
func (PositiveScale) CheckPoint(x []float64) error { return checkNotZero(x) }

// Eval returns k(x, y), NaN where x or y is 0.
func (PositiveScale) Eval(x, y []float64) float64 {
	return dot(x, y) / (math.Sqrt(dot(x, x)) * math.Sqrt(dot(y, y)))
}

// EvalBlock writes the values on a block of pairs.
func (PositiveScale) EvalBlock(dst []float64, b *Block) {
	xx, yy, n := b.SquaresX(), b.SquaresY(), b.Cols()
	for i, xy := range b.Products() {
		dst[i] = xy / (math.Sqrt(xx[i/n]) * math.Sqrt(yy[i%n]))
	}
}

// Gradient writes y/(‖x‖‖y‖) − k(x,y) x/‖x‖² to dst.
func (k PositiveScale) Gradient(dst, x, y []float64) error {
	xx, v := dot(x, x), k.Eval(x, y)
	c := 1 / (math.Sqrt(xx) * math.Sqrt(dot(y, y)))
	for l := range dst {
		dst[l] = float64(c*y[l]) - float64(v*x[l])/xx
	}
	return checkNotZero(x, y)
}

// EvalRat returns k(x, y), ErrNotExact where the product of the lengths is not
// rational, ring.ErrDomain at 0.
func (PositiveScale) EvalRat(x, y []ring.Rat) (ring.Rat, error) {
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

// Code returns the form in files.
func (PositiveScale) Code() (Code, error) { return Code{Type: "positive scale"}, nil }

func decodePositiveScale(Code) (Kernel, error) { return PositiveScale{}, nil }
