package main

import (
	"fmt"
	"os"
	"slices"
	"strings"

	"github.com/kexplain/kexplain/poly"
	"github.com/kexplain/kexplain/ring"
)

// sameText reports whether both answers are the same lines.
func sameText(own, other outcome) (bool, error) {
	var lines [2][]string
	for i, o := range []outcome{own, other} {
		text, err := os.ReadFile(o.output)
		if err != nil {
			return false, err
		}
		lines[i] = o.program.answer(string(text))
	}
	return len(lines[0]) > 0 && slices.Equal(lines[0], lines[1]), nil
}

// sameBasis compares the monic polynomials of two answers as sets.
func sameBasis(n int, own, other outcome) error {
	if same, err := sameText(own, other); same || err != nil {
		return err
	}
	R, err := poly.NewRing(ring.Q, strings.Split(variables(n), ","))
	if err != nil {
		return err
	}
	read := func(o outcome) (map[poly.Monomial]*poly.Polynomial[ring.Rat], error) {
		text, err := os.ReadFile(o.output)
		if err != nil {
			return nil, err
		}
		basis := make(map[poly.Monomial]*poly.Polynomial[ring.Rat])
		for _, line := range o.program.answer(string(text)) {
			g, err := R.ParseStyle(line, o.program.style)
			if err != nil {
				return nil, fmt.Errorf("%s: %w", o.program.name, err)
			}
			if g.IsZero() {
				continue // Macaulay2 1.21 adds one to the bases of grids
			}
			if g, err = g.Monic(); err != nil {
				return nil, err
			}
			basis[g.LeadingMonomial()] = g
		}
		return basis, nil
	}
	mine, err := read(own)
	if err != nil {
		return err
	}
	theirs, err := read(other)
	if err != nil {
		return err
	}
	if len(mine) != len(theirs) {
		return fmt.Errorf("%d polynomials, kexplain has %d", len(theirs), len(mine))
	}
	for m, g := range mine {
		if h, ok := theirs[m]; !ok || !g.Equal(h) {
			return fmt.Errorf("differs at the leading monomial %s", R.FormatMonomial(m))
		}
	}
	return nil
}
