package slip_test

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/kexplain/kexplain/explain/internal/slip"
)

// TestGrouped: rows are letters, their values, in capitals if they fail. Both answers: Grouped and AllBut.
func TestGrouped(t *testing.T) {
	for text, want := range map[string][2]bool{
		"":                     {},
		"aabbccddaabb":         {false, false}, // none fails
		"aabbccDDDDaabb":       {true, false},  // all with d
		"aabbccDDaabb":         {false, false}, // too few of them
		"aabbccDDDddddd":       {false, false}, // some with d
		"aabbccDDDDABCABCABCA": {false, false}, // a small part of those that fail
		"aaaaaaaBCDE":          {true, true},   // all but those with a
		"aaaaaaaaaBCDEbc":      {true, true},   // most but those with a
		"aaaaaaaAABCDE":        {true, true},   // and a few with a
		"aaaaaaaAAAABCDE":      {false, false}, // as many with a
		"aaaaaaaBCbcde":        {false, false}, // others hold too
		"aaaBCDEF":             {false, false}, // a is no common value
	} {
		value, fails := func(i int) byte { return text[i] | 0x20 }, func(i int) bool { return text[i] < 'a' }
		assert.Equal(t, want, [2]bool{slip.Grouped(len(text), value, fails), slip.AllBut(len(text), value, fails)}, text)
	}
}
