package cli

import (
	"encoding/csv"
	"fmt"
	"io"
	"math"
	"slices"
	"strconv"

	"github.com/kexplain/kexplain/explain"
	"github.com/kexplain/kexplain/internal/atomicfile"
)

// farZ is the number of standard deviations from which on a row is flagged: chance does it to
// one row in 15,000.
const farZ = 4

// writeResiduals writes a row for every row of the data as CSV: its line and its numbers, for
// every equation the distance from the zero set and z, which is how many standard
// deviations of the noise that is, and a flag: "set aside" or "far".
func (l *learned) writeResiduals(path string) error {
	return atomicfile.Write(path, func(w io.Writer) error {
		out := csv.NewWriter(w)
		head := append([]string{"line"}, l.result.Variables...)
		for k := range l.result.Generators {
			suffix := ""
			if len(l.result.Generators) > 1 {
				suffix = fmt.Sprintf("_%d", k+1)
			}
			head = append(head, "distance"+suffix, "z"+suffix)
		}
		if err := out.Write(append(head, "flag")); err != nil {
			return err
		}
		for i, line := range l.lines {
			if err := out.Write(l.residual(i, line)); err != nil {
				return err
			}
		}
		out.Flush()
		return out.Error()
	})
}

// residual is the record of a row.
func (l *learned) residual(i, line int) []string {
	x := l.x.RawRowView(i)
	record := []string{strconv.Itoa(line)}
	for _, v := range x {
		record = append(record, strconv.FormatFloat(v, 'g', -1, 64))
	}
	flag := ""
	for _, g := range l.result.Generators {
		distance, z := distanceFrom(g, x), l.z(g, x)
		record = append(record, short(distance), short(z))
		if math.Abs(z) > farZ {
			flag = "far"
		}
	}
	if slices.Contains(l.result.Outliers, line) {
		flag = "set aside"
	}
	return append(record, flag)
}

// short writes a number with six digits, and an empty cell for NaN and infinities.
func short(x float64) string {
	if math.IsNaN(x) || math.IsInf(x, 0) {
		return ""
	}
	return strconv.FormatFloat(x, 'g', 6, 64)
}

// distanceFrom is the distance of a point from the zero set of an equation along its
// gradient, with the sign of the polynomial: Newton's method, whose first step is f/|∇f|.
func distanceFrom(g explain.Generator, x []float64) float64 {
	const steps = 8
	foot, gradient := slices.Clone(x), make([]float64, len(x))
	sign := 0.0
	for range steps {
		f, slope := valueAndGradient(g, foot, gradient)
		if f == 0 {
			break
		}
		if sign == 0 {
			sign = math.Copysign(1, f)
		}
		for j, d := range gradient {
			foot[j] -= f / slope * d / slope
		}
	}
	sum := 0.0
	for j := range x {
		sum += (foot[j] - x[j]) * (foot[j] - x[j])
	}
	return sign * math.Sqrt(sum)
}

// z is a polynomial at a point in units of the standard deviation that the noise gives it.
func (l *learned) z(g explain.Generator, x []float64) float64 {
	gradient := make([]float64, len(x))
	f, _ := valueAndGradient(g, x, gradient)
	if len(l.result.Noise.Std) != len(x) {
		return math.NaN()
	}
	variance := 0.0
	for j, d := range gradient {
		variance += d * d * l.result.Noise.Std[j] * l.result.Noise.Std[j]
	}
	return f / math.Sqrt(variance)
}
