//go:build !amd64 || purego

package kernel

// Dot52 returns Σ xᵢ·yᵢ as hi·2⁵² + lo, for numbers below 2⁵². It panics if there are more than
// MaxTerms, or fewer in y than in x.
func Dot52(x, y []uint64) (hi, lo uint64) {
	checkTerms(len(x))
	return dot52(x, y)
}

// Subtract subtracts from each row dst[16i … 16i+15] the sum Σ l[i][k]·c[16k … 16k+15] over the
// k < terms. It panics if there are more than MaxTerms.
func (m *Constants) Subtract(dst []uint64, l [][]uint64, c []uint64, terms int) {
	checkTerms(terms)
	subtract(m, dst, l, c, terms)
}

// Eliminate subtracts l[i]·c[j] from dst[16i+j].
func (m *Constants) Eliminate(dst, l, c []uint64) { eliminate(m, dst, l, c) }

// Multiply multiplies dst[i] by a[i].
func (m *Constants) Multiply(dst, a []uint64) { multiply(m, dst, a) }

// Scale multiplies dst[i] by a.
func (m *Constants) Scale(dst []uint64, a uint64) { scale(m, dst, a) }

// Products sets hi[16i+j] and lo[16i+j] to Σ l[i][k]·c[16k+j] = hi·2⁵² + lo, for numbers below
// 2⁵² and the k < terms. It panics if there are more than MaxTerms.
func Products(hi, lo []uint64, l [][]uint64, c []uint64, terms int) {
	checkTerms(terms)
	products(hi, lo, l, c, terms)
}
