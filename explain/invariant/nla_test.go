package invariant_test

import (
	"encoding/json"
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/kexplain/kexplain/border/groebner"
	"github.com/kexplain/kexplain/explain/equations"
	"github.com/kexplain/kexplain/explain/invariant"
	"github.com/kexplain/kexplain/internal/sharedtest"
	"github.com/kexplain/kexplain/poly"
	"github.com/kexplain/kexplain/ring"
)

// nla are loops of the NLA suite (benchmark/c/nla of dynaroars/dig, MIT licence) at
// one marked place each: what holds when the place is first reached, and all ways
// from the place back to it. Inequalities are there to run the programs; the proofs
// use equations only. Where the suite decides by parity, a run takes the step that
// keeps the state whole.
var nla = []struct {
	name      string
	traces    string // the file among the traces, if there is one
	equations string
	start     string
	steps     []string
	inputs    string // variables that fix the start of a run; none where the program is not run
	leave     string // an equation that holds where the trace is taken, after the loop
}{
	{"bresenham", "bresenham.vtrace1.csv", "2*Y*x - 2*X*y - X + 2*Y - v", "v = 2*Y - X, x = 0, y = 0",
		[]string{"when v < 0, x <= X; v := v + 2*Y, x := x + 1", "when v >= 0, x <= X; v := v + 2*(Y - X), y := y + 1, x := x + 1"}, "X Y", ""},
	{"cohencu", "cohencu.vtrace1.csv", "z = 6*n + 6, y = 3*n^2 + 3*n + 1, x = n^3", "n = 0, x = 0, y = 1, z = 6",
		[]string{"when n <= a; n = n + 1; x = x + y; y = y + z; z = z + 6"}, "a", ""},
	{"dijkstra, first loop", "dijkstra.vtrace1.csv", "p = 0, r = n", "p = 0, q = 1, r = n, h = 0",
		[]string{"when q <= n; q := 4*q"}, "n", ""},
	{"dijkstra, second loop", "dijkstra.vtrace2.csv", `p^2 + r*q - n*q
		h^3 - 12*h*n*q + 16*n*p*q - h*q^2 - 4*p*q^2 + 12*h*q*r - 16*p*q*r
		h^2*n - 4*h*n*p + 4*n^2*q - n*q^2 - h^2*r + 4*h*p*r - 8*n*q*r + q^2*r + 4*q*r^2
		h^2*p - 4*h*n*q + 4*n*p*q - p*q^2 + 4*h*q*r - 4*p*q*r`, "p = 0, r = n, h = 0",
		[]string{"when q != 1; q = q/4; h = p + q; p = p/2", "when q != 1; q = q/4; h = p + q; p = p/2 + q; r = r - h"}, "", ""},
	{"divbin, first loop", "divbin.vtrace1.csv", "q = 0, r = A", "r = A, q = 0, b = B", []string{"when r >= b; b := 2*b"}, "A B", ""},
	{"divbin, second loop", "divbin.vtrace2.csv", "A = q*b + r", "r = A, q = 0",
		[]string{"when b != B; q = 2*q; b = b/2", "when b != B; q = 2*q + 1; b = b/2; r = r - b"}, "", ""},
	{"egcd2, outer loop", "egcd2.vtrace1.csv", "a = y*r + x*p, b = x*q + y*s", "a = x, b = y, p = 1, q = 0, r = 0, s = 1",
		[]string{"when b != 0; a := b, b := a - k*b, p := q, q := p - q*k, r := s, s := r - s*k"}, "", ""},
	{"egcd2, inner loop", "egcd2.vtrace2.csv", "a = k*b + c, a = y*r + x*p, b = x*q + y*s", "a = x, b = y, p = 1, q = 0, r = 0, s = 1, c = x, k = 0",
		[]string{"when c >= b; c := c - b, k := k + 1", "when c < b, c != 0; a := b, b := c, p := q, q := p - q*k, r := s, s := r - s*k; c := a, k := 0"}, "x y", ""},
	{"egcd2, after the loop", "egcd2.vtrace3.csv", "a = y*r + x*p, b = x*q + y*s", "a = x, b = y, p = 1, q = 0, r = 0, s = 1",
		[]string{"when b != 0; a := b, b := a - k*b, p := q, q := p - q*k, r := s, s := r - s*k"}, "", "b"},
	{"fermat1, outer loop", "fermat1.vtraces1.csv", "4*(A + r) - u^2 + v^2 + 2*u - 2*v", "u = 2*R + 1, v = 1, r = R^2 - A",
		[]string{"when r > 0; r := r - v, v := v + 2", "when r < 0; r := r + u, u := u + 2"}, "A R", ""},
	{"fermat1, first inner loop", "fermat1.vtraces2.csv", "4*(A + r) - u^2 + v^2 + 2*u - 2*v", "u = 2*R + 1, v = 1, r = R^2 - A",
		[]string{"when r > 0; r := r - v, v := v + 2", "when r < 0; r := r + u, u := u + 2"}, "A R", ""},
	{"fermat1, second inner loop", "fermat1.vtraces3.csv", "4*(A + r) - u^2 + v^2 + 2*u - 2*v", "u = 2*R + 1, v = 1, r = R^2 - A",
		[]string{"when r > 0; r := r - v, v := v + 2", "when r < 0; r := r + u, u := u + 2"}, "A R", ""},
	{"fermat2", "fermat2.vtraces1.csv", "4*(A + r) - u^2 + v^2 + 2*u - 2*v", "u = 2*R + 1, v = 1, r = R^2 - A",
		[]string{"when r > 0; r := r - v, v := v + 2", "when r < 0; r := r + u, u := u + 2"}, "A R", ""},
	{"freire2", "freire2.vtrace1.csv", "4*r^3 - 6*r^2 + 3*r + 4*x - 4*a - 1, 4*s - 12*r^2 - 1", "x = a, r = 1, s = 13/4",
		[]string{"when x > s; x = x - s; s = s + 6*r + 3; r = r + 1"}, "a", ""},
	{"geo1", "geo1.vtrace1.csv", "x*z - x - y + 1", "x = 1, y = z", []string{"when y <= 1000000000000; x := x*z + 1, y := y*z"}, "z", ""},
	{"geo3", "geo3.vtrace1.csv", "z*x - x + a - a*z*y", "x = a, y = 1", []string{"when y <= 1000000000000; x := x*z + a, y := y*z"}, "a z", ""},
	{"lcm1, outer loop", "lcm1.vtrace1.csv", "x*u + y*v = a*b", "x = a, y = b, u = b, v = 0",
		[]string{"when x > y; x := x - y, v := v + u", "when x < y; y := y - x, u := u + v"}, "a b", ""},
	{"lcm1, first inner loop", "lcm1.vtrace2.csv", "x*u + y*v = a*b", "x = a, y = b, u = b, v = 0",
		[]string{"when x > y; x := x - y, v := v + u", "when x < y; y := y - x, u := u + v"}, "a b", ""},
	{"lcm1, second inner loop", "lcm1.vtrace3.csv", "x*u + y*v = a*b", "x = a, y = b, u = b, v = 0",
		[]string{"when x > y; x := x - y, v := v + u", "when x < y; y := y - x, u := u + v"}, "a b", ""},
	{"prod4br", "prod4br.vtrace1.csv", "q + a*b*p = x*y", "a = x, b = y, p = 1, q = 0",
		[]string{"when a > 0, b > 0; a := a/2, b := b/2, p := 4*p", "when a > 0, b > 0; a := a - 1, q := q + b*p", "when a > 0, b > 0; b := b - 1, q := q + a*p",
			"when a > 0, b > 0; a := a - 1, b := b - 1, q := q + (a + b - 1)*p"}, "", ""},
	{"prodbin", "prodbin.vtrace1.csv", "z + x*y = a*b", "x = a, y = b, z = 0",
		[]string{"when y != 0; z := z + x, x := 2*x, y := (y - 1)/2", "when y != 0; x := 2*x, y := y/2"}, "a b", ""},
	{"prodbin, after the loop", "prodbin.vtrace2.csv", "z + x*y = a*b", "x = a, y = b, z = 0",
		[]string{"when y != 0; z := z + x, x := 2*x, y := (y - 1)/2", "when y != 0; x := 2*x, y := y/2"}, "a b", "y"},
	{"ps2", "ps2.vtrace1.csv", "2*x = y^2 + y", "x = 0, y = 0", []string{"when y < k; y = y + 1; x = y + x"}, "k", ""},
	{"ps5", "ps5.vtrace1.csv", "6*y^5 + 15*y^4 + 10*y^3 - 30*x - y", "x = 0, y = 0", []string{"when y < k; y = y + 1; x = y^4 + x"}, "k", ""},
	{"ps6", "ps6.vtrace1.csv", "-2*y^6 - 6*y^5 - 5*y^4 + y^2 + 12*x", "x = 0, y = 0", []string{"when y < k; y = y + 1; x = y^5 + x"}, "k", ""},
	{"sqrt1", "sqrt1.vtrace1.csv", "t = 2*a + 1, s = (a + 1)^2", "a = 0, s = 1, t = 1", []string{"when s <= n; a = a + 1; t = t + 2; s = s + t"}, "n", ""},
	// Without a trace.
	{"cohendiv, inner loop", "", "x = q*y + r, b = a*y", "r = x, q = 0, a = 1, b = y",
		[]string{"when r >= 2*b; a := 2*a, b := 2*b", "when r < 2*b; r := r - b, q := q + a; a := 1, b := y"}, "", ""},
	{"mannadiv", "", "y1*x2 + y2 + y3 = x1", "y1 = 0, y2 = 0, y3 = x1",
		[]string{"when y2 + 1 = x2; y1 := y1 + 1, y2 := 0, y3 := y3 - 1", "y2 := y2 + 1, y3 := y3 - 1"}, "", ""},
	{"hard, second loop", "", "A = q*B + r, d = B*p", "r = A, d = B, p = 1, q = 0",
		[]string{"d := 2*d, p := 2*p", "d := d/2, p := p/2", "d := d/2, p := p/2; r := r - d, q := q + p"}, "", ""},
	{"lcm2", "", "x*u + y*v = 2*a*b", "x = a, y = b, u = b, v = a",
		[]string{"x := x - y, v := v + u", "y := y - x, u := u + v"}, "", ""},
}

// load reads a program of the table.
func load(t *testing.T, eqs, start string, steps []string) (*poly.Ring[ring.Rat], invariant.Program) {
	t.Helper()
	R := poly.MustRing(ring.Q, invariant.Names(append([]string{eqs, start}, steps...)...))
	p := invariant.Program{Equations: read(t, R, eqs), Start: read(t, R, start)}
	for _, text := range steps {
		s, err := invariant.ParseStep(R, "step", text)
		require.NoError(t, err, text)
		p.Steps = append(p.Steps, s)
	}
	return R, p
}

func read(t *testing.T, R *poly.Ring[ring.Rat], list string) []*poly.Polynomial[ring.Rat] {
	t.Helper()
	l, err := equations.Split("equations", list)
	require.NoError(t, err)
	polys, err := equations.ParseIn(l, R)
	require.NoError(t, err)
	return polys
}

// TestNLA proves every program of the table, and multiplies the cofactors out.
func TestNLA(t *testing.T) {
	for _, c := range nla {
		t.Run(c.name, func(t *testing.T) {
			_, p := load(t, c.equations, c.start, c.steps)
			res, err := invariant.Prove(t.Context(), p)
			require.NoError(t, err)
			for i, v := range res.Verdicts {
				assert.True(t, v.Proved, "%v", p.Equations[i])
				mustCombine(t, v.Start, p.Start)
				for k, e := range v.Steps {
					assert.True(t, e.Holds, "%v after step %d: %v, counterexample %v", p.Equations[i], k+1, e.Remainder, e.Counterexample)
					gens := append([]*poly.Polynomial[ring.Rat](nil), p.Equations...)
					for _, g := range p.Steps[k].Guard {
						if g.Relation == invariant.Equal {
							gens = append(gens, g.Polynomial)
						}
					}
					mustCombine(t, e, gens)
				}
			}
		})
	}
}

// mustCombine multiplies a certificate out.
func mustCombine(t *testing.T, e invariant.Evidence, gens []*poly.Polynomial[ring.Rat]) {
	t.Helper()
	require.Len(t, e.Cofactors, len(gens))
	sum := e.After
	for j, h := range e.Cofactors {
		product, err := h.Mul(gens[j])
		require.NoError(t, err)
		sum = sum.Sub(product)
	}
	require.True(t, sum.IsZero(), "%v", e.After)
}

// TestNLATraces runs the programs of the table: the rows of the traces are states of
// the runs from the inputs in the row, so the table has the programs of the suite.
// And what is documented for a trace follows from the equations that are proved.
func TestNLATraces(t *testing.T) {
	truth, err := os.ReadFile(sharedtest.Path(t, "traces", "truth.json"))
	require.NoError(t, err)
	var documented map[string]struct{ Invariants []string }
	require.NoError(t, json.Unmarshal(truth, &documented))
	for _, c := range nla {
		if c.traces == "" {
			continue
		}
		t.Run(c.name, func(t *testing.T) {
			R, p := load(t, c.equations, c.start, c.steps)
			gens := p.Equations
			if c.leave != "" {
				gens = append(gens, read(t, R, c.leave)...)
			}
			ideal, err := groebner.NewIdeal(t.Context(), gens)
			require.NoError(t, err)
			for _, text := range documented[c.traces].Invariants {
				in, err := ideal.Contains(read(t, R, text)[0])
				require.NoError(t, err)
				assert.True(t, in, text)
			}
			delete(documented, c.traces)
			if c.inputs != "" {
				mustVisit(t, R, p, strings.Fields(c.inputs), sharedtest.Path(t, "traces", c.traces))
			}
		})
	}
	assert.Empty(t, documented, "traces without a program")
}

// mustVisit runs the program from the inputs of rows of a trace and looks for the
// rest of the row among the states of the run.
func mustVisit(t *testing.T, R *poly.Ring[ring.Rat], p invariant.Program, inputs []string, path string) {
	t.Helper()
	rows := readTrace(t, path)
	columns := rows[0]
	for n, row := range rows[1:] {
		if n == 25 {
			break
		}
		given := make(map[string]ring.Rat)
		for j, name := range columns {
			x, err := ring.ParseRat(row[j])
			require.NoError(t, err)
			given[name] = x
		}
		start := append([]*poly.Polynomial[ring.Rat](nil), p.Start...)
		for _, name := range inputs {
			v, ok := R.VarIndex(name)
			require.True(t, ok, name)
			start = append(start, R.Var(v).Sub(R.Const(given[name])))
		}
		// The start is a point: its reduced basis is x = value for each variable.
		basis, err := groebner.Basis(t.Context(), start)
		require.NoError(t, err)
		state := make([]ring.Rat, R.NumVars())
		for _, g := range basis {
			for v := range state {
				if g.LeadingMonomial() == R.VarMonomial(v) {
					state[v] = g.Coefficient(poly.Monomial{}).Neg()
				}
			}
		}
		require.True(t, visits(R, p.Steps, state, given), "%s: %v is not visited", path, row)
	}
}

// visits reports whether a run from the state passes one with the given values.
func visits(R *poly.Ring[ring.Rat], steps []*invariant.Step, state []ring.Rat, given map[string]ring.Rat) bool {
	for range 3000 {
		same := true
		for name, x := range given {
			v, ok := R.VarIndex(name)
			same = same && (!ok || state[v].Equal(x))
		}
		if same {
			return true
		}
		next := []ring.Rat(nil)
		for _, s := range steps {
			if after := s.Apply(state); s.Enabled(state) && next == nil && (whole(after) || !whole(state)) {
				next = after
			}
		}
		if next == nil {
			return false
		}
		state = next
	}
	return false
}

func whole(state []ring.Rat) bool {
	for _, x := range state {
		if !x.IsInt() {
			return false
		}
	}
	return true
}

func readTrace(t *testing.T, path string) [][]string {
	t.Helper()
	text, err := os.ReadFile(path)
	require.NoError(t, err)
	var rows [][]string
	for line := range strings.Lines(string(text)) {
		rows = append(rows, strings.Split(strings.TrimSpace(line), ","))
	}
	return rows
}
