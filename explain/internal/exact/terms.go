package exact

import (
	"cmp"
	"context"
	"math/rand/v2"
	"slices"

	"github.com/kexplain/kexplain/explain/internal/limit"
	"github.com/kexplain/kexplain/internal/stable"
	"github.com/kexplain/kexplain/numeric"
	"github.com/kexplain/kexplain/numeric/modular"
	"github.com/kexplain/kexplain/poly"
)

// fewTerms finds laws of three terms and then of four, of degree ≤ d, in any columns: in many columns the sets of five and more take
// too much work. What is known gives its leading monomials by smaller ones, so that no other law needs them.
func (s *search) fewTerms(ctx context.Context, d int) error {
	for terms := 3; terms <= limit.FewTerms; terms++ {
		known := slices.Clone(s.trivial)
		for _, l := range s.laws {
			known = append(known, l.vector)
		}
		var leading []poly.Monomial
		for _, f := range known {
			leading = append(leading, slices.MaxFunc(f.mons, s.R.Compare))
		}
		sp := newSpace(s.R, s.cols, d, func(m poly.Monomial) bool {
			return slices.ContainsFunc(leading, func(l poly.Monomial) bool { return s.R.Divides(l, m) })
		})
		if numeric.Binomial(len(sp.mons), terms-1) > limit.FewTermSets {
			return nil
		}
		found := s.t.dependent(sp, terms)
		if len(found) > limit.MaxKernelVectors {
			return nil // for want of rows
		}
		for _, set := range found {
			if err := ctx.Err(); err != nil {
				return err
			}
			f, ok := s.vanishing(sp, set)
			if in := newSpace(s.R, f.vars, d, nil); ok && !s.lawsIn(in).contains(in.vectorOf(f.vector)) {
				s.take(f)
			}
		}
	}
	return nil
}

// vanishing is the polynomial of some monomials that is 0 at all rows, if there is one of these alone.
func (s *search) vanishing(sp *space, set []int) (law, bool) {
	var mons []poly.Monomial
	for _, k := range set {
		mons = append(mons, sp.mons[k])
	}
	e, sup, v, order := &echelon{m: s.t.m, work: s.work}, s.t.support(s.R, mons), make([]uint64, len(mons)), numeric.FirstInts(len(mons))
	for _, row := range s.t.x {
		sup.values(&s.t.m, v, row)
		e.add(slices.Clone(v), order)
	}
	if len(e.rows) != len(mons)-1 {
		return law{}, false
	}
	return law{vector: newVector(s.R, mons, e.kernel(len(mons), order)[0])}, true
}

// sight is a monomial as it is seen at the rows: by as many sums over all rows, with weights by chance, as a law has terms.
// Monomials are dependent at all rows if their sights are, but for a chance of one in the prime.
type sight struct {
	at int
	x  [limit.FewTerms]uint64
}

// dependent returns sets of so many monomials that are dependent at the rows, though no fewer of them are. If three or more make such
// sets with the same others, each is taken with the next only.
func (t *residues) dependent(sp *space, terms int) [][]int {
	rng := rand.New(rand.NewPCG(13, uint64(terms)))
	sights, v := make([]sight, len(sp.mons)), make([]uint64, len(sp.mons))
	for _, row := range t.x {
		sp.values(&t.m, v, row)
		for c := range terms {
			w := t.m.FromUint64(rng.Uint64())
			for k, value := range v {
				sights[k].x[c] = t.m.Add(sights[k].x[c], t.m.Mul(w, value))
			}
		}
	}
	for k := range sights {
		sights[k].at = k
	}
	d := &dependences{m: &t.m}
	d.among(sights, terms, nil)
	return d.found
}

// dependences are sets of dependent sights, as far as there are no more than MaxKernelVectors.
type dependences struct {
	m     *modular.Modulus
	found [][]int
	after [limit.FewTerms][]sight // memory of among

	ratios []int // and of inLine
}

// among finds k dependent sights of k numbers: seen from one of them, the others are k-1 dependent sights of k-1 numbers.
func (d *dependences) among(list []sight, k int, chosen []int) {
	if k == 2 {
		d.inLine(list, chosen)
		return
	}
	for i, a := range list {
		if len(d.found) > limit.MaxKernelVectors {
			return
		}
		after := d.after[k-1][:0]
		for _, b := range list[i+1:] {
			seen, some := sight{at: b.at}, uint64(0)
			for c := range k - 1 {
				seen.x[c] = d.m.Sub(d.m.Mul(a.x[0], b.x[c+1]), d.m.Mul(a.x[c+1], b.x[0]))
				some |= seen.x[c]
			}
			if some != 0 { // else they are dependent with fewer
				after = append(after, seen)
			}
		}
		d.after[k-1] = after
		d.among(after, k-1, append(chosen, a.at))
	}
}

// inLine finds pairs of sights with the same ratio of their two numbers. One inverse serves for all ratios.
func (d *dependences) inLine(list []sight, chosen []int) {
	product := d.m.One()
	for i := range list {
		list[i].x[2] = product // of the first numbers before
		product = d.m.Mul(product, list[i].x[0])
	}
	if product == 0 { // by a chance of one in the prime
		return
	}
	inverse := d.m.Inv(product)
	for i := len(list) - 1; i >= 0; i-- {
		b := &list[i]
		first := b.x[0]
		b.x[0] = d.m.Mul(b.x[1], d.m.Mul(inverse, b.x[2]))
		inverse = d.m.Mul(inverse, first)
	}
	d.ratios = d.ratios[:0]
	for _, b := range list {
		d.ratios = append(d.ratios, int(b.x[0]))
	}
	if slices.Sort(d.ratios); len(slices.Compact(d.ratios)) == len(list) {
		return
	}
	stable.Sort(list, func(a, b sight) int { return cmp.Compare(a.x[0], b.x[0]) })
	for i := 1; i < len(list); i++ {
		if list[i].x[0] == list[i-1].x[0] {
			d.found = append(d.found, append(slices.Clone(chosen), list[i-1].at, list[i].at))
		}
	}
}
