package explain

import (
	"fmt"
	"math"

	"gonum.org/v1/gonum/mat"

	"github.com/kexplain/kexplain/learn"
	"github.com/kexplain/kexplain/numeric/moment"
	"github.com/kexplain/kexplain/ring"
)

// Options of Learn. The zero value is what most data want.
type Options struct {
	// MaxDegree is the largest degree of an equation. Zero chooses by the number
	// of variables: see DefaultDegree.
	MaxDegree int
	// Noise gives the standard deviation of the noise of every variable in data
	// units, up to a common factor that is estimated. Nil means one σ in units of
	// each variable's root mean square. A zero entry is a variable without noise.
	Noise []float64
	// Covariance gives the covariance of the errors of the variables of one row
	// instead of Noise, in data units up to a common factor that is estimated: for
	// errors that several columns share. Nil means that they are independent.
	Covariance *mat.SymDense
	// Seed of everything random.
	Seed uint64
	// Theta is the scale θ of the kernel (θ⟨x,y⟩ + 1)^d of the kernel reading, on
	// the data divided by their units. The zero value means 1.
	Theta ring.Rat
	// Road is how Ideal PCA computes the certifying space. Nil means
	// learn.AutoRoad.
	Road learn.Road
	// Robust says whether gross outliers among the points may be set aside. The
	// zero value does so where the residuals call for it, or where a clearly shorter
	// law leaves a few rows aside.
	Robust Robust
	// Progress is called now and then with what is being done. Nil means never.
	Progress func(stage string)
}

// DefaultDegree is the largest degree ≤ 4 with at most 100 monomials, at least 1:
// 4 up to four variables, 3 for five and six, 2 up to twelve.
func DefaultDegree(vars int) int {
	d := 4
	for d > 1 && moment.Binomial(vars+d, d) > 100 {
		d--
	}
	return d
}

// MaxMonomials bounds the number of monomials of degree ≤ MaxDegree among which
// equations are looked for; beyond it, the program points to features and
// classification, which write no monomials down.
const MaxMonomials = 600

// MaxDegree bounds Options.MaxDegree: the 40th power of a number is the highest
// whose moments doubles carry for data of ordinary spread.
const MaxDegree = 20

// degree returns the degree to search up to, or an error that names the limit.
func (o Options) degree(vars int) (int, error) {
	d := o.MaxDegree
	switch {
	case d < 0:
		return 0, fmt.Errorf("%w: maximal degree %d is negative", ErrData, d)
	case d == 0:
		d = DefaultDegree(vars)
	}
	if c := moment.Binomial(vars+d, d); c > MaxMonomials {
		return 0, fmt.Errorf("%w: %d monomials of degree ≤ %d in %d variables are more than can be written down (limit %d): "+
			"take a lower degree or fewer columns, or the features of classify", ErrData, c, d, vars, MaxMonomials)
	}
	if d > MaxDegree {
		return 0, fmt.Errorf("%w: degree %d is above the limit of %d", ErrData, d, MaxDegree)
	}
	return d, nil
}

// noise returns the covariance of the noise of the variables kept, in data units,
// or nil where the options give none.
func (o Options) noise(vars []string, keep []int) (*mat.SymDense, error) {
	given := o.Covariance
	switch {
	case o.Noise != nil && given != nil:
		return nil, fmt.Errorf("%w: noise is given both by levels and by a covariance", ErrData)
	case o.Noise != nil:
		if len(o.Noise) != len(vars) {
			return nil, fmt.Errorf("%w: %d noise levels for %d variables", ErrData, len(o.Noise), len(vars))
		}
		given = mat.NewSymDense(len(vars), nil)
		for j, c := range o.Noise {
			if c < 0 || math.IsNaN(c) || math.IsInf(c, 0) {
				return nil, fmt.Errorf("%w: noise %g of %s", ErrData, c, vars[j])
			}
			given.SetSym(j, j, c*c)
		}
	case given == nil:
		return nil, nil
	case given.SymmetricDim() != len(vars):
		return nil, fmt.Errorf("%w: a covariance of %d errors for %d variables", ErrData, given.SymmetricDim(), len(vars))
	}
	if _, err := moment.Correlated(given); err != nil {
		return nil, fmt.Errorf("%w: %w", ErrData, err)
	}
	out := mat.NewSymDense(len(keep), nil)
	some := false
	for k, j := range keep {
		for m, l := range keep {
			out.SetSym(k, m, given.At(j, l))
		}
		some = some || given.At(j, j) > 0
	}
	if !some {
		return nil, fmt.Errorf("%w: the noise of every variable is zero", ErrData)
	}
	return out, nil
}
