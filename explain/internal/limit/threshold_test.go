package limit_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// elsewhere are the directories whose numbers are no limits of explain: what reads and
// writes formats, the known varieties, tests, and this package.
var elsewhere = []string{"points", "state", "varieties", "internal/explaintest", "internal/limit"}

// numbers are those that conditions contain and that decide nothing about equations: bounds
// of formats and messages, the arithmetic of float64, and parts of a limit.
var numbers = map[string]string{
	"compare/varying.go largestPower":               "squares of it are numbers of float64",
	"conserved/forms.go 1e3":                        "times a limit",
	"derived/expression.go MaxPower":                "a bound of the grammar",
	"derived/expression.go most":                    "names that a message lists",
	"derived/extend.go shown":                       "lines that a message names",
	"derived/parse.go 40":                           "characters that a message quotes",
	"derived/parse.go MaxNesting":                   "a bound of the grammar",
	"derived/propose.go 360":                        "degrees of a circle",
	"equations/equations.go MaxEquations":           "a bound of the format",
	"equations/equations.go most":                   "names that a message lists",
	"internal/certify/space.go dependent":           "rounding: singular values that count as zero",
	"internal/evidence/cloud.go 1e-3":               "nats: an iteration has converged",
	"internal/evidence/density.go closest":          "two feet are one, to rounding",
	"internal/evidence/feet.go settledFoot":         "of a distance: an iteration has converged",
	"internal/evidence/function.go climbed":         "nats: an iteration has converged",
	"internal/evidence/fit.go settled":              "of a coefficient: an iteration has converged",
	"internal/exact/search.go 8":                    "times a limit, before multiples are left out",
	"internal/fit/root.go 100":                      "part of a limit",
	"internal/fit/root.go 1e-3":                     "of the variance: an iteration has converged",
	"internal/integer/beam.go tableSize":            "integers whose lengths are remembered",
	"internal/integer/square.go most":               "exponents of eight bits in a word",
	"internal/judge/chance.go zero":                 "rounding: a sum that counts as zero",
	"internal/judge/order.go 0.25":                  "square of half a deviation: how far the logarithm of a Gaussian density bends over it",
	"internal/residual/filter.go coefficientDigits": "a power of ten within float64",
	"internal/residual/filter.go nineDigits":        "more than a distance is printed with",
	"internal/residual/filter.go smallest":          "the least normal float64",
	"internal/residual/filter.go unit":              "the rounding of float64",
	"internal/residual/residual.go smallest":        "the least normal float64",
	"internal/response/climb.go 1e-10":              "rounding: a column that depends on others",
	"internal/response/fit.go 1e-3":                 "damping of Gauss–Newton steps: none, and three sizes",
	"internal/response/fit.go 1e-6":                 "of a sum of squares: an iteration has converged",
	"internal/response/propose.go 1e-6":             "rounding: a factor that counts as zero",
	"internal/response/propose.go 8":                "times a limit, before the powers of the response are bounded",
	"internal/response/surface.go 1e-4":             "of a sum of squares: an iteration has converged",
	"internal/rounding/fit.go dependent":            "rounding: a column that depends on others",
	"internal/rounding/rounding.go narrowDegree":    "products of so many numbers are normal float64",
	"internal/rounding/rounding.go narrowSize":      "products of numbers up to it are normal float64",
	"internal/rounding/known.go zero":               "rounding: a gradient that depends on others",
	"internal/support/search.go 1e-12":              "rounding: a pivot that counts as zero",
	"invariant/parse.go most":                       "characters that a message quotes",
	"solve.go 53":                                   "bits of the mantissa of a float64",
	"units/units.go 1e-12":                          "rounding: a factor of one",
	"units/units.go maxExponent":                    "a bound of the grammar",
}

// TestThresholdsAreLimits holds the conditions of explain to this package: a number that
// something is compared with is a limit, or stands in the list above with its reason.
// Numbers up to 4 count, and are no thresholds. Lists of numbers that are tried one after another are limits, too.
func TestThresholdsAreLimits(t *testing.T) {
	top := filepath.Join("..", "..")
	used := map[string]bool{}
	require.NoError(t, filepath.WalkDir(top, func(dir string, d fs.DirEntry, err error) error {
		if err != nil || !d.IsDir() {
			return err
		}
		name, err := filepath.Rel(top, dir)
		require.NoError(t, err)
		if slices.Contains(elsewhere, filepath.ToSlash(name)) {
			return filepath.SkipDir
		}
		thresholds(t, dir, func(file, number string) {
			key := filepath.ToSlash(filepath.Join(name, file)) + " " + number
			used[key] = true
			assert.Contains(t, numbers, key, "a threshold that is no limit: see the comment of package limit")
		})
		return nil
	}))
	assert.Equal(t, slices.Sorted(maps.Keys(numbers)), slices.Sorted(maps.Keys(used)), "numbers that no condition contains")
}

// thresholds calls found with the constants and numbers that the sources of a package
// compare with something.
func thresholds(t *testing.T, dir string, found func(file, number string)) {
	entries, err := os.ReadDir(dir)
	require.NoError(t, err)
	files := map[string]*ast.File{}
	shared := map[string]bool{} // by all files
	for _, e := range entries {
		if !strings.HasSuffix(e.Name(), ".go") || strings.HasSuffix(e.Name(), "_test.go") {
			continue
		}
		f, err := parser.ParseFile(token.NewFileSet(), filepath.Join(dir, e.Name()), nil, 0)
		require.NoError(t, err)
		files[e.Name()] = f
		for _, d := range f.Decls {
			if g, ok := d.(*ast.GenDecl); ok {
				constants(g, shared)
			}
		}
	}
	for name, f := range files {
		for _, d := range f.Decls {
			known := maps.Clone(shared)
			constants(d, known)
			grids(d, func(number string) { found(name, number) })
			compared(d, func(number string, isName bool) {
				if !isName || known[number] {
					found(name, number)
				}
			})
		}
	}
}

// grids calls found with the first number of the lists of numbers.
func grids(d ast.Decl, found func(number string)) {
	ast.Inspect(d, func(n ast.Node) bool {
		l, ok := n.(*ast.CompositeLit)
		if !ok {
			return true
		}
		a, ok := l.Type.(*ast.ArrayType)
		if !ok {
			return true
		}
		if of, ok := a.Elt.(*ast.Ident); !ok || of.Name != "float64" && of.Name != "int" {
			return true
		}
		numbers := slices.DeleteFunc(slices.Clone(l.Elts), func(e ast.Expr) bool {
			b, ok := e.(*ast.BasicLit)
			if !ok {
				return true
			}
			v, err := strconv.Atoi(b.Value)
			return err == nil && v <= 4
		})
		if len(numbers) > 1 {
			found(numbers[0].(*ast.BasicLit).Value)
		}
		return true
	})
}

// compared calls found with the names, and the numbers above 4, on both sides of <, ≤, > and ≥.
func compared(d ast.Decl, found func(number string, isName bool)) {
	ast.Inspect(d, func(n ast.Node) bool {
		b, ok := n.(*ast.BinaryExpr)
		if !ok || !slices.Contains([]token.Token{token.LSS, token.GTR, token.LEQ, token.GEQ}, b.Op) {
			return true
		}
		ast.Inspect(b, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.SelectorExpr:
				return false // limit.X, and fields
			case *ast.Ident:
				found(n.Name, true)
			case *ast.BasicLit:
				if v, err := strconv.Atoi(n.Value); n.Kind == token.FLOAT || n.Kind == token.INT && (err != nil || v > 4) {
					found(n.Value, false)
				}
			}
			return true
		})
		return true
	})
}

// constants notes the names of the numeric constants that a declaration makes.
func constants(d ast.Node, names map[string]bool) {
	ast.Inspect(d, func(n ast.Node) bool {
		v, ok := n.(*ast.GenDecl)
		if !ok || v.Tok != token.CONST {
			return true
		}
		for _, s := range v.Specs {
			s := s.(*ast.ValueSpec)
			for i, name := range s.Names {
				if i < len(s.Values) && numeric(s.Values[i]) {
					names[name.Name] = true
				}
			}
		}
		return true
	})
}

// numeric reports whether an expression contains a number.
func numeric(e ast.Expr) (found bool) {
	ast.Inspect(e, func(n ast.Node) bool {
		l, ok := n.(*ast.BasicLit)
		found = found || ok && (l.Kind == token.INT || l.Kind == token.FLOAT)
		return true
	})
	return found
}
