package invariant_test

import (
	"context"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/kexplain/kexplain/explain/invariant"
	"github.com/kexplain/kexplain/internal/interrupttest"
	"github.com/kexplain/kexplain/poly"
	"github.com/kexplain/kexplain/ring"
)

// TestProveInterrupted: wherever Prove is interrupted, it returns the error and not a
// verdict.
func TestProveInterrupted(t *testing.T) {
	R := poly.MustRing(ring.Q, []string{"x", "y", "n"})
	parse := func(texts ...string) (list []*poly.Polynomial[ring.Rat]) {
		for _, s := range texts {
			p, err := R.Parse(s)
			require.NoError(t, err)
			list = append(list, p)
		}
		return list
	}
	step, err := invariant.ParseStep(R, "STEP", "n = n + 1; x = x + y; y = y + 2")
	require.NoError(t, err)
	start := parse("n", "x", "y - 1")
	// Where the last equation fails the part that holds is looked for; else the last look
	// is at the last equation.
	for _, equations := range [][]string{{"y - 2*n - 1", "x - n^2", "x*y - n"}, {"y - 2*n - 1", "x - n^2"}, {"x*y - n"}} {
		p := invariant.Program{Equations: parse(equations...), Start: start, Steps: []*invariant.Step{step}}
		want, err := invariant.Prove(t.Context(), p)
		require.NoError(t, err)
		assert.Equal(t, len(equations) == 2, want.Proved())
		for i, proved := range []bool{true, true, false} {
			if len(equations) > 1 && i < len(equations) {
				assert.Equal(t, proved, want.Verdicts[i].Proved)
			}
		}
		looks := interrupttest.Everywhere(t, func(ctx context.Context) error {
			got, err := invariant.Prove(ctx, p)
			if err == nil {
				assert.Equal(t, want, got)
			}
			return err
		})
		assert.Greater(t, looks, 3)
	}
}

// TestProveDegree: an equation whose degree grows beyond the ring is an error, not a
// verdict.
func TestProveDegree(t *testing.T) {
	R := poly.MustRing(ring.Q, []string{"x", "y"}, poly.WithMaxDegree(10))
	f, err := R.Parse("x^6 - y")
	require.NoError(t, err)
	step, err := invariant.ParseStep(R, "STEP", "x = x^6")
	require.NoError(t, err)
	_, err = invariant.Prove(t.Context(), invariant.Program{Equations: []*poly.Polynomial[ring.Rat]{f}, Start: []*poly.Polynomial[ring.Rat]{f}, Steps: []*invariant.Step{step}})
	require.ErrorIs(t, err, poly.ErrDegree)
	assert.ErrorContains(t, err, "invariant: equation 1 after step 1: ")
}

// TestProved: a result is proved when all its verdicts are.
func TestProved(t *testing.T) {
	for _, c := range []struct {
		verdicts []bool
		want     bool
	}{{nil, true}, {[]bool{true}, true}, {[]bool{false}, false}, {[]bool{true, false}, false}, {[]bool{false, true}, false}, {[]bool{true, true}, true}} {
		r := &invariant.Result{}
		for _, v := range c.verdicts {
			r.Verdicts = append(r.Verdicts, invariant.Verdict{Proved: v})
		}
		assert.Equal(t, c.want, r.Proved(), "%v", c.verdicts)
	}
}

// TestProvedTogether: an equation that holds only as long as one beside it does is not
// proved when that one fails.
func TestProvedTogether(t *testing.T) {
	R := poly.MustRing(ring.Q, []string{"x", "y", "z", "w"})
	step, err := invariant.ParseStep(R, "STEP", "x := y, y := z, w := 2*w")
	require.NoError(t, err)
	for _, names := range [][]int{{0, 1}, {1, 0}, {0, 1, 3}, {3, 0, 1}} {
		p := invariant.Program{Steps: []*invariant.Step{step}}
		for _, v := range names {
			p.Equations, p.Start = append(p.Equations, R.Var(v)), append(p.Start, R.Var(v))
		}
		r, err := invariant.Prove(t.Context(), p)
		require.NoError(t, err)
		for i, v := range names {
			assert.True(t, r.Verdicts[i].Start.Holds)
			assert.Equal(t, v != 1, r.Verdicts[i].Steps[0].Holds, "y = 0 fails by itself")
			assert.Equal(t, v == 3, r.Verdicts[i].Proved, "only w = 0 stands alone")
			assert.Equal(t, v == 1, r.Verdicts[i].Steps[0].Counterexample != nil)
		}
		said := map[int]string{0: "x = 0: rests on an equation that is not proved", 1: "y = 0: step 1 may break it", 3: "w = 0: an invariant"}
		for i, line := range strings.Split(r.String(), "\n") {
			assert.Equal(t, said[names[i]], line)
		}
		p.Start = []*poly.Polynomial[ring.Rat]{R.Var(2)}
		if r, err = invariant.Prove(t.Context(), p); assert.NoError(t, err) {
			assert.Contains(t, r.String(), "x = 0: does not hold at the start")
		}
	}
}

// TestProveBasis: a Gröbner basis that does not fit the ring is an error that says where.
func TestProveBasis(t *testing.T) {
	R := poly.MustRing(ring.Q, []string{"x", "y"}, poly.WithMaxDegree(4))
	var hard []*poly.Polynomial[ring.Rat]
	for _, s := range []string{"x^3*y - 1", "x*y^3 - x - 1"} {
		f, err := R.Parse(s)
		require.NoError(t, err)
		hard = append(hard, f)
	}
	step, err := invariant.ParseStep(R, "STEP", "x = x")
	require.NoError(t, err)
	easy := []*poly.Polynomial[ring.Rat]{R.Var(0)}
	_, err = invariant.Prove(t.Context(), invariant.Program{Equations: easy, Start: hard, Steps: []*invariant.Step{step}})
	require.ErrorIs(t, err, poly.ErrDegree)
	assert.ErrorContains(t, err, "invariant: at the start: ")
	_, err = invariant.Prove(t.Context(), invariant.Program{Equations: hard, Start: easy, Steps: []*invariant.Step{step}})
	require.ErrorIs(t, err, poly.ErrDegree)
	assert.ErrorContains(t, err, "invariant: step 1: ")
}

// TestProveCofactors: where division by the equations ends with 0, its quotients are the
// cofactors, even of equations whose basis with cofactors takes more pairs than the limit.
func TestProveCofactors(t *testing.T) {
	R := poly.MustRing(ring.Q, []string{"a", "b", "c", "d", "e"})
	var cyclic []*poly.Polynomial[ring.Rat]
	for _, s := range []string{"a + b + c + d + e", "a*b + b*c + c*d + d*e + e*a", "a*b*c + b*c*d + c*d*e + d*e*a + e*a*b", "a*b*c*d + b*c*d*e + c*d*e*a + d*e*a*b + e*a*b*c", "a*b*c*d*e - 1"} {
		p, err := R.Parse(s)
		require.NoError(t, err)
		cyclic = append(cyclic, p)
	}
	f, err := cyclic[0].Mul(cyclic[1])
	require.NoError(t, err)
	r, err := invariant.Prove(t.Context(), invariant.Program{Equations: []*poly.Polynomial[ring.Rat]{f}, Start: cyclic})
	require.NoError(t, err)
	require.True(t, r.Proved())
	got, sum := r.Verdicts[0].Start.Cofactors, R.Zero()
	require.Len(t, got, len(cyclic))
	for i, h := range got {
		product, err := h.Mul(cyclic[i])
		require.NoError(t, err)
		sum = sum.Add(product)
	}
	assert.True(t, sum.Equal(f))
}

// TestProveZero: equations and conditions that say nothing are proved and prove nothing, and
// their cofactors are 0.
func TestProveZero(t *testing.T) {
	R := poly.MustRing(ring.Q, []string{"x", "y"})
	x := R.Var(0)
	list := func(p ...*poly.Polynomial[ring.Rat]) []*poly.Polynomial[ring.Rat] { return p }
	for _, c := range []struct {
		equations, start []*poly.Polynomial[ring.Rat]
		step             string
		cofactors        []string // of the last equation after the step
	}{
		{list(R.Zero()), list(x), "x := x + 1", []string{"0"}},
		{list(x), list(x), "when x = x; x := 2*x", []string{"2", "0"}},
		{list(R.Zero(), x), list(R.Zero(), x), "when y = y; x := -x", []string{"0", "-1", "0"}},
	} {
		step, err := invariant.ParseStep(R, "STEP", c.step)
		require.NoError(t, err)
		r, err := invariant.Prove(t.Context(), invariant.Program{Equations: c.equations, Start: c.start, Steps: []*invariant.Step{step}})
		require.NoError(t, err)
		assert.True(t, r.Proved())
		var got []string
		for _, h := range r.Verdicts[len(r.Verdicts)-1].Steps[0].Cofactors {
			got = append(got, h.String())
		}
		assert.Equal(t, c.cofactors, got)
	}
}
