package border_test

import (
	"encoding/json"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/kexplain/kexplain/border"
	"github.com/kexplain/kexplain/internal/sharedtest"
	"github.com/kexplain/kexplain/poly"
	"github.com/kexplain/kexplain/ring"
)

// golden is a point set with its bases, found by two other programs that
// agree.
type golden struct {
	Variables            []string
	Order                string
	Points               [][]string
	PointsWithDuplicates [][]string `json:"points_with_duplicates"`
	GroebnerBasis        []string   `json:"groebner_basis"`
	LeadingMonomials     []string   `json:"leading_monomials"`
	StandardMonomials    []string   `json:"standard_monomials"`
	BorderTerms          []string   `json:"border_terms"`
	BorderBasis          []string   `json:"border_basis"`
}

// eachGolden runs f on the files of testdata and, where they are, on those
// beside the repository.
func eachGolden(t *testing.T, f func(t *testing.T, g golden, R *poly.Ring[ring.Rat])) {
	run := func(t *testing.T, dir string) {
		files, err := filepath.Glob(filepath.Join(dir, "*.json"))
		require.NoError(t, err)
		require.NotEmpty(t, files)
		for _, file := range files {
			t.Run(filepath.Base(file), func(t *testing.T) {
				text, err := os.ReadFile(file)
				require.NoError(t, err)
				var g golden
				require.NoError(t, json.Unmarshal(text, &g))
				R, err := poly.NewRing(ring.Q, g.Variables)
				require.NoError(t, err)
				require.Equal(t, g.Order, R.Order().String())
				f(t, g, R)
			})
		}
	}
	t.Run("testdata", func(t *testing.T) { run(t, filepath.Join("testdata", "points")) })
	t.Run("shared", func(t *testing.T) { run(t, sharedtest.Path(t, "golden", "points")) })
}

func parsePoints(t *testing.T, rows [][]string) [][]ring.Rat {
	t.Helper()
	points := make([][]ring.Rat, len(rows))
	for i, row := range rows {
		for _, cell := range row {
			x, err := ring.ParseRat(cell)
			require.NoError(t, err)
			points[i] = append(points[i], x)
		}
	}
	return points
}

func (g golden) check(t *testing.T, R *poly.Ring[ring.Rat], o *border.OrderIdeal, gb, bb []*poly.Polynomial[ring.Rat]) {
	t.Helper()
	texts := func(basis []*poly.Polynomial[ring.Rat]) (s []string) {
		for _, p := range basis {
			s = append(s, p.String())
		}
		return s
	}
	names := func(mons []poly.Monomial) (s []string) {
		for _, m := range mons {
			s = append(s, R.FormatMonomial(m))
		}
		return s
	}
	require.Equal(t, g.GroebnerBasis, texts(gb))
	require.Equal(t, g.LeadingMonomials, names(o.Corners()))
	require.Equal(t, g.StandardMonomials, names(o.Members()))
	if g.BorderTerms != nil {
		require.Equal(t, g.BorderTerms, names(o.Border()))
		require.Equal(t, g.BorderBasis, texts(bb))
	}
}

func TestGoldenFast(t *testing.T) {
	eachGolden(t, func(t *testing.T, g golden, R *poly.Ring[ring.Rat]) {
		for _, rows := range [][][]string{g.Points, g.PointsWithDuplicates} {
			if rows == nil {
				continue
			}
			id, err := border.BuchbergerMollerQ(t.Context(), R, parsePoints(t, rows), border.Options{})
			require.NoError(t, err)
			g.check(t, R, id.OrderIdeal(), id.GroebnerBasis(), id.BorderBasis())
			require.Equal(t, parsePoints(t, g.Points), id.Points())
		}
	})
}

func TestGoldenReference(t *testing.T) {
	eachGolden(t, func(t *testing.T, g golden, R *poly.Ring[ring.Rat]) {
		if testing.Short() && len(g.Points) > 25 {
			t.Skip("plain elimination over Q takes a second here")
		}
		id, err := border.BuchbergerMoller(t.Context(), R, parsePoints(t, g.Points))
		require.NoError(t, err)
		g.check(t, R, id.OrderIdeal(), id.GroebnerBasis(), id.BorderBasis())
	})
}
