package fit

import (
	"context"
	"math"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/kexplain/kexplain/explain/internal/explaintest"
	"github.com/kexplain/kexplain/explain/internal/problem"
	"github.com/kexplain/kexplain/explain/internal/support"
	"github.com/kexplain/kexplain/poly"
	"github.com/kexplain/kexplain/ring"
)

// withIdentity is a problem of rows in x, y, z in units of 1, where something holds by definition.
func withIdentity(t *testing.T, rows [][]float64, identity string) *problem.Problem {
	t.Helper()
	p := explaintest.Plain(t, rows, 4)
	R := explaintest.RingOf(t, "x", "y", "z")
	p.Scaling.Identities = []*poly.Polynomial[ring.Rat]{explaintest.Parse(t, R, identity)}
	return p
}

// The cube of z - x - y, reduced by x² + y² = 1, has next to no gradient along the identity, and
// neither has a product over places of a root. The equation itself has all of it.
func TestTransversality(t *testing.T) {
	rng := explaintest.Source(871)
	var circle, root [][]float64
	for range 80 {
		s, c := math.Sincos(2 * math.Pi * rng.Float64())
		circle = append(circle, []float64{c, s, c + s + 0.02*rng.NormFloat64()})
		u := 1 + rng.Float64()
		root = append(root, []float64{u * u, u, rng.Float64()})
	}
	for _, c := range []struct {
		rows           [][]float64
		identity, poly string
		least, most    float64
	}{
		{circle, "x^2 + y^2 - 1", "z - x - y", 0.8, 1.5},
		{circle, "x^2 + y^2 - 1", "z", 1, 1},
		{circle, "x^2 + y^2 - 1", "z^2 - 2*x*z - 2*y*z + 2*x*y + 1", 0, 0.15}, // the square
		{circle, "x^2 + y^2 - 1", "x^2 + y^2 - 1", 0, 1e-9},
		{root, "x - y^2", "x - 3*y + 2", 0, 0.35}, // (y - 1)(y - 2)
		{root, "x - y^2", "x", 1, 1},
		{root, "x - y^2", "z - 3*y", 1, 1},
	} {
		p := withIdentity(t, c.rows, c.identity)
		zeros := Identities(p)
		require.NotNil(t, zeros)
		got := zeros.Transversality(fitOf(t, p, c.poly))
		assert.GreaterOrEqual(t, got, c.least-1e-9, c.poly)
		assert.LessOrEqual(t, got, c.most+1e-9, c.poly)
	}
	p := withIdentity(t, circle, "x^2 + y^2 - 1")
	law, square := fitOf(t, p, "z - x - y"), fitOf(t, p, "z^2 - 2*x*z - 2*y*z + 2*x*y + 1")
	assert.Equal(t, []support.Fit{law}, Transverse(context.Background(), p, []support.Fit{square, law}))
	p.Scaling.Identities = nil
	assert.Nil(t, Identities(p))
	assert.Nil(t, Normals(p, nil, nil))
	assert.Len(t, Transverse(context.Background(), p, []support.Fit{square, law}), 2)
}

// The normal of x² + y² = 1 is the row itself.
func TestNormals(t *testing.T) {
	p := withIdentity(t, [][]float64{{1, 0, 2}, {0, 1, 3}}, "x^2 + y^2 - 1")
	normals := Normals(p, nil, nil)([]float64{0.6, 0.8, 5})
	require.Len(t, normals, 1)
	assert.InDeltaSlice(t, []float64{0.6, 0.8, 0}, normals[0], 1e-12)
}
