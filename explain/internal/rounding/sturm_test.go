package rounding_test

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/kexplain/kexplain/explain/internal/rounding"
	"github.com/kexplain/kexplain/poly"
	"github.com/kexplain/kexplain/ring"
)

// sturm reports whether a square-free polynomial in one variable, coefficient k that of x^k,
// has a zero in [lo, hi]: by the signs of its chain of remainders at the ends.
func sturm(p []ring.Rat, lo, hi ring.Rat) bool {
	at := func(q []ring.Rat, x ring.Rat) ring.Rat {
		var v ring.Rat
		for k := len(q) - 1; k >= 0; k-- {
			v = v.Mul(x).Add(q[k])
		}
		return v
	}
	if at(p, lo).IsZero() || at(p, hi).IsZero() {
		return true
	}
	trim := func(q []ring.Rat) []ring.Rat {
		for len(q) > 0 && q[len(q)-1].IsZero() {
			q = q[:len(q)-1]
		}
		return q
	}
	derivative := []ring.Rat{}
	for k := 1; k < len(p); k++ {
		derivative = append(derivative, p[k].Mul(ring.RatFromInt(int64(k))))
	}
	chain := [][]ring.Rat{trim(p), trim(derivative)}
	for {
		f, g := append([]ring.Rat(nil), chain[len(chain)-2]...), chain[len(chain)-1]
		if len(g) == 0 {
			break
		}
		for len(f) >= len(g) {
			c, err := f[len(f)-1].Quo(g[len(g)-1])
			if err != nil {
				panic(err)
			}
			for k := range g {
				i := len(f) - len(g) + k
				f[i] = f[i].Sub(c.Mul(g[k]))
			}
			f = trim(f[:len(f)-1])
		}
		for k := range f {
			f[k] = f[k].Neg()
		}
		chain = append(chain, f)
	}
	changes := func(x ring.Rat) int {
		n, last := 0, 0
		for _, q := range chain {
			if s := at(q, x).Sign(); s != 0 {
				if last != 0 && s != last {
					n++
				}
				last = s
			}
		}
		return n
	}
	return changes(lo) > changes(hi)
}

// TestSturm decides polynomials in one variable as the theorem of Sturm does.
func TestSturm(t *testing.T) {
	R := poly.MustRing[ring.Rat](ring.Q, []string{"x"})
	rng := rand.New(rand.NewPCG(5, 5))
	unknown, zeros, cases := 0, 0, 4000
	for range cases {
		n := 1 + rng.IntN(5)
		p := make([]ring.Rat, n+1)
		f := R.Zero()
		power := R.One()
		for k := range p {
			p[k] = ring.NewRat(rng.Int64N(61)-30, 1+rng.Int64N(4))
			f = f.Add(power.Scale(p[k]))
			var err error
			power, err = power.Mul(R.Var(0))
			require.NoError(t, err)
		}
		if f.IsConstant() {
			continue
		}
		center, half := ring.NewRat(rng.Int64N(4001)-2000, 1000), ring.NewRat(rng.Int64N(400), 1000*(1+rng.Int64N(4)))
		want := sturm(p, center.Sub(half), center.Add(half))
		if want {
			zeros++
		}
		switch got := rounding.New(f).Zero([]ring.Rat{center}, []ring.Rat{half}); got {
		case ring.Unknown:
			unknown++
		default:
			require.Equal(t, ring.TruthOf(want), got, "%v at %v ± %v", f, center, half)
		}
	}
	assert.Greater(t, zeros, cases/50)
	assert.LessOrEqual(t, unknown, cases/200, "not decided")
}

// TestCorners: where two points of the box, by chance or corners, have values of different
// signs the answer is yes, and where the centre has the value 0.
func TestCorners(t *testing.T) {
	R := poly.MustRing[ring.Rat](ring.Q, []string{"x", "y", "z"})
	rng := rand.New(rand.NewPCG(6, 6))
	for range 2000 {
		f := R.Zero()
		for _, m := range R.MonomialsUpTo(1 + rng.IntN(4)) {
			if rng.IntN(3) == 0 {
				f = f.Add(R.Term(ring.NewRat(rng.Int64N(199)-99, 1+rng.Int64N(9)), m))
			}
		}
		if f.IsZero() {
			continue
		}
		center, half := make([]ring.Rat, 3), make([]ring.Rat, 3)
		for j := range center {
			center[j], half[j] = ring.NewRat(rng.Int64N(20001)-10000, 1000), ring.NewRat(rng.Int64N(3), 2000)
		}
		signs := map[int]bool{f.Eval(center).Sign(): true}
		for range 12 {
			point := make([]ring.Rat, 3)
			for j := range point {
				point[j] = center[j].Add(half[j].Mul(ring.NewRat(rng.Int64N(9)-4, 4)))
			}
			signs[f.Eval(point).Sign()] = true
		}
		got := rounding.New(f).Zero(center, half)
		if signs[0] || signs[1] && signs[-1] {
			require.Equal(t, ring.Yes, got, "%v at %v ± %v", f, center, half)
		}
	}
}
