package border

import (
	"context"
	"errors"
	"fmt"
	"math/big"
	"slices"

	"github.com/kexplain/kexplain/internal/stable"
	"github.com/kexplain/kexplain/numeric/modular"
	"github.com/kexplain/kexplain/poly"
	"github.com/kexplain/kexplain/ring"
)

// ErrMultiple says that an ideal has zeros that cannot be told apart: it is
// not radical.
var ErrMultiple = errors.New("border: multiple zeros")

// RationalZeros returns the points back from the basis: all zeros with rational
// coordinates of a radical zero-dimensional ideal, sorted by coordinates. An
// ideal of rational points gives as many as it has standard monomials. The
// error is ErrMultiple if the ideal is not radical.
//
// The zeros are the joint eigenvalues of the multiplication matrices [Ste04,
// section 2.4]. Modulo a prime p they are found as the roots of the minimal polynomial of
// one generic linear form ℓ; the coordinates there are polynomials in ℓ. Each
// zero is then lifted p-adically by Newton's method on the Gröbner basis. With
// L a common denominator of the matrix of x_v, L·x_v is an integer at every
// rational zero and at most L times the norm of the matrix, so it is known when
// to stop, and an exact evaluation decides.
func RationalZeros(ctx context.Context, id *Ideal[ring.Rat]) ([][]ring.Rat, error) {
	if id.order.Len() == 0 {
		return nil, nil
	}
	var primes modular.Primes
	for range zeroPrimes {
		m := primes.Next()
		z := &zeroFinder{id: id, m: m}
		if !z.reduceMatrices() {
			continue // the prime divides a denominator
		}
		if z.findModulo() {
			return z.lift(ctx)
		}
	}
	return nil, fmt.Errorf("%w: no linear form separates the zeros modulo %d primes", ErrMultiple, zeroPrimes)
}

// zeroPrimes is the number of primes, each with another linear form, after
// which zeros are taken to be multiple. A prime near 2⁶⁰ fails by chance, for a
// radical ideal of s points with short coefficients, with probability about
// s²/2⁶⁰.
const zeroPrimes = 8

// zeroFinder finds zeros modulo one prime.
type zeroFinder struct {
	id       *Ideal[ring.Rat]
	m        modular.Modulus
	matrices [][][]uint64 // of the variables, by rows, modulo the prime
	bounds   []*big.Int   // of the integers L·x_v
	scale    []*big.Int   // L for each variable
	zeros    [][]uint64   // modulo the prime
}

// reduceMatrices computes the multiplication matrices modulo the prime, and
// returns false if it divides a denominator.
func (z *zeroFinder) reduceMatrices() bool {
	R := z.id.ring
	for v := range R.NumVars() {
		rows := z.id.MultiplicationMatrix(R.Var(v))
		scale, norm := big.NewInt(1), ring.RatFromInt(0)
		matrix := make([][]uint64, len(rows))
		for i, row := range rows {
			sum := ring.RatFromInt(0)
			for _, x := range row {
				image, ok := z.residue(x)
				if !ok {
					return false
				}
				matrix[i] = append(matrix[i], image)
				d := x.Den()
				scale.Mul(scale, d.Quo(d, new(big.Int).GCD(nil, nil, scale, d)))
				sum = sum.Add(x.Abs())
			}
			if sum.Cmp(norm) > 0 {
				norm = sum
			}
		}
		bound := new(big.Int).Mul(scale, norm.Num())
		z.bounds = append(z.bounds, bound.Quo(bound, norm.Den()))
		z.scale = append(z.scale, scale)
		z.matrices = append(z.matrices, matrix)
	}
	return true
}

// residue returns x modulo the prime, and false if its denominator vanishes.
func (z *zeroFinder) residue(x ring.Rat) (uint64, bool) {
	d := z.m.FromBig(x.Den())
	if d == 0 {
		return 0, false
	}
	return z.m.Mul(z.m.FromBig(x.Num()), z.m.Inv(d)), true
}

// findModulo finds the zeros modulo the prime. It returns false if the linear
// form does not separate them.
func (z *zeroFinder) findModulo() bool {
	m, s := &z.m, z.id.order.Len()
	form := func(x []uint64) []uint64 { // multiplication by ℓ
		y := make([]uint64, s)
		weight := m.One()
		for _, matrix := range z.matrices {
			weight = m.Mul(weight, m.FromUint64(0x9e3779b97f4a7c15)) // any number without pattern
			for i, row := range matrix {
				y[i] = m.Add(y[i], m.Mul(weight, m.Dot(row, x)))
			}
		}
		return y
	}
	// 1, ℓ, ℓ², … as combinations of the standard monomials; 1 is the first.
	lu := modular.NewLU(z.m, s)
	power := make([]uint64, s)
	power[0] = m.One()
	for range s {
		if !lu.Append(power) {
			return false
		}
		power = form(power)
	}
	minimal := make([]uint64, s+1)
	lu.Solve(minimal[:s], power)
	for i := range s {
		minimal[i] = m.Neg(minimal[i])
	}
	minimal[s] = m.One()
	if !m.Squarefree(minimal) {
		return false
	}
	roots := m.Roots(minimal)
	z.zeros = make([][]uint64, len(roots))
	coefficients := make([]uint64, s)
	for _, matrix := range z.matrices {
		x := make([]uint64, s) // the variable: its matrix applied to 1
		for i, row := range matrix {
			x[i] = row[0]
		}
		lu.Solve(coefficients, x)
		for k, r := range roots {
			value := uint64(0)
			for i := s - 1; i >= 0; i-- {
				value = m.Add(m.Mul(value, r), coefficients[i])
			}
			z.zeros[k] = append(z.zeros[k], value)
		}
	}
	return true
}

// lift turns the zeros modulo the prime into rational ones, as far as they are
// rational.
func (z *zeroFinder) lift(ctx context.Context) ([][]ring.Rat, error) {
	basis := z.id.GroebnerBasis()
	var zeros [][]ring.Rat
	for _, start := range z.zeros {
		p, err := z.liftOne(ctx, basis, start)
		if err != nil {
			return nil, err
		}
		if p != nil && !slices.ContainsFunc(basis, func(g *poly.Polynomial[ring.Rat]) bool { return !g.Eval(p).IsZero() }) {
			zeros = append(zeros, p)
		}
	}
	stable.Sort(zeros, func(p, q []ring.Rat) int { return slices.CompareFunc(p, q, ring.Rat.Cmp) })
	return zeros, nil
}

// liftOne lifts one zero digit by digit until its coordinates are determined,
// if they are rational.
func (z *zeroFinder) liftOne(ctx context.Context, basis []*poly.Polynomial[ring.Rat], start []uint64) ([]ring.Rat, error) {
	m := &z.m
	n := len(start)
	equations, jacobian := z.regularEquations(basis, start)
	x := make([]*big.Int, n)
	for v := range x {
		x[v] = new(big.Int).SetUint64(m.Uint64(start[v]))
	}
	p := new(big.Int).SetUint64(m.P())
	pk := new(big.Int).Set(p)
	for !z.determined(pk) {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		next := new(big.Int).Mul(pk, p)
		values, step := make([]uint64, n), make([]uint64, n)
		for i, g := range equations {
			values[i] = m.FromBig(new(big.Int).Quo(evalModulo(g, x, next), pk)) // f(x)/pᵏ
		}
		jacobian.Solve(step, values)
		for v := range x {
			t := new(big.Int).Mul(pk, new(big.Int).SetUint64(m.Uint64(m.Neg(step[v]))))
			x[v].Add(x[v], t)
		}
		pk = next
	}
	point := make([]ring.Rat, n)
	for v := range point {
		y := new(big.Int).Mul(x[v], z.scale[v])
		y.Mod(y, pk)
		if new(big.Int).Lsh(y, 1).Cmp(pk) > 0 {
			y.Sub(y, pk)
		}
		if y.CmpAbs(z.bounds[v]) > 0 {
			return nil, nil
		}
		point[v] = ring.RatFromBig(new(big.Rat).SetFrac(y, z.scale[v]))
	}
	return point, nil
}

// determined reports whether a modulus is large enough for all L·x_v.
func (z *zeroFinder) determined(pk *big.Int) bool {
	for _, b := range z.bounds {
		if b.BitLen()+2 > pk.BitLen() {
			return false
		}
	}
	return true
}

// regularEquations picks as many polynomials of the basis as there are
// variables, such that their Jacobian matrix at a zero modulo the prime is
// regular, and returns the factorisation of that matrix. There are as many: the
// algebra modulo the prime is that of one polynomial without multiple roots.
func (z *zeroFinder) regularEquations(basis []*poly.Polynomial[ring.Rat], at []uint64) ([]*poly.Polynomial[ring.Rat], *modular.LU) {
	n := len(at)
	rows := modular.NewLU(z.m, n)
	var picked []*poly.Polynomial[ring.Rat]
	var gradients [][]uint64
	for _, g := range basis {
		gradient := make([]uint64, n)
		for v := range gradient {
			gradient[v] = z.eval(g.Derivative(v), at)
		}
		if rows.Rank() < n && rows.Append(gradient) {
			picked, gradients = append(picked, g), append(gradients, gradient)
		}
	}
	jacobian := modular.NewLU(z.m, n)
	for v := range n {
		column := make([]uint64, n)
		for i := range column {
			column[i] = gradients[i][v]
		}
		jacobian.Append(column)
	}
	return picked, jacobian
}

// eval returns g(at) modulo the prime, which divides no denominator of g.
func (z *zeroFinder) eval(g *poly.Polynomial[ring.Rat], at []uint64) uint64 {
	sum := uint64(0)
	for mon, c := range g.Terms() {
		t, _ := z.residue(c)
		for v, e := range z.id.ring.Exponents(mon) {
			t = z.m.Mul(t, z.m.Pow(at[v], uint64(e)))
		}
		sum = z.m.Add(sum, t)
	}
	return sum
}

// evalModulo returns g(x) modulo pk, between 0 and pk.
func evalModulo(g *poly.Polynomial[ring.Rat], x []*big.Int, pk *big.Int) *big.Int {
	sum := new(big.Int)
	for mon, c := range g.Terms() {
		t := new(big.Int).Mul(c.Num(), new(big.Int).ModInverse(c.Den(), pk))
		for v, e := range g.Ring().Exponents(mon) {
			t.Mul(t, new(big.Int).Exp(x[v], big.NewInt(int64(e)), pk))
		}
		sum.Add(sum, t)
	}
	return sum.Mod(sum, pk)
}
