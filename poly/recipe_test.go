package poly_test

import (
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/kexplain/kexplain/internal/sweeptest"
)

// recipe is a format made by the recipe of CONTRIBUTING.md.
const recipe = `package poly

// Maple is an expression of Maple.
var Maple = Style{&mapleFormat}

var mapleFormat = format{
	name:     "maple",
	notation: textFormat.notation,
	ring:     onlyNumbers("maple", func(d description) string { return "with(PolynomialIdeals):" }),
	comment:  "#",
	list:     List{Open: "NAME := <\n", Separator: ",\n", End: ">:\n"},
}
`

// TestRecipe: the recipe for a format in CONTRIBUTING.md is followed, one file and one
// line in the list, and the laws of all styles hold for it. Nothing is written to the
// sources; the compiler is given an overlay.
func TestRecipe(t *testing.T) {
	sweeptest.Sweep(t)
	here, err := os.Getwd()
	require.NoError(t, err)
	dir := t.TempDir()
	list, err := os.ReadFile("style.go")
	require.NoError(t, err)
	const line = "SQL, C, Python}"
	require.Contains(t, string(list), line)
	files := map[string]string{
		"style_maple.go": recipe,
		"style.go":       strings.Replace(string(list), line, "SQL, C, Python, Maple}", 1),
	}
	overlay := map[string]map[string]string{"Replace": {}}
	for name, text := range files {
		path := filepath.Join(dir, name)
		require.NoError(t, os.WriteFile(path, []byte(text), 0o600))
		overlay["Replace"][filepath.Join(here, name)] = path
	}
	text, err := json.Marshal(overlay)
	require.NoError(t, err)
	path := filepath.Join(dir, "overlay.json")
	require.NoError(t, os.WriteFile(path, text, 0o600))
	out, err := exec.Command("go", "test", "-vet=off", "-overlay", path, "-run", "^(TestOverRationals|TestNamesAreDistinct)$", ".").CombinedOutput()
	require.NoError(t, err, "%s", out)
}
