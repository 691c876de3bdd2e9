package response

import (
	"math"
	"slices"

	"gonum.org/v1/gonum/mat"

	"github.com/kexplain/kexplain/explain/internal/limit"
	"github.com/kexplain/kexplain/numeric"
)

// Law is a polynomial in columns and response that vanishes at the rows but for errors of
// the response.
type Law struct {
	Exponents [][]int // of a term: powers of the columns, the last one of the response
	Coefs     []float64
	Cov       *mat.SymDense
	Simple    []simple // what the coefficients are, those with q = 0 real; up to a factor
	Sigma     float64  // standard deviation of the errors of the response
	estimate  estimate
	variance  float64
	score     float64
}

// supportLength is a description length of the terms in the coordinates of the form.
func (c candidate) supportLength() float64 {
	sum := 0.0
	for _, e := range c.exps {
		sum += limit.TermLength
		for _, k := range e {
			if k > 0 {
				sum += math.Log(float64(len(e))) + 2*math.Log(1+float64(k))
			}
		}
	}
	return sum
}

// exponents are those of the terms in the columns and the response, without a common
// factor. ok is false where they are no whole numbers.
func (c candidate) exponents() (out [][]int, ok bool) {
	f := c.form
	n, r := len(f.factorExps), len(f.coords)
	least := make([]int, n+1)
	for j := range least {
		least[j] = math.MaxInt
	}
	for _, e := range c.exps {
		row := make([]int, n+1)
		k := int(e[r])
		row[n] = twelfths * k
		for j := range n {
			row[j] = -k * f.factorExps[j]
			for a, c := range f.coords {
				row[j] += int(e[a]) * c.exps[j]
			}
		}
		for j, v := range row {
			least[j] = min(least[j], v)
		}
		out = append(out, row)
	}
	for _, row := range out {
		for j := range row {
			row[j] -= least[j]
			if row[j]%twelfths != 0 {
				return nil, false
			}
			row[j] /= twelfths
		}
	}
	return out, true
}

// law writes an estimate in the columns, or returns nil.
func (e estimate) law(y []float64) *Law {
	exps, ok := e.exponents()
	if !ok {
		return nil
	}
	n, size := float64(len(y)), numeric.RootMeanSquare(y)
	l := &Law{Exponents: exps, Coefs: e.coefs, Cov: e.cov, Sigma: math.Sqrt(e.square * n / math.Max(1, n-float64(len(exps)-1))), estimate: e}
	coefs, values := describe(e.coefs, e.cov, e.size)
	l.Simple = values
	l.variance = e.square + limit.ResponseExact*limit.ResponseExact*size*size
	// A column that is listed takes part more often than not.
	for j := range exps[0] {
		if !slices.ContainsFunc(exps, func(e []int) bool { return e[j] > 0 }) {
			coefs += limit.UnusedColumnLength
		}
	}
	l.score = n/2*math.Log(e.square/(size*size)+limit.ResponseExact*limit.ResponseExact) + e.supportLength() + coefs
	return l
}

// Degree is that of the polynomial.
func (l *Law) Degree() int {
	most := 0
	for _, e := range l.Exponents {
		sum := 0
		for _, k := range e {
			sum += k
		}
		most = max(most, sum)
	}
	return most
}

// same reports whether two laws say the same about the rows, as a law and its square: what
// they predict differs by next to nothing beside the errors of the prediction.
func (l *Law) same(m *Law) bool {
	sum := 0.0
	for i, v := range l.estimate.fit {
		sum += (v - m.estimate.fit[i]) * (v - m.estimate.fit[i])
	}
	n := float64(len(l.estimate.fit))
	return sum/n <= limit.SamePrediction*limit.SamePrediction*l.variance/n
}
