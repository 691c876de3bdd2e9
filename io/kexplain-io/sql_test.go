package main

import (
	"context"
	"database/sql"
	"encoding/csv"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/kexplain/kexplain/explain/points/table"
	"github.com/kexplain/kexplain/explain/state"
)

// query runs a query and writes its result as CSV.
func query(t *testing.T, db *sql.DB, text, path string) {
	t.Helper()
	rows, err := db.Query(text)
	require.NoError(t, err)
	defer rows.Close()
	names, err := rows.Columns()
	require.NoError(t, err)
	f, err := os.Create(path)
	require.NoError(t, err)
	defer f.Close()
	w := csv.NewWriter(f)
	require.NoError(t, w.Write(names))
	for rows.Next() {
		cells, at := make([]any, len(names)), make([]any, len(names))
		for i := range cells {
			at[i] = &cells[i]
		}
		require.NoError(t, rows.Scan(at...))
		record := make([]string, len(names))
		for i, c := range cells {
			if x, float := c.(float64); float {
				record[i] = fmt.Sprintf("%.17g", x)
			} else if c != nil {
				record[i] = fmt.Sprint(c)
			}
		}
		require.NoError(t, w.Write(record))
	}
	require.NoError(t, rows.Err())
	w.Flush()
	require.NoError(t, w.Error())
}

// TestSQL runs the queries of kexplain sql on SQLite, also one whose means take several rows:
// they are those of a state of the same rows, and learn goes on from them.
func TestSQL(t *testing.T) {
	dir := t.TempDir()
	db, err := sql.Open("sqlite", filepath.Join(dir, "db.sqlite"))
	require.NoError(t, err)
	defer db.Close()
	_, err = db.Exec(`CREATE TABLE rides ("a b" REAL, y REAL, z REAL, u REAL, v REAL, w REAL)`)
	require.NoError(t, err)
	rng := rand.New(rand.NewPCG(1, 1))
	tx, err := db.Begin()
	require.NoError(t, err)
	var text strings.Builder
	text.WriteString("a b,y,z,u,v,w\n")
	const n, sigma = 9000, 0.01
	for range n {
		sin, cos := math.Sincos(2 * math.Pi * rng.Float64())
		cell := func(x float64) float64 { return math.Round(1e5*x) / 1e5 }
		x := []any{cell(3 * (cos + sigma*rng.NormFloat64())), cell(3 * (sin + sigma*rng.NormFloat64())), cell(rng.Float64()), cell(rng.Float64()), cell(rng.Float64()), cell(rng.Float64())}
		_, err := tx.Exec("INSERT INTO rides VALUES (?,?,?,?,?,?)", x...)
		require.NoError(t, err)
		fmt.Fprintf(&text, "%g,%g,%g,%g,%g,%g\n", x...)
	}
	_, err = tx.Exec("INSERT INTO rides VALUES (NULL, 1e9, 0, 0, 0, 0)") // does not count
	require.NoError(t, err)
	require.NoError(t, tx.Commit())
	r, err := table.NewReader(strings.NewReader(text.String()), "t.csv", table.Options{})
	require.NoError(t, err)
	want, err := state.Read(context.Background(), r, 4, func() {})
	require.NoError(t, err)

	moments, sample := filepath.Join(dir, "moments.csv"), filepath.Join(dir, "sample.csv")
	wide, stderr := call(t, "sql", "rides", "--columns", "a b,y,z,u,v,w", "--degree", "4", "--dialect", "sqlite")
	require.Empty(t, stderr)
	query(t, db, wide, moments)
	f, err := os.Open(moments)
	require.NoError(t, err)
	got, err := state.ReadMoments(f)
	require.NoError(t, err)
	require.NoError(t, f.Close())
	got, err = got.In(want.Names())
	require.NoError(t, err)
	assert.Equal(t, n, got.Rows())
	units := []float64{2, 3, 0.5, 1, 1, 1}
	for _, e := range [][]uint8{{0, 0, 0, 0, 0, 0}, {2, 0, 0, 0, 0, 0}, {3, 1, 1, 1, 1, 1}, {0, 0, 0, 0, 0, 8}, {1, 1, 0, 2, 0, 4}} {
		assert.InDelta(t, want.Mean(e, units), got.Mean(e, units), 1e-12*math.Max(1, math.Abs(want.Mean(e, units))))
	}

	two, stderr := call(t, "sql", "rides", "--columns", "y,a b", "--degree", "2", "--dialect", "sqlite")
	require.Empty(t, stderr)
	query(t, db, two, moments)
	some, stderr := call(t, "sql", "rides", "--columns", "a b,y", "--dialect", "sqlite", "--sample")
	require.Empty(t, stderr)
	query(t, db, some, sample)
	out, stderr := call(t, "learn", sample, "--moments", moments, "--degree", "2")
	assert.Empty(t, stderr)
	assert.Contains(t, out, "\na_b^2 + y^2 = 9\n")
	assert.Contains(t, out, "a sample of 8000 rows of 9000; the noise and the decimals are those of all rows")

	_, stderr = call(t, "learn", sample, "--moments", sample)
	assert.Contains(t, stderr, "found no column kexplain_columns")
	require.NoError(t, os.WriteFile(sample, []byte("p,q\n1,2\n3,4\n"), 0o666))
	_, stderr = call(t, "learn", sample, "--moments", moments)
	assert.Contains(t, stderr, "found no moments of the column p, only of y, a b")
}
