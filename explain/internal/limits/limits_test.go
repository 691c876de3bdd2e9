package limits

import (
	"os"
	"path/filepath"
	"reflect"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
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
	v := reflect.ValueOf(Default())
	for i := range v.NumField() {
		f := v.Type().Field(i)
		assert.False(t, v.Field(i).IsZero(), "%s has no value", f.Name)
		assert.NotEmpty(t, f.Tag.Get("unit"), "unit of %s", f.Name)
		assert.NotEmpty(t, f.Tag.Get("why"), "reason of %s", f.Name)
		assert.True(t, tests[f.Tag.Get("test")], "%s names %s, which is no test", f.Name, f.Tag.Get("test"))
	}
}

// Limits that are said to belong together do.
func TestDerivedLimits(t *testing.T) {
	d := Default()
	assert.InDelta(t, d.MaxNoise*d.MaxNoise, d.MaxNoiseVariance, 1e-18)
	assert.InDelta(t, 100*d.RoundingVariance, d.ExactVariance, 1e-26)
	assert.Equal(t, 2*d.LayerPoints, d.Followed)
}
