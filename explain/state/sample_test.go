package state

import (
	"crypto/sha256"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"
)

// TestHasher holds the numbers of keys of all lengths to those of their digests.
func TestHasher(t *testing.T) {
	rng := rand.New(rand.NewPCG(256, 1))
	h := newHasher()
	for n := range 200 {
		key := make([]byte, n*7%200) // a shorter one after a longer one, and the other way round
		for i := range key {
			key[i] = byte(rng.Uint32())
		}
		digest := sha256.Sum256(key)
		wantPriority, wantWeight := numbersOf(digest[:])
		priority, weight := h.of(key)
		assert.Equal(t, wantPriority, priority, "%d bytes", len(key))
		assert.Equal(t, wantWeight, weight, "%d bytes", len(key))
	}
}
