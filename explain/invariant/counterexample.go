package invariant

import (
	"context"
	"math/rand/v2"

	"github.com/kexplain/kexplain/explain/internal/limit"
	"github.com/kexplain/kexplain/poly"
	"github.com/kexplain/kexplain/ring"
)

// counterexample looks for a state at which the equations and the conditions hold
// and f is not 0. It draws small integers for the variables one after the other
// and solves the equations for what is left as soon as they are linear in it. It
// returns the first state of whole numbers, else the first state, else nil. The
// draws have a fixed seed. The error is that of the context.
func counterexample(ctx context.Context, equations []*poly.Polynomial[ring.Rat], guard []Condition,
	f *poly.Polynomial[ring.Rat]) ([]ring.Rat, error) {
	rng := rand.New(rand.NewPCG(1, 1))
	eqs := append([]*poly.Polynomial[ring.Rat](nil), equations...)
	for _, c := range guard {
		if c.Relation == Equal {
			eqs = append(eqs, c.Polynomial)
		}
	}
	var fraction []ring.Rat
	for t := range limit.CounterexampleTries {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		state := (&draw{rng: rng, bound: int64(2 + t/100), state: make([]ring.Rat, f.Ring().NumVars()),
			set: make([]bool, f.Ring().NumVars())}).find(eqs)
		if state == nil || f.Eval(state).IsZero() || !(&Step{Guard: guard}).Enabled(state) {
			continue
		}
		if wholeNumbers(state) {
			return state, nil
		}
		if fraction == nil {
			fraction = state
		}
	}
	return fraction, nil
}

func wholeNumbers(state []ring.Rat) bool {
	for _, x := range state {
		if !x.IsInt() {
			return false
		}
	}
	return true
}

// draw is a state in the making.
type draw struct {
	rng   *rand.Rand
	bound int64 // of the values that are drawn
	state []ring.Rat
	set   []bool
}

// find completes the state to a zero of the equations, or returns nil.
func (d *draw) find(eqs []*poly.Polynomial[ring.Rat]) []ring.Rat {
	var ok bool
	for _, v := range d.rng.Perm(len(d.state)) {
		if eqs, ok = d.solve(eqs); !ok {
			return nil
		}
		if d.set[v] {
			continue
		}
		if eqs, ok = d.assign(eqs, v, ring.RatFromInt(d.rng.Int64N(2*d.bound+1)-d.bound)); !ok {
			return nil
		}
	}
	if _, ok = d.solve(eqs); !ok {
		return nil
	}
	return d.state
}

// solve sets the variables for which an equation in one variable has a solution,
// until there is no such equation. It reports whether all can still be satisfied.
func (d *draw) solve(eqs []*poly.Polynomial[ring.Rat]) ([]*poly.Polynomial[ring.Rat], bool) {
	for again := true; again; {
		again = false
		for _, p := range eqs {
			if p.IsZero() {
				continue
			}
			if p.IsConstant() {
				return nil, false
			}
			used := p.UsedVars()
			if len(used) > 1 {
				continue
			}
			x, ok := d.root(p, used[0])
			if !ok {
				return nil, false
			}
			if eqs, ok = d.assign(eqs, used[0], x); !ok {
				return nil, false
			}
			again = true
			break
		}
	}
	return eqs, true
}

// root returns a root of a polynomial in x_v: that of a linear one, else an
// integer within the bound.
func (d *draw) root(p *poly.Polynomial[ring.Rat], v int) (ring.Rat, bool) {
	R := p.Ring()
	if p.DegreeIn(v) == 1 {
		slope := p.LeadingCoefficient()
		x, err := p.Coefficient(poly.Monomial{}).Neg().Quo(slope)
		return x, err == nil
	}
	at := make([]ring.Rat, R.NumVars())
	first := d.rng.Int64N(2*d.bound + 1)
	for k := range 2*d.bound + 1 {
		at[v] = ring.RatFromInt((first+k)%(2*d.bound+1) - d.bound)
		if p.Eval(at).IsZero() {
			return at[v], true
		}
	}
	return ring.Rat{}, false
}

// assign sets a variable and puts its value into the equations.
func (d *draw) assign(eqs []*poly.Polynomial[ring.Rat], v int, x ring.Rat) ([]*poly.Polynomial[ring.Rat], bool) {
	d.state[v], d.set[v] = x, true
	out := make([]*poly.Polynomial[ring.Rat], 0, len(eqs))
	for _, p := range eqs {
		q, err := p.SubstituteVar(v, p.Ring().Const(x))
		if err != nil {
			return nil, false
		}
		out = append(out, q)
	}
	return out, true
}
