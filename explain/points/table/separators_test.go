package table

import (
	"context"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
)

// TestTwoSeparators: a table whose lines are separated in two ways is refused, with the line.
func TestTwoSeparators(t *testing.T) {
	const commas, semicolons = "1,2,3\n2,4,6\n3,5,8\n4,1,5\n", "1;2;3\n2;4;6\n3;5;8\n4;1;5\n"
	tests := []struct{ text, want string }{
		{"a;b;c\n" + commas, "stdin:1: found 3 names separated by semicolons above rows separated by commas, expected one separator; write commas between the names"},
		{"a,b,c\n" + semicolons, "stdin:1: found 3 names separated by commas above rows separated by semicolons, expected one separator; write semicolons between the names"},
		{"a|b|c\n" + commas, "stdin:1: found 3 names separated by bars above rows separated by commas"},
		{"a\tb\tc\n" + commas, "stdin:1: found 3 names separated by tabs above rows separated by commas"},
		{"a b c\n" + commas, "stdin:1: found 3 names separated by blanks above rows separated by commas"},
		{"a,b,c\n" + strings.ReplaceAll(commas, ",", " "), "stdin:1: found 3 names separated by commas above rows separated by blanks"},
		{"a;b;c\n" + strings.ReplaceAll(commas, ",", "\t"), "stdin:1: found 3 names separated by semicolons above rows separated by tabs"},
		{"a;b;c\n1,2\n2,4\n3,5\n", "stdin:1: found 3 names separated by semicolons above rows separated by commas"},
		{"a,b,c\n" + commas + semicolons, "stdin:6: found 1 cell separated by commas, expected 3 as in line 1; correct the line"},
	}
	for _, tt := range tests {
		_, err := readText(t, tt.text)
		assert.ErrorContains(t, err, strings.ReplaceAll(tt.want, "stdin", "standard input"), "%q", tt.text)
	}
	for _, text := range []string{
		"mass of the body\n1,2\n2,4\n3,5\n",              // a name of words for one of two columns
		"a;b;c\n1,5;2,5;3,5\n2,0;4,0;6,0\n3,1;5,2;8,3\n", // decimal commas
		"a,b\n1,2\n2,4\n3,5\nsource: a; b\n",             // a remark below
	} {
		_, err := readText(t, text)
		assert.NoError(t, err, "%q", text)
	}
}

// readText reads a text as a table.
func readText(t *testing.T, text string) (*Table, error) {
	t.Helper()
	r, err := Open("-", Options{Stdin: strings.NewReader(text)})
	if err != nil {
		return nil, err
	}
	defer r.Close()
	return r.ReadAll(context.Background())
}
