package exact

import (
	"math/big"
	"slices"

	"github.com/kexplain/kexplain/explain/internal/limit"
	"github.com/kexplain/kexplain/numeric"
	"github.com/kexplain/kexplain/numeric/modular"
	"github.com/kexplain/kexplain/poly"
	"github.com/kexplain/kexplain/ring"
)

// vector is a polynomial modulo the prime of the residues.
type vector struct {
	mons   []poly.Monomial
	coef   []uint64
	vars   []int // columns that occur, ascending
	degree int
}

// newVector is the polynomial with the given coefficients, without those that are 0.
func newVector(R ringOfRows, mons []poly.Monomial, v []uint64) vector {
	var f vector
	used := map[int]bool{}
	for k, c := range v {
		if c == 0 {
			continue
		}
		f.mons, f.coef = append(f.mons, mons[k]), append(f.coef, c)
		f.degree = max(f.degree, mons[k].Degree())
		for j, e := range R.Exponents(mons[k]) {
			if e > 0 && !used[j] {
				used[j] = true
				f.vars = append(f.vars, j)
			}
		}
	}
	slices.Sort(f.vars)
	return f
}

// shape is the part of the length of a polynomial that its monomials make.
func (f vector) shape() int {
	sum := 0
	for _, m := range f.mons {
		sum += 1 + m.Degree()
	}
	return sum
}

// known are polynomials of degree ≤ d in some columns that follow from others by
// multiplication with monomials.
type known struct {
	s *space
	R ringOfRows
	echelon
}

func newKnown(R ringOfRows, s *space, m modular.Modulus, work *ops) *known {
	return &known{s: s, R: R, echelon: echelon{m: m, work: work}}
}

// multiples enters a polynomial in the columns of the space and its multiples.
func (k *known) multiples(f vector) {
	if f.degree > k.s.degree {
		return
	}
	order := numeric.FirstInts(len(k.s.mons))
	slices.Reverse(order)
	for _, m := range newSpace(k.R, k.s.cols, k.s.degree-f.degree, nil).mons {
		v := make([]uint64, len(k.s.mons))
		for i, n := range f.mons {
			product, err := k.R.MulMonomial(m, n)
			if err != nil {
				return
			}
			v[k.s.at[product]] = f.coef[i]
		}
		k.add(v, order)
	}
}

// support are the values of the monomials of one polynomial.
type support struct {
	t    *residues
	mons [][]factor
}

type factor struct{ col, e int }

func (t *residues) support(R ringOfRows, mons []poly.Monomial) support {
	s := support{t: t}
	for _, m := range mons {
		var fs []factor
		for j, e := range R.Exponents(m) {
			if e > 0 {
				fs = append(fs, factor{j, e})
			}
		}
		s.mons = append(s.mons, fs)
	}
	return s
}

func (s support) values(m *modular.Modulus, dst, row []uint64) {
	for k, fs := range s.mons {
		v := m.One()
		for _, f := range fs {
			for range f.e {
				v = m.Mul(v, row[f.col])
			}
		}
		dst[k] = v
	}
}

// rank is the rank of the values at the rows, as far as up to limit.
func (s support) rank(rows []int, limit int, work *ops) int {
	e := &echelon{m: s.t.m, work: work}
	order := numeric.FirstInts(len(s.mons))
	v := make([]uint64, len(s.mons))
	for _, i := range rows {
		if len(e.rows) >= limit {
			break
		}
		s.values(&s.t.m, v, s.t.x[i])
		work.spend(2 * len(v))
		e.add(slices.Clone(v), order)
	}
	return len(e.rows)
}

// zero reports whether the polynomial is 0 at a row.
func (s support) zero(coef, v []uint64, i int) bool {
	s.values(&s.t.m, v, s.t.x[i])
	return s.t.m.Dot(coef, v) == 0
}

// lift returns the polynomial over the rationals, primitive, or nil if its
// coefficients are longer than limit.LiftPrimes allow. The rows determine it up to a factor.
func lift(R ringOfRows, t Table, r *residues, f vector, rows []int) *poly.Polynomial[ring.Rat] {
	last := len(f.coef) - 1
	primes := []modular.Modulus{r.m}
	images := [][]uint64{normalised(&r.m, f.coef)}
	source := new(modular.Primes)
	source.Next() // that of the residues
	for {
		if p := reconstruct(R, f.mons, primes, images); p != nil {
			return p
		}
		if len(primes) >= limit.LiftPrimes {
			return nil
		}
		m := source.Next()
		image := imageOf(R, t, r, f.mons, rows, m)
		if image == nil || image[last] == 0 {
			continue
		}
		primes, images = append(primes, m), append(images, normalised(&m, image))
	}
}

// normalised divides by the last coefficient.
func normalised(m *modular.Modulus, coef []uint64) []uint64 {
	out := slices.Clone(coef)
	inv := m.Inv(coef[len(coef)-1])
	for k := range out {
		out[k] = m.Mul(out[k], inv)
	}
	return out
}

// imageOf is the polynomial on the given monomials modulo another prime, nil where the
// prime is unlucky.
func imageOf(R ringOfRows, t Table, r *residues, mons []poly.Monomial, rows []int, m modular.Modulus) []uint64 {
	s, work := r.support(R, mons), &ops{}
	e := &echelon{m: m, work: work}
	order := numeric.FirstInts(len(mons))
	v, read := make([]uint64, len(mons)), modulo{m: &m}
	for _, i := range rows {
		if len(e.rows) == len(mons)-1 {
			break
		}
		s.values(&m, v, read.row(t.Rows[r.rows[i]]))
		e.add(slices.Clone(v), order)
	}
	if len(e.rows) != len(mons)-1 {
		return nil
	}
	return e.kernel(len(mons), order)[0]
}

// reconstruct finds fractions of few bits with the given images; it returns nil where there are
// none. Twenty bits stay unused, so that a fraction is hardly ever found by chance; each is
// checked at every row.
func reconstruct(R ringOfRows, mons []poly.Monomial, primes []modular.Modulus, images [][]uint64) *poly.Polynomial[ring.Rat] {
	crt := modular.NewCRT(primes)
	bound := new(big.Int).Rsh(crt.Product(), 21)
	bound.Sqrt(bound)
	den := big.NewInt(1)
	terms := make([]poly.Term[ring.Rat], len(mons))
	parts := make([]uint64, len(primes))
	x := new(big.Int)
	for k := range mons {
		for i := range primes {
			parts[i] = images[i][k]
		}
		crt.Int(x, parts)
		// With the common denominator so far the fraction is nearly always an integer.
		x.Mul(x, den)
		n, d, ok := modular.ReconstructWithin(x.Mod(x, crt.Product()), crt.Product(), bound, bound)
		if !ok {
			return nil
		}
		terms[k] = poly.Term[ring.Rat]{Monomial: mons[k], Coefficient: ring.RatFromBig(new(big.Rat).SetFrac(n, new(big.Int).Mul(d, den)))}
		if den.Mul(den, d).Cmp(bound) > 0 {
			return nil
		}
	}
	return poly.Primitive(R.FromTerms(terms))
}

// length orders polynomials: terms, then degrees and digits.
func length(p *poly.Polynomial[ring.Rat]) (terms, size int) {
	for m, c := range p.Terms() {
		terms++
		size += 2*m.Degree() + c.BitLen()
	}
	return terms, size
}
