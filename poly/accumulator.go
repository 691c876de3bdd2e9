package poly

// Accumulator is a sum of polynomials in the making. It holds partial sums of
// geometrically growing length, so that adding many short polynomials to a long
// one costs their length times a logarithm, and its largest term is taken out
// without adding everything up [Yan, The Geobucket Data Structure for
// Polynomials, J. Symbolic Computation 25, 1998]. Division and reduction are
// made of it. It changes, and is for one goroutine at a time.
type Accumulator[E any] struct {
	ring *Ring[E]
	sums []Polynomial[E] // sums[i] has at most bucketBase^(i+1) terms
}

// bucketBase is the ratio of the sizes of neighbouring buckets; Yan measured 4.
const bucketBase = 4

// NewAccumulator returns an empty sum.
func NewAccumulator[E any](R *Ring[E]) *Accumulator[E] { return &Accumulator[E]{ring: R} }

// Add adds p. It panics if p is of another ring.
func (a *Accumulator[E]) Add(p *Polynomial[E]) {
	mustSame(a.ring, p.ring)
	i, size := 0, bucketBase
	for p.Len() > size {
		i, size = i+1, size*bucketBase
	}
	for !p.IsZero() {
		for len(a.sums) <= i {
			a.sums = append(a.sums, Polynomial[E]{ring: a.ring})
		}
		if !a.sums[i].IsZero() {
			p = p.Add(&a.sums[i])
			a.sums[i] = Polynomial[E]{ring: a.ring}
		}
		if p.Len() <= size {
			a.sums[i] = *p
			return
		}
		i, size = i+1, size*bucketBase
	}
}

// AddMulTerm adds c·m·p, or is ErrDegree and adds nothing when its degree is
// above the bound of the ring.
func (a *Accumulator[E]) AddMulTerm(c E, m Monomial, p *Polynomial[E]) error {
	q, err := p.MulTerm(m, c)
	if err == nil {
		a.Add(q)
	}
	return err
}

// Scale multiplies the sum by c, which is not zero.
func (a *Accumulator[E]) Scale(c E) {
	for i := range a.sums {
		a.sums[i] = *a.sums[i].Scale(c)
	}
}

// Pop takes the largest term out of the sum; ok is false when the sum is 0.
func (a *Accumulator[E]) Pop() (m Monomial, c E, ok bool) {
	R := a.ring
	for {
		top := -1
		for i := range a.sums {
			if !a.sums[i].IsZero() && (top < 0 || R.compare(&a.sums[i].mons[0], &a.sums[top].mons[0]) > 0) {
				top = i
			}
		}
		if top < 0 {
			return m, c, false
		}
		m, c = a.sums[top].mons[0], R.k.Zero()
		for i := range a.sums {
			if s := &a.sums[i]; !s.IsZero() && s.mons[0] == m {
				c = R.k.Add(c, s.coefs[0])
				s.mons, s.coefs = s.mons[1:], s.coefs[1:]
			}
		}
		if !R.isZero(c) {
			return m, c, true
		}
	}
}

// Sum returns the sum and leaves it as it is.
func (a *Accumulator[E]) Sum() *Polynomial[E] {
	sum := a.ring.Zero()
	for i := range a.sums {
		sum = sum.Add(&a.sums[i])
	}
	return sum
}
