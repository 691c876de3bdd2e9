package groebner_test

import (
	"context"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/kexplain/kexplain/border/groebner"
	"github.com/kexplain/kexplain/poly"
	"github.com/kexplain/kexplain/ring"
)

// FuzzMember makes combinations of generators, which are members, and adds one to those
// of a proper ideal, which is none; the basis passes Buchberger's criterion.
func FuzzMember(f *testing.F) {
	f.Add("x^2 - y", "x*y - 1", "x + 2*y", "3/7*x^2")
	f.Add("x^2 + y^2 - 1", "x^2 + y^2 - 1", "y", "0")
	f.Add("x", "y", "1", "x*y^2")
	R := poly.MustRing(ring.Q, []string{"x", "y"}, poly.WithMaxDegree(100))
	f.Fuzz(func(t *testing.T, a, b, u, v string) {
		var p []*poly.Polynomial[ring.Rat]
		for _, s := range []string{a, b, u, v} {
			q, err := R.Parse(s)
			if err != nil || q.Degree() > 4 || len(q.String()) > 60 {
				return
			}
			p = append(p, q)
		}
		ctx, stop := context.WithTimeout(t.Context(), 5*time.Second)
		defer stop()
		id, err := groebner.NewIdeal(ctx, p[:2])
		if err != nil {
			return // too long
		}
		ok, err := groebner.IsGroebner(ctx, id.GroebnerBasis())
		require.NoError(t, err)
		require.True(t, ok)
		ua, err := p[0].Mul(p[2])
		require.NoError(t, err)
		vb, err := p[1].Mul(p[3])
		require.NoError(t, err)
		member := ua.Add(vb)
		in, err := id.Contains(member)
		require.NoError(t, err)
		require.True(t, in, "%v in (%v, %v)", member, p[0], p[1])
		whole, err := id.Contains(R.One())
		require.NoError(t, err)
		in, err = id.Contains(member.Add(R.One()))
		require.NoError(t, err)
		require.Equal(t, whole, in)
	})
}
