package cli

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/kexplain/kexplain/internal/escape"
)

// hostile is text that clears the screen, turns the direction of writing, begins a
// line of its own, and hides letters.
const hostile = "a\x1b[2J\u202e\nINJECTED = 0\u200b\u009b31m\x07"

// TestForeignText runs every command, in every format, on files whose names, columns,
// cells and labels are hostile, into success and into failure: nothing that a
// terminal obeys comes out, and no line that the data wrote.
func TestForeignText(t *testing.T) {
	dir := t.TempDir()
	file := func(name, content string) string {
		path := filepath.Join(dir, hostile+name)
		require.NoError(t, os.WriteFile(path, []byte(content), 0o644))
		return path
	}
	quoted := `"` + hostile + `"`
	circle := "\n3,4\n4,3\n5,0\n0,5\n-3,4\n-4,3\n-5,0\n0,-5\n3,-4\n4,-3\n"
	points := file("points.csv", quoted+`,"b`+hostile+`"`+circle)
	table := file("kinds.csv", "x,y,"+quoted+"\n1,2,"+quoted+"\n3,4,b\n5,6,"+quoted+"\n7,9,b\n2,2,"+quoted+"\n3,1,b\n")
	broken := file("broken.csv", quoted+",y\n1,2\n"+quoted+",3\n")
	// A zero byte ends the name of a file, so that it cannot be part of one.
	missing := filepath.Join(dir, hostile+"missing")
	model := filepath.Join(dir, hostile+"model")
	runs := [][]string{
		{"classify", table, "--folds", "2", "--degree", "1"}, {"classify", table, "--degree", "1", "--test", table, "--save", model, "--predictions"},
		{"classify", "--model", model, "--test", table, "--format", "json", "--predictions"}, {"classify", table, "--label", hostile},
		{"classify", broken}, {"classify", missing}, {"classify", "--model", points, "--test", table}, {"compare", points}, {"compare", broken},
		{"learn", points, "--method", "avica"}, {"learn", points, "--method", "avica", "--features"}, {"learn", points, "--method", "avica", "--features", "--format", "json"}, {"learn", points, "--explain"},
		{"learn", points, "--noise", hostile + "=1"}, {"learn", points, "--columns", hostile}, {"learn", points, "--" + hostile}, {"learn", points, "--degree", hostile},
		{"check", "a = b", points, "--format", "json"}, {"check", hostile, points}, {"check", points, points}, {"check", missing, points},
		{"check", "x_1 = 0; " + hostile, points}, {"verify", hostile}, {"verify", "--instance", missing}, {"verify", "--instance", broken},
		{"experiment", hostile}, {"experiment", "usps", "--data", missing}, {"experiment", "circle", "--plot", hostile},
		{hostile}, {"help", hostile}, {"version", hostile}, {"learn", points, "--output", filepath.Join(missing, "x")},
		{"compare", points, "--truth", hostile}, {"compare", points, "--methods", hostile},
	}
	for _, format := range polynomialFormats() {
		for _, path := range []string{points, broken, missing} {
			runs = append(runs, []string{"learn", path, "--format", format}, []string{"ideal", path, "--format", format})
		}
	}
	for _, args := range runs {
		var out, err bytes.Buffer
		status := run(context.Background(), streams{in: strings.NewReader(""), out: &out, err: &err}, args)
		require.NotEqual(t, statusBug, status, "%q: %s", args, err.String())
		assert.Equal(t, status != statusDone, strings.Count(err.String(), "\n") == 1, "%q: one line of error: %q", args, err.String())
		for _, text := range []string{out.String(), err.String()} {
			at := strings.IndexFunc(text, escape.Forbidden)
			assert.Negative(t, at, "%q: forbidden character in %.200q", args, text[max(0, at-20):])
			assert.NotContains(t, text, "\nINJECTED", "%q", args)
		}
		text := err.String()
		assert.LessOrEqual(t, len(text), 1000, "%q", args)
	}
}
