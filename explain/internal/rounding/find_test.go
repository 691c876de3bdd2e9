package rounding

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/kexplain/kexplain/explain/internal/explaintest"
	"github.com/kexplain/kexplain/internal/sweeptest"
	"github.com/kexplain/kexplain/poly"
	"github.com/kexplain/kexplain/ring"
)

// rounded makes a table of numbers rounded to so many places, -1 for exact ones.
func rounded(t testing.TB, names []string, places []int, rows [][]float64) Table {
	t.Helper()
	R, err := poly.NewRing(ring.Q, names)
	require.NoError(t, err)
	table := Table{Ring: R, Levels: map[int]int{}}
	values := make([]map[float64]bool, len(names))
	for j := range names {
		table.Columns = append(table.Columns, j)
		values[j] = map[float64]bool{}
	}
	for _, row := range rows {
		for j, v := range row {
			values[j][v] = true
		}
	}
	for j := range names {
		if len(values[j]) <= 12 {
			table.Levels[j] = len(values[j])
		}
	}
	for _, row := range rows {
		x, h := make([]ring.Rat, len(row)), make([]ring.Rat, len(row))
		for j, v := range row {
			n := places[j]
			if n < 0 {
				n = 12
			} else if table.Levels[j] == 0 {
				h[j], err = ring.ParseRat(fmt.Sprintf("5e-%d", n+1))
				require.NoError(t, err)
			}
			x[j], err = ring.ParseRat(strconv.FormatFloat(v, 'f', n, 64))
			require.NoError(t, err)
		}
		table.Rows, table.Half = append(table.Rows, x), append(table.Half, h)
	}
	return table
}

// draw makes rows.
func draw(n int, seed uint64, row func(rng *rand.Rand) []float64) [][]float64 {
	rng := rand.New(rand.NewPCG(seed, 1))
	var rows [][]float64
	for range n {
		rows = append(rows, row(rng))
	}
	return rows
}

func cents(x float64) float64 { return math.Round(100*x) / 100 }

func pick(rng *rand.Rand, list ...float64) float64 { return list[rng.IntN(len(list))] }

func texts(laws []Law) []string {
	out := []string{}
	for _, l := range laws {
		out = append(out, l.Polynomial.String())
	}
	return out
}

// TestFind finds laws behind numbers that were rounded.
func TestFind(t *testing.T) {
	sweeptest.Sweep(t)
	for _, c := range []struct {
		name, columns string
		places        []int
		n             int
		row           func(rng *rand.Rand) []float64
		want          []string
	}{
		{"tax", "net,vat", []int{2, 2}, 500, func(rng *rand.Rand) []float64 {
			net := cents(rng.Float64() * 5000)
			return []float64{net, 0.19 * net}
		}, []string{"19/100*net - vat"}},
		{"two rates", "net,rate,vat,gross", []int{2, 2, 2, 2}, 300, func(rng *rand.Rand) []float64 {
			net, rate := cents(rng.Float64()*5000), pick(rng, 0.07, 0.19)
			return []float64{net, rate, net * rate, net + cents(net*rate)}
		}, []string{"net + vat - gross", "net*rate - vat"}},
		{"inches", "inch,cm", []int{2, 2}, 100, func(rng *rand.Rand) []float64 {
			x := rng.Float64() * 10
			return []float64{x, 2.54 * x}
		}, []string{"127/50*inch - cm"}},
		{"degrees", "C,F", []int{1, 1}, 100, func(rng *rand.Rand) []float64 {
			x := rng.Float64()*60 - 20
			return []float64{x, 1.8*x + 32}
		}, []string{"9/5*C - F + 32"}},
		{"payroll", "hourly,overtime,pay", []int{2, 1, 2}, 200, func(rng *rand.Rand) []float64 {
			h, o := cents(10+rng.Float64()*40), math.Round(rng.Float64()*200)/10
			return []float64{h, o, h * (38 + 1.5*o)}
		}, []string{"3/2*hourly*overtime + 38*hourly - pay"}},
		{"two years", "principal,rate,amount", []int{2, 3, 2}, 120, func(rng *rand.Rand) []float64 {
			p, r := cents(rng.Float64()*9000), pick(rng, 0.01, 0.015, 0.02, 0.03, 0.045)
			return []float64{p, r, p * (1 + r) * (1 + r)}
		}, []string{"principal*rate^2 + 2*principal*rate + principal - amount"}},
		{"loans", "balance,rate,interest", []int{2, 3, 2}, 400, func(rng *rand.Rand) []float64 {
			b, r := cents(rng.Float64()*90000), pick(rng, 0.01, 0.015, 0.02, 0.03, 0.045)
			return []float64{b, r, b * r / 12}
		}, []string{"balance*rate - 12*interest"}},
		{"luma", "R,G,B,Y", []int{3, 3, 3, 3}, 300, func(rng *rand.Rand) []float64 {
			r, g, b := rng.Float64(), rng.Float64(), rng.Float64()
			return []float64{r, g, b, 0.299*r + 0.587*g + 0.114*b}
		}, []string{}},
		{"a circle", "x,y", []int{3, 3}, 100, func(rng *rand.Rand) []float64 {
			a := rng.Float64() * 6
			return []float64{5 * math.Cos(a), 5 * math.Sin(a)}
		}, []string{"x^2 + y^2 - 25"}},
		{"a coefficient that is no simple number", "d,h,V", []int{2, 2, 2}, 100, func(rng *rand.Rand) []float64 {
			d, h := 1+rng.Float64()*9, 1+rng.Float64()*9
			return []float64{d, h, math.Pi / 4 * d * d * h}
		}, []string{}},
		{"readings that vary little", "f,T", []int{2, 3}, 20, func(rng *rand.Rand) []float64 {
			f := 50 + rng.Float64() - 0.5
			return []float64{cents(f), 1000 / cents(f)}
		}, []string{"f*T - 1000"}},
		{"a mean", "a,b,m", []int{2, 2, 2}, 25, func(rng *rand.Rand) []float64 {
			a, b := cents(20+rng.Float64()), cents(20+rng.Float64())
			return []float64{a, b, (a + b) / 2}
		}, []string{"a + b - 2*m"}},
		{"noise", "x,y", []int{2, 2}, 100, func(rng *rand.Rand) []float64 {
			x := rng.Float64() * 10
			return []float64{x, 2*x + 0.02*rng.NormFloat64()}
		}, []string{}},
		{"an exponential", "x,y", []int{2, 2}, 60, func(rng *rand.Rand) []float64 {
			x := rng.Float64()
			return []float64{x, math.Exp(x)}
		}, []string{}},
		{"few digits", "x,y", []int{0, 1}, 40, func(rng *rand.Rand) []float64 {
			x := math.Round(rng.Float64()*20 + 1)
			return []float64{x, 0.1347 * x}
		}, []string{"-1347/10000*x + y"}},
		// F = 1.8*K - 459.67: that fractions of 1379 are as seldom as numbers of four digits was not counted.
		{"Fahrenheit and kelvin", "F,K", []int{1, 2}, 60, func(rng *rand.Rand) []float64 {
			c := float64(rng.IntN(1000)) / 10
			return []float64{1.8*c + 32, c + 273.15}
		}, []string{}},
		{"a sine", "x,y", []int{2, 3}, 150, func(rng *rand.Rand) []float64 {
			x := rng.Float64() * 3
			return []float64{x, math.Sin(x)}
		}, []string{}},
		{"a narrow range", "x,y", []int{1, 1}, 80, func(rng *rand.Rand) []float64 {
			return []float64{290 + rng.Float64()*0.2, 290 + rng.Float64()*0.2}
		}, []string{}},
		{"nothing", "x,y,z", []int{2, 2, 2}, 100, func(rng *rand.Rand) []float64 {
			return []float64{rng.Float64(), rng.Float64(), rng.Float64()}
		}, []string{}},
	} {
		t.Run(c.name, func(t *testing.T) {
			if testing.Short() && len(c.places) > 3 {
				t.Skip("takes long under the race detector")
			}
			table := rounded(t, strings.Split(c.columns, ","), c.places, draw(c.n, 0, c.row))
			laws, err := Find(context.Background(), table, Options{})
			require.NoError(t, err)
			assert.Equal(t, c.want, texts(laws))
			for _, l := range laws {
				assert.Empty(t, l.Failing)
				t.Logf("%v: %.1f nats", l.Polynomial, l.Nats)
			}
		})
	}
}

// TestFindWithSlips names the rows with wrong cells.
func TestFindWithSlips(t *testing.T) {
	if testing.Short() {
		t.Skip("takes long under the race detector")
	}
	for k, share := range []float64{0.001, 0.01, 0.03} {
		seed := uint64(k)
		rng := rand.New(rand.NewPCG(seed, 2))
		spoilt := []int{}
		n := 0
		rows := draw(600, seed, func(r *rand.Rand) []float64 {
			net, rate := cents(1+r.Float64()*5000), pick(r, 0.07, 0.19)
			row := []float64{net, rate, net * rate}
			if rng.Float64() < 2*share {
				row[2*rng.IntN(2)] += 3 + cents(100*rng.Float64())
				spoilt = append(spoilt, n)
			}
			n++
			return row
		})
		laws, err := Find(context.Background(), rounded(t, []string{"net", "rate", "vat"}, []int{2, 2, 2}, rows), Options{})
		require.NoError(t, err)
		require.Equal(t, []string{"net*rate - vat"}, texts(laws), "%g, seed %d", share, seed)
		assert.Equal(t, spoilt, append([]int{}, laws[0].Failing...))
		if len(spoilt) > 0 {
			laws, err = Find(context.Background(), rounded(t, []string{"net", "rate", "vat"}, []int{2, 2, 2}, rows), Options{EveryRow: true})
			require.NoError(t, err)
			assert.Empty(t, texts(laws))
		}
	}
}

// TestIntervalTies: cells that were halfway, as 0.7 of 16.5, leave a coefficient at the end of its interval, and in it.
func TestIntervalTies(t *testing.T) {
	var rows [][]float64
	for tenths := 105.0; tenths < 1000; tenths += 10 {
		rows = append(rows, []float64{tenths / 10, math.RoundToEven(0.7*tenths) / 10})
	}
	s := &search{sample: newSample(rounded(t, []string{"x", "y"}, []int{1, 1}, rows), 200, 1)}
	s.evaluate(extent{degree: 1})
	u := support{slices.IndexFunc(s.exps, func(e []int) bool { return e[1] == 1 }), slices.IndexFunc(s.exps, func(e []int) bool { return e[0] == 1 })}
	var f fitted
	f.c[0] = 0.7
	lo, hi := s.interval(u, &f, 0, s.order, func(i int, _ float64) float64 { return s.moves[u[0]][i] })
	assert.LessOrEqual(t, lo, 0.7)
	assert.GreaterOrEqual(t, hi, 0.7)
}

// TestTiesBothWays: 6.25 % was written 6.3 and 18.75 % was written 18.7, so that 100 is the only number that the rows allow.
func TestTiesBothWays(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	rows := [][]float64{{1, 15, 6.3}, {3, 13, 18.7}}
	for len(rows) < 60 {
		hits, misses := float64(20+rng.IntN(700)), float64(10+rng.IntN(300))
		rows = append(rows, []float64{hits, misses, math.Round(1000*hits/(hits+misses)) / 10})
	}
	table := rounded(t, []string{"hits", "misses", "rate"}, []int{0, 0, 1}, rows)
	laws, err := Find(context.Background(), table, Options{})
	require.NoError(t, err)
	require.Len(t, laws, 1)
	assert.Equal(t, "1/100*hits*rate + 1/100*misses*rate - hits", laws[0].Polynomial.String())
	assert.ElementsMatch(t, []int{0, 1}, laws[0].Counts)
}

// TestFewestFactors: of mpg*cost = miles*price and cost = gallons*price beside miles = gallons*mpg the one with fewer factors is a law.
func TestFewestFactors(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	var rows [][]float64
	round := func(x, unit float64) float64 { return math.Round(x/unit) * unit }
	for range 100 {
		miles, gallons, price := round(140+250*rng.Float64(), 0.1), round(5+10*rng.Float64(), 0.001), round(3+2*rng.Float64(), 0.001)
		rows = append(rows, []float64{miles, gallons, round(miles/gallons, 0.1), price, round(gallons*price, 0.01)})
	}
	table := rounded(t, []string{"miles", "gallons", "mpg", "price", "cost"}, []int{1, 3, 1, 3, 2}, rows)
	laws, err := Find(context.Background(), table, Options{})
	require.NoError(t, err)
	assert.ElementsMatch(t, []string{"gallons*mpg - miles", "gallons*price - cost"}, texts(laws))
}

// TestParallelTies: 93.8 for 1500*100/1600 is halfway, at the end of what the slack allows if the coefficients are exactly 1.
func TestParallelTies(t *testing.T) {
	var rows [][]float64
	for _, pair := range strings.Fields("470,1500 330,1000 2200,100 2200,330 220,100 680,1500 220,220 220,330 1500,680 680,2200 470,330 1500,1000 330,1000 " +
		"100,100 680,1000 1500,100 470,1000 1500,1000 470,1500 330,100 680,100 220,470 220,100 1500,680 470,470 680,680 2200,100 220,470 680,2200 220,680") {
		var a, b float64
		_, err := fmt.Sscanf(pair, "%f,%f", &a, &b)
		require.NoError(t, err)
		rows = append(rows, []float64{a, b, math.Round(10*a*b/(a+b)) / 10})
	}
	laws, err := Find(context.Background(), rounded(t, []string{"R1", "R2", "Rp"}, []int{0, 0, 1}, rows), Options{})
	require.NoError(t, err)
	require.Len(t, laws, 1)
	assert.Equal(t, "R1*R2 - R1*Rp - R2*Rp", laws[0].Polynomial.String())
}

// TestAllowed: where the first column is computed from the other cells as they are written, these leave its
// coefficient less room.
func TestAllowed(t *testing.T) {
	for _, c := range []struct {
		name string
		y    func(x float64) float64
		want bool
	}{
		{"computed from what is written", func(x float64) float64 { return 0.9214 * cents(x) }, true},
		{"computed from what was rounded", func(x float64) float64 { return 0.9214 * x }, false},
	} {
		rows := draw(100, 3, func(rng *rand.Rand) []float64 {
			x := 5 + 895*rng.Float64()
			return []float64{x, c.y(x)}
		})
		s := &search{sample: newSample(rounded(t, []string{"x", "y"}, []int{2, 2}, rows), 200, 1)}
		s.evaluate(extent{degree: 1})
		u := support{slices.IndexFunc(s.exps, func(e []int) bool { return e[1] == 1 }), slices.IndexFunc(s.exps, func(e []int) bool { return e[0] == 1 })}
		var f fitted
		f.c[0] = 0.9214
		lo, hi := s.interval(u, &f, 0, s.order, func(_ int, slack float64) float64 { return slack })
		a, b := s.allowed(u, &f, 0, s.order)
		assert.Less(t, a, 0.9214, c.name)
		assert.Greater(t, b, 0.9214, c.name)
		assert.Equal(t, c.want, b-a < 0.8*(hi-lo), "%s: %g of %g", c.name, b-a, hi-lo)
	}
}

// In readings of one thing the mean is their geometric mean within rounding, and the linear law is taken.
func TestFindLinearFirst(t *testing.T) {
	for k := range uint64(sweeptest.Draws(t, 2, 5)) {
		rows := draw(60, 300+k, func(rng *rand.Rand) []float64 {
			thing, sum := 8+4*rng.Float64(), 0.0
			row := make([]float64, 4)
			for j := range 3 {
				row[j] = cents(thing + 0.15*rng.NormFloat64())
				sum += row[j]
			}
			row[3] = cents(sum / 3)
			return row
		})
		laws, err := Find(context.Background(), rounded(t, []string{"a", "b", "c", "mean"}, []int{2, 2, 2, 2}, rows), Options{})
		require.NoError(t, err)
		require.NotEmpty(t, laws)
		assert.Equal(t, "a + b + c - 3*mean", poly.Primitive(laws[0].Polynomial).String())
	}
}

// TestMeasured: the area of a disk has a constant that is no simple number, and all rows agree with it. Longer equations with simple
// ones only follow it where the diameters vary little, and so do laws of the rate at which money is changed beside a fee.
func TestMeasured(t *testing.T) {
	sweeptest.Sweep(t)
	for seed := range uint64(12) {
		disks := rounded(t, []string{"d", "A"}, []int{3, 2}, draw(24, seed, func(rng *rand.Rand) []float64 {
			d := math.Round(1000*(24.9+rng.Float64()/5)) / 1000
			return []float64{d, math.Pi / 4 * d * d}
		}))
		laws, err := Find(context.Background(), disks, Options{})
		require.NoError(t, err)
		assert.Empty(t, texts(laws), "disks %d", seed)
		change := rounded(t, []string{"eur", "usd", "fee"}, []int{2, 2, 2}, draw(14, seed, func(rng *rand.Rand) []float64 {
			eur := cents(50 + 500*rng.Float64())
			return []float64{eur, 1.08419 * eur, 0.015 * eur}
		}))
		laws, err = Find(context.Background(), change, Options{})
		require.NoError(t, err)
		require.Len(t, laws, 2, "change %d", seed) // the rate is that of a copy
		assert.InDelta(t, 1.08419, -laws[1].Polynomial.LeadingCoefficient().Float64(), 5e-4, "change %d", seed)
		assert.Equal(t, "3/200*eur - fee", laws[0].Polynomial.String(), "change %d", seed)
	}
}

// TestCopies: a column may be another one in other units, and its unit no simple number. The column before it gives it, also with the other
// sign.
func TestCopies(t *testing.T) {
	for seed := range uint64(sweeptest.Draws(t, 6, 20)) {
		sign := float64(1 - 2*int(seed%2))
		rows := draw(60, seed, func(rng *rand.Rand) []float64 {
			km, h := math.Round(10*(1+200*rng.Float64()))/10, cents(rng.Float64())
			return []float64{km / 1.609344, h, sign * km}
		})
		laws, err := Find(context.Background(), rounded(t, []string{"miles", "hours", "km"}, []int{2, 2, 1}, rows), Options{})
		require.NoError(t, err)
		require.Len(t, laws, 1, "seed %d", seed)
		p := laws[0].Polynomial
		assert.Equal(t, 2, p.Len())
		assert.InDelta(t, 1.609344*sign, -p.LeadingCoefficient().Float64(), 1e-3)
		assert.True(t, p.Coefficient(p.Ring().VarMonomial(2)).IsOne(), p.String())
	}
}

// TestCopiesOfSettings: what settings give need be no simple multiple of their product either, and nothing of the kind is said of measured columns.
func TestCopiesOfSettings(t *testing.T) {
	sweeptest.Sweep(t)
	names, places := []string{"ring", "sprocket", "dev"}, []int{0, 0, 2}
	for seed := range uint64(20) {
		c := 2.1053 + 0.01*float64(seed)
		gears := draw(200, 40+seed, func(rng *rand.Rand) []float64 {
			ring, sprocket := float64(34+8*rng.IntN(3)), float64(11+2*rng.IntN(8))
			return []float64{ring, sprocket, cents(c * ring / sprocket)}
		})
		laws, err := Find(context.Background(), rounded(t, names, places, gears), Options{})
		require.NoError(t, err)
		require.Len(t, laws, 1)
		p := laws[0].Polynomial
		require.Equal(t, 2, p.Len(), p.String())
		at := p.Eval([]ring.Rat{ring.RatFromInt(1000), ring.RatFromInt(1), ring.RatFromInt(0)}).Float64() /
			p.Eval([]ring.Rat{ring.RatFromInt(0), ring.RatFromInt(1), ring.RatFromInt(1)}).Float64()
		assert.InDelta(t, -1000*c, at, 2)

		measured := draw(200, 80+seed, func(rng *rand.Rand) []float64 {
			force, arm := cents(20+30*rng.Float64()), cents(1+2*rng.Float64())
			return []float64{force, arm, cents(c * force / arm)}
		})
		laws, err = Find(context.Background(), rounded(t, names, []int{2, 2, 2}, measured), Options{})
		require.NoError(t, err)
		for _, l := range laws {
			assert.Positive(t, l.Nats, "its number is a simple one")
		}
	}
}

// TestAsSum: of readings that vary little the mean is found though their geometric mean has fewer constants, and the
// geometric mean where they vary much.
func TestAsSum(t *testing.T) {
	names, places := []string{"a", "b", "c", "mean"}, []int{2, 2, 2, 2}
	for k := range uint64(sweeptest.Draws(t, 2, 5)) {
		near := draw(50, 700+k, func(rng *rand.Rand) []float64 {
			thing := 19.7 + 0.1*rng.NormFloat64()
			reading := func() float64 { return cents(thing + 0.04*rng.NormFloat64()) }
			a, b, c := reading(), reading(), reading()
			return []float64{a, b, c, cents((a + b + c) / 3)}
		})
		laws, err := Find(context.Background(), rounded(t, names, places, near), Options{})
		require.NoError(t, err)
		require.Len(t, laws, 1)
		assert.Equal(t, "a + b + c - 3*mean", poly.Primitive(laws[0].Polynomial).String())

		far := draw(50, 800+k, func(rng *rand.Rand) []float64 {
			a, b, c := cents(5+20*rng.Float64()), cents(5+20*rng.Float64()), cents(5+20*rng.Float64())
			return []float64{a, b, c, cents(math.Cbrt(a * b * c))}
		})
		laws, err = Find(context.Background(), rounded(t, names, places, far), Options{})
		require.NoError(t, err)
		require.Len(t, laws, 1)
		assert.Equal(t, "a*b*c - mean^3", texts(laws)[0])
	}
}

// TestNoLawOfMostSettings: discounts are 20 % where they are not 0, but for a few of 5 and 10 %. The law of the 20 % is broken by all rows
// with another one, so it is no law with slips.
func TestNoLawOfMostSettings(t *testing.T) {
	names := []string{"price", "pct", "rebate"}
	for seed := range uint64(sweeptest.Draws(t, 2, 5)) {
		few := 0
		table := rounded(t, names, []int{2, 0, 2}, draw(160, 900+seed, func(rng *rand.Rand) []float64 {
			price, pct := cents(3+600*rng.Float64()), 0.0
			if few++; few%4 == 0 {
				pct = 20
			} else if few%18 == 1 {
				pct = 5 * float64(1+rng.IntN(2))
			}
			return []float64{price, pct, cents(price * pct / 100)}
		}))
		laws, err := Find(context.Background(), table, Options{})
		require.NoError(t, err)
		assert.Equal(t, []string{"1/100*price*pct - rebate"}, texts(laws), "draw %d", seed)
	}
}

// TestFindNotCentred: every second price is a half cent that was rounded up, so that the errors are a quarter of a cent in the mean. Least squares gives
// 0.12513, and 0.125 is the simplest number that all rows allow.
func TestFindNotCentred(t *testing.T) {
	rows := make([][]float64, 24)
	for i := range rows {
		rows[i] = []float64{float64(i + 1), math.Floor(12.5*float64(i+1)+0.5) / 100}
	}
	laws, err := Find(context.Background(), rounded(t, []string{"pieces", "price"}, []int{-1, 2}, rows), Options{})
	require.NoError(t, err)
	assert.Equal(t, []string{"pieces - 8*price"}, texts(laws))
}

// TestFindProducts: four columns have too many monomials of degree 3. The products of different columns are looked at all the same, as in the
// power of two lenses at a distance.
func TestFindProducts(t *testing.T) {
	rows := draw(70, 5, func(rng *rand.Rand) []float64 {
		p, q, d := float64(rng.IntN(15)-4), float64(rng.IntN(15)-4), math.Round(300*rng.Float64())/1000
		return []float64{p, q, d, cents(p + q - d*p*q)}
	})
	laws, err := Find(context.Background(), rounded(t, []string{"p", "q", "d", "both"}, []int{-1, -1, -1, 2}, rows), Options{})
	require.NoError(t, err)
	assert.Equal(t, []string{"p*q*d - p - q + both"}, texts(laws))
	for _, c := range []struct {
		columns, size, places int
		want                  extent
	}{
		{3, 4, 2, extent{degree: 3}},
		{4, 4, 2, extent{degree: 2, products: true}},
		{4, 4, 0, extent{degree: 2}},
		{5, 4, 2, extent{degree: 2}},
		{5, 3, 2, extent{degree: 3}}, // a body mass index beside two other columns
		{30, 3, 2, extent{degree: 1}},
	} {
		var names []string
		for j := range c.columns {
			names = append(names, fmt.Sprint("x", j))
		}
		numbers := draw(20, 1, func(rng *rand.Rand) []float64 {
			row := make([]float64, c.columns)
			for j := range row {
				row[j] = float64(rng.IntN(10_000)) / math.Pow10(c.places)
			}
			return row
		})
		table := rounded(t, names, slices.Repeat([]int{c.places}, c.columns), numbers)
		got := table.affordable(c.size, 3)
		assert.Equal(t, c.want, got)
		s := sampleOf(table, nil)
		s.evaluate(got)
		assert.Len(t, s.mons, got.count(c.columns))
	}
}

// TestFindBesideGiven: the discount of an invoice is a law of degree 3 in four of six columns. Linear laws give the other two, and
// without them that degree is looked at.
func TestFindBesideGiven(t *testing.T) {
	table := rounded(t, []string{"qty", "price", "discount", "net", "vat", "total"}, []int{-1, 2, -1, 2, 2, 2}, draw(250, 9, func(rng *rand.Rand) []float64 {
		qty, cents, discount := 1+rng.IntN(40), 500+rng.IntN(20000), 5*rng.IntN(5)
		net := (qty*cents*(100-discount) + 50) / 100
		vat := (19*net + 50) / 100
		return []float64{float64(qty), float64(cents) / 100, float64(discount), float64(net) / 100, float64(vat) / 100, float64(net+vat) / 100}
	}))
	table.Known = []*poly.Polynomial[ring.Rat]{explaintest.Parse(t, table.Ring, "net + vat - total")}
	laws, err := Find(context.Background(), table, Options{})
	require.NoError(t, err)
	assert.Equal(t, []string{"19/100*net - vat", "1/100*qty*price*discount - qty*price + net"}, texts(laws))
	assert.Equal(t, []int{0, 1, 2, 3}, (&search{sample: newSample(table, 200, 1), laws: laws}).notGiven())
}

// TestBetweenTwoValues: at two rates of a tax, or for members and others, any two coefficients would do; 1 and 0.01 speak for
// themselves, where 0.0083 and 0.0154 do not. Of price*member = 10*price - 10*total all terms but one are 0 where member is; the others are off where it is 1.
func TestBetweenTwoValues(t *testing.T) {
	for seed := range uint64(5) {
		find := func(names []string, y func(x, group float64) float64, values ...float64) []string {
			rows := draw(60, seed, func(rng *rand.Rand) []float64 {
				x, group := cents(5+85*rng.Float64()), pick(rng, values...)
				return []float64{x, group, cents(y(x, group))}
			})
			laws, err := Find(context.Background(), rounded(t, names, []int{2, -1, 2}, rows), Options{})
			require.NoError(t, err)
			return texts(laws)
		}
		assert.Equal(t, []string{"1/100*net*rate + net - gross"},
			find([]string{"net", "rate", "gross"}, func(x, rate float64) float64 { return x * (1 + rate/100) }, 7, 19), "seed %d", seed)
		assert.Equal(t, []string{"1/10*price*member - price + total"},
			find([]string{"price", "member", "total"}, func(x, member float64) float64 { return x * (1 - member/10) }, 0, 1), "seed %d", seed)
		assert.NotContains(t, strings.Join(find([]string{"amount", "class", "fee"}, func(x, class float64) float64 { return x * (0.0083 + 0.0154*class) }, 1, 2), " "),
			"class", "seed %d", seed)
	}
}

// A linear law may have more terms than others: the parts of a national product, each rounded.
func TestFindLongSum(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	var rows [][]float64
	for i := range 60 {
		grown := 1 + float64(i)/60
		row := []float64{300, 100, 110, 150, 140}
		for j := range row {
			row[j] *= grown * (1 + 0.05*rng.NormFloat64())
		}
		rows = append(rows, append(row, row[0]+row[1]+row[2]+row[3]-row[4]))
	}
	names := []string{"consumption", "investment", "government", "exports", "imports", "gdp"}
	laws, err := Find(context.Background(), rounded(t, names, []int{1, 1, 1, 1, 1, 1}, rows), Options{})
	require.NoError(t, err)
	require.Len(t, laws, 1)
	assert.Equal(t, "consumption + investment + government + exports - imports - gdp", laws[0].Polynomial.String())
}

// Halves that are all rounded up, as spreadsheets do, draw least squares to one side: a third of doses of so much per kilogram are
// halfway between two milligrams. Ties show the number, also where halves go either way.
func TestFindHalvesUp(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 6))
	var doses, costs [][]float64
	for range 146 {
		weight, perKg := math.Round(10*(20+70*rng.Float64()))/10, pick(rng, 5, 7.5, 10, 15)
		doses = append(doses, []float64{weight, perKg, math.Floor(weight*perKg + 0.5 + 1e-9)})
		cents := 135*math.Round(10*(1+29*rng.Float64()))/10 + 690
		costs = append(costs, []float64{math.Round((cents-690)/13.5) / 10, (math.Round(cents + 0.1*(rng.Float64()-0.5))) / 100})
	}
	laws, err := Find(context.Background(), rounded(t, []string{"weight", "per_kg", "dose"}, []int{1, 1, 0}, doses), Options{})
	require.NoError(t, err)
	assert.Equal(t, []string{"weight*per_kg - dose"}, texts(laws))
	laws, err = Find(context.Background(), rounded(t, []string{"kg", "cost"}, []int{1, 2}, costs), Options{})
	require.NoError(t, err)
	assert.Equal(t, []string{"27/20*kg - cost + 69/10"}, texts(laws))
}

// TestShortestFirst: of laws that say the same beside others, the shortest is found.
func TestShortestFirst(t *testing.T) {
	rows := draw(50, 7, func(rng *rand.Rand) []float64 {
		bill, people := cents(20+180*rng.Float64()), float64(2+rng.IntN(6))
		tip := cents(0.15 * bill)
		return []float64{bill, tip, cents(bill + tip), people, cents((bill + tip) / people)}
	})
	table := rounded(t, []string{"bill", "tip", "total", "people", "each"}, []int{2, 2, 2, 0, 2}, rows)
	known, err := table.Ring.Parse("total - bill - tip")
	require.NoError(t, err)
	table.Known = []*poly.Polynomial[ring.Rat]{known}
	laws, err := Find(context.Background(), table, Options{})
	require.NoError(t, err)
	assert.Equal(t, []string{"3/20*bill - tip", "people*each - total"}, texts(laws))
}

// TestFindPowers: the moment of inertia of a beam and the mass of a pallet of paper are products of five factors and of four.
func TestFindPowers(t *testing.T) {
	for seed := range uint64(sweeptest.Draws(t, 3, 20)) {
		beams := draw(40, seed, func(rng *rand.Rand) []float64 {
			b, h := math.Round(5+20*rng.Float64()), math.Round(10*(8+20*rng.Float64()))/10
			return []float64{b, h, math.Round(b * h * h * h / 12)}
		})
		laws, err := Find(context.Background(), rounded(t, []string{"b", "h", "I"}, []int{0, 1, 0}, beams), Options{})
		require.NoError(t, err)
		assert.Equal(t, []string{"b*h^3 - 12*I"}, texts(laws), "draw %d", seed)

		pallets := draw(52, 100+seed, func(rng *rand.Rand) []float64 {
			gsm, w, h, sheets := 5*float64(16+rng.IntN(44)), float64(43+rng.IntN(28)), float64(61+rng.IntN(40)), 250*float64(4+rng.IntN(36))
			return []float64{gsm, w, h, sheets, math.Round(gsm*w*h*sheets/1e6) / 10}
		})
		laws, err = Find(context.Background(), rounded(t, []string{"gsm", "w", "h", "sheets", "kg"}, []int{0, 0, 0, 0, 1}, pallets), Options{})
		require.NoError(t, err)
		assert.Equal(t, []string{"1/10000000*gsm*w*h*sheets - kg"}, texts(laws), "draw %d", seed)
	}
}
