package kernel

import "math"

// Split is a sum of products of float64 without any rounding, as far as they are of about one
// size: it holds them in four sums of multiples of 2^e, 2^(e-42), 2^(e-84) and 2^(e-126), each in
// some lanes. A number is split by adding and subtracting 3·2^(51+e), which rounds it to a
// multiple of 2^e; the rest is exact [Demmel and Hida, Accurate and efficient floating point
// summation, SIAM J. Sci. Comput. 25, 2003; Rump, Ogita and Oishi, Accurate floating-point
// summation, SIAM J. Sci. Comput. 31, 2008].
type Split struct {
	sums  [SplitLevels][Lanes]float64
	large [SplitLevels]float64 // 3·2^(51+e), and so on
	limit float64              // of the size of a number
}

const (
	// SplitLevels is the number of sums.
	SplitLevels = 4
	// SplitTerms is how many products may be added between calls of Reset.
	SplitTerms = 1024
	splitBits  = 42 // and 10 for the terms, and one for the sign
)

// Reset makes the sum zero, for numbers below 2^(e+42) in size that are multiples of 2^(e-126).
// It reports false where some of these are no normal float64.
func (s *Split) Reset(e int) bool {
	if e < -890 || e > 970 {
		return false
	}
	*s = Split{limit: power(e + splitBits)}
	for k := range s.large {
		s.large[k] = 3 * power(51+e-splitBits*k)
	}
	return true
}

// power is 2^e, for normal numbers.
func power(e int) float64 { return math.Float64frombits(uint64(e+1023) << 52) }

// Part returns one of the four sums, which is zero or a normal number.
func (s *Split) Part(k int) float64 {
	l := &s.sums[k]
	return l[0] + l[1] + l[2] + l[3] + l[4] + l[5] + l[6] + l[7]
}

// addProducts writes a[i]·b[i] to dst and adds all of them. Where one is too large or has smaller
// parts it adds none, and reports false.
func (s *Split) addProducts(dst, a, b []float64) bool {
	a, b = a[:len(dst)], b[:len(dst)]
	var s0, s1, s2, s3, largest, rest float64
	c0, c1, c2, c3 := s.large[0], s.large[1], s.large[2], s.large[3]
	for i := range dst {
		v := float64(a[i] * b[i])
		dst[i] = v
		largest = max(largest, math.Abs(v))
		h := (c0 + v) - c0
		s0 += h
		v -= h
		h = (c1 + v) - c1
		s1 += h
		v -= h
		h = (c2 + v) - c2
		s2 += h
		v -= h
		h = (c3 + v) - c3
		s3 += h
		rest += math.Abs(v - h)
	}
	if !(largest < s.limit) || rest != 0 {
		return false
	}
	s.sums[0][0] += s0
	s.sums[1][0] += s1
	s.sums[2][0] += s2
	s.sums[3][0] += s3
	return true
}
