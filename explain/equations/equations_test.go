package equations_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/kexplain/kexplain/explain/equations"
)

func TestSplit(t *testing.T) {
	tests := []struct {
		name, text string
		want       []equations.Equation
	}{
		{"one", "x^2 = 1", []equations.Equation{{Text: "x^2 = 1", Line: 1, Column: 1}}},
		{"semicolons", "x; y;", []equations.Equation{{Text: "x", Line: 1, Column: 1}, {Text: "y", Line: 1, Column: 4}}},
		{"commas outside parentheses", "(x,y), z", []equations.Equation{{Text: "(x,y)", Line: 1, Column: 1}, {Text: "z", Line: 1, Column: 8}}},
		{"lines and comments", "# two\nx = 1 # first\n\n  y\r\n", []equations.Equation{{Text: "x = 1", Line: 2, Column: 1}, {Text: "y", Line: 4, Column: 3}}},
		{"a comma in a comment", "x # a, b; c\ny", []equations.Equation{{Text: "x", Line: 1, Column: 1}, {Text: "y", Line: 2, Column: 1}}},
		{"a line end in parentheses", "(x +\n y)", []equations.Equation{{Text: "(x +\n y)", Line: 1, Column: 1}}},
		{"a comment between blanks", "\n # c\n ,θ, y", []equations.Equation{{Text: "θ", Line: 3, Column: 3}, {Text: "y", Line: 3, Column: 6}}},
		{"too many closing", "x), y", []equations.Equation{{Text: "x)", Line: 1, Column: 1}, {Text: "y", Line: 1, Column: 5}}},
		{"report of learn", `{"schema": "kexplain/learn/1", "generators": [{"polynomial": "x - 1"}]}`, []equations.Equation{{Text: "x - 1"}}},
		{"report of ideal", `{"schema": "kexplain/ideal/1", "groebner_basis": ["x", "y"]}`, []equations.Equation{{Text: "x"}, {Text: "y"}}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			list, err := equations.Split("e", tt.text)
			require.NoError(t, err)
			assert.Empty(t, cmp.Diff(tt.want, list.Equations))
		})
	}
}

func TestString(t *testing.T) {
	list, err := equations.Split("e", "x^2 = 1; y = x # second")
	require.NoError(t, err)
	assert.Equal(t, "x^2 = 1\ny = x", list.String())
}

func TestErrors(t *testing.T) {
	tests := []struct{ name, text, want string }{
		{"nothing", " \n# c", "e: found no equation, expected lhs = rhs or a polynomial: bad equations"},
		{"no JSON", "{x}", "e: found JSON that cannot be read"},
		{"other JSON", `{"a": 1}`, `e: found JSON with the schema "", expected a report of kexplain: bad equations`},
		{"no variable", "1 = 0", `e: found no variable in "1 = 0", expected some of x, y, mass: bad equations`},
		{"no variable, and cut", "z^", "e:1:1: found \"z\": unknown variable; the variables are x, y, mass"},
		{"unknown variable", "x = 1\n x + z", "e:2:6: found \"z\""},
		{"decimal comma", "x = 1\ny = 0,19*x", `e:2:1: found "y = 0,19*x", expected a decimal point, or a blank behind a comma between equations`},
		{"decimal comma on the left", "1,5*x = y", `e:1:1: found "1,5*x = y", expected a decimal point`},
		{"cut", "x = 1; (x +\n  y", "e:2:4: found end of text"},
		{"modulo a prime", `{"schema": "kexplain/ideal/1", "modulo": 101, "groebner_basis": ["x"]}`, "e: found equations modulo 101, which say nothing about rational numbers: bad equations"},
		{"in JSON", `{"schema": "kexplain/learn/1", "generators": [{"polynomial": "x - "}]}`, `e: "x - ": column`},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			list, err := equations.Split("e", tt.text)
			if err == nil {
				_, _, err = list.Parse([]string{"x", "y", "mass"})
			}
			require.ErrorIs(t, err, equations.ErrSyntax)
			assert.Contains(t, err.Error(), tt.want)
			assert.NotContains(t, err.Error(), "\n")
		})
	}
}

// TestVariables: the ring has the variables used, not those whose names only
// occur inside others.
func TestVariables(t *testing.T) {
	list, err := equations.Split("e", "mass*a = 1")
	require.NoError(t, err)
	R, polys, err := list.Parse([]string{"s", "a", "b", "mass", "m"})
	require.NoError(t, err)
	assert.Equal(t, "a mass", strings.Join(R.Vars(), " "))
	assert.Equal(t, "a*mass - 1", polys[0].String())
}

func Example() {
	list, err := equations.Split("equations", "x^2 + y^2 = 25; 3/4 x = y")
	if err != nil {
		fmt.Println(err)
		return
	}
	R, polys, err := list.Parse([]string{"time", "x", "y"})
	fmt.Println(R, polys, err)
	// Output:
	// Q[x, y] deglex [x^2 + y^2 - 25 3/4*x - y] <nil>
}

func FuzzSplit(f *testing.F) {
	for _, s := range []string{"x^2 + y^2 = 1", "x; y, (x,\ny)\n# c", "{\"schema\":\"kexplain/\"}", "))((", "θ\u2212x", "x^99999999"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, text string) {
		list, err := equations.Split("e", text)
		if err != nil {
			require.ErrorIs(t, err, equations.ErrSyntax)
			return
		}
		lines := strings.Count(text, "\n") + 1
		for _, e := range list.Equations {
			require.NotEmpty(t, strings.TrimSpace(e.Text))
			require.LessOrEqual(t, e.Line, lines)
		}
		if len(text) > 60 {
			return // an expansion may take its time
		}
		if _, _, err := list.Parse([]string{"x", "y"}); err != nil {
			require.ErrorIs(t, err, equations.ErrSyntax)
		}
	})
}

// TestStandardErrors: errors behind decimals are left out; what may be a product is not.
func TestStandardErrors(t *testing.T) {
	list, err := equations.Split("t", "volume*pressure = 1408.65(94), x = (1.5)*y - 12350(340) + 1.500(20)e-7*y^2, x2(34) = 2(3)")
	require.NoError(t, err)
	var got []string
	for _, e := range list.Equations {
		got = append(got, e.Text)
	}
	assert.Equal(t, []string{"volume*pressure = 1408.65(94)", "x = (1.5)*y - 12350(340) + 1.500(20)e-7*y^2", "x2(34) = 2(3)"}, got)
	assert.True(t, list.Equations[1].Measured())
	assert.False(t, list.Equations[2].Measured())
	list.Equations = list.Equations[:2]
	_, polys, err := list.Parse([]string{"x", "y", "volume", "pressure"})
	require.NoError(t, err)
	assert.Equal(t, "volume*pressure - 28173/20", polys[0].String())
	assert.Equal(t, 32, list.Equations[1].Column)
}

// TestLearnedNoise: what learn says of the rows is the noise of the equation above, from the
// text and from JSON; what another comment says is not.
func TestLearnedNoise(t *testing.T) {
	list, err := equations.Split("t", `# gas.csv: 40 rows, columns p, V

p*V = 8.260(25)
#   holds at all 40 rows to about ± 2.9 mm in p, ± 0.22 in in V and ± 1.5e-05 in T_1; line 12 is farthest off
V = 2 # to about ± 3 in V
T = 1
#   is near 38 of 40 rows to about ± 0.5 in T`)
	require.NoError(t, err)
	require.Len(t, list.Equations, 3)
	assert.Equal(t, map[string]float64{"p": 2.9, "V": 0.22, "T_1": 1.5e-5}, list.Equations[0].Noise)
	assert.Nil(t, list.Equations[1].Noise)
	assert.Equal(t, map[string]float64{"T": 0.5}, list.Equations[2].Noise)
	list, err = equations.Split("t", `{"schema": "kexplain/learn/1", "variables": ["x", "y"], "noise": {"sigma": 2, "stderr": 0.1, "std": [0.5, 0]},
		"generators": [{"polynomial": "x - y", "sigma": 4}, {"polynomial": "x - 1", "sigma": 0}]}`)
	require.NoError(t, err)
	assert.Equal(t, map[string]float64{"x": 1, "y": 0}, list.Equations[0].Noise)
	assert.Nil(t, list.Equations[1].Noise)
}

// Definitions of columns are those that a report says, and no others.
func TestDefinitions(t *testing.T) {
	for text, want := range map[string]string{
		"# with c = cos(a), v = d(a,t)\n\nv^2 = c":                               "c = cos(a), v = d(a,t)",
		"# with c = cos(a)\n# with auto: tried 2 lists of columns: c = d\nc = a": "c = cos(a)",
		"# with s = a^2\ns = c\n# with s = a^2, t = b\nt = c":                    "s = a^2, s = a^2, t = b",
		"# with s = a^2\ns = c\n# with s = a^2\nt = c":                           "s = a^2",
		"c = a # with b = 2":              "",
		"c = a # with errors of 2 % in c": "",
		`{"schema": "kexplain/learn/1", "with": ["35 of 300 rows are used", "with c = cos(a)"], "generators": [{"polynomial": "c - a"}]}`: "c = cos(a)",
	} {
		list, err := equations.Split("t", text)
		require.NoError(t, err)
		assert.Equal(t, want, list.With, text)
	}
}

// TestTooMany: a list has a limit, which the error names.
func TestTooMany(t *testing.T) {
	_, err := equations.Split("e.txt", strings.Repeat("x = y\n", equations.MaxEquations+1))
	require.ErrorIs(t, err, equations.ErrSyntax)
	assert.ErrorContains(t, err, "e.txt: found 10001 equations, the limit is 10000; use several files")
	list, err := equations.Split("e.txt", strings.Repeat("x = y\n", equations.MaxEquations))
	require.NoError(t, err)
	assert.Len(t, list.Equations, equations.MaxEquations)
}
