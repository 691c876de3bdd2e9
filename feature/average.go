package feature

import (
	"fmt"

	"github.com/kexplain/kexplain/ring"
)

// Average is the mean of a kernel over a finite group, (1/|G|) Σ_g k(x, g·y), the
// Reynolds operator applied to k(x, ·) (Kondor's k^G). It is invariant in both
// arguments, and a kernel, if k(g·x, g·y) = k(x, y) for all g, as functions of
// scalar products are.
type Average struct {
	Kernel Kernel
	Group  Group
}

// Group is a finite group that permutes coordinates and changes their signs:
// Signs, ColumnPermutations or QuarterTurns.
type Group interface {
	fmt.Stringer
	// Elements lists the elements as they act on points of n coordinates, or
	// returns an error that wraps ErrShape or ErrParameter.
	Elements(n int) ([]SignedPermutation, error)
}

// SignedPermutation maps x to the point with the coordinates ±x: entry p > 0
// stands for x[p-1], entry p < 0 for −x[-p-1].
type SignedPermutation []int

// Apply returns the image of x.
func (g SignedPermutation) Apply(x []float64) []float64 {
	y := make([]float64, len(g))
	for i, p := range g {
		if p > 0 {
			y[i] = x[p-1]
		} else {
			y[i] = -x[-p-1]
		}
	}
	return y
}

// ApplyIn returns the image of x, computed with a.
func (g SignedPermutation) ApplyIn(a *Arithmetic, x []Element) []Element {
	y := make([]Element, len(g))
	for i, p := range g {
		if p > 0 {
			y[i] = x[p-1]
		} else {
			y[i] = a.Sub(a.Int(0), x[-p-1])
		}
	}
	return y
}

// Signs is the group ±1.
type Signs struct{}

// String returns "±1".
func (Signs) String() string { return "±1" }

// Elements returns 1 and −1.
func (Signs) Elements(n int) ([]SignedPermutation, error) {
	plus, minus := make(SignedPermutation, n), make(SignedPermutation, n)
	for i := range n {
		plus[i], minus[i] = i+1, -i-1
	}
	return []SignedPermutation{plus, minus}, nil
}

// QuarterTurns is the group 1, i, −1, −i on complex points given by pairs of
// coordinates.
type QuarterTurns struct{}

// String returns "{1, i, -1, -i}".
func (QuarterTurns) String() string { return "{1, i, -1, -i}" }

// Elements returns the four turns.
func (QuarterTurns) Elements(n int) ([]SignedPermutation, error) {
	if n%2 != 0 {
		return nil, fmt.Errorf("feature: %d real coordinates for complex ones: %w", n, ErrShape)
	}
	turns := make([]SignedPermutation, 4)
	for i := range turns {
		for j := 0; j < n; j += 2 {
			re, im := j+1, j+2
			image := [4][2]int{{re, im}, {-im, re}, {-re, -im}, {im, -re}}[i]
			turns[i] = append(turns[i], image[0], image[1])
		}
	}
	return turns, nil
}

// ColumnPermutations is the group of all permutations of the columns of matrices
// with Rows rows.
type ColumnPermutations struct{ Rows int }

// maxColumns bounds the columns that ColumnPermutations takes: 7! = 5040.
const maxColumns = 7

// String returns "permutations of columns of 2 rows".
func (g ColumnPermutations) String() string {
	return fmt.Sprintf("permutations of columns of %d rows", g.Rows)
}

// Elements lists the permutations.
func (g ColumnPermutations) Elements(n int) ([]SignedPermutation, error) {
	if g.Rows < 1 || n%g.Rows != 0 {
		return nil, fmt.Errorf("feature: %d coordinates for a matrix of %d rows: %w", n, g.Rows, ErrShape)
	}
	r := n / g.Rows
	if r > maxColumns {
		return nil, fmt.Errorf("feature: the mean over permutations of %d columns, at most %d: %w", r, maxColumns, ErrParameter)
	}
	var out []SignedPermutation
	order := make([]int, 0, r)
	var extend func(used uint)
	extend = func(used uint) {
		if len(order) == r {
			p := make(SignedPermutation, n)
			for i := range p {
				p[i] = i/r*r + order[i%r] + 1
			}
			out = append(out, p)
			return
		}
		for c := range r {
			if used&(1<<c) == 0 {
				order = append(order, c)
				extend(used | 1<<c)
				order = order[:len(order)-1]
			}
		}
	}
	extend(0)
	return out, nil
}

// String returns "mean of k(x,gy) over … with k = …".
func (k Average) String() string {
	return fmt.Sprintf("mean of k(x,gy) over %v with k = %v", k.Group, k.Kernel)
}

// Validate checks the kernel.
func (k Average) Validate() error {
	if k.Group == nil {
		return fmt.Errorf("feature: mean over no group: %w", ErrParameter)
	}
	return validateInner("a mean over a group", k.Kernel)
}

// CheckPoint checks that the group acts on x, and the kernel.
func (k Average) CheckPoint(x []float64) error {
	if _, err := k.Group.Elements(len(x)); err != nil {
		return err
	}
	return CheckPoint(k.Kernel, x)
}

// Eval returns k(x, y).
func (k Average) Eval(x, y []float64) float64 {
	mustMatch(len(x), len(y))
	elements, err := k.Group.Elements(len(y))
	if err != nil {
		panic(err)
	}
	var s float64
	for _, g := range elements {
		s += k.Kernel.Eval(x, g.Apply(y))
	}
	return s / float64(len(elements))
}

// EvalBlock writes the values on a block of pairs.
func (k Average) EvalBlock(dst []float64, b *Block) {
	elements, err := k.Group.Elements(len(b.Y(0)))
	if err != nil {
		panic(err)
	}
	clear(dst)
	buf := make([]float64, len(dst))
	for _, g := range elements {
		evalBlock(k.Kernel, buf, newBlock(b.x, newBlock(b.y, b.y).mapped(g.Apply).x))
		for i, v := range buf {
			dst[i] += v
		}
	}
	scaleTo(dst, 1/float64(len(elements)), dst)
}

// EvalIn returns k(x, y), computed with a.
func (k Average) EvalIn(a *Arithmetic, x, y []Element) Element {
	if a.trial {
		return a.Kernel(k.Kernel, x, y)
	}
	elements, err := k.Group.Elements(len(y))
	if err != nil {
		return a.Fail(err)
	}
	s := a.Int(0)
	for _, g := range elements {
		s = a.Add(s, a.Kernel(k.Kernel, x, g.ApplyIn(a, y)))
	}
	return a.Mul(a.Rat(ring.NewRat(1, int64(len(elements)))), s)
}

// Code returns the form in files, which exists for the groups of this package.
func (k Average) Code() (Code, error) {
	switch g := k.Group.(type) {
	case Signs:
		return encodeParts(Code{Type: "average", Group: "signs"}, k.Kernel)
	case QuarterTurns:
		return encodeParts(Code{Type: "average", Group: "quarter turns"}, k.Kernel)
	case ColumnPermutations:
		return encodeParts(Code{Type: "average", Group: "column permutations", Rows: g.Rows}, k.Kernel)
	}
	return Code{}, fmt.Errorf("%w: %v", ErrNoCode, k)
}

func decodeAverage(c Code) (Kernel, error) {
	parts, err := c.parts(1)
	if err != nil {
		return nil, err
	}
	switch c.Group {
	case "signs":
		return Average{Kernel: parts[0], Group: Signs{}}, nil
	case "quarter turns":
		return Average{Kernel: parts[0], Group: QuarterTurns{}}, nil
	case "column permutations":
		return Average{Kernel: parts[0], Group: ColumnPermutations{Rows: c.Rows}}, nil
	}
	return nil, fmt.Errorf("no group %q", c.Group)
}

func (Average) compound() {}
