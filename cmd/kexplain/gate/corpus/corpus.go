package corpus

import (
	"crypto/sha256"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// Case is one call of the program in the folder that Write has filled.
type Case struct {
	// Name is unique, without blanks: command/table/options.
	Name string
	// Args are the arguments after the program's name.
	Args []string
	// Stdin is what the program finds on its standard input.
	Stdin string
}

// Cases returns all cases, in a fixed order.
func Cases() []Case {
	return slices.Concat(learnVarieties(), learnPlain(), learnRefusals(), learnOptions(), badInput(), check(), ideal(),
		compare(), classify(), verify())
}

// ByName returns the case of that name.
func ByName(name string) (Case, bool) {
	cases := Cases()
	i := slices.IndexFunc(cases, func(c Case) bool { return c.Name == name })
	if i < 0 {
		return Case{}, false
	}
	return cases[i], true
}

// Line returns the line of the file of digests that stands for a result.
func (c Case) Line(status int, stdout, stderr []byte) string {
	short := func(b []byte) string { return fmt.Sprintf("%x", sha256.Sum256(b))[:16] }
	return fmt.Sprintf("%s %d %s %s\n", c.Name, status, short(stdout), short(stderr))
}

// Write fills the folder dir with the tables that the cases read. Testdata is the
// folder of that name of the repository, whose tables are copied.
func Write(dir, testdata string) error {
	entries, err := os.ReadDir(testdata)
	if err != nil {
		return fmt.Errorf("corpus: %w", err)
	}
	if err := os.MkdirAll(filepath.Join(dir, "testdata"), 0o777); err != nil {
		return fmt.Errorf("corpus: %w", err)
	}
	for _, e := range entries {
		if !strings.HasSuffix(e.Name(), ".csv") {
			continue
		}
		b, err := os.ReadFile(filepath.Join(testdata, e.Name()))
		if err != nil {
			return fmt.Errorf("corpus: %w", err)
		}
		if err := os.WriteFile(filepath.Join(dir, "testdata", e.Name()), b, 0o666); err != nil {
			return fmt.Errorf("corpus: %w", err)
		}
	}
	if err := writeVarieties(dir); err != nil {
		return fmt.Errorf("corpus: %w", err)
	}
	for _, f := range slices.Concat(plainTables(), structureless(), points(), classes(), badTables(), optionTables()) {
		if err := os.WriteFile(filepath.Join(dir, f.name), []byte(f.content), 0o666); err != nil {
			return fmt.Errorf("corpus: %w", err)
		}
	}
	return nil
}

// of returns a case of a command: words are its arguments, with blanks between.
func of(name, words string) Case { return Case{Name: name, Args: strings.Fields(words)} }
