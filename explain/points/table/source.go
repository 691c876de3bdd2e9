package table

import (
	"bufio"
	"bytes"
	"cmp"
	"compress/flate"
	"compress/gzip"
	"encoding/hex"
	"errors"
	"fmt"
	"hash"
	"io"
	"os"

	"github.com/kexplain/kexplain/explain/points/table/format"
	"github.com/kexplain/kexplain/explain/points/table/scan"
	"github.com/kexplain/kexplain/internal/sha256"
)

// source is the decoded stream of a file, with the digest of its raw bytes.
type source struct {
	name   string
	stream *bufio.Reader // after gunzip
	raw    *digester
	rawBuf *bufio.Reader
	gzip   bool
	format string // of a text that was turned into a table: "JSON Lines"
	named  bool   // its first line holds the names of the columns, and is not in the file
	notes  []string
	word   string // which part of the file the path asks for: the array of an NPZ archive
	part   string // and its name
	closer io.Closer
	file   *os.File     // the file itself, where it is a plain one
	rows   *format.Rows // of a format that is no text
	size   int64        // of the file in bytes, 0 when not known
}

// sourceBuffer is the size of the read buffers: large enough that the cost of
// a system call does not show.
const sourceBuffer = 256 << 10

// digester counts and hashes what is read through it.
type digester struct {
	r   io.Reader
	sum hash.Hash // nil without Info.Digest
	n   int64
}

func (d *digester) Read(p []byte) (int, error) {
	n, err := d.r.Read(p)
	if d.sum != nil {
		d.sum.Write(p[:n])
	}
	d.n += int64(n)
	return n, err
}

// openSource opens path, "-" being o.Stdin.
func openSource(path string, o Options) (*source, error) {
	if path == "-" {
		if o.Stdin == nil {
			return nil, fmt.Errorf("table: standard input is not available here: %w", scan.ErrInput)
		}
		return newSource(o.Stdin, "standard input", o)
	}
	path, word, part := format.Cut(path)
	f, err := os.Open(path)
	if err != nil {
		return nil, &scan.Error{File: path, Found: OpenFault(err), Want: "a file that can be read", Err: err}
	}
	info, err := f.Stat()
	if err == nil && info.IsDir() {
		f.Close()
		return nil, &scan.Error{File: path, Found: "a directory", Want: "a file", Advice: "name one file inside it"}
	}
	s, err := newSource(f, path, o)
	if err != nil {
		f.Close()
		return nil, err
	}
	s.closer, s.word, s.part = f, word, part
	if info != nil && info.Mode().IsRegular() {
		s.size, s.file = info.Size(), f
	}
	return s, nil
}

// OpenFault is the short reason of an error of os.Open, "no such file".
func OpenFault(err error) string {
	switch {
	case errors.Is(err, os.ErrNotExist):
		return "no such file"
	case errors.Is(err, os.ErrPermission):
		return "no permission to read"
	}
	var pathError *os.PathError
	if errors.As(err, &pathError) {
		return pathError.Err.Error()
	}
	return err.Error()
}

// newSource looks through gzip, one layer of it.
func newSource(r io.Reader, name string, o Options) (*source, error) {
	raw := &digester{r: r}
	if !o.NoDigest {
		raw.sum = sha256.New()
	}
	s := &source{name: name, raw: raw, rawBuf: bufio.NewReaderSize(raw, sourceBuffer)}
	s.stream = s.rawBuf
	magic, err := s.rawBuf.Peek(2)
	if err != nil && !errors.Is(err, io.EOF) {
		return nil, s.fault(err)
	}
	if !bytes.Equal(magic, []byte{0x1f, 0x8b}) {
		return s, nil
	}
	unzipped, err := gzip.NewReader(s.rawBuf)
	if err != nil {
		return nil, s.fault(err)
	}
	s.gzip = true
	s.stream = bufio.NewReaderSize(unzipped, sourceBuffer)
	return s, nil
}

// fault turns an error of the stream into one that names the file.
func (s *source) fault(err error) error {
	var own *scan.Error
	if errors.As(err, &own) {
		return own
	}
	var corrupt flate.CorruptInputError
	if errors.Is(err, io.ErrUnexpectedEOF) || errors.Is(err, gzip.ErrHeader) ||
		errors.Is(err, gzip.ErrChecksum) || errors.As(err, &corrupt) {
		found := "a damaged gzip stream"
		if errors.Is(err, io.ErrUnexpectedEOF) {
			found = "a gzip stream that ends too early"
		}
		return &scan.Error{File: s.name, Found: found, Want: "a whole one", Advice: "fetch the file again", Err: err}
	}
	if errors.Is(err, scan.ErrHalf) {
		return &scan.Error{File: s.name, Found: "UTF-16 that ends in the middle of a character", Want: "a whole file", Advice: "fetch the file again", Err: err}
	}
	return &scan.Error{File: s.name, Found: "a read error: " + OpenFault(err), Err: err}
}

// formatOf looks at the first bytes: NPY or text. It drops the byte order mark
// of UTF-8 and refuses what is neither.
func (s *source) formatOf(o Options) (npy bool, err error) {
	head, err := s.stream.Peek(512)
	if err != nil && !errors.Is(err, io.EOF) {
		return false, s.fault(err)
	}
	if len(head) == 0 {
		return false, &scan.Error{File: s.name, Found: "an empty file", Want: "a table of numbers", Err: scan.ErrEmpty}
	}
	for _, f := range o.Formats {
		if f.Match(head) {
			return false, s.openFormat(f, o.Query)
		}
	}
	if o.Query != "" {
		return false, &scan.Error{File: s.name, Found: "a query, and a file that is no database known here",
			Want: "an SQLite database, read by kexplain-io", Advice: "leave --query out"}
	}
	if bytes.HasPrefix(head, []byte("PK\x03\x04")) {
		if err := s.openNPZ(); err != nil {
			return false, err
		}
		if head, err = s.stream.Peek(512); err != nil && !errors.Is(err, io.EOF) || !bytes.HasPrefix(head, []byte(npyMagic)) {
			return false, &scan.Error{File: s.name, Found: "an NPZ archive whose array is no NPY file",
				Want: "arrays of NumPy", Advice: "save it with numpy.savez"}
		}
	} else if s.word == "array" {
		return false, &scan.Error{File: s.name, Found: "a file that is no NPZ archive",
			Want: "one, behind which ?array= chooses", Advice: "leave ?array= out"}
	}
	if bytes.HasPrefix(head, []byte(npyMagic)) {
		return true, nil
	}
	if order := scan.UTF16Order(head); order != 0 {
		s.stream = bufio.NewReaderSize(&scan.UTF16Reader{R: s.stream, Big: order == 'B'}, sourceBuffer)
		s.notes = append(s.notes, "the file is UTF-16")
		if head, err = s.stream.Peek(512); err != nil && !errors.Is(err, io.EOF) {
			return false, s.fault(err)
		}
	}
	if err := format.Refuse(s.name, head); err != nil {
		return false, err
	}
	if s.word != "" && s.word != "array" {
		return false, &scan.Error{File: s.name, Found: "?" + s.word + "= behind a file that holds one table",
			Want: "a workbook or a database, read by kexplain-io", Advice: "leave it out"}
	}
	if i := bytes.IndexByte(head, 0); i >= 0 {
		return false, s.binary(1 + bytes.Count(head[:i], []byte{'\n'}))
	}
	if bytes.HasPrefix(head, []byte("\ufeff")) {
		if _, err := s.stream.Discard(len("\ufeff")); err != nil {
			return false, s.fault(err)
		}
		head = head[len("\ufeff"):]
	}
	if bytes.HasPrefix(bytes.TrimLeft(head, " \t\r\n"), []byte("{")) {
		s.format, s.named = "JSON Lines", true
		s.stream = bufio.NewReaderSize(newJSONLines(s.stream, s.name), sourceBuffer)
	}
	return false, nil
}

// binary is the error about a byte that no text has.
func (s *source) binary(line int) error {
	return &scan.Error{File: s.name, Line: line, Found: "a zero byte (binary data)",
		Want: "CSV, TSV, blank-separated text or NPY", Advice: "export the table as CSV or NPY"}
}

// finish reads what is left, so that the digest covers the whole file, and
// returns the digest and the number of bytes.
func (s *source) finish() (digest string, n int64, err error) {
	if _, err := io.Copy(io.Discard, s.rawBuf); err != nil {
		return "", 0, s.fault(err)
	}
	if s.raw.sum != nil {
		digest = hex.EncodeToString(s.raw.sum.Sum(nil))
	}
	return digest, s.raw.n, nil
}

func (s *source) close() (err error) {
	if s.rows != nil {
		err = s.rows.Close()
	}
	if s.closer != nil {
		err = errors.Join(err, s.closer.Close())
	}
	return err
}

// openFormat goes on with the table of a file that is no text. A file that is not plain
// is read into memory.
func (s *source) openFormat(f format.Format, query string) error {
	fault := func(found, want, advice string) error {
		return &scan.Error{File: s.name, Found: found, Want: want, Advice: advice}
	}
	switch {
	case s.word != "" && s.word != f.Part:
		return fault("?"+s.word+"= behind a file of "+f.Name, "?"+cmp.Or(f.Part, "nothing")+"=", "leave it out")
	case query != "" && !f.Query:
		return fault("a query, and a file of "+f.Name, "an SQLite database", "leave --query out")
	}
	in := format.File{Part: s.part, Query: query}
	if s.file != nil && !s.gzip {
		in.ReaderAt, in.Size, in.Path = s.file, s.size, s.name
	} else {
		data, err := s.readWhole()
		if err != nil {
			return err
		}
		in.ReaderAt, in.Size = bytes.NewReader(data), int64(len(data))
	}
	var err error
	if s.rows, err = f.Open(in); err != nil {
		return format.Fault(s.name, f.Name, err)
	}
	s.format, s.named = f.Name, s.rows.Names != nil
	s.notes = append(s.notes, s.rows.Notes...)
	s.stream = bufio.NewReaderSize(s.rows.Text(), sourceBuffer)
	return nil
}

// readWhole reads all of a file whose reader has to go to and fro in it.
func (s *source) readWhole() ([]byte, error) {
	data, err := io.ReadAll(io.LimitReader(s.stream, maxWhole+1))
	if err != nil {
		return nil, s.fault(err)
	}
	if len(data) > maxWhole {
		return nil, &scan.Error{File: s.name, Found: fmt.Sprintf("more than %d bytes, which have to be in memory", maxWhole), Want: "a smaller file", Advice: "export the table as CSV"}
	}
	return data, nil
}
