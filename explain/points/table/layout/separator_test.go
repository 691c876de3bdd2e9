package layout

import (
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/kexplain/kexplain/explain/points/table/scan"
)

// TestSeparatorOf holds the separator to the best of all, those that do not occur among them.
func TestSeparatorOf(t *testing.T) {
	plain := func(text []byte) scan.Separator {
		best, most := scan.Comma, explanation{0, -1}
		for _, sep := range scan.Separators {
			e := explain(text, true, sep, '\n')
			if e.share > most.share || e.share == most.share && e.columns > most.columns && (sep != scan.Blanks || most.columns < 2) {
				best, most = sep, e
			}
		}
		return best
	}
	rng := rand.New(rand.NewPCG(1, 81))
	found := map[scan.Separator]int{}
	for range 3000 {
		pieces := []string{"1", "2.5", "1,5", "x", "", "-3 ", "\"4\"", "1 234"}[:4+rng.IntN(5)]
		separators := []string{",", ";", "\t", "|", " ", "  "}
		rng.Shuffle(len(separators), func(i, j int) { separators[i], separators[j] = separators[j], separators[i] })
		separators = separators[:1+rng.IntN(2)]
		var b strings.Builder
		for range rng.IntN(6) {
			for range rng.IntN(4) {
				b.WriteString(pieces[rng.IntN(len(pieces))] + separators[rng.IntN(len(separators))])
			}
			b.WriteString(pieces[rng.IntN(len(pieces))] + "\n")
		}
		text := []byte(b.String())
		want := plain(text)
		found[want]++
		assert.Equal(t, want, separatorOf(text, true, '\n'), "%q", text)
	}
	assert.Len(t, found, len(scan.Separators))
}
