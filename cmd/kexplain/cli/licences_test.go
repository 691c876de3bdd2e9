package cli

import (
	"bytes"
	"compress/gzip"
	"errors"
	"fmt"
	"io"
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
// table in docs/reference/dependencies.md, to the modules that are linked. A text that several modules have is there once.
func TestLicences(t *testing.T) {
	const how = "go test ./cmd/kexplain/cli -run TestLicences -update writes it anew"
	var texts, table strings.Builder
	table.WriteString("| linked module | version | licence |\n| --- | --- | --- |\n")
	with, order := map[string]string{}, []string{} // the modules with a text, and the texts
	for _, m := range licencetest.Linked(t, top(t), "./cmd/kexplain") {
		if m.Path == "github.com/kexplain/kexplain" {
			m.Version = version
		}
		if with[m.Text] == "" {
			order = append(order, m.Text)
		}
		with[m.Text] += fmt.Sprintf("%s %s, %s\n", m.Path, m.Version, m.Licence)
		if m.Path != "github.com/kexplain/kexplain" {
			fmt.Fprintf(&table, "| `%s` | %s | %s |\n", m.Path, m.Version, m.Licence)
		}
	}
	for _, text := range order {
		fmt.Fprintf(&texts, "%s\n%s\n", with[text], text)
	}
	page := filepath.Join(top(t), "docs", "reference", "dependencies.md")
	old, err := os.ReadFile(page)
	require.NoError(t, err)
	block := regexp.MustCompile(`(?m)^\| linked module \|.*\n(\|.*\n)*`)
	require.True(t, block.Match(old), "no table of linked modules in %s", page)
	fresh := block.ReplaceAllLiteralString(string(old), table.String())
	if *update {
		var packed bytes.Buffer
		w, err := gzip.NewWriterLevel(&packed, gzip.BestCompression)
		require.NoError(t, err)
		_, err = io.WriteString(w, texts.String())
		require.NoError(t, errors.Join(err, w.Close()))
		require.NoError(t, os.WriteFile("licences.txt.gz", packed.Bytes(), 0o644))
		require.NoError(t, os.WriteFile(page, []byte(fresh), 0o644))
		return
	}
	assert.Equal(t, string(old), fresh, how)
	_, out, _ := call(t, "", "version", "--licences")
	assert.Equal(t, texts.String(), out, how)
}
