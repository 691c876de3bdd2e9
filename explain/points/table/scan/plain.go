package scan

import (
	"encoding/binary"
	"math"
	"math/bits"
)

// plainRoom is how many bytes PlainCells may look at from where a cell begins, and before it looks at another.
const plainRoom = 40

// Plain has room for numbers: number k is Mant[k] · 10^Exp[k], and X[k] is the float64 nearest to it. The slices have one length.
type Plain struct {
	X    []float64
	Mant []int64
	Exp  []int16
}

// gather brings the top bits of eight bytes side by side, in the highest byte of the product.
const gather = 0x0002040810204081

// PlainCells reads cells one after the other from s[i:] into p. It returns how many it has read. next is where the next cell begins if p
// is full, and else where the row of that cell begins. A separator ends a cell, but a line end ends the cell in place toLine,
// counted from 1, and then each columns-th cell. PlainCells reads numbers of at most seven digits before the point, or of eight digits
// without one, that are less than 10^18 without the point. It stops before another cell, which the general way reads, or
// finds wrong. It also stops less than plainRoom bytes before the end of s.
//
// The bytes of a number are looked at eight at a time: the point is taken out of the digits around it, and these are pushed
// to the end of a word. It is one function, since a call for each step costs as much as the step.
func PlainCells(p Plain, s []byte, i, toLine, columns int, sep, point byte) (n, next int) {
	x, mants, exps, row := p.X, p.Mant[:len(p.X)], p.Exp[:len(p.X)], i
	for n = range x {
		if len(s)-i < plainRoom {
			return n, row
		}
		cell := s[i : i+plainRoom]
		w, v := binary.LittleEndian.Uint64(cell), binary.LittleEndian.Uint64(cell[8:])
		minus := 0 // numbers of both signs take turns: a branch would be guessed wrong
		if byte(w) == '-' {
			minus = 1
		}
		w, v = w^eightZeros, v^eightZeros
		a, b := (w|(w+0x7676767676767676))&0x8080808080808080, (v|(v+0x7676767676767676))&0x8080808080808080
		others := a*gather>>56 | b*gather>>56<<8 // a bit for each byte that is no digit
		others &= others - uint64(minus)
		before := bits.TrailingZeros64(others)
		first := binary.LittleEndian.Uint64(cell[minus:]) ^ eightZeros
		end, digits, decimals := before, before-minus, 0
		var size uint64
		switch {
		case uint(before) < 16 && cell[before] == point && digits < 8:
			shift := 8 * uint(digits) & 63
			second := binary.LittleEndian.Uint64(cell[minus+8:]) ^ eightZeros
			first = first&(1<<shift-1) | (first>>8|second<<56)>>shift<<shift
			end = bits.TrailingZeros64(others & (others - 1))
			if end > 16 && cell[16]-'0' > 9 {
				end = 16
			}
			decimals = end - before - 1
			digits += decimals
			switch {
			case end > 16:
				third := binary.LittleEndian.Uint64(cell[minus+16:]) ^ eightZeros
				var ok bool
				if size, digits, ok = longCell(first, second, third); !ok {
					return n, row
				}
				end = minus + digits + 1
				decimals = end - before - 1
			case digits > 8:
				gap := 8 * uint(16-digits) & 63
				size = parseEight(first<<gap)*1e8 + parseEight(second>>8<<gap|first>>(64-gap))
			case digits == 0:
				return n, row
			default:
				size = parseEight(first << ((64 - 8*uint(digits)) & 63))
			}
		case uint(digits-1) >= 8:
			return n, row
		default:
			size = parseEight(first << ((64 - 8*uint(digits)) & 63))
		}
		mant, exp := (int64(size)^-int64(minus))+int64(minus), -decimals
		var f float64
		switch c := cell[end]; {
		case c|0x20 == 'e':
			var ok bool
			if f, exp, end, ok = withExponent(cell, end, size, decimals); !ok {
				return n, row
			}
		case digits < 16:
			f = float64(size) / powers10[decimals]
		default:
			f = quotient(size, decimals)
		}
		x[n], mants[n], exps[n] = math.Float64frombits(math.Float64bits(f)|uint64(minus)<<63), mant, int16(exp)
		toLine--
		if c := cell[end]; toLine != 0 {
			if c != sep {
				return n, row
			}
		} else {
			if c == '\r' {
				end++
			}
			if cell[end] != '\n' {
				return n, row
			}
			toLine, row = columns, i+end+1
		}
		i += end + 1
	}
	return len(x), i
}

// longCell reads the digits of three words, the first of which is without its point: fifteen to twenty.
func longCell(first, second, third uint64) (size uint64, digits int, ok bool) {
	n := leadingDigits(third)
	size = parseEight(first)*1e8 + parseEight(second>>8|third<<56)
	digits = 15 + n
	switch {
	case n == 0:
		return parseEight(first<<8)*1e8 + parseEight(second&^0xff|first>>56), digits, true
	case n > 6 || size >= uint64(powers10int[18-(n-1)]):
		return 0, 0, false
	}
	return size*uint64(powers10int[n-1]) + parseEight(third>>8<<(72-8*uint(n))), digits, true
}

// withExponent reads the exponent at cell[i] behind a number without sign.
func withExponent(cell []byte, i int, size uint64, decimals int) (x float64, exp, end int, ok bool) {
	const most = 300 // for zeros; other numbers have a fast way with short ones only
	e, n := ScanExponent(cell[i+1:])
	exp = e - decimals
	x, ok = Decimal{Mant: size, Exp: exp}.Float()
	return x, exp, i + 1 + n, ok && 0 < n && n < 6 && max(exp, -exp) <= most
}

// quotient returns m / 10^k rounded to nearest, for m < 2^63 and k ≤ 22. It multiplies by 1/5^k cut to 64 bits,
// which leaves fewer than three units in doubt in the last place of 64; where these decide, it divides.
func quotient(m uint64, k int) float64 {
	if m == 0 || k == 0 {
		return float64(int64(m))
	}
	shift := bits.LeadingZeros64(m)
	inverse := inverses5[k]
	top, low := bits.Mul64(m<<uint(shift&63), inverse.top)
	e := inverse.exp - shift
	short := top>>63 ^ 1 // by one bit, or not: a branch would be guessed wrong
	top = top<<short | low>>63&short
	e -= int(short)
	const half = 1 << 10 // of the last of 53 bits
	rest := top & (2*half - 1)
	if rest-(half-2) < 3 {
		return roundQuotient(m, powers5[k], -k)
	}
	return float64(top>>11+(rest+half-1)>>11) * math.Float64frombits(uint64(e+11+1023)<<52)
}

// inverses5[k] is 1/10^k as top · 2^(exp-64), cut to 64 bits.
var inverses5 = func() (list [23]struct {
	top uint64
	exp int
}) {
	for k := 1; k < len(list); k++ {
		// 2^(63+n) / 5^k, of 64 bits, for a power of n bits.
		n := bits.Len64(powers5[k])
		list[k].top, _ = bits.Div64(1<<uint(n-1), 0, powers5[k])
		list[k].exp = 1 - n - k
	}
	return list
}()
