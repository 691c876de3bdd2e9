// Package packed writes matrices of float64 into JSON, bit by bit: the form of
// matrices in model files.
package packed

import (
	"encoding/base64"
	"encoding/binary"
	"fmt"
	"math"

	"gonum.org/v1/gonum/mat"
)

// Matrix is a matrix in a file. A nil *Matrix is null, a nil matrix in memory.
type Matrix struct {
	Rows int    `json:"rows"`
	Cols int    `json:"cols"`
	Data string `json:"data"` // base64 of rows·cols little-endian float64
}

// Encode returns the form of m in a file.
func Encode(m *mat.Dense) *Matrix {
	if m == nil {
		return nil
	}
	r, c := m.Dims()
	buf := make([]byte, 0, 8*r*c)
	for i := range r {
		for _, v := range m.RawRowView(i) {
			buf = binary.LittleEndian.AppendUint64(buf, math.Float64bits(v))
		}
	}
	return &Matrix{Rows: r, Cols: c, Data: base64.StdEncoding.EncodeToString(buf)}
}

// Dense returns the matrix; its entries must be finite.
func (m *Matrix) Dense() (*mat.Dense, error) {
	if m == nil {
		return nil, nil
	}
	data, err := base64.StdEncoding.DecodeString(m.Data)
	if err != nil {
		return nil, err
	}
	if m.Rows < 1 || m.Cols < 1 || m.Rows > len(data)/8 || m.Cols > len(data)/8 || len(data) != 8*m.Rows*m.Cols {
		return nil, fmt.Errorf("matrix of %d × %d numbers in %d bytes", m.Rows, m.Cols, len(data))
	}
	values := make([]float64, m.Rows*m.Cols)
	for i := range values {
		values[i] = math.Float64frombits(binary.LittleEndian.Uint64(data[8*i:]))
		if math.IsNaN(values[i]) || math.IsInf(values[i], 0) {
			return nil, fmt.Errorf("entry %d of a matrix is %v", i, values[i])
		}
	}
	return mat.NewDense(m.Rows, m.Cols, values), nil
}

// Sized is Dense for a matrix that must be there and have the given size; a
// dimension of -1 is free.
func (m *Matrix) Sized(name string, rows, cols int) (*mat.Dense, error) {
	d, err := m.Dense()
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	if d == nil {
		return nil, fmt.Errorf("%s: missing", name)
	}
	if r, c := d.Dims(); rows >= 0 && r != rows || cols >= 0 && c != cols {
		return nil, fmt.Errorf("%s: %d × %d, expected %d × %d", name, r, c, rows, cols)
	}
	return d, nil
}
