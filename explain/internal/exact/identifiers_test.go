package exact

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/kexplain/kexplain/ring"
)

func TestIdentifiers(t *testing.T) {
	whole, half, twice := []string{"7", "3", "12"}, []string{"7", "5/2", "12"}, []string{"7", "3", "7"}
	for _, tt := range []struct {
		name  string
		cells []string
		want  bool
	}{
		{"id", whole, true}, {"sample_id", whole, true}, {"Nr", whole, true}, {"row", whole, true},
		{"id", half, false}, {"id", twice, false}, {"acid", whole, false}, {"NO", whole, false}, {"width", whole, false},
	} {
		table := Table{Names: []string{tt.name}}
		for _, c := range tt.cells {
			v, err := ring.ParseRat(c)
			assert.NoError(t, err)
			table.Rows = append(table.Rows, []ring.Rat{v})
		}
		assert.Equal(t, tt.want, len(table.identifiers()) == 1, tt.name)
	}
}
