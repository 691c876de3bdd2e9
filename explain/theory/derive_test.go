package theory_test

import (
	"context"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/kexplain/kexplain/border/groebner"
	"github.com/kexplain/kexplain/explain/theory"
	"github.com/kexplain/kexplain/poly"
	"github.com/kexplain/kexplain/ring"
)

// axioms reads equations over the given variables.
func axioms(t *testing.T, vars []string, texts ...string) []*poly.Polynomial[ring.Rat] {
	t.Helper()
	R, err := poly.NewRing[ring.Rat](ring.Q, vars)
	require.NoError(t, err)
	var out []*poly.Polynomial[ring.Rat]
	for _, text := range texts {
		f, err := R.ParseEquation(text)
		require.NoError(t, err)
		out = append(out, f)
	}
	return out
}

// newton has Newton's laws for a planet on a circle.
func newton(t *testing.T) []*poly.Polynomial[ring.Rat] {
	return axioms(t, []string{"a", "T", "F", "G", "m", "M", "v", "c", "u"},
		"F*a^2 = G*m*M", "F*a = m*v^2", "v*T = c*a", "G*M = c^2", "m*a*c*T*u = 1")
}

// TestDerive derives Kepler's third law, whose cofactors give it back when multiplied out.
func TestDerive(t *testing.T) {
	laws := newton(t)
	found, err := theory.Derive(context.Background(), laws, []int{0, 1})
	require.NoError(t, err)
	require.Len(t, found, 1)
	assert.Equal(t, "a^3 - T^2", found[0].Polynomial.String())
	require.Len(t, found[0].Cofactors, len(laws))
	sum := laws[0].Ring().Zero()
	for j, h := range found[0].Cofactors {
		product, err := h.Mul(laws[j])
		require.NoError(t, err)
		sum = sum.Add(product)
	}
	assert.True(t, sum.Equal(found[0].Polynomial))
}

// TestDeriveNothing: without one of the laws nothing is known of a and T alone.
func TestDeriveNothing(t *testing.T) {
	for k := range 5 {
		laws := newton(t)
		found, err := theory.Derive(context.Background(), append(laws[:k:k], laws[k+1:]...), []int{0, 1})
		require.NoError(t, err)
		assert.Empty(t, found)
	}
}

func TestDeriveSeveral(t *testing.T) {
	found, err := theory.Derive(context.Background(), axioms(t, []string{"x", "y", "z", "s"}, "x = s/2", "y = s^2", "z = s^3"), []int{0, 1, 2})
	require.NoError(t, err)
	var texts []string
	for _, c := range found {
		texts = append(texts, c.Polynomial.String())
	}
	assert.Equal(t, []string{"2*x*y - z", "4*x^2 - y"}, texts)
}

// TestContradict: the axioms named are those that are needed, and their combination is 1.
func TestContradict(t *testing.T) {
	tests := []struct {
		equations []string
		want      []int
	}{
		{[]string{"x = 1", "x = 2"}, []int{0, 1}},
		{[]string{"z = 4", "x = 1", "y = 2", "w = x", "x*y = 3"}, []int{1, 2, 4}},
		{[]string{"x^2 + y^2 = 1", "x = 2", "y = 0", "z = x"}, []int{0, 1, 2}},
		{[]string{"x = y", "z^2 = z^2 + 1"}, []int{1}},
		{[]string{"x = 0", "y = 0", "x*z = 1", "y*w = 1"}, []int{1, 3}}, // one of two reasons
	}
	for _, tt := range tests {
		list := axioms(t, []string{"x", "y", "z", "w"}, tt.equations...)
		_, err := theory.Derive(context.Background(), list, []int{0})
		require.ErrorIs(t, err, theory.ErrContradiction)
		c, err := theory.Contradict(context.Background(), list)
		require.NoError(t, err)
		assert.Equal(t, tt.want, c.Axioms, tt.equations)
		sum := list[0].Ring().Zero()
		for k, h := range c.Cofactors {
			assert.Equal(t, !slices.Contains(tt.want, k), h.IsZero())
			product, err := h.Mul(list[k])
			require.NoError(t, err)
			sum = sum.Add(product)
		}
		assert.Equal(t, "1", sum.String())
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	_, err := theory.Contradict(ctx, newton(t))
	assert.ErrorIs(t, err, context.Canceled)
}

func TestDeriveErrors(t *testing.T) {
	_, err := theory.Derive(context.Background(), axioms(t, []string{"x", "y"}, "x = y", "x = y + 1"), []int{0})
	assert.ErrorIs(t, err, theory.ErrContradiction)
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	_, err = theory.Derive(ctx, newton(t), []int{0, 1})
	assert.ErrorIs(t, err, context.Canceled)
	_, err = theory.Derive(context.Background(), axioms(t, []string{"x", "y", "z", "w"},
		"x^9*y^3 + z^7*w = x*w^5 + 1", "y^9*z^3 + w^7*x = y*x^5 + 1", "z^9*w^3 + x^7*y = z*y^5 + 3", "w^9*x^3 + y^7*z = w*z^5 + 7", "x*y*z + w^4 = 2"), []int{0})
	assert.ErrorIs(t, err, groebner.ErrLimit)
}
