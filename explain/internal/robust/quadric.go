package robust

import (
	"cmp"
	"math"
	"slices"

	"github.com/kexplain/kexplain/explain/internal/limit"
	"github.com/kexplain/kexplain/explain/internal/rounding"
	"github.com/kexplain/kexplain/internal/stable"
	"github.com/kexplain/kexplain/numeric"
)

// FromQuadric is the root mean square distance of column j from a quadric in the others, or from a plane where the rows are few,
// over its standard deviation. The rows that are farthest, QuadricAside of them, take no part.
func FromQuadric(rows [][]float64, j int) float64 {
	residuals, _ := residualsOf(rows, j)
	places := numeric.FirstInts(len(rows))
	stable.Sort(places, func(a, b int) int { return cmp.Compare(math.Abs(residuals[b]), math.Abs(residuals[a])) })
	places = places[int(limit.QuadricAside*float64(len(rows))):]
	slices.Sort(places)
	near := make([][]float64, len(places))
	for k, i := range places {
		near[k] = rows[i]
	}
	_, ratio := residualsOf(near, j)
	return ratio
}

// residualsOf returns the residuals of column j when the others predict it by least squares, in a unit of their own, and the ratio of
// their length to that of the column without its mean.
func residualsOf(rows [][]float64, j int) (residuals []float64, ratio float64) {
	n := len(rows)
	columns := make([][]float64, len(rows[0]))
	for k := range columns {
		for _, row := range rows {
			columns[k] = append(columns[k], row[k])
		}
		center(columns[k])
	}
	residuals = columns[j]
	columns = slices.Delete(columns, j, j+1)
	if p := len(columns); 2*numeric.Binomial(p+2, 2) <= n {
		for a := range p {
			for b := range a + 1 {
				product := make([]float64, n)
				for i := range product {
					product[i] = columns[a][i] * columns[b][i]
				}
				center(product)
				columns = append(columns, product)
			}
		}
	}
	ratio = rounding.Independent(append(columns, residuals), slices.Repeat([]float64{1}, n))
	return residuals, ratio
}

// center subtracts the mean.
func center(v []float64) {
	mean := 0.0
	for _, x := range v {
		mean += x / float64(len(v))
	}
	for i := range v {
		v[i] -= mean
	}
}
