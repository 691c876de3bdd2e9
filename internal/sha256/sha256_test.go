package sha256

import (
	"crypto/sha256"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// The digests are those of the library, however the bytes are written: at all lengths about those of a block, and of many blocks.
func TestAgainstLibrary(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	data := make([]byte, 10_000)
	for i := range data {
		data[i] = byte(rng.Uint32())
	}
	h := New()
	for n := 0; n <= len(data); n += 1 + n/300*100 {
		want := sha256.Sum256(data[:n])
		require.Equal(t, want, Sum256(data[:n]), n)
		h.Reset()
		for rest := data[:n]; len(rest) > 0; {
			k := min(len(rest), 1+rng.IntN(150))
			written, err := h.Write(rest[:k])
			require.NoError(t, err)
			require.Equal(t, k, written)
			rest = rest[k:]
		}
		require.Equal(t, want[:], h.Sum(nil), n)
		require.Equal(t, append([]byte{7}, want[:]...), h.Sum([]byte{7}), "a sum changes nothing")
	}
	assert.Equal(t, sha256.Size, h.Size())
	assert.Equal(t, sha256.BlockSize, h.BlockSize())
}

func BenchmarkSum256(b *testing.B) {
	data := make([]byte, 1<<20)
	b.SetBytes(int64(len(data)))
	for b.Loop() {
		Sum256(data)
	}
}
