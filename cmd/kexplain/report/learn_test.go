package report_test

import (
	"encoding/json"
	"fmt"
	"math"
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/kexplain/kexplain/cmd/kexplain/report"
	"github.com/kexplain/kexplain/explain"
	"github.com/kexplain/kexplain/explain/points/table"
	"github.com/kexplain/kexplain/explain/points/table/layout"
	"github.com/kexplain/kexplain/poly"
	"github.com/kexplain/kexplain/ring"
)

// rat is a rational number typed in.
func rat(text string) ring.Rat {
	x, err := ring.ParseRat(text)
	if err != nil {
		panic(err)
	}
	return x
}

// boyle is a result made up: one equation with a decimal, one without.
func boyle() *explain.Result {
	R := poly.MustRing(ring.Q, []string{"v", "p"})
	f, err := R.Parse("v*p - 1408.7")
	if err != nil {
		panic(err)
	}
	g, err := R.Parse("2*v - p")
	if err != nil {
		panic(err)
	}
	return &explain.Result{
		Variables: []string{"v", "p"}, Points: 25, Degree: 2, Kernel: "(⟨x,y⟩ + 1)^2", Seed: 7,
		Noise: explain.Noise{Sigma: 0.0018, Stderr: 0.0002, Unit: "root mean square of each variable", Std: []float64{0.05, 0.12}},
		Generators: []explain.Generator{
			{
				Polynomial: f, Sigma: 0.0018, Deviations: []explain.Deviation{{Column: "v", Std: 0.05}, {Column: "p", Std: 0.12}},
				Terms: []explain.Term{
					{Exponents: []int{1, 1}, Coefficient: rat("1"), Estimate: 1, Exact: true},
					{Exponents: []int{0, 0}, Coefficient: rat("-1408.7"), Estimate: -1408.68, Stderr: 0.9},
				},
				Residual: explain.Residual{RMS: 0.0741, Max: 0.19, MaxLine: 2},
				Exact:    explain.Exact{Points: 25, MaxAbs: rat("12.7625")},
				Kernel:   explain.KernelReading{PhiNorm: 0.5669, Certifying: 0.9547},
				Doubt:    "a test", Approximation: true, Kind: explain.Curve, Posterior: 0.5, Evidence: &explain.Evidence{Cloud: math.Inf(-1), Affine: 10, Smooth: 100, Real: 101.5, Exact: math.Inf(-1)},
			},
			{
				Polynomial: g, Rational: true, Sigma: 0.001,
				Terms: []explain.Term{
					{Exponents: []int{1, 0}, Coefficient: rat("2"), Estimate: 2.001, Stderr: 0.002, Exact: true},
					{Exponents: []int{0, 1}, Coefficient: rat("-1"), Estimate: -1, Exact: true},
				},
				Residual: explain.Residual{RMS: math.Inf(1), Max: math.Inf(1), Undefined: 3},
				Exact:    explain.Exact{Points: 25, Vanishing: 25},
				Kernel:   explain.KernelReading{PhiNorm: 1.5, Certifying: 1 - 1e-7},
			},
		},
		Spectrum: []explain.DegreeSpectrum{
			{Degree: 1, Monomials: 3, Rank: 3, Singular: []float64{1.6, 0.5, 0.05}, Noise: []float64{0.09}, Reason: "no gap"},
			{Degree: 2, Monomials: 6, Rank: 4, Singular: []float64{1.6, 0.5, 0.05, 0.04, 1e-3, 1e-4}, Noise: []float64{0.0018, 0.2}, Reason: "a gap"},
		},
		Steps: []string{"looked", "took"},
	}
}

func info() table.Info {
	return table.Info{
		File: "boyle.csv", Format: "CSV", Separator: table.Comma, Header: layout.LineHeader, Rows: 25,
		FileColumns: []string{"v", "p"}, Columns: []string{"v", "p"}, Digest: strings.Repeat("0", 64),
	}
}

// An exact coefficient beside decimals is written as the number that it is.
func TestFractionsBesideDecimals(t *testing.T) {
	R := poly.MustRing(ring.Q, []string{"x", "y"})
	f, err := R.Parse("x^2 - 25/26*x*y + 1/2*y - 0.91346")
	require.NoError(t, err)
	r := boyle()
	g := explain.Generator{Polynomial: f}
	for m, c := range f.Terms() {
		g.Terms = append(g.Terms, explain.Term{Exponents: R.Exponents(m), Coefficient: c, Estimate: c.Float64(), Exact: true})
	}
	g.Terms[3].Exact, g.Terms[3].Stderr = false, 4e-5
	r.Generators = []explain.Generator{g}
	l := report.NewLearn("0.0.0", info(), r, false)
	assert.Equal(t, "x^2 - 25/26*x*y + 0.5*y - 0.91346", l.Generators[0].Polynomial)
	back, err := R.Parse(l.Generators[0].Polynomial)
	require.NoError(t, err)
	assert.True(t, back.Equal(f), "what is printed is what was tested")
	for style, want := range map[string]string{
		"latex": `x^{2} - \frac{25}{26} x y + 0.5 y - 0.91346`,
		"sympy": "x**2 - Rational(25, 26)*x*y + 0.5*y - 0.91346",
	} {
		var b strings.Builder
		require.NoError(t, l.Write(&b, style))
		assert.Contains(t, b.String(), want)
	}
}

// TestDoubts: each doubt has a line of its own.
func TestDoubts(t *testing.T) {
	r := boyle()
	r.Generators[0].Doubt = "p = v describes the data as well; a line describes the rows better"
	var b strings.Builder
	require.NoError(t, report.NewLearn("0.0.0", info(), r, false).Write(&b, "text"))
	assert.Contains(t, b.String(), "#   doubt: p = v describes the data as well\n#   doubt: a line describes the rows better\n")
}

func ExampleLearn() {
	if err := report.NewLearn("0.0.0", info(), boyle(), true).Write(os.Stdout, "text"); err != nil {
		fmt.Println(err)
	}
	// Output:
	// # boyle.csv: CSV, separated by commas, header, 25 rows × 2 columns (v, p), no cell missing
	//
	// # approximately:
	// v*p = 1408.70(90)
	// #   is near all 25 rows to about ± 0.05 in v and ± 0.12 in p; line 2 is farthest off
	// #   a curve that the rows follow and that need not be a law, with 1 measured constant; 1408.70(90) means 1408.70 ± 0.90
	// #   doubt: a test
	// #   vanishes exactly at 0 of 25 points, largest exact residual 12.7625
	// #   distance in data units: rms 0.0741, largest 0.19 (line 2)
	// #   φ-norm 0.5669, share in the certifying space 0.9547
	// #   curve: posterior 0.5; evidence in nats: +1.5 over smooth curves and surfaces, +91.5 over planes
	//
	// p = 2*v
	// #   holds exactly at all 25 rows
	// #   vanishes exactly at 25 of 25 points
	// #   distance in data units: rms +Inf, largest +Inf
	// #   left out of the distance, gradient zero or out of range: 3 points
	// #   φ-norm 1.5, share in the certifying space 1 - 1e-07
	//
	// # noise: 0.00180(20) times the root mean square of each variable
	// #   that is v ± 0.05, p ± 0.12
	//
	// # singular values of the kernel matrix around the cut |, then the smallest noise levels:
	// #   degree 1: 1.6 0.5 0.05 |; 0.09
	// #     no gap
	// #   degree 2: … 0.5 0.05 0.04 | 0.001 0.0001; 0.0018 0.2
	// #     a gap
	//
	// # looked
	// # took
	//
	// # kexplain 0.0.0, degree up to 2, kernel (⟨x,y⟩ + 1)^2, seed 7, data sha256 0000000000000000000000000000000000000000000000000000000000000000
}

// TestLearnContract: the keys that programs rely on.
func TestLearnContract(t *testing.T) {
	var b strings.Builder
	require.NoError(t, report.NewLearn("0.0.0", info(), boyle(), false).Write(&b, "json"))
	var doc map[string]any
	require.NoError(t, json.Unmarshal([]byte(b.String()), &doc))
	assert.Equal(t, "kexplain/learn/1", doc["schema"])
	for _, key := range []string{"variables", "points", "degree", "kernel", "seed", "noise", "generators", "spectrum"} {
		assert.Contains(t, doc, key)
	}
	assert.NotContains(t, doc, "steps", "not asked for")
	noise := doc["noise"].(map[string]any)
	assert.Equal(t, 0.0018, noise["sigma"])
	assert.Equal(t, "root mean square of each variable", noise["unit"])
	generators := doc["generators"].([]any)
	f := generators[0].(map[string]any)
	assert.Equal(t, "v*p - 1408.7", f["polynomial"])
	assert.Equal(t, "v*p = 1408.70(90)", f["equation"])
	assert.Equal(t, "v*p", f["leading_monomial"])
	assert.EqualValues(t, 2, f["degree"])
	assert.Equal(t, false, f["rational"])
	assert.Equal(t, true, f["approximation"])
	assert.Equal(t, "a test", f["doubt"])
	term := f["terms"].([]any)[1].(map[string]any)
	assert.Equal(t, []any{0.0, 0.0}, term["exponents"])
	assert.Equal(t, "-1408.7", term["coefficient"])
	assert.Equal(t, -1408.68, term["estimate"])
	assert.Equal(t, 0.9, term["stderr"])
	assert.Equal(t, map[string]any{"rms": 0.0741, "max": 0.19, "max_line": 2.0}, f["residual"])
	exact := f["exact"].(map[string]any)
	assert.EqualValues(t, 0, exact["vanishing"])
	assert.EqualValues(t, 25, exact["points"])
	assert.EqualValues(t, 12.7625, exact["max_abs"])
	assert.Equal(t, map[string]any{"phi_norm": 0.5669, "certifying": 0.9547}, f["kernel"])
	g := generators[1].(map[string]any)
	assert.Nil(t, g["residual"].(map[string]any)["rms"], "JSON has no infinities")
}

// TestLearnStyles: the decimal is a decimal where the system has them, else the
// fraction that it is, and a comment says which polynomials are approximations.
func TestLearnStyles(t *testing.T) {
	for format, want := range map[string]string{
		"latex":     "% \\mathbb{Q}[v, p]\n% only approximately 0: 1 of 2\n% F\n\\begin{gather*}\nv p - 1408.7 \\\\\n2 v - p\n\\end{gather*}\n",
		"sympy":     "from sympy import I, Rational, symbols\nv, p = symbols('v p')\n# only approximately 0: 1 of 2\nF = [\nv*p - 1408.7,\n2*v - p,\n]\n",
		"cocoa":     "use R ::= QQ[v,p], DegLex;\n-- only approximately 0: 1 of 2\nF := [\nv*p - 14087/10,\n2*v - p\n];\n",
		"singular":  "ring R = 0,(v,p),Dp;\n// only approximately 0: 1 of 2\nideal F =\nv*p - 14087/10,\n2*v - p;\n",
		"macaulay2": "R = QQ[v,p, MonomialOrder=>GLex]\n-- only approximately 0: 1 of 2\nF = {\nv*p - 14087/10,\n2*v - p\n}\n",
	} {
		var b strings.Builder
		require.NoError(t, report.NewLearn("0.0.0", info(), boyle(), false).Write(&b, format))
		assert.Equal(t, want, b.String(), format)
	}
}

func TestFloat(t *testing.T) {
	for x, want := range map[float64]string{
		0: "0", 1: "1", -0.1: "-0.1", 1e-7: "1e-07", 1e21: "1e+21", 1e20: "100000000000000000000", math.Nextafter(0.3, 1): "0.30000000000000004",
		math.Inf(-1): "null",
	} {
		got, err := json.Marshal(report.Float(x))
		require.NoError(t, err)
		assert.Equal(t, want, string(got))
	}
}

// TestLearnBaseline: what vanishes at all points beside the equations, in every
// case that there is.
func TestLearnBaseline(t *testing.T) {
	R := poly.MustRing(ring.Q, []string{"v", "p"})
	long, err := R.One().Add(R.Var(0)).Add(R.Var(1)).Pow(8)
	require.NoError(t, err)
	for _, tt := range []struct {
		name string
		b    *explain.Baseline
		text []string
		json string
	}{
		{"none", nil, nil, ""},
		{"all", &explain.Baseline{Degree: 2}, []string{"every polynomial of degree ≤ 2 that vanishes at all 25 points follows from these equations"}, `{"degree":2}`},
		{"too few", &explain.Baseline{Degree: 1, TooFew: true}, []string{
			"every polynomial of degree ≤ 1 that vanishes at all 25 points follows from these equations",
			"degree 2 asks for more points: its polynomials take any values at 25",
		}, `{"degree":1,"too_few_points":true}`},
		{"nothing below the equations", &explain.Baseline{TooFew: true}, []string{"degree 1 asks for more points: its polynomials take any values at 25"}, `{"degree":0,"too_few_points":true}`},
		{"missing", &explain.Baseline{Degree: 1, Missing: []*poly.Polynomial[ring.Rat]{R.Var(0).Sub(R.Var(1)), long}}, []string{
			"more vanishes at all 25 points than what follows from these equations, in degree 2:", "  v - p", "  one of 45 terms with leading monomial v^8",
		}, `{"degree":1,"missing":["v - p",` + fmt.Sprintf("%q", long) + `]}`},
		{"limit", &explain.Baseline{Limit: "a limit"}, []string{"not compared further with the ideal of the points: a limit"}, `{"degree":0,"limit":"a limit"}`},
	} {
		t.Run(tt.name, func(t *testing.T) {
			r := boyle()
			r.Baseline = tt.b
			l := report.NewLearn("0.0.0", info(), r, true)
			var text strings.Builder
			require.NoError(t, l.Write(&text, "text"))
			var lines []string
			_, rest, ok := strings.Cut(text.String(), "p ± 0.12\n")
			require.True(t, ok)
			rest, _, _ = strings.Cut(rest, "\n# singular values of the kernel matrix")
			for line := range strings.Lines(rest) {
				lines = append(lines, strings.TrimPrefix(strings.TrimSuffix(line, "\n"), "# "))
			}
			assert.Equal(t, strings.Join(tt.text, "\n"), strings.TrimSpace(strings.Join(lines, "\n")))
			if tt.b == nil {
				assert.Nil(t, l.Baseline)
				return
			}
			data, err := json.Marshal(l.Baseline)
			require.NoError(t, err)
			assert.Equal(t, tt.json, string(data))
		})
	}
}

// TestLearnNoNoise: where rounding may cause all of the noise, nothing is said of
// its size.
func TestLearnNoNoise(t *testing.T) {
	for _, sigma := range []float64{0, 3e-9} {
		r := boyle()
		r.Noise.Sigma, r.Noise.Stderr = sigma, 0
		var b strings.Builder
		require.NoError(t, report.NewLearn("0.0.0", info(), r, true).Write(&b, "text"))
		assert.Contains(t, b.String(), "\n# noise: none seen\n\n")
		assert.NotContains(t, b.String(), "that is")
		assert.Contains(t, b.String(), "is near all 25 rows to within 0.19 (line 2)\n")
	}
}

// Errors in proportion to the values are parts of them, and columns with errors of one size are named together.
func TestDeviations(t *testing.T) {
	unit := func(column string) string { return map[string]string{"x": "m"}[column] }
	assert.Equal(t, "± 0.2 m in x, ± 3 % in y and z and ± 0.2 in u", report.Deviations([]explain.Deviation{
		{Column: "x", Std: 0.2}, {Column: "y", Std: 5, Part: 0.03}, {Column: "z", Std: 0.1, Part: 0.03}, {Column: "u", Std: 0.2},
	}, unit))
	assert.Empty(t, report.Deviations(nil, unit))
}
