package evidence

import (
	"cmp"
	"math"
	"slices"

	"github.com/kexplain/kexplain/internal/stable"
)

// Steps compares two descriptions of column x at rows: that column y is a step function of it, and that an equation f in both columns holds with
// errors in x. It returns by how many nats the step function is ahead, -Inf where y is none or has fewer than three values.
//
// A step function has an interval of x for each value of y, as a fee has a range of incomes, and x is uniform in it. A bound between two
// intervals may lie anywhere in the range R of x. Rows that leave a gap for it have the evidence gap/R, and each of the two ends costs log n.
// The errors of the equation are f/|∂f/∂x|. They are normal of one size, in proportion to x or in proportion to 1/|∂f/∂x|, or uniform,
// whichever is most likely. What both descriptions say of y and of the other columns is the same.
func Steps(rows [][]float64, x, y int, f Polynomial) float64 {
	rows = slices.Clone(rows)
	stable.Sort(rows, func(a, b []float64) int { return cmp.Compare(a[x], b[x]) })
	n := len(rows)
	seen, begins := map[float64]bool{}, []int{}
	for i, row := range rows {
		if i > 0 && row[y] == rows[i-1][y] {
			continue
		}
		if seen[row[y]] || i > 0 && row[x] == rows[i-1][x] {
			return math.Inf(-1)
		}
		seen[row[y]] = true
		begins = append(begins, i)
	}
	if len(begins) < 3 {
		return math.Inf(-1)
	}
	low, high := rows[0][x], rows[n-1][x]
	steps := -2 * math.Log(float64(n))
	from := low
	for k, begin := range begins {
		end, to := n, high
		if k+1 < len(begins) {
			end = begins[k+1]
			below, above := rows[end-1][x], rows[end][x]
			to = (below + above) / 2
			steps += math.Log((above - below) / (high - low))
		}
		steps -= float64(float64(end-begin) * math.Log(to-from))
		from = to
	}
	return steps - offsetsIn(rows, x, f)
}

// offsetsIn is the log likelihood of the errors of f in column x, less the code length of its constants and of the size of the errors.
func offsetsIn(rows [][]float64, x int, f Polynomial) float64 {
	n := float64(len(rows))
	e := newField(f, len(rows), new(space))
	e.at(byVariable(rows), len(rows))
	least, most := math.Inf(1), math.Inf(-1)
	var squares, logs [3]float64 // of errors in units of one size, of x, and of 1/|∂f/∂x|
	for i, value := range e.value {
		slope := math.Abs(e.grad[x][i])
		offset := value / slope
		if math.IsNaN(offset) || math.IsInf(offset, 0) {
			return math.Inf(1) // the equation says nothing of x here
		}
		least, most = math.Min(least, offset), math.Max(most, offset)
		for k, unit := range [3]float64{1, math.Abs(rows[i][x] - offset), 1 / slope} {
			squares[k] += float64(offset / unit * (offset / unit))
			logs[k] += math.Log(unit)
		}
	}
	best := -n * math.Log(most-least)
	for k, s := range squares {
		if normal := -n/2*(math.Log(2*math.Pi*s/n)+1) - logs[k]; normal > best { // not where x is 0 at some row
			best = normal
		}
	}
	return best - float64(float64(len(f.Coefficients))/2*math.Log(n))
}
