package state

import (
	"math"
	"math/bits"

	"github.com/kexplain/kexplain/numeric/moment"
)

// sum is a sum of numbers m·2^e without any rounding: Σ limbs[k]·2^(32(low+k)), with limbs
// of either sign that may run over into the next ones. So the order of additions makes no
// difference, which no sum of float64 can say of itself [Kulisch, Computer arithmetic and
// validity, 2013, chapter 8, the long accumulator; here with as many limbs as were used].
type sum struct {
	low   int32   // of the first limb
	limbs []int64 // each below 2^62 in size
	added uint32  // pieces since the limbs were carried, each below 2^32 in size
	base  int32   // exponent of the window of addProducts, a multiple of 32
}

// limbBits is the size of a limb.
const limbBits = 32

// carryAfter is how many pieces may be added before limbs are carried.
const carryAfter = 1 << 28

// window is how many exponents addProducts takes at once.
const window = 64

// add adds m·2^e, |m| < 2^53.
func (s *sum) add(m int64, e int) {
	size, sign := uint64(m), int64(0)
	if m < 0 {
		size, sign = uint64(-m), -1
	}
	shift := uint(e) & (limbBits - 1)
	s.addWide(size>>(64-shift), size<<shift, sign, int32((e-int(shift))/limbBits))
}

// addWide adds ±(hi·2^64 + lo)·2^(32 at), with the minus sign where sign is -1.
func (s *sum) addWide(hi, lo uint64, sign int64, at int32) {
	limbs := s.reach(at, 4)
	for k, piece := range [4]uint64{lo & math.MaxUint32, lo >> limbBits, hi & math.MaxUint32, hi >> limbBits} {
		limbs[k] += (int64(piece) ^ sign) - sign
	}
	if s.added++; s.added == carryAfter {
		s.carry()
	}
}

// reach returns n limbs from the one at on.
func (s *sum) reach(at int32, n int) []int64 {
	if len(s.limbs) == 0 {
		s.low = at
	}
	if before := int(s.low - at); before > 0 {
		s.limbs = append(make([]int64, before, before+len(s.limbs)), s.limbs...)
		s.low = at
	}
	first := int(at - s.low)
	for len(s.limbs) < first+n {
		s.limbs = append(s.limbs, 0)
	}
	return s.limbs[first : first+n]
}

// carry brings every limb but the last into 0 to 2^32 - 1.
func (s *sum) carry() {
	over := int64(0)
	for k := range s.limbs {
		v := s.limbs[k] + over
		over = v >> limbBits
		s.limbs[k] = v & math.MaxUint32
	}
	if n := len(s.limbs); n > 0 {
		s.limbs[n-1] += over << limbBits
		for v := s.limbs[n-1]; v>>limbBits != 0 && v>>limbBits != -1; v = s.limbs[len(s.limbs)-1] {
			s.limbs[len(s.limbs)-1] = v & math.MaxUint32
			s.limbs = append(s.limbs, v>>limbBits)
		}
	}
	s.added = 0
}

// merge adds another sum, which may be carried by that.
func (s *sum) merge(o *sum) {
	if len(o.limbs) == 0 {
		return
	}
	o.carry()
	if s.added >= carryAfter/2 {
		s.carry()
	}
	s.added++
	for k, v := range s.reach(o.low, len(o.limbs)) {
		s.limbs[int(o.low-s.low)+k] = v + o.limbs[k]
	}
}

// canonical returns the sign and the size of the sum, Σ digits[k]·2^(32(low+k)), without
// zeros at either end: the same for equal sums.
func (s *sum) canonical() (negative bool, low int32, digits []uint32) {
	t := sum{low: s.low, limbs: append([]int64(nil), s.limbs...)}
	t.carry()
	if n := len(t.limbs); n > 0 && t.limbs[n-1] < 0 {
		negative = true
		for k := range t.limbs {
			t.limbs[k] = -t.limbs[k]
		}
		t.carry()
	}
	for _, v := range t.limbs {
		digits = append(digits, uint32(v))
	}
	for len(digits) > 0 && digits[len(digits)-1] == 0 {
		digits = digits[:len(digits)-1]
	}
	low = t.low
	for len(digits) > 0 && digits[0] == 0 {
		digits, low = digits[1:], low+1
	}
	if len(digits) == 0 {
		return false, 0, nil
	}
	return negative, low, digits
}

// sumOf is the inverse of canonical.
func sumOf(negative bool, low int32, digits []uint32) sum {
	s := sum{low: low, limbs: make([]int64, len(digits))}
	for k, d := range digits {
		s.limbs[k] = int64(d)
		if negative {
			s.limbs[k] = -s.limbs[k]
		}
	}
	return s
}

// frexp returns the sum as frac·2^exp with 1/2 ≤ |frac| < 1, to a relative error of 2^-52;
// 0, 0 for zero.
func (s *sum) frexp() (frac float64, exp int) {
	negative, low, digits := s.canonical()
	top := 0.0
	for k := len(digits) - 1; k >= max(0, len(digits)-3); k-- {
		top += math.Ldexp(float64(digits[k]), limbBits*(k-len(digits)))
	}
	if negative {
		top = -top
	}
	frac, exp = math.Frexp(top)
	if frac == 0 {
		return 0, 0
	}
	return frac, exp + limbBits*(int(low)+len(digits))
}

// Parts of a float64.
const (
	mantissaBits = 52
	mantissa     = 1<<mantissaBits - 1
	implicitBit  = 1 << mantissaBits
	exponents    = 0x7ff
	bias         = 1075 // a float64 is m·2^(k-1075), with the integer m that its bits spell
)

// addProducts writes a[r]·b[r], rounded to float64, to dst, and adds all of them. Each must be
// zero or a normal number. Vectors do it where all lie around the window of exponents.
func (s *sum) addProducts(dst, a, b []float64) {
	var split moment.Split
	if !fastSplits || !split.Reset(int(s.base)+splitAbove) || !split.AddProducts(dst, a, b) {
		s.addInWindow(dst, a, b)
		return
	}
	for k := range moment.SplitLevels {
		if part := split.Part(k); part != 0 {
			s.addFloat(math.Float64bits(part))
		}
	}
}

// fastSplits is whether addProducts uses vectors.
var fastSplits = moment.FastSplits()

// splitAbove is how far above the window's exponent that of a Split is, which takes parts from 2⁻¹²⁶ to
// 2⁴² times its own: all products of the window, and those up to 46 binades below it and 7 above.
const splitAbove = 80

// addInWindow is addProducts without vectors. What lies in the window of exponents is added in
// registers; adding one after the other gives the same.
func (s *sum) addInWindow(dst, a, b []float64) {
	a, b = a[:len(dst)], b[:len(dst)]
	var hi, lo uint64
	base, outside, largest := uint(s.base+bias), 0, uint(0)
	for r := range dst {
		v := a[r] * b[r]
		dst[r] = v
		u := math.Float64bits(v)
		k := uint(u>>mantissaBits)&exponents - base
		if k >= window-1 {
			if u<<1 != 0 {
				s.addFloat(u)
				outside++
				largest = max(largest, uint(u>>mantissaBits)&exponents)
			}
			continue
		}
		m := u&mantissa | implicitBit
		sign := uint64(int64(u) >> 63)
		var c uint64
		lo, c = bits.Add64(lo, m<<k^sign, sign&1)
		hi, _ = bits.Add64(hi, m>>(64-k)^sign, c)
	}
	if hi|lo != 0 {
		sign := int64(hi) >> 63
		lo, c := bits.Add64(lo^uint64(sign), 0, uint64(sign)&1)
		hi, _ := bits.Add64(hi^uint64(sign), 0, c)
		s.addWide(hi, lo, sign, s.base/limbBits)
	}
	if 4*outside > len(dst) {
		// The largest stands in the upper half of the next window.
		s.base = int32(floorTo(int(largest)-bias-window/2, limbBits))
	}
}

// addFloat adds a normal float64, given by its bits.
func (s *sum) addFloat(u uint64) {
	m := int64(u&mantissa | implicitBit)
	if int64(u) < 0 {
		m = -m
	}
	s.add(m, int(u>>mantissaBits)&exponents-bias)
}

// floorTo rounds x down to a multiple of n.
func floorTo(x, n int) int {
	r := x % n
	if r < 0 {
		r += n
	}
	return x - r
}
