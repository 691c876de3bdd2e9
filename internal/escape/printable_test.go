package escape

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

func TestAllPrintable(t *testing.T) {
	const letters = 0x6162636465666768
	for place := range 8 {
		for c := range uint64(256) {
			x := letters&^(0xff<<(8*place)) | c<<(8*place)
			assert.Equal(t, c >= ' ' && c <= '~', allPrintable(x), "%#x", x)
		}
	}
}
