package moment

import (
	"errors"
	"fmt"
	"math"

	"gonum.org/v1/gonum/mat"
)

// ErrNoise is returned for a matrix that is no covariance.
var ErrNoise = errors.New("moment: not a covariance of noise")

// Noise is the covariance C of the errors of the variables but for a factor:
// the errors of one row are drawn from N(0, s C), with a variance s to be
// found; beside them there may be errors in proportion to the values, see
// WithRelative. Rows are independent. The zero value has no variables.
type Noise struct {
	vars    int
	entries []Entry // of C
	root    []Entry // of a lower triangular L with C = L Lᵀ
	// relative are the squares of the relative standard deviations, nil where the
	// noise does not depend on the values.
	relative []float64
}

// Entry is an entry of a matrix that is not zero.
type Entry struct {
	Row, Col int
	Value    float64
}

// Independent returns the noise of variables whose errors are independent, with
// standard deviations in the ratio of scales.
func Independent(scales []float64) Noise {
	n := Noise{vars: len(scales)}
	for j, c := range scales {
		if c != 0 {
			n.entries = append(n.entries, Entry{j, j, c * c})
			n.root = append(n.root, Entry{j, j, c})
		}
	}
	return n
}

// Correlated returns the noise with the given covariance. It returns ErrNoise
// where that has a negative eigenvalue.
func Correlated(cov *mat.SymDense) (Noise, error) {
	k := cov.SymmetricDim()
	n := Noise{vars: k}
	top := 0.0
	for i := range k {
		for j := range k {
			c := cov.At(i, j)
			if math.IsNaN(c) || math.IsInf(c, 0) {
				return Noise{}, fmt.Errorf("%w: entry %d, %d is %g", ErrNoise, i+1, j+1, c)
			}
			top = max(top, math.Abs(c))
			if c != 0 {
				n.entries = append(n.entries, Entry{i, j, c})
			}
		}
	}
	// Cholesky. A pivot of zero has a column of zeros, or C is indefinite.
	tiny := roundingOfPivots * top
	l := mat.NewDense(k, k, nil)
	for j := range k {
		pivot := cov.At(j, j)
		for i := range j {
			pivot -= l.At(j, i) * l.At(j, i)
		}
		if pivot < -tiny {
			return Noise{}, fmt.Errorf("%w: it has a negative eigenvalue", ErrNoise)
		}
		for i := j; i < k; i++ {
			x := cov.At(i, j)
			for m := range j {
				x -= l.At(i, m) * l.At(j, m)
			}
			if pivot <= tiny {
				if math.Abs(x) > math.Sqrt(tiny*top) {
					return Noise{}, fmt.Errorf("%w: it has a negative eigenvalue", ErrNoise)
				}
				continue
			}
			if x /= math.Sqrt(pivot); x != 0 {
				l.Set(i, j, x)
				n.root = append(n.root, Entry{i, j, x})
			}
		}
	}
	return n, nil
}

// roundingOfPivots is what a pivot may be off by rounding, of the largest entry.
const roundingOfPivots = 1e-12

// Vars returns the number of variables.
func (n Noise) Vars() int { return n.vars }

// Entries returns the entries of C that are not zero, both of a pair, in the
// order of rows.
func (n Noise) Entries() []Entry { return n.entries }

// Root returns the entries that are not zero of a lower triangular matrix L with
// C = L Lᵀ: a gradient g in data units is Lᵀ g in units of the noise.
func (n Noise) Root() []Entry { return n.root }
