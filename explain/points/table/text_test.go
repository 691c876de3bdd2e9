package table

import (
	"bytes"
	"compress/gzip"
	"context"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/kexplain/kexplain/internal/sharedtest"

	"github.com/kexplain/kexplain/explain/points/table/scan"

	"github.com/kexplain/kexplain/explain/points/table/layout"
)

// read reads a table from a text.
func read(text string, o Options) (*Table, error) {
	r, err := NewReader(strings.NewReader(text), "t.csv", o)
	if err != nil {
		return nil, err
	}
	return r.ReadAll(context.Background())
}

// rows returns the cells of a table.
func rows(t *Table) [][]float64 {
	var rows [][]float64
	for i := range t.Rows() {
		rows = append(rows, append([]float64(nil), t.Row(i)...))
	}
	return rows
}

func TestText(t *testing.T) {
	square := [][]float64{{1, 2}, {3, 4}}
	tests := []struct {
		name, why, text string
		o               Options
		names           string
		rows            [][]float64
		info            string // what String says after the colon
	}{
		{"header", "the plain case", "x,y\n1,2\n3,4\n", Options{}, "x y", square,
			"CSV, separated by commas, header, 2 rows × 2 columns (x, y), no cell missing"},
		{"no header", "numbers from the first line on", "1,2\n3,4\n", Options{}, "x1 x2", square,
			"CSV, separated by commas, no header, 2 rows × 2 columns (x1, x2), no cell missing"},
		{"no final newline", "many programs leave it out", "x,y\n1,2\n3,4", Options{}, "x y", square, ""},
		{"CRLF and BOM", "Windows", "\ufeffx,y\r\n1,2\r\n3,4\r\n", Options{}, "x y", square, ""},
		{"CR", "old Macintosh", "x,y\r1,2\r3,4\r", Options{}, "x y", square, ""},
		{"one row", "a single point is a table", "1,2", Options{}, "x1 x2", [][]float64{{1, 2}}, ""},
		{"one column", "no separator at all", "x\n1\n2\n", Options{}, "x", [][]float64{{1}, {2}}, ""},
		{"tabs", "TSV", "x\ty\n1\t2\n3\t4\n", Options{}, "x y", square,
			"TSV, separated by tabs, header, 2 rows × 2 columns (x, y), no cell missing"},
		{"semicolons with decimal commas", "European spreadsheets", "x;y\n1,5;2\n3;-4,25e1\n", Options{}, "x y", [][]float64{{1.5, 2}, {3, -42.5}},
			"CSV, separated by semicolons, decimal commas, header, 2 rows × 2 columns (x, y), no cell missing"},
		{"semicolons with points", "not all of them", "x;y\n1.5;2\n3;4\n", Options{}, "x y", [][]float64{{1.5, 2}, {3, 4}}, ""},
		{"bars", "psql", "x|y\n1|2\n3|4\n", Options{}, "x y", square, ""},
		{"comma and blank", "the comma is the separator", "x, y\n1, 2\n3, 4\n", Options{}, "x y", square, ""},
		{"blanks", "runs of spaces and tabs, leading and trailing", "  x\t y\n  1   2 \n3\t4\t\n", Options{}, "x y", square,
			"text, separated by blanks, header, 2 rows × 2 columns (x, y), no cell missing"},
		{"header in a comment", "gnuplot, Octave", "# made on Friday\n% x y\n1 2\n# in between\n\n3 4\n", Options{}, "x y", square,
			"text, separated by blanks, header in a comment, 2 rows × 2 columns (x, y), no cell missing"},
		{"comment is no header", "more words than columns", "# made on a Friday\n1 2\n3 4\n", Options{}, "x1 x2", square, ""},
		{"comment above commas", "words of the comment are separated by blanks", "# x y\n1,2\n3,4\n", Options{}, "x y", square, ""},
		{"comment and header", "the header wins", "# a table\nx,y\n1,2\n3,4\n", Options{}, "x y", square, ""},
		{"numbers in a header", "2B and 3B are doubles and triples", "AB,H,2B,3B,HR\n1,2,0,0,0\n3,4,0,0,0\n", Options{Columns: []string{"AB", "H"}}, "AB H", square, ""},
		{"short header", "trial and time have no name, Schmidt and Lipson", "% x y\n0 0 1 2\n0 .1 3 4\n", Options{}, "x y", square,
			"text, separated by blanks, header in a comment, 2 rows × 2 columns of 4 (x, y), no cell missing\nthe header names 2 of 4 columns: taken for columns 3 to 4"},
		{"short header, columns behind", "double_pend_h_1.txt", "% x\n0 0 1 2\n0 .1 3 4\n1 0 7 8\n", Options{}, "x", [][]float64{{1}, {3}, {7}}, ""},
		{"short header at the left", "nothing numbers the rows", "x y\n3 1 9\n1 2 9\n", Options{}, "x y", [][]float64{{3, 1}, {1, 2}},
			"text, separated by blanks, header, 2 rows × 2 columns of 3 (x, y), no cell missing\nthe header names 2 of 3 columns: taken for columns 1 to 2"},
		{"short header, unnamed chosen", "c3 and 3 name it", "x y\n3 1 9\n1 2 8\n", Options{Columns: []string{"c3"}}, "c3", [][]float64{{9}, {8}}, ""},
		{"row names", "R writes them", "x y\na 1 2\nb 3 4\n", Options{}, "x y", square, ""},
		{"text column", "labels are left out", "body,a,T\nEarth,1,2\nMars,3,4\n", Options{}, "a T", square,
			"CSV, separated by commas, header, 2 rows × 2 columns of 3 (a, T), no cell missing\nleft out, no numbers in it: body"},
		{"quotes", "header, text and numbers in quotes; a quote and a line end inside", "\"a, b\",\"x\"\"\",y\n\"u\nv\",\"1\",2\n\"u,\"\"v\", \"3\" ,4\n", Options{},
			`x" y`, square, ""},
		{"quote inside a cell", "inches: a quote that does not begin a cell is a character", "what,x,y\n5\",1,2\n6\",3,4\n", Options{}, "x y", square, ""},
		{"by name and number", "order of choice", "a,b,c\n1,2,3\n4,5,6\n", Options{Columns: []string{"c", "1"}}, "c a", [][]float64{{3, 1}, {6, 4}},
			"CSV, separated by commas, header, 2 rows × 2 columns of 3 (c, a), no cell missing"},
		{"range", "2-3", "a,b,c\n1,2,3\n4,5,6\n", Options{Columns: []string{"2-3"}}, "b c", [][]float64{{2, 3}, {5, 6}}, ""},
		{"name that is a number", "the name comes first", "3,2,1\n1,2,3\n4,5,6\n", Options{Header: layout.HeaderYes, Columns: []string{"3"}}, "3", [][]float64{{1}, {4}}, ""},
		{"missing cells", "rows that lack a chosen cell go", "x,y,z\n1,2,\n5,NA,1\n ,?,1\n3,4,null\n", Options{Columns: []string{"x", "y"}}, "x y", square,
			"CSV, separated by commas, header, 2 rows × 2 columns of 3 (x, y), 3 cells missing\nleft out for missing cells: 2 rows (lines 3, 4)"},
		{"empty column", "left out like text", "x,y,z\n1,2,\n3,4,\n", Options{}, "x y", square, ""},
		{"trailing separator", "every line ends in a comma", "x,y,\n1,2,\n3,4,\n", Options{}, "x y", square,
			"CSV, separated by commas, header, 2 rows × 2 columns (x, y), no cell missing"},
		{"trailing separator without header's", "written by a loop", "x,y\n1,2,\n3,4,\n", Options{}, "x y", square, ""},
		{"empty cells in TSV", "tabs side by side", "x\ty\tz\n1\t\t2\n3\t0\t4\n", Options{Columns: []string{"x", "z"}}, "x z", square, ""},
		{"constant", "a warning", "x,y\n1,2\n1,4\n", Options{}, "x y", [][]float64{{1, 2}, {1, 4}},
			"CSV, separated by commas, header, 2 rows × 2 columns (x, y), no cell missing\nconstant: x"},
		{"duplicate names", "told apart", "x,x,\n1,2,3\n4,5,6\n", Options{}, "x x_2 c3", [][]float64{{1, 2, 3}, {4, 5, 6}}, ""},
		{"skip", "a title", "My table\n\nx,y\n1,2\n3,4\n", Options{Skip: 1}, "x y", square, ""},
		{"header refused", "numbers that look like data anyway", "1,2\n3,4\n", Options{Header: layout.HeaderNo}, "x1 x2", square, ""},
		{"header forced", "years as names", "2001,2002\n1,2\n3,4\n", Options{Header: layout.HeaderYes}, "2001 2002", square, ""},
		{"Unicode minus", "copied from a web page", "x,y\n−1,1e−2\n3,4\n", Options{}, "x y", [][]float64{{-1, .01}, {3, 4}}, ""},
		{"Latin-1", "a spreadsheet of 2003: names keep their letters, and the report says why", "gr\xf6\xdfe,y\n1,2\n3,4\n", Options{}, "größe y", square,
			"CSV, separated by commas, header, 2 rows × 2 columns (größe, y), no cell missing\nthe header is not UTF-8: read as Windows-1252, which holds Latin-1"},
		{"Windows-1252", "the euro sign is there and not in Latin-1; UTF-8 beside it stays", "\x80,größe\n1,2\n3,4\n", Options{Columns: []string{"€", "größe"}}, "€ größe", square, ""},
		{"separator forced", "blanks inside", "1,2 3\n", Options{Separator: scan.Blanks, Columns: []string{"2"}}, "x2", [][]float64{{3}}, ""},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			table, err := read(tt.text, tt.o)
			require.NoError(t, err, tt.why)
			assert.Equal(t, tt.names, strings.Join(table.Names(), " "), tt.why)
			assert.Empty(t, cmp.Diff(tt.rows, rows(table)), tt.why)
			if tt.info != "" {
				assert.Equal(t, "t.csv: "+tt.info, table.Info.String(), tt.why)
			}
		})
	}
}

func TestTextErrors(t *testing.T) {
	wide := strings.Repeat("7", MaxLine+10)
	tests := []struct {
		name, text string
		o          Options
		want       string
	}{
		{"empty file", "", Options{}, "t.csv: found an empty file, expected a table of numbers"},
		{"blank lines", "\n\n \n", Options{}, "t.csv: found no rows, expected a table of numbers"},
		{"comments only", "# a\n% b\n", Options{}, "t.csv: found no rows, expected a table of numbers"},
		{"header only", "x,y\n", Options{}, "t.csv: found a header and no rows (line 1), expected rows of numbers below it"},
		{"header only, forced", "1,2\n", Options{Header: layout.HeaderYes}, "t.csv: found a header and no rows (line 1), expected rows of numbers below it"},
		{"bad cell", "x,y\n1,2\n3,abc\n", Options{},
			`t.csv:3:2: column y: found "abc", expected a number; correct the cell, or choose other columns with --columns`},
		{"bad cell after a comment", "x,y\n1,2\n# c\n\n3,4 5\n", Options{},
			`t.csv:5:2: column y: found "4 5", expected a number; correct the cell, or choose other columns with --columns`},
		{"bad first line", "150,4,setosa\n1,2,3\n4,5,6\n", Options{},
			`t.csv:1:3: column x3: found "setosa", expected a number; if this line is no data, use --skip 1 or --header yes`},
		{"a word for totals in the first line", "5,7,sum\n1,2,3\n4,5,9\n", Options{},
			`t.csv:1:3: column x3: found "sum", expected a number; if this line is no data, use --skip 1 or --header yes`},
		{"ragged, short", "x,y\n1,2\n3\n", Options{}, "t.csv:3: found 1 cell separated by commas, expected 2 as in line 1; correct the line"},
		{"ragged, long", "x,y\n1,2\n3,4,5\n6,7\n", Options{}, "t.csv:3: found 3 cells separated by commas, expected 2 as in line 1; correct the line"},
		{"ragged, half of the rows", "x,y\n1,2\n3,4,5\n", Options{}, "t.csv:3: found 3 cells separated by commas, expected 2 as in line 1; correct the line"},
		{"ragged, blanks", "1 2\n3 4\n5\n", Options{}, "t.csv:3: found 1 cell separated by blanks, expected 2 as in line 1; correct the line"},
		{"Inf", "1,2\n-Inf,4\n", Options{},
			`t.csv:2:1: column x1: found "-Inf", expected a finite number; leave the cell empty to have the row left out`},
		{"1e400", "1,2\n1e400,4\n", Options{},
			`t.csv:2:1: column x1: found "1e400", expected at most 1.798e+308 in size; use another unit for this column`},
		{"huge exponent", "1,2\n1e-5000,4\n", Options{},
			`t.csv:2:1: column x1: found "1e-5000", expected an exponent of at most 4096; use another unit for this column`},
		{"long number", "1,2\n" + strings.Repeat("7", 5000) + ",4\n", Options{},
			`t.csv:2:1: column x1: found "7777777777777777777777777777777777777777"… (5000 bytes), expected a number of at most 4096 characters; round it`},
		{"missing refused", "x,y\n1,\n3,4\n", Options{Missing: MissingError},
			"t.csv:2:2: column y: found an empty cell, expected a number; fill the cell, or use --missing drop to leave such rows out"},
		{"every row incomplete", "x,y\n1,\n,4\n", Options{},
			"t.csv: found a missing cell in each of 2 rows, expected rows of numbers; choose fuller columns with --columns"},
		{"open quote", "x,y\n1,2\n3,\"4\n5,6\n", Options{}, `t.csv:3:2: found a quoted cell without an end, expected a closing "; close the quote or remove it`},
		{"open quote in the header", "x,\"y\n1,2\n3,4\n5,6\n", Options{}, `t.csv:1:2: found a quoted cell without an end, expected a closing "; close the quote or remove it`},
		{"open quote in the header of a long file", "x,\"y\n" + strings.Repeat("1,2\n3,4\n", 100_000), Options{},
			`t.csv:1:2: found a quoted cell without an end, expected a closing "; close the quote or remove it`},
		{"long name", "x," + strings.Repeat("y", 5_000_000) + "\n1,2\n3,4\n", Options{},
			`t.csv:1:2: found "yyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyy"… (5000000 bytes), expected a name of at most 1000 bytes; shorten the name`},
		{"prose", "It was a dark\nand stormy night\n", Options{},
			`t.csv:2: found "and stormy night", expected numbers in at least one column; give the separator with --separator if it was not recognised`},
		{"cells that are no numbers", "a,b\n44°11,14°22\n43°54,5°32\n", Options{},
			`t.csv:2: found "44°11 14°22", expected numbers in at least one column; give the separator with --separator if it was not recognised`},
		{"zero bytes", "1,2\n\x00\x00,3\n", Options{},
			"t.csv:2: found a zero byte (binary data), expected CSV, TSV, blank-separated text or NPY; export the table as CSV or NPY"},
		{"spreadsheet", "PK\x03\x04xlsx", Options{},
			"t.csv: found a damaged zip archive (.xlsx, .ods, .npz are such), expected a whole one; fetch the file again, and export spreadsheets as CSV"},
		{"endless line", wide, Options{}, "t.csv:1: found a line of more than 16 MiB, expected shorter lines; one row of the table goes on one line"},
		{"endless line below", "1,2\n3,4\n" + wide, Options{}, "t.csv:3: found a line of more than 16 MiB, expected shorter lines; one row of the table goes on one line"},
		{"endless quote", "1,2\n3,4\n5,\"" + wide, Options{}, `t.csv:3:2: found a quoted cell without an end, expected a closing "; close the quote or remove it`},
		{"gzip cut", string(zipped("1,2\n3,4\n")[:20]), Options{}, "t.csv: found a gzip stream that ends too early, expected a whole one; fetch the file again"},
		{"gzip damaged", "\x1f\x8bnonsense in place of a header", Options{}, "t.csv: found a damaged gzip stream, expected a whole one; fetch the file again"},
		{"gzip twice", string(zipped(string(zipped("1,2\n")))), Options{},
			"t.csv: found gzip inside gzip, expected CSV, TSV, blank-separated text or NPY; unpack it once"},
		{"unknown column", "x,y\n1,2\n", Options{Columns: []string{"z"}}, `table: t.csv has no column "z", its columns are x, y: no such column`},
		{"column number", "x,y\n1,2\n", Options{Columns: []string{"3"}}, "table: t.csv has columns 1 to 2, not 3: no such column"},
		{"column twice", "x,y\n1,2\n", Options{Columns: []string{"x", "1"}}, "table: column x is chosen twice: no such column"},
		{"text column chosen", "n,y\na,2\n", Options{Columns: []string{"n"}},
			`t.csv:2:1: column n: found "a", expected a number; correct the cell, or choose other columns with --columns`},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			_, err := read(tt.text, tt.o)
			require.Error(t, err)
			assert.Equal(t, tt.want, err.Error())
			assert.True(t, errors.Is(err, scan.ErrInput) || errors.Is(err, scan.ErrColumn))
			assert.NotContains(t, err.Error(), "\n")
		})
	}
}

// zipped compresses a text.
func zipped(text string) []byte {
	var b bytes.Buffer
	w := gzip.NewWriter(&b)
	io.WriteString(w, text)
	w.Close()
	return b.Bytes()
}

// TestFiles opens what is not a plain file.
func TestFiles(t *testing.T) {
	dir := t.TempDir()
	ctx := context.Background()
	_, err := Read(ctx, dir, Options{})
	assert.EqualError(t, err, dir+": found a directory, expected a file; name one file inside it")
	missing := filepath.Join(dir, "none.csv")
	_, err = Read(ctx, missing, Options{})
	assert.EqualError(t, err, missing+": found no such file, expected a file that can be read")
	assert.ErrorIs(t, err, os.ErrNotExist)
	_, err = Read(ctx, "-", Options{})
	assert.ErrorIs(t, err, scan.ErrInput)
	table, err := Read(ctx, "-", Options{Stdin: strings.NewReader("1 2\n")})
	require.NoError(t, err)
	assert.Equal(t, "standard input: text, separated by blanks, no header, 1 row × 2 columns (x1, x2), no cell missing", table.Info.String())

	path := filepath.Join(dir, "t.csv.gz")
	raw := zipped("x,y\n1,2\n")
	require.NoError(t, os.WriteFile(path, raw, 0o600))
	table, err = Read(ctx, path, Options{})
	require.NoError(t, err)
	assert.True(t, table.Info.Gzip)
	assert.EqualValues(t, len(raw), table.Info.Bytes)
}

// TestExact keeps decimals as they are spelled.
func TestExact(t *testing.T) {
	table, err := read("0.1,-2.50\n1e-3,12345678901234567890.5\n3e2,1e-400\n", Options{})
	require.NoError(t, err)
	assert.Equal(t, "1/10", table.Exact(0, 0).String())
	assert.Equal(t, "-5/2", table.Exact(0, 1).String())
	assert.Equal(t, "1/1000", table.Exact(1, 0).String())
	assert.Equal(t, "24691357802469135781/2", table.Exact(1, 1).String())
	assert.Equal(t, "300", table.Exact(2, 0).String())
	assert.Zero(t, table.Row(2)[1], "too small for a float64")
	assert.Equal(t, 1, table.Exact(2, 1).Sign(), "and not zero")
}

// TestFractions takes fractions in every place where a cell is told from a word.
func TestFractions(t *testing.T) {
	o := Options{}
	for _, text := range []string{"1/2,-3\n+5/10,2/1\n", "x y\n1/2 -3/1\n 007/14 2\n", "# x;y\n1/2;−3/1\n1/2;2\n"} {
		table, err := read(text, o)
		require.NoError(t, err)
		require.Equal(t, 2, table.Rows(), text)
		assert.Equal(t, "1/2", table.Exact(0, 0).String(), text)
		assert.Equal(t, "-3", table.Exact(0, 1).String(), text)
		assert.Equal(t, "1/2", table.Exact(1, 0).String(), text)
		assert.InDelta(t, .5, table.Row(0)[0], 0, text)
	}
	for cell, want := range map[string]string{
		"1/0":     `t.csv:2:2: column y: found "1/0", expected a denominator that is not zero; correct the cell`,
		"1/":      `found "1/", expected a number`,
		"/2":      `found "/2", expected a number`,
		"1/-2":    `found "1/-2", expected a number`,
		"1.5/2":   `found "1.5/2", expected a number`,
		"1/2/3":   `found "1/2/3", expected a number`,
		"1e400/3": `found "1e400/3", expected a number`,
	} {
		_, err := read("x,y\n1,"+cell+"\n3,4\n", o)
		require.ErrorIs(t, err, scan.ErrInput, cell)
		assert.Contains(t, err.Error(), want)
	}
}

// TestBlocks reads the same rows whatever the size of the blocks.
func TestBlocks(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	var b strings.Builder
	b.WriteString("x,y\n")
	for i := range 1000 {
		switch rng.IntN(10) {
		case 0:
			b.WriteString("# comment\n")
		case 1:
			fmt.Fprintf(&b, "%d,\n", i)
		case 2:
			fmt.Fprintf(&b, "%d.%020d,\"%v\"\n", i, rng.IntN(1000), rng.NormFloat64())
		default:
			fmt.Fprintf(&b, "%v,%d\n", rng.NormFloat64(), i)
		}
	}
	want, err := read(b.String(), Options{})
	require.NoError(t, err)
	for _, size := range []int{1, 7, 256, 100000} {
		r, err := NewReader(strings.NewReader(b.String()), "t.csv", Options{BlockRows: size})
		require.NoError(t, err)
		at := 0
		for {
			block, err := r.Next(context.Background())
			if errors.Is(err, io.EOF) {
				break
			}
			require.NoError(t, err)
			require.LessOrEqual(t, block.Rows(), size)
			assert.Equal(t, at, block.first)
			for i := range block.Rows() {
				assert.Equal(t, want.Row(at), block.Row(i))
				assert.Equal(t, want.Line(at), block.Line(i))
				for j := range want.Cols() {
					assert.Equal(t, want.Exact(at, j), block.Exact(i, j))
				}
				at++
			}
		}
		assert.Equal(t, want.Rows(), at)
		assert.Empty(t, cmp.Diff(want.Info, r.Info()))

		// Put together again, with numbers too long to pack in every block.
		table, err := read(b.String(), Options{BlockRows: size})
		require.NoError(t, err)
		for i := range want.Rows() {
			for j := range want.Cols() {
				require.Equal(t, want.Exact(i, j), table.Exact(i, j))
			}
		}
	}
}

// TestQuotesAcrossReads puts the end of what is read at first at every place of
// a record that goes over two lines.
func TestQuotesAcrossReads(t *testing.T) {
	const record = "1,\"a\nb\",22222222\n"
	for before := range len(record) + 1 {
		padding := sampleSize - before
		text := strings.Repeat("1,a,2\n", padding/6-1) + "1,a,2" + strings.Repeat("0", padding%6) + "\n" + record + "3,c,4\n"
		table, err := read(text, Options{Header: layout.HeaderNo})
		require.NoError(t, err, before)
		n := table.Rows()
		assert.Equal(t, []float64{1, 22222222}, table.Row(n-2))
		assert.Equal(t, []float64{3, 4}, table.Row(n-1))
	}
}

// TestMemory: what a reader allocates does not grow with the number of rows.
func TestMemory(t *testing.T) {
	allocated := func(rows int) uint64 {
		text := benchText(rows, 6)
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		r, err := NewReader(bytes.NewReader(text), "t.csv", Options{})
		require.NoError(t, err)
		for err == nil {
			_, err = r.Next(context.Background())
		}
		require.ErrorIs(t, err, io.EOF)
		require.Equal(t, rows, r.Info().Rows)
		runtime.ReadMemStats(&after)
		return after.TotalAlloc - before.TotalAlloc
	}
	few, many := allocated(20_000), allocated(100_000)
	assert.Less(t, many, few+few/2, "allocated for five times as many rows")
}

// TestCancel stops when told.
func TestCancel(t *testing.T) {
	r, err := NewReader(io.MultiReader(bytes.NewReader(benchText(20000, 17))), "t.csv", Options{})
	require.NoError(t, err)
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	_, err = r.ReadAll(ctx)
	assert.ErrorIs(t, err, context.Canceled)
}

// TestReference reads the published files and checks their digests.
func TestReference(t *testing.T) {
	tests := []struct {
		path    string
		columns string
		rows    int
		digest  string
	}{
		{"schmidt-lipson/circle_1.txt", "x y", 360, "36a2da0e851ddac1"},
		{"schmidt-lipson/lienar_a_1.txt", "x v a", 512, "dc0f85a0af809c89"},
		{"schmidt-lipson/real_pend_circle_1.txt", "x y", 600, "f94e70da1acdb503"},
		{"schmidt-lipson/double_pend_h_1.txt", "o1 o2 w1 w2", 2516, "cbdb34df045549d0"},
		{"schmidt-lipson/real_double_pend_h_1.txt", "o1 o2 w1 w2", 1520, "9ea97ad3b1c6b83b"},
		{"schmidt-lipson/real_pend_h_1.txt", "o v", 556, "45d92988198b89a5"},
		{"laws/kepler_solar_system.csv", "period_kdays m1_suns m2_earths distance_au", 8, "9937b748ccdac9a6"},
		{"laws/galileo_shelf.csv", "height distance", 5, "a8364d16108325e3"},
		{"uci/Skin_NonSkin.txt.gz", "x1 x2 x3 x4", 245057, "8105fc61ceefeca8"},
	}
	for _, tt := range tests {
		t.Run(tt.path, func(t *testing.T) {
			path := sharedtest.Path(t, "data", tt.path)
			table, err := Read(context.Background(), path, Options{})
			require.NoError(t, err)
			assert.Equal(t, tt.columns, strings.Join(table.Names(), " "))
			assert.Equal(t, tt.rows, table.Rows())
			assert.Equal(t, tt.digest, table.Info.Digest[:len(tt.digest)])
		})
	}
}

// FuzzText reads anything: an error of one line, or a table in which every
// float is the one nearest to its exact value.
func FuzzText(f *testing.F) {
	for _, text := range []string{
		"x,y\n1,2\n3,4\n", "% x y\n0 0 1 2\n0 .1 3 4\n", "x;y\n1,5;2\n", "\ufeff\"a\"\"b\",x\r\n\"1\",2\r\n", "1\t\t2\n", "x,y,\n1,2,\n",
		"1,\"2\n3,4", "\"", "\"\"\"", ",", ",,\n,,", "#\n%", "1 2\n3", "x\n", "\r\r", "a|b\n1|NA\n", "1e400", "nan", "\xff\xfea\x00,\x00b\x00\n\x001\x00,\x002\x00\n\x00", "{\"a\":1,\"b\":\"1,5\"}\n{\"a\":true}\n",
		"a,b\n\"1,234.5\",5%\nTotal,<0.5\n", "x;y\nm;s\n1.234,5;TRUE\n", "top\n\na,b\n1,2\n3,4", "a,b\n\"1,5\",2\n", "1 234;5\n", "#N/A,1\n2,3\n",
		"\x1f\x8b", "\x93NUMPY",
	} {
		f.Add([]byte(text), uint8(0), uint8(0))
		f.Add([]byte(text), uint8(1), uint8(2))
		f.Add([]byte(text), uint8(2), uint8(5))
	}
	f.Add([]byte("1/2,3\n-1/3,4/0\n"), uint8(0), uint8(0))
	f.Fuzz(func(t *testing.T, text []byte, header, separator uint8) {
		o := Options{Header: layout.Header(header % 3), BlockRows: 2}
		if k := int(separator) % (len(scan.Separators) + 1); k > 0 {
			o.Separator = scan.Separators[k-1]
		}
		r, err := NewReader(bytes.NewReader(text), "f", o)
		var table *Table
		if err == nil {
			table, err = r.ReadAll(context.Background())
		}
		if err != nil {
			require.ErrorIs(t, err, scan.ErrInput)
			require.NotContains(t, err.Error(), "\n")
			return
		}
		require.Positive(t, table.Rows())
		for i := range table.Rows() {
			for j := range table.Cols() {
				want, _ := table.Exact(i, j).Big().Float64()
				require.Equal(t, want, table.Row(i)[j]+0)
			}
		}
		require.NotEmpty(t, table.Info.String())
	})
}

// TestLabels: a column of labels goes with its rows, whatever is left out between
// them, and is spelled as the reader of numbers reads cells.
func TestLabels(t *testing.T) {
	for name, text := range map[string]string{
		"commas": "x,y,kind\n1,2,a\n3,,lost\n# none\n4,5,\"b, \"\"c\"\"\"\n6,7, d \n",
		"return": "x;y;kind\r1;2;a\r3;;lost\r4;5;\"b, \"\"c\"\"\"\r6;7;d\r",
		"blanks": "x y kind\n1 2 a\n3 NA lost\n4 5 \"b, \"\"c\"\"\"\n6 7 d\n",
		"lines":  "x,note,y,kind\n1,\"over\ntwo\",2,a\n4,,5,\"b, \"\"c\"\"\"\n6,,7,d\n",
	} {
		for _, rows := range []int{1, 100} {
			r, err := NewReader(strings.NewReader(text), name, Options{BlockRows: rows})
			require.NoError(t, err, name)
			columns := r.Info().FileColumns
			r.TakeLabels(len(columns) - 1)
			all, err := r.ReadAll(context.Background())
			require.NoError(t, err, name)
			var labels []string
			for i := range all.Rows() {
				labels = append(labels, all.Label(i))
			}
			require.Equal(t, []string{"a", `b, "c"`, "d"}, labels, name)
			require.Equal(t, []float64{4, 5}, all.Row(1), name)
			require.Panics(t, func() { r.TakeLabels(len(columns) - 1) }, "after Next")
		}
	}
	r, err := NewReader(strings.NewReader("1,2\n3,4\n"), "numbers", Options{})
	require.NoError(t, err)
	require.Panics(t, func() { r.TakeLabels(1) }, "taken as numbers")
}

// TestUnbounded: numbers beyond float64 are read exactly where that is asked for.
func TestUnbounded(t *testing.T) {
	text := "x,y\n1e400,2\n-2e400,1/1" + strings.Repeat("0", 400) + "\n" + strings.Repeat("9", 500) + ",3\n1" + strings.Repeat("0", 400) + "/3,3\n"
	table, err := Read(context.Background(), "-", Options{Stdin: strings.NewReader(text), Unbounded: true})
	require.NoError(t, err)
	assert.Equal(t, 401, len(table.Exact(0, 0).String()))
	assert.True(t, table.Exact(1, 0).Equal(table.Exact(0, 0).Add(table.Exact(0, 0)).Neg()))
	assert.Equal(t, strings.Repeat("9", 500), table.Exact(2, 0).String())
	assert.False(t, table.Exact(1, 1).IsZero())
	assert.Equal(t, table.Exact(0, 0).String()+"/3", table.Exact(3, 0).String())
	assert.Empty(t, table.Info.Constant)
	_, err = Read(context.Background(), "-", Options{Stdin: strings.NewReader("1e5000,2\n1,2\n"), Unbounded: true})
	assert.ErrorContains(t, err, "an exponent of at most 4096")
}

// TestConstantExactly: a column of numbers that are one float64 and several rationals is
// not constant.
func TestConstantExactly(t *testing.T) {
	table, err := Read(context.Background(), "-", Options{Stdin: strings.NewReader("x,y,z\n1e-400,0.1,1.0\n2e-400,0.1000000000000000000001,1\n")})
	require.NoError(t, err)
	assert.Equal(t, []string{"z"}, table.Info.Constant)
}
