package border

import (
	"context"
	"math"
	"math/big"
	"math/bits"
	"math/rand/v2"

	"golang.org/x/sync/errgroup"

	"github.com/kexplain/kexplain/numeric/modular"
)

// earlyPrimes are the numbers of primes with which a short denominator is
// sought before anything is lifted.
var earlyPrimes = [...]int{1, 2, 4, 8}

// denominator returns the common denominator of all tails, up to factors that
// escape chance, and a guess of the number of primes: 0 where those so far prove the numerators, as one
// often does where points lie on a grid and coefficients are short whole numbers.
func (s *solver) denominator(ctx context.Context) (den *big.Int, primes int, err error) {
	const quick = 1e9 // multiplications of half a second
	foreseen := false
	if s.early() > quick {
		if e := s.estimate(); e.Least > quick {
			foreseen = true
			s.opts.Foresee(e)
		}
	}
	for _, n := range earlyPrimes {
		if err := s.need(ctx, s.opts.Workers, n); err != nil {
			return nil, 0, err
		}
		one := big.NewInt(1)
		if outside, err := s.outside(ctx, one); outside == nil || err != nil {
			return one, 0, err
		}
		s.combine()
		if den := s.denominatorOfChecks(); den != nil {
			return den, n, nil
		}
	}
	for n := s.certain(len(s.images)); n > len(s.images); n = s.certain(n) {
		if err := s.need(ctx, s.opts.Workers, n); err != nil {
			return nil, 0, err
		}
		if den := s.denominatorOfChecks(); den != nil {
			return den, n, nil
		}
	}
	if !foreseen {
		s.opts.Foresee(s.estimate())
	}
	if s.lifts() {
		return s.lift(ctx)
	}
	return s.reconstruct(ctx)
}

// certain returns how many primes the certificate takes in any case when n of them do not show
// the fractions: numerator and denominator have more bits together than they need for that, so one
// of them has half as many, and the certificate multiplies it by an entry of V or of a right-hand side.
// Where entries are long and coefficients short, these primes show the fractions, and nothing is lifted.
func (s *solver) certain(n int) int {
	together := n*(s.primeBits()-1) - spareBits - factorBits
	return (together/2 + min(s.rowSum.BitLen(), s.maxRHS.BitLen())) / s.primeBits()
}

// primeBits returns the length of the primes.
func (s *solver) primeBits() int { return bits.Len64(s.prime.P()) }

// lifts reports whether lifting is faster than more primes. A digit costs l + 2
// products of a matrix and a vector and l²/2 products for each row, where l is the
// length in words of the entries of V. It saves about half of what a prime costs,
// a factorisation and a solution for each target.
func (s *solver) lifts() bool {
	n, t, l := s.order.Len(), len(s.targets), (combination{s, make([]uint32, len(s.targets))}).Bits()/s.primeBits()+1
	if (l+2)*n+l*l/2 > n*n/6+t*n/2 {
		return false
	}
	// The lifter takes the first primes, which must not divide denominators.
	first := modular.FastPrimes()
	product := s.points.denominators()
	for range l + 2 {
		if m := first.Next(); m.FromBig(product) == 0 {
			return false
		}
	}
	return true
}

// reconstruct takes more and more primes until the combinations of the tails have
// believable fractions, or until the determinant of V is known, of which the
// denominator is a divisor by Cramer's rule.
func (s *solver) reconstruct(ctx context.Context) (den *big.Int, primes int, err error) {
	for n := 2 * earlyPrimes[len(earlyPrimes)-1]; ; n += 1 + n/6 {
		if err := s.need(ctx, s.opts.Workers, n); err != nil {
			return nil, 0, err
		}
		s.report("denominator", n, 0)
		den := s.denominatorOfChecks()
		if den == nil {
			den = s.determinant()
		}
		if den != nil {
			s.dropImages(den)
			return den, len(s.images), nil
		}
		if err := s.limitSize(n*(s.primeBits()-1) - 16 - spareBits); err != nil {
			return nil, 0, err
		}
	}
}

// determinant returns the absolute value of det V if the primes so far show it,
// and nil otherwise.
func (s *solver) determinant() *big.Int {
	residues := make([]uint64, len(s.images))
	for i, im := range s.images {
		residues[i] = im.det
	}
	crt := modular.NewCRT(s.moduli())
	det := crt.Int(new(big.Int), residues)
	if det.Sign() == 0 || det.BitLen()+spareBits > crt.Product().BitLen() {
		return nil
	}
	return det.Abs(det)
}

// denominatorOfChecks reconstructs the random combinations of the tails from
// the primes so far, and returns nil unless all have a believable fraction.
func (s *solver) denominatorOfChecks() *big.Int {
	crt := modular.NewCRT(s.moduli())
	m := crt.Product()
	den := big.NewInt(1)
	x := new(big.Int)
	isInteger := func(k int) bool {
		s.check(x, crt.Scaled(den), k)
		return x.BitLen()+den.BitLen()+spareBits < m.BitLen()
	}
	for k := range s.images[0].checks {
		if isInteger(k) {
			continue
		}
		_, d, ok := modular.Reconstruct(x, m)
		if !ok {
			return nil
		}
		den.Mul(den, d)
		if !isInteger(k) {
			return nil
		}
	}
	return den
}

// check sets x to the k-th random combination of the tails, multiplied as crt
// is scaled.
func (s *solver) check(x *big.Int, crt *modular.CRT, k int) {
	residues := make([]uint64, len(s.images))
	for i, im := range s.images {
		residues[i] = im.checks[k]
	}
	crt.Int(x, residues)
}

// withoutContent returns the denominator without the factor that it has in common with all
// random combinations of the tails, and so with all numerators. Where the combinations have more
// in common than the numerators, too much is left out, and the certificate fails.
func (s *solver) withoutContent(den *big.Int) *big.Int {
	crt := modular.NewCRT(s.moduli()).Scaled(den)
	g, x := new(big.Int).Set(den), new(big.Int)
	for k := range s.images[0].checks {
		if g.BitLen() == 1 {
			return den
		}
		if s.check(x, crt, k); x.Sign() != 0 {
			g.GCD(nil, nil, g, x.Abs(x))
		}
	}
	return g.Quo(den, g)
}

// shortfall compares the random combinations, multiplied by den, with what the
// certificate asks for. It returns the number of primes that are missing, or a
// factor that is missing in den, or neither.
func (s *solver) shortfall(den *big.Int) (primes int, factor *big.Int) {
	largest, m := s.largestCheck(den), s.product()
	bits := s.bitsFor(largest, den)
	switch {
	case bits < m.BitLen():
		return 0, nil
	case largest.BitLen()+spareBits < m.BitLen():
		return 1 + (bits-m.BitLen())/s.primeBits(), nil
	}
	if f := missingFactor(largest, m); f != nil {
		return 0, f
	}
	return 1 + len(s.images)/16, nil
}

// bitsFor returns how many bits the product of the primes must have for the
// certificate. A combination with weights of 16 bits is hardly ever shorter than
// the longest numerator in it.
func (s *solver) bitsFor(largest, den *big.Int) int {
	return max(largest.BitLen()+s.rowSum.BitLen(), den.BitLen()+s.maxRHS.BitLen()) + 1
}

// certificateBits returns the same for the combinations as they are.
func (s *solver) certificateBits(den *big.Int) int { return s.bitsFor(s.largestCheck(den), den) }

// largestCheck returns the random combination of the tails, multiplied by den, that
// has the largest absolute value.
func (s *solver) largestCheck(den *big.Int) *big.Int {
	crt := modular.NewCRT(s.moduli()).Scaled(den)
	x, largest := new(big.Int), new(big.Int)
	for k := range s.images[0].checks {
		if s.check(x, crt, k); x.CmpAbs(largest) > 0 {
			largest.Set(x)
		}
	}
	return largest
}

// factorBits is the length of the factors that chance overlooks.
const factorBits = 24

// missingFactor returns the denominator of a residue that ought to have been
// that of an integer, if there is one to be believed, and nil otherwise. With
// growing m it is found in the end, whatever its length.
func missingFactor(x, m *big.Int) *big.Int {
	short := big.NewInt(1 << factorBits)
	maxNum := new(big.Int).Rsh(m, factorBits+spareBits)
	if _, d, ok := modular.ReconstructWithin(x, m, maxNum, short); ok && d.BitLen() > 1 {
		return d
	}
	half := new(big.Int).Sqrt(new(big.Int).Rsh(m, spareBits))
	if _, d, ok := modular.ReconstructWithin(x, m, half, half); ok && d.BitLen() > 1 {
		return d
	}
	return nil
}

// lift finds the denominator by lifting V⁻¹·b for a random combination b of
// the right-hand sides. The processors that it leaves idle compute images
// meanwhile: for d digits that do not suffice, numerator and denominator have
// d/2 digits each, and so many primes will be needed in any case.
func (s *solver) lift(ctx context.Context) (den *big.Int, primes int, err error) {
	g, ctx := errgroup.WithContext(ctx)
	sure := make(chan int, 1)
	if s.opts.Workers > 1 {
		g.Go(func() error {
			for n := range sure {
				if err := s.need(ctx, s.opts.Workers-1, n); err != nil {
					return err
				}
			}
			return nil
		})
	}
	var bits int
	g.Go(func() error {
		defer close(sure)
		var err error
		den, bits, err = s.liftDigits(ctx, sure)
		return err
	})
	if err := g.Wait(); err != nil {
		return nil, 0, err
	}
	// The checks have one weight of 16 bits, this combination two of 20.
	return den, 1 + max(bits-weightBits+s.rowSum.BitLen(), den.BitLen()+s.maxRHS.BitLen())/s.primeBits(), nil
}

// weightBits is the length of the weights of the combination that is lifted,
// of right-hand sides and of coordinates.
const weightBits = 20

// liftDigits lifts until three combinations of the coordinates have fractions,
// and returns their common denominator and the length of the numerators. It
// says on the channel how many primes are needed in any case.
func (s *solver) liftDigits(ctx context.Context, sure chan<- int) (den *big.Int, bits int, err error) {
	rng := rand.New(rand.NewPCG(1, 2))
	weights := func(n int) []uint32 {
		w := make([]uint32, n)
		for i := range w {
			w[i] = 1 + rng.Uint32N(1<<weightBits)
		}
		return w
	}
	sys := combination{s, weights(len(s.rhs))}
	ev := s.evaluator(s.prime)
	lu, err := s.factor(ctx, s.prime, ev)
	s.leave(ev)
	if err != nil {
		return nil, 0, err
	}
	defer s.giveBack(lu)
	l := modular.NewLifter(sys, lu)
	var sums [3]*modular.Expansion
	var mu [len(sums)][]uint32
	for i := range sums {
		sums[i], mu[i] = modular.NewExpansion(s.prime), weights(sys.Size())
	}
	for try := 2 * earlyPrimes[len(earlyPrimes)-1]; ; try += 1 + try/8 {
		for sums[0].Len() < try {
			if err := ctx.Err(); err != nil {
				return nil, 0, err
			}
			digit := l.Next()
			for i := range sums {
				sums[i].Append(mu[i], digit)
			}
			s.report("denominator", sums[0].Len(), 0)
		}
		if den, bits := denominatorOfSums(sums[:]); den != nil {
			return den, bits, s.limitSize(bits + den.BitLen())
		}
		if err := s.limitSize(try*s.primeBits() - 2*weightBits - spareBits); err != nil {
			return nil, 0, err
		}
		select {
		case sure <- try/2 - 2:
		default:
		}
	}
}

// denominatorOfSums returns the common denominator of p-adic numbers and the
// length of the longest numerator, or nil if the digits do not suffice.
func denominatorOfSums(sums []*modular.Expansion) (den *big.Int, bits int) {
	den = big.NewInt(1)
	for i, sum := range sums {
		x, pk := sum.Value()
		x.Mod(x.Mul(x, den), pk)
		maxNum := new(big.Int).Rsh(pk, factorBits+spareBits)
		maxDen := big.NewInt(1 << factorBits)
		if i == 0 { // nothing is known of the denominator
			maxNum.Sqrt(new(big.Int).Rsh(pk, spareBits))
			maxDen = maxNum
		}
		n, d, ok := modular.ReconstructWithin(x, pk, maxNum, maxDen)
		if !ok {
			return nil, 0
		}
		den.Mul(den, d)
		bits = max(bits, n.BitLen())
	}
	return den, bits
}

// limitSize returns a *SizeError if coefficients whose numerator and
// denominator have at least so many bits together do not fit the limit of the
// options.
func (s *solver) limitSize(bits int) error {
	if least := s.printedBytes(bits); s.opts.MaxBytes > 0 && least > s.opts.MaxBytes {
		return &SizeError{Points: s.order.Len(), Bytes: least, MaxBytes: s.opts.MaxBytes,
			AtMost: max(least, s.printedBytes(2*s.determinantBits()+s.maxRHS.BitLen()))}
	}
	return nil
}

// estimate bounds what solve takes: for each prime a factorisation and a solution for
// every right-hand side.
func (s *solver) estimate() Estimate {
	bits := s.determinantBits()
	primes := float64(1 + max(bits+s.rowSum.BitLen(), s.maxRHS.BitLen())/s.primeBits())
	points, sides := float64(s.order.Len()), float64(len(s.targets))
	return Estimate{
		Points: s.order.Len(),
		Least:  min(s.early(), primes*s.each()),
		Most:   primes * s.each(),
		Memory: int64(min(8*points*(primes*sides+points), math.MaxInt64/2)),
		Answer: s.printedBytes(2*bits + s.maxRHS.BitLen()),
	}
}

// each is the number of multiplications modulo one prime.
func (s *solver) each() float64 {
	points, sides := float64(s.order.Len()), float64(len(s.targets))
	return points * points * (points/3 + sides)
}

// early is the number of multiplications modulo the first primes.
func (s *solver) early() float64 { return float64(earlyPrimes[len(earlyPrimes)-1]) * s.each() }

// determinantBits bounds the length of the denominator, by Cramer's rule.
func (s *solver) determinantBits() int {
	_, _, bound := s.invariants()
	return bound.BitLen()
}

// printedBytes returns the size of the answer in bytes if every coefficient has
// so many bits.
func (s *solver) printedBytes(bits int) int64 {
	digits := float64(bits) * math.Log10(2)
	return int64(min(digits*float64(len(s.targets))*float64(s.order.Len()), math.MaxInt64/2))
}

// combination is the system V·x = Σ λ_k·b_k.
type combination struct {
	s      *solver
	lambda []uint32
}

// Size returns the number of points.
func (c combination) Size() int { return c.s.order.Len() }

// Bits returns a bound for the system as modular.System asks for it.
func (c combination) Bits() int {
	rhs := new(big.Int).Mul(c.s.maxRHS, big.NewInt(int64(len(c.lambda))<<weightBits))
	return max(c.s.rowSum.BitLen(), rhs.BitLen())
}

// Image writes the system modulo m.
func (c combination) Image(m modular.Modulus, a [][]uint64, b []uint64) {
	ev := c.s.evaluator(m)
	defer c.s.leave(ev)
	column := make([]uint64, c.Size())
	for i, f := range c.s.columns {
		ev.column(column, f)
		for j, x := range column {
			a[j][i] = x
		}
	}
	clear(b)
	for k, f := range c.s.rhs {
		ev.column(column, f)
		l := m.FromUint64(uint64(c.lambda[k]))
		for j, x := range column {
			b[j] = m.Add(b[j], m.Mul(l, x))
		}
	}
}
