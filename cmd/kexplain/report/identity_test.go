package report

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/kexplain/kexplain/explain/conserved"
)

// TestIdentity: an identity is printed in whole numbers where it has small denominators.
func TestIdentity(t *testing.T) {
	c := &Conserved{Variables: []string{"a", "b"}}
	term := func(c float64, exponents ...int) conserved.Term {
		return conserved.Term{Coefficient: c, Exponents: exponents}
	}
	for want, terms := range map[string][]conserved.Term{
		"a^2 + b^2 = 1":      {term(1, 2, 0), term(1, 0, 2), term(-1, 0, 0)},
		"2*a*b + 3 = 6*a":    {term(1.0/3, 1, 1), term(0.500000001, 0, 0), term(-1, 1, 0)},
		"a + 0.123457*b = 0": {term(1, 1, 0), term(0.1234567, 0, 1)},
		"a = 3.45e-06*b":     {term(1, 1, 0), term(-3.45e-6, 0, 1)},
	} {
		assert.Equal(t, want, c.identity(conserved.Identity{Terms: terms}))
	}
}
