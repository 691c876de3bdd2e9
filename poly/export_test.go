package poly

// Check is check for tests outside the package.
func Check[E any](p *Polynomial[E]) error { return p.check() }

// Schoolbook is the product as it is defined: all products of terms, sorted and
// summed. It is what heapProduct is held to.
func Schoolbook[E any](p, q *Polynomial[E]) *Polynomial[E] {
	terms := make([]Term[E], 0, len(p.mons)*len(q.mons))
	for i := range p.mons {
		for j := range q.mons {
			terms = append(terms, Term[E]{product(&p.mons[i], &q.mons[j]), p.ring.k.Mul(p.coefs[i], q.coefs[j])})
		}
	}
	return p.ring.FromTerms(terms)
}

// HeapProduct is the product by a heap, also of sizes for which Mul has a
// shorter way.
func HeapProduct[E any](p, q *Polynomial[E]) *Polynomial[E] { return p.heapProduct(q) }

// Steps is the length of the program of an evaluator.
func Steps[E any](e *Evaluator[E]) int { return len(e.steps) }

// Raw is a polynomial as given, canonical or not.
func Raw[E any](R *Ring[E], mons []Monomial, coefs []E) *Polynomial[E] {
	return &Polynomial[E]{ring: R, mons: mons, coefs: coefs}
}
