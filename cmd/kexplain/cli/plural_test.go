package cli

import (
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
)

// TestPlurals: one of a thing is in the singular.
func TestPlurals(t *testing.T) {
	many := regexp.MustCompile(`\b1 (different |spanning |random |half )?(argument|row|point|column|label|instance|equation|cluster|variable|term|monomial|fold)s\b|\b1 row are`)
	const one, same, column = "a,b\n1,2\n", "a,b\n1,2\n1,2\n1,2\n", "a\n1\n2\n3\n4\n5\n6\n"
	tests := []struct{ stdin, line string }{
		{"", "check x"},
		{"", "predict x"},
		{one, "fit -"},
		{one, "ideal - --degree 2"},
		{one, "learn - --groups auto"},
		{one, "learn - --method avica --features"},
		{one, "cluster - --classes 2"},
		{same, "ideal -"},
		{column, "cluster - --classes 1"},
		{column, "ideal - --degree 1000000"},
		{"", "verify --instances 1 DKL-16"},
	}
	for _, tt := range tests {
		t.Run(tt.line, func(t *testing.T) {
			_, stdout, stderr := call(t, tt.stdin, strings.Fields(tt.line)...)
			assert.NotRegexp(t, many, stdout+stderr)
			assert.Regexp(t, `(?m)\b1 |any 1`, stdout+stderr, "nothing is counted")
		})
	}
}
