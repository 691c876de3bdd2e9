package table

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// slowly reads a table cell by cell.
func slowly(text string, o Options) (*Table, error) {
	r, err := NewReader(strings.NewReader(text), "slowly", o)
	if err != nil {
		return nil, err
	}
	t := &Table{Block: Block{names: r.block.names}}
	for {
		r.text.slow = 1 << 30
		b, err := r.Next(context.Background())
		if errors.Is(err, io.EOF) {
			t.Info = r.Info()
			return t, nil
		}
		if err != nil {
			return nil, err
		}
		t.Block.append(b)
	}
}

// TestPlainRows: rows of plain numbers are read at once as they are cell by cell, with columns left out and in another order,
// and between rows that are not plain.
func TestPlainRows(t *testing.T) {
	rng := rand.New(rand.NewPCG(8, 1))
	read := 0
	for draw := range 150 {
		columns := 1 + rng.IntN(5)
		word := rng.IntN(2*columns) - 1 // a column of words, or none
		end := []string{"\n", "\r\n"}[rng.IntN(2)]
		odd := []int{3, 30, 3000}[rng.IntN(3)]
		cell := func(c int) string {
			switch {
			case c == word && rng.IntN(200) == 0:
				return "total"
			case c == word:
				return []string{"a", "bcd", "some longer words", "", "x-1"}[rng.IntN(5)]
			case rng.IntN(odd) == 0:
				return []string{"", "NA", " 5", "+1", "1e400", "1/3", "12345678901234567890", "0.00000000000000000012", "\"7\"", "5%"}[rng.IntN(10)]
			case rng.IntN(20) == 0:
				return fmt.Sprintf("%.3e", rng.NormFloat64())
			}
			return fmt.Sprintf("%.*f", rng.IntN(18), rng.NormFloat64()*10)
		}
		var b strings.Builder
		for c := range columns {
			fmt.Fprintf(&b, "%sc%d", strings.Repeat(",", min(c, 1)), c)
		}
		head := b.String()
		b.WriteString(end)
		for range 20 + rng.IntN(300) {
			switch rng.IntN(10 * odd) {
			case 0:
				b.WriteString("# a comment" + end)
			case 1:
				b.WriteString(head + end)
			case 2:
				b.WriteString(end)
			}
			for c := range columns {
				b.WriteString(strings.Repeat(",", min(c, 1)) + cell(c))
			}
			b.WriteString(end)
		}
		o := Options{BlockRows: 1 + rng.IntN(100)}
		if rng.IntN(3) == 0 {
			for _, c := range rng.Perm(columns)[:1+rng.IntN(columns)] {
				if c != word {
					o.Columns = append(o.Columns, fmt.Sprintf("c%d", c))
				}
			}
		}
		want, wantErr := slowly(b.String(), o)
		r, err := NewReader(strings.NewReader(b.String()), "slowly", o)
		var got *Table
		if err == nil {
			got, err = r.ReadAll(context.Background())
		}
		require.Equal(t, wantErr, err, "draw %d", draw)
		if err != nil {
			continue
		}
		read++
		require.Equal(t, want.Info, got.Info)
		require.Equal(t, want.x, got.x)
		require.Equal(t, want.lines, got.lines)
		mant, exp := got.Decimals()
		for i := range want.Rows() {
			for j := range want.Cols() {
				cell, k := want.Cell(i, j), i*want.Cols()+j
				require.Equal(t, cell, got.Cell(i, j))
				require.Equal(t, cell.X, got.Values()[k])
				if cell.Text != "" {
					require.Equal(t, int16(LongCell), exp[k])
				} else {
					require.Equal(t, Cell{X: cell.X, Mant: mant[k], Exp: exp[k]}, cell)
				}
			}
		}
	}
	require.Greater(t, read, 50)
}
