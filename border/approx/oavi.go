package approx

import (
	"cmp"
	"context"
	"fmt"
	"math"

	"gonum.org/v1/gonum/mat"

	"github.com/kexplain/kexplain/poly"
)

// OAVI is the oracle approximate vanishing ideal algorithm [Wirth, Pokutta 2022,
// Algorithm 1]. The terms u of the border are tried in ascending order. A convex
// solver minimises the mean square of u + Σ c_t t over the points, t in the order
// ideal, under ‖c‖₁ ≤ Tau − 1. When it is at most Psi, u + Σ c_t t is a new
// generator, and otherwise u joins the order ideal. Leading coefficients are 1.
// For points in [0, 1]ⁿ the number of generators and terms does not depend on the
// number of points (Theorem 4.3 of the 2023 paper), and the time is linear in it.
type OAVI struct {
	// Psi is the largest mean square of the values of a generator: the square
	// of the other methods' Epsilon. It must be positive. Below rounding it
	// counts as rounding, except with NoBoost.
	Psi float64
	// Tau bounds the ℓ¹-norm of a generator's coefficients; 0 means 1000. It
	// must be at least 2, so that a solver has room to move.
	Tau float64
	// Solver is the convex solver; nil means ConditionalGradient{}.
	Solver Solver
	// Boost says how the inverse of the Hessian is used.
	Boost Boost
	// FullBorder tries every border term. By default, as in the paper, those that
	// have a divisor outside the order ideal are left out: the result is like a
	// Gröbner basis and not like a border basis.
	FullBorder bool
}

// Boost says how OAVI uses the inverse of the Hessian of its quadratic problems,
// which grows by one row and column whenever the order ideal does [Wirth, Kera,
// Pokutta 2023, Section 4.4].
type Boost int

const (
	// FullBoost starts the solver at the unconstrained optimum. This is the
	// default. The coefficients are then dense, and the solver stops at once.
	FullBoost Boost = iota
	// WeakBoost decides by the unconstrained optimum whether a term vanishes,
	// and for those that do runs the solver from a vertex, which leaves fewer
	// coefficients that are not zero.
	WeakBoost
	// NoBoost runs the solver from a vertex every time.
	NoBoost
)

// String returns the name of the method with solver and boost, such as
// "oavi-cg-ihb".
func (o OAVI) String() string {
	name := "oavi-" + o.solver().String()
	switch o.Boost {
	case FullBoost:
		return name + "-ihb"
	case WeakBoost:
		return name + "-wihb"
	}
	return name
}

// solver returns the solver to use.
func (o OAVI) solver() Solver {
	if o.Solver == nil {
		return ConditionalGradient{}
	}
	return o.Solver
}

// defaultOAVITau is the value of the experiments in the 2023 paper.
const defaultOAVITau = 1000

// Fit implements Method.
func (o OAVI) Fit(ctx context.Context, R *poly.Ring[float64], x *mat.Dense) (*Model, error) {
	o.Tau = cmp.Or(o.Tau, defaultOAVITau)
	if !(o.Tau >= 2) || math.IsInf(o.Tau, 0) {
		return nil, fmt.Errorf("%w: Tau = %v, want at least 2", ErrParameter, o.Tau)
	}
	if o.Boost < FullBoost || o.Boost > NoBoost {
		return nil, fmt.Errorf("%w: Boost = %d", ErrParameter, o.Boost)
	}
	if err := start(R, x, parameter{"Psi", o.Psi, math.MaxFloat64}); err != nil {
		return nil, err
	}
	n, _ := x.Dims()
	ideal := newOrderIdeal(R, x)
	h := newHessian(x)
	h.append(ideal.values[0], h.correlate(ideal.values[0]))
	return ideal.oneByOne(ctx, !o.FullBorder, func(t term, b []float64) (*generator, error) {
		q := h.problem(b)
		c, err := o.oracle(ctx, h, q)
		if err != nil {
			return nil, err
		}
		if o.vanishes(h, q, c) {
			return &generator{border: t, lead: 1, tail: c}, nil
		}
		if len(h.columns) >= n {
			// N independent columns already span everything.
			return nil, fmt.Errorf("%w: Psi = %v or Tau = %v is too small: on these %d points every term depends on others, but not so closely with such coefficients",
				ErrParameter, o.Psi, o.Tau, n)
		}
		h.append(b, q.linear)
		return nil, nil
	})
}

// oracle returns coefficients that minimise the problem approximately.
func (o OAVI) oracle(ctx context.Context, h *hessian, q *quadratic) ([]float64, error) {
	limits := Limits{Radius: o.Tau - 1, Psi: o.Psi}
	if o.Boost == NoBoost {
		return o.solver().solve(ctx, q, limits, nil)
	}
	best := h.minimiser(q)
	if norm1(best) > limits.Radius {
		// The optimum lies outside the ball: the boost would start from a point
		// that is not allowed (assumption INF of the paper).
		return o.solver().solve(ctx, q, limits, nil)
	}
	dense := best
	if !o.vanishes(h, q, best) {
		var err error
		if dense, err = o.solver().solve(ctx, q, limits, best); err != nil {
			return nil, err
		}
	}
	if o.Boost == FullBoost || !o.vanishes(h, q, dense) {
		return dense, nil
	}
	sparse, err := o.solver().solve(ctx, q, limits, nil)
	if err != nil || !o.vanishes(h, q, sparse) {
		return dense, err
	}
	return sparse, nil
}

// vanishes reports whether the mean square of A y + b is at most Psi, or at most
// the size of rounding where that is larger.
func (o OAVI) vanishes(h *hessian, q *quadratic, y []float64) bool {
	return h.meanSquare(y, q.target) <= max(o.Psi, h.rounding(q, y))
}
