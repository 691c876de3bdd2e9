package feature

import "fmt"

// Columns is the set kernel Σ_{i,j} κ(x_i, y_j) over the columns x_i, y_j of two
// matrices with Rows rows each: a bag of features, which does not change when
// columns are permuted. A point holds its matrix row after row. With
// κ = (⟨x,y⟩ + 1)^d it tells all bags of up to d columns apart.
type Columns struct {
	// Rows is the number of rows, the length of a column.
	Rows   int
	Kernel Kernel
}

// String returns "Σ k(x_i,y_j) over columns of 2 rows with k = …".
func (k Columns) String() string {
	return fmt.Sprintf("Σ k(x_i,y_j) over columns of %d rows with k = %v", k.Rows, k.Kernel)
}

// Validate checks Rows and the kernel.
func (k Columns) Validate() error {
	if err := validateRows(k.Rows); err != nil {
		return err
	}
	return validateInner("a set kernel", k.Kernel)
}

// CheckPoint returns ErrShape for a point that is no such matrix, and checks the
// kernel at its columns.
func (k Columns) CheckPoint(x []float64) error {
	if err := checkRows(x, k.Rows); err != nil {
		return err
	}
	for _, c := range matrixColumns(x, k.Rows) {
		if err := CheckPoint(k.Kernel, c); err != nil {
			return err
		}
	}
	return nil
}

func validateRows(rows int) error {
	if rows < 1 {
		return fmt.Errorf("feature: matrices of %d rows: %w", rows, ErrParameter)
	}
	return nil
}

// checkRows returns ErrShape unless x is a matrix with so many rows.
func checkRows(x []float64, rows int) error {
	if len(x)%rows != 0 {
		return fmt.Errorf("feature: %d coordinates for a matrix of %d rows: %w", len(x), rows, ErrShape)
	}
	return nil
}

// matrixColumns returns the columns of the matrix x, which has its rows one after
// another.
func matrixColumns[E any](x []E, rows int) [][]E {
	r := len(x) / rows
	out := make([][]E, r)
	for j := range out {
		out[j] = make([]E, rows)
		for i := range rows {
			out[j][i] = x[i*r+j]
		}
	}
	return out
}

// matrixRows returns the rows of the matrix x.
func matrixRows[E any](x []E, rows int) [][]E {
	r := len(x) / rows
	out := make([][]E, rows)
	for i := range out {
		out[i] = x[i*r : (i+1)*r]
	}
	return out
}

// Eval returns k(x, y).
func (k Columns) Eval(x, y []float64) float64 {
	mustMatch(len(x), len(y))
	var s float64
	ys := matrixColumns(y, k.Rows)
	for _, xi := range matrixColumns(x, k.Rows) {
		for _, yj := range ys {
			s += k.Kernel.Eval(xi, yj)
		}
	}
	return s
}

// Gradient writes Σ_j ∇₁κ(x_i, y_j) to column i of dst.
func (k Columns) Gradient(dst, x, y []float64) error {
	clear(dst)
	r := len(x) / k.Rows
	g := make([]float64, k.Rows)
	ys := matrixColumns(y, k.Rows)
	for i, xi := range matrixColumns(x, k.Rows) {
		for _, yj := range ys {
			if err := Gradient(k.Kernel, g, xi, yj); err != nil {
				return err
			}
			for l, v := range g {
				dst[l*r+i] += v
			}
		}
	}
	return nil
}

// EvalIn returns k(x, y), computed with a.
func (k Columns) EvalIn(a *Arithmetic, x, y []Element) Element {
	if a.trial {
		return a.Kernel(k.Kernel, x, y)
	}
	s := a.Int(0)
	ys := matrixColumns(y, k.Rows)
	for _, xi := range matrixColumns(x, k.Rows) {
		for _, yj := range ys {
			s = a.Add(s, a.Kernel(k.Kernel, xi, yj))
		}
	}
	return s
}

// Code returns the form in files.
func (k Columns) Code() (Code, error) {
	return encodeParts(Code{Type: "columns", Rows: k.Rows}, k.Kernel)
}

func decodeColumns(c Code) (Kernel, error) {
	parts, err := c.parts(1)
	if err != nil {
		return nil, err
	}
	return Columns{Rows: c.Rows, Kernel: parts[0]}, nil
}

func (Columns) compound() {}
