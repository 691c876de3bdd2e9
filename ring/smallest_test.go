package ring_test

import (
	"fmt"
	"math/big"

	"github.com/kexplain/kexplain/ring"
)

// bit is the field of two elements, and the smallest field in both senses: it
// supplies what a new field must supply and nothing else. Row operations,
// conjugation and order are there when a field declares them.
type bit struct{}

func (bit) String() string { return "GF(2)" }

func (bit) Zero() bool           { return false }
func (bit) One() bool            { return true }
func (bit) FromInt(n int64) bool { return n%2 != 0 }

func (bit) Add(x, y bool) bool { return x != y }
func (bit) Sub(x, y bool) bool { return x != y }
func (bit) Neg(x bool) bool    { return x }
func (bit) Mul(x, y bool) bool { return x && y }

func (bit) Inv(x bool) (bool, error) {
	if !x {
		return false, fmt.Errorf("GF(2): inverse of 0: %w", ring.ErrDomain)
	}
	return true, nil
}

func (bit) IsZero(x bool) ring.Truth   { return ring.TruthOf(!x) }
func (bit) Equal(x, y bool) ring.Truth { return ring.TruthOf(x == y) }

func (bit) Exact() bool              { return true }
func (bit) Characteristic() *big.Int { return big.NewInt(2) }

func (bit) Format(x bool) string {
	if x {
		return "1"
	}
	return "0"
}

func (k bit) Parse(s string) (bool, error) {
	x, err := ring.ParseRat(s)
	if err != nil {
		return false, err
	}
	if x.Den().Bit(0) == 0 {
		return false, fmt.Errorf("GF(2): %q: %w", s, ring.ErrDomain)
	}
	return x.Num().Bit(0) == 1, nil
}

// A new coefficient field is a type with the methods of Field. This is all of
// GF(2), whose elements are Go's booleans; ringtest.Test checks such a type.
func ExampleField_smallest() {
	var k ring.Field[bool] = bit{}
	v := ring.VectorerOf(k) // plain loops, for GF(2) brings none

	fmt.Println(k.Format(v.Dot([]bool{true, true, true}, []bool{true, false, true})))
	x, err := k.Parse("-3/5")
	fmt.Println(k.Format(x), err)
	_, err = k.Inv(k.Zero())
	fmt.Println(err)
	// Output:
	// 0
	// 1 <nil>
	// GF(2): inverse of 0: ring: undefined
}
