package main

import (
	"bytes"
	"database/sql"
	"flag"
	"fmt"
	stdpng "image/png"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/parquet-go/parquet-go"
	"github.com/rogpeppe/go-internal/testscript"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"github.com/xuri/excelize/v2"
	_ "modernc.org/sqlite"

	"github.com/kexplain/kexplain/internal/licencetest"
	"github.com/kexplain/kexplain/io/png"
)

var update = flag.Bool("update", false, "rewrite what the tests compare with")

func TestMain(m *testing.M) { testscript.Main(m, map[string]func(){"kexplain-io": main}) }

// call runs the program, which testscript.Main has put on the path.
func call(t *testing.T, args ...string) (stdout, stderr string) {
	t.Helper()
	program, err := exec.LookPath("kexplain-io")
	require.NoError(t, err)
	c := exec.Command(program, args...)
	var out, errors strings.Builder
	c.Stdout, c.Stderr = &out, &errors
	if err := c.Run(); err != nil {
		require.ErrorAs(t, err, new(*exec.ExitError))
	}
	return out.String(), errors.String()
}

// planets are distances in astronomical units and times in years, with T² = a³ exactly.
var planets = [][2]float64{{1, 1}, {4, 8}, {9, 27}, {2.25, 3.375}, {6.25, 15.625}, {16, 64}, {0.25, 0.125}, {12.25, 42.875}, {0.01, 0.001}, {1.21, 1.331}}

// TestExcel reads a sheet as people have them: a title, an empty line and names above the
// table, which begins in the second column; a column of dates and one of words; a total.
func TestExcel(t *testing.T) {
	book := excelize.NewFile()
	set := func(sheet, cell string, v any) { require.NoError(t, book.SetCellValue(sheet, cell, v)) }
	require.NoError(t, book.SetSheetName("Sheet1", "Notes"))
	set("Notes", "A1", "nothing to see")
	_, err := book.NewSheet("Planets")
	require.NoError(t, err)
	set("Planets", "B1", "Planets, by nobody")
	require.NoError(t, book.MergeCell("Planets", "B1", "E1"))
	for c, name := range []string{"name", "seen", "a (AU)", "T (a)"} {
		set("Planets", fmt.Sprintf("%c3", 'B'+c), name)
	}
	for i, p := range planets {
		row := fmt.Sprint(4 + i)
		set("Planets", "B"+row, fmt.Sprintf("planet %d, an \"imaginary\" one", i))
		set("Planets", "C"+row, time.Date(2026, 1, 1+i*i, 0, 0, 0, 0, time.UTC))
		set("Planets", "D"+row, p[0])
		set("Planets", "E"+row, p[1])
	}
	set("Planets", "D9", 16.000000000000004) // 17 digits, as sums in Excel leave them
	set("Planets", "B14", "Total")
	path := filepath.Join(t.TempDir(), "planets.xlsx")
	require.NoError(t, book.SaveAs(path))

	out, stderr := call(t, "check", "T_a^2 = a_AU^3", path)
	assert.Empty(t, stderr)
	assert.Contains(t, out, "the sheet Planets of an Excel workbook, of the sheets Notes, Planets; ?sheet=NAME chooses")
	out, stderr = call(t, "learn", path)
	assert.Empty(t, stderr)
	assert.Contains(t, out, "10 rows")
	assert.Contains(t, out, "T_a^2 = a_AU^3")
	assert.Contains(t, out, "seen (dates, see --dates)")
	out, _ = call(t, "learn", path, "--dates", "days", "--columns", "seen,a (AU),T (a)")
	assert.Contains(t, out, "seen is in days since 2026-01-01")
	whole, err := os.ReadFile(path)
	require.NoError(t, err)
	half := filepath.Join(t.TempDir(), "half.xlsx")
	require.NoError(t, os.WriteFile(half, whole[:len(whole)/2], 0o600))
	for args, want := range map[string]string{
		path + "?sheet=Nowhere":          `found no sheet "Nowhere" among Notes, Planets`,
		path + "?table=Planets":          "found ?table= behind a file of Excel, expected ?sheet=",
		path + " --query select":         "found a query, and a file of Excel",
		path + " --separator comma":      "a file of Excel, which has no separator",
		half:                             "a file of Excel that cannot be read",
		path + "?sheet=Planets --skip 3": "",
	} {
		_, stderr := call(t, append([]string{"learn"}, strings.Fields(args)...)...)
		assert.Contains(t, stderr, want)
		assert.LessOrEqual(t, strings.Count(stderr, "\n"), 1, stderr)
		assert.LessOrEqual(t, len(stderr), 400)
	}
}

// TestParquet reads columns of every kind.
func TestParquet(t *testing.T) {
	type row struct {
		Name   string    `parquet:"name,dict"`
		A      float64   `parquet:"a"`
		T      *float64  `parquet:"T,optional"`
		Small  float32   `parquet:"small"`
		N      int64     `parquet:"n"`
		U      uint32    `parquet:"u"`
		Price  int64     `parquet:"price,decimal(2:18)"`
		On     bool      `parquet:"on"`
		When   time.Time `parquet:"when,timestamp(millisecond)"`
		Series []float64 `parquet:"series,list"`
	}
	var rows []row
	for i, p := range planets {
		r := row{Name: fmt.Sprint("p", i), A: p[0], T: &planets[i][1], Small: float32(i*i) / 10, N: int64(i), U: 1<<32 - 1 - uint32(i), Price: int64(100*i*i*i + 7*i), On: i%3 == 0,
			When: time.Date(2026, 1, 1, i*i, 30, 0, 0, time.UTC), Series: []float64{1, 2}}
		if i == 4 {
			r.T = nil
		}
		rows = append(rows, r)
	}
	path := filepath.Join(t.TempDir(), "planets.parquet")
	require.NoError(t, parquet.WriteFile(path, rows, parquet.Compression(&parquet.Zstd)))
	out, stderr := call(t, "learn", path, "--columns", "a,T")
	assert.Empty(t, stderr)
	assert.Contains(t, out, "9 rows")
	assert.Contains(t, out, "T^2 = a^3")
	assert.Contains(t, out, "line 5") // the fifth row, with the missing cell
	out, _ = call(t, "check", "10*small = n^2, u + n = 4294967295, 100*price = 100*n^3 + 7*n", path, "--columns", "small,n,u,price")
	assert.Contains(t, out, "10*small = n^2\n#   vanishes exactly at 10 of 10 points")
	assert.Contains(t, out, "u + n = 4294967295\n#   vanishes exactly at 10 of 10 points")
	assert.Contains(t, out, "100*price = 100*n^3 + 7*n\n#   vanishes exactly at 10 of 10 points")
	out, _ = call(t, "check", "on = 1", path)
	assert.Contains(t, out, "does not hold")
	out, stderr = call(t, "check", "2*when = 2*n^2 + 1", path, "--dates", "hours")
	assert.Empty(t, stderr)
	assert.Contains(t, out, "when is in hours since 2026-01-01")
	assert.Contains(t, out, "vanishes exactly at 10 of 10 points")
	data, err := os.ReadFile(path)
	require.NoError(t, err)
	bad := filepath.Join(t.TempDir(), "bad.parquet")
	require.NoError(t, os.WriteFile(bad, data[:len(data)/2], 0o600))
	_, stderr = call(t, "learn", bad)
	assert.Contains(t, stderr, "a file of Parquet that cannot be read")
	assert.Equal(t, 1, strings.Count(stderr, "\n"))
}

// TestSQLite reads a table, a view and a query, and writes nothing.
func TestSQLite(t *testing.T) {
	path := filepath.Join(t.TempDir(), "sky #1 50%.db")
	db, err := sql.Open("sqlite", path)
	require.NoError(t, err)
	_, err = db.Exec("CREATE TABLE planet (name TEXT, a REAL, T REAL)")
	require.NoError(t, err)
	for i, p := range planets {
		_, err = db.Exec("INSERT INTO planet VALUES (?, ?, ?)", fmt.Sprint("p, ", i), p[0], p[1])
		require.NoError(t, err)
	}
	_, err = db.Exec("INSERT INTO planet VALUES ('nothing', 3, NULL)")
	require.NoError(t, err)
	learned := func(path string, more ...string) {
		t.Helper()
		out, stderr := call(t, append([]string{"learn", path}, more...)...)
		assert.Empty(t, stderr)
		assert.Contains(t, out, "T^2 = a^3")
	}
	refused := func(want string, args ...string) {
		t.Helper()
		_, stderr := call(t, append([]string{"learn"}, args...)...)
		assert.Contains(t, stderr, want)
		assert.Equal(t, 1, strings.Count(stderr, "\n"), stderr)
		assert.LessOrEqual(t, len(stderr), 400)
	}
	learned(path)
	_, err = db.Exec("CREATE VIEW far AS SELECT a, T FROM planet WHERE T > 0.1")
	require.NoError(t, err)
	require.NoError(t, db.Close())
	learned(path + "?table=far")
	learned(path, "--query", "SELECT T, a FROM planet WHERE a < 15")
	refused("found the tables far, planet, expected one table; write ?table=far", path)
	refused(`found no table "near" among far, planet`, path+"?table=near")
	refused("found a query that the database refuses", path, "--query", "SELECT b FROM planet")
	refused("found", path, "--query", "DROP TABLE planet")
	refused("found ?table= and --query", path+"?table=far", "--query", "SELECT a FROM far")
	learned(path + "?table=planet")
	csv := filepath.Join(t.TempDir(), "t.csv")
	require.NoError(t, os.WriteFile(csv, []byte("x,y\n1,2\n"), 0o600))
	refused("found a query, and a file that is no database", csv, "--query", "SELECT 1")
	refused("found ?table= behind a file that holds one table", csv+"?table=x")
}

// TestPNG draws the pictures of the gallery as PNG.
func TestPNG(t *testing.T) {
	drawings, err := filepath.Glob(filepath.Join("..", "..", "docs", "gallery", "*.svg"))
	require.NoError(t, err)
	require.NotEmpty(t, drawings)
	for _, path := range drawings {
		svg, err := os.ReadFile(path)
		require.NoError(t, err)
		var b bytes.Buffer
		require.NoError(t, png.Write(string(svg), &b), path)
		img, err := stdpng.Decode(&b)
		require.NoError(t, err)
		dark := 0 // pixels
		for y := range img.Bounds().Dy() {
			for x := range img.Bounds().Dx() {
				if r, _, _, _ := img.At(x, y).RGBA(); r < 0x8000 {
					dark++
				}
			}
		}
		assert.Greater(t, dark, img.Bounds().Dx(), path)
	}
	require.ErrorContains(t, png.Write(`<svg width="10" height="10"><ellipse/></svg>`, io.Discard), "ellipse: an element that is not known")
	path := filepath.Join(t.TempDir(), "boyle.png")
	_, stderr := call(t, "learn", filepath.Join("..", "..", "testdata", "boyle.csv"), "--degree", "2", "--plot", path)
	assert.Empty(t, stderr)
	f, err := os.Open(path)
	require.NoError(t, err)
	defer f.Close()
	_, err = stdpng.Decode(f)
	require.NoError(t, err)
}

// TestVersion names the formats and the licences.
func TestVersion(t *testing.T) {
	out, _ := call(t, "version")
	assert.Contains(t, out, ", Excel, Parquet, SQLite\n")
	out, _ = call(t, "version", "--licences")
	assert.Contains(t, out, "gonum.org/v1/gonum")
	assert.Contains(t, out, "modernc.org/sqlite")
}

// TestLicences holds the licences of the modules that kexplain does not link, and their
// table in docs/reference/dependencies.md, to what go list says.
func TestLicences(t *testing.T) {
	const how = "go test -C io ./kexplain-io -run TestLicences -update writes it anew"
	top, err := filepath.Abs(filepath.Join("..", ".."))
	require.NoError(t, err)
	known := map[string]bool{}
	for _, m := range licencetest.Linked(t, top, "./cmd/kexplain") {
		known[m.Path] = true
	}
	var texts, table strings.Builder
	table.WriteString("| linked by kexplain-io | version | licence |\n| --- | --- | --- |\n")
	for _, m := range licencetest.Linked(t, ".", ".") {
		if !known[m.Path] {
			fmt.Fprintf(&texts, "%s %s, %s\n\n%s\n", m.Path, m.Version, m.Licence, m.Text)
			fmt.Fprintf(&table, "| `%s` | %s | %s |\n", m.Path, m.Version, m.Licence)
		}
	}
	page := filepath.Join(top, "docs", "reference", "dependencies.md")
	old, err := os.ReadFile(page)
	require.NoError(t, err)
	block := regexp.MustCompile(`(?m)^\| linked by kexplain-io \|.*\n(\|.*\n)*`)
	require.True(t, block.Match(old), "no table of linked modules in %s", page)
	fresh := block.ReplaceAllLiteralString(string(old), table.String())
	if *update {
		require.NoError(t, os.WriteFile("licences.txt", []byte(texts.String()), 0o644))
		require.NoError(t, os.WriteFile(page, []byte(fresh), 0o644))
		return
	}
	assert.Equal(t, string(old), fresh, how)
	assert.Equal(t, licences, texts.String(), how)
}
