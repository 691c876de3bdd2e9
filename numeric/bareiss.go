package numeric

import (
	"math/big"
	"math/bits"

	"github.com/kexplain/kexplain/ring"
)

// rrefRational is RREF over Q. Rows are multiplied to integer rows. Small
// matrices are eliminated without fractions, on machine words if they hold the
// entries; others modulo primes.
func rrefRational(m *Matrix[ring.Rat]) (*Matrix[ring.Rat], []int) {
	size := min(m.rows, m.cols)
	if size <= wordsLimit {
		if r, pivots, ok := rrefWords(m); ok {
			return r, pivots
		}
	}
	if size <= fractionFreeLimit {
		return rrefFractionFree(m)
	}
	return rrefModular(m)
}

const (
	// wordsLimit is the rank up to which entries of two digits have a chance
	// to stay within machine words.
	wordsLimit = 12
	// fractionFreeLimit is the rank up to which elimination without fractions
	// is faster than elimination modulo primes, whose fixed costs are larger:
	// at 6×11 five times faster, at 12×17 slower, at 60×65 thirteen times
	// slower (go test -bench RREF ./numeric, AMD EPYC, 20 November 2026).
	fractionFreeLimit = 6
)

func rrefModular(m *Matrix[ring.Rat]) (*Matrix[ring.Rat], []int) {
	ints, _ := clearRows(m)
	pivots, numerators, denominator := modularRREF(ints, m.rows, m.cols)
	r := NewMatrix(m.k, len(pivots), m.cols)
	rest := m.cols - len(pivots)
	var q big.Rat
	for i := range pivots {
		row := r.row(i)
		next, c := 0, 0
		for j := range row {
			if next < len(pivots) && pivots[next] == j {
				if next == i {
					row[j] = ring.RatFromInt(1)
				}
				next++
				continue
			}
			if x := numerators[i*rest+c]; x.Sign() != 0 {
				row[j] = ring.RatFromBig(q.SetFrac(x, denominator))
			}
			c++
		}
	}
	return r, pivots
}

func rrefWords(m *Matrix[ring.Rat]) (*Matrix[ring.Rat], []int, bool) {
	words, ok := clearToWords(m)
	if !ok {
		return nil, nil, false
	}
	pivots, last, ok := fractionFreeWords(words, m.rows, m.cols)
	if !ok {
		return nil, nil, false
	}
	r := NewMatrix(m.k, len(pivots), m.cols)
	for i, x := range words[:len(r.data)] {
		if x != 0 {
			r.data[i] = ring.NewRat(x, last)
		}
	}
	return r, pivots, true
}

func rrefFractionFree(m *Matrix[ring.Rat]) (*Matrix[ring.Rat], []int) {
	ints, _ := clearRows(m)
	pivots, last := fractionFree(ints, m.rows, m.cols)
	r := NewMatrix(m.k, len(pivots), m.cols)
	var q big.Rat
	for i := range r.data {
		if x := &ints[i]; x.Sign() != 0 {
			r.data[i] = ring.RatFromBig(q.SetFrac(x, last))
		}
	}
	return r, pivots
}

// detRational is Det over Q: without fractions for small matrices, modulo
// primes for larger ones.
func detRational(m *Matrix[ring.Rat]) ring.Rat {
	ints, factor := clearRows(m)
	det := new(big.Int)
	if m.rows > fractionFreeLimit {
		det = modularDet(ints, m.rows)
	} else if pivots, last := fractionFree(ints, m.rows, m.cols); len(pivots) == m.rows {
		det = last
	}
	q := new(big.Rat).SetInt(det)
	return ring.RatFromBig(q.Quo(q, factor))
}

// clearRows returns the rows of m, each multiplied by the positive number that
// makes it a primitive integer row, and the product of these numbers. A zero
// row counts 1.
func clearRows(m *Matrix[ring.Rat]) ([]big.Int, *big.Rat) {
	ints := make([]big.Int, len(m.data))
	factor := big.NewRat(1, 1)
	var t big.Int
	for i := range m.rows {
		den := big.NewInt(1)
		for _, x := range m.row(i) {
			if !x.IsInt() {
				d := x.Den()
				den.Mul(den, t.Quo(d, t.GCD(nil, nil, den, d)))
			}
		}
		content := new(big.Int)
		row := ints[i*m.cols : (i+1)*m.cols]
		for j, x := range m.row(i) {
			if x.IsZero() {
				continue
			}
			row[j].Mul(x.Num(), t.Quo(den, x.Den()))
			content.GCD(nil, nil, content, t.Abs(&row[j]))
		}
		if content.Sign() == 0 {
			continue
		}
		for j := range row {
			row[j].Quo(&row[j], content)
		}
		factor.Mul(factor, new(big.Rat).SetFrac(den, content))
	}
	return ints, factor
}

// clearToWords returns the rows of m, each multiplied by a common denominator,
// where numbers below 2⁶² hold them.
func clearToWords(m *Matrix[ring.Rat]) ([]int64, bool) {
	words := make([]int64, len(m.data))
	for i := range m.rows {
		den := int64(1)
		for _, x := range m.row(i) {
			_, q, ok := x.Frac64()
			if !ok {
				return nil, false
			}
			if q != 1 {
				if den, ok = mulWord(den, q/GCD(den, q)); !ok {
					return nil, false
				}
			}
		}
		for j, x := range m.row(i) {
			p, q, _ := x.Frac64()
			var ok bool
			if words[i*m.cols+j], ok = mulWord(p, den/q); !ok {
				return nil, false
			}
		}
	}
	return words, true
}

// mulWord returns x·y and whether it is below 2⁶² in size.
func mulWord(x, y int64) (int64, bool) {
	hi, lo := mulSigned(x, y)
	p := int64(lo)
	return p, hi == uint64(p>>63) && p < 1<<62 && p > -1<<62
}

// fractionFree reduces the row-major integer matrix a to reduced echelon form
// without fractions: afterwards the pivot columns hold last in their row and 0
// elsewhere, rows beyond the pivots are zero. Where the matrix is square and
// regular, last is its determinant. Every entry on the way is a minor of the
// matrix, so entries stay as small as the answer can be, and each division
// comes out even (E. Bareiss, Sylvester's identity and multistep
// integer-preserving Gaussian elimination, Math. Comp. 22 (1968)).
func fractionFree(a []big.Int, rows, cols int) (pivots []int, last *big.Int) {
	last = big.NewInt(1)
	negative := false
	var t, q big.Int
	for j := 0; j < cols && len(pivots) < rows; j++ {
		top := len(pivots)
		p := smallestPivot(a, rows, cols, top, j)
		if p < 0 {
			continue
		}
		if p != top {
			for l := range cols {
				a[p*cols+l], a[top*cols+l] = a[top*cols+l], a[p*cols+l]
			}
			negative = !negative
		}
		pivot := a[top*cols+j]
		for i := range rows {
			if i == top {
				continue
			}
			var x big.Int
			x.Set(&a[i*cols+j])
			for l := range cols {
				e := &a[i*cols+l]
				e.Mul(e, &pivot)
				if x.Sign() != 0 {
					e.Sub(e, t.Mul(&x, &a[top*cols+l]))
				}
				q.Quo(e, last)
				e.Set(&q)
			}
		}
		last = new(big.Int).Set(&pivot)
		pivots = append(pivots, j)
	}
	if negative {
		// An odd number of exchanges: the sign of the determinant.
		last.Neg(last)
		for i := range a {
			a[i].Neg(&a[i])
		}
	}
	return pivots, last
}

// smallestPivot returns the row from top on with the shortest non-zero entry in
// column j, and -1 if there is none.
func smallestPivot(a []big.Int, rows, cols, top, j int) int {
	p := -1
	for i := top; i < rows; i++ {
		if x := &a[i*cols+j]; x.Sign() != 0 && (p < 0 || x.BitLen() < a[p*cols+j].BitLen()) {
			p = i
		}
	}
	return p
}

// fractionFreeWords is fractionFree on machine words. It reports false, and
// leaves a spoilt, as soon as an entry does not fit.
func fractionFreeWords(a []int64, rows, cols int) (pivots []int, last int64, ok bool) {
	last = 1
	negative := false
	for j := 0; j < cols && len(pivots) < rows; j++ {
		top := len(pivots)
		p := top
		for p < rows && a[p*cols+j] == 0 {
			p++
		}
		if p == rows {
			continue
		}
		head := a[top*cols : (top+1)*cols]
		if p != top {
			other := a[p*cols : (p+1)*cols]
			for l := range head {
				head[l], other[l] = other[l], head[l]
			}
			negative = !negative
		}
		pivot := head[j]
		for i := range rows {
			if i == top {
				continue
			}
			row := a[i*cols : (i+1)*cols]
			x := row[j]
			for l, e := range row {
				if row[l], ok = minorWord(pivot, e, x, head[l], last); !ok {
					return nil, 0, false
				}
			}
		}
		last = pivot
		pivots = append(pivots, j)
	}
	if negative {
		last = -last
		for i := range a {
			a[i] = -a[i]
		}
	}
	return pivots, last, true
}

// minorWord returns (p·e − x·h)/d, a division that comes out even, and whether
// the result is below 2⁶² in size. The factors are.
func minorWord(p, e, x, h, d int64) (int64, bool) {
	hi1, lo1 := mulSigned(p, e)
	hi2, lo2 := mulSigned(x, h)
	lo, borrow := bits.Sub64(lo1, lo2, 0)
	hi, _ := bits.Sub64(hi1, hi2, borrow) // no overflow: both below 2¹²⁴
	negative := int64(hi) < 0
	if negative {
		lo, borrow = bits.Sub64(0, lo, 0)
		hi, _ = bits.Sub64(0, hi, borrow)
	}
	if d < 0 {
		negative, d = !negative, -d
	}
	if hi >= uint64(d) {
		return 0, false
	}
	q, _ := bits.Div64(hi, lo, uint64(d))
	if q >= 1<<62 {
		return 0, false
	}
	if negative {
		return -int64(q), true
	}
	return int64(q), true
}

// mulSigned returns the 128-bit product of two signed words.
func mulSigned(x, y int64) (hi, lo uint64) {
	hi, lo = bits.Mul64(uint64(x), uint64(y))
	if x < 0 {
		hi -= uint64(y)
	}
	if y < 0 {
		hi -= uint64(x)
	}
	return hi, lo
}
