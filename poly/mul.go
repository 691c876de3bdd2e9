package poly

import "fmt"

// Mul returns p·q, or ErrDegree when its degree is above the bound of the
// ring. It panics if p and q are of two rings.
func (p *Polynomial[E]) Mul(q *Polynomial[E]) (*Polynomial[E], error) {
	mustSame(p.ring, q.ring)
	if p.IsZero() || q.IsZero() {
		return p.ring.Zero(), nil
	}
	if d := int64(p.Degree()) + int64(q.Degree()); d > int64(p.ring.maxDegree) {
		return nil, p.ring.degreeError(float64(d))
	}
	if len(p.mons) > len(q.mons) {
		p, q = q, p
	}
	if len(p.mons) == 1 {
		return q.MulTerm(p.mons[0], p.coefs[0])
	}
	return p.heapProduct(q), nil
}

// heapProduct merges the rows pᵢ·q, each of them decreasing, by a heap that
// holds the next product of every row that has begun [Johnson, Sparse
// Polynomial Arithmetic, SIGSAM Bulletin 8(3), 1974; Monagan and Pearce,
// Polynomial Division Using Dynamic Arrays, Heaps, and Packed Exponent
// Vectors, CASC 2007]. A row begins when the first product of the row before
// it is used, because only then it can hold the largest product.
func (p *Polynomial[E]) heapProduct(q *Polynomial[E]) *Polynomial[E] {
	R := p.ring
	prod := R.withCapacity(len(p.mons) + len(q.mons))
	h := productHeap{l: &R.layout, entries: make([]heapEntry, 0, len(p.mons))}
	next := make([]int32, len(p.mons)) // place in q of the product of row i that is in the heap
	h.push(heapEntry{product(&p.mons[0], &q.mons[0]), 0})
	started := 1
	for len(h.entries) > 0 {
		m := h.entries[0].m
		var sum E
		first := true
		for len(h.entries) > 0 && h.entries[0].m == m {
			i := h.entries[0].row
			j := next[i]
			c := R.k.Mul(p.coefs[i], q.coefs[j])
			if first {
				sum, first = c, false
			} else {
				sum = R.k.Add(sum, c)
			}
			next[i] = j + 1
			if int(j)+1 < len(q.mons) {
				h.entries[0].m = product(&p.mons[i], &q.mons[j+1])
				h.down(0)
			} else {
				h.pop()
			}
			if j == 0 && started < len(p.mons) {
				h.push(heapEntry{product(&p.mons[started], &q.mons[0]), int32(started)})
				started++
			}
		}
		prod.push(m, sum)
	}
	return prod
}

// productHeap is a binary heap with the largest monomial at its top.
type productHeap struct {
	l       *layout
	entries []heapEntry
}

type heapEntry struct {
	m   Monomial
	row int32
}

func (h *productHeap) push(e heapEntry) {
	h.entries = append(h.entries, e)
	i := len(h.entries) - 1
	for i > 0 {
		parent := (i - 1) / 2
		if h.l.compare(&h.entries[parent].m, &e.m) >= 0 {
			break
		}
		h.entries[i] = h.entries[parent]
		i = parent
	}
	h.entries[i] = e
}

func (h *productHeap) pop() {
	last := len(h.entries) - 1
	h.entries[0] = h.entries[last]
	h.entries = h.entries[:last]
	if last > 0 {
		h.down(0)
	}
}

// down lets the entry at i sink to its place.
func (h *productHeap) down(i int) {
	e := h.entries[i]
	for {
		child := 2*i + 1
		if child >= len(h.entries) {
			break
		}
		if child+1 < len(h.entries) && h.l.compare(&h.entries[child].m, &h.entries[child+1].m) < 0 {
			child++
		}
		if h.l.compare(&e.m, &h.entries[child].m) >= 0 {
			break
		}
		h.entries[i] = h.entries[child]
		i = child
	}
	h.entries[i] = e
}

// Pow returns pⁿ, with p⁰ = 1 also for p = 0. It is ErrDegree when the degree
// is above the bound of the ring, and an error when n is negative. The size of
// the result is the caller's care: it grows like n^(number of variables).
func (p *Polynomial[E]) Pow(n int) (*Polynomial[E], error) {
	if n < 0 {
		return nil, fmt.Errorf("poly: negative power %d", n)
	}
	if !p.IsZero() && float64(p.Degree())*float64(n) > float64(p.ring.maxDegree) {
		return nil, p.ring.degreeError(float64(p.Degree()) * float64(n))
	}
	return power(p, n, (*Polynomial[E]).Mul)
}

// power returns pⁿ by squaring, from the highest bit of n down: the other
// factor is then always p itself, which is small.
func power[E any](p *Polynomial[E], n int, mul func(a, b *Polynomial[E]) (*Polynomial[E], error)) (*Polynomial[E], error) {
	result := p.ring.One()
	for bit := highestBit(n); bit > 0; bit >>= 1 {
		var err error
		if result, err = mul(result, result); err != nil {
			return nil, err
		}
		if n&bit != 0 {
			if result, err = mul(result, p); err != nil {
				return nil, err
			}
		}
	}
	return result, nil
}

// highestBit returns the largest power of two that is at most n, 0 for n = 0.
func highestBit(n int) int {
	bit := 0
	for b := 1; b > 0 && b <= n; b <<= 1 {
		bit = b
	}
	return bit
}
