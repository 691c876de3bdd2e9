package robust

import (
	"cmp"
	"math"
	"slices"

	"gonum.org/v1/gonum/stat/combin"

	"github.com/kexplain/kexplain/explain/internal/slip"
	"github.com/kexplain/kexplain/explain/points"
	"github.com/kexplain/kexplain/internal/stable"
	"github.com/kexplain/kexplain/numeric"
)

// LeastRuns names the column along which the rows set aside are least scattered among the others, and
// returns the chance that as many rows drawn at random make no more runs along some column. Rows are where their feet on the
// equations are: a cell that is far too large is at the end of its column, wherever the row belongs.
func (l *Selection) LeastRuns(rows points.Rows) (name string, chance float64) {
	n, aside, at := rows.Rows(), make([]bool, rows.Rows()), l.Problem.Scaling.Apply(rows)
	if len(l.Accepted) > 0 {
		at = l.feet(at)
	}
	for _, i := range l.Aside {
		aside[i] = true
	}
	chance = 1
	columns := l.Problem.Scaling.Keep
	for j := range columns {
		order := numeric.FirstInts(n)
		stable.Sort(order, func(a, b int) int { return cmp.Compare(at[a][j], at[b][j]) })
		runs := 0
		for k, i := range order {
			if aside[i] && (k == 0 || !aside[order[k-1]]) {
				runs++
			}
		}
		if p := fewRuns(n, len(l.Aside), runs) * float64(len(columns)); p < chance {
			name, chance = l.Problem.Scaling.Names[j], p
		}
	}
	return name, chance
}

// AllButOneValue reports whether the rows set aside are nearly all but those with one value of a column, which
// may be constant without them.
func (l *Selection) AllButOneValue(rows points.Rows) bool {
	return len(l.Aside) > 0 && slices.ContainsFunc(numeric.FirstInts(len(rows.Row(0))), func(j int) bool {
		return slip.AllBut(rows.Rows(), func(i int) float64 { return rows.Row(i)[j] },
			func(i int) bool { _, is := slices.BinarySearch(l.Aside, i); return is })
	})
}

// fewRuns is the chance that k of n things in a row, drawn at random, make at most so many runs: r runs are
// C(k-1, r-1) C(n-k+1, r) of the C(n, k) draws (Wald and Wolfowitz, Annals of Mathematical Statistics 11 (1940) 147-162).
func fewRuns(n, k, most int) float64 {
	sum := 0.0
	for r := 1; r <= min(most, k, n-k+1); r++ {
		sum += math.Exp(combin.LogGeneralizedBinomial(float64(k-1), float64(r-1)) +
			combin.LogGeneralizedBinomial(float64(n-k+1), float64(r)) - combin.LogGeneralizedBinomial(float64(n), float64(k)))
	}
	return sum
}
