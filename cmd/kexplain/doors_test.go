package main

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// TestDoors looks for functions and methods that only tests call: every name that is
// declared with a body must be written somewhere else, in code that is no test or in
// an example. Packages whose name ends in test are there for tests. The test goes by
// names, without types, so that it says nothing about a method that has the name of
// another one.
func TestDoors(t *testing.T) {
	files := token.NewFileSet()
	declared := map[string][]token.Pos{} // the places where a name is declared
	used := map[string]bool{}
	require.NoError(t, filepath.WalkDir(top(t), func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || filepath.Ext(path) != ".go" {
			return err
		}
		f, err := parser.ParseFile(files, path, nil, parser.SkipObjectResolution)
		if err != nil {
			return err
		}
		test := strings.HasSuffix(path, "_test.go")
		for _, decl := range f.Decls {
			fn, ok := decl.(*ast.FuncDecl)
			if test && (!ok || !strings.HasPrefix(fn.Name.Name, "Example")) {
				continue
			}
			if ok && !test && !strings.HasSuffix(f.Name.Name, "test") {
				declared[fn.Name.Name] = append(declared[fn.Name.Name], fn.Name.Pos())
			}
			ast.Inspect(decl, func(n ast.Node) bool {
				if id, isName := n.(*ast.Ident); isName && (!ok || id != fn.Name) {
					used[id.Name] = true
				}
				return true
			})
		}
		return nil
	}))
	// The standard library, gonum and Beam call these, by their interfaces.
	for _, name := range []string{"main", "init", "_", "Unwrap", "Is", "MarshalJSON", "UnmarshalJSON", "MarshalText", "UnmarshalText",
		"Less", "Swap", "Init", "Record", "BlockSize",
		"ProcessElement", "CreateAccumulator", "AddInput", "MergeAccumulators", "ExtractOutput"} {
		used[name] = true
	}
	for name, places := range declared {
		if at := files.Position(places[0]); !used[name] {
			assert.Fail(t, "only tests call it, or nobody", "%s at %s:%d: give it an example, or delete it", name, at.Filename, at.Line)
		}
	}
}
