package sqlcheck_test

import (
	"context"
	"database/sql"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	_ "modernc.org/sqlite"

	"github.com/kexplain/kexplain/border"
	"github.com/kexplain/kexplain/explain"
	"github.com/kexplain/kexplain/explain/points"
	"github.com/kexplain/kexplain/poly"
	"github.com/kexplain/kexplain/ring"
)

// constraints returns what learn --format sql writes of polynomials on points.
func constraints(set *points.Set, polys ...*poly.Polynomial[ring.Rat]) string {
	R := polys[0].Ring()
	l := poly.SQL.List("F", R.Names(poly.SQL))
	var items []string
	for _, p := range polys {
		bound := ""
		if t := explain.Tolerance(set, p, nil); t > 0 {
			bound = ring.Float64.Format(t)
		}
		items = append(items, l.Item(p.Format(poly.SQL), bound))
	}
	return l.Open + strings.Join(items, l.Separator) + l.End
}

// TestSQLite: a table with the constraints takes the rows that they were learned from and
// refuses others. The names are a word of SQL and a letter beyond ASCII.
func TestSQLite(t *testing.T) {
	for _, c := range []struct{ name, rows, law, good, bad string }{
		{"whole numbers", "order,größe,z\n3,4,25\n5,12,169\n8,15,289\n", "z - order^2 - größe^2", "20, 21, 841", "20, 21, 840"},
		{"hundredths", "order,größe,z\n0.1,0.2,0.05\n0.3,0.4,0.25\n1.1,0.7,1.70\n", "z - order^2 - größe^2", "0.5, 0.6, 0.61", "0.5, 0.6, 0.6100001"},
		{"halves", "order,größe,z\n1,1,0\n3,1,4\n2,2,1\n", "z - 1/2*order^2 + 1/2*größe", "5, 1, 12", "5, 1, 11"},
	} {
		set, err := points.ReadFrom(context.Background(), strings.NewReader(c.rows), "t.csv", points.Options{})
		require.NoError(t, err)
		R := poly.MustRing(ring.Q, set.Variables())
		p, err := R.Parse(c.law)
		require.NoError(t, err)
		db, err := sql.Open("sqlite", ":memory:")
		require.NoError(t, err)
		defer db.Close()
		db.SetMaxOpenConns(1)
		create := `CREATE TABLE t ("order" NUMERIC, "größe" NUMERIC, z NUMERIC,` + "\n" + constraints(set, p) + ")"
		_, err = db.Exec(create)
		require.NoError(t, err, create)
		for i := range set.Rows() {
			row := set.Row(i)
			_, err = db.Exec("INSERT INTO t VALUES (?, ?, ?)", row[0], row[1], row[2])
			assert.NoError(t, err, "%s: %v in\n%s", c.name, row, create)
		}
		_, err = db.Exec("INSERT INTO t VALUES (" + c.good + ")")
		assert.NoError(t, err, "%s: %s", c.name, create)
		_, err = db.Exec("INSERT INTO t VALUES (" + c.bad + ")")
		assert.ErrorContains(t, err, "CHECK", "%s: %s", c.name, create)
	}
}

// TestIdeal: the constraints that ideal writes of points with sevenths take the points, and
// no other point.
func TestIdeal(t *testing.T) {
	R := poly.MustRing(ring.Q, []string{"x", "y"})
	var at [][]ring.Rat
	rows := [][2]int64{{1, 3}, {2, 1}, {5, 2}}
	for _, r := range rows {
		at = append(at, []ring.Rat{ring.RatFromInt(r[0]), ring.RatFromInt(r[1])})
	}
	id, err := border.BuchbergerMollerQ(context.Background(), R, at, border.Options{})
	require.NoError(t, err)
	l := poly.SQL.List("G", R.Names(poly.SQL))
	var items []string
	for _, p := range id.GroebnerBasis() {
		p = poly.Primitive(p)
		require.Zero(t, explain.Roundoff(p, at))
		items = append(items, l.Item(p.Format(poly.SQL), ""))
	}
	db, err := sql.Open("sqlite", ":memory:")
	require.NoError(t, err)
	defer db.Close()
	db.SetMaxOpenConns(1)
	_, err = db.Exec("CREATE TABLE t (x NUMERIC, y NUMERIC,\n" + strings.Join(items, l.Separator) + ")")
	require.NoError(t, err)
	for _, r := range rows {
		_, err = db.Exec("INSERT INTO t VALUES (?, ?)", r[0], r[1])
		assert.NoError(t, err)
	}
	_, err = db.Exec("INSERT INTO t VALUES (4, 4)")
	assert.ErrorContains(t, err, "CHECK")
}
