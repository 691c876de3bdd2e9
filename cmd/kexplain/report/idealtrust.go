package report

import (
	"fmt"

	"github.com/kexplain/kexplain/internal/plural"
)

// DegreeTrust says what stands behind the equations of one degree.
type DegreeTrust struct {
	Degree    int  `json:"degree"`
	Elements  int  `json:"elements"`     // of the basis
	Monomials int  `json:"monomials"`    // up to the degree
	Rank      int  `json:"rank"`         // of their values at the points
	Half      int  `json:"rank_at_half"` // of their values at half of the points
	Trusted   bool `json:"trusted"`
}

// Trust is what --degree says of the degrees 0, …, N.
type Trust struct {
	Points  int
	Spare   int // by how much the points must outnumber the rank
	Degrees []DegreeTrust
}

// upTo returns the largest degree up to which all are trusted.
func (t *Trust) upTo() int {
	for e, d := range t.Degrees {
		if !d.Trusted {
			return e - 1
		}
	}
	return len(t.Degrees) - 1
}

// hilbert returns the affine Hilbert function.
func (t *Trust) hilbert() []int {
	h := make([]int, len(t.Degrees))
	for e, d := range t.Degrees {
		h[e] = d.Rank
	}
	return h
}

// String says which degrees are trusted and why the next one is not.
func (t *Trust) String() string {
	last, upTo, elements := t.Degrees[len(t.Degrees)-1], t.upTo(), 0
	for _, d := range t.Degrees[:upTo+1] {
		elements += d.Elements
	}
	yes := fmt.Sprintf("trusted up to degree %d: half of the points determine these equations, the others confirm them", upTo)
	if elements == 0 {
		yes = fmt.Sprintf("up to degree %d there is no equation, which is proved", upTo)
	}
	switch {
	case upTo == last.Degree:
		return yes
	case upTo < 0:
		return "not trusted: " + t.doubt(0)
	}
	return fmt.Sprintf("%s; degree %d is not trusted: %s", yes, upTo+1, t.doubt(upTo+1))
}

// doubt says why degree e is not trusted.
func (t *Trust) doubt(e int) string {
	d := t.Degrees[e]
	switch {
	case d.Rank == t.Points:
		return "any " + plural.Count(t.Points, "point") + plural.Verb(t.Points, " has", " have") + " as many equations"
	case d.Half != d.Rank:
		return fmt.Sprintf("%s at half of the points and %d at all, so more points could leave fewer",
			plural.Count(d.Monomials-d.Half, "equation")+plural.Verb(d.Monomials-d.Half, " holds", " hold"), d.Monomials-d.Rank)
	}
	return fmt.Sprintf("%s its equations and only %d %s left to confirm them, %d are wanted",
		plural.Count(d.Rank, "point")+plural.Verb(d.Rank, " determines", " determine"),
		t.Points-d.Rank, plural.Verb(t.Points-d.Rank, "is", "are"), t.Spare)
}
