package feature

import (
	"fmt"

	"github.com/kexplain/kexplain/ring"
)

// RowTranslation is the kernel ⟨CX, CY⟩ = ⟨X,Y⟩ − (1/m) ⟨1ᵀX, 1ᵀY⟩ on matrices
// of m = Rows rows, C = 1 − 11ᵀ/m. It does not change under X ↦ X + 1μᵀ: m points
// of r coordinates are moved together. (IKT, section 2.5.6, prints an action of
// K^m; μ has the length r of a row.)
type RowTranslation struct{ Rows int }

// RigidMotion is the kernel ‖(CX)*(CY)‖_F² on m = Rows points of r coordinates,
// the rows of a matrix. It does not change when the points are moved and turned
// together.
type RigidMotion struct{ Rows int }

// String returns "⟨CX,CY⟩ of matrices of 2 rows".
func (k RowTranslation) String() string {
	return fmt.Sprintf("⟨CX,CY⟩ of matrices of %d rows", k.Rows)
}

// String returns "‖(CX)*(CY)‖² of matrices of 2 rows".
func (k RigidMotion) String() string {
	return fmt.Sprintf("‖(CX)*(CY)‖² of matrices of %d rows", k.Rows)
}

// Validate checks Rows.
func (k RowTranslation) Validate() error { return validateRows(k.Rows) }

// Validate checks Rows.
func (k RigidMotion) Validate() error { return validateRows(k.Rows) }

// CheckPoint returns ErrShape for a point that is no such matrix.
func (k RowTranslation) CheckPoint(x []float64) error { return checkRows(x, k.Rows) }

// CheckPoint returns ErrShape for a point that is no such matrix.
func (k RigidMotion) CheckPoint(x []float64) error { return checkRows(x, k.Rows) }

// Eval returns k(x, y).
func (k RowTranslation) Eval(x, y []float64) float64 {
	return dot(centred(x, k.Rows), centred(y, k.Rows))
}

// Eval returns k(x, y).
func (k RigidMotion) Eval(x, y []float64) float64 {
	return RightUnitary{Rows: k.Rows}.Eval(centred(x, k.Rows), centred(y, k.Rows))
}

// centred returns CX.
func centred(x []float64, rows int) []float64 {
	r := len(x) / rows
	out := make([]float64, len(x))
	for j := range r {
		var mean float64
		for i := range rows {
			mean += x[i*r+j]
		}
		mean /= float64(rows)
		for i := range rows {
			out[i*r+j] = x[i*r+j] - mean
		}
	}
	return out
}

// EvalBlock writes the values on a block of pairs.
func (k RowTranslation) EvalBlock(dst []float64, b *Block) {
	copy(dst, b.mapped(func(x []float64) []float64 { return centred(x, k.Rows) }).Products())
}

// Gradient writes CY to dst.
func (k RowTranslation) Gradient(dst, _, y []float64) error {
	copy(dst, centred(y, k.Rows))
	return nil
}

// EvalIn returns k(x, y), computed with a.
func (k RowTranslation) EvalIn(a *Arithmetic, x, y []Element) Element {
	return a.Dot(centredIn(a, x, k.Rows), centredIn(a, y, k.Rows))
}

// EvalIn returns k(x, y), computed with a.
func (k RigidMotion) EvalIn(a *Arithmetic, x, y []Element) Element {
	return RightUnitary{Rows: k.Rows}.EvalIn(a, centredIn(a, x, k.Rows), centredIn(a, y, k.Rows))
}

// centredIn returns CX, computed with a.
func centredIn(a *Arithmetic, x []Element, rows int) []Element {
	r := len(x) / rows
	share := a.Rat(ring.NewRat(1, int64(rows)))
	out := make([]Element, len(x))
	for j := range r {
		sum := a.Int(0)
		for i := range rows {
			sum = a.Add(sum, x[i*r+j])
		}
		mean := a.Mul(share, sum)
		for i := range rows {
			out[i*r+j] = a.Sub(x[i*r+j], mean)
		}
	}
	return out
}

// Code returns the form in files.
func (k RowTranslation) Code() (Code, error) { return Code{Type: "row translation", Rows: k.Rows}, nil }

// Code returns the form in files.
func (k RigidMotion) Code() (Code, error) { return Code{Type: "rigid motion", Rows: k.Rows}, nil }

func decodeRowTranslation(c Code) (Kernel, error) { return RowTranslation{Rows: c.Rows}, nil }

func decodeRigidMotion(c Code) (Kernel, error) { return RigidMotion{Rows: c.Rows}, nil }
