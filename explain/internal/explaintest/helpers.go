package explaintest

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"gonum.org/v1/gonum/mat"

	"github.com/kexplain/kexplain/explain/internal/exact"
	"github.com/kexplain/kexplain/explain/internal/problem"
	"github.com/kexplain/kexplain/explain/points"
	"github.com/kexplain/kexplain/numeric"
	"github.com/kexplain/kexplain/numeric/moment"
	"github.com/kexplain/kexplain/poly"
	"github.com/kexplain/kexplain/ring"
)

// Shapes are what the speed is measured on: few and many variables, one equation
// and several, a bound at the degree and above it.
var Shapes = []struct {
	Name   string
	Names  string
	Degree int
	Point  func(rng *rand.Rand) []float64
}{
	{"sphere", "x,y,z", 2, func(rng *rand.Rand) []float64 {
		x, y, z := rng.NormFloat64(), rng.NormFloat64(), rng.NormFloat64()
		r := 2 / math.Sqrt(x*x+y*y+z*z)
		return []float64{r * x, r * y, r * z}
	}},
	{"lemniscate", "x,y", 4, func(rng *rand.Rand) []float64 {
		s, c := math.Sincos(2 * math.Pi * rng.Float64())
		k := math.Sqrt(math.Pi) / (1 + s*s)
		return []float64{k * c, k * s * c}
	}},
	{"veronese", "s,t,a,b,c", 2, func(rng *rand.Rand) []float64 {
		s, t := 3*rng.Float64()-1.5, 3*rng.Float64()-1.5
		return []float64{s, t, s * s, s * t, t * t}
	}},
	{"rotations", "a,b,c,d", 4, func(rng *rand.Rand) []float64 {
		s, c := math.Sincos(2 * math.Pi * rng.Float64())
		return []float64{c, -s, s, c}
	}},
}

// PlainGradient evaluates a polynomial and its gradient term by term.
func PlainGradient(tab *moment.Monomials, idx []int, c, x []float64) (value float64, grad []float64) {
	grad = make([]float64, len(x))
	for i, a := range idx {
		e := tab.Exponents(a)
		value += c[i] * PlainPower(x, e, nil)
		for j := range x {
			grad[j] += c[i] * PlainPower(x, e, []int{j})
		}
	}
	return value, grad
}

// PlainPower is the derivative of x^e by the variables in turn.
func PlainPower(x []float64, exponents []uint8, by []int) float64 {
	e := append([]uint8(nil), exponents...)
	v := 1.0
	for _, j := range by {
		if e[j] == 0 {
			return 0
		}
		v *= float64(e[j])
		e[j]--
	}
	for j, k := range e {
		v *= math.Pow(x[j], float64(k))
	}
	return v
}

// Near compares numbers to rounding.
func Near(t *testing.T, want, got float64) {
	t.Helper()
	assert.InDelta(t, want, got, 1e-10*(1+math.Abs(want)))
}

// FiveClusters has clusters along a diagonal.
func FiveClusters(vars, each int, spread float64) [][]float64 {
	rng := Source(239 + uint64(vars))
	var rows [][]float64
	for c := range 5 {
		for range each {
			x := make([]float64, vars)
			for j := range x {
				x[j] = float64(c) + spread*rng.NormFloat64()
			}
			rows = append(rows, x)
		}
	}
	return rows
}

// Source is the generator of the k-th test.
func Source(k uint64) *rand.Rand { return rand.New(rand.NewPCG(1, k)) }

// Draw returns n points of a parametrisation.
func Draw(n int, rng *rand.Rand, point func(rng *rand.Rand) []float64) [][]float64 {
	rows := make([][]float64, n)
	for i := range rows {
		rows[i] = point(rng)
	}
	return rows
}

// Noisy returns the points with Gaussian noise of sigma times the root mean
// square of every coordinate.
func Noisy(rows [][]float64, sigma float64, rng *rand.Rand) [][]float64 {
	rms := make([]float64, len(rows[0]))
	for _, x := range rows {
		for j, v := range x {
			rms[j] += v * v / float64(len(rows))
		}
	}
	out := make([][]float64, len(rows))
	for i, x := range rows {
		out[i] = make([]float64, len(x))
		for j, v := range x {
			out[i][j] = v + sigma*math.Sqrt(rms[j])*rng.NormFloat64()
		}
	}
	return out
}

// Plain is a problem of rows in units that are 1.
func Plain(t testing.TB, rows [][]float64, degree int) *problem.Problem {
	t.Helper()
	return PlainMetric(t, rows, degree, problem.NewMetric(moment.Independent(Ones(len(rows[0])))))
}

// PlainMetric is Plain with another metric of the noise.
func PlainMetric(t testing.TB, rows [][]float64, degree int, m problem.Metric) *problem.Problem {
	t.Helper()
	n := len(rows[0])
	s := &problem.Scaling{
		Units: Ones(n), Decades: make([]int, n), Dev: Ones(n), Noise: Ones(n), NoiseUnit: 1, Metric: m, Keep: numeric.FirstInts(n),
		Names: Names(n),
	}
	p, err := problem.New(context.Background(), s, rows, degree)
	require.NoError(t, err)
	return p
}

// Names are names of n columns: x, y, z, u, v, w, and then c6, c7 and so on.
func Names(n int) []string {
	names := []string{"x", "y", "z", "u", "v", "w"}
	for j := len(names); j < n; j++ {
		names = append(names, fmt.Sprint("c", j))
	}
	return names[:n]
}

// Scaled is a problem of rows in the units that Learn chooses.
func Scaled(t testing.TB, rows [][]float64, degree int) *problem.Problem {
	t.Helper()
	d := problem.Data{Names: Names(len(rows[0])), Points: Points(rows), MaxDegree: degree}
	s, err := d.Scale()
	require.NoError(t, err)
	p, err := problem.New(context.Background(), s, s.Apply(d.Points), degree)
	require.NoError(t, err)
	return p
}

// Points are rows as points.
type Points [][]float64

func (p Points) Rows() int           { return len(p) }
func (p Points) Row(i int) []float64 { return p[i] }
func (p Points) Line(i int) int      { return i + 1 }

func (p Points) ExactRow(dst []ring.Rat, i int) []ring.Rat {
	for j, v := range p[i] {
		dst[j] = mustRat(v)
	}
	return dst
}

func mustRat(v float64) ring.Rat {
	r, err := ring.RatFromFloat(v)
	if err != nil {
		panic(err)
	}
	return r
}

// Ones are n ones.
func Ones(n int) []float64 {
	out := make([]float64, n)
	for i := range out {
		out[i] = 1
	}
	return out
}

// RingOf returns the ring over Q in the names.
func RingOf(t testing.TB, names ...string) *poly.Ring[ring.Rat] {
	t.Helper()
	R, err := poly.NewRing[ring.Rat](ring.Q, names)
	require.NoError(t, err)
	return R
}

// Parse reads a polynomial.
func Parse(t testing.TB, R *poly.Ring[ring.Rat], text string) *poly.Polynomial[ring.Rat] {
	t.Helper()
	p, err := R.Parse(text)
	require.NoError(t, err)
	return p
}

// Places returns a polynomial as places in the table, increasing, and
// coefficients.
func Places(tab *moment.Monomials, p *poly.Polynomial[ring.Rat]) (idx []int, c []float64) {
	R := p.Ring()
	for m, a := range p.Terms() {
		idx, c = append([]int{tab.PositionOf(R.Exponents(m))}, idx...), append([]float64{a.Float64()}, c...)
	}
	return idx, c
}

// Polynomial returns a polynomial in x, y, … as places in the table, increasing, and
// coefficients in the units of the problem.
func Polynomial(t testing.TB, p *problem.Problem, text string) (idx []int, c []float64) {
	t.Helper()
	idx, c = Places(p.Table, Parse(t, RingOf(t, Names(p.Table.Vars())...), text))
	return idx, p.ToSearchUnits(idx, c)
}

// CirclePoints returns n points on the circle of radius r.
func CirclePoints(n int, rng *rand.Rand, r float64) [][]float64 {
	return Draw(n, rng, func(rng *rand.Rand) []float64 {
		a := 2 * math.Pi * rng.Float64()
		return []float64{r * math.Cos(a), r * math.Sin(a)}
	})
}

// ScaledRows returns the rows with each coordinate times a factor plus a shift.
func ScaledRows(rows [][]float64, factor, shift float64) [][]float64 {
	out := make([][]float64, len(rows))
	for i, x := range rows {
		out[i] = make([]float64, len(x))
		for j, v := range x {
			out[i][j] = factor*v + shift
		}
	}
	return out
}

// NoisyUnit has n points of the unit circle with noise sigma.
func NoisyUnit(n int, sigma float64, k uint64) [][]float64 {
	rng := Source(k)
	rows := CirclePoints(n, rng, 1)
	for _, x := range rows {
		for j := range x {
			x[j] += sigma * rng.NormFloat64()
		}
	}
	return rows
}

// CubicPoints has points of the twisted cubic with noise.
func CubicPoints(n int, sigma float64, k uint64) [][]float64 {
	rows := Draw(n, Source(k), func(rng *rand.Rand) []float64 {
		a := 3*rng.Float64() - 1.5
		return []float64{a, a * a, a * a * a}
	})
	return Noisy(rows, sigma, Source(k+1))
}

// TorusPoints are on the torus of radii 2 and 1.
func TorusPoints(n int, rng *rand.Rand) [][]float64 {
	return Draw(n, rng, func(rng *rand.Rand) []float64 {
		a, b := 2*math.Pi*rng.Float64(), 2*math.Pi*rng.Float64()
		r := 2 + math.Cos(b)
		return []float64{r * math.Cos(a), r * math.Sin(a), math.Sin(b)}
	})
}

// Covariance returns a covariance with standard deviations rel·|a_i| and random
// correlations.
func Covariance(a []float64, rel float64, rng *rand.Rand) *mat.SymDense {
	k := len(a)
	half := mat.NewDense(k, k+2, nil)
	for i := range k {
		for j := range k + 2 {
			half.Set(i, j, rng.NormFloat64())
		}
	}
	c := mat.NewSymDense(k, nil)
	for i := range k {
		for j := i; j < k; j++ {
			x, y := half.RawRowView(i), half.RawRowView(j)
			r := numeric.Dot(x, y) / math.Sqrt(numeric.Dot(x, x)*numeric.Dot(y, y))
			c.SetSym(i, j, r*rel*rel*math.Abs(a[i]*a[j]))
		}
	}
	return c
}

// Perturbed draws from the Gaussian with mean a and covariance c.
func Perturbed(a []float64, c *mat.SymDense, rng *rand.Rand) []float64 {
	var chol mat.Cholesky
	if !chol.Factorize(c) {
		panic("not positive definite")
	}
	var l mat.TriDense
	chol.LTo(&l)
	out := slices.Clone(a)
	for i := range a {
		z := rng.NormFloat64()
		for j := i; j < len(a); j++ {
			out[j] += l.At(j, i) * z
		}
	}
	return out
}

// Cloud returns n points near the zero set of nothing in particular.
func Cloud(n, vars int, rng *rand.Rand) [][]float64 {
	return Draw(n, rng, func(rng *rand.Rand) []float64 {
		x := make([]float64, vars)
		for j := range x {
			x[j] = 0.4 + rng.NormFloat64()
		}
		return x
	})
}

// Copies are n rows x, y and z, with a line y = 2*x + 1 + noise at so many places, which come again and again, and with another z each.
func Copies(n, places int, sigma float64, k uint64) [][]float64 {
	rng := Source(k)
	at := make([][]float64, places)
	for i := range at {
		x := rng.Float64()
		at[i] = []float64{x, 2*x + 1 + sigma*rng.NormFloat64()}
	}
	rows := make([][]float64, n)
	for i := range rows {
		rows[i] = append(slices.Clone(at[i%places]), rng.NormFloat64())
	}
	return rows
}

// ReadText reads a table written down.
func ReadText(t testing.TB, text string) *points.Set {
	t.Helper()
	set, err := points.ReadFrom(context.Background(), strings.NewReader(text), "table.csv", points.Options{})
	require.NoError(t, err)
	return set
}

// Taxes are net amounts and 19 % of them in cents; every step-th row has a wrong tax.
func Taxes(n, step int) string {
	rng := rand.New(rand.NewPCG(1, 2))
	var b strings.Builder
	b.WriteString("net,vat,gross\n")
	for i := range n {
		net := 1 + rng.Int64N(500_000)
		vat := (net*19 + 50) / 100
		if step > 0 && i%step == step-1 {
			vat += 100 + rng.Int64N(3000)
		}
		fmt.Fprintf(&b, "%d.%02d,%d.%02d,%d.%02d\n", net/100, net%100, vat/100, vat%100, (net+vat)/100, (net+vat)%100)
	}
	return b.String()
}

// Equations reads equations in columns.
func Equations(t testing.TB, R *poly.Ring[ring.Rat], list ...string) []exact.Equation {
	t.Helper()
	var out []exact.Equation
	for _, text := range list {
		out = append(out, exact.Equation{Polynomial: Parse(t, R, text)})
	}
	return out
}

// EquationTexts are equations as printed, with the rows that break them.
func EquationTexts(list []exact.Equation) []string {
	out := []string{}
	for _, e := range list {
		text := e.Polynomial.String()
		if len(e.Failing) > 0 {
			text += fmt.Sprint(" ", e.Failing)
		}
		out = append(out, text)
	}
	return out
}
