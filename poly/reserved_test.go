package poly_test

import (
	"context"
	"fmt"
	"os/exec"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/kexplain/kexplain/poly"
	"github.com/kexplain/kexplain/ring"
)

// words runs a system that may not be installed, and returns the words it prints.
func words(t *testing.T, input, program string, args ...string) []string {
	t.Helper()
	path, err := exec.LookPath(program)
	if err != nil {
		t.Skip(program, "is not installed")
	}
	ctx, stop := context.WithTimeout(context.Background(), time.Minute)
	defer stop()
	c := exec.CommandContext(ctx, path, args...)
	c.Stdin = strings.NewReader(input)
	out, err := c.Output()
	require.NoError(t, err)
	return regexp.MustCompile(`\b[A-Za-z][A-Za-z0-9_]*\b`).FindAllString(string(out), -1)
}

// TestReservedWords asks the systems themselves for the names that they have taken:
// none of them is given to a variable.
func TestReservedWords(t *testing.T) {
	if testing.Short() {
		t.Skip("starts other systems")
	}
	for _, system := range []struct {
		style          poly.Style
		input, program string
		args           []string
		some           []string
	}{
		{
			poly.Singular, "reservedName();\nlist L__ = names(Top);\nint k__;\nfor (k__=1;k__<=size(L__);k__++) { print(L__[k__]); }\nquit;\n",
			"Singular", []string{"-q", "--no-rc"}, []string{"QQ", "ZZ", "ideal", "max"},
		},
		{
			poly.Macaulay2, "for d in dictionaryPath do scan(keys d, k -> print toString k)\nexit 0\n",
			"M2", []string{"--script", "/dev/stdin"}, []string{"QQ", "ideal", "max"},
		},
		{
			poly.SymPy, "import keyword\nprint(*keyword.kwlist)\nfrom sympy import I, Rational, symbols\nprint('I Rational symbols')\n",
			"/usr/bin/python3", []string{"-"}, []string{"lambda", "None", "Rational"},
		},
	} {
		t.Run(system.style.String(), func(t *testing.T) {
			taken := words(t, system.input, system.program, system.args...)
			require.Subset(t, taken, system.some)
			own := regexp.MustCompile("^[a-zA-Z]$|__$") // single letters are made when they are read
			var given []string
			for _, word := range taken {
				if own.MatchString(word) || system.style == poly.Macaulay2 && strings.Contains(word, "_") {
					continue
				}
				R, err := poly.NewRing(ring.Q, []string{word})
				if err == nil && R.Names(system.style)[0] == word {
					given = append(given, word)
				}
			}
			assert.Empty(t, given, "taken by the system, and given to variables")
		})
	}
}

// TestReservedRoundTrip lets Singular read a polynomial in variables that it has
// taken, and the parser what Singular prints.
func TestReservedRoundTrip(t *testing.T) {
	if testing.Short() {
		t.Skip("starts another system")
	}
	R := poly.MustRing(ring.Q, []string{"QQ", "ZZ", "max", "ideal", "x_1", "θ", "R", "basering"})
	f, err := R.Parse("QQ^2*ZZ - 2/3*max*ideal + x_1*θ - R*basering")
	require.NoError(t, err)
	header, err := R.Header(poly.Singular)
	require.NoError(t, err)
	out := words(t, fmt.Sprintf("%s\npoly f__ = %s;\nf__;\nquit;\n", header, f.Format(poly.Singular)), "Singular", "-q", "--no-rc")
	for _, name := range R.Names(poly.Singular) {
		assert.Contains(t, out, name)
	}
	assert.NotContains(t, out, "error")
}
