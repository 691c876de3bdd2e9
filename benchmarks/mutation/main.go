// Command mutation changes the code that decides words such as "exactly", "every polynomial"
// and "proved" in one place at a time, and lists the changes that no test notices.
//
//	go run -C benchmarks ./mutation                 all places
//	go run -C benchmarks ./mutation -only residual  the targets whose file has this in its name
//	go run -C benchmarks ./mutation -in duality,learn,numeric/eigen.go -sample 70 -seed 1
//
// The last draws 70 changes from whole packages and files, and tries each on the tests of its own package.
//
// A change is a comparison moved by one or turned round, && for ||, a negation dropped, a
// number plus one, or a statement left out. Files are not touched: the go command gets the
// changed one as an overlay. A change that does not compile does not count; tests that do not
// end in a minute have noticed it.
package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"go/ast"
	"go/format"
	"go/parser"
	"go/token"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"time"
)

// target is a file, the functions of it that decide (all where none is named), and the
// tests that are to notice.
type target struct {
	file  string
	funcs []string
	tests [][]string // arguments of go test
}

// targets lists the code behind the words.
func targets() []target {
	residual := [][]string{{"./explain/internal/residual"}}
	kernels := [][]string{{"./feature"}}
	duality := [][]string{{"./duality"}}
	learn := [][]string{{"./learn"}}
	membership := [][]string{{"./border/groebner"}, {"./explain/invariant"}}
	laws := [][]string{{"./explain/internal/noisefree"}, {"./explain", "-run", "NoiseFree|Remainder|Every|Exact|Certif|Generator|Products|Program|Rounded|Evidence|Kind"}}
	return []target{
		{"explain/internal/residual/filter.go", nil, residual},
		{"explain/internal/residual/residual.go", nil, residual},
		{"explain/internal/residual/block.go", nil, residual},
		{"explain/internal/rounding/rounding.go", nil, [][]string{{"./explain/internal/rounding"}}},
		{"border/groebner/member.go", []string{"NormalForm", "Member", "IsGroebner", "SPolynomial", "sMultipliers", "Equal"}, membership},
		{"border/groebner/ideal.go", []string{"NewIdeal", "NormalForm", "Contains"}, membership},
		{"explain/invariant/prove.go", nil, [][]string{{"./explain/invariant"}}},
		{"explain/internal/exact/confirm.go", nil, [][]string{{"./explain/internal/exact"}, {"./cmd/kexplain/cli", "-run", "Confirm"}}},
		{"explain/internal/noisefree/find.go", nil, laws},
		{"explain/internal/noisefree/rounding.go", nil, laws},
		{"explain/internal/noisefree/columns.go", nil, laws},
		{"explain/remainder.go", nil, laws},
		{"feature/polynomial.go", []string{"base", "EvalBlock", "Slopes", "Weight", "Dim"}, kernels},
		{"feature/normalised.go", nil, kernels},
		{"feature/unitary.go", nil, kernels},
		{"feature/translation.go", nil, kernels},
		{"feature/rank.go", []string{"FeatureRank", "FeatureSpans", "FeatureSpansPoints", "NumericalFeatureRank"}, kernels},
		{"duality/expansion.go", nil, duality},
		{"duality/feature.go", nil, duality},
		{"duality/generators.go", nil, duality},
		{"duality/space.go", []string{"Vector", "Inner", "InnerVector", "KernelMatrix", "weigh", "power"}, duality},
		{"duality/subspace.go", nil, duality},
		{"learn/frame.go", nil, learn},
		{"learn/kpca.go", nil, learn},
		{"learn/cutoff.go", nil, learn},
		{"learn/avica_printed.go", nil, learn},
		{"learn/ridge.go", nil, learn},
		{"learn/complexipca.go", nil, learn},
		{"learn/cluster/angular.go", nil, [][]string{{"./learn/cluster"}}},
		{"learn/cluster/spectral.go", nil, [][]string{{"./learn/cluster"}}},
	}
}

// mutant is one change.
type mutant struct {
	text  []byte // of the changed file
	place token.Position
	what  string
}

func (m mutant) line(file string) string {
	return fmt.Sprintf("%s:%d:%d: %s", file, m.place.Line, m.place.Column, m.what)
}

func main() {
	only := flag.String("only", "", "only targets whose file has this in its name")
	top := flag.String("top", "..", "top folder of the repository")
	list := flag.Bool("list", false, "list the changes, run nothing")
	every := flag.Int("every", 1, "take every k-th change")
	change := flag.String("change", "", "only changes whose line, as printed, has this in it; try these again")
	in := flag.String("in", "", "packages and files, separated by commas, in place of the list of targets")
	sample := flag.Int("sample", 0, "draw this many changes that compile, in place of all")
	seed := flag.Uint64("seed", 1, "which draw")
	flag.Parse()
	var err error
	switch ts, wrong := choose(*top, *in, *only); {
	case wrong != nil:
		err = wrong
	case *sample > 0:
		err = draw(context.Background(), *top, ts, *sample, *seed)
	default:
		err = run(context.Background(), *top, ts, *list, *every, *change)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "mutation:", err)
		os.Exit(1)
	}
}

// choose returns the targets in some packages and files, or of the list where there are none.
func choose(top, in, only string) ([]target, error) {
	all := targets()
	if in != "" {
		all = nil
		for _, name := range strings.Split(in, ",") {
			files := []string{name}
			if !strings.HasSuffix(name, ".go") {
				found, err := filepath.Glob(filepath.Join(top, name, "*.go"))
				if err != nil || len(found) == 0 {
					return nil, fmt.Errorf("no Go files in %s", name)
				}
				files = nil
				for _, f := range found {
					files = append(files, filepath.Join(name, filepath.Base(f)))
				}
			}
			for _, f := range files {
				if !strings.HasSuffix(f, "_test.go") {
					all = append(all, target{file: f, tests: [][]string{{"./" + filepath.Dir(f)}}})
				}
			}
		}
	}
	var some []target
	for _, t := range all {
		if strings.Contains(t.file, only) {
			some = append(some, t)
		}
	}
	return some, nil
}

// draw tries changes in a random order, until as many have compiled as wanted.
func draw(ctx context.Context, top string, ts []target, sample int, seed uint64) error {
	top, err := filepath.Abs(top)
	if err != nil {
		return err
	}
	type place struct {
		target
		mutant
	}
	var all []place
	for _, t := range ts {
		mutants, err := mutate(filepath.Join(top, t.file), t.funcs)
		if err != nil {
			return err
		}
		for _, m := range mutants {
			all = append(all, place{t, m})
		}
	}
	rand.New(rand.NewPCG(seed, 0)).Shuffle(len(all), func(i, j int) { all[i], all[j] = all[j], all[i] })
	killed, lived := 0, 0
	for _, p := range all {
		if killed+lived == sample {
			break
		}
		word := "lived"
		switch noticed, err := notices(ctx, top, p.target, p.mutant); {
		case errors.Is(err, errInvalid):
			continue
		case err != nil:
			return err
		case noticed:
			killed++
			word = "noticed"
		default:
			lived++
		}
		fmt.Println(word+":", p.line(p.file))
	}
	fmt.Printf("seed %d, %d possible changes: %d noticed, %d not\n", seed, len(all), killed, lived)
	return nil
}

func run(ctx context.Context, top string, ts []target, list bool, every int, change string) error {
	top, err := filepath.Abs(top)
	if err != nil {
		return err
	}
	for _, t := range ts {
		mutants, err := mutate(filepath.Join(top, t.file), t.funcs)
		if err != nil {
			return err
		}
		killed, lived, invalid := 0, 0, 0
		for i, m := range mutants {
			if i%every != 0 {
				continue
			}
			line := m.line(t.file)
			if !strings.Contains(line, change) {
				continue
			}
			if list {
				fmt.Println(line)
				continue
			}
			switch noticed, err := notices(ctx, top, t, m); {
			case errors.Is(err, errInvalid):
				invalid++
			case err != nil:
				return err
			case noticed:
				killed++
			default:
				lived++
				fmt.Println("lived:", line)
			}
		}
		fmt.Printf("%s: %d changes noticed, %d not, %d do not compile\n", t.file, killed, lived, invalid)
	}
	return nil
}

// errInvalid says that a change does not compile.
var errInvalid = errors.New("does not compile")

// notices runs the tests of a target with a change.
func notices(ctx context.Context, top string, t target, m mutant) (bool, error) {
	dir, err := os.MkdirTemp("", "mutation")
	if err != nil {
		return false, err
	}
	defer os.RemoveAll(dir)
	changed, overlay := filepath.Join(dir, "changed.go"), filepath.Join(dir, "overlay.json")
	if err := os.WriteFile(changed, m.text, 0o600); err != nil {
		return false, err
	}
	text, err := json.Marshal(map[string]any{"Replace": map[string]string{filepath.Join(top, t.file): changed}})
	if err != nil {
		return false, err
	}
	if err := os.WriteFile(overlay, text, 0o600); err != nil {
		return false, err
	}
	for _, tests := range t.tests {
		args := append([]string{"test", "-overlay", overlay, "-vet=off", "-ldflags=-s -w", "-short", "-failfast", "-timeout", "60s"}, tests...)
		c := exec.CommandContext(ctx, "go", args...)
		c.Dir = top
		c.WaitDelay = time.Second
		switch out, err := c.CombinedOutput(); {
		case bytes.Contains(out, []byte("[build failed]")):
			return false, errInvalid
		case err != nil:
			return true, nil
		}
	}
	return false, nil
}

// mutate lists the changes of some functions of a file.
func mutate(path string, funcs []string) ([]mutant, error) {
	fset := token.NewFileSet()
	file, err := parser.ParseFile(fset, path, nil, parser.ParseComments)
	if err != nil {
		return nil, err
	}
	var all []mutant
	add := func(at token.Pos, what string) error {
		var b bytes.Buffer
		if err := format.Node(&b, fset, file); err != nil {
			return err
		}
		all = append(all, mutant{b.Bytes(), fset.Position(at), what})
		return nil
	}
	for _, d := range file.Decls {
		f, ok := d.(*ast.FuncDecl)
		if !ok || f.Body == nil || len(funcs) > 0 && !contains(funcs, f.Name.Name) {
			continue
		}
		ast.Inspect(f.Body, func(n ast.Node) bool {
			if call, ok := n.(*ast.CallExpr); ok && isErrorf(call) {
				return false // the text of an error decides nothing
			}
			if err == nil {
				err = changes(n, add)
			}
			return err == nil
		})
	}
	return all, err
}

func isErrorf(call *ast.CallExpr) bool {
	f, ok := call.Fun.(*ast.SelectorExpr)
	return ok && f.Sel.Name == "Errorf"
}

func contains(list []string, s string) bool {
	for _, x := range list {
		if x == s {
			return true
		}
	}
	return false
}

// others returns what stands for an operator.
func others() map[token.Token][]token.Token {
	return map[token.Token][]token.Token{
		token.LSS: {token.LEQ, token.GEQ}, token.LEQ: {token.LSS, token.GTR}, token.GTR: {token.GEQ, token.LEQ}, token.GEQ: {token.GTR, token.LSS},
		token.EQL: {token.NEQ}, token.NEQ: {token.EQL}, token.LAND: {token.LOR}, token.LOR: {token.LAND},
		token.ADD: {token.SUB}, token.SUB: {token.ADD},
	}
}

// changes makes each change at a node, calls add, and takes it back.
func changes(n ast.Node, add func(token.Pos, string) error) error {
	switch n := n.(type) {
	case *ast.BinaryExpr:
		op := n.Op
		defer func() { n.Op = op }()
		for _, n.Op = range others()[op] {
			if err := add(n.OpPos, fmt.Sprintf("%v for %v", n.Op, op)); err != nil {
				return err
			}
		}
	case *ast.UnaryExpr:
		if n.Op == token.NOT {
			x := n.X
			n.X = &ast.UnaryExpr{Op: token.NOT, X: x}
			defer func() { n.X = x }()
			return add(n.OpPos, "! dropped")
		}
	case *ast.BasicLit:
		if k, err := strconv.Atoi(n.Value); err == nil && n.Kind == token.INT {
			old := n.Value
			n.Value = strconv.Itoa(k + 1)
			defer func() { n.Value = old }()
			return add(n.ValuePos, fmt.Sprintf("%d for %s", k+1, old))
		}
	case *ast.BlockStmt:
		for i, s := range n.List {
			if !removable(s) {
				continue
			}
			n.List[i] = &ast.EmptyStmt{Semicolon: s.Pos()}
			err := add(s.Pos(), "statement left out")
			n.List[i] = s
			if err != nil {
				return err
			}
		}
	}
	return nil
}

// removable reports whether a statement is tried to be left out.
func removable(s ast.Stmt) bool {
	switch s := s.(type) {
	case *ast.ExprStmt, *ast.IncDecStmt, *ast.BranchStmt:
		return true
	case *ast.AssignStmt:
		return s.Tok != token.DEFINE
	case *ast.IfStmt:
		return s.Else == nil
	}
	return false
}
