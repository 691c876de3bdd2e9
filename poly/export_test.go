package poly

// Check is check for tests outside the package.
func Check[E any](p *Polynomial[E]) error { return p.check() }

// Schoolbook is the product as it is defined.
func Schoolbook[E any](p, q *Polynomial[E]) *Polynomial[E] { return p.schoolbook(q) }

// HeapProduct is the product by a heap, also of sizes for which Mul has a
// shorter way.
func HeapProduct[E any](p, q *Polynomial[E]) *Polynomial[E] { return p.heapProduct(q) }

// Steps is the length of the program of an evaluator.
func Steps[E any](e *Evaluator[E]) int { return len(e.steps) }
