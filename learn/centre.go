package learn

import "gonum.org/v1/gonum/mat"

// centreRows replaces kernel rows κ_X(x), the rows of kx, by those of the centred
// kernel, (κ_X(x) − (1/N) 1ᵀK_XX)(1 − 11ᵀ/N); kxx is K_XX, not centred.
func centreRows(kx *mat.Dense, kxx mat.Matrix) {
	n, _ := kxx.Dims()
	mean := make([]float64, n) // column means of K_XX
	for i := range n {
		for j := range mean {
			mean[j] += kxx.At(i, j) / float64(n)
		}
	}
	rows, _ := kx.Dims()
	for i := range rows {
		row := kx.RawRowView(i)
		total := 0.0
		for j := range row {
			row[j] -= mean[j]
			total += row[j]
		}
		total /= float64(n)
		for j := range row {
			row[j] -= total
		}
	}
}
