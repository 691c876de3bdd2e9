package approx

import (
	"math"
	"math/rand/v2"

	"gonum.org/v1/gonum/mat"

	"github.com/kexplain/kexplain/numeric"
)

// zeroPolynomial is the size of the values at the probe points, relative to the
// largest combination of candidates, below which a combination is the zero
// polynomial but for rounding. Rounding is near 1e-15 times the number of
// products; polynomials of the degrees in use are far above.
const zeroPolynomial = 1e-9

// withoutZero returns l.vanish without the combinations that are the zero
// polynomial, nil when nothing is left. The candidates are dependent as
// polynomials, or the combinations stay as they are.
func (s *nested) withoutZero(l layer) (*mat.Dense, error) {
	k, count := l.vanish.Dims()
	rows := 2*k + 10
	if s.probe != nil {
		if r, _ := s.probe.Dims(); r < rows {
			s.probe = nil
		}
	}
	if s.probe == nil {
		s.probe = s.randomPoints(rows)
	}
	kept := s.keptAtProbe()
	c := l.candidates(kept, s.probe)
	var rest mat.Dense
	rest.Mul(kept, l.projection)
	c.Sub(c, &rest)
	var values mat.Dense
	values.Mul(c, l.vanish)
	svd, err := numeric.SVDOf(&values)
	if err != nil {
		return nil, err
	}
	scale := mat.Norm(c, 2)
	rank := 0
	for rank < count && svd.Values[rank] > zeroPolynomial*scale {
		rank++
	}
	switch rank {
	case count:
		return l.vanish, nil
	case 0:
		return nil, nil
	}
	out := new(mat.Dense)
	out.Mul(l.vanish, svd.V.Slice(0, count, 0, rank))
	return out, nil
}

// keptAtProbe returns the values of the non-vanishing polynomials at the probe
// points.
func (s *nested) keptAtProbe() *mat.Dense {
	n, _ := s.probe.Dims()
	kept := mat.NewDense(n, 1, nil)
	kept.Apply(func(int, int, float64) float64 { return s.eval.constant }, kept)
	for _, l := range s.eval.layers {
		if l.keep == nil {
			continue
		}
		c := l.candidates(kept, s.probe)
		var rest mat.Dense
		rest.Mul(kept, l.projection)
		c.Sub(c, &rest)
		kept = beside(kept, c, l.keep)
	}
	return kept
}

// probeSeed makes the probe points, and with them the basis of the generators
// where zero polynomials are left out, the same in every run.
const probeSeed = 1

// randomPoints returns points with independent Gaussian coordinates of the size
// of the data.
func (s *nested) randomPoints(rows int) *mat.Dense {
	n, vars := s.x.Dims()
	rng := rand.New(rand.NewPCG(probeSeed, uint64(vars)))
	p := mat.NewDense(rows, vars, nil)
	for j := range vars {
		size := 0.0
		for i := range n {
			size = math.Hypot(size, s.x.At(i, j))
		}
		size /= math.Sqrt(float64(n))
		if size == 0 {
			size = 1
		}
		for i := range rows {
			p.Set(i, j, size*rng.NormFloat64())
		}
	}
	return p
}
