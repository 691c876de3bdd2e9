package exact_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/kexplain/kexplain/border"
	"github.com/kexplain/kexplain/border/groebner"
	"github.com/kexplain/kexplain/explain/internal/exact"
	"github.com/kexplain/kexplain/explain/internal/explaintest"
	"github.com/kexplain/kexplain/poly"
	"github.com/kexplain/kexplain/ring"
)

func find(t *testing.T, table exact.Table, o exact.Options) *exact.Result {
	t.Helper()
	r, err := exact.Find(context.Background(), table, o)
	require.NoError(t, err)
	return r
}

// printed are all equations, those of constant columns first.
func printed(r *exact.Result) []*poly.Polynomial[ring.Rat] {
	var out []*poly.Polynomial[ring.Rat]
	for _, e := range append(r.Constant, r.Equations...) {
		out = append(out, e.Polynomial)
	}
	return out
}

func texts(r *exact.Result) []string {
	var out []string
	for _, p := range printed(r) {
		out = append(out, p.String())
	}
	return out
}

// generates reports whether the polynomials generate f within two degrees more than it has.
func generates(t *testing.T, gens []*poly.Polynomial[ring.Rat], f *poly.Polynomial[ring.Rat]) bool {
	t.Helper()
	if len(gens) == 0 {
		return false
	}
	for d := f.Degree(); d <= f.Degree()+2; d++ {
		ideal, err := groebner.TruncatedOf(context.Background(), gens, d)
		require.NoError(t, err)
		if ideal.Contains(f) {
			return true
		}
	}
	return false
}

// TestPrograms finds the invariants of programs, and nothing that fails in other runs.
func TestPrograms(t *testing.T) {
	for _, p := range programs() {
		for _, degree := range []int{0, p.degree} {
			if degree == 0 && p.degree > 4 {
				continue // found as well, but not promised
			}
			t.Run(fmt.Sprintf("%s/%d", p.name, degree), func(t *testing.T) {
				r := find(t, exact.Table{Names: p.names, Rows: p.trace(1, 150, 500)}, exact.Options{MaxDegree: degree})
				gens := printed(r)
				for _, text := range p.invariants {
					f, err := r.Ring.Parse(text)
					require.NoError(t, err)
					assert.True(t, generates(t, gens, f), "%s does not follow from %v", text, gens)
				}
				for _, row := range p.trace(2, 150, 1000) {
					for _, g := range gens {
						require.True(t, g.Eval(row).IsZero(), "%v at %v", g, row)
					}
				}
				assert.Empty(t, slips(r))
			})
		}
	}
}

// TestGeneratesAll holds the equations to the ideal of the points, up to the degree that
// was finished, for random polynomial maps of random integers.
func TestGeneratesAll(t *testing.T) {
	ctx := context.Background()
	for k := range 20 {
		rng := rand.New(rand.NewPCG(uint64(k), 7))
		names := []string{"x", "y", "u", "v"}
		S := poly.MustRing[ring.Rat](ring.Q, names)
		random := func(degree, vars int) *poly.Polynomial[ring.Rat] {
			f := S.Zero()
			for _, m := range S.MonomialsUpTo(degree) {
				if e := S.Exponents(m); e[2] == 0 && e[3] == 0 && (vars == 2 || e[1] == 0) && rng.IntN(3) == 0 {
					f = f.Add(S.Term(ring.NewRat(rng.Int64N(19)-9, 1+rng.Int64N(2)), m))
				}
			}
			return f
		}
		f, g := random(2, 2).Add(S.Var(1)), random(2, 1).Add(S.Var(0))
		var table exact.Table
		table.Names = names
		for range 200 {
			row := []ring.Rat{ring.RatFromInt(rng.Int64N(200) - 100), ring.RatFromInt(rng.Int64N(200) - 100), {}, {}}
			row[2], row[3] = f.Eval(row), g.Eval(row)
			table.Rows = append(table.Rows, row)
		}
		r := find(t, table, exact.Options{MaxDegree: 3})
		require.Equal(t, 3, r.Degree)
		gens := printed(r)
		for _, row := range table.Rows {
			for _, p := range gens {
				require.True(t, p.Eval(row).IsZero(), "case %d: %v at %v", k, p, row)
			}
		}
		all, err := border.BuchbergerMollerUpTo(ctx, r.Ring, table.Rows, 3)
		require.NoError(t, err)
		for _, p := range all {
			assert.True(t, generates(t, gens, p), "case %d: %v does not follow from %v", k, p, gens)
		}
	}
}

// TestSettings never takes the values of a column, or of several together, for a law.
func TestSettings(t *testing.T) {
	for seed := range uint64(20) {
		rng := rand.New(rand.NewPCG(seed, 3))
		survey, codes := exact.Table{Names: []string{"a", "b"}}, exact.Table{Names: []string{"code", "rate", "fee", "amount"}}
		scale := func(x float64) int64 { return min(5, max(1, int64(3.5+1.2*x))) }
		rates := make([][2]int64, 6)
		for k := range rates {
			rates[k] = [2]int64{rng.Int64N(50), rng.Int64N(900)}
		}
		for range 200 {
			x := rng.NormFloat64()
			y := 0.6*x + 0.8*rng.NormFloat64()
			survey.Rows = append(survey.Rows, []ring.Rat{ring.RatFromInt(scale(x)), ring.RatFromInt(scale(y))})
			k := rng.IntN(len(rates))
			codes.Rows = append(codes.Rows, []ring.Rat{
				ring.RatFromInt(int64(k)), ring.RatFromInt(rates[k][0]), ring.RatFromInt(rates[k][1]), ring.RatFromInt(rng.Int64N(100000)),
			})
		}
		assert.Empty(t, texts(find(t, survey, exact.Options{})), "survey %d", seed)
		assert.Len(t, find(t, survey, exact.Options{}).Settings, 2)
		assert.Empty(t, texts(find(t, codes, exact.Options{})), "codes %d", seed)
	}
}

// TestLawOfSettings finds a law although some of its columns take few values, one of them
// one value in nearly all rows.
func TestLawOfSettings(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 4))
	table := exact.Table{Names: []string{"net", "rate", "tax", "paid", "due", "amount"}}
	for range 150 {
		net, rate := ring.NewRat(rng.Int64N(100000), 100), ring.NewRat(7+12*rng.Int64N(2), 100)
		paid, amount := ring.RatFromInt(rng.Int64N(2)), ring.NewRat(rng.Int64N(50000), 100)
		table.Rows = append(table.Rows, []ring.Rat{net, rate, net.Mul(rate), paid, paid.Mul(amount), amount})
	}
	assert.ElementsMatch(t, []string{"net*rate - tax", "paid*amount - due"}, texts(find(t, table, exact.Options{})))
}

// TestReduced: of a statement in which each row is a deposit or a withdrawal the product of the two is printed, not
// deposit*(deposit + before - after) = 0, which is the same beside after = before + deposit - withdrawal.
func TestReduced(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 45))
	table := exact.Table{Names: []string{"deposit", "withdrawal", "before", "after"}}
	balance := int64(100000)
	for i := range int64(25) {
		deposit, withdrawal := 5000+rng.Int64N(90000), int64(0)
		if i%3 != 0 {
			deposit, withdrawal = 0, 1000+rng.Int64N(30000)
		}
		after := balance + deposit - withdrawal
		row := []ring.Rat{ring.NewRat(deposit, 100), ring.NewRat(withdrawal, 100), ring.NewRat(balance, 100), ring.NewRat(after, 100)}
		table.Rows, balance = append(table.Rows, row), after
	}
	r := find(t, table, exact.Options{})
	r.Equations = exact.Reduced(r.Equations)
	assert.ElementsMatch(t, []string{"deposit - withdrawal + before - after", "deposit*withdrawal"}, texts(r))
}

// TestInFewerColumns: the sum of the first cubes, of a program that counts in two variables, is a polynomial in one of them.
func TestInFewerColumns(t *testing.T) {
	for _, sign := range []int64{1, -1} {
		table := exact.Table{Names: []string{"c", "y", "x"}}
		for i := range int64(60) {
			n := 7 * i % 61
			table.Rows = append(table.Rows, []ring.Rat{ring.RatFromInt(sign * n), ring.RatFromInt(n), ring.RatFromInt(n * n * (n + 1) * (n + 1) / 4)})
		}
		r := find(t, table, exact.Options{MaxDegree: 4})
		r.Equations = exact.Reduced(r.Equations)
		assert.ElementsMatch(t, []string{map[int64]string{1: "c - y", -1: "c + y"}[sign], "y^4 + 2*y^3 + y^2 - 4*x"}, texts(r))
	}
}

// TestConstants takes constant columns for equations.
func TestConstants(t *testing.T) {
	table := exact.Table{Names: []string{"p", "q", "x", "y"}}
	for i := range int64(20) {
		table.Rows = append(table.Rows, []ring.Rat{ring.NewRat(5, 2), {}, ring.RatFromInt(i * i), ring.RatFromInt(3 * i * i)})
	}
	assert.Equal(t, []string{"2*p - 5", "q", "3*x - y"}, texts(find(t, table, exact.Options{})))
}

// TestTooFewRows: polynomials that vanish only for want of rows are counted, and not printed.
func TestTooFewRows(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 5))
	table := exact.Table{Names: []string{"x", "y", "z"}}
	for range 12 {
		table.Rows = append(table.Rows, []ring.Rat{ring.RatFromInt(rng.Int64N(1000)), ring.RatFromInt(rng.Int64N(1000)), ring.RatFromInt(rng.Int64N(1000))})
	}
	r := find(t, table, exact.Options{MaxDegree: 4})
	assert.Empty(t, texts(r))
	assert.True(t, r.TooFewRows)
	assert.Less(t, r.Degree, 4)
}

// TestFractions takes points with fractions, and coefficients of many digits.
func TestFractions(t *testing.T) {
	table := exact.Table{Names: []string{"x", "y"}}
	long, err := ring.ParseRat("123456789012345678901234567890123456789012345678901/7")
	require.NoError(t, err)
	for i := range int64(30) {
		s := ring.NewRat(i-15, 7)
		table.Rows = append(table.Rows, []ring.Rat{s, s.Mul(s).Mul(long).Add(ring.RatFromInt(1))})
	}
	assert.Equal(t, []string{"123456789012345678901234567890123456789012345678901*x^2 - 7*y + 7"}, texts(find(t, table, exact.Options{})))
}

// TestDeterministic gives the same equations twice.
func TestDeterministic(t *testing.T) {
	p := programs()[3]
	table := exact.Table{Names: p.names, Rows: p.trace(1, 50, 200)}
	assert.Equal(t, texts(find(t, table, exact.Options{})), texts(find(t, table, exact.Options{})))
}

// TestInterpolation: beyond the two equations of a program that takes a cube root in up to
// 16 steps r, polynomials of degree 5 in a - x and r pass through all places that these make.
func TestInterpolation(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 8))
	table := exact.Table{Names: []string{"a", "x", "r", "s"}}
	seen := map[[2]int64]bool{}
	for len(table.Rows) < 500 {
		a := 1 + rng.Int64N(3000)
		for x, r, s := 4*a, int64(1), int64(13); x > 0; x, s, r = x-s, s+24*r+12, r+1 {
			if !seen[[2]int64{a, r}] {
				seen[[2]int64{a, r}] = true
				table.Rows = append(table.Rows, []ring.Rat{ring.RatFromInt(a), ring.RatFromInt(x), ring.RatFromInt(r), ring.RatFromInt(s)})
			}
		}
	}
	r := find(t, table, exact.Options{MaxDegree: 6})
	assert.Len(t, r.Equations, 2, "%v", texts(r))
	assert.Contains(t, texts(r), "12*r^2 - s + 1")
}

// TestFewColumnsOfFewRows: the law of Fibonacci numbers has degree 4. There are not rows
// enough for all monomials of that degree in all four columns.
func TestFewColumnsOfFewRows(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 15))
	table := exact.Table{Names: []string{"n", "i", "a", "b"}}
	for range 60 {
		n := 10 + rng.Int64N(25)
		i := rng.Int64N(n + 1)
		a, b := int64(0), int64(1)
		for range i {
			a, b = b, a+b
		}
		table.Rows = append(table.Rows, []ring.Rat{ring.RatFromInt(n), ring.RatFromInt(i), ring.RatFromInt(a), ring.RatFromInt(b)})
	}
	assert.Equal(t, []string{"a^4 + 2*a^3*b - a^2*b^2 - 2*a*b^3 + b^4 - 1"}, texts(find(t, table, exact.Options{})))
}

// TestCounterInALaw: two columns that go down in even steps have a law where one of them
// takes part in another, and none where both only number the rows.
func TestCounterInALaw(t *testing.T) {
	one, two := exact.Table{Names: []string{"i", "s", "t"}}, exact.Table{Names: []string{"i", "s", "t"}}
	for i := range int64(12) {
		one.Rows = append(one.Rows, []ring.Rat{ring.RatFromInt(i), ring.RatFromInt(i * i), ring.RatFromInt(2*i + 1)})
		two.Rows = append(two.Rows, []ring.Rat{ring.RatFromInt(i), ring.RatFromInt(i * 7919 % 101), ring.RatFromInt(2*i + 1)})
	}
	assert.Equal(t, []string{"2*i - t + 1", "i^2 - s"}, texts(find(t, one, exact.Options{})))
	assert.Empty(t, texts(find(t, two, exact.Options{})))
}

// TestFlag: what a setting of two values adds is in a law, unless it may be by chance.
func TestFlag(t *testing.T) {
	rng := rand.New(rand.NewPCG(8, 4))
	for _, c := range []struct {
		rows int
		want []string
	}{{60, []string{"goods + 7*express - total + 5"}}, {16, nil}} {
		table := exact.Table{Names: []string{"goods", "express", "total"}}
		other := exact.Table{Names: table.Names}
		for range c.rows {
			goods, express := rng.Int64N(5000), rng.Int64N(2)
			table.Rows = append(table.Rows, []ring.Rat{ring.RatFromInt(goods), ring.RatFromInt(express), ring.RatFromInt(goods + 7*express + 5)})
			other.Rows = append(other.Rows, []ring.Rat{ring.RatFromInt(goods), ring.RatFromInt(express), ring.RatFromInt(goods + 7*rng.Int64N(2) + 5)})
		}
		r := find(t, table, exact.Options{})
		assert.Equal(t, c.want, texts(r), "%d rows", c.rows)
		r = find(t, other, exact.Options{})
		assert.Empty(t, texts(r))
	}
}

// TestFlagOfTwoCases: where a column of zeros and ones tells two cases apart, one equation says both. Of two other numbers it would be
// one of many that interpolate between them.
func TestFlagOfTwoCases(t *testing.T) {
	rng := rand.New(rand.NewPCG(8, 5))
	for times, want := range map[int64][]string{1: {"5*n*odd + n + 2*odd - 2*next"}, 3: nil} {
		table := exact.Table{Names: []string{"n", "odd", "next"}}
		for range 60 {
			n := 1 + rng.Int64N(5000)
			odd, next := n%2, n/2
			if odd == 1 {
				next = 3*n + 1
			}
			table.Rows = append(table.Rows, []ring.Rat{ring.RatFromInt(n), ring.RatFromInt(times * odd), ring.RatFromInt(next)})
		}
		found := texts(find(t, table, exact.Options{}))
		if times == 1 {
			assert.Equal(t, want, found)
			continue
		}
		assert.NotContains(t, fmt.Sprint(found), "odd")
	}
}

// TestForms: a polynomial in one linear form says which values that takes, and is no law. Products are laws.
func TestForms(t *testing.T) {
	for _, c := range []struct {
		name   string
		row    func(x, k int64) []int64 // of x, y, z for k = 0, 1, …
		want   []string
		form   string
		values []int64
	}{
		{"a difference", func(x, k int64) []int64 { return []int64{x, x - 1 + k%3, k * k % 101} }, nil, "x - y", []int64{-1, 0, 1}},
		{"a sum with a law", func(x, k int64) []int64 { return []int64{x, 5*(k%2) - 2*x, x * x} }, []string{"x^2 - z"}, "2*x + y", []int64{0, 5}},
		{"two lines", func(x, k int64) []int64 { return []int64{x, x - 2*x*(k%2), k * k % 101} }, []string{"x^2 - y^2"}, "", nil},
		{"a parabola", func(x, k int64) []int64 { return []int64{x, x * (x - 1), k * k % 101} }, []string{"x^2 - x - y"}, "", nil},
		{"a square of a sum", func(x, k int64) []int64 { return []int64{x, k % 29, (x + k%29) * (x + k%29)} }, []string{"x^2 + 2*x*y + y^2 - z"}, "", nil},
	} {
		rng := rand.New(rand.NewPCG(4, 4))
		table := exact.Table{Names: []string{"x", "y", "z"}}
		for k := range int64(60) {
			var row []ring.Rat
			for _, v := range c.row(rng.Int64N(1000), k) {
				row = append(row, ring.RatFromInt(v))
			}
			table.Rows = append(table.Rows, row)
		}
		r := find(t, table, exact.Options{})
		assert.Equal(t, c.want, texts(r), c.name)
		if c.form == "" {
			assert.Empty(t, r.Forms, c.name)
			continue
		}
		require.Len(t, r.Forms, 1, c.name)
		assert.Equal(t, c.form, r.Forms[0].Linear.String())
		assert.Less(t, r.Complete, len(c.values), "what vanishes on the values does not follow from the equations")
		var values []ring.Rat
		for _, v := range c.values {
			values = append(values, ring.RatFromInt(v))
		}
		assert.Equal(t, fmt.Sprint(values), fmt.Sprint(r.Forms[0].Values))
		table.Rows[7][0] = ring.RatFromInt(5000)
		r = find(t, table, exact.Options{})
		assert.Empty(t, r.Forms, "%s: one row is another", c.name)
	}
}

// TestGeneratorAfterOthers has x*z = y^2, which is shorter than 10*x^2 = y and 10*x*y = z and follows from these.
func TestGeneratorAfterOthers(t *testing.T) {
	table := exact.Table{Names: []string{"x", "y", "z"}}
	for i := range int64(30) {
		x := i*7%31 - 15
		table.Rows = append(table.Rows, []ring.Rat{ring.RatFromInt(x), ring.RatFromInt(10 * x * x), ring.RatFromInt(100 * x * x * x)})
	}
	assert.Len(t, printed(find(t, table, exact.Options{})), 2)
}

// TestBeyond: what follows from identities is left out, and nothing else.
func TestBeyond(t *testing.T) {
	R := explaintest.RingOf(t, "x", "y", "z")
	var list []exact.Equation
	for _, text := range []string{"x - y", "z - x", "x*z - y*z"} {
		list = append(list, exact.Equation{Polynomial: explaintest.Parse(t, R, text)})
	}
	identities := []*poly.Polynomial[ring.Rat]{explaintest.Parse(t, R, "2*y - 2*x")}
	got, err := exact.Beyond(context.Background(), list, identities)
	require.NoError(t, err)
	assert.Equal(t, list[1:2], got)
	got, err = exact.Beyond(context.Background(), list, nil)
	require.NoError(t, err)
	assert.Len(t, got, 3)
	got, err = exact.Beyond(context.Background(), nil, identities)
	require.NoError(t, err)
	assert.Empty(t, got)
	cancelled, cancel := context.WithCancel(context.Background())
	cancel()
	_, err = exact.Beyond(cancelled, list, identities)
	assert.ErrorIs(t, err, context.Canceled)
}

// TestOutside leaves out a law in the ideal of the others that linear algebra does not reach: a*b*z1 = a^2*z0 + b^2*z2 follows by
// multiples of degree 4, in too many columns.
func TestOutside(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	table := exact.Table{Names: []string{"a", "b", "c", "d", "z0", "z1", "z2", "B", "p"}}
	for range 300 {
		a, b, c, d, base := rng.Int64N(50)+1, rng.Int64N(50)+1, rng.Int64N(50)+1, rng.Int64N(50)+1, rng.Int64N(9)+2
		var row []ring.Rat
		for _, v := range []int64{a, b, c, d, b * d, a*d + b*c, a * c, base, a*c*base*base + (a*d+b*c)*base + b*d} {
			row = append(row, ring.RatFromInt(v))
		}
		table.Rows = append(table.Rows, row)
	}
	assert.ElementsMatch(t, []string{"a*c - z2", "b*d - z0", "a*d + b*c - z1", "z2*B^2 + z1*B + z0 - p"},
		texts(find(t, table, exact.Options{MaxDegree: 3})))
}
