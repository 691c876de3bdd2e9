package poly

import (
	"errors"
	"fmt"
	"math/bits"
	"slices"

	"github.com/kexplain/kexplain/internal/stable"
)

// ErrDegree says that a monomial has a degree above the bound of its ring.
var ErrDegree = errors.New("poly: degree above the bound of the ring")

// ErrLayout says that a ring asks for more than a monomial holds: too many
// variables for the degree bound.
var ErrLayout = errors.New("poly: too many variables for a monomial of 256 bits")

// MaxVariables is the largest number of variables of a ring, with exponents of one
// bit and a guard bit each; more bits for the exponents leave room for fewer.
const MaxVariables = degreeShift/2 + 3*64/2

// Monomial is a power product of the variables of a ring: four words, compared
// with ==, copied freely, usable as a map key. Its total degree stands in the
// upper half of the first word; the exponents follow in fields of equal width,
// each with one guard bit that is zero at rest, placed by the ring so that its
// order is comparison of the words. Only the ring reads the exponents. The
// zero value is 1 in every ring.
type Monomial struct{ w [4]uint64 }

// Degree returns the total degree.
func (m Monomial) Degree() int { return int(m.w[0] >> degreeShift) }

// IsOne reports whether m is the empty product.
func (m Monomial) IsOne() bool { return m == Monomial{} }

const (
	degreeShift = 32
	degreeGuard = uint64(1) << 63
	// lowHalf is the part of the first word that holds exponents.
	lowHalf = 1<<degreeShift - 1

	// maxDegreeBound is the largest degree bound that a ring can have: 31 bits
	// and a guard bit.
	maxDegreeBound = 1<<31 - 1
	// defaultFieldWidth is the width of an exponent field, guard bit included,
	// where the caller names no degree bound and so many bits are free:
	// exponents up to 32767.
	defaultFieldWidth = 16
)

// layout places the exponents of n variables in the words of a monomial. The
// fields are listed from the most significant one on:
//
//	deglex          deg | e₁ e₂ … e_n
//	lex            (deg)| e₁ e₂ … e_n
//	degrevlex       deg | ē_n … ē₂ ē₁
//	elimination(k) (deg)| deg₁ ē_k … ē₁ deg₂ ē_n … ē_{k+1}
//
// A bar marks fields that count downwards in comparisons, parentheses a degree
// that takes no part in them. No field crosses a word. Since all exponents and
// partial degrees are at most the total degree, which is checked, a sum of two
// monomials never carries from one field into the next.
type layout struct {
	order     Order
	n         int
	maxDegree int
	width     uint      // of an exponent field, with its guard bit
	fields    []field   // of variable i
	partial   [2]field  // degrees of the two blocks of an elimination order
	words     int       // words in use
	mask      uint64    // exponent of a field shifted to the right end
	guards    [4]uint64 // the guard bits of all fields and of the degree
	flip      [4]uint64 // fields that count downwards
	keep      uint64    // the part of the first word that is compared
}

// field is a place in a monomial.
type field struct{ word, shift uint8 }

func (f field) of(m *Monomial) uint64 { return m.w[f.word] >> f.shift }

// newLayout returns the layout for n variables and a degree bound, the largest
// reasonable bound where maxDegree is 0.
func newLayout(n, maxDegree int, order Order) (layout, error) {
	fields := n
	if order.kind() == elimination {
		fields += 2
	}
	width, err := fieldWidth(n, fields, maxDegree)
	if err != nil {
		return layout{}, err
	}
	if maxDegree == 0 {
		maxDegree = 1<<(width-1) - 1
	}
	l := layout{
		order: order, n: n, maxDegree: maxDegree, width: width,
		mask: 1<<(width-1) - 1, keep: ^uint64(0), words: 1,
	}
	l.guards[0] = degreeGuard
	l.place()
	return l, nil
}

// fieldWidth chooses the width of an exponent field.
func fieldWidth(n, fields, maxDegree int) (uint, error) {
	if maxDegree < 0 || maxDegree > maxDegreeBound {
		return 0, fmt.Errorf("%w: degree bound %d is not between 1 and %d", ErrLayout, maxDegree, maxDegreeBound)
	}
	largest := uint(degreeShift)
	for largest >= 2 && capacity(largest) < fields {
		largest--
	}
	if largest < 2 {
		return 0, fmt.Errorf("%w: %d variables, the limit is %d", ErrLayout, n, capacity(2))
	}
	if maxDegree == 0 {
		return min(largest, defaultFieldWidth), nil
	}
	width := max(uint(bits.Len(uint(maxDegree)))+1, 2)
	if width > largest {
		return 0, fmt.Errorf("%w: %d variables of degree up to %d, the limit for %d variables is degree %d",
			ErrLayout, n, maxDegree, n, 1<<(largest-1)-1)
	}
	return width, nil
}

// capacity returns the number of fields of a width that a monomial holds.
func capacity(width uint) int { return int(degreeShift/width + 3*(64/width)) }

// place assigns the fields in the order of the list in the comment of layout.
func (l *layout) place() {
	l.fields = make([]field, l.n)
	next := field{0, degreeShift}
	take := func(descending bool) field {
		if uint(next.shift) < l.width {
			next = field{next.word + 1, 64}
		}
		next.shift -= uint8(l.width)
		l.words = int(next.word) + 1
		l.guards[next.word] |= 1 << (uint(next.shift) + l.width - 1)
		if descending {
			l.flip[next.word] |= l.mask << next.shift
		}
		return next
	}
	switch l.order.kind() {
	case Deglex, Lex:
		for i := range l.fields {
			l.fields[i] = take(false)
		}
	case Degrevlex:
		for i := range slices.Backward(l.fields) {
			l.fields[i] = take(true)
		}
	case elimination:
		k := min(l.order.eliminated(), l.n)
		for b, block := range [][]field{l.fields[:k], l.fields[k:]} {
			l.partial[b] = take(false)
			for i := range slices.Backward(block) {
				block[i] = take(true)
			}
		}
	}
	if !l.order.IsGraded() {
		l.keep = lowHalf
	}
}

// pack sets the field f of m to e.
func (m *Monomial) pack(f field, e uint64) { m.w[f.word] |= e << f.shift }

// NumVars returns the number of variables.
func (l *layout) NumVars() int { return l.n }

// Order returns the monomial order.
func (l *layout) Order() Order { return l.order }

// MaxDegree returns the largest total degree that a monomial of the ring has.
func (l *layout) MaxDegree() int { return l.maxDegree }

// Monomial returns the monomial with the given exponents, one a variable. The
// error is ErrDegree when their sum is above MaxDegree, and it is an error if
// an exponent is negative. It panics if the number of exponents is not the
// number of variables.
func (l *layout) Monomial(exponents ...int) (Monomial, error) {
	if len(exponents) != l.n {
		panic(fmt.Sprintf("poly: %d exponents for %d variables", len(exponents), l.n))
	}
	degree := 0
	for _, e := range exponents {
		if e < 0 {
			return Monomial{}, fmt.Errorf("poly: negative exponent %d", e)
		}
		if e > l.maxDegree-degree {
			return Monomial{}, l.degreeError(float64(degree) + float64(e))
		}
		degree += e
	}
	return l.packed(exponents, degree), nil
}

// packed is Monomial without the checks.
func (l *layout) packed(exponents []int, degree int) Monomial {
	var m Monomial
	m.w[0] = uint64(degree) << degreeShift
	for i, e := range exponents {
		m.pack(l.fields[i], uint64(e))
	}
	if l.order.kind() == elimination {
		first := 0
		for _, e := range exponents[:min(l.order.eliminated(), l.n)] {
			first += e
		}
		m.pack(l.partial[0], uint64(first))
		m.pack(l.partial[1], uint64(degree-first))
	}
	return m
}

func (l *layout) degreeError(degree float64) error {
	return fmt.Errorf("%w: degree %.0f, the bound is %d", ErrDegree, degree, l.maxDegree)
}

// VarMonomial returns the i-th variable, counted from 0, as a monomial.
// It panics if there is no such variable.
func (l *layout) VarMonomial(i int) Monomial {
	var m Monomial
	m.w[0] = 1 << degreeShift
	m.pack(l.fields[i], 1)
	if l.order.kind() == elimination {
		b := 0
		if i >= l.order.eliminated() {
			b = 1
		}
		m.pack(l.partial[b], 1)
	}
	return m
}

// Exponent returns the exponent of the i-th variable in m.
func (l *layout) Exponent(m Monomial, i int) int {
	return int(l.fields[i].of(&m) & l.mask)
}

// Exponents returns the exponents of m, one a variable, as a new slice.
func (l *layout) Exponents(m Monomial) []int {
	return l.AppendExponents(make([]int, 0, l.n), m)
}

// AppendExponents appends the exponents of m, one a variable, to dst.
func (l *layout) AppendExponents(dst []int, m Monomial) []int {
	for _, f := range l.fields {
		dst = append(dst, int(f.of(&m)&l.mask))
	}
	return dst
}

// Compare returns -1, 0 or +1 as m is below, equal to or above n.
func (l *layout) Compare(m, n Monomial) int { return l.compare(&m, &n) }

func (l *layout) compare(m, n *Monomial) int {
	if a, b := (m.w[0]^l.flip[0])&l.keep, (n.w[0]^l.flip[0])&l.keep; a != b {
		if a < b {
			return -1
		}
		return 1
	}
	for i := 1; i < l.words; i++ {
		if a, b := m.w[i]^l.flip[i], n.w[i]^l.flip[i]; a != b {
			if a < b {
				return -1
			}
			return 1
		}
	}
	return 0
}

// product returns m·n, whose degree the caller knows to be within the bound.
func product(m, n *Monomial) Monomial {
	return Monomial{[4]uint64{m.w[0] + n.w[0], m.w[1] + n.w[1], m.w[2] + n.w[2], m.w[3] + n.w[3]}}
}

// quotient returns n/m, where the caller knows that m divides n.
func quotient(n, m *Monomial) Monomial {
	return Monomial{[4]uint64{n.w[0] - m.w[0], n.w[1] - m.w[1], n.w[2] - m.w[2], n.w[3] - m.w[3]}}
}

// MulMonomial returns m·n, or ErrDegree when its degree is above MaxDegree.
func (l *layout) MulMonomial(m, n Monomial) (Monomial, error) {
	if d := m.w[0]>>degreeShift + n.w[0]>>degreeShift; d > uint64(l.maxDegree) {
		return Monomial{}, l.degreeError(float64(d))
	}
	return product(&m, &n), nil
}

// Divides reports whether m divides n.
func (l *layout) Divides(m, n Monomial) bool { return l.divides(&m, &n) }

// divides borrows from the guard bit of a field exactly where the exponent of
// m is above that of n.
func (l *layout) divides(m, n *Monomial) bool {
	for i := range l.words {
		g := l.guards[i]
		if ((n.w[i]|g)-m.w[i])&g != g {
			return false
		}
	}
	return true
}

// DivMonomial returns n/m and true where m divides n, and 1 and false elsewhere.
func (l *layout) DivMonomial(n, m Monomial) (Monomial, bool) {
	if !l.divides(&m, &n) {
		return Monomial{}, false
	}
	return quotient(&n, &m), true
}

// LCM returns the least common multiple, or ErrDegree when its degree is above
// MaxDegree.
func (l *layout) LCM(m, n Monomial) (Monomial, error) {
	g := l.GCD(m, n)
	rest := quotient(&n, &g)
	return l.MulMonomial(m, rest)
}

// GCD returns the greatest common divisor.
func (l *layout) GCD(m, n Monomial) Monomial {
	var g Monomial
	for _, f := range l.fields {
		e := min(f.of(&m)&l.mask, f.of(&n)&l.mask)
		g.pack(f, e)
		g.w[0] += e << degreeShift
	}
	if l.order.kind() == elimination {
		var first uint64
		for _, f := range l.fields[:min(l.order.eliminated(), l.n)] {
			first += f.of(&g) & l.mask
		}
		g.pack(l.partial[0], first)
		g.pack(l.partial[1], g.w[0]>>degreeShift-first)
	}
	return g
}

// Coprime reports whether no variable occurs in both m and n.
func (l *layout) Coprime(m, n Monomial) bool {
	for _, f := range l.fields {
		if f.of(&m)&l.mask != 0 && f.of(&n)&l.mask != 0 {
			return false
		}
	}
	return true
}

// MonomialsUpTo returns all monomials of degree at most d, in ascending order.
// There are C(n+d, d) of them. It panics if d is above MaxDegree.
func (l *layout) MonomialsUpTo(d int) []Monomial {
	var all []Monomial
	for k := 0; k <= d; k++ {
		all = l.appendMonomials(all, k)
	}
	stable.Sort(all, l.Compare)
	return all
}

// MonomialsOf returns all monomials of degree d, in ascending order. There are
// C(n+d-1, d) of them. It panics if d is above MaxDegree.
func (l *layout) MonomialsOf(d int) []Monomial {
	all := l.appendMonomials(nil, d)
	stable.Sort(all, l.Compare)
	return all
}

func (l *layout) appendMonomials(all []Monomial, d int) []Monomial {
	if d > l.maxDegree {
		panic(l.degreeError(float64(d)))
	}
	if d < 0 {
		return all
	}
	if l.n == 0 {
		if d == 0 {
			all = append(all, Monomial{})
		}
		return all
	}
	exponents := make([]int, l.n)
	var rec func(i, left int)
	rec = func(i, left int) {
		if i == l.n-1 {
			exponents[i] = left
			all = append(all, l.packed(exponents, d))
			return
		}
		for e := 0; e <= left; e++ {
			exponents[i] = e
			rec(i+1, left-e)
		}
	}
	rec(0, d)
	return all
}
