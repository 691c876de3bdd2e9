// Package modular solves exact linear problems by way of primes that fit in
// one machine word.
//
// # What it is for
//
// The solution of a square system A·x = b over the integers has large
// numerators and one large common denominator. Eliminating over the rationals
// drags these numbers through every step. Here the elimination happens modulo
// primes p < 2⁶⁰, where every number is one word, and the large numbers appear
// once, at the end. There are two ways to get at them:
//
//   - Chinese remaindering ([CRT]): solve modulo many primes and glue the
//     residues together. Best for many right-hand sides.
//   - p-adic lifting ([Lifter], after Dixon): factor A modulo one prime and
//     find the solution digit by digit in base p. Best for one right-hand side.
//
// A rational number is recovered from its residue by [Reconstruct].
//
// # Concepts
//
// A [Modulus] is a prime p with what Montgomery's reduction needs. Residues
// are plain uint64 below p in Montgomery form, that is, x stands for x·2⁻⁶⁴:
// [Modulus.FromUint64] and [Modulus.Uint64] go in and out, sums need no care,
// [Modulus.Mul] multiplies. The one expensive operation is [Modulus.Dot], which
// adds up 128-bit products and reduces once at the end; it is more than twice as
// fast as adding multiples of rows, so every algorithm here is arranged in dot
// products.
//
// An [LU] is a triangular factorisation that grows by one column at a time and
// says of each column whether it depends on those before. That is the inner
// step of the Buchberger–Möller algorithm, and once the factorisation is square
// it solves systems.
//
// # Invariants
//
// All moduli are odd primes below 2⁶⁰ ([MaxPrime]). A residue is always below
// its modulus. Nothing here is random: [Primes] yields the primes downwards
// from 2⁶⁰, so the same input gives the same primes.
//
// # Example
//
// Modulo two primes, 1/3 and its reconstruction:
//
//	p := modular.NewModulus(1000003)
//	third := p.Inv(p.FromUint64(3))
//	n, d, ok := modular.Reconstruct(big.NewInt(int64(p.Uint64(third))), big.NewInt(1000003))
//	// n/d = 1/3
//
// # References
//
// P. L. Montgomery, Modular multiplication without trial division, Math.
// Comp. 44 (1985). J. D. Dixon, Exact solution of linear equations using p-adic
// expansions, Numer. Math. 40 (1982). J. von zur Gathen, J. Gerhard, Modern
// Computer Algebra, 3rd ed., sections 5.4 (Chinese remaindering), 5.10
// (rational reconstruction). P. S. Wang, A p-adic algorithm for univariate
// partial fractions, SYMSAC 1981. D. H. Lehmer, Euclid's algorithm for large
// numbers, Amer. Math. Monthly 45 (1938).
package modular
