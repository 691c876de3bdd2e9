package border

import (
	"context"
	"math/rand/v2"

	"github.com/kexplain/kexplain/numeric/modular"
)

// image is the solution modulo one prime.
type image struct {
	m      modular.Modulus
	tails  []uint64 // tails[k·s+i]
	checks []uint64 // random combinations of each tail, see combine
	det    uint64   // of V
}

// need makes sure that there are images modulo at least n primes, computed by
// so many goroutines. Primes modulo which V is singular are passed over.
func (s *solver) need(ctx context.Context, workers, n int) error {
	for len(s.images) < n {
		batch := s.nextPrimes(n - len(s.images))
		images := make([]*image, len(batch))
		err := parallel(ctx, s.affordable(workers), len(batch), func() func(context.Context, int) error {
			return func(ctx context.Context, i int) (err error) {
				images[i], err = s.image(ctx, batch[i])
				return err
			}
		}, func(done int) {
			if s.loud {
				s.report("primes", len(s.images)+done, n)
			}
		})
		if err != nil {
			return err
		}
		for _, im := range images {
			if im != nil {
				s.images = append(s.images, im)
			}
		}
	}
	return nil
}

// nextPrimes returns the next n primes, that of the order ideal first.
func (s *solver) nextPrimes(n int) []modular.Modulus {
	var batch []modular.Modulus
	if len(s.images) == 0 {
		batch = append(batch, s.prime)
	}
	for len(batch) < n {
		batch = append(batch, s.primes.Next())
	}
	return batch
}

// workMemory is how many bytes of factorisations there may be at a time, as
// long as one goroutine has what it needs.
const workMemory = 160 << 20

// affordable returns how many of the goroutines have room to work.
func (s *solver) affordable(workers int) int {
	n := s.order.Len()
	return max(1, min(workers, workMemory/(8*n*n)))
}

// factor returns the factorisation of V modulo m, or nil if V is singular. Its
// memory is to be given back to spare.
func (s *solver) factor(ctx context.Context, m modular.Modulus, ev *evaluator) (lu *modular.LU, err error) {
	n := s.order.Len()
	s.mu.Lock()
	if m == s.prime && s.first != nil {
		lu, s.first = s.first, nil
		s.mu.Unlock()
		return lu, nil
	}
	if last := len(s.spare) - 1; last >= 0 {
		lu, s.spare = s.spare[last], s.spare[:last]
	}
	s.mu.Unlock()
	if lu == nil {
		lu = modular.NewLU(m, n)
	}
	lu.Reset(m)
	columns := ev.panel()
	for i := 0; i < n; i += len(columns) {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		some := columns[:min(len(columns), n-i)]
		for j := range some {
			ev.column(some[j], s.columns[i+j])
		}
		if !lu.AppendAll(some) {
			s.giveBack(lu)
			return nil, nil
		}
	}
	return lu, nil
}

func (s *solver) giveBack(lu *modular.LU) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.spare = append(s.spare, lu)
}

// evaluator returns what evaluates the integral rows modulo m. Its memory is to be given back to idle.
func (s *solver) evaluator(m modular.Modulus) *evaluator {
	s.mu.Lock()
	var ev *evaluator
	if last := len(s.idle) - 1; last >= 0 {
		ev, s.idle = s.idle[last], s.idle[:last]
	}
	s.mu.Unlock()
	if ev == nil {
		ev = newEvaluator(s.points, m)
	}
	ev.reset(m)
	return ev.scaleRows(s.rows)
}

func (s *solver) leave(ev *evaluator) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.idle = append(s.idle, ev)
}

// image solves modulo m. It returns nil if V is singular.
func (s *solver) image(ctx context.Context, m modular.Modulus) (*image, error) {
	ev := s.evaluator(m)
	defer s.leave(ev)
	lu, err := s.factor(ctx, m, ev)
	if lu == nil || err != nil {
		return nil, err
	}
	defer s.giveBack(lu)
	n := s.order.Len()
	im := &image{m: m, tails: make([]uint64, len(s.targets)*n), det: lu.Det()}
	columns := ev.panel()
	for k := 0; k < len(s.rhs); k += len(columns) {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		some, tails := columns[:min(len(columns), len(s.rhs)-k)], make([][]uint64, len(columns))
		for j := range some {
			ev.column(some[j], s.rhs[k+j])
			tails[j] = im.tails[(k+j)*n : (k+j+1)*n]
		}
		lu.SolveAll(tails, some)
	}
	if s.weights != nil {
		im.combine(s)
	}
	return im, nil
}

// combine draws the weights of the random combinations, and fills these in for the images so far.
func (s *solver) combine() {
	if s.weights != nil {
		return
	}
	rng := rand.New(rand.NewPCG(1, 1))
	for range weightVectors {
		w := make([]uint64, s.order.Len())
		for i := range w {
			w[i] = uint64(1 + rng.Uint32N(1<<16))
		}
		s.weights = append(s.weights, w)
	}
	for _, im := range s.images {
		im.combine(s)
	}
}

// combine fills in the random combinations. There are as many as there are
// vectors and at least one for every element. The weights are no residues in Montgomery's form,
// which their products with the tails lack in turn.
func (im *image) combine(s *solver) {
	n := s.order.Len()
	for c := range max(len(s.weights), len(s.targets)) {
		k, l := c%len(s.targets), c%len(s.weights)
		im.checks = append(im.checks, im.m.FromUint64(im.m.Dot(s.weights[l], im.tails[k*n:(k+1)*n])))
	}
}
