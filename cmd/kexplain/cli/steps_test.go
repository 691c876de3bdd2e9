package cli

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// A stepBox is a step of learning in the picture of docs/explanation/learning.md.
type stepBox struct {
	x, y     float64 // the upper left corner
	section  string  // of the page
	name     string
	does     [2]string
	packages string // of explain, in the order of its package comment
}

const stepWidth, stepHeight = 166.0, 92.0

var stepBoxes = []stepBox{
	{12, 30, "", "table", [2]string{"rows as they are written,", "numbers and digits"}, "points"},
	{212, 30, "1", "exact laws", [2]string{"zero at all rows, or at", "all but wrong cells"}, "exact rounding"},
	{612, 30, "8", "result", [2]string{"equations, each checked at", "every row, or a refusal"}, "explain"},
	{12, 226, "2", "problem", [2]string{"rows in units, moments,", "what noise does to them"}, "noise problem"},
	{212, 226, "3", "supports", [2]string{"few monomials that might", "carry an equation"}, "support certify"},
	{412, 226, "4", "estimates", [2]string{"coefficients with errors,", "whole numbers or decimals"}, "integer fit equation"},
	{612, 226, "5", "verdict", [2]string{"tests, and log evidence", "against other descriptions"}, "evidence judge"},
}

// stepArrows are the ways between the boxes, as paths, each with words beside it.
var stepArrows = []struct {
	path   string
	x, y   float64
	anchor string
	words  string
}{
	{"M178 76 H206", 0, 0, "", ""},
	{"M378 76 H606", 492, 67, "middle", "if nothing is left to search"},
	{"M295 122 V164 H95 V220", 195, 156, "middle", "what is left has errors"},
	{"M178 272 H206", 0, 0, "", ""},
	{"M378 272 H406", 0, 0, "", ""},
	{"M578 272 H606", 0, 0, "", ""},
	{"M695 226 V128", 687, 178, "end", "no further equation"},
	{"M660 318 V346 H295 V324", 478, 339, "middle", "6: accepted, the next equation"},
	{"M730 318 V380 H95 V324", 412, 396, "middle", "7: again without rows far from the zero set"},
}

// drawSteps draws the boxes and the arrows.
func drawSteps() string {
	var b strings.Builder
	b.WriteString(`<svg xmlns="http://www.w3.org/2000/svg" width="790" height="410" viewBox="0 0 790 410" font-family="sans-serif" font-size="12">
<title>How kexplain learns: from a table to a result</title>
<defs><marker id="tip" markerWidth="8" markerHeight="8" refX="6" refY="4" orient="auto"><path d="M0 0 L8 4 L0 8 z" fill="#555555"/></marker></defs>
<rect width="790" height="410" fill="#ffffff"/>
`)
	for _, a := range stepArrows {
		fmt.Fprintf(&b, "<path d=%q fill=\"none\" stroke=\"#555555\" stroke-width=\"1.5\" marker-end=\"url(#tip)\"/>\n", a.path)
		if a.words != "" {
			fmt.Fprintf(&b, "<text x=\"%g\" y=\"%g\" text-anchor=%q fill=\"#333333\">%s</text>\n", a.x, a.y, a.anchor, a.words)
		}
	}
	for _, s := range stepBoxes {
		title := s.name
		if s.section != "" {
			title = s.section + "  " + s.name
		}
		middle := s.x + stepWidth/2
		fmt.Fprintf(&b, "<rect x=\"%g\" y=\"%g\" width=\"%g\" height=\"%g\" rx=\"6\" fill=\"#eef4fb\" stroke=\"#1f5fa8\"/>\n", s.x, s.y, stepWidth, stepHeight)
		fmt.Fprintf(&b, "<text x=\"%g\" y=\"%g\" text-anchor=\"middle\" font-size=\"15\" font-weight=\"bold\">%s</text>\n", middle, s.y+21, title)
		for i, line := range s.does {
			fmt.Fprintf(&b, "<text x=\"%g\" y=\"%g\" text-anchor=\"middle\" font-size=\"11\">%s</text>\n", middle, s.y+41+15*float64(i), line)
		}
		fmt.Fprintf(&b, "<text x=\"%g\" y=\"%g\" text-anchor=\"middle\" font-size=\"11\" font-family=\"monospace\" fill=\"#1f5fa8\">%s</text>\n", middle, s.y+80, strings.ReplaceAll(s.packages, " ", ", "))
	}
	b.WriteString("</svg>\n")
	return b.String()
}

// TestSteps: the picture of the steps is drawn by drawSteps; with -update it is drawn anew. The
// sections that it names are those of the page, and the packages of each box are rooms of explain.
func TestSteps(t *testing.T) {
	folder := filepath.Join(top(t), "docs", "explanation")
	path := filepath.Join(folder, "steps.svg")
	if *update {
		require.NoError(t, os.WriteFile(path, []byte(drawSteps()), 0o666))
	}
	text, err := os.ReadFile(path)
	require.NoError(t, err)
	assert.Equal(t, drawSteps(), string(text), "draw it anew: go test ./cmd/kexplain/cli -run TestSteps -update")
	page, err := os.ReadFile(filepath.Join(folder, "learning.md"))
	require.NoError(t, err)
	assert.Contains(t, string(page), "](steps.svg)")
	rooms, err := os.ReadFile(filepath.Join(top(t), "explain", "doc.go"))
	require.NoError(t, err)
	for k := 1; k <= 8; k++ {
		assert.Contains(t, string(page), fmt.Sprintf("\n## %d. ", k))
	}
	assert.NotContains(t, string(page), "\n## 9. ", "the picture has eight sections")
	for _, s := range stepBoxes {
		for name := range strings.FieldsSeq(s.packages) {
			if name == "points" || name == "explain" {
				continue
			}
			assert.Regexp(t, `(?m)^//   - ([a-z]+, )*`+name+`(, [a-z]+)*: `, string(rooms))
		}
	}
}
