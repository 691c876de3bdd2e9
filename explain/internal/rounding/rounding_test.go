package rounding

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/kexplain/kexplain/poly"
	"github.com/kexplain/kexplain/ring"
)

func parse(t testing.TB, text string, vars ...string) *poly.Polynomial[ring.Rat] {
	t.Helper()
	R, err := poly.NewRing(ring.Q, vars)
	require.NoError(t, err)
	p, err := R.ParseEquation(text)
	require.NoError(t, err)
	return p
}

func rats(t testing.TB, words ...string) []ring.Rat {
	t.Helper()
	var x []ring.Rat
	for _, w := range words {
		r, err := ring.ParseRat(w)
		require.NoError(t, err)
		x = append(x, r)
	}
	return x
}

func TestZero(t *testing.T) {
	for _, c := range []struct {
		name, equation string
		center, half   []string
		want           ring.Truth
	}{
		{"exactly", "x = y", []string{"1", "1"}, []string{"0", "0"}, ring.Yes},
		{"points are exact", "x = y", []string{"1", "1.0000001"}, []string{"0", "0"}, ring.No},
		{"tax in cents", "y = 19/100*x", []string{"10.03", "1.91"}, []string{"0.005", "0.005"}, ring.Yes},
		{"a cent too much", "y = 19/100*x", []string{"10.03", "1.92"}, []string{"0.005", "0.005"}, ring.No},
		{"on the edge", "y = 19/100*x", []string{"50", "10"}, []string{"0", "0.5"}, ring.Yes},
		{"beyond the edge", "y = 19/100*x", []string{"50", "10.000001"}, []string{"0", "0.5"}, ring.No},
		{"a circle through a corner", "x^2 + y^2 = 25", []string{"3.1", "4.1"}, []string{"0.1", "0.1"}, ring.Yes},
		{"a circle beside it", "x^2 + y^2 = 25", []string{"3.11", "4.11"}, []string{"0.1", "0.1"}, ring.No},
		{"a small circle in the box", "100*x^2 + 100*y^2 = 1", []string{"0.3", "0.3"}, []string{"1", "1"}, ring.Yes},
		{"two roots within", "x^2 = 1/4", []string{"0"}, []string{"0.6"}, ring.Yes},
		{"neither root within", "x^2 = 1/4", []string{"0"}, []string{"0.4"}, ring.No},
		{"no real zero", "x^2 + y^2 = -1/1000", []string{"0", "0"}, []string{"1", "1"}, ring.No},
		{"a constant", "1 = 0", []string{"0"}, []string{"1"}, ring.No},
		{"touched only", "(x^2 - 2)^2 = 0", []string{"1"}, []string{"1"}, ring.Unknown},
		{"huge", "1e1000*x = 1e1000*y", []string{"1e900", "1.01e900"}, []string{"1e898", "0"}, ring.Yes},
	} {
		vars := []string{"x", "y"}[:len(c.center)]
		assert.Equal(t, c.want, New(parse(t, c.equation, vars...)).Zero(rats(t, c.center...), rats(t, c.half...)), c.name)
	}
}

// TestTooManyTerms: what cannot be expanded is not decided.
func TestTooManyTerms(t *testing.T) {
	e := New(parse(t, "x^400 = 2", "x"))
	assert.Equal(t, ring.Unknown, e.Zero(rats(t, "1"), rats(t, "0.1")))
	assert.Equal(t, ring.No, e.Zero(rats(t, "1"), rats(t, "0")))
}

// TestLines: a product of lines has a zero in a box exactly where one of the lines meets
// it, which a line does when its value in the centre is at most Σ |a_j| h_j. Small integers
// make the lines touch corners and cross one another often.
func TestLines(t *testing.T) {
	R, err := poly.NewRing(ring.Q, []string{"x", "y", "z"})
	require.NoError(t, err)
	rng := rand.New(rand.NewPCG(1, 1))
	unknown, total := 0, 0
	for range 3000 {
		center, half := make([]ring.Rat, 3), make([]ring.Rat, 3)
		for j := range center {
			center[j], half[j] = ring.NewRat(rng.Int64N(41)-20, 4), ring.NewRat(rng.Int64N(4), 8)
		}
		p, want := R.One(), false
		for range 1 + rng.IntN(3) {
			line := R.Const(ring.NewRat(rng.Int64N(41)-20, 4))
			value, reach := line.Eval(center), ring.Rat{}
			for j := range center {
				a := ring.RatFromInt(rng.Int64N(7) - 3)
				line = line.Add(R.Var(j).Scale(a))
				value, reach = value.Add(a.Mul(center[j])), reach.Add(a.Abs().Mul(half[j]))
			}
			want = want || value.Abs().Cmp(reach) <= 0
			p, err = p.Mul(line)
			require.NoError(t, err)
		}
		total++
		switch got := New(p).Zero(center, half); got {
		case ring.Unknown:
			unknown++
		default:
			require.Equal(t, ring.TruthOf(want), got, "%v in %v ± %v", p, center, half)
		}
	}
	assert.LessOrEqual(t, unknown, total/50, "not decided")
}

// BenchmarkZero decides rows of a law in cents, and of one that is not.
func BenchmarkZero(b *testing.B) {
	center, half := rats(b, "10.03", "1.91"), rats(b, "0.005", "0.005")
	for _, c := range []struct{ name, equation string }{{"law", "y = 19/100*x"}, {"none", "y = 18/100*x"}, {"sphere", "x^2 + y^2 = 100"}, {"degree4", "(x^2+y^2-3)^2 - x*y + 7 = 0"}} {
		e := New(parse(b, c.equation, "x", "y"))
		b.Run(c.name, func(b *testing.B) {
			for b.Loop() {
				e.Zero(center, half)
			}
		})
	}
}

// TestSurelyNone: what is excluded in float64 is excluded in integers, at most rows that are no
// zeros, and numbers of any size are left to integers.
func TestSurelyNone(t *testing.T) {
	R := poly.MustRing(ring.Q, []string{"x", "y", "z"})
	rng := rand.New(rand.NewPCG(1, 9))
	sure, none := 0, 0
	for range 3000 {
		p := R.Const(ring.RatFromInt(rng.Int64N(9) - 4))
		for range 1 + rng.IntN(4) {
			m, err := R.Monomial(rng.IntN(4), rng.IntN(3), rng.IntN(2))
			require.NoError(t, err)
			p = p.Add(R.Term(ring.RatFromInt(rng.Int64N(9)-4), m))
		}
		center, half := make([]ring.Rat, 3), make([]ring.Rat, 3)
		scale := int64(1)
		for range rng.IntN(16) {
			scale *= 10
		}
		for j := range center {
			center[j], half[j] = ring.NewRat(rng.Int64N(41)-20, 4), ring.NewRat(rng.Int64N(4), 8*scale)
		}
		if p.IsZero() {
			continue
		}
		e := New(p)
		early := e.surelyNone(center, half)
		e.narrow = false
		want := e.Zero(center, half)
		if early {
			sure++
			require.Equal(t, ring.No, want, "%v in %v ± %v", p, center, half)
		}
		if want == ring.No {
			none++
		}
	}
	assert.Greater(t, sure, none*9/10)
	x := ring.RatFromInt(3)
	e := New(parse(t, "1e40*x^3 = 1", "x"))
	assert.False(t, e.surelyNone([]ring.Rat{x}, []ring.Rat{{}}), "a large coefficient")
	e = New(parse(t, "x^3 = 0", "x"))
	assert.True(t, e.surelyNone([]ring.Rat{x}, []ring.Rat{{}}))
	assert.False(t, e.surelyNone(rats(t, "1e-200"), []ring.Rat{{}}), "x^3 is no float64")
}
