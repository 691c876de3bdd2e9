package derived

import (
	"fmt"
	"math"

	"gonum.org/v1/gonum/floats"

	"github.com/kexplain/kexplain/explain/internal/limit"
	"github.com/kexplain/kexplain/numeric"
)

// Derivative is the derivative of a measured column with respect to another, by
// local polynomials (A. Savitzky, M. J. E. Golay, Analytical Chemistry 36 (1964)
// 1627–1639, for spacings of any kind). A window of 2·Half+1 rows slides over each
// trial; the polynomial that fits best there is differentiated at
// its middle.
type Derivative struct {
	Half int
	// Rows are the rows that have a value, in increasing order. The first and last
	// Half rows of every trial have none, nor have rows whose times come close together.
	Rows []int
	// Values are the derivatives at Rows, and Places the decimal places that computing them leaves.
	Values []float64
	Places int
	// Factors are the standard deviations of Values where the errors of the column
	// are independent with standard deviation 1.
	Factors []float64
	// Noise is the standard deviation of the errors of the column, from what the
	// polynomials leave.
	Noise float64
	// Bend is by how much the polynomials bend the motion, as a root mean square: what polynomials of two degrees more
	// change beyond errors, or along the derivative itself, where less is seen. Unlike errors it is the same in all windows.
	Bend  float64
	along float64 // the part of it that is along the derivative
}

// wrong is how wrong a law is that is found from the derivatives: by their errors, and what the polynomials bend.
func (d Derivative) wrong() float64 { return math.Hypot(d.averaged(), d.Bend) }

// averaged is the standard error that a law has from the errors of the windows that do not overlap.
func (d Derivative) averaged() float64 {
	windows := float64(len(d.Rows)) / float64(2*d.Half+1)
	return numeric.UpperMedian(d.Factors) * d.Noise / math.Sqrt(windows)
}

// Differentiate returns the derivative of order 1 or 2 of x with respect to t. A
// trial is a run of rows with the same number in trial, or all rows where trial is
// nil; a jump of t by more than limit.JumpTime of its median step, or backwards, ends a
// trial too.
//
// The window and the degree are those with which a law is least wrong. Errors of the column make one part of that. The
// other part is what the polynomials bend. Errors hide it where windows are narrow. So it is measured at the widest
// window, and is less at narrower ones, by the power of the width with which it grows.
//
// A row has no derivative where the times of its window come so close together that its errors are more than limit.WindowErrors times
// the median of the rows before t decreases.
func Differentiate(t, x []float64, trial []int, order int) (Derivative, error) {
	if order < 1 || order > 2 {
		return Derivative{}, fmt.Errorf("derived: a derivative of order %d, expected 1 or 2", order)
	}
	runs := split(t, trial)
	var best Derivative
	found, bends := false, false // whether the best bends the motion by more than errors are
	for degree := order + 1; degree <= limit.MaxMotionDegree; degree += 2 {
		if degree > order+3 && !bends {
			break // its errors are worth it only where all others bend the motion
		}
		var tried []Derivative
		clearly := false // whether the widest does
		for half := narrowest(degree); half <= limit.MaxHalfWindow; half = half*9/8 + 1 {
			d, excess := differentiate(t, x, runs, order, half, degree)
			if len(d.Rows) == 0 || (found || len(tried) > 0) && 2*len(d.Rows) < len(t) {
				break
			}
			tried = append(tried, d)
			if clearly = excess > limit.MaxExcess; clearly {
				break // wider ones bend it more
			}
		}
		for i, d := range tried {
			widest := tried[len(tried)-1]
			less := math.Pow(float64(d.Half)/float64(widest.Half), float64(degree+1-order))
			d.Bend, d.along = less*widest.Bend, less*widest.along
			if !found || d.wrong() < best.wrong() {
				best, found = d, true
				bends = clearly && i == len(tried)-1 || d.along > d.averaged()
			}
		}
	}
	if !found {
		return best, tooShort(t, trial, runs, order)
	}
	return best.even(t), nil
}

// even is d without the rows whose errors are far larger than most. Rows are compared while t increases, since runs may have steps of
// their own.
func (d Derivative) even(t []float64) Derivative {
	n, from := 0, 0
	for i := range d.Rows {
		if i+1 < len(d.Rows) && t[d.Rows[i+1]] > t[d.Rows[i]] {
			continue
		}
		most := limit.WindowErrors * numeric.UpperMedian(d.Factors[from:i+1])
		for ; from <= i; from++ {
			if f := d.Factors[from]; f <= most {
				d.Rows[n], d.Values[n], d.Factors[n] = d.Rows[from], d.Values[from], f
				n++
			}
		}
	}
	d.Rows, d.Values, d.Factors = d.Rows[:n], d.Values[:n], d.Factors[:n]
	return d
}

// tooShort says why no run is long enough for a derivative: where a time is not after the one before it, or a trial
// goes on after another one, the rows may not be sorted.
func tooShort(t []float64, trial []int, runs [][2]int, order int) error {
	longest, sorted, ended := min(1, len(t)), true, map[int]bool{}
	for _, run := range runs {
		longest = max(longest, run[1]-run[0])
	}
	for i := 1; i < len(t); i++ {
		switch {
		case trial == nil || trial[i] == trial[i-1]:
			sorted = sorted && t[i] > t[i-1]
		default:
			ended[trial[i-1]] = true
			sorted = sorted && !ended[trial[i]]
		}
	}
	advice := ""
	if !sorted {
		advice = "; sort the rows by run, then by time"
	}
	return fmt.Errorf("a derivative needs %d rows one after another whose times increase by similar steps, and there are at most %d%s",
		2*narrowest(order+1)+1, longest, advice)
}

// narrowest is half of the least window of a polynomial.
func narrowest(degree int) int { return degree/2 + 2 }

// split returns the first row and the row after the last of every trial.
func split(t []float64, trial []int) [][2]int {
	var steps []float64
	for i := 1; i < len(t); i++ {
		if h := t[i] - t[i-1]; h > 0 {
			steps = append(steps, h)
		}
	}
	if len(steps) == 0 {
		return nil
	}
	most := limit.JumpTime * numeric.UpperMedian(steps)
	var runs [][2]int
	first := 0
	for i := 1; i <= len(t); i++ {
		if i == len(t) || t[i] <= t[i-1] || t[i]-t[i-1] > most || trial != nil && trial[i] != trial[i-1] {
			runs = append(runs, [2]int{first, i})
			first = i
		}
	}
	return runs
}

// differentiate uses one window and one degree. The excess is above 1 where the degree is
// not enough for the window: the mean square of the difference of the two
// derivatives over what errors make it.
func differentiate(t, x []float64, runs [][2]int, order, half, degree int) (d Derivative, excess float64) {
	d = Derivative{Half: half}
	width := 2*half + 1
	var left, expectedLeft float64             // of the residuals of the higher degree
	var difference, expectedDifference float64 // of the two derivatives
	var along, squares float64                 // of this difference and the derivative
	var largest float64                        // of the sums of absolute products that derivatives are
	for _, run := range runs {
		for i := run[0] + half; i+half < run[1]; i++ {
			window := t[i-half : i+half+1]
			_, slope := filters(window, t[i], order, degree)
			smooth, higher := filters(window, t[i], order, degree+2)
			var value, size, fitted, gap, factor, gapFactor, residualFactor float64
			for k := range width {
				v := x[i-half+k]
				value += slope[k] * v
				size += math.Abs(slope[k] * v)
				fitted += smooth[k] * v
				gap += (slope[k] - higher[k]) * v
				factor += slope[k] * slope[k]
				gapFactor += (slope[k] - higher[k]) * (slope[k] - higher[k])
				residual := -smooth[k]
				if k == half {
					residual++
				}
				residualFactor += residual * residual
			}
			d.Rows = append(d.Rows, i)
			d.Values = append(d.Values, value)
			d.Factors = append(d.Factors, math.Sqrt(factor))
			left += (x[i] - fitted) * (x[i] - fitted)
			expectedLeft += residualFactor
			difference += gap * gap
			along += gap * value
			squares += value * value
			expectedDifference += gapFactor
			largest = math.Max(largest, size)
		}
	}
	if len(d.Rows) == 0 {
		return d, 0
	}
	d.Noise = math.Sqrt(left / expectedLeft)
	if largest > 0 {
		d.Places = int(math.Max(0, -math.Ceil(math.Log10(limit.MotionRounding*largest))))
	}
	// Windows that do not overlap are independent. Half a standard deviation is allowed.
	count := float64(len(d.Rows)) / float64(width)
	most := d.Noise * d.Noise * expectedDifference * (1 + math.Sqrt(2/count)/2)
	rounding := 1e-20 * expectedDifference * squaredRange(x)
	if squares > 0 {
		d.along = math.Abs(along) / math.Sqrt(squares*float64(len(d.Rows)))
	}
	d.Bend = math.Max(d.along, math.Sqrt(math.Max(0, difference-most-rounding)/float64(len(d.Rows))))
	return d, difference / (most + rounding)
}

// squaredRange is the square of the largest absolute value.
func squaredRange(x []float64) float64 {
	m := 0.0
	for _, v := range x {
		m = math.Max(m, v*v)
	}
	return m
}

// filters returns the weights with which the values of a window give the fitted
// value at its middle, and the derivative there: with V = QR, the matrix of powers of
// the times, row k of V⁺ is Q R⁻ᵀ e_k.
func filters(t []float64, middle float64, order, degree int) (smooth, slope []float64) {
	n := len(t)
	scale := math.Max(t[n-1]-middle, middle-t[0])
	q := make([][]float64, degree+1) // columns
	r := make([][]float64, degree+1)
	for k := range q {
		q[k], r[k] = make([]float64, n), make([]float64, degree+1)
		for i, s := range t {
			q[k][i] = math.Pow((s-middle)/scale, float64(k))
		}
		for range 2 { // twice is enough
			for j := range k {
				c := floats.Dot(q[j], q[k])
				r[j][k] += c
				floats.AddScaled(q[k], -c, q[j])
			}
		}
		r[k][k] = floats.Norm(q[k], 2)
		floats.Scale(1/r[k][k], q[k])
	}
	row := func(k int, factor float64) []float64 {
		w := make([]float64, n)
		u := make([]float64, degree+1) // Rᵀ u = e_k
		for i := k; i <= degree; i++ {
			if i == k {
				u[i] = 1
			}
			for j := k; j < i; j++ {
				u[i] -= r[j][i] * u[j]
			}
			u[i] /= r[i][i]
			floats.AddScaled(w, factor*u[i], q[i])
		}
		return w
	}
	if order == 2 {
		return row(0, 1), row(2, 2/(scale*scale))
	}
	return row(0, 1), row(1, 1/scale)
}
