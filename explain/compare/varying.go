package compare

import (
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/mat"

	"github.com/kexplain/kexplain/border/approx"
	"github.com/kexplain/kexplain/poly"
	"github.com/kexplain/kexplain/ring"
)

// largestPower is how large the power of a coordinate may be for squares of it to
// be computed.
const largestPower = 1e150

// varying checks that all points are finite and their powers too, leaves out the variables that have
// one value only, and puts that value into the truth.
func (c *Config) varying(s sample, variables []string) (out sample, names, constant []string, err error) {
	n, vars := s.x.Dims()
	if n == 0 {
		return s, nil, nil, fmt.Errorf("%w: none", ErrPoints)
	}
	for i := range n {
		for j, v := range s.x.RawRowView(i) {
			if math.IsNaN(v) || math.IsInf(v, 0) {
				return s, nil, nil, fmt.Errorf("compare: %w: row %d, column %d", approx.ErrNotFinite, i+1, j+1)
			}
		}
	}
	var keep []int
	for j := range vars {
		column := mat.Col(nil, j, s.x)
		if slices.Max(column) == slices.Min(column) {
			constant = append(constant, variables[j])
			continue
		}
		keep = append(keep, j)
		names = append(names, variables[j])
	}
	if err := c.powers(s, variables); err != nil {
		return s, nil, nil, err
	}
	if constant == nil {
		return s, variables, nil, nil
	}
	if keep == nil {
		return s, nil, nil, fmt.Errorf("%w: all of them are the same", ErrPoints)
	}
	out.x = mat.NewDense(n, len(keep), nil)
	for k, j := range keep {
		out.x.SetCol(k, mat.Col(nil, j, s.x))
	}
	for _, p := range s.exact {
		q := make([]ring.Rat, len(keep))
		for k, j := range keep {
			q[k] = p[j]
		}
		out.exact = append(out.exact, q)
	}
	if c.Truth, err = fix(c.Truth, names, s.value); err != nil {
		return s, nil, nil, err
	}
	return out, names, constant, nil
}

// powers checks that coefficients in the units of the data can be computed.
func (c *Config) powers(s sample, variables []string) error {
	for j, u := range approx.LargestAbs(s.x) {
		if p := math.Pow(u, float64(c.Degree)); p > largestPower || p < 1/largestPower {
			return fmt.Errorf("%w: the largest value of %s is %.3g: change the unit", ErrRange, variables[j], u)
		}
	}
	return nil
}

// value returns a coordinate of the first point.
func (s sample) value(j int) (ring.Rat, error) {
	if s.exact != nil {
		return s.exact[0][j], nil
	}
	return ring.RatFromFloat(s.x.At(0, j))
}

// fix returns the true polynomials in the given variables, with the others
// replaced by their values, and without those that are zero then.
func fix(truth []*poly.Polynomial[ring.Rat], names []string, value func(j int) (ring.Rat, error)) ([]*poly.Polynomial[ring.Rat], error) {
	if truth == nil {
		return nil, nil
	}
	R := truth[0].Ring()
	S, err := poly.NewRing[ring.Rat](ring.Q, names, poly.WithMaxDegree(R.MaxDegree()))
	if err != nil {
		return nil, fmt.Errorf("compare: %w", err)
	}
	var values []*poly.Polynomial[ring.Rat]
	for j, v := range R.Vars() {
		if k := slices.Index(names, v); k >= 0 {
			values = append(values, S.Var(k))
			continue
		}
		x, err := value(j)
		if err != nil {
			return nil, fmt.Errorf("compare: %w", err)
		}
		values = append(values, S.Const(x))
	}
	var out []*poly.Polynomial[ring.Rat]
	for _, p := range truth {
		q, err := p.Substitute(values)
		if err != nil {
			return nil, fmt.Errorf("compare: %w", err)
		}
		switch q.Degree() {
		case -1:
		case 0:
			return nil, fmt.Errorf("%w: no point satisfies %v, with the variables that do not vary", ErrConfig, p)
		default:
			out = append(out, q)
		}
	}
	if out == nil {
		return nil, fmt.Errorf("%w: the truth says nothing about the variables that vary", ErrConfig)
	}
	return out, nil
}
