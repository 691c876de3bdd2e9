package feature

import (
	"errors"
	"fmt"
	"slices"
	"strings"
)

// Blocks is the sum of kernels that see some of the coordinates each,
// Σ_b k_b(x_b, y_b). With invariant scalar products of groups G_b it is one of
// their product, which acts on the blocks one by one, and it separates orbits
// where its parts do. (The product of the parts is invariant, too, but tells
// orbits apart up to a common factor only.)
type Blocks []BlockOf

// BlockOf is a kernel on some of the coordinates.
type BlockOf struct {
	// Columns are the coordinates, counted from 0.
	Columns []int
	Kernel  Kernel
}

// CoordinateSigns returns Σ x_i² y_i², the invariant scalar product of the signs
// of n coordinates, each by itself.
func CoordinateSigns(n int) Blocks {
	b := make(Blocks, n)
	for i := range b {
		b[i] = BlockOf{Columns: []int{i}, Kernel: FiniteRotation{Order: 2}}
	}
	return b
}

// String returns "⟨x,y⟩^2 on {1, 2} + ⟨x,y⟩ on {3}", coordinates counted from 1.
func (k Blocks) String() string {
	parts := make([]string, len(k))
	for i, b := range k {
		columns := make([]string, len(b.Columns))
		for j, c := range b.Columns {
			columns[j] = fmt.Sprint(c + 1)
		}
		parts[i] = fmt.Sprintf("%s on {%s}", factor(b.Kernel), strings.Join(columns, ", "))
	}
	if len(parts) == 0 {
		return "0"
	}
	return strings.Join(parts, " + ")
}

// Validate returns ErrParameter for a block without columns or with a negative
// one, and checks the kernels.
func (k Blocks) Validate() error {
	for i, b := range k {
		if len(b.Columns) == 0 || slices.Min(b.Columns) < 0 {
			return fmt.Errorf("feature: block %d on the columns %v: %w", i+1, b.Columns, ErrParameter)
		}
		if err := validateInner("a block", b.Kernel); err != nil {
			return err
		}
	}
	return nil
}

// CheckPoint returns ErrShape when x lacks a column, and checks the kernels.
func (k Blocks) CheckPoint(x []float64) error {
	for i, b := range k {
		if c := slices.Max(b.Columns); c >= len(x) {
			return fmt.Errorf("feature: block %d wants coordinate %d of %d: %w", i+1, c+1, len(x), ErrShape)
		}
		if err := CheckPoint(b.Kernel, pick(x, b.Columns)); err != nil {
			return err
		}
	}
	return nil
}

// pick returns some of the coordinates.
func pick[E any](x []E, columns []int) []E {
	out := make([]E, len(columns))
	for i, c := range columns {
		out[i] = x[c]
	}
	return out
}

// Eval returns k(x, y).
func (k Blocks) Eval(x, y []float64) float64 {
	mustMatch(len(x), len(y))
	var s float64
	for _, b := range k {
		s += b.Kernel.Eval(pick(x, b.Columns), pick(y, b.Columns))
	}
	return s
}

// EvalBlock writes the values on a block of pairs.
func (k Blocks) EvalBlock(dst []float64, b *Block) {
	clear(dst)
	buf := make([]float64, len(dst))
	for _, part := range k {
		evalBlock(part.Kernel, buf, b.mapped(func(x []float64) []float64 { return pick(x, part.Columns) }))
		for i, v := range buf {
			dst[i] += v
		}
	}
}

// Gradient writes the gradients of the blocks to their coordinates in dst.
func (k Blocks) Gradient(dst, x, y []float64) error {
	clear(dst)
	for _, b := range k {
		g := make([]float64, len(b.Columns))
		if err := Gradient(b.Kernel, g, pick(x, b.Columns), pick(y, b.Columns)); err != nil {
			return err
		}
		for i, c := range b.Columns {
			dst[c] += g[i]
		}
	}
	return nil
}

// EvalIn returns k(x, y), computed with a.
func (k Blocks) EvalIn(a *Arithmetic, x, y []Element) Element {
	s := a.Int(0)
	for _, b := range k {
		s = a.Add(s, a.Kernel(b.Kernel, a.Pick(x, b.Columns), a.Pick(y, b.Columns)))
	}
	return s
}

// EvalComplex returns k(x, y) on complex points.
func (k Blocks) EvalComplex(x, y []complex128) complex128 {
	var s complex128
	for _, b := range k {
		s += EvalComplex(b.Kernel, pick(x, b.Columns), pick(y, b.Columns))
	}
	return s
}

// Code returns the form in files.
func (k Blocks) Code() (Code, error) {
	c := Code{Type: "blocks"}
	var parts []Kernel
	for _, b := range k {
		c.Columns, parts = append(c.Columns, b.Columns), append(parts, b.Kernel)
	}
	return encodeParts(c, parts...)
}

func decodeBlocks(c Code) (Kernel, error) {
	parts, err := c.parts(-1)
	if err != nil {
		return nil, err
	}
	if len(parts) != len(c.Columns) {
		return nil, errors.New("other numbers of parts and of lists of columns")
	}
	k := make(Blocks, len(parts))
	for i := range k {
		k[i] = BlockOf{c.Columns[i], parts[i]}
	}
	return k, nil
}

func (Blocks) compound() {}
