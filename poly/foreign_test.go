package poly_test

import (
	"bytes"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/kexplain/kexplain/poly"
	"github.com/kexplain/kexplain/ring"
)

// foreignRing has names that are words of C and Python and letters beyond ASCII.
var foreignVars = []string{"lambda", "int", "größe"}

// foreignPolynomials are what a notation may get wrong: quotients of whole numbers, powers,
// numbers that no machine word holds, minus signs.
var foreignPolynomials = []string{
	"lambda^2 + int^2 - 25", "1/2*lambda - 3/4*int*größe^3 + 1/3", "-lambda^7*größe", "123456789012345678901234567890*int - 1/7",
	"lambda^40 - int^33", "7", "0",
}

// foreign returns the polynomials and points with their exact values.
func foreign(t *testing.T) (R *poly.Ring[ring.Rat], polys []*poly.Polynomial[ring.Rat], points [][]ring.Rat) {
	t.Helper()
	R = poly.MustRing(ring.Q, foreignVars)
	for _, text := range foreignPolynomials {
		p, err := R.Parse(text)
		require.NoError(t, err)
		polys = append(polys, p)
	}
	rng := rand.New(rand.NewPCG(1, 20))
	for range 20 {
		points = append(points, []ring.Rat{ring.NewRat(rng.Int64N(41)-20, 8), ring.NewRat(rng.Int64N(41)-20, 4), ring.RatFromInt(rng.Int64N(9) - 4)})
	}
	return R, polys, points
}

// program finds a program, or skips the test with a message.
func program(t *testing.T, name string) string {
	t.Helper()
	path, err := exec.LookPath(name)
	if err != nil {
		t.Skipf("%s is not installed", name)
	}
	return path
}

// TestPython: Python computes exactly the values that Go computes.
func TestPython(t *testing.T) {
	python := program(t, "python3")
	R, polys, points := foreign(t)
	header, err := R.Header(poly.Python)
	require.NoError(t, err)
	list := poly.Python.List("F", R.Names(poly.Python))
	var items, want []string
	for _, p := range polys {
		items = append(items, list.Item(p.Format(poly.Python), ""))
	}
	source := header + list.Open + strings.Join(items, list.Separator) + list.End
	for _, x := range points {
		source += fmt.Sprintf("print(*F(Fraction('%v'), Fraction('%v'), Fraction('%v')))\n", x[0], x[1], x[2])
		var line []string
		for _, p := range polys {
			line = append(line, p.Eval(x).String())
		}
		want = append(want, strings.Join(line, " "))
	}
	command := exec.Command(python, "-")
	command.Stdin = strings.NewReader(source)
	out, err := command.CombinedOutput()
	require.NoError(t, err, "%s\n%s", out, source)
	assert.Equal(t, strings.Join(want, "\n")+"\n", string(out))
}

// TestC: the assertions compile without a warning, and C computes the values that Go
// computes, to rounding. An assertion that does not hold ends the program.
func TestC(t *testing.T) {
	cc := program(t, "cc")
	R, polys, points := foreign(t)
	header, err := R.Header(poly.C)
	require.NoError(t, err)
	names := R.Names(poly.C)
	var body strings.Builder
	for _, p := range polys {
		fmt.Fprintf(&body, "printf(\"%%.17g\\n\", (double)(%s));\n", p.Format(poly.C))
	}
	declare := func(x []ring.Rat) string {
		var b strings.Builder
		for j, v := range x {
			fmt.Fprintf(&b, "double %s = %v; (void)%s;\n", names[j], v.Float64(), names[j])
		}
		return b.String()
	}
	var main strings.Builder
	for _, x := range points {
		main.WriteString("{\n" + declare(x) + body.String() + "}\n")
	}
	out, err := runC(t, cc, header+"\n#include <stdio.h>\nint main(void) {\n"+main.String()+"return 0;\n}\n")
	require.NoError(t, err)
	values := strings.Fields(out)
	require.Len(t, values, len(points)*len(polys))
	for i, x := range points {
		for k, p := range polys {
			var got float64
			_, err := fmt.Sscan(values[i*len(polys)+k], &got)
			require.NoError(t, err)
			want := p.Eval(x).Float64()
			assert.InDelta(t, want, got, 1e-13*math.Max(1, math.Abs(want))+1e-9, "%v at %v", p, x)
		}
	}

	list := poly.C.List("F", names)
	for bound, holds := range map[string]bool{"": false, "0.5": false, "2": true} {
		assertion := list.Open + list.Item(polys[0].Format(poly.C), bound) + list.End
		x := []ring.Rat{ring.RatFromInt(3), ring.NewRat(33, 8), {}} // 3² + (33/8)² - 25 = 1.0156…
		_, err := runC(t, cc, header+"\nint main(void) {\n"+declare(x)+assertion+"return 0;\n}\n")
		assert.Equal(t, holds, err == nil, "bound %q: %v", bound, err)
	}
	_, err = runC(t, cc, header+"\nint main(void) {\nint lambda = 3, v = 4;\n"+strings.ReplaceAll(list.Item(polys[0].Format(poly.C), ""), names[1], "v")+"\nreturn 0;\n}\n")
	assert.NoError(t, err, "in whole numbers")
}

// runC compiles a program with all warnings as errors and runs it.
func runC(t *testing.T, cc, source string) (string, error) {
	t.Helper()
	dir := t.TempDir()
	file, binary := filepath.Join(dir, "main.c"), filepath.Join(dir, "main")
	require.NoError(t, os.WriteFile(file, []byte(source), 0o600))
	out, err := exec.Command(cc, "-Wall", "-Werror", "-o", binary, file, "-lm").CombinedOutput()
	require.NoError(t, err, "%s\n%s", out, source)
	var stdout bytes.Buffer
	command := exec.Command(binary)
	command.Stdout = &stdout
	err = command.Run()
	return stdout.String(), err
}
