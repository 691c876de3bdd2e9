package modular

import (
	"math/bits"

	"github.com/kexplain/kexplain/numeric/internal/kernel"
)

// witnesses are bases for which the strong pseudoprime test decides every
// number below 3.3·10²⁴ (J. Sorenson and J. Webster, Strong pseudoprimes to
// twelve prime bases, Math. Comp. 86 (2017)).
var witnesses = [...]uint64{2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37}

// IsPrime reports whether n, below MaxPrime, is a prime. The answer is a
// proof, not a probability. It panics if n is MaxPrime or above.
func IsPrime(n uint64) bool {
	if n < 2 {
		return false
	}
	for _, q := range witnesses {
		if n%q == 0 {
			return n == q
		}
	}
	m := NewModulus(n)
	minusOne := m.Neg(m.one)
	twos := bits.TrailingZeros64(n - 1)
	for _, q := range witnesses {
		if !m.strongProbablePrime(m.FromUint64(q), minusOne, twos) {
			return false
		}
	}
	return true
}

// strongProbablePrime is the test of Miller and Rabin to one base:
// p - 1 = 2^twos·d with d odd, and base^d is 1 or one of its repeated squares
// is -1.
func (m *Modulus) strongProbablePrime(base, minusOne uint64, twos int) bool {
	x := m.Pow(base, (m.p-1)>>twos)
	if x == m.one || x == minusOne {
		return true
	}
	for range twos - 1 {
		x = m.Mul(x, x)
		if x == minusOne {
			return true
		}
	}
	return false
}

// Primes yields primes downwards, the zero value those below MaxPrime.
type Primes struct{ last uint64 }

// FastPrimes yields those primes, in descending order, with which matrices are factored and
// solved fastest on this machine: those below 2⁵⁰ where kernels take them, all others where
// they do not. Nothing that is certain may depend on which.
func FastPrimes() *Primes {
	if kernel.HasPanels() {
		return &Primes{last: kernel.MaxModulus + 1}
	}
	return new(Primes)
}

// Next returns the next prime as a modulus.
func (s *Primes) Next() Modulus {
	if s.last == 0 {
		s.last = MaxPrime + 1
	}
	s.last -= 2
	for !IsPrime(s.last) {
		s.last -= 2
	}
	return NewModulus(s.last)
}
