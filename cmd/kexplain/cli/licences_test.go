package cli

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// linked is a module that is part of the program.
type linked struct{ path, version, licence, text string }

// linkedModules asks go list for them. Those of other systems are counted too.
func linkedModules(t *testing.T) []linked {
	t.Helper()
	dirs := map[string]linked{}
	for _, system := range []string{"linux", "windows", "darwin"} {
		c := exec.Command("go", "list", "-deps", "-f", "{{with .Module}}{{.Path}}\t{{.Version}}\t{{.Dir}}{{end}}", "./cmd/kexplain")
		c.Dir = top(t)
		c.Env = append(os.Environ(), "GOOS="+system)
		out, err := c.Output()
		require.NoError(t, err)
		for line := range strings.Lines(string(out)) {
			f := strings.Split(strings.TrimSpace(line), "\t")
			if len(f) == 3 {
				dirs[f[2]] = linked{path: f[0], version: f[1]}
			}
		}
	}
	goroot, err := exec.Command("go", "env", "GOROOT").Output()
	require.NoError(t, err)
	dirs[strings.TrimSpace(string(goroot))] = linked{path: "Go", version: "its standard library"}
	var list []linked
	for dir, m := range dirs {
		if dir == top(t) {
			m.version = version
		}
		files, err := filepath.Glob(filepath.Join(dir, "*LICENSE*"))
		require.NoError(t, err)
		if len(files) == 0 && m.path == "Go" { // distributions leave it elsewhere
			t.Skip("the licence of Go is not in " + dir)
		}
		require.NotEmpty(t, files, "%s has no file LICENSE", m.path)
		var more []string // licences of what the module took over
		for _, file := range files {
			if in, err := filepath.Glob(filepath.Join(file, "*")); err == nil {
				more = append(more, in...)
			}
		}
		slices.Sort(more)
		slices.Sort(files)
		files = append(slices.DeleteFunc(files, func(file string) bool { info, err := os.Stat(file); return err != nil || info.IsDir() }), more...)
		for _, file := range files {
			text, err := os.ReadFile(file)
			require.NoError(t, err)
			m.text += strings.TrimSpace(strings.ReplaceAll(string(text), "\r\n", "\n")) + "\n"
		}
		m.licence = licenceOf(m.text)
		require.NotEmpty(t, m.licence, "the licence of %s is unknown here: %.80q", m.path, m.text)
		list = append(list, m)
	}
	slices.SortFunc(list, func(a, b linked) int { return strings.Compare(a.path, b.path) })
	return list
}

// licenceOf names a licence by its words.
func licenceOf(text string) string {
	text = strings.Join(strings.Fields(text), " ")
	var names []string
	for _, l := range []struct{ words, name string }{
		{"Attribution 4.0", "CC-BY-4.0"}, {"Apache License", "Apache-2.0"}, {"Mozilla Public License", "MPL-2.0"}, {"GNU", "GPL"},
		{"Permission is hereby granted, free of charge", "MIT"}, {"SIL OPEN FONT", "OFL-1.1"},
		{"Neither the name of", "BSD-3-Clause"},
	} {
		if strings.Contains(text, l.words) {
			names = append(names, l.name)
		}
	}
	if len(names) == 0 && strings.Contains(text, "Redistribution and use in source and binary forms") {
		names = append(names, "BSD-2-Clause")
	}
	return strings.Join(names, ", ")
}

// TestLicences holds the licences that kexplain version --licences prints, and the
// table in docs/reference/dependencies.md, to the modules that are linked.
func TestLicences(t *testing.T) {
	const how = "go test ./cmd/kexplain/cli -run TestLicences -update writes it anew"
	var texts, table strings.Builder
	table.WriteString("| linked module | version | licence |\n| --- | --- | --- |\n")
	for _, m := range linkedModules(t) {
		fmt.Fprintf(&texts, "%s %s, %s\n\n%s\n", m.path, m.version, m.licence, m.text)
		if m.path != "github.com/kexplain/kexplain" {
			fmt.Fprintf(&table, "| `%s` | %s | %s |\n", m.path, m.version, m.licence)
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
