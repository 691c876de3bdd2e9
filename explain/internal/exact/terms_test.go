package exact_test

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/kexplain/kexplain/explain/internal/exact"
	"github.com/kexplain/kexplain/ring"
)

// TestFewTerms: in 20 columns the sets of five and six take too much work, and all monomials of degree 2 take more rows than there
// are. Laws of three and of four terms come out all the same, and none where there is none.
func TestFewTerms(t *testing.T) {
	const columns = 20
	for _, lawful := range []bool{true, false} {
		rng := rand.New(rand.NewPCG(20, 11))
		table := exact.Table{}
		for j := range columns {
			table.Names = append(table.Names, fmt.Sprintf("x%d", j))
		}
		for range 100 {
			row := make([]ring.Rat, columns)
			for j := range row {
				row[j] = ring.RatFromInt(rng.Int64N(41) - 20)
			}
			if lawful {
				row[16] = row[8].Mul(row[9]).Add(row[1].Mul(row[2]))
				row[17] = row[10].Mul(row[11]).Add(row[12].Mul(row[14]))
				row[18] = row[0].Mul(row[1]).Add(row[2].Mul(row[3]))
				row[19] = row[4].Mul(row[5]).Sub(row[6])
				row[13] = row[7].Mul(row[8]).Add(row[0].Mul(row[11])).Sub(row[12].Mul(row[15]))
			}
			table.Rows = append(table.Rows, row)
		}
		var want []string
		if lawful {
			want = []string{
				"x4*x5 - x6 - x19", "x1*x2 + x8*x9 - x16", "x10*x11 + x12*x14 - x17", "x0*x1 + x2*x3 - x18", "x0*x11 + x7*x8 - x12*x15 - x13",
			}
		}
		assert.Equal(t, want, texts(find(t, table, exact.Options{})))
	}
}
