package approx

import (
	"context"
	"fmt"
	"math"

	"gonum.org/v1/gonum/floats"
)

// Solver minimises the mean square ‖A y + b‖²/N over an ℓ¹-ball: the oracle of
// OAVI. The solvers are those of this package.
type Solver interface {
	// String returns a short name, such as "cg".
	fmt.Stringer
	// solve starts at y, or at a vertex of the ball when y is nil, and returns
	// a point of the ball at which it stopped. The error is that of ctx.
	solve(ctx context.Context, q *quadratic, l Limits, y []float64) ([]float64, error)
}

// Limits say where and when a solver stops.
type Limits struct {
	// Radius is that of the ℓ¹-ball.
	Radius float64
	// Psi is the value that matters: a solver may stop as soon as it is below
	// Psi, or knows that the minimum is above.
	Psi float64
}

// The solvers stop when the duality gap is below gapFraction·ψ, or the value does
// not fall by progressFraction·ψ in a step, or after solverSteps steps: the
// settings of the experiments in [Wirth, Kera, Pokutta 2023].
const (
	gapFraction      = 1e-3
	progressFraction = 1e-6
	solverSteps      = 10000
)

// ConditionalGradient is the algorithm of Frank and Wolfe (1956) with exact line
// search: every step goes towards a vertex of the ball.
type ConditionalGradient struct{}

// String returns "cg".
func (ConditionalGradient) String() string { return "cg" }

func (ConditionalGradient) solve(ctx context.Context, q *quadratic, l Limits, y []float64) ([]float64, error) {
	y = startAt(q, l, y)
	watch := newWatch(l)
	for range solverSteps {
		g := q.gradient(y)
		v := towards(g, l.Radius)
		d := v.minus(y)
		if stop, err := watch.stop(ctx, q, y, -floats.Dot(g, d)); stop || err != nil {
			return y, err
		}
		step := q.step(g, d, 1)
		if step <= 0 {
			break
		}
		floats.AddScaled(y, step, d)
	}
	return y, nil
}

// BlendedPairwise is the blended pairwise conditional gradient algorithm
// [Tsuji, Tanaka, Pokutta, ICML 2022, Algorithm 1]: the iterate is a convex
// combination of few vertices, and a step moves weight from the worst to the best
// of them where that promises as much as a step towards a new vertex.
type BlendedPairwise struct{}

// String returns "bpcg".
func (BlendedPairwise) String() string { return "bpcg" }

func (BlendedPairwise) solve(ctx context.Context, q *quadratic, l Limits, y []float64) ([]float64, error) {
	active := []weighted{}
	if y == nil {
		v := vertex{index: 0, value: -l.Radius, dim: len(q.linear)}
		y = v.point()
		active = append(active, weighted{v, 1})
	} else {
		active = decompose(y, l.Radius)
		y = append([]float64(nil), y...)
	}
	watch := newWatch(l)
	for range solverSteps {
		g := q.gradient(y)
		v := towards(g, l.Radius)
		gap := floats.Dot(g, y) - v.dot(g)
		if stop, err := watch.stop(ctx, q, y, gap); stop || err != nil {
			return y, err
		}
		worst, best := extremes(active, g)
		if active[worst].dot(g)-active[best].dot(g) >= gap {
			d := active[best].minusVertex(active[worst].vertex)
			step := q.step(g, d, active[worst].weight)
			if step <= 0 {
				break
			}
			floats.AddScaled(y, step, d)
			active[best].weight += step
			active[worst].weight -= step
			if active[worst].weight <= 0 {
				active = append(active[:worst], active[worst+1:]...)
			}
			continue
		}
		d := v.minus(y)
		step := q.step(g, d, 1)
		if step <= 0 {
			break
		}
		floats.AddScaled(y, step, d)
		active = blend(active, v, step)
	}
	return y, nil
}

// startAt returns a copy of y, or a vertex of the ball when y is nil.
func startAt(q *quadratic, l Limits, y []float64) []float64 {
	if y == nil {
		return vertex{index: 0, value: -l.Radius, dim: len(q.linear)}.point()
	}
	return append([]float64(nil), y...)
}

// step returns the step in [0, most] along d from a point with gradient g that
// minimises the quadratic.
func (q *quadratic) step(g, d []float64, most float64) float64 {
	slope := floats.Dot(g, d)
	curvature := 2 * floats.Dot(d, q.times(d))
	if curvature <= 0 {
		return most
	}
	return min(most, max(0, -slope/curvature))
}

// watch decides when a solver stops.
type watch struct {
	l    Limits
	last float64
}

func newWatch(l Limits) *watch { return &watch{l: l, last: math.Inf(1)} }

// stop reports whether to stop at y with the given duality gap.
func (w *watch) stop(ctx context.Context, q *quadratic, y []float64, gap float64) (bool, error) {
	if err := ctx.Err(); err != nil {
		return true, err
	}
	f := q.value(y)
	done := gap <= gapFraction*w.l.Psi || // near the minimum
		f < w.l.Psi || // vanishes
		f-gap > w.l.Psi || // cannot vanish
		f > w.last-progressFraction*w.l.Psi // no progress
	w.last = f
	return done, nil
}
