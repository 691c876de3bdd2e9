package evidence

import (
	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"github.com/kexplain/kexplain/numeric"
)

// columns are those of a matrix that are not zero: a monomial has no slope along most variables.
type columns struct {
	places []int
	blocks [][]float64 // of numeric.GramLanes columns each, by rows, filled up with zeros
}

func columnsOf(m *mat.Dense) columns {
	const lanes = numeric.GramLanes
	var c columns
	n, k := m.Dims()
	for j := range k {
		at := len(c.places) % lanes
		for i := range n {
			v := m.At(i, j)
			if v == 0 {
				continue
			}
			if len(c.places) == 0 || c.places[len(c.places)-1] != j {
				if at == 0 {
					c.blocks = append(c.blocks, make([]float64, n*lanes))
				}
				c.places = append(c.places, j)
			}
			c.blocks[len(c.blocks)-1][i*lanes+at] = v
		}
	}
	return c
}

// addGram adds the sum of w_i x_i x_iᵀ over the rows x_i of a matrix, one row after the other, where
// the weights are finite. weighted is space for GramLanes numbers a row.
func (c columns) addGram(out *mat.SymDense, w, weighted []float64) {
	const lanes = numeric.GramLanes
	raw := out.RawSymmetric()
	for p, block := range c.blocks {
		for i, f := range w {
			from, to := (*[lanes]float64)(block[i*lanes:]), (*[lanes]float64)(weighted[i*lanes:])
			to[0], to[1], to[2], to[3] = f*from[0], f*from[1], f*from[2], f*from[3]
			to[4], to[5], to[6], to[7] = f*from[4], f*from[5], f*from[6], f*from[7]
		}
		left := c.places[p*lanes : min(len(c.places), (p+1)*lanes)]
		for q := p; q < len(c.blocks); q++ {
			right := c.places[q*lanes : min(len(c.places), (q+1)*lanes)]
			var sum [lanes * lanes]float64
			for a, j := range left {
				for b, l := range right {
					sum[a*lanes+b] = raw.Data[min(j, l)*raw.Stride+max(j, l)]
				}
			}
			numeric.Gram(&sum, weighted, c.blocks[q])
			for a, j := range left {
				for b, l := range right {
					if j <= l {
						raw.Data[j*raw.Stride+l] = sum[a*lanes+b]
					}
				}
			}
		}
	}
}

// addGram is the same of a matrix by rows. Rows of zeros count for nothing, whatever their weights.
func addGram(out *mat.SymDense, m *mat.Dense, w []float64) {
	_, k := m.Dims()
	sum := out.RawSymmetric()
	for i, f := range w {
		row := m.RawRowView(i)
		for j, v := range row {
			if v != 0 {
				floats.AddScaled(sum.Data[j*sum.Stride+j:j*sum.Stride+k], f*v, row[j:])
			}
		}
	}
}
