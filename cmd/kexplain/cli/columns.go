package cli

import (
	"context"
	"slices"
	"strings"
	"unicode"

	"github.com/kexplain/kexplain/explain/points/table"
)

// derivedColumns are those of the flag --columns that are defined by --with, and the
// others; the first is nil where none is.
func (o *learnOptions) derivedColumns() (defined, others []string) {
	if o.with == withAuto || o.groups != nil {
		return nil, table.SplitColumns(o.data.columns)
	}
	var names []string
	for part := range strings.FieldsFuncSeq(o.with, func(r rune) bool { return strings.ContainsRune(",;\n", r) }) {
		if name, _, ok := strings.Cut(part, "="); ok {
			names = append(names, strings.TrimSpace(name))
		}
	}
	for _, c := range table.SplitColumns(o.data.columns) {
		if slices.Contains(names, c) {
			defined = append(defined, c)
		} else {
			others = append(others, c)
		}
	}
	return defined, others
}

// openListed opens the data: those columns of a wide table that linear equations may have, or, where --columns lists
// columns of --with, also what the definitions speak of, which takes no further part.
func (o *learnOptions) openListed(ctx context.Context, s streams) (*table.Reader, error) {
	defined, others := o.derivedColumns()
	if defined == nil {
		return o.openWide(ctx, s)
	}
	data := o.data
	data.columns = strings.Join(others, ",")
	r, err := data.openVariables(s)
	if err != nil {
		return nil, err
	}
	o.listed = defined
	read := []string(nil)
	if others != nil {
		o.listed = slices.Concat(r.Names(), defined)
		read = slices.Clone(r.Names())
	}
	words := strings.FieldsFunc(o.with, func(c rune) bool { return c != '_' && !unicode.IsLetter(c) && !unicode.IsDigit(c) })
	for _, name := range r.Info().FileColumns {
		if slices.Contains(words, table.Identifiers([]string{name})[0]) && !slices.Contains(read, name) {
			read = append(read, name)
		}
	}
	if err := r.Choose(read); err != nil {
		r.Close()
		return nil, err
	}
	return r, nil
}
