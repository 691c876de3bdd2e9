package cli

import (
	"context"
	"flag"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/kexplain/kexplain/explain"
	"github.com/kexplain/kexplain/explain/points/table"
	"github.com/kexplain/kexplain/explain/state"
	"github.com/kexplain/kexplain/internal/plural"
)

// newSQL returns the command that writes queries for a warehouse.
func newSQL() *command {
	var name, columns string
	var degree int
	var sample bool
	var output outputOptions
	dialect := state.Dialects()[0]
	var names []string
	for _, d := range state.Dialects() {
		names = append(names, d.Name)
	}
	return &command{
		name: "sql", args: "TABLE", short: "a query for the moments of a table in a database",
		long: `Writes a query that computes, inside a database, what kexplain learn needs of
all rows of TABLE: the means of monomials in some columns, over the rows in
which none is NULL. With --sample it writes the query of some rows drawn at
random, in which equations are looked for. Save both results as CSV:

kexplain learn sample.csv --moments moments.csv

The sample decides which equation it is, the moments the noise and the decimals.
The queries for SQLite are run by the tests; those for the other databases
follow their manuals.`,
		examples: []example{
			{`kexplain sql orbits --columns a,T --degree 3 --dialect sqlite`, "the means of 28 monomials"},
			{`kexplain sql orbits --columns a,T --dialect bigquery --sample`, "the rows in which equations are looked for"},
		},
		bind: func(flags *flag.FlagSet) {
			flags.StringVar(&columns, "columns", "", "`LIST`: names of the columns, with commas between")
			flags.Func("degree",
				"equations up to degree `N` can be learned; by default 4 for up to five columns, "+
					"3 for six or seven, less for more", func(s string) (err error) {
					degree, err = parseDegree(s)
					return err
				})
			flags.Func("dialect", "`NAME` of the database: "+alternatives(names)+" (default "+dialect.Name+")", func(s string) error {
				for _, d := range state.Dialects() {
					if d.Name == s {
						dialect = d
						return nil
					}
				}
				return fmt.Errorf("found %q, expected %s", s, alternatives(names))
			})
			flags.BoolVar(&sample, "sample", false, "the query of rows drawn at random instead")
			flags.StringVar(&output.path, "output", "", "write to `FILE` instead of standard output; it appears when it is complete")
		},
		accept: func(args []string) error {
			switch {
			case len(args) != 1:
				return usageError{fmt.Sprintf("found %s, expected TABLE", plural.Count(len(args), "argument"))}
			case len(table.SplitColumns(columns)) == 0:
				return usageError{"expected --columns, the names of those that may be in equations"}
			}
			if name = strings.TrimSpace(args[0]); name == "" {
				return usageError{fmt.Sprintf("found %q, expected the name of a table", args[0])}
			}
			list := table.SplitColumns(columns)
			for k, c := range list {
				if slices.Contains(list[:k], c) {
					return usageError{fmt.Sprintf("--columns: found %s twice", c)}
				}
			}
			return nil
		},
		idle:  func() []idle { return []idle{{sample, "degree", "with --sample"}} },
		paths: func() paths { return paths{out: []namedPath{{output.path, "--output"}}} },
		run: func(_ context.Context, s streams) error {
			list := table.SplitColumns(columns)
			if degree == 0 {
				degree = explain.DefaultDegree(len(list))
			}
			query := dialect.SampleQuery(name, list)
			if !sample {
				var err error
				if query, err = dialect.MomentsQuery(name, list, degree); err != nil {
					return err
				}
			}
			return output.write(s, func(w io.Writer) error {
				_, err := io.WriteString(w, query)
				return err
			})
		},
	}
}

// readMoments reads the result of a query, for a learner of the columns of a table.
func readMoments(path string, t *table.Table) (explain.Whole, error) {
	f, err := openFile(path, "the result of a query of kexplain sql")
	if err != nil {
		return nil, err
	}
	defer f.Close()
	m, err := state.ReadMoments(f)
	if err == nil {
		m, err = m.In(t.Names())
	}
	switch {
	case err != nil:
		return nil, fmt.Errorf("%s: %w", cut(path), err)
	case m.Rows() < t.Rows():
		return nil, fmt.Errorf("%s: found the moments of %s, fewer than the %d of %s: %w", cut(path),
			plural.Count(m.Rows(), "row"), t.Rows(), t.Info.File, state.ErrMerge)
	}
	t.Info.Notes = append(t.Info.Notes, strings.TrimSpace(fmt.Sprintf("a sample of %s, of which %s has the moments", plural.Count(m.Rows(), "row"), cut(path))))
	return m, nil
}
