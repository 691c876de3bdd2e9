package equations

import (
	"math/rand/v2"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
)

// Standard errors are what a regular expression says.
func TestWithoutErrors(t *testing.T) {
	uncertain := regexp.MustCompile(`(^|[^\w.])(\d+\.\d+(?:\(\d+\))|\d+(?:\(\d\d+\)))(e[+-]?\d+)?`)
	want := func(text string) string {
		return uncertain.ReplaceAllStringFunc(text, func(s string) string {
			at := strings.LastIndex(s, "(") // one before the number is not that of the error
			digits, exponent, _ := strings.Cut(s[at+1:], ")")
			return s[:at] + exponent + strings.Repeat(" ", len(digits)+2)
		})
	}
	assert.Equal(t, "1408.65     = 3e5    *x", withoutErrors("1408.65(94) = 3(12)e5*x"))
	assert.Equal(t, "2*(1.25   *x + y)", withoutErrors("2*(1.25(3)*x + y)"))
	rng := rand.New(rand.NewPCG(1, 1))
	pieces := []string{"1", "23", ".", "(", ")", "(4)", "(56)", "e", "e5", "e-", "+", "x", "_", " ", "é", "*"}
	for range 50000 {
		var b strings.Builder
		for range 1 + rng.IntN(10) {
			b.WriteString(pieces[rng.IntN(len(pieces))])
		}
		text := b.String()
		if !assert.Equal(t, want(text), withoutErrors(text), "%q", text) {
			return
		}
	}
}
