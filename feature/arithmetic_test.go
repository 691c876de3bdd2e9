package feature_test

import (
	"errors"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"gonum.org/v1/gonum/mat"

	"github.com/kexplain/kexplain/feature"
	"github.com/kexplain/kexplain/poly"
	"github.com/kexplain/kexplain/ring"
)

var errFirst, errSecond = errors.New("first"), errors.New("second")

// failing is a formula that fails and goes on to compute with what it has.
type failing struct {
	plain
	after func(a *feature.Arithmetic, x []feature.Element) feature.Element
}

func (k failing) EvalIn(a *feature.Arithmetic, x, _ []feature.Element) feature.Element {
	if len(x) == 0 { // a trial, whether there is a formula
		return a.Int(1)
	}
	a.Fail(errFirst)
	return k.after(a, x)
}

// formula is a kernel that is whatever a function computes.
type formula struct {
	plain
	f func(a *feature.Arithmetic, x, y []feature.Element) feature.Element
}

func (k formula) EvalIn(a *feature.Arithmetic, x, y []feature.Element) feature.Element {
	return k.f(a, x, y)
}

// TestArithmetic: an empty sum is 0, an empty power is 1, and a scalar product takes points of one length.
func TestArithmetic(t *testing.T) {
	value := func(f func(a *feature.Arithmetic, x, y []feature.Element) feature.Element) string {
		return at(t, ring.Q, formula{plain{feature.Linear{}}, f}, q(1, 2), q(3, 4)).String()
	}
	assert.Equal(t, "0", value(func(a *feature.Arithmetic, _, _ []feature.Element) feature.Element { return a.Add() }))
	assert.Equal(t, "1", value(func(a *feature.Arithmetic, x, y []feature.Element) feature.Element { return a.Power(a.Dot(x, y), 0) }))
	assert.Equal(t, "-10", value(func(a *feature.Arithmetic, x, y []feature.Element) feature.Element {
		return a.Sub(a.Int(1), a.Dot(x, y)) // 1 − 3 − 8
	}))
	assert.Panics(t, func() {
		value(func(a *feature.Arithmetic, x, y []feature.Element) feature.Element {
			return a.Dot(x, append(y, a.Int(0)))
		})
	})
}

// TestFirstFailure: the first failure is what a formula returns, whatever it computes afterwards,
// with elements that have no meaning.
func TestFirstFailure(t *testing.T) {
	R := poly.MustRing[ring.Rat](ring.Q, []string{"x", "y"})
	for name, after := range map[string]func(a *feature.Arithmetic, x []feature.Element) feature.Element{
		"fail":  func(a *feature.Arithmetic, _ []feature.Element) feature.Element { return a.Fail(errSecond) },
		"int":   func(a *feature.Arithmetic, _ []feature.Element) feature.Element { return a.Int(1) },
		"add":   func(a *feature.Arithmetic, x []feature.Element) feature.Element { return a.Add(x[0], nil) },
		"sub":   func(a *feature.Arithmetic, x []feature.Element) feature.Element { return a.Sub(x[0], nil) },
		"mul":   func(a *feature.Arithmetic, x []feature.Element) feature.Element { return a.Mul(nil, x[0]) },
		"power": func(a *feature.Arithmetic, _ []feature.Element) feature.Element { return a.Power(nil, 5) },
		"inv":   func(a *feature.Arithmetic, _ []feature.Element) feature.Element { return a.Inv(nil) },
		"conj":  func(a *feature.Arithmetic, _ []feature.Element) feature.Element { return a.Conj(nil) },
		"dot": func(a *feature.Arithmetic, _ []feature.Element) feature.Element {
			return a.Dot(make([]feature.Element, 2), make([]feature.Element, 2))
		},
		"real": func(a *feature.Arithmetic, _ []feature.Element) feature.Element { return a.RealPart(nil) },
		"apply": func(a *feature.Arithmetic, _ []feature.Element) feature.Element {
			return a.Apply(mat.NewDense(1, 2, []float64{1, 2}), make([]feature.Element, 2))[0]
		},
		"pick": func(a *feature.Arithmetic, x []feature.Element) feature.Element { return a.Pick(x, []int{7})[0] },
		"kernel": func(a *feature.Arithmetic, x []feature.Element) feature.Element {
			return a.Kernel(feature.Linear{}, x, nil)
		},
		"foreign": func(a *feature.Arithmetic, x []feature.Element) feature.Element {
			return a.Kernel(feature.Gaussian{Sigma: 1}, x, x)
		},
		"complex": func(a *feature.Arithmetic, _ []feature.Element) feature.Element {
			return a.Complex(nil, nil, func(*feature.Arithmetic, []feature.Element, []feature.Element) feature.Element { panic("called") })
		},
	} {
		k := failing{plain{feature.Linear{}}, after}
		value, err := feature.Values(ring.Q, k)
		require.NoError(t, err, name)
		_, err = value(q(1, 2), q(3, 4))
		assert.ErrorIs(t, err, errFirst, name)
		_, err = feature.Section(k, R, q(1, 2))
		assert.ErrorIs(t, err, errFirst, "%s, polynomials", name)
		hermitian, err := feature.Values(ring.Qi, k)
		require.NoError(t, err, name)
		z := []ring.Gaussian{ring.Qi.One(), ring.Qi.One()}
		_, err = hermitian(z, z)
		assert.ErrorIs(t, err, errFirst, "%s, over Q(i)", name)
	}
}
