package cli

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"unicode"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// mostWords is how many words the documentation by hand may have (issue 12, HOUSE 5.8).
const mostWords = 12000

// generatedPages are the pages of docs that a program writes as a whole, with words in them that
// say so.
var generatedPages = map[string]string{
	"docs/reference/theorems.md":  "Written by kexplain verify --format markdown",
	"docs/reference/real-data.md": "written by\n`go run -C benchmarks ./realdata",
}

// generatedTables begin the tables that a test writes: the modules that are linked.
var generatedTables = []string{"| linked module |", "| linked by kexplain-io |"}

// TestWords counts the words by hand of the README, of CONTRIBUTING and of the pages of docs. The
// READMEs of python, beam and benchmarks, the changelog and what go doc prints are not counted.
func TestWords(t *testing.T) {
	pages := append(docPages(t), filepath.Join(top(t), "README.md"), filepath.Join(top(t), "CONTRIBUTING.md"))
	all := 0
	for _, page := range pages {
		text, err := os.ReadFile(page)
		require.NoError(t, err)
		name, err := filepath.Rel(top(t), page)
		require.NoError(t, err)
		if said, ok := generatedPages[filepath.ToSlash(name)]; ok {
			assert.Contains(t, string(text), said, "%s does not say which program writes it", name)
			continue
		}
		n := wordsByHand(string(text))
		assert.Positive(t, n, name)
		t.Logf("%5d %s", n, name)
		all += n
	}
	t.Logf("%5d words by hand", all)
	assert.LessOrEqual(t, all, mostWords, "words by hand; with -v the test says how many each page has")
}

// wordsByHand counts the words of a page: what blanks separate and has a letter or a digit in it,
// names and commands between backticks included. Not counted are blocks of code, whose output
// tests run or compare, tables that a test writes, and in other tables cells without a letter,
// which are figures that some command printed.
func wordsByHand(page string) int {
	n, code, generated := 0, false, false
	for line := range strings.Lines(page) {
		if strings.HasPrefix(line, "```") {
			code = !code
			continue
		}
		table := strings.HasPrefix(line, "|")
		generated = table && (generated || slices.ContainsFunc(generatedTables, func(head string) bool {
			return strings.HasPrefix(line, head)
		}))
		if code || generated {
			continue
		}
		for word := range strings.FieldsSeq(line) {
			if strings.ContainsFunc(word, func(r rune) bool { return unicode.IsLetter(r) || !table && unicode.IsDigit(r) }) {
				n++
			}
		}
	}
	return n
}

func TestWordsByHand(t *testing.T) {
	for _, c := range []struct {
		name, page string
		want       int
	}{
		{"prose, a number and a link", "# A page\n\nOf 49 tables, [two pages](a.md) say - nothing.\n", 9},
		{"commands in the text", "Run `kexplain learn a.csv` first.\n", 5},
		{"code", "Before.\n```console\n$ kexplain learn a.csv\nmany words\n```\nBehind.\n", 2},
		{"figures of a table", "| rows | noise |\n| ---: | --- |\n| 200 | 0.1 % |\n| 10 | none at all |\n", 5},
		{"a table that a test writes", "| linked module | version |\n| --- | --- |\n| `Go` | its library |\n\nAnd so on.\n", 3},
		{"the other one, and a table behind it", "| linked by kexplain-io | version |\n| `Go` | a |\n\n| module | why |\n", 2},
	} {
		assert.Equal(t, c.want, wordsByHand(c.page), c.name)
	}
}
