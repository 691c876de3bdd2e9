package learn

import (
	"encoding/json"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"
	"gonum.org/v1/gonum/mat"

	"github.com/kexplain/kexplain/ring"
)

// rational is a number of the instance files: "p/q".
type rational string

func (r rational) rat(t testing.TB) ring.Rat {
	t.Helper()
	v, err := ring.ParseRat(string(r))
	require.NoError(t, err)
	return v
}

// rationals is a matrix of the instance files.
type rationals [][]rational

func (m rationals) dense(t testing.TB) *mat.Dense {
	t.Helper()
	d := mat.NewDense(len(m), len(m[0]), nil)
	for i, row := range m {
		for j, v := range row {
			d.Set(i, j, v.rat(t).Float64())
		}
	}
	return d
}

// instances reads the reference instances of name.json, which package theorems
// checks, into a slice of T.
func instances[T any](t testing.TB, name string) []T {
	t.Helper()
	b, err := os.ReadFile(filepath.Join("..", "duality", "theorems", "testdata", "instances", name+".json"))
	require.NoError(t, err)
	var file struct{ Instances []T }
	require.NoError(t, json.Unmarshal(b, &file))
	require.NotEmpty(t, file.Instances)
	return file.Instances
}
