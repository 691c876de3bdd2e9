package approx

import (
	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
)

// stabilisedEchelon returns the rows of the stabilised reduced row echelon form
// of a with tolerance tau and their pivot columns [Heldt, Kreuzer, Pokutta,
// Poulisse 2009, Algorithm 3.2]: columns are orthogonalised from left to right, a
// column whose rest is shorter than tau is no pivot and its rest is dropped, the
// triangle is cleared above its pivots, and every row gets length 1.
func stabilisedEchelon(a *mat.Dense, tau float64) (rows [][]float64, pivots []int) {
	_, cols := a.Dims()
	m, _ := a.Dims()
	qr := new(growingQR)
	for j := range cols {
		s := qr.reduce(mat.Col(nil, j, a))
		isPivot := len(qr.q) < m && s.norm >= tau
		for i, c := range s.coordinates {
			rows[i][j] = c
		}
		if isPivot {
			row := make([]float64, cols)
			row[j] = s.norm
			rows = append(rows, row)
			pivots = append(pivots, j)
			qr.append(s)
		}
	}
	for i := len(rows) - 1; i >= 0; i-- {
		p := pivots[i]
		for k := range i {
			floats.AddScaled(rows[k], -rows[k][p]/rows[i][p], rows[i])
			rows[k][p] = 0
		}
	}
	for _, row := range rows {
		floats.Scale(1/floats.Norm(row, 2), row)
	}
	return rows, pivots
}
