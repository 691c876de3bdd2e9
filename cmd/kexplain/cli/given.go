package cli

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/kexplain/kexplain/cmd/kexplain/report"
	"github.com/kexplain/kexplain/explain"
	"github.com/kexplain/kexplain/explain/points"
	"github.com/kexplain/kexplain/explain/theory"
	"github.com/kexplain/kexplain/poly"
	"github.com/kexplain/kexplain/ring"
)

// givenOn returns what the equations of the flag --given imply for the columns of a set, with
// lines that say so. It is an error where the rows are far from it: the search would leave
// out what the equations say, and they are wrong.
func (o *learnOptions) givenOn(ctx context.Context, set *points.Set) ([]*poly.Polynomial[ring.Rat], []string, error) {
	if o.known == nil {
		return nil, nil, nil
	}
	columns := set.Variables()
	axioms, err := parseAxioms(*o.known, columns)
	if err != nil {
		return nil, nil, err
	}
	targets := make([]int, len(columns))
	for v := range targets {
		targets[v] = v
	}
	found, err := theory.Eliminate(ctx, axioms, targets)
	if errors.Is(err, theory.ErrContradiction) {
		c, err := theory.Contradict(ctx, axioms)
		if err != nil {
			return nil, nil, err
		}
		return nil, nil, fmt.Errorf("--given: the equations contradict one another: %s", report.NewContradiction(c, axiomTexts(*o.known)).Said(true))
	}
	if long := tooLong(err); long != nil {
		err = long
	}
	if err != nil {
		return nil, nil, fmt.Errorf("--given: %w", err)
	}
	if len(found) == 0 {
		return nil, []string{"given: nothing that the equations imply is about the columns alone"}, nil
	}
	m := &measured{set: set}
	if m.ring, err = poly.NewRing[ring.Rat](ring.Q, columns); err != nil {
		return nil, nil, fmt.Errorf("%w: %w", explain.ErrData, err)
	}
	var polys []*poly.Polynomial[ring.Rat]
	var list []theory.Consequence
	var said []report.Consequence
	for _, f := range found {
		g, err := f.In(m.ring)
		if err != nil {
			return nil, nil, fmt.Errorf("--given: %w", err)
		}
		polys = append(polys, g)
		list = append(list, theory.Consequence{Polynomial: f})
		said = append(said, report.NewConsequence(list[len(list)-1]))
	}
	off, err := m.compare(ctx, list, said)
	if err != nil {
		return nil, nil, err
	}
	var lines []string
	for _, c := range said {
		lines = append(lines, "given "+c.Equation+": "+c.Agreement())
	}
	if off > farOff {
		return nil, nil, fmt.Errorf("--given does not agree with the data: %s; kexplain derive helps to find which equation is wrong", strings.TrimPrefix(strings.Join(lines, "; "), "given "))
	}
	return polys, lines, nil
}
