// Package sqlite reads tables of SQLite databases, and what they answer to queries.
package sqlite

import (
	"bytes"
	"database/sql"
	"errors"
	"fmt"
	"io"
	"net/url"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	_ "modernc.org/sqlite" // the driver "sqlite", without cgo

	"github.com/kexplain/kexplain/explain/points/table"
	"github.com/kexplain/kexplain/explain/points/table/format"
)

// Format is the reader: FILE?table=NAME or a query chooses, and the only table or view
// needs no choice. The database is opened for reading only.
func Format() table.Format {
	return table.Format{
		Name:  "SQLite",
		Match: func(head []byte) bool { return bytes.HasPrefix(head, []byte("SQLite format 3\x00")) },
		Part:  "table", Query: true, Open: open,
	}
}

func open(f format.File) (*format.Rows, error) {
	if f.Path == "" {
		return nil, &table.Error{Found: "an SQLite database that is no plain file", Want: "its path",
			Advice: "unpack it into a file and name that"}
	}
	if f.Part != "" && f.Query != "" {
		return nil, &table.Error{Found: "?table= and --query", Want: "one of them", Advice: "leave ?table= out"}
	}
	path, err := filepath.Abs(f.Path)
	if err != nil {
		return nil, err
	}
	source := url.URL{Scheme: "file", Path: filepath.ToSlash(path), RawQuery: "mode=ro&_pragma=query_only(1)"}
	db, err := sql.Open("sqlite", source.String())
	if err != nil {
		return nil, err
	}
	rows, err := query(db, f)
	if err != nil {
		return nil, errors.Join(err, db.Close())
	}
	return rows, nil
}

// query asks the database and returns the rows of the answer, which close it.
func query(db *sql.DB, f format.File) (*format.Rows, error) {
	var notes []string
	text := f.Query
	if text == "" {
		name, err := choose(db, f.Part)
		if err != nil {
			return nil, err
		}
		text = `SELECT * FROM "` + strings.ReplaceAll(name, `"`, `""`) + `"`
		notes = append(notes, "the table "+name+" of an SQLite database")
	}
	answer, err := db.Query(text)
	if err != nil && f.Query != "" {
		return nil, &table.Error{Found: "a query that the database refuses: " +
			strings.TrimPrefix(err.Error(), "SQL logic error: "), Want: "SQL of SQLite", Advice: "correct --query", Err: err}
	}
	if err != nil {
		return nil, err
	}
	names, err := answer.Columns()
	if err != nil {
		return nil, errors.Join(err, answer.Close())
	}
	if len(names) == 0 {
		return nil, errors.Join(&table.Error{Found: "a query without columns", Want: "a SELECT", Advice: "correct --query"}, answer.Close())
	}
	values, places, cells := make([]any, len(names)), make([]any, len(names)), make([]string, len(names))
	for k := range values {
		places[k] = &values[k]
	}
	next := func() ([]string, error) {
		if !answer.Next() {
			if err := answer.Err(); err != nil {
				return nil, err
			}
			return nil, io.EOF
		}
		if err := answer.Scan(places...); err != nil {
			return nil, err
		}
		for k, v := range values {
			cells[k] = cell(v)
		}
		return cells, nil
	}
	return &format.Rows{Names: names, Next: next, Close: func() error { return errors.Join(answer.Close(), db.Close()) }, Notes: notes}, nil
}

// choose returns the table or view of that name, or the only one where name is empty.
func choose(db *sql.DB, name string) (string, error) {
	list, err := db.Query(`SELECT name FROM sqlite_schema WHERE type IN ('table', 'view') AND name NOT LIKE 'sqlite\_%' ESCAPE '\' ORDER BY name`)
	if err != nil {
		return "", err
	}
	defer list.Close()
	var names []string
	for list.Next() {
		var n string
		if err := list.Scan(&n); err != nil {
			return "", err
		}
		names = append(names, n)
	}
	if err := list.Err(); err != nil {
		return "", err
	}
	shown := strings.Join(names[:min(10, len(names))], ", ")
	switch {
	case len(names) == 0:
		return "", &table.Error{Found: "a database without tables", Want: "a table", Err: table.ErrEmpty}
	case name == "" && len(names) > 1:
		return "", &table.Error{Found: "the tables " + shown, Want: "one table", Advice: "write ?table=" +
			names[0] + " behind the name of the file, or give --query"}
	case name == "":
		return names[0], nil
	}
	if at := slices.IndexFunc(names, func(n string) bool { return strings.EqualFold(n, name) }); at >= 0 {
		return names[at], nil
	}
	return "", &table.Error{Found: fmt.Sprintf("no table %q among %s", name, shown),
		Want: "the name of a table", Advice: "write one of the list behind ?table="}
}

// cell is a value as text: a float as the shortest decimal that gives it back.
func cell(v any) string {
	switch v := v.(type) {
	case nil:
		return ""
	case int64:
		return strconv.FormatInt(v, 10)
	case float64:
		return strconv.FormatFloat(v, 'g', -1, 64)
	case bool:
		return strings.ToUpper(strconv.FormatBool(v))
	case string:
		return v
	case time.Time:
		return v.Format("2006-01-02T15:04:05.999999999")
	case []byte:
		return fmt.Sprintf("(%d bytes)", len(v))
	}
	return fmt.Sprint(v)
}
