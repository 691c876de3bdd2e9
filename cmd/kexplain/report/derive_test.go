package report_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/kexplain/kexplain/cmd/kexplain/report"
	"github.com/kexplain/kexplain/explain/theory"
	"github.com/kexplain/kexplain/poly"
	"github.com/kexplain/kexplain/ring"
)

// TestConsequenceExact: a consequence is printed with exact coefficients however long they are, shorter ones where a division
// makes them so, and reads as the same equation.
func TestConsequenceExact(t *testing.T) {
	R := poly.MustRing(ring.Q, []string{"l", "T"})
	for _, c := range []struct{ polynomial, want string }{
		{"763*T^2 - 30000*l", "30000*l = 763*T^2"}, // short enough as it is
		{"9810000000000000000*T^2 - 39478417602100684249*l", "39.478417602100684249*l = 9.81*T^2"},
		{"10000000000000000000000000*T^2 - 39478417604350064588938041*l", "T^2 = 3.9478417604350064588938041*l"},
		{"T^2 - 1000000000000000000000000000000*l", "T^2 = 1e30*l"},
		{"7*T^2 + 123456789123456789123457/3*l - 1", "7*T^2 + 123456789123456789123457/3*l = 1"},
		{"987654321987654321987654321*T^2 - 123456789123456789123457*l", "123456789123456789123457*l = 987654321987654321987654321*T^2"},
	} {
		p, err := R.Parse(c.polynomial)
		require.NoError(t, err)
		equation := report.NewConsequence(theory.Consequence{Polynomial: p}).Equation
		assert.Equal(t, c.want, equation)
		read, err := R.ParseEquation(equation)
		require.NoError(t, err, equation)
		read = read.Scale(must(ring.Q.Inv(read.LeadingCoefficient())))
		assert.True(t, read.Equal(p.Scale(must(ring.Q.Inv(p.LeadingCoefficient())))), equation)
	}
}

func must(x ring.Rat, err error) ring.Rat {
	if err != nil {
		panic(err)
	}
	return x
}
