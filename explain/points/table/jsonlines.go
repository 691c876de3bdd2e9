package table

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/kexplain/kexplain/explain/points/table/scan"
)

// jsonLines turns JSON Lines, one object a line whose keys are the columns, into the
// text of a table separated by commas. Its first line holds the keys of the first
// objects; then every line is that of the same number in the file.
type jsonLines struct {
	name   string
	r      *bufio.Reader
	line   int
	place  map[string]int // of a key in a row
	keys   []string
	ahead  [][]jsonPair // objects read to learn the keys; nil for an empty line
	header bool         // the line of keys is written
	out    bytes.Buffer
	err    error
}

// jsonPair is a key with the text of its cell.
type jsonPair struct{ key, cell string }

// jsonAhead is the number of lines that are read to learn the keys.
const jsonAhead = 1000

func newJSONLines(r *bufio.Reader, name string) *jsonLines {
	return &jsonLines{name: name, r: r, place: map[string]int{}}
}

func (j *jsonLines) Read(p []byte) (int, error) {
	for j.out.Len() == 0 {
		if !j.header {
			j.begin()
			continue
		}
		if j.err != nil {
			return 0, j.err
		}
		if pairs, err := j.next(); err != nil {
			j.err = err
		} else {
			j.row(pairs)
		}
	}
	return j.out.Read(p)
}

// begin reads the first objects and writes the line of keys and their rows.
func (j *jsonLines) begin() {
	j.header = true
	for len(j.ahead) < jsonAhead {
		pairs, err := j.next()
		if err != nil {
			j.err = err
			break
		}
		for _, p := range pairs {
			if _, ok := j.place[p.key]; !ok {
				j.place[p.key] = len(j.keys)
				j.keys = append(j.keys, p.key)
			}
		}
		j.ahead = append(j.ahead, pairs)
	}
	if errors.Is(j.err, io.EOF) || j.err == nil {
		for k, key := range j.keys {
			if k > 0 {
				j.out.WriteByte(',')
			}
			j.out.WriteString(csvQuoted(key))
		}
		j.out.WriteByte('\n')
		for _, pairs := range j.ahead {
			j.row(pairs)
		}
	}
	j.ahead = nil
}

// row writes a row; keys that the first objects did not have are left out.
func (j *jsonLines) row(pairs []jsonPair) {
	if pairs != nil {
		cells := make([]string, len(j.keys))
		for _, p := range pairs {
			if k, ok := j.place[p.key]; ok {
				cells[k] = p.cell
			}
		}
		if text := strings.Join(cells, ","); strings.Trim(text, ",") == "" && len(cells) == 1 {
			j.out.WriteString("NA") // an empty line would be no row
		} else {
			j.out.WriteString(text)
		}
	}
	j.out.WriteByte('\n')
}

// next reads the object of a line, nil where the line is empty.
func (j *jsonLines) next() ([]jsonPair, error) {
	var line []byte
	for {
		part, err := j.r.ReadSlice('\n')
		line = append(line, part...)
		if len(line) > MaxLine {
			return nil, j.fault(fmt.Sprintf("a line of more than %d MiB", MaxLine>>20), "shorter lines")
		}
		if errors.Is(err, bufio.ErrBufferFull) {
			continue
		}
		if err != nil && (!errors.Is(err, io.EOF) || len(line) == 0) {
			return nil, err
		}
		break
	}
	j.line++
	if line = bytes.TrimSpace(line); len(line) == 0 {
		return nil, nil
	}
	pairs, err := jsonObject(line)
	if err != nil {
		return nil, j.fault(scan.Quote(line)+" ("+err.Error()+")", "one JSON object a line, whose keys are the columns")
	}
	return pairs, nil
}

// fault is an error about the line that was read last.
func (j *jsonLines) fault(found, want string) error {
	return &scan.Error{File: j.name, Line: j.line, Found: found, Want: want, Advice: "write one object a line, as jq -c does"}
}

// jsonObject reads a line.
func jsonObject(line []byte) ([]jsonPair, error) {
	d := json.NewDecoder(bytes.NewReader(line))
	d.UseNumber()
	if t, err := d.Token(); err != nil || t != json.Delim('{') {
		return nil, errors.New("no object")
	}
	pairs := []jsonPair{}
	seen := map[string]bool{}
	for d.More() {
		t, err := d.Token()
		if err != nil {
			return nil, errors.New("not JSON")
		}
		key, ok := t.(string)
		var value any
		if err := d.Decode(&value); err != nil || !ok {
			return nil, errors.New("not JSON")
		}
		if seen[key] {
			return nil, fmt.Errorf("the key %s twice", scan.Quote([]byte(key)))
		}
		seen[key] = true
		pairs = append(pairs, jsonPair{key, jsonCell(value)})
	}
	if _, err := d.Token(); err != nil {
		return nil, errors.New("an object without an end")
	}
	if _, err := d.Token(); !errors.Is(err, io.EOF) {
		return nil, errors.New("more than an object")
	}
	return pairs, nil
}

// jsonCell is the cell for a value; lists and objects are text.
func jsonCell(value any) string {
	switch v := value.(type) {
	case nil:
		return ""
	case json.Number:
		return v.String()
	case bool:
		return strings.ToUpper(fmt.Sprint(v))
	case string:
		return csvQuoted(v)
	}
	return csvQuoted("(list or object)")
}

// csvQuoted is a text as a quoted cell on one line.
func csvQuoted(s string) string {
	s = strings.NewReplacer("\n", " ", "\r", " ").Replace(s)
	return `"` + strings.ReplaceAll(s, `"`, `""`) + `"`
}
