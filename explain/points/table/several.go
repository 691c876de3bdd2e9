package table

import (
	"context"
	"encoding/hex"
	"fmt"
	"slices"
	"strings"

	"github.com/kexplain/kexplain/explain/points/table/scan"

	"github.com/kexplain/kexplain/explain/points/table/layout"
	"github.com/kexplain/kexplain/internal/sha256"
)

// ReadFiles reads files with the same columns as one table, one file below the other. Lines are
// counted on from file to file. The columns may stand in another order, but every file must
// have all columns of the first.
func ReadFiles(ctx context.Context, paths []string, o Options) (*Table, error) {
	all, err := Read(ctx, paths[0], o)
	if err != nil || len(paths) == 1 {
		return all, err
	}
	columns := all.Info.Columns
	digests := []string{all.Info.Digest}
	begins := []string{all.Info.File + " at line 1"}
	for _, path := range paths[1:] {
		part, err := readSame(ctx, path, columns, o)
		if err != nil {
			return nil, err
		}
		before := all.lines[len(all.lines)-1]
		for i := range part.lines {
			part.lines[i] += before
		}
		for i := range part.Info.DroppedLines {
			part.Info.DroppedLines[i] += before
		}
		if all.binary != part.binary {
			return nil, &scan.Error{File: path, Found: "a file of " + part.Info.Format, Want: "one of " +
				all.Info.Format + ", as " + paths[0], Advice: "give files of one kind"}
		}
		all.append(&part.Block)
		all.Info.add(part.Info)
		digests = append(digests, part.Info.Digest)
		begins = append(begins, fmt.Sprintf("%s at line %d", path, before+1))
	}
	all.Info.Digest, all.Info.File = digestOf(digests...), strings.Join(paths, ", ")
	all.Info.Notes = append(all.Info.Notes, "lines are counted on: "+strings.Join(begins, ", "))
	all.Info.Constant = all.constant()
	return all, nil
}

// digestOf is the digest of the digests of files; "" where these have none.
func digestOf(digests ...string) string {
	if digests[0] == "" {
		return ""
	}
	sum := sha256.Sum256([]byte(strings.Join(digests, "")))
	return hex.EncodeToString(sum[:])
}

// readSame reads a file, of which it takes the given columns.
func readSame(ctx context.Context, path string, columns []string, o Options) (*Table, error) {
	r, err := OpenSame(path, columns, o)
	if err != nil {
		return nil, err
	}
	defer r.Close()
	return r.ReadAll(ctx)
}

// OpenSame opens a file, of which it takes the columns with the names that another has.
func OpenSame(path string, columns []string, o Options) (*Reader, error) {
	r, err := Open(path, o)
	if err != nil {
		return nil, err
	}
	if err := r.chooseSame(path, columns); err != nil {
		r.Close()
		return nil, err
	}
	return r, nil
}

// chooseSame takes the columns with the names that another file has.
func (r *Reader) chooseSame(path string, columns []string) error {
	for _, name := range columns {
		if !slices.Contains(r.info.FileColumns, name) {
			return &scan.Error{File: path, Found: "the columns " + layout.ListNames(r.info.FileColumns),
				Want:   layout.ListNames(columns) + " as in the first file",
				Advice: "give files with the same columns, or choose with --columns"}
		}
	}
	if slices.Equal(r.info.Columns, columns) {
		return nil
	}
	return r.Choose(columns)
}

// Follow adds what is said of a further file, whose lines are counted on from before.
func (i *Info) Follow(next Info, before int) {
	for k := range next.DroppedLines {
		next.DroppedLines[k] += before
	}
	i.add(next)
	i.Digest, i.File = digestOf(i.Digest, next.Digest), i.File+", "+next.File
	i.Constant = slices.DeleteFunc(i.Constant, func(name string) bool { return !slices.Contains(next.Constant, name) })
}

// add counts what was found in a further file.
func (i *Info) add(j Info) {
	i.Bytes += j.Bytes
	i.Rows += j.Rows
	i.Missing += j.Missing
	i.Dropped += j.Dropped
	i.DroppedLines = append(i.DroppedLines, j.DroppedLines...)
	for _, note := range j.Notes {
		if !slices.Contains(i.Notes, note) {
			i.Notes = append(i.Notes, note)
		}
	}
}

// constant names the columns of one value.
func (t *Table) constant() []string {
	var names []string
	for j, name := range t.names {
		same := true
		for i := 1; i < t.Rows() && same; i++ {
			same = t.Exact(i, j).Equal(t.Exact(0, j))
		}
		if same {
			names = append(names, name)
		}
	}
	return names
}
