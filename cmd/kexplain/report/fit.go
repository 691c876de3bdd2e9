package report

import (
	"errors"
	"fmt"
	"io"
	"math"
	"slices"
	"strings"

	"github.com/kexplain/kexplain/explain/points/table"
	"github.com/kexplain/kexplain/feature"
	"github.com/kexplain/kexplain/internal/plural"
	"github.com/kexplain/kexplain/poly"
	"github.com/kexplain/kexplain/ring"
)

// FitSchema names the JSON of a Fit.
const FitSchema = "kexplain/fit/1"

// Fit is what kexplain fit prints.
type Fit struct {
	Schema      string    `json:"schema"`
	Version     string    `json:"version"`
	Data        string    `json:"data"`
	Rows        int       `json:"rows"`
	Columns     []string  `json:"columns"`
	Target      string    `json:"target"`
	Kernel      string    `json:"kernel"`
	Scaled      bool      `json:"scaled"` // columns divided by their root mean square
	Loss        string    `json:"loss"`
	Penalty     float64   `json:"penalty"`
	PenaltyFrom string    `json:"penalty_from"`
	Road        string    `json:"road,omitempty"`
	Polynomial  string    `json:"polynomial,omitempty"` // of the columns as they are
	RMS         *float64  `json:"rms"`
	Largest     *float64  `json:"largest"`
	Line        int       `json:"line,omitempty"` // of the largest residual
	LeaveOneOut *float64  `json:"leave_one_out"`  // root mean square
	Mean        *float64  `json:"mean_alone"`     // the same for the mean of the others
	Roads       []FitRoad `json:"roads,omitempty"`
	Sides       []float64 `json:"sides,omitempty"` // of the target: below and above 0
	Wrong       *int      `json:"wrong"`
	Seed        uint64    `json:"seed"`
}

// FitRoad is how far the fitted values of another road are off, over the largest
// target.
type FitRoad struct {
	Name       string  `json:"name"`
	Difference float64 `json:"difference"`
}

// Residuals notes the sizes of residuals of the targets y at some lines, and of those where each row was left out; loo may be nil.
func (r *Fit) Residuals(lines []int, y, residuals, loo []float64) {
	rms := func(x []float64) *float64 {
		s := 0.0
		for _, v := range x {
			s = math.Hypot(s, v)
		}
		s /= math.Sqrt(float64(len(x)))
		return &s
	}
	r.RMS = rms(residuals)
	largest := 0.0
	for i, v := range residuals {
		if math.Abs(v) >= largest {
			largest, r.Line = math.Abs(v), lines[i]
		}
	}
	r.Largest = &largest
	if loo == nil {
		return
	}
	r.LeaveOneOut = rms(loo)
	if n := float64(len(y)); n > 1 {
		mean := 0.0
		for _, v := range y {
			mean += v / n
		}
		alone := make([]float64, len(y))
		for i, v := range y {
			alone[i] = (v - mean) * n / (n - 1)
		}
		r.Mean = rms(alone)
	}
}

const (
	// fitDigits is the number of digits of coefficients.
	fitDigits = 6
	// fitRounding bounds the coefficients, over the largest one in scaled columns,
	// that are left out as rounding errors.
	fitRounding = 1e-13
)

// TakePolynomial writes the function, which is one of the scaled columns, as a polynomial in the
// columns as they are, if it is one.
func (r *Fit) TakePolynomial(variables []string, scale []float64, of func(*poly.Ring[float64]) (*poly.Polynomial[float64], error)) error {
	R, err := poly.NewRing[float64](ring.Float64, variables)
	if err != nil {
		return err
	}
	f, err := of(R)
	if errors.Is(err, feature.ErrNotPolynomial) || errors.Is(err, poly.ErrDegree) {
		return nil
	}
	if err != nil {
		return err
	}
	largest := 0.0
	for _, c := range f.Terms() {
		largest = max(largest, math.Abs(c))
	}
	var terms []poly.Term[float64]
	for m, c := range f.Terms() {
		if math.Abs(c) < fitRounding*largest {
			continue
		}
		for j, e := range R.Exponents(m) {
			c /= math.Pow(scale[j], float64(e))
		}
		terms = append(terms, poly.Term[float64]{Monomial: m, Coefficient: toDigits(c, fitDigits)})
	}
	r.Polynomial = R.FromTerms(terms).String()
	return nil
}

// WriteText writes the report for people.
func (r *Fit) WriteText(w io.Writer) error {
	var b strings.Builder
	fmt.Fprintf(&b, "# %s: %s, %s as a function of %s\n\n", r.Data, plural.Count(r.Rows, "row"), r.Target, strings.Join(r.Columns, ", "))
	switch {
	case r.Polynomial == "":
		fmt.Fprintf(&b, "# no polynomial: the functions of this kernel are none\n")
	case r.Sides != nil:
		fmt.Fprintf(&b, "%s\n#   negative for %s = %g, positive for %g\n", r.Polynomial, r.Target, r.Sides[0], r.Sides[1])
	default:
		names := table.Identifiers(append(slices.Clone(r.Columns), r.Target)) // as the polynomial has them
		fmt.Fprintf(&b, "%s = %s\n", names[len(names)-1], r.Polynomial)
	}
	if r.Wrong != nil {
		fmt.Fprintf(&b, "#   on the wrong side: %d of %s\n", *r.Wrong, plural.Count(r.Rows, "row"))
	}
	if r.RMS != nil {
		fmt.Fprintf(&b, "#   residuals: rms %.4g, largest %.4g (line %d)\n", *r.RMS, *r.Largest, r.Line)
	}
	if r.LeaveOneOut != nil {
		fmt.Fprintf(&b, "#   leaving out one row at a time: rms %.4g", *r.LeaveOneOut)
		if r.Mean != nil {
			fmt.Fprintf(&b, "; with the mean alone %.4g", *r.Mean)
		}
		b.WriteString("\n")
	}
	fmt.Fprintf(&b, "\n# kernel %s", r.Kernel)
	if r.Scaled {
		b.WriteString(" of columns divided by their root mean square")
	}
	fmt.Fprintf(&b, "\n# penalty %.4g, %s\n", r.Penalty, r.PenaltyFrom)
	if r.Road != "" {
		fmt.Fprintf(&b, "# road: %s", r.Road)
		for _, other := range r.Roads {
			fmt.Fprintf(&b, "; %s differs by %.1e of the largest target", other.Name, other.Difference)
		}
		b.WriteString("\n")
	}
	fmt.Fprintf(&b, "# kexplain %s, loss %s, seed %d\n", r.Version, r.Loss, r.Seed)
	_, err := io.WriteString(w, b.String())
	return err
}
