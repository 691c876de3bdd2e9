package invariant

import (
	"fmt"

	"github.com/kexplain/kexplain/poly"
	"github.com/kexplain/kexplain/ring"
)

// Relation is how a polynomial compares with 0 in a condition.
type Relation int8

// The relations.
const (
	Equal Relation = iota
	Unequal
	Below
	AtMost
	Above
	AtLeast
)

// String returns the sign.
func (r Relation) String() string {
	return [...]string{"=", "!=", "<", "<=", ">", ">="}[r]
}

// Condition is part of a guard: a polynomial compared with 0.
type Condition struct {
	Polynomial *poly.Polynomial[ring.Rat]
	Relation   Relation
}

// String returns "x - y >= 0".
func (c Condition) String() string { return fmt.Sprintf("%v %v 0", c.Polynomial, c.Relation) }

// Holds reports whether the condition is true at a state.
func (c Condition) Holds(state []ring.Rat) bool {
	sign := c.Polynomial.Eval(state).Sign()
	switch c.Relation {
	case Equal:
		return sign == 0
	case Unequal:
		return sign != 0
	case Below:
		return sign < 0
	case AtMost:
		return sign <= 0
	case Above:
		return sign > 0
	}
	return sign >= 0
}

// Step is one way through the body of a loop.
type Step struct {
	// Text is the step as it was given, on one line.
	Text string
	// Guard says when the step is taken; all conditions must hold.
	Guard []Condition
	// Next holds for each variable its value after the step, in the values before.
	Next []*poly.Polynomial[ring.Rat]
}

// String returns the text.
func (s *Step) String() string { return s.Text }

// Enabled reports whether the guard holds at a state.
func (s *Step) Enabled(state []ring.Rat) bool {
	for _, c := range s.Guard {
		if !c.Holds(state) {
			return false
		}
	}
	return true
}

// Apply returns the state after the step.
func (s *Step) Apply(state []ring.Rat) []ring.Rat {
	after := make([]ring.Rat, len(s.Next))
	for v, p := range s.Next {
		after[v] = p.Eval(state)
	}
	return after
}

// equations returns the polynomials of the guard that are 0 when the step is
// taken.
func (s *Step) equations() []*poly.Polynomial[ring.Rat] {
	var out []*poly.Polynomial[ring.Rat]
	for _, c := range s.Guard {
		if c.Relation == Equal {
			out = append(out, c.Polynomial)
		}
	}
	return out
}
