package certify

import (
	"context"
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/mat"

	"github.com/kexplain/kexplain/explain/internal/known"
	"github.com/kexplain/kexplain/explain/internal/limit"
	"github.com/kexplain/kexplain/explain/internal/problem"
	"github.com/kexplain/kexplain/explain/internal/support"
	"github.com/kexplain/kexplain/internal/parallel"
	"github.com/kexplain/kexplain/numeric"
)

// Proposer proposes polynomials of certifying spaces that were learned once.
type Proposer struct {
	// Source names the method.
	Source string
	// Spaces are the certifying spaces of degree 1, 2, …
	Spaces []Space
}

// New learns the certifying spaces of the rows of a problem.
func New(ctx context.Context, p *problem.Problem, s Source) (*Proposer, error) {
	spaces, err := learned(ctx, p, s)
	if err != nil {
		return nil, fmt.Errorf("certifying spaces: %w", err)
	}
	return &Proposer{s.String(), spaces}, nil
}

// Propose takes the place of support.Propose. It returns polynomials of the spaces that need a
// noise variance below ceiling and do not follow from what is known; the noise of the data is
// taken to be floor.
func (c *Proposer) Propose(ctx context.Context, p *problem.Problem, known *known.Equations, floor, ceiling float64) []support.Fit {
	lists := make([][]support.Fit, len(c.Spaces))
	parallel.Each(ctx, len(c.Spaces), func(i int) { lists[i] = c.Spaces[i].propose(ctx, p, known, floor, ceiling) })
	var out []support.Fit
	for _, list := range lists {
		for _, f := range list {
			if !slices.ContainsFunc(out, func(g support.Fit) bool { return slices.Equal(f.Idx, g.Idx) }) {
				out = append(out, f)
			}
		}
	}
	return out
}

// propose returns the polynomials of one space: their supports, each with coefficients that
// need the least noise.
func (s Space) propose(ctx context.Context, p *problem.Problem, known *known.Equations, floor, ceiling float64) []support.Fit {
	if s.Dim() == 0 {
		return nil
	}
	turn := s.turn()
	list := s.echelon(turn)
	list = append(list, support.Within(ctx, p.Table, known, s.Degree, s.distance(), turn*turn)...)
	m, g := p.Flow.Forms(floor, s.Degree)
	var out []support.Fit
	for _, v := range list {
		f, ok := support.Fitted(m, g, v.Idx, floor)
		if ok && s.contains(f) && f.Variance < ceiling && support.EnoughRowsFor(p, f,
			s.freeCoefficients(f.Idx)) && !p.OwedToSettings(f.Idx) && !known.UpTo(s.Degree).Dependent(f.Idx) {
			out = append(out, f)
		}
	}
	return out
}

// contains reports whether a polynomial is one of the functions, up to what noise does to its
// coefficients.
func (s Space) contains(f support.Fit) bool {
	if s.functions == nil {
		return true
	}
	c := mat.NewVecDense(s.Monomials, nil)
	for i, a := range f.Idx {
		c.SetVec(a, f.C[i]/s.scale[a])
	}
	var inside mat.VecDense
	inside.MulVec(s.functions.T(), c)
	size := mat.Dot(c, c)
	return size-mat.Dot(&inside, &inside) <= limit.FunctionAngle*limit.FunctionAngle*size
}

// freeCoefficients returns how many coefficients a polynomial on a support may choose: the dimension
// of the functions that are looked at and have no other monomials.
func (s Space) freeCoefficients(idx []int) int {
	if s.functions == nil {
		return len(idx)
	}
	outside := mat.DenseCopyOf(s.functions)
	for _, a := range idx {
		outside.SetRow(a, make([]float64, outside.RawMatrix().Cols))
	}
	svd, err := numeric.SVDOf(outside)
	if err != nil {
		return len(idx)
	}
	free := 0
	for _, v := range svd.Values {
		if v <= limit.FunctionAngle {
			free++
		}
	}
	return free
}

// turn is the sine of the angle by which noise may have turned the space: the ratio of the
// singular values around its cut, by the theorem of Davis and Kahan, times a factor.
func (s Space) turn() float64 {
	return min(max(limit.SpaceTurn/s.Gap, limit.SpaceRounding), 1.0/2)
}

// distance is the form f ↦ ‖f - P f‖² for the orthogonal projection P on the space.
func (s Space) distance() *mat.SymDense {
	var p mat.SymDense
	p.SymOuterK(-1, s.vectors)
	for a := range s.Monomials {
		p.SetSym(a, a, 1+p.At(a, a))
	}
	return &p
}

// echelon returns the reduced echelon form of the space, leading monomials largest first in
// the degree-lexicographic order; entries that the turn of the space may have caused are
// left out.
func (s Space) echelon(turn float64) []support.Fit {
	rows := mat.DenseCopyOf(s.vectors.T())
	k, n := rows.Dims()
	var leads []int
	for a := n - 1; a >= 0 && len(leads) < k; a-- {
		r := len(leads)
		best := r
		for i := r; i < k; i++ {
			if math.Abs(rows.At(i, a)) > math.Abs(rows.At(best, a)) {
				best = i
			}
		}
		if math.Abs(rows.At(best, a)) <= turn {
			continue
		}
		swap(rows, r, best)
		scale(rows, r, 1/rows.At(r, a))
		for i := range k {
			if i != r {
				subtract(rows, i, r, rows.At(i, a))
			}
		}
		leads = append(leads, a)
	}
	var out []support.Fit
	for r := range leads {
		var f support.Fit
		for a := range n {
			if v := rows.At(r, a); math.Abs(v) > turn {
				f.Idx, f.C = append(f.Idx, a), append(f.C, v)
			}
		}
		if len(f.Idx) > 1 {
			out = append(out, f)
		}
	}
	return out
}

func swap(m *mat.Dense, i, j int) {
	x, y := m.RawRowView(i), m.RawRowView(j)
	for a := range x {
		x[a], y[a] = y[a], x[a]
	}
}

func scale(m *mat.Dense, i int, factor float64) {
	for a, v := range m.RawRowView(i) {
		m.Set(i, a, factor*v)
	}
}

// subtract takes factor times row j from row i.
func subtract(m *mat.Dense, i, j int, factor float64) {
	x, y := m.RawRowView(i), m.RawRowView(j)
	for a := range x {
		x[a] -= factor * y[a]
	}
}
