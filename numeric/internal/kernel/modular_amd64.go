//go:build amd64 && !purego

package kernel

//go:noescape
func dotIFMA(x, y *uint64, n int) (hi, lo uint64)

//go:noescape
func subtract4IFMA(dst, l0, l1, l2, l3, c *uint64, terms int, m *Constants)

//go:noescape
func subtract1IFMA(dst, l, c *uint64, terms int, m *Constants)

//go:noescape
func eliminateIFMA(dst *uint64, rows int, l, c *uint64, m *Constants)

//go:noescape
func multiplyIFMA(dst, a *uint64, n int, m *Constants)

//go:noescape
func scaleIFMA(dst, a *uint64, n int, m *Constants)

//go:noescape
func products4IFMA(hi, lo, l0, l1, l2, l3, c *uint64, terms int)

// Dot52 returns Σ xᵢ·yᵢ as hi·2⁵² + lo, for numbers below 2⁵². It panics if there are more than
// MaxTerms, or fewer in y than in x.
func Dot52(x, y []uint64) (hi, lo uint64) {
	checkTerms(len(x))
	y = y[:len(x)]
	if n := len(x) &^ 7; n > 0 && level >= AVX512 {
		hi, lo = dotIFMA(&x[0], &y[0], n)
		x, y = x[n:], y[n:]
	}
	h, w := dot52(x, y)
	return hi + h, lo + w
}

// Subtract subtracts from each row dst[16i … 16i+15] the sum Σ l[i][k]·c[16k … 16k+15] over the
// k < terms. It panics if there are more than MaxTerms.
func (m *Constants) Subtract(dst []uint64, l [][]uint64, c []uint64, terms int) {
	checkTerms(terms)
	if level < AVX512 || terms == 0 {
		subtract(m, dst, l, c, terms)
		return
	}
	_, _ = dst[:Width*len(l)], c[:Width*terms]
	for ; len(l) >= 4; dst, l = dst[4*Width:], l[4:] {
		l0, l1, l2, l3 := l[0][:terms], l[1][:terms], l[2][:terms], l[3][:terms]
		subtract4IFMA(&dst[0], &l0[0], &l1[0], &l2[0], &l3[0], &c[0], terms, m)
	}
	for i, row := range l {
		row = row[:terms]
		subtract1IFMA(&dst[Width*i], &row[0], &c[0], terms, m)
	}
}

// Eliminate subtracts l[i]·c[j] from dst[16i+j].
func (m *Constants) Eliminate(dst, l, c []uint64) {
	if level < AVX512 || len(l) == 0 {
		eliminate(m, dst, l, c)
		return
	}
	_, _ = dst[:Width*len(l)], c[:Width]
	eliminateIFMA(&dst[0], len(l), &l[0], &c[0], m)
}

// Multiply multiplies dst[i] by a[i].
func (m *Constants) Multiply(dst, a []uint64) {
	a = a[:len(dst)]
	if n := len(dst) &^ 7; n > 0 && level >= AVX512 {
		multiplyIFMA(&dst[0], &a[0], n, m)
		dst, a = dst[n:], a[n:]
	}
	multiply(m, dst, a)
}

// Scale multiplies dst[i] by a.
func (m *Constants) Scale(dst []uint64, a uint64) {
	if n := len(dst) &^ 7; n > 0 && level >= AVX512 {
		scaleIFMA(&dst[0], &a, n, m)
		dst = dst[n:]
	}
	scale(m, dst, a)
}

// Products sets hi[16i+j] and lo[16i+j] to Σ l[i][k]·c[16k+j] = hi·2⁵² + lo, for numbers below
// 2⁵² and the k < terms. It panics if there are more than MaxTerms.
func Products(hi, lo []uint64, l [][]uint64, c []uint64, terms int) {
	checkTerms(terms)
	if level >= AVX512 && terms > 0 {
		_, _, _ = hi[:Width*len(l)], lo[:Width*len(l)], c[:Width*terms]
		for ; len(l) >= 4; hi, lo, l = hi[4*Width:], lo[4*Width:], l[4:] {
			l0, l1, l2, l3 := l[0][:terms], l[1][:terms], l[2][:terms], l[3][:terms]
			products4IFMA(&hi[0], &lo[0], &l0[0], &l1[0], &l2[0], &l3[0], &c[0], terms)
		}
	}
	products(hi, lo, l, c, terms)
}
