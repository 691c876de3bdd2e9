package moment

import (
	"fmt"
	"sync"

	"github.com/kexplain/kexplain/numeric"
)

// MaxMonomials bounds the length of a monomial table. A table of this length
// with its sums takes some hundred megabytes.
const MaxMonomials = 2_000_000

// Monomials is the list of all monomials of degree ≤ D in n variables, in
// increasing degree-lexicographic order, as exponent vectors with their
// positions. A prefix of the list is the list of a smaller degree.
type Monomials struct {
	vars, degree int
	exponents    []uint8 // vars a monomial
	ends         []int   // ends[d] = number of monomials of degree ≤ d
	parent, by   []int32 // monomial i is monomial parent[i] times variable by[i]
	position     map[string]int32
	products     func() [][]int32  // positions of the products of monomials of half the degree, when first asked for
	lowered      map[Entry][]int32 // by an entry without its value: see over
	lowering     sync.Mutex        // of lowered
}

// NewMonomials lists the monomials of degree ≤ degree in vars variables. It
// returns an error where there are more than MaxMonomials of them.
func NewMonomials(vars, degree int) (*Monomials, error) {
	if vars < 1 || degree < 0 || degree > 255 {
		panic(fmt.Sprintf("moment: %d variables, degree %d", vars, degree))
	}
	if c := numeric.Binomial(vars+degree, degree); c > MaxMonomials {
		return nil, fmt.Errorf("moment: %d monomials of degree ≤ %d in %d variables, more than the limit of %d",
			c, degree, vars, MaxMonomials)
	}
	m := &Monomials{vars: vars, degree: degree, position: make(map[string]int32), lowered: map[Entry][]int32{}}
	m.add(make([]uint8, vars), 0, 0)
	m.ends = append(m.ends, 1)
	for d := 1; d <= degree; d++ {
		m.addDegree(make([]uint8, vars), 0, d)
		m.ends = append(m.ends, len(m.parent))
	}
	m.products = sync.OnceValue(func() [][]int32 { return m.productsUpTo(degree / 2) })
	return m, nil
}

// addDegree appends all monomials with the given first exponents and a
// remaining degree rest in the variables from j on, the smallest first.
func (m *Monomials) addDegree(e []uint8, j, rest int) {
	if j == m.vars-1 {
		e[j] = uint8(rest)
		first := 0
		for e[first] == 0 {
			first++
		}
		e[first]--
		parent := m.position[string(e)]
		e[first]++
		m.add(e, parent, int32(first))
		e[j] = 0
		return
	}
	for k := 0; k <= rest; k++ {
		e[j] = uint8(k)
		m.addDegree(e, j+1, rest-k)
	}
	e[j] = 0
}

func (m *Monomials) add(e []uint8, parent, by int32) {
	m.position[string(e)] = int32(len(m.parent))
	m.exponents = append(m.exponents, e...)
	m.parent = append(m.parent, parent)
	m.by = append(m.by, by)
}

// Len returns the number of monomials of degree ≤ d.
func (m *Monomials) Len(d int) int { return m.ends[d] }

// Vars returns the number of variables.
func (m *Monomials) Vars() int { return m.vars }

// Degree returns the largest degree listed.
func (m *Monomials) Degree() int { return m.degree }

// Exponents returns the exponent vector of monomial i, which must not be changed.
func (m *Monomials) Exponents(i int) []uint8 { return m.exponents[i*m.vars : (i+1)*m.vars] }

// Parent returns a monomial and a variable whose product is monomial i > 0.
func (m *Monomials) Parent(i int) (monomial, variable int) { return int(m.parent[i]), int(m.by[i]) }

// DegreeOf returns the degree of monomial i.
func (m *Monomials) DegreeOf(i int) int {
	d := 0
	for m.ends[d] <= i {
		d++
	}
	return d
}

// Position returns the place of an exponent vector, or -1.
func (m *Monomials) Position(e []uint8) int {
	if p, ok := m.position[string(e)]; ok {
		return int(p)
	}
	return -1
}

// IntExponents is Exponents as numbers for rings of polynomials, in memory of its own.
func (m *Monomials) IntExponents(i int) []int {
	out := make([]int, m.vars)
	for j, e := range m.Exponents(i) {
		out[j] = int(e)
	}
	return out
}

// PositionOf is Position of an exponent vector as rings of polynomials have it.
func (m *Monomials) PositionOf(exponents []int) int {
	e := make([]uint8, len(exponents))
	for j, k := range exponents {
		e[j] = uint8(k)
	}
	return m.Position(e)
}

// EvalTo writes the values of the first len(dst) monomials at the point x.
func (m *Monomials) EvalTo(dst, x []float64) {
	dst[0] = 1
	for i := 1; i < len(dst); i++ {
		dst[i] = dst[m.parent[i]] * x[m.by[i]]
	}
}
