package residual_test

import (
	"context"
	"flag"
	"fmt"
	"math/big"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/kexplain/kexplain/explain/internal/residual"
	"github.com/kexplain/kexplain/internal/sweeptest"
	"github.com/kexplain/kexplain/poly"
	"github.com/kexplain/kexplain/ring"
)

var pairs = flag.Int("pairs", 0, "pairs of a point and an equation in TestCertificates, 0 for as many as take seconds")

// TestNoFalseZero: a coordinate that is 0.0 in float64 and not 0 is no zero. The rows
// before it are there because the first 256 are all evaluated exactly.
func TestNoFalseZero(t *testing.T) {
	var b strings.Builder
	b.WriteString("x,y\n")
	for i := range 300 {
		fmt.Fprintf(&b, "%d,1\n", i+1)
	}
	got := check(t, b.String()+"1e-400,0\n", "x + y = 0", "x*y = 0", "x^2 = 0", "x - 1/2*y = 0")
	assert.Equal(t, 0, got[0].Vanishing)
	assert.Equal(t, 1, got[1].Vanishing)
	assert.Equal(t, 0, got[2].Vanishing)
	assert.Equal(t, 0, got[3].Vanishing)
	assert.Zero(t, got[0].Undefined)
}

// TestNoLostZero is the opposite error: x is 0.0 in float64, and x y³ is not 0.
func TestNoLostZero(t *testing.T) {
	var b strings.Builder
	b.WriteString("x,y,z\n")
	for i := range 300 {
		fmt.Fprintf(&b, "%d,1,1\n", i+1)
	}
	got := check(t, b.String()+"1e-330,1e49,1e-49\n", "1e85*x*y^3 - 1e-49*z = 0")[0]
	assert.Equal(t, 1, got.Vanishing)
	assert.Equal(t, 301, got.MaxAbsLine)
}

// TestCoefficients: a coefficient that float64 cannot hold, too large or too small,
// is no error, and settles nothing.
func TestCoefficients(t *testing.T) {
	var b strings.Builder
	b.WriteString("x,y\n")
	for range 300 {
		b.WriteString("1,1\n")
	}
	got := check(t, b.String()+"1e-400,1\n", "x - 1e-400*y = 0", "1e400*x - y = 0", "1e-400*x = 0", "1e400*x - 1e400*y = 0")
	assert.Equal(t, 1, got[0].Vanishing)
	assert.Equal(t, 1, got[1].Vanishing)
	assert.Equal(t, 0, got[2].Vanishing)
	assert.Equal(t, 300, got[3].Vanishing)
	assert.InDelta(t, 1, got[1].Max, 1e-15, "scaled by exponents")
	assert.Equal(t, 2, got[1].MaxLine)
	assert.Zero(t, got[1].Undefined)
}

// TestSubnormal: terms and coefficients that keep a few of their digits in float64
// settle nothing.
func TestSubnormal(t *testing.T) {
	text := "x,y,v,w\n" + strings.Repeat("1e104,1,1e100,1\n", 300) + "5e100,7e100,5,7\n1e-200,1e-200,1e-155,1e-160\n"
	got := check(t, text, "7e-324*x - 5e-324*y = 0", "1e85*x*y - v*w = 0")
	assert.Equal(t, 1, got[0].Vanishing)
	assert.Equal(t, 1, got[1].Vanishing)
}

// TestScaled: distances where value or gradient are beyond float64, or 0 in float64
// although they are not.
func TestScaled(t *testing.T) {
	far := check(t, "x,y\n1e200,1\n", "x^3 - y")[0]
	assert.InEpsilon(t, 1e200/3, far.Max, 1e-15)
	assert.InEpsilon(t, 1e200/3, far.RMS, 1e-15)
	near := check(t, "x,y\n1,1."+strings.Repeat("0", 329)+"1\n", "x - y")[0]
	assert.Positive(t, near.Max)
	flat := check(t, "x\n1.00000000000000000001\n", "x^2 - 2*x + 3")[0]
	assert.InEpsilon(t, 1e20, flat.Max, 1e-15)
	beyond := check(t, "x,y\n1,0\n", "1e-400*x - 1 = 0")[0]
	assert.Equal(t, 1, beyond.Undefined, "the distance is 1e400")
}

// cells are where float64 overflows, underflows and rounds, and where equations have
// zeros.
var cells = func() []*big.Rat {
	words := strings.Fields("0 0 0 1e-400 -1e-400 5e-324 -5e-324 1e300 -1e300 1e-300 -1e-300 1 1 -1 2 -2 3 10 0.1 -0.1 0.5 1.25 33.3 1e-5 -7.75 1e85 1e-49")
	values := make([]*big.Rat, len(words))
	for i, w := range words {
		values[i], _ = new(big.Rat).SetString(w)
	}
	return values
}()

// tableOf draws so many rows of cells.
func tableOf(rng *rand.Rand, rows, vars int) [][]*big.Rat {
	table := make([][]*big.Rat, rows)
	for i := range table {
		table[i] = make([]*big.Rat, vars)
		for j := range table[i] {
			table[i][j] = cells[rng.IntN(len(cells))]
		}
	}
	return table
}

// term is one term of a polynomial of the test.
type term struct {
	coefficient *big.Rat
	exponents   []int
}

// polynomialOf draws a polynomial. Half of them have a zero at the given point, through
// their constant term.
func polynomialOf(rng *rand.Rand, point []*big.Rat) []term {
	var terms []term
	for range 1 + rng.IntN(4) {
		exponents := make([]int, len(point))
		for range 1 + rng.IntN(4) {
			exponents[rng.IntN(len(point))]++
		}
		terms = append(terms, term{cells[3+rng.IntN(len(cells)-3)], exponents})
	}
	if rng.IntN(2) == 0 {
		terms = append(terms, term{new(big.Rat).Neg(evaluate(terms, point)), make([]int, len(point))})
	}
	return terms
}

// evaluate adds the terms up, one product after the other.
func evaluate(terms []term, point []*big.Rat) *big.Rat {
	sum := new(big.Rat)
	for _, t := range terms {
		product := new(big.Rat).Set(t.coefficient)
		for j, e := range t.exponents {
			for range e {
				if point[j].Sign() == 0 {
					product.SetInt64(0)
				}
				product.Mul(product, point[j])
			}
		}
		sum.Add(sum, product)
	}
	return sum
}

// rational is a polynomial of the test as an element of a ring.
func rational(t testing.TB, R *poly.Ring[ring.Rat], terms []term) *poly.Polynomial[ring.Rat] {
	t.Helper()
	sum := R.Zero()
	for _, a := range terms {
		m, err := R.Monomial(a.exponents...)
		require.NoError(t, err)
		sum = sum.Add(R.Term(ring.RatFromBig(a.coefficient), m))
	}
	return sum
}

// compareWithBig checks equations on rows and compares with big.Rat. It returns the
// number of pairs compared.
func compareWithBig(t testing.TB, seed uint64, rows, equations int) int {
	t.Helper()
	rng := rand.New(rand.NewPCG(1, seed))
	vars := 1 + rng.IntN(3)
	table := tableOf(rng, rows, vars)
	R, err := poly.NewRing(ring.Q, []string{"x", "y", "z"}[:vars])
	require.NoError(t, err)
	var points rationals
	for _, row := range table {
		point := make([]ring.Rat, vars)
		for j, v := range row {
			point[j] = ring.RatFromBig(v)
		}
		points = append(points, point)
	}
	var terms [][]term
	var polys []*poly.Polynomial[ring.Rat]
	for range equations {
		p := polynomialOf(rng, table[rng.IntN(rows)])
		terms, polys = append(terms, p), append(polys, rational(t, R, p))
	}
	c, err := residual.New(polys)
	require.NoError(t, err)
	require.NoError(t, c.Add(context.Background(), points))
	for k, got := range c.Results() {
		vanishing, largest, line := 0, new(big.Rat), 0
		for i, row := range table {
			switch value := evaluate(terms[k], row); {
			case value.Sign() == 0:
				vanishing++
			case largest.Cmp(value.Abs(value)) < 0:
				largest, line = value, i+1
			}
		}
		if got.Vanishing != vanishing || got.MaxAbsLine != line || got.MaxAbs.Big().Cmp(largest) != 0 {
			t.Errorf("seed %d, %v = 0 on %d rows: zero at %d, largest in line %d, want %d and line %d",
				seed, polys[k], rows, got.Vanishing, got.MaxAbsLine, vanishing, line)
		}
	}
	return rows * equations
}

// TestCertificates compares the counts of zeros with big.Rat on tables of 300 to 2,000
// rows of cells at which float64 fails. More of them:
//
//	go test ./explain/internal/residual -run TestCertificates -pairs 10000000 -timeout 1h
func TestCertificates(t *testing.T) {
	seed, most := uint64(0), *pairs
	if most == 0 {
		most = sweeptest.Draws(t, 1e4, 1e5)
	}
	for done := 0; done < most && !t.Failed(); seed++ {
		rng := rand.New(rand.NewPCG(2, seed))
		done += compareWithBig(t, seed, 300+rng.IntN(1701), 4)
	}
	t.Logf("%d tables", seed)
}

// FuzzCertificates compares with big.Rat on the tables of other seeds.
func FuzzCertificates(f *testing.F) {
	f.Add(uint64(1), uint16(300))
	f.Fuzz(func(t *testing.T, seed uint64, rows uint16) { compareWithBig(t, seed, 300+int(rows)%1701, 2) })
}
