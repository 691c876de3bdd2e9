package invariant

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/kexplain/kexplain/border/groebner"
	"github.com/kexplain/kexplain/explain/internal/limit"
	"github.com/kexplain/kexplain/internal/sides"
	"github.com/kexplain/kexplain/poly"
	"github.com/kexplain/kexplain/ring"
)

// Program is a loop: equations that are to be invariants, what holds where the
// loop begins, and the ways through its body. All polynomials are of one ring.
type Program struct {
	Equations []*poly.Polynomial[ring.Rat]
	// Start are equations that hold when the head of the loop is first reached.
	Start []*poly.Polynomial[ring.Rat]
	Steps []*Step
}

// Evidence says whether one equation holds at the start or after one step.
type Evidence struct {
	// Holds says that After is in the ideal: proved.
	Holds bool
	// After is the equation in the values before the step; at the start it is the
	// equation itself.
	After *poly.Polynomial[ring.Rat]
	// Cofactors h satisfy After = Σ h·e over the equations of the program, at the
	// start those of Start, and then the equations of the guard. They are nil where
	// the equation does not hold, and where only the Gröbner basis, which decides,
	// was found within the limits.
	Cofactors []*poly.Polynomial[ring.Rat]
	// Remainder is the normal form of After: 0 where it holds.
	Remainder *poly.Polynomial[ring.Rat]
	// Counterexample is a state where the equations and the guard hold and After is
	// not 0, nil where none was found.
	Counterexample []ring.Rat
}

// Verdict is what was found for one equation.
type Verdict struct {
	Start Evidence
	Steps []Evidence
	// Proved says that the equation is an invariant: with the other proved ones it
	// holds at the start and after every step.
	Proved bool
}

// Result is what Prove found, one verdict for each equation.
type Result struct{ Verdicts []Verdict }

// String lists the verdicts, one a line.
func (r *Result) String() string {
	lines := make([]string, len(r.Verdicts))
	for i, v := range r.Verdicts {
		lines[i] = v.String()
	}
	return strings.Join(lines, "\n")
}

// String says whether the equation is an invariant and, where it is not, why.
func (v Verdict) String() string {
	text := sides.OfZero(v.Start.After) + ": "
	switch {
	case v.Proved:
		return text + "an invariant"
	case !v.Start.Holds:
		return text + "does not hold at the start"
	}
	for k, s := range v.Steps {
		if !s.Holds {
			return text + fmt.Sprintf("step %d may break it", k+1)
		}
	}
	return text + "rests on an equation that is not proved"
}

// Proved reports whether all equations are invariants.
func (r *Result) Proved() bool {
	for _, v := range r.Verdicts {
		if !v.Proved {
			return false
		}
	}
	return true
}

// ErrContradiction says that no state satisfies what holds at the start, where everything would be proved.
var ErrContradiction = errors.New("the equations contradict one another")

// Prove decides by exact ideal membership whether the equations are inductive
// together. Where they are not, it also finds the largest part of them that is.
// The error is groebner.ErrLimit, poly.ErrDegree, [ErrContradiction], or that of the context.
func Prove(ctx context.Context, p Program) (*Result, error) {
	res := &Result{Verdicts: make([]Verdict, len(p.Equations))}
	start, err := newIdeal(ctx, p.Start)
	if err != nil {
		return nil, fmt.Errorf("invariant: at the start: %w", err)
	}
	if len(p.Start) > 0 {
		nothing, err := start.evidence(ctx, p.Start[0].Ring().One(), nil)
		if err != nil {
			return nil, fmt.Errorf("invariant: at the start: %w", err)
		}
		if nothing.Holds {
			return nil, fmt.Errorf("invariant: at the start: %w", ErrContradiction)
		}
	}
	for i, f := range p.Equations {
		if res.Verdicts[i].Start, err = start.evidence(ctx, f, nil); err != nil {
			return nil, fmt.Errorf("invariant: equation %d at the start: %w", i+1, err)
		}
	}
	for k, s := range p.Steps {
		ideal, err := newIdeal(ctx, append(append([]*poly.Polynomial[ring.Rat](nil), p.Equations...), s.equations()...))
		if err != nil {
			return nil, fmt.Errorf("invariant: step %d: %w", k+1, err)
		}
		for i, f := range p.Equations {
			after, err := f.Substitute(s.Next)
			if err != nil {
				return nil, fmt.Errorf("invariant: equation %d after step %d: %w", i+1, k+1, err)
			}
			e, err := ideal.evidence(ctx, after, s.Guard)
			if err != nil {
				return nil, fmt.Errorf("invariant: equation %d after step %d: %w", i+1, k+1, err)
			}
			res.Verdicts[i].Steps = append(res.Verdicts[i].Steps, e)
		}
	}
	return res, res.largestPart(ctx, p)
}

// largestPart marks the largest part of the equations that is inductive by itself:
// equations that fail leave until none does, because a part that is inductive
// never needs one that fails with all the others beside it.
func (r *Result) largestPart(ctx context.Context, p Program) error {
	var kept []int
	for i, v := range r.Verdicts {
		holds := v.Start.Holds
		for _, e := range v.Steps {
			holds = holds && e.Holds
		}
		if holds {
			kept = append(kept, i)
		}
	}
	for len(kept) > 0 && len(kept) < len(r.Verdicts) {
		left, err := keptBySteps(ctx, p, r, kept)
		if err != nil {
			return err
		}
		if len(left) == len(kept) {
			break
		}
		kept = left
	}
	for _, i := range kept {
		r.Verdicts[i].Proved = true
	}
	return nil
}

// keptBySteps returns those of the chosen equations that the chosen ones and the
// steps imply.
func keptBySteps(ctx context.Context, p Program, r *Result, chosen []int) ([]int, error) {
	left := chosen
	for k, s := range p.Steps {
		gens := s.equations()
		for _, i := range chosen {
			gens = append(gens, p.Equations[i])
		}
		ideal, err := newIdeal(ctx, gens)
		if err != nil {
			return nil, fmt.Errorf("invariant: step %d: %w", k+1, err)
		}
		var holding []int
		for _, i := range left {
			in, err := ideal.contains(r.Verdicts[i].Steps[k].After)
			if err != nil {
				return nil, fmt.Errorf("invariant: equation %d after step %d: %w", i+1, k+1, err)
			}
			if in {
				holding = append(holding, i)
			}
		}
		left = holding
	}
	return left, nil
}

// ideal is the ideal of generators, of which there may be none.
type ideal struct {
	gens  []*poly.Polynomial[ring.Rat]
	basis []*poly.Polynomial[ring.Rat]
}

func newIdeal(ctx context.Context, gens []*poly.Polynomial[ring.Rat]) (*ideal, error) {
	id := &ideal{gens: gens}
	if len(gens) == 0 {
		return id, nil
	}
	var err error
	id.basis, err = groebner.Basis(ctx, gens, groebner.WithLimits(groebner.Limits{Pairs: limit.ProofPairs}))
	return id, err
}

func (id *ideal) contains(f *poly.Polynomial[ring.Rat]) (bool, error) {
	return groebner.Member(f, id.basis)
}

// evidence decides whether f is in the ideal. Where it is not, a counterexample is
// looked for that satisfies the guard.
func (id *ideal) evidence(ctx context.Context, f *poly.Polynomial[ring.Rat], guard []Condition) (Evidence, error) {
	e := Evidence{After: f}
	var err error
	if e.Remainder, err = groebner.NormalForm(f, id.basis); err != nil {
		return e, err
	}
	if e.Holds = e.Remainder.IsZero(); !e.Holds {
		e.Counterexample, err = counterexample(ctx, id.gens, guard, f)
		return e, err
	}
	e.Cofactors, err = id.cofactors(ctx, f)
	return e, err
}

// cofactors writes an element of the ideal by the generators: by division where
// that ends with 0, which gives the shortest ones, and else by Buchberger's
// algorithm with cofactors, nil where that passes its limit.
func (id *ideal) cofactors(ctx context.Context, f *poly.Polynomial[ring.Rat]) ([]*poly.Polynomial[ring.Rat], error) {
	cofactors, r, err := divide(f, id.gens)
	if err != nil || r.IsZero() {
		return cofactors, err
	}
	cofactors, _, err = groebner.Lift(ctx, f, id.gens, groebner.WithLimits(groebner.Limits{Pairs: limit.ProofCofactorPairs}))
	if errors.Is(err, groebner.ErrLimit) {
		return nil, nil
	}
	return cofactors, err
}

// divide is DivMod by generators of which some may be 0, whose quotients are 0.
func divide(f *poly.Polynomial[ring.Rat], gens []*poly.Polynomial[ring.Rat]) (quotients []*poly.Polynomial[ring.Rat], r *poly.Polynomial[ring.Rat], err error) {
	var divisors []*poly.Polynomial[ring.Rat]
	var places []int
	for i, g := range gens {
		quotients = append(quotients, f.Ring().Zero())
		if !g.IsZero() {
			divisors, places = append(divisors, g), append(places, i)
		}
	}
	found, r, err := f.DivMod(divisors)
	if err != nil {
		return nil, nil, err
	}
	for j, q := range found {
		quotients[places[j]] = q
	}
	return quotients, r, nil
}
