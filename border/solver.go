package border

import (
	"context"
	"math/big"
	"sync"
	"sync/atomic"

	"golang.org/x/sync/errgroup"

	"github.com/kexplain/kexplain/numeric/modular"
	"github.com/kexplain/kexplain/poly"
	"github.com/kexplain/kexplain/ring"
)

// spareBits is by how many bits a reconstructed fraction must be shorter than
// its modulus before it is believed. A wrong belief costs time, never a wrong
// answer: the certificate does not hold then.
const spareBits = 40

// weightVectors is the number of random vectors with which coefficients are
// combined to watch them. A prime factor q of the denominator escapes one
// vector with probability 1/q whatever element it is applied to, because the
// elements are usually multiples of one another modulo q; see reducer.
const weightVectors = 24

// primeSource yields distinct primes.
type primeSource interface{ Next() modular.Modulus }

// solver finds the coefficients for a given order ideal.
type solver struct {
	ring    *poly.Ring[ring.Rat]
	points  *scaledPoints
	order   *OrderIdeal
	targets []int
	opts    Options

	columns [][]factor // of the members
	rhs     [][]factor // of the border monomials at targets
	integral

	primes  primeSource
	prime   modular.Modulus // of the order ideal
	first   *modular.LU     // modulo that prime, nil when its memory has been given to spare
	images  []*image        // solutions so far, in the order of the primes
	weights [][]uint64      // of the random combinations, nil until they are needed
	loud    bool            // images and the certificate count for the progress

	mu    sync.Mutex    // guards opts.Progress, spare and idle
	spare []*modular.LU // memory for factorisations
	idle  []*evaluator  // memory for values
}

func newSolver(R *poly.Ring[ring.Rat], p *scaledPoints, o *OrderIdeal, lu *modular.LU, primes primeSource,
	opts Options, targets []int) *solver {
	s := &solver{ring: R, points: p, order: o, targets: targets, opts: opts, primes: primes, prime: lu.Modulus(), first: lu}
	for _, t := range o.members {
		s.columns = append(s.columns, factors(R, t))
	}
	for _, j := range s.targets {
		s.rhs = append(s.rhs, factors(R, o.border[j]))
	}
	s.integral = p.integral(s.columns, s.rhs)
	if s.rows != nil {
		// The factorisation of the order ideal has the rows without multipliers.
		s.first, s.spare = nil, []*modular.LU{lu}
	}
	return s
}

// solve finds the denominator, enough primes and the numerators, and proves
// the result. It returns errUnlucky if the order ideal is wrong.
func (s *solver) solve(ctx context.Context) (*RationalIdeal, error) {
	den, primes, err := s.denominator(ctx)
	if err == nil && primes > 0 {
		den, err = s.certify(ctx, den, primes)
	}
	if err != nil {
		return nil, err
	}
	if !s.leads() {
		return nil, errUnlucky
	}
	id := &RationalIdeal{ring: s.ring, order: s.order, scale: s.points.scale, targets: s.targets, images: s.images}
	id.setDenominator(den)
	id.setDenominator(id.stripContent())
	id.reducer = s.reducer(id)
	id.written = sync.OnceValue(id.Ideal)
	return id, nil
}

// certify takes primes, so many at first, until they prove the numerators, and returns the denominator, mended where a factor
// was missing.
func (s *solver) certify(ctx context.Context, den *big.Int, primes int) (*big.Int, error) {
	s.loud = true
	for stripped := false; ; {
		if err := s.need(ctx, s.opts.Workers, primes); err != nil {
			return nil, err
		}
		// The combinations tell cheaply whether the primes suffice.
		missing, factor := s.shortfall(den)
		if factor != nil {
			den.Mul(den, factor)
			continue
		}
		if missing > 0 {
			primes = len(s.images) + missing
			continue
		}
		if !stripped {
			stripped = true
			den = s.withoutContent(den)
		}
		outside, err := s.outside(ctx, den)
		if outside == nil || err != nil {
			return den, err
		}
		// A factor of the denominator has escaped all combinations, or they were
		// small by chance.
		if f := missingFactor(outside, s.product()); f != nil {
			den.Mul(den, f)
		} else {
			primes = len(s.images) + 1
		}
	}
}

// dropImages leaves out the last images that the certificate does not need, as far
// as the combinations tell: finding a denominator takes more primes than proving
// the numerators.
func (s *solver) dropImages(den *big.Int) {
	bits, product := s.certificateBits(den), big.NewInt(1)
	for n, im := range s.images {
		if product.BitLen() > bits+1 {
			s.images = s.images[:n]
			return
		}
		product.Mul(product, new(big.Int).SetUint64(im.m.P()))
	}
}

// outside looks for a numerator that is too long for the certificate, and
// returns one, or nil if Σ|V|·max|N| + D·max|b| < M, so that V·N = D·b.
func (s *solver) outside(ctx context.Context, den *big.Int) (*big.Int, error) {
	crt := modular.NewCRT(s.moduli()).Scaled(den)
	limit := new(big.Int).Mul(den, s.maxRHS)
	limit.Sub(crt.Product(), limit)
	limit.Quo(limit.Sub(limit, big.NewInt(1)), s.rowSum)
	if most := new(big.Int).Rsh(crt.Product(), 2); limit.Cmp(most) > 0 {
		limit = most
	}
	if limit.Sign() <= 0 {
		return crt.Product(), nil
	}
	window := modular.NewWindow(crt, limit)
	found := make([]*big.Int, len(s.targets))
	err := parallel(ctx, s.opts.Workers, len(s.targets), func() func(context.Context, int) error {
		residues, parts := make([]uint64, len(s.images)), make([]uint64, len(s.images))
		return func(ctx context.Context, k int) error {
			for i := range s.order.members {
				gather(residues, s.images, k*s.order.Len()+i)
				crt.Parts(parts, residues)
				if !window.Contains(parts) {
					found[k] = crt.Int(new(big.Int), residues)
					break
				}
			}
			return ctx.Err()
		}
	}, func(done int) {
		if s.loud {
			s.report("certificate", done, len(s.targets))
		}
	})
	for _, x := range found {
		if x != nil {
			return x, err
		}
	}
	return nil, err
}

// gather collects the residues of one tail coefficient.
func gather(residues []uint64, images []*image, at int) {
	for r, im := range images {
		residues[r] = im.tails[at]
	}
}

// leads reports whether in every element the border monomial is above all
// members with a coefficient. A numerator in the certificate's window is zero
// when all its residues are.
func (s *solver) leads() bool {
	for k, j := range s.targets {
		for i := len(s.order.members) - 1; i >= 0; i-- {
			if s.ring.Compare(s.order.members[i], s.order.border[j]) < 0 {
				break
			}
			for _, im := range s.images {
				if im.tails[k*s.order.Len()+i] != 0 {
					return false
				}
			}
		}
	}
	return true
}

// product returns the product of the primes in use.
func (s *solver) product() *big.Int {
	m := big.NewInt(1)
	for _, im := range s.images {
		m.Mul(m, new(big.Int).SetUint64(im.m.P()))
	}
	return m
}

// moduli returns the primes in use.
func (s *solver) moduli() []modular.Modulus {
	m := make([]modular.Modulus, len(s.images))
	for i, im := range s.images {
		m[i] = im.m
	}
	return m
}

// parallel does the tasks 0 … n-1 on so many goroutines, each with its own
// function made by newWorker. After each task progress is told how many are
// done, by one goroutine at a time.
func parallel(ctx context.Context, workers, n int, newWorker func() func(context.Context, int) error, progress func(done int)) error {
	var next, done atomic.Int64
	var mu sync.Mutex
	worker := func(ctx context.Context) error {
		work := newWorker()
		for {
			i := int(next.Add(1)) - 1
			if i >= n {
				return nil
			}
			if err := ctx.Err(); err != nil {
				return err
			}
			if err := work(ctx, i); err != nil {
				return err
			}
			mu.Lock()
			progress(int(done.Add(1)))
			mu.Unlock()
		}
	}
	if min(workers, n) == 1 {
		return worker(ctx) // a goroutine would grow its stack first
	}
	g, ctx := errgroup.WithContext(ctx)
	for range min(workers, n) {
		g.Go(func() error { return worker(ctx) })
	}
	return g.Wait()
}

// report tells the progress.
func (s *solver) report(stage string, done, total int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.opts.Progress(stage, done, total)
}
