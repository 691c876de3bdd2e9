// Package sha256 computes the digests by which files are known again, as [FIPS PUB 180-4, Secure Hash Standard, NIST 2015] has them.
// The library's crypto/sha256 has the same names and is faster. It brings 26 packages of ciphers and their tests at start along, 0.15 MB of
// the 12 MB that the program may have. Nothing here is a secret. TestAgainstLibrary compares the two.
package sha256

import (
	"encoding/binary"
	"hash"
	"math/bits"
)

// Size is that of a digest, in bytes.
const Size = 32

const block = 64 // bytes: that are mixed at once

// start has the first 32 bits of the fractions of the square roots of the first 8 primes [5.3.3].
var start = [8]uint32{
	0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a,
	0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19,
}

// round has those of the cube roots of the first 64 primes [4.2.2].
var round = [64]uint32{
	0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5,
	0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174,
	0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da,
	0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967,
	0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85,
	0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070,
	0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3,
	0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2,
}

// digest is a hash of what was written.
type digest struct {
	state  [8]uint32
	rest   [block]byte // that fills no block yet
	length uint64      // of all, in bytes
}

// New returns a hash of nothing.
func New() hash.Hash { return &digest{state: start} }

// Sum256 is the digest of data.
func Sum256(data []byte) [Size]byte {
	d := digest{state: start}
	d.add(data)
	return d.sum()
}

func (d *digest) Size() int { return Size }

func (d *digest) BlockSize() int { return block }

func (d *digest) Reset() { *d = digest{state: start} }

func (d *digest) Write(p []byte) (int, error) {
	d.add(p)
	return len(p), nil
}

// Sum appends the digest of what was written so far to b.
func (d *digest) Sum(b []byte) []byte {
	sum := d.sum()
	return append(b, sum[:]...)
}

func (d *digest) add(p []byte) {
	filled := int(d.length % block)
	d.length += uint64(len(p))
	if filled > 0 {
		n := copy(d.rest[filled:], p)
		if p = p[n:]; filled+n < block {
			return
		}
		d.mix(d.rest[:])
	}
	whole := len(p) / block * block
	d.mix(p[:whole])
	copy(d.rest[:], p[whole:])
}

// sum is the digest of what was written, behind which come a bit of 1, zeros, and the length in bits [5.1.1].
func (d digest) sum() (out [Size]byte) {
	length := d.length
	zeros := (2*block - 9 - int(length%block)) % block
	end := make([]byte, 1+zeros, 1+zeros+8)
	end[0] = 0x80
	d.add(binary.BigEndian.AppendUint64(end, 8*length))
	for i, v := range d.state {
		binary.BigEndian.PutUint32(out[4*i:], v)
	}
	return out
}

// mix mixes blocks into the state, one after another [6.2.2].
func (d *digest) mix(p []byte) {
	var w [64]uint32
	for ; len(p) >= block; p = p[block:] {
		for t := range 16 {
			w[t] = binary.BigEndian.Uint32(p[4*t:])
		}
		for t := 16; t < 64; t++ {
			x, y := w[t-2], w[t-15]
			w[t] = (bits.RotateLeft32(x, -17) ^ bits.RotateLeft32(x, -19) ^ x>>10) + w[t-7] +
				(bits.RotateLeft32(y, -7) ^ bits.RotateLeft32(y, -18) ^ y>>3) + w[t-16]
		}
		s := &d.state
		a, b, c, e, f, g, h, i := s[0], s[1], s[2], s[3], s[4], s[5], s[6], s[7]
		for t := range w {
			first := i + (bits.RotateLeft32(f, -6) ^ bits.RotateLeft32(f, -11) ^ bits.RotateLeft32(f, -25)) + (f&g ^ ^f&h) + round[t] + w[t]
			second := (bits.RotateLeft32(a, -2) ^ bits.RotateLeft32(a, -13) ^ bits.RotateLeft32(a, -22)) + (a&b ^ a&c ^ b&c)
			i, h, g, f, e, c, b, a = h, g, f, e+first, c, b, a, first+second
		}
		for k, v := range [8]uint32{a, b, c, e, f, g, h, i} {
			s[k] += v
		}
	}
}
