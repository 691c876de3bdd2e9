package feature

// Sum is the kernel Σ_i k_i. Its features are those of all parts together.
type Sum []Kernel

// String joins the parts by " + ".
func (k Sum) String() string { return join([]Kernel(k), " + ", "0") }

// Validate checks the parts.
func (k Sum) Validate() error { return validateAll([]Kernel(k)) }

// CheckPoint checks that all parts are defined at x.
func (k Sum) CheckPoint(x []float64) error { return checkPointAll([]Kernel(k), x) }

// Eval returns k(x, y), 0 for the empty sum.
func (k Sum) Eval(x, y []float64) float64 {
	mustMatch(len(x), len(y))
	var s float64
	for _, part := range k {
		s += part.Eval(x, y)
	}
	return s
}

// EvalBlock writes the values on a block of pairs.
func (k Sum) EvalBlock(dst []float64, b *Block) {
	clear(dst)
	buf := make([]float64, len(dst))
	for _, part := range k {
		evalBlock(part, buf, b)
		for i, v := range buf {
			dst[i] += v
		}
	}
}

// Gradient writes the sum of the gradients to dst.
func (k Sum) Gradient(dst, x, y []float64) error {
	clear(dst)
	part := make([]float64, len(dst))
	for _, p := range k {
		if err := Gradient(p, part, x, y); err != nil {
			return err
		}
		for l, v := range part {
			dst[l] += v
		}
	}
	return nil
}

// EvalIn returns k(x, y), computed with a.
func (k Sum) EvalIn(a *Arithmetic, x, y []Element) Element {
	s := a.Int(0)
	for _, part := range k {
		s = a.Add(s, a.Kernel(part, x, y))
	}
	return s
}

// Code returns the form in files.
func (k Sum) Code() (Code, error) { return encodeParts(Code{Type: "sum"}, k...) }

func decodeSum(c Code) (Kernel, error) {
	parts, err := c.parts(-1)
	return Sum(parts), err
}

func (Sum) compound() {}
