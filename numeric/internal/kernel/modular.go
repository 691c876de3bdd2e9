package kernel

import "math/bits"

// Width is the number of columns of a panel. A panel is stored by rows, each of Width words.
const Width = 16

// MaxTerms is the number of products that one call sums: their lower halves then fit a word.
const MaxTerms = 4000

// MaxModulus is the bound of the moduli of the kernels.
const MaxModulus = 1 << 50

// Constants are an odd modulus p below MaxModulus and what a kernel needs to reduce by it.
// Residues are in Montgomery form, x·2⁵² mod p.
type Constants struct {
	p    uint64
	pinv uint64 // p⁻¹ mod 2⁵²
	inv  uint64 // 2⁶⁰/p
	mask uint64 // 2⁵² - 1
}

const mask52 = 1<<52 - 1

// NewConstants returns the constants of p, whose inverse modulo 2⁶⁴ is pinv.
func NewConstants(p, pinv uint64) Constants {
	return Constants{p: p, pinv: pinv & mask52, inv: (1 << 60) / p, mask: mask52}
}

// HasPanels reports whether the level in use has the modular kernels in assembly. Without
// them dot products of 64-bit words are faster.
func HasPanels() bool { return level >= AVX512 }

// dot52 returns Σ xᵢ·yᵢ as hi·2⁵² + lo, for numbers below 2⁵² and at most MaxTerms of them.
func dot52(x, y []uint64) (hi, lo uint64) {
	y = y[:len(x)]
	for i, a := range x {
		h, l := bits.Mul64(a<<12, y[i])
		hi, lo = hi+h, lo+l>>12
	}
	return hi, lo
}

// subtract subtracts from each row dst[16i … 16i+15] the sum Σ l[i][k]·c[16k … 16k+15]·2⁻⁵² mod
// p, over the k < terms.
func subtract(m *Constants, dst []uint64, l [][]uint64, c []uint64, terms int) {
	for i, row := range l {
		for j := range Width {
			var hi, lo uint64
			for k, a := range row[:terms] {
				h, w := bits.Mul64(a<<12, c[Width*k+j])
				hi, lo = hi+h, lo+w>>12
			}
			d := &dst[Width*i+j]
			*d = m.sub(*d, m.reduce(hi, lo))
		}
	}
}

// eliminate subtracts l[i]·c[j]·2⁻⁵² mod p from dst[16i+j].
func eliminate(m *Constants, dst, l, c []uint64) {
	for i, a := range l {
		for j := range Width {
			d := &dst[Width*i+j]
			*d = m.sub(*d, m.mul(a, c[j]))
		}
	}
}

// multiply multiplies dst[i] by a[i].
func multiply(m *Constants, dst, a []uint64) {
	for i := range dst {
		dst[i] = m.mul(dst[i], a[i])
	}
}

// scale multiplies dst[i] by a.
func scale(m *Constants, dst []uint64, a uint64) {
	for i := range dst {
		dst[i] = m.mul(dst[i], a)
	}
}

// products sets hi[16i+j] and lo[16i+j] to Σ l[i][k]·c[16k+j] = hi·2⁵² + lo, for numbers below
// 2⁵².
func products(hi, lo []uint64, l [][]uint64, c []uint64, terms int) {
	for i, row := range l {
		for j := range Width {
			var h, w uint64
			for k, a := range row[:terms] {
				p, q := bits.Mul64(a<<12, c[Width*k+j])
				h, w = h+p, w+q>>12
			}
			hi[Width*i+j], lo[Width*i+j] = h, w
		}
	}
}

// reduce returns (hi·2⁵² + lo)·2⁻⁵² mod p.
func (m *Constants) reduce(hi, lo uint64) uint64 {
	hi += lo >> 52
	q, _ := bits.Mul64((lo*m.pinv&mask52)<<12, m.p)
	return m.sub(hi%m.p, q)
}

// mul returns x·y·2⁻⁵² mod p.
func (m *Constants) mul(x, y uint64) uint64 {
	hi, lo := bits.Mul64(x<<12, y)
	return m.reduce(hi, lo>>12)
}

// sub returns x - y mod p.
func (m *Constants) sub(x, y uint64) uint64 {
	if x < y {
		x += m.p
	}
	return x - y
}

func checkTerms(n int) {
	if n > MaxTerms {
		panic("kernel: too many products in one sum")
	}
}
