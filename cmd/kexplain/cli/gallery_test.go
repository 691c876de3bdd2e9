package cli

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// picturesBelow are the pictures of the gallery on a page, by the line of the command above each.
func picturesBelow(page string) map[string]string {
	out := map[string]string{}
	for _, m := range regexp.MustCompile(`(?s)(\$ kexplain learn [^\n]*\n).*?!\[[^]]*\]\((gallery/[a-z_]+\.svg)\)`).FindAllStringSubmatch(page, -1) {
		out[m[1]] = m[2]
	}
	return out
}

// TestGallery: docs/gallery.md has a picture in every section but the last, whose data are
// elsewhere. TestTranscripts holds them to what --plot draws; with -update it draws them anew.
func TestGallery(t *testing.T) {
	page, err := os.ReadFile(filepath.Join(top(t), "docs", "gallery.md"))
	require.NoError(t, err)
	assert.Len(t, picturesBelow(string(page)), 12)
	assert.Equal(t, 13, strings.Count(string(page), "\n## "))
}
