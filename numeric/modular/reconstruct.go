package modular

import "math/big"

// Reconstruct finds the fraction that a residue stands for: n/d in lowest
// terms with n ≡ a·d mod m, |n| and d at most √(m/2), and d > 0 prime to m.
// There is at most one; ok is false if there is none.
//
// It is Euclid's algorithm on (m, a) stopped in the middle (P. S. Wang, 1981;
// Modern Computer Algebra, Theorem 5.26), with Lehmer's grouping of the
// quotients, so its cost is that of a product of numbers of the size of m.
//
// A residue without meaning has a fraction more often than not. A caller that
// guesses when m is large enough should ask for spare bits: of all residues
// fewer than 2·ln(m) in 2ᵏ have a fraction with |n|·d below m/2ᵏ.
func Reconstruct(a, m *big.Int) (n, d *big.Int, ok bool) {
	bound := new(big.Int).Rsh(m, 1)
	bound.Sqrt(bound)
	return ReconstructWithin(a, m, bound, bound)
}

// ReconstructWithin is Reconstruct with other bounds: |n| ≤ maxNum and
// d ≤ maxDen. Where 2·maxNum·maxDen < m there is at most one such fraction and it is
// found if there is one.
func ReconstructWithin(a, m, maxNum, maxDen *big.Int) (n, d *big.Int, ok bool) {
	e := euclid{r0: new(big.Int).Set(m), r1: new(big.Int).Mod(a, m),
		t0: new(big.Int), t1: big.NewInt(1)}
	stop := maxNum.BitLen() + 128
	for e.r1.BitLen() > stop {
		e.lehmer()
	}
	for e.r1.CmpAbs(maxNum) > 0 {
		e.step()
	}
	n, d = e.r1, e.t1
	if d.Sign() < 0 {
		n.Neg(n)
		d.Neg(d)
	}
	if d.Sign() == 0 || d.Cmp(maxDen) > 0 || new(big.Int).GCD(nil, nil, new(big.Int).Abs(n), d).BitLen() != 1 {
		return nil, nil, false
	}
	return n, d, true
}

// euclid holds two consecutive remainders of (m, a) and their cofactors of a:
// rᵢ ≡ a·tᵢ mod m.
type euclid struct {
	r0, r1, t0, t1 *big.Int
	q, x, y        big.Int
}

// step does one division.
func (e *euclid) step() {
	e.q.QuoRem(e.r0, e.r1, &e.x)
	e.r0.Set(&e.x)
	e.r0, e.r1 = e.r1, e.r0
	e.x.Mul(&e.q, e.t1)
	e.t0.Sub(e.t0, &e.x)
	e.t0, e.t1 = e.t1, e.t0
}

// lehmer does as many divisions as the leading 62 bits of the remainders
// decide, in one pass over the long numbers. If these bits decide none it does
// one plain step. (Knuth, The Art of Computer Programming 2, Algorithm 4.5.2 L.)
func (e *euclid) lehmer() {
	shift := e.r0.BitLen() - 62
	if shift <= 0 || e.r1.Sign() == 0 {
		e.step()
		return
	}
	x := e.x.Rsh(e.r0, uint(shift)).Int64()
	y := e.x.Rsh(e.r1, uint(shift)).Int64()
	// (r0, r1) is to be replaced by (a·r0 + b·r1, c·r0 + d·r1). The true quotient
	// lies between those of the two extreme pairs of leading bits.
	var a, b, c, d int64 = 1, 0, 0, 1
	for y+c != 0 && y+d != 0 {
		q := (x + a) / (y + c)
		if q != (x+b)/(y+d) {
			break
		}
		a, c = c, a-q*c
		b, d = d, b-q*d
		x, y = y, x-q*y
	}
	if b == 0 {
		e.step()
		return
	}
	e.combine(e.r0, e.r1, a, b, c, d)
	e.combine(e.t0, e.t1, a, b, c, d)
}

// combine replaces (u, v) by (a·u + b·v, c·u + d·v).
func (e *euclid) combine(u, v *big.Int, a, b, c, d int64) {
	var k big.Int
	e.x.Mul(u, k.SetInt64(a))
	e.y.Mul(v, k.SetInt64(b))
	e.q.Add(&e.x, &e.y)
	e.x.Mul(u, k.SetInt64(c))
	e.y.Mul(v, k.SetInt64(d))
	u.Set(&e.q)
	v.Add(&e.x, &e.y)
}
