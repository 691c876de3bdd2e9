package feature

// Product is the kernel Π_i k_i. Its features are the products of features of
// the parts (I. Schur).
type Product []Kernel

// String joins the parts by "·".
func (k Product) String() string { return join([]Kernel(k), "·", "1") }

// Validate checks the parts.
func (k Product) Validate() error { return validateAll([]Kernel(k)) }

// CheckPoint checks that all parts are defined at x.
func (k Product) CheckPoint(x []float64) error { return checkPointAll([]Kernel(k), x) }

// Eval returns k(x, y), 1 for the empty product.
func (k Product) Eval(x, y []float64) float64 {
	mustMatch(len(x), len(y))
	p := 1.0
	for _, part := range k {
		p *= part.Eval(x, y)
	}
	return p
}

// EvalBlock writes the values on a block of pairs.
func (k Product) EvalBlock(dst []float64, b *Block) {
	for i := range dst {
		dst[i] = 1
	}
	buf := make([]float64, len(dst))
	for _, part := range k {
		evalBlock(part, buf, b)
		for i, v := range buf {
			dst[i] *= v
		}
	}
}

// Gradient writes Σ_i ∇k_i Π_{j≠i} k_j to dst.
func (k Product) Gradient(dst, x, y []float64) error {
	clear(dst)
	part := make([]float64, len(dst))
	for i, p := range k {
		if err := Gradient(p, part, x, y); err != nil {
			return err
		}
		others := 1.0
		for j, q := range k {
			if j != i {
				others *= q.Eval(x, y)
			}
		}
		for l, v := range part {
			dst[l] += float64(others * v)
		}
	}
	return nil
}

// EvalIn returns k(x, y), computed with a.
func (k Product) EvalIn(a *Arithmetic, x, y []Element) Element {
	p := a.Int(1)
	for _, part := range k {
		p = a.Mul(p, a.Kernel(part, x, y))
	}
	return p
}

// Code returns the form in files.
func (k Product) Code() (Code, error) { return encodeParts(Code{Type: "product"}, k...) }

func decodeProduct(c Code) (Kernel, error) {
	parts, err := c.parts(-1)
	return Product(parts), err
}
