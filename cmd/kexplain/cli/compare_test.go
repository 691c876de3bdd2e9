package cli

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/kexplain/kexplain/explain/compare"
)

// TestForeseenFits: a comparison that takes long says so before it begins, a short one nothing.
func TestForeseenFits(t *testing.T) {
	for _, c := range []struct {
		w    compare.Work
		want string
	}{
		{compare.Work{Methods: 11, Resamples: 6, Rows: 12, Monomials: 6}, ""},
		{compare.Work{Methods: 1, Rows: 12, Monomials: 600}, ""},
		{compare.Work{Methods: 1, Rows: 12, Monomials: 861}, "861 monomials of degree up to 40: 1 fit takes about 4.3 s; "},
		{compare.Work{Methods: 2, Rows: 1_000_000, Monomials: 15}, "15 monomials of degree up to 40: 2 fits take about 3 s; "},
	} {
		if got := foreseenFits(c.w, 40); c.want == "" {
			assert.Empty(t, got)
		} else {
			assert.True(t, strings.HasPrefix(got, c.want), got)
		}
	}
}

// TestCompareForesees: the line comes before the work, which a short --timeout ends.
func TestCompareForesees(t *testing.T) {
	circle, err := os.ReadFile(filepath.Join(top(t), "testdata", "circle.csv"))
	assert.NoError(t, err)
	status, _, stderr := call(t, string(circle), "compare", "-", "--degree", "40", "--timeout", "1s")
	assert.Equal(t, statusNoAnswer, status)
	assert.Regexp(t, "^kexplain compare: 861 monomials of degree up to 40: 77 fits take about .*; a lower --degree, fewer --methods and --resamples -1 take less\n"+
		"kexplain compare: stopped: ", stderr)
}
