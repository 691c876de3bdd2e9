// Package licencetest lists the modules that a program links, with their licences, for the
// tests that keep the texts that programs print.
package licencetest

import (
	"cmp"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// Module is a module that is part of a program.
type Module struct{ Path, Version, Licence, Text string }

// own is the path of the main module of this repository.
const own = "github.com/kexplain/kexplain"

// Linked asks go list for the modules of the program pkg, as seen from the folder dir.
// Those of other systems are counted too. Modules of this repository have no version.
func Linked(t *testing.T, dir, pkg string) []Module {
	t.Helper()
	dirs := map[string]Module{}
	for _, system := range []string{"linux", "windows", "darwin"} {
		c := exec.Command("go", "list", "-deps", "-f", "{{with .Module}}{{.Path}}\t{{.Version}}\t{{.Dir}}{{end}}", pkg)
		c.Dir = dir
		c.Env = append(os.Environ(), "GOOS="+system)
		out, err := c.Output()
		require.NoError(t, err)
		for line := range strings.Lines(string(out)) {
			f := strings.Split(strings.TrimSpace(line), "\t")
			if len(f) == 3 && (f[1] != "" || !strings.HasPrefix(f[0], own+"/")) {
				dirs[f[2]] = Module{Path: f[0], Version: f[1]}
			}
		}
	}
	goroot, err := exec.Command("go", "env", "GOROOT").Output()
	require.NoError(t, err)
	dirs[strings.TrimSpace(string(goroot))] = Module{Path: "Go", Version: "its standard library"}
	var list []Module
	for dir, m := range dirs {
		files, err := filepath.Glob(filepath.Join(dir, "*LICENSE*"))
		require.NoError(t, err)
		if len(files) == 0 && m.Path == "Go" { // distributions leave it elsewhere
			t.Skip("the licence of Go is not in " + dir)
		}
		require.NotEmpty(t, files, "%s has no file LICENSE", m.Path)
		var more []string // licences of what the module took over
		for _, file := range files {
			if in, err := filepath.Glob(filepath.Join(file, "*")); err == nil {
				more = append(more, in...)
			}
		}
		slices.Sort(more)
		slices.Sort(files)
		files = append(slices.DeleteFunc(files, func(file string) bool {
			info,
				err := os.Stat(file)
			return err != nil || info.IsDir()
		}), more...)
		for _, file := range files {
			text, err := os.ReadFile(file)
			require.NoError(t, err)
			m.Text += strings.TrimSpace(strings.ReplaceAll(string(text), "\r\n", "\n")) + "\n"
		}
		m.Licence = licenceOf(m.Text)
		require.NotEmpty(t, m.Licence, "the licence of %s is unknown here: %.80q", m.Path, m.Text)
		list = append(list, m)
	}
	slices.SortFunc(list, func(a, b Module) int { return cmp.Compare(a.Path, b.Path) })
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
