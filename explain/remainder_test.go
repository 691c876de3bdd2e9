package explain

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"gonum.org/v1/gonum/mat"

	"github.com/kexplain/kexplain/explain/internal/exact"
	"github.com/kexplain/kexplain/explain/internal/explaintest"
	"github.com/kexplain/kexplain/explain/internal/limit"
	"github.com/kexplain/kexplain/explain/internal/noisefree"
	"github.com/kexplain/kexplain/explain/points"
	"github.com/kexplain/kexplain/internal/sweeptest"
	"github.com/kexplain/kexplain/poly"
	"github.com/kexplain/kexplain/ring"
)

// onePlusOne is what a state knows of rows: the mean of x^a·y^b·… is 1·a + 10·b + 100·c + …,
// divided by the units.
type onePlusOne struct{ Whole }

func (onePlusOne) Mean(exponents []uint8, units []float64) float64 {
	sum, place := 0.0, 1.0
	for j, e := range exponents {
		sum += place * float64(e) / units[j]
		place *= 10
	}
	return sum
}

// TestRemainder: rows that break an equation, columns that number the rows and columns that an
// equation within rounding gives are left out, and exact equations are known in what remains.
func TestRemainder(t *testing.T) {
	R := explaintest.RingOf(t, "id", "x", "y", "z", "w")
	var rows [][]float64
	for i := range 30 {
		x, y := float64(i%7), float64(i%5)
		rows = append(rows, []float64{float64(i), x, y, x + y, 2 * x})
	}
	data := dataOf("id,x,y,z,w", rows)
	data.Whole = onePlusOne{}
	f := noiseFreeOf(data, noisefree.Found{Ring: R, Exactly: explaintest.Equations(t, R, "x + y - z", "w^2 - 4*x^2"),
		Within: explaintest.Equations(t, R, "w - 2*x"), Counters: []int{0}, Distinct: limit.FewPlaces + 1,
		Settings: []exact.Setting{{Column: 2, Values: []ring.Rat{ring.RatFromInt(0), ring.RatFromInt(3)}}}})
	o := Options{Noise: []float64{0, 1, 2, 3, 4}, Relative: []float64{0, 1, 2, 3, 4}, Grading: [][]int{{0}, {1}, {2}, {3}, {4}},
		Covariance: mat.NewSymDense(5, nil), DegreeIn: []DegreeBound{{Variables: []string{"x"}, Degree: 2}}, MaxDegree: 3,
		Identities: []*poly.Polynomial[ring.Rat]{explaintest.Parse(t, R, "x - x^2")}}
	for i := range 5 {
		for j := i; j < 5; j++ {
			o.Covariance.SetSym(i, j, float64(10*i+j))
		}
	}
	r := remaining(f, o, nil)
	assert.Equal(t, []string{"x", "y", "z"}, r.data.Variables)
	assert.Equal(t, 30, r.data.Points.Rows())
	assert.Equal(t, rows[11][1:4], r.data.Points.Row(11))
	assert.Equal(t, []string{"x + y - z"}, polyTexts(r.known), "nothing is left of the other: w is 2x")
	assert.Equal(t, []float64{1, 2, 3}, r.options.Noise)
	assert.Equal(t, []float64{1, 2, 3}, r.options.Relative)
	assert.Equal(t, [][]int{{1}, {2}, {3}}, r.options.Grading)
	for a := range 3 {
		for b := range 3 {
			assert.Equal(t, float64(10*min(a+1, b+1)+max(a+1, b+1)), r.options.Covariance.At(a, b))
		}
	}
	require.NotNil(t, r.whole)
	assert.Equal(t, 10*1+100*2/4.0, r.whole.Mean([]uint8{1, 2, 0}, []float64{1, 4, 9}))

	in := r.problemData()
	assert.Equal(t, []string{"y^2 - 3*y", "-x^2 + x"}, polyTexts(in.Trivial), "the values of the setting, and the identity")
	assert.Equal(t, []string{"-x^2 + x"}, polyTexts(in.Identities))
	assert.Equal(t, map[string]int{"y": 2}, in.Levels)
	require.Len(t, in.Bounds, 1)
	assert.Equal(t, 2, in.Bounds[0].Degree)
	assert.Equal(t, []string{"x"}, in.Bounds[0].Names)
	assert.Equal(t, 3, in.MaxDegree)
	f.Distinct = limit.FewPlaces
	assert.Equal(t, []string{"-x^2 + x"}, polyTexts(remaining(f, o, nil).problemData().Trivial), "few rows are places")

	f.Exactly[0].Failing = []int{3}
	r = remaining(f, o, nil)
	assert.Equal(t, 29, r.data.Points.Rows())
	assert.Nil(t, r.whole)
	f.Exactly[0].Failing = []int{3, 11}
	r = remaining(f, o, nil)
	assert.Equal(t, 28, r.data.Points.Rows())
	assert.Equal(t, rows[13][1:4], r.data.Points.Row(11))
	assert.Nil(t, r.whole, "the moments are those of all rows")

	all := remaining(noiseFreeOf(data, noisefree.Found{Ring: R}), o, nil)
	assert.Equal(t, data, all.data, "the same points, not all columns of them")
	assert.Equal(t, o.Noise, all.options.Noise)
	require.NotNil(t, all.whole)
	assert.Equal(t, 10000.0, all.whole.Mean([]uint8{0, 0, 0, 0, 1}, []float64{1, 1, 1, 1, 1}))

	// Levels for one column only, or a covariance of other columns, are as they were given.
	some := Options{Noise: []float64{5}, Covariance: mat.NewSymDense(2, nil)}.ofColumns([]int{1}, 5)
	assert.Equal(t, []float64{5}, some.Noise)
	assert.Equal(t, 2, some.Covariance.SymmetricDim())
}

// TestRemainderForm: beside 2*m = a + b + 0.05, which holds within rounding, the form a + b - 2*m takes a few values at the cells as they
// are written. With m replaced, only a constant is left of the polynomial that is zero at these values. It was taken as known, so that
// every polynomial was, and the search ended in a panic.
func TestRemainderForm(t *testing.T) {
	set := readText(t, `a,b,m,z
20.5,19.4,20.0,398.7
20.3,20.0,20.2,406.1
19.7,20.0,19.9,393.2
19.8,20.5,20.2,408.3
20.4,20.2,20.3,413.0
19.4,20.0,19.7,386.6
20.4,20.0,20.2,408.1
20.4,19.7,20.1,402.6
20.0,19.4,19.7,387.8
19.8,19.6,19.7,388.9
19.7,20.2,20.0,397.9
19.7,19.6,19.7,386.9
19.9,19.8,19.9,395.7
20.0,19.4,19.7,387.2
20.1,20.4,20.3,410.3
20.6,19.6,20.1,403.2
20.4,19.7,20.1,402.0
20.1,20.5,20.3,410.6
20.6,20.0,20.3,411.3
19.7,20.4,20.1,401.6
19.6,20.2,19.9,397.0
20.1,20.3,20.2,409.4
19.5,19.5,19.5,378.7
`)
	r, err := Learn(context.Background(), Data{Variables: set.Variables(), Points: set}, Options{})
	require.NoError(t, err)
	assert.Equal(t, "2*m = a + b + 1/20", r.Generators[0].Equation())
}

// TestRemainderRobust: no rows of a table of settings are set aside unless that is asked for.
func TestRemainderRobust(t *testing.T) {
	R := explaintest.RingOf(t, "x", "y")
	f := noiseFreeOf(Data{Variables: R.Vars()}, noisefree.Found{Settings: []exact.Setting{{Column: 0}}})
	assert.Equal(t, RobustAuto, remainder{found: f}.robust())
	f.Constant = explaintest.Equations(t, R, "y - 1")
	assert.Equal(t, RobustOff, remainder{found: f}.robust())
	assert.Equal(t, RobustOn, remainder{found: f, options: Options{Robust: RobustOn}}.robust())
	f.Settings = nil
	assert.Equal(t, RobustOff, remainder{found: f, options: Options{Method: MethodIPCA}}.robust())
}

// TestLearnBesideFunctions: of a column and its sine, logarithm or reciprocal one takes no part in the search with noise, so that
// the polynomials that follow these are not taken for what the rows obey, and a law with more noise is found.
func TestLearnBesideFunctions(t *testing.T) {
	for _, c := range []struct {
		name, header, want string
		row                func(rng *rand.Rand, i int) []string
		left               []string
	}{
		{"refraction, angles and their sines", "alpha,beta,sin_i,sin_r", "sin_i sin_r", func(rng *rand.Rand, i int) []string {
			a := float64(5 * (i + 1))
			sin := math.Sin(a * math.Pi / 180)
			b := math.Round(10*(math.Asin(sin/1.333)*180/math.Pi+0.2*rng.NormFloat64())) / 10
			return []string{fmt.Sprint(a), fmt.Sprintf("%.1f", b), fmt.Sprintf("%.4f", sin), fmt.Sprintf("%.4f", math.Sin(b*math.Pi/180))}
		}, []string{"alpha", "beta"}},
		{"a rate, its logarithm and the reciprocal of the temperature", "T,k,inv_T,ln_k", "1 inv_T ln_k", func(rng *rand.Rand, i int) []string {
			T := 290 + 5*float64(i) + math.Round(30*rng.Float64())/10
			k := fmt.Sprintf("%.3f", 1e9*math.Exp(-6800/T+0.02*rng.NormFloat64()))
			v, _ := strconv.ParseFloat(k, 64)
			return []string{fmt.Sprintf("%.1f", T), k, fmt.Sprintf("%.6f", 1/T), fmt.Sprintf("%.3f", math.Log(v))}
		}, []string{"T", "k"}},
	} {
		for seed := range uint64(sweeptest.Repeat(t, 2)) {
			rng := explaintest.Source(seed)
			text := c.header + "\n"
			for i := range 17 {
				text += strings.Join(c.row(rng, i), ",") + "\n"
			}
			set := readText(t, text)
			r, err := Learn(context.Background(), Data{Variables: set.Variables(), Points: set}, Options{})
			require.NoError(t, err, c.name)
			last := r.Generators[len(r.Generators)-1]
			var monomials []string
			for m := range last.Polynomial.Terms() {
				monomials = append(monomials, last.Polynomial.Ring().FormatMonomial(m))
			}
			slices.Sort(monomials)
			assert.Equal(t, c.want, strings.Join(monomials, " "), "%s, draw %d: %v", c.name, seed, texts(r))
			var left []string
			for _, f := range r.Functions {
				left = append(left, f.LeftOut)
			}
			assert.Equal(t, c.left, left, c.name)
		}
	}
}

// TestImpliesNothingHidden: an equation with a term that the rounding of the cells hides says nothing beside exact ones.
func TestImpliesNothingHidden(t *testing.T) {
	rng := explaintest.Source(3)
	text := "order,subtotal,rebate,total\n"
	for i := range 100 {
		subtotal, rebate := 1000+rng.IntN(50000), 0
		if rng.IntN(4) == 0 {
			rebate = (subtotal + 10) / 20
		}
		text += fmt.Sprintf("%d,%.2f,%.2f,%.2f\n", 70000+3*i, float64(subtotal)/100, float64(rebate)/100, float64(subtotal-rebate)/100)
	}
	set := readText(t, text)
	R := explaintest.RingOf(t, set.Variables()...)
	f := noiseFreeOf(Data{Variables: set.Variables(), Points: set}, noisefree.Found{Ring: R, Exactly: explaintest.Equations(t, R, "subtotal - rebate - total")})
	for text, want := range map[string]bool{
		"order*total + 400000000*subtotal*rebate - 8000000000*rebate^2": true,
		"order*total - 70150*subtotal":                                  false,
	} {
		g := exactGenerator(explaintest.Parse(t, f.Ring, text))
		g.Exact = Exact{Points: 100}
		assert.Equal(t, want, f.implies(g), text)
	}
}

// TestFiner: whole numbers were rounded, with errors of up to 0.5, or are exact. An equation that needs errors of 3e-6 in them follows
// exact cells. One that needs errors of 0.04 in a column with one decimal does not, nor does any where some cell has many decimals.
func TestFiner(t *testing.T) {
	set, err := points.ReadFrom(context.Background(), strings.NewReader("tare,gross\n350,1104.4\n480,1221.1\n350,1101.9\n"), "t.csv", points.Options{})
	require.NoError(t, err)
	rest := remainder{found: noiseFreeOf(Data{Variables: set.Variables(), Points: set}, noisefree.Found{})}
	tare, gross := Deviation{Column: "tare", Std: 3e-6}, Deviation{Column: "gross", Std: 0.04}
	assert.True(t, rest.finer(Generator{Deviations: []Deviation{tare}}))
	assert.True(t, rest.finer(Generator{Deviations: []Deviation{tare, {Column: "gross", Std: 0.001}}}))
	assert.False(t, rest.finer(Generator{Deviations: []Deviation{tare, gross}}))
	assert.False(t, rest.finer(Generator{Deviations: []Deviation{tare}, Rational: true}))
	assert.False(t, rest.finer(Generator{}))

	set, err = points.ReadFrom(context.Background(), strings.NewReader("tare,gross\n350,1104\n480.0000012,1221.3333337\n350.25,1101.9\n"), "t.csv", points.Options{})
	require.NoError(t, err)
	rest.found = noiseFreeOf(Data{Variables: set.Variables(), Points: set}, noisefree.Found{})
	assert.False(t, rest.finer(Generator{Deviations: []Deviation{tare}}))
}

// TestLevelOfItsOwn: beside x = v*t the height of what is thrown is a law with larger errors. In the first table, the angle between the two
// varies along the rows; in the second, t^2 times the law has errors as small as those of x, and only follows the rows.
func TestLevelOfItsOwn(t *testing.T) {
	for name, want := range map[string]string{"throw.csv": "x^2 - 10*x + 10*y - 12", "throw-slow.csv": "4.9014(58)*t^2 - 1.1608(22)*x + y - 1.1315(23)"} {
		data := readTable(t, filepath.Join("..", "testdata", name))
		r, err := Learn(context.Background(), data, Options{})
		require.NoError(t, err)
		require.Len(t, r.Generators, 2, name)
		assert.Equal(t, want, r.Generators[1].String(), name)
	}
}

// TestSimplerWithinRounding: hours in quarters times a rate in steps of 5 cents, less a tax of a fifth, comes out in cents, and is what holds
// exactly; the gross pay is rounded, and is what a reader looks for. gross = tax + rest stays, though 4*tax = rest within rounding.
func TestSimplerWithinRounding(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 55))
	text := "hours,rate,gross,tax,rest\n"
	for range 80 {
		hours, rate := 20+0.25*float64(rng.IntN(400)), 10+0.05*float64(rng.IntN(300))
		gross := math.Floor(100*hours*rate+0.5) / 100
		tax := math.Floor(20*gross+0.5) / 100
		text += fmt.Sprintf("%.2f,%.2f,%.2f,%.2f,%.2f\n", hours, rate, gross, tax, gross-tax)
	}
	set := readText(t, text)
	r, err := Learn(context.Background(), Data{Variables: set.Variables(), Points: set}, Options{})
	require.NoError(t, err)
	assert.ElementsMatch(t, []string{"gross - tax - rest", "1/5*gross - tax", "hours*rate - gross"}, texts(r))
}

// TestBesideComputed: a law of measured columns is found beside a column that was computed from others in floats, in the column or
// in the others. What follows from such columns is not printed.
func TestBesideComputed(t *testing.T) {
	sweeptest.Sweep(t)
	for _, c := range []struct {
		vars  string
		row   func(rng *rand.Rand) []float64
		terms []string // of every equation
	}{
		{"d,area,mass", func(rng *rand.Rand) []float64 {
			d := math.Round(10+80*rng.Float64()) / 10
			area := math.Pi * d * d / 4
			return []float64{d, area, math.Round(790*area*(1+0.01*rng.NormFloat64())) / 100}
		}, []string{"d^2 area", "area mass"}},
		{"length,period,square", func(rng *rand.Rand) []float64 {
			l := math.Round(100+1900*rng.Float64()) / 1000
			p := math.Round(2000*math.Pi*math.Sqrt(l/9.81)*(1+0.003*rng.NormFloat64())) / 1000
			return []float64{l, p, p * p}
		}, []string{"period^2 square", "length square"}},
		{"height,mass,index,age", func(rng *rand.Rand) []float64 { // a term of 1e-17 is no law
			h := math.Round(170+10*rng.NormFloat64()) / 100
			m := math.Round(220*h*h*(1+0.15*rng.NormFloat64())) / 10
			return []float64{h, m, m / (h * h), math.Round(200+2*m+40*rng.NormFloat64()) / 10}
		}, []string{"height^2*index mass"}},
		{"time,square,load", func(rng *rand.Rand) []float64 { // a polynomial follows the load, with a doubt
			s := math.Round(500*rng.Float64()) / 100
			return []float64{s, s * s, math.Round(5000*math.Exp(-0.4*s)*(1+0.01*rng.NormFloat64())) / 1000}
		}, []string{"time^2 square"}},
		{"celsius,kelvin,pressure", func(rng *rand.Rand) []float64 {
			c := math.Round(400*rng.Float64()) / 10
			return []float64{c, c + 273.15, math.Round(83*(c+273.15)*(1+0.002*rng.NormFloat64())) / 10000}
		}, []string{"celsius kelvin 1", "kelvin pressure"}},
		{"spirit,water,mass,density", func(rng *rand.Rand) []float64 { // without the density the fit has fewer terms
			s, w := float64(20+5*rng.IntN(14)), float64(20+5*rng.IntN(14))
			m := math.Round(100*(0.789*s+0.998*w)*(1+0.003*rng.NormFloat64())) / 100
			return []float64{s, w, m, math.Round(1000*m/(s+w)) / 1000}
		}, []string{"spirit*density water*density mass", "spirit water mass"}},
		{"flow,head,power", func(rng *rand.Rand) []float64 { // the power has a measured constant
			q := float64(rng.IntN(70))
			h := math.Round(100*(38-0.0062*q*q+0.1*rng.NormFloat64())) / 100
			return []float64{q, h, math.Round(100*q*h/367) / 100}
		}, []string{"flow*head power", "flow^2 head 1"}},
	} {
		for seed := uint64(6); seed < uint64(6+2); seed++ {
			rng := explaintest.Source(seed)
			text := c.vars + "\n"
			for range 50 {
				text += strings.Trim(strings.ReplaceAll(fmt.Sprint(c.row(rng)), " ", ","), "[]") + "\n"
			}
			set := readText(t, text)
			r, err := Learn(context.Background(), Data{Variables: set.Variables(), Points: set}, Options{})
			require.NoError(t, err, c.vars)
			var terms []string
			for _, g := range r.Generators {
				var monomials []string
				for m := range g.Polynomial.Terms() {
					monomials = append(monomials, g.Polynomial.Ring().FormatMonomial(m))
				}
				terms = append(terms, strings.Join(monomials, " "))
				assert.Empty(t, g.Doubt)
			}
			assert.Equal(t, c.terms, terms, "%s, draw %d: %v", c.vars, seed, texts(r))
			if again := slices.IndexFunc(r.Steps, func(s string) bool { return strings.Contains(s, "searched again without density") }); strings.HasPrefix(c.vars, "spirit") {
				assert.Positive(t, again, "behind the steps of the first search")
			}
		}
	}
}

// TestNoErrorsBeside: the speed alone may have errors, and was computed: nothing else holds with noise, such as that the pressure is
// about 3.
func TestNoErrorsBeside(t *testing.T) {
	sweeptest.Sweep(t)
	rng, text := explaintest.Source(1), "g,h,p,rho,v\n"
	for range 400 {
		g, h, p, rho := 1+3*rng.Float64(), 1+4*rng.Float64(), 2+2*rng.Float64(), 0.5+1.5*rng.Float64()
		text += fmt.Sprintln(g, h, p, rho, math.Sqrt(2*g*h+2*p/rho))
	}
	set := readText(t, strings.ReplaceAll(text, " ", ","))
	r, err := Learn(context.Background(), Data{Variables: set.Variables(), Points: set}, Options{Noise: []float64{0, 0, 0, 0, 1}})
	require.NoError(t, err)
	assert.Equal(t, []string{"2*g*h*rho - rho*v^2 + 2*p"}, texts(r))
}

// TestBesideComputedColumns: the same of tables where more columns were computed.
func TestBesideComputedColumns(t *testing.T) {
	sweeptest.Sweep(t)
	// Of volume, surface and mass alone a few rows follow m² = c*A³ too. Moments hold no more than twelve digits of a constant.
	rng := explaintest.Source(4)
	var cylinders [][]float64
	for range 60 {
		r, h := math.Round(100+400*rng.Float64())/100, math.Round(200+700*rng.Float64())/100
		V := math.Pi * r * r * h
		cylinders = append(cylinders, []float64{r, h, V, 2 * math.Pi * r * (r + h), math.Round(11*V*(1+0.01*rng.NormFloat64())) / 10})
	}
	r, err := Learn(context.Background(), dataOf("r,h,V,A,m", cylinders), Options{})
	require.NoError(t, err)
	for k, g := range r.Generators {
		assert.Equal(t, k < len(r.Generators)-1, g.WithoutNoise(), "%v", texts(r))
		for _, term := range g.Terms {
			assert.True(t, term.Exact || term.Stderr > 1e-12*math.Abs(term.Estimate), "%v", term)
		}
	}

	// Columns of features: every law once, in its shortest form.
	rng = explaintest.Source(77)
	text := "x,y,xy,xx,yy,z\n"
	for range 100 {
		x, y := math.Round(600*rng.Float64()-300)/100, math.Round(600*rng.Float64()-300)/100
		z := math.Round(100*(2*x*x-3*x*y+y*y+0.05*rng.NormFloat64())) / 100
		text += fmt.Sprintln(x, y, x*y, x*x, y*y, z)
	}
	features := readText(t, strings.ReplaceAll(text, " ", ","))
	r, err = Learn(context.Background(), Data{Variables: features.Variables(), Points: features}, Options{})
	require.NoError(t, err)
	assert.ElementsMatch(t, []string{"x^2 - xx", "y^2 - yy", "x*y - xy", "3*xy - 2*xx - yy + z"}, texts(r))

	// Beside s² + c² = 1 without noise, errors move s and c together, and no smooth surface gains by moving one of the two.
	rng = explaintest.Source(5)
	var forces [][]float64
	for range 300 {
		s, c := math.Sincos(0.1 + 1.3*rng.Float64())
		forces = append(forces, []float64{s, c, 4.9*s - 0.98*c + 0.02*rng.NormFloat64()})
	}
	r, err = Learn(context.Background(), dataOf("s,c,F", forces), Options{})
	require.NoError(t, err)
	require.Len(t, r.Generators, 2, "%v", texts(r))
	assert.Equal(t, 1, r.Generators[1].Polynomial.Degree(), "%v", texts(r))
	assert.Empty(t, r.Generators[1].Doubt)

	rows := [][]float64{{1, 2, 3}, {2, 4, 6}, {3, 6, 9}, {4, 8, 12}, {7, 14, 21}} // too few for equations that hold exactly
	r, err = Learn(context.Background(), dataOf("x,twice,thrice", rows), Options{})
	require.NoError(t, err)
	assert.Len(t, r.Generators, 2, "%v", texts(r))
}
