package feature

import "fmt"

// RightUnitary is the kernel ‖X*Y‖_F² = tr(XX*YY*) on matrices with Rows rows,
// which does not change under X ↦ XU for orthogonal (unitary) U (IKT, section
// 2.5.6). It tells orbits apart, by the first fundamental theorem of invariant
// theory. With one column it is ⟨x,y⟩² or the phase kernel.
type RightUnitary struct {
	Rows int
	// Complex says that entries are complex, given by pairs.
	Complex bool
}

// LeftUnitary is the kernel ‖XY*‖_F² on matrices with Rows rows, which does not
// change under X ↦ UX for orthogonal (unitary) U.
type LeftUnitary struct {
	Rows int
	// Complex says that entries are complex, given by pairs.
	Complex bool
}

// String returns "‖X*Y‖² of matrices of 2 rows".
func (k RightUnitary) String() string {
	return fmt.Sprintf("‖X*Y‖² of matrices of %d rows", k.Rows)
}

// String returns "‖XY*‖² of matrices of 2 rows".
func (k LeftUnitary) String() string {
	return fmt.Sprintf("‖XY*‖² of matrices of %d rows", k.Rows)
}

// Validate checks Rows.
func (k RightUnitary) Validate() error { return validateRows(k.Rows) }

// Validate checks Rows.
func (k LeftUnitary) Validate() error { return validateRows(k.Rows) }

// CheckPoint returns ErrShape for a point that is no such matrix.
func (k RightUnitary) CheckPoint(x []float64) error { return checkMatrix(x, k.Rows, k.Complex) }

// CheckPoint returns ErrShape for a point that is no such matrix.
func (k LeftUnitary) CheckPoint(x []float64) error { return checkMatrix(x, k.Rows, k.Complex) }

func checkMatrix(x []float64, rows int, isComplex bool) error {
	if isComplex {
		rows *= 2
	}
	return checkRows(x, rows)
}

// Eval returns k(x, y).
func (k RightUnitary) Eval(x, y []float64) float64 {
	return squaredProducts(x, y, k.Complex, k.Rows, matrixColumns, matrixColumns)
}

// Eval returns k(x, y).
func (k LeftUnitary) Eval(x, y []float64) float64 {
	return squaredProducts(x, y, k.Complex, k.Rows, matrixRows, matrixRows)
}

// squaredProducts returns Σ_{i,j} |⟨x_i, y_j⟩|² over the vectors, rows or columns,
// of two matrices.
func squaredProducts(x, y []float64, isComplex bool, rows int,
	vectors func([]float64, int) [][]float64, complexVectors func([]complex128, int) [][]complex128) float64 {
	mustMatch(len(x), len(y))
	var s float64
	if isComplex {
		ys := complexVectors(complexPoint(y), rows)
		for _, xi := range complexVectors(complexPoint(x), rows) {
			for _, yj := range ys {
				s += modulus2(complexDot(xi, yj))
			}
		}
		return s
	}
	ys := vectors(y, rows)
	for _, xi := range vectors(x, rows) {
		for _, yj := range ys {
			p := dot(xi, yj)
			s += float64(p * p)
		}
	}
	return s
}

// EvalIn returns k(x, y), computed with a.
func (k RightUnitary) EvalIn(a *Arithmetic, x, y []Element) Element {
	return productsIn(a, x, y, k.Complex, k.Rows, matrixColumns[Element])
}

// EvalIn returns k(x, y), computed with a.
func (k LeftUnitary) EvalIn(a *Arithmetic, x, y []Element) Element {
	return productsIn(a, x, y, k.Complex, k.Rows, matrixRows[Element])
}

// productsIn is squaredProducts, computed with a.
func productsIn(a *Arithmetic, x, y []Element, isComplex bool, rows int, vectors func([]Element, int) [][]Element) Element {
	sum := func(a *Arithmetic, x, y []Element) Element {
		s := a.Int(0)
		ys := vectors(y, rows)
		for _, xi := range vectors(x, rows) {
			for _, yj := range ys {
				s = a.Add(s, modulusIn(a, xi, yj))
			}
		}
		return s
	}
	if isComplex {
		return a.Complex(x, y, sum)
	}
	return sum(a, x, y)
}

// Code returns the form in files.
func (k RightUnitary) Code() (Code, error) {
	return Code{Type: "right unitary", Rows: k.Rows, Complex: k.Complex}, nil
}

// Code returns the form in files.
func (k LeftUnitary) Code() (Code, error) {
	return Code{Type: "left unitary", Rows: k.Rows, Complex: k.Complex}, nil
}

func decodeRightUnitary(c Code) (Kernel, error) {
	return RightUnitary{Rows: c.Rows, Complex: c.Complex}, nil
}

func decodeLeftUnitary(c Code) (Kernel, error) {
	return LeftUnitary{Rows: c.Rows, Complex: c.Complex}, nil
}
