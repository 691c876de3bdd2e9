package problem_test

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/kexplain/kexplain/explain/internal/explaintest"
	"github.com/kexplain/kexplain/ring"
)

// TestWholeFromZero: whole numbers in columns measured from 86/5 are none in columns measured from
// 0, unless the decimals cancel.
func TestWholeFromZero(t *testing.T) {
	for _, tt := range []struct {
		text, origin string
		want         bool
	}{
		{"x^2 + y^2 - 25", "0", true},
		{"x^2 + y^2 - 25", "17", true},
		{"x^2 + y^2 - 25", "86/5", false},
		{"4*x*y + 8*x + 7*y + 3", "86/5", false},
		{"5*x + y", "86/5", true},
		{"10*x + 5*y - 3", "1/10", true},
	} {
		p := explaintest.Plain(t, explaintest.CirclePoints(40, explaintest.Source(12), 5), 2)
		o, err := ring.ParseRat(tt.origin)
		assert.NoError(t, err)
		if !o.IsZero() {
			p.Scaling.Origin = []ring.Rat{o, {}}
		}
		idx, c := explaintest.Places(p.Table, explaintest.Parse(t, explaintest.RingOf(t, "x", "y"), tt.text))
		n := make([]int64, len(c))
		for i, v := range c {
			n[i] = int64(v)
		}
		assert.Equal(t, tt.want, p.WholeFromZero(idx, n), "%s from %s", tt.text, tt.origin)
	}
}
