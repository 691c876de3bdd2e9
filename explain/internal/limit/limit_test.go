package limit_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/kexplain/kexplain/explain/internal/limit"
)

// Every limit has a value, a unit, a reason, and a test that is there.
func TestLimitsAreAccountedFor(t *testing.T) {
	tests := map[string]bool{}
	require.NoError(t, filepath.WalkDir(filepath.Join("..", ".."), func(path string, _ os.DirEntry, err error) error {
		if err != nil || !strings.HasSuffix(path, "_test.go") {
			return err
		}
		text, err := os.ReadFile(path)
		for _, m := range regexp.MustCompile(`(?m)^func (Test\w+)\(`).FindAllSubmatch(text, -1) {
			tests[string(m[1])] = true
		}
		return err
	}))
	account := regexp.MustCompile(`^// (.+?): (.+); (Test\w+)$`)
	files, err := filepath.Glob("*.go")
	require.NoError(t, err)
	count := 0
	var decls []ast.Decl
	for _, file := range files {
		f, err := parser.ParseFile(token.NewFileSet(), file, nil, parser.ParseComments)
		require.NoError(t, err)
		if !strings.HasSuffix(file, "_test.go") {
			decls = append(decls, f.Decls...)
		}
	}
	for _, decl := range decls {
		group, ok := decl.(*ast.GenDecl)
		if !ok || group.Tok != token.CONST && group.Tok != token.VAR || !group.Lparen.IsValid() {
			continue
		}
		for _, s := range group.Specs {
			c := s.(*ast.ValueSpec)
			name := c.Names[0].Name
			assert.True(t, c.Type != nil || group.Tok == token.VAR, "%s has no type", name)
			if assert.NotNil(t, c.Comment, "%s has no unit, no reason and no test", name) {
				m := account.FindStringSubmatch(c.Comment.List[0].Text)
				if assert.NotNil(t, m, "%s: the comment is not 'unit: reason; test'", name) {
					assert.True(t, tests[m[3]], "%s names %s, which is no test", name, m[3])
				}
			}
			count++
		}
	}
	assert.Greater(t, count, 300, "limits")
}

// Limits that are said to belong together do.
func TestDerivedLimits(t *testing.T) {
	assert.InDelta(t, limit.MaxNoise*limit.MaxNoise, limit.MaxNoiseVariance, 1e-18)
	assert.InDelta(t, 100*limit.RoundingVariance, limit.ExactVariance, 1e-26)
	assert.Equal(t, 2*limit.LayerPoints, limit.Followed)
}
