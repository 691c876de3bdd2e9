package exact

import (
	"strings"

	"github.com/kexplain/kexplain/ring"
)

// Seen are rows that were seen, told apart by their cells in some columns.
type Seen map[string]bool

// Add reports whether no row was seen that has the same cells in the given columns, and enters it.
func (s Seen) Add(row []ring.Rat, columns []int) bool {
	var b strings.Builder
	for _, j := range columns {
		b.WriteString(row[j].String())
		b.WriteByte(' ')
	}
	key := b.String()
	added := !s[key]
	s[key] = true
	return added
}
