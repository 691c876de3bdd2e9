package integer

import (
	"math"

	"github.com/kexplain/kexplain/explain/internal/limit"
	"github.com/kexplain/kexplain/numeric"
)

// bitsOf is the length in bits of a positive integer under a prior that
// prefers small numbers, round ones (m·10^e) and perfect powers.
func bitsOf(n int64) float64 {
	if n < 0 {
		n = -n
	}
	best := plainBits(n)
	zeros := 0.0
	for m := n; m%10 == 0 && m > 0; {
		m /= 10
		zeros++
		best = math.Min(best, plainBits(m)+1+2*math.Log2(zeros+1))
	}
	if r := isqrt(n); r > 1 && r*r == n {
		best = math.Min(best, plainBits(r)+2)
		if q := isqrt(r); q > 1 && q*q == r {
			best = math.Min(best, plainBits(q)+4)
		}
	}
	// Cubes and fifth powers of small numbers: those of larger ones are rare.
	for r := int64(2); r <= limit.SmallRoot && r*r*r <= n; r++ {
		switch n {
		case r * r * r:
			best = math.Min(best, plainBits(r)+3)
		case r * r * r * r * r:
			best = math.Min(best, plainBits(r)+5)
		}
	}
	return best
}

// isqrt is the square root of n, rounded.
func isqrt(n int64) int64 { return int64(math.Round(math.Sqrt(float64(n)))) }

// plainBits is -log2 of 6/π² / n².
func plainBits(n int64) float64 { return onePlainBits + 2*math.Log2(float64(n)) }

// onePlainBits is -log2 of 6/π².
const onePlainBits = 0.718

// A number that has occurred, or its negative, costs little; a sign, one bit.
// No number costs less than 1 with its sign.
const (
	repeatedBits = 1
	signBits     = 1
	leastBits    = onePlainBits + signBits
)

// occurs reports whether v or its negative is in the list.
func occurs(list []int64, v int64) bool {
	for _, u := range list {
		if u == v || u == -v {
			return true
		}
	}
	return false
}

// bitsAfter is the length of v after the numbers before.
func bitsAfter(before []int64, v int64) float64 {
	bits := bitsOf(v)
	if occurs(before, v) {
		bits = math.Min(bits, repeatedBits)
	}
	return bits + signBits
}

// shortest is the length in nats of a vector of nonzero integers up to a factor, under the sum
// of several priors: as integers, or as fractions with one coefficient 1, whichever that is. So
// x²/9 + y²/4 = 1 is as short as it looks. Where all are integers, or fractions of integers, up to HighestFraction, they may also be
// alike: 7 is then as long as 2, and 7/6 as 1/2. What is short in several ways is as much more
// probable: 3x = 4y is y = 3/4 x, and x = 4/3 y.
func shortest(n []int64) float64 {
	if len(n) < 2 {
		return lengthOf(n)
	}
	sum := math.Exp2(-lengthOf(n)/math.Ln2) + math.Exp2(-alikeBits(n))
	which := 1 + math.Log2(float64(len(n))) // that these are fractions, and whose coefficient is 1
	small := memos.Get().(*bitsMemo)
	defer memos.Put(small)
	var space [16]bool
	repeated := space[:0]
	for i, v := range n {
		repeated = append(repeated, occurs(n[:i], v))
	}
	for at, one := range n {
		if repeated[at] {
			continue // y²/7 beside x²/7 is no other way
		}
		fractions := one != 1 && one != -1 // with 1 they are the integers themselves
		bits, alike := which, which+1
		for i := range n {
			if i == at {
				continue
			}
			if repeated[i] {
				bits += repeatedBits + signBits
				alike += repeatedBits + signBits
				continue
			}
			g := numeric.GCD(n[i], one)
			num, den := max(n[i], -n[i])/g, max(one, -one)/g
			if max(num, den) > limit.HighestFraction {
				alike = math.Inf(1)
			}
			if fractions {
				bits += small.of(num) + small.of(den) + signBits
			}
			alike += fractionBits + signBits
		}
		if fractions {
			sum += math.Exp2(-bits)
		}
		sum += math.Exp2(-alike)
	}
	return -math.Log(sum)
}

// alikeBits is the length in bits of a vector of integers up to HighestFraction, each as likely as any other. Two bits say that
// the vector is such a one; one sign is free.
func alikeBits(n []int64) float64 {
	bits := 2. - signBits
	for i, v := range n {
		switch {
		case max(v, -v) > limit.HighestFraction:
			return math.Inf(1)
		case occurs(n[:i], v):
			bits += repeatedBits + signBits
		default:
			bits += math.Log2(float64(limit.HighestFraction)) + signBits
		}
	}
	return bits
}

// fractionBits is the length of one of the fractions of numbers up to HighestFraction, of which there are 55.
const fractionBits = 5.78

// LeastLength is what no vector of k integers is shorter than: in each of the ways that
// shortest adds up every coefficient but one takes leastBits or more.
func LeastLength(k int) float64 {
	return leastBits*math.Ln2*float64(k-1) - math.Log(float64(2*k+2))
}

// lengthOf is the length in nats of a vector of nonzero integers.
func lengthOf(n []int64) float64 {
	bits := 0.0
	for i, v := range n {
		bits += bitsAfter(n[:i], v)
	}
	return (bits - 1) * math.Ln2 // one sign is free
}
