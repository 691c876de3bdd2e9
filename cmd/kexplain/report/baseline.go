package report

import (
	"fmt"

	"github.com/kexplain/kexplain/explain"
	"github.com/kexplain/kexplain/internal/plural"
	"github.com/kexplain/kexplain/poly"
	"github.com/kexplain/kexplain/ring"
)

// Baseline compares equations that hold exactly at all points with everything
// that does, the ideal of the points.
type Baseline struct {
	Degree  int      `json:"degree"`            // everything up to it follows from the equations
	Missing []string `json:"missing,omitempty"` // of the next degree, what vanishes and does not follow
	TooFew  bool     `json:"too_few_points,omitempty"`
	Limit   string   `json:"limit,omitempty"` // passed in the next degree

	missing []*poly.Polynomial[ring.Rat]
}

// newBaseline takes over a comparison, nil where there is none.
func newBaseline(b *explain.Baseline) *Baseline {
	if b == nil {
		return nil
	}
	out := &Baseline{Degree: b.Degree, TooFew: b.TooFew, Limit: b.Limit, missing: b.Missing}
	for _, f := range b.Missing {
		out.Missing = append(out.Missing, f.String())
	}
	return out
}

// lines compare with the ideal of the points.
func (b *Baseline) lines(points int, equations []Generator) []string {
	if b == nil {
		return nil
	}
	those := "these equations"
	if len(equations) == 1 {
		those = "this equation"
	}
	least := equations[0].Degree
	for _, g := range equations {
		least = min(least, g.Degree)
	}
	all := "all " + plural.Count(points, "point")
	var lines []string
	if b.Degree >= least && len(b.Missing) == 0 {
		lines = append(lines, fmt.Sprintf("every polynomial of degree ≤ %d that vanishes at %s follows from %s", b.Degree, all, those))
	}
	switch next := b.Degree + 1; {
	case b.TooFew:
		lines = append(lines, fmt.Sprintf("degree %d asks for more points: its polynomials take any values at %d", next, points))
	case b.Limit != "":
		lines = append(lines, "not compared further with the ideal of the points: "+b.Limit)
	case len(b.Missing) > 0:
		lines = append(lines, fmt.Sprintf("more vanishes at %s than what follows from %s, in degree %d:", all, those, next))
		for _, f := range b.missing {
			lines = append(lines, "  "+short(f))
		}
	}
	return lines
}

// short is a polynomial, or how long it is where that fills more than a line.
func short(f *poly.Polynomial[ring.Rat]) string {
	const line = 120
	if text := f.String(); len(text) <= line {
		return text
	}
	return fmt.Sprintf("one of %d terms with leading monomial %s", f.Len(), f.Ring().FormatMonomial(f.LeadingMonomial()))
}
