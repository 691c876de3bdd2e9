package cli

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/kexplain/kexplain/internal/licencetest"
)

// TestLicences holds the licences that kexplain version --licences prints, and the
// table in docs/reference/dependencies.md, to the modules that are linked.
func TestLicences(t *testing.T) {
	const how = "go test ./cmd/kexplain/cli -run TestLicences -update writes it anew"
	var texts, table strings.Builder
	table.WriteString("| linked module | version | licence |\n| --- | --- | --- |\n")
	for _, m := range licencetest.Linked(t, top(t), "./cmd/kexplain") {
		if m.Path == "github.com/kexplain/kexplain" {
			m.Version = version
		}
		fmt.Fprintf(&texts, "%s %s, %s\n\n%s\n", m.Path, m.Version, m.Licence, m.Text)
		if m.Path != "github.com/kexplain/kexplain" {
			fmt.Fprintf(&table, "| `%s` | %s | %s |\n", m.Path, m.Version, m.Licence)
		}
	}
	page := filepath.Join(top(t), "docs", "reference", "dependencies.md")
	old, err := os.ReadFile(page)
	require.NoError(t, err)
	block := regexp.MustCompile(`(?m)^\| linked module \|.*\n(\|.*\n)*`)
	require.True(t, block.Match(old), "no table of linked modules in %s", page)
	fresh := block.ReplaceAllLiteralString(string(old), table.String())
	if *update {
		require.NoError(t, os.WriteFile("licences.txt", []byte(texts.String()), 0o644))
		require.NoError(t, os.WriteFile(page, []byte(fresh), 0o644))
		return
	}
	assert.Equal(t, string(old), fresh, how)
	assert.Equal(t, licences, texts.String(), how)
	_, out, _ := call(t, "", "version", "--licences")
	assert.Equal(t, licences, out)
}
