package rounding

import (
	"context"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/kexplain/kexplain/internal/sweeptest"
	"github.com/kexplain/kexplain/poly"
	"github.com/kexplain/kexplain/ring"
)

// cutDown cuts a number off after so many places.
func cutDown(x float64, places int) float64 {
	unit := math.Pow10(places)
	return math.Floor(x*unit+1e-9) / unit
}

func TestFindCutOff(t *testing.T) {
	for _, c := range []struct {
		name   string
		rows   int
		places []int
		row    func(rng *rand.Rand) []float64
		law    string
		column string
		sign   int
	}{
		{"tax", 60, []int{2, 2}, func(rng *rand.Rand) []float64 {
			net := cents(3 + 900*rng.Float64())
			return []float64{net, cutDown(0.19*net, 2)}
		}, "19/100*a - b - 1/200", "b", -1},
		{"product", 60, []int{2, 2, 1}, func(rng *rand.Rand) []float64 {
			w, h := cents(1+8*rng.Float64()), cents(1+8*rng.Float64())
			return []float64{w, h, cutDown(w*h, 1)}
		}, "a*b - c - 1/20", "c", -1},
		{"quotient", 60, []int{1, 2, 0}, func(rng *rand.Rand) []float64 {
			s, t := math.Round(30+870*rng.Float64())/10, cents(1+8*rng.Float64())
			return []float64{s, t, math.Ceil(s/t - 1e-9)}
		}, "b*c - a - 1/2*b", "c", 1},
		{"quarters", 200, []int{0, 0}, func(rng *rand.Rand) []float64 {
			net := float64(2000 + rng.IntN(18000))
			return []float64{net, math.Floor(net / 4)}
		}, "a - 4*b - 2", "b", -1},
		{"rounded", 60, []int{2, 2}, func(rng *rand.Rand) []float64 {
			net := cents(3 + 900*rng.Float64())
			return []float64{net, cents(0.19 * net)}
		}, "19/100*a - b", "", 0},
	} {
		t.Run(c.name, func(t *testing.T) {
			names := []string{"a", "b", "c"}[:len(c.places)]
			table := rounded(t, names, c.places, draw(c.rows, 4, c.row))
			for j, places := range c.places {
				if places == 0 {
					table.Readings = append(table.Readings, j)
				}
			}
			laws, err := Find(context.Background(), table, Options{})
			require.NoError(t, err)
			require.NotEmpty(t, laws)
			want, err := table.Ring.Parse(c.law)
			require.NoError(t, err)
			p := laws[0].Polynomial
			assert.True(t, p.Equal(want) || p.Equal(want.Neg()), "%v", p)
			assert.Empty(t, table.Failing(p))
			cut, _, ok := CutOff(p, table)
			assert.Equal(t, c.sign != 0, ok)
			if ok {
				assert.Equal(t, c.column, names[cut.Column])
				assert.Equal(t, c.sign > 0, cut.Up)
			}
		})
	}
}

// TestCutOffIsNoChance: where cells that are rounded agree with one constant that is no simple number, half a unit more or less hardly ever
// makes it one.
func TestCutOffIsNoChance(t *testing.T) {
	for seed := range uint64(sweeptest.Draws(t, 30, 150)) {
		c := 1 + 8*rand.New(rand.NewPCG(seed, 77)).Float64()
		table := rounded(t, []string{"a", "b"}, []int{2, 1}, draw(40, seed, func(rng *rand.Rand) []float64 {
			a := cents(1 + 40*rng.Float64())
			return []float64{a, math.Round(10*c*a) / 10}
		}))
		laws, err := Find(context.Background(), table, Options{})
		require.NoError(t, err)
		for _, l := range laws {
			assert.Equal(t, 2, l.Polynomial.Len(), "seed %d: %v", seed, l.Polynomial)
		}
	}
}

// TestAmid: cells that were cut off lie on both sides of the law when they are moved by half a unit, and exact cells at one end.
func TestAmid(t *testing.T) {
	for _, exact := range []bool{false, true} {
		table := rounded(t, []string{"a", "b"}, []int{2, 2}, draw(60, 9, func(rng *rand.Rand) []float64 {
			b := cents(900 * rng.Float64())
			if exact {
				return []float64{math.Round(4 * b), math.Round(4*b) / 4}
			}
			return []float64{b, cutDown(b/4, 2)}
		}))
		p, err := table.Ring.Parse("1/4*a - b")
		require.NoError(t, err)
		s := newSample(table, 60, 1)
		s.evaluate(extent{degree: 1})
		half, ok := commonHalf(table, 1)
		require.True(t, ok)
		assert.Equal(t, !exact, s.moved(1, half).amid(p, 1))
	}
}

// TestCutOffOfOne: of a mean of two marks, halves rounded up, half a mark beside them says of neither that it was cut off.
func TestCutOffOfOne(t *testing.T) {
	table := rounded(t, []string{"oral", "written", "mean"}, []int{0, 0, 0}, draw(80, 1, func(rng *rand.Rand) []float64 {
		oral, written := float64(1+rng.IntN(15)), float64(1+rng.IntN(15))
		return []float64{oral, written, math.Floor((oral + written + 1) / 2)}
	}))
	p, err := table.Ring.Parse("oral + written - 2*mean + 1/2")
	require.NoError(t, err)
	assert.Empty(t, table.Failing(p))
	_, _, ok := CutOff(p, table)
	assert.False(t, ok)
	means := NewCuts(parse(t, "oral + written - 2*mean", "oral", "written", "mean"), table)
	for i := range table.Len() {
		means.Count(i, false, func(int) { t.Error("breaks") })
	}
	assert.Equal(t, make([]int, 6), means.Broken, "marks may be rounded, too")
}

// TestCutOffBeside: half a unit beside a constant is taken from it where this makes it shorter by two digits, which it seldom does by chance.
func TestCutOffBeside(t *testing.T) {
	table := rounded(t, []string{"kwh", "price", "bill"}, []int{-1, -1, 2}, draw(40, 3, func(rng *rand.Rand) []float64 {
		kwh, price := float64(500+rng.IntN(3500)), float64(2000+rng.IntN(3000))/10000
		return []float64{kwh, price, math.Floor(100*(kwh*price+12)+1e-6) / 100}
	}))
	for text, want := range map[string]string{
		"kwh*price - bill + 11.995": "kwh*price - bill + 12",
		"kwh*price - bill + 11.985": "",
		"kwh*price - bill + 11.996": "",
	} {
		cut, before, ok := CutOff(parse(t, text, "kwh", "price", "bill"), table)
		assert.Equal(t, want != "", ok, text)
		if ok {
			assert.Equal(t, want, before.String())
			assert.Equal(t, Cut{Column: 2}, cut)
		}
	}
}

// TestFindSurerCut: a gross price is 1.07*net with a tax that was cut off to cents. It agrees with that within the rounding of both, and
// more closely with half a cent less.
func TestFindSurerCut(t *testing.T) {
	for _, c := range []struct {
		digits func(cents float64) float64
		cut    bool
	}{{math.Floor, true}, {math.Round, false}} {
		table := rounded(t, []string{"net", "gross"}, []int{2, 2}, draw(60, 9, func(rng *rand.Rand) []float64 {
			net := float64(500 + rng.IntN(39500))
			return []float64{net / 100, (net + c.digits(net*0.07+1e-9)) / 100}
		}))
		laws, err := Find(t.Context(), table, Options{})
		require.NoError(t, err)
		require.Len(t, laws, 1)
		cut, before, ok := CutOff(laws[0].Polynomial, table)
		require.Equal(t, c.cut, ok, "%v", laws[0].Polynomial)
		if ok {
			assert.Equal(t, Cut{Column: 1}, cut)
			assert.Equal(t, "107*net - 100*gross", poly.Primitive(before).String())
		}
	}
}

// TestCutLaw: the distance of an image stands in two terms of the equation of a lens, and was cut off to whole numbers: the nearest equation has
// constants that are off. Moved by half a unit, the cells obey the law within rounding. Distances with larger errors do not.
func TestCutLaw(t *testing.T) {
	lens := func(digits func(x float64) float64) Table {
		rows := draw(60, 91, func(rng *rand.Rand) []float64 {
			f := pick(rng, 50, 80, 100, 200)
			o := math.Round(f * (1.2 + 5*rng.Float64()))
			return []float64{f, o, digits(f * o / (o - f))}
		})
		out := rounded(t, []string{"f", "o", "i"}, []int{-1, -1, 0}, rows)
		out.Levels = map[int]int{0: 4}
		return out
	}
	near := func(table Table) *poly.Polynomial[ring.Rat] {
		p, err := table.Ring.Parse("f*o + 1.003*f*i - 1.002*o*i")
		require.NoError(t, err)
		return p
	}
	for _, c := range []struct {
		digits func(x float64) float64
		want   string
		up     bool
	}{
		{math.Floor, "2*f*o + 2*f*i - 2*o*i + f - o", false},
		{math.Ceil, "2*f*o + 2*f*i - 2*o*i - f + o", true},
	} {
		table := lens(c.digits)
		law, ok := CutLaw(table, near(table), 0)
		require.True(t, ok)
		assert.Equal(t, c.want, law.Polynomial.String())
		cut, before, found := CutOff(law.Polynomial, table)
		assert.True(t, found)
		assert.Equal(t, Cut{Column: 2, Up: c.up}, cut)
		assert.Equal(t, "f*o + f*i - o*i", before.String())
		cuts := NewCuts(before, table)
		for i := range table.Len() {
			cuts.Count(i, false, func(int) {})
		}
		for k, other := range cuts.All {
			if other == cut {
				assert.Zero(t, cuts.Broken[k])
				assert.InDelta(t, 0, cuts.Off[k]/float64(table.Len()), 0.25)
				continue
			}
			assert.Equal(t, -1, cuts.Broken[k])
		}
		table.Rows[7][2] = ring.RatFromInt(5)
		var broken []Cut
		cuts.Count(7, false, func(k int) { broken = append(broken, cuts.All[k]) })
		assert.Equal(t, []Cut{cut}, broken, "a wrong cell")
	}
	wrong := lens(math.Floor)
	wrong.Rows[7][2] = ring.RatFromInt(5)
	_, ok := CutLaw(wrong, near(wrong), 0)
	assert.False(t, ok, "a wrong cell")
	coarse := lens(func(x float64) float64 { return 3 * math.Floor(x/3) })
	_, ok = CutLaw(coarse, near(coarse), 0)
	assert.False(t, ok, "cut off to threes, and said to ones")
	exact := lens(math.Floor)
	exact.Levels[2] = 5
	_, ok = CutLaw(exact, near(exact), 0)
	assert.False(t, ok, "settings are exact")
}
