package explain

import (
	"context"
	"runtime"
	"sync"

	"github.com/kexplain/kexplain/numeric/moment"
)

// study is one search for equations: the rows in the units of the search, what
// is known about their moments, and what has been accepted so far.
type study struct {
	ctx      context.Context
	rows     [][]float64 // all rows
	sample   [][]float64 // the rows on which candidates are compared
	table    *moment.Monomials
	flow     *moment.Flow // moments of all rows
	metric   noiseMetric  // of the noise, in units
	told     bool         // the metric was given, and may be wrong: see misfit
	inDecade []float64    // units of the variables, each in its decade
	// decades are the powers of ten in which variables are written while integers
	// are looked for; data units for all of ordinary size.
	decades []int
	dev     []float64 // standard deviation of the variables, in units
	degree  int

	// known[d] is what follows from the accepted equations by multiples of degree
	// ≤ d. An equation that follows only by way of higher degrees is still looked
	// for: the third quadric of the twisted cubic.
	known    []*known
	names    []string
	accepted []equation
	// independent is the part of the rows that counts as evidence for one
	// equation against another: less than 1 where what even the best misses is
	// not noise.
	independent float64
	level       int       // number of equations accepted at lower noise levels
	nearest     *equation // that was refused, when nothing was accepted
	reason      string    // why
	clustered   int       // how many isolated clusters the sample is, 0 as long as nobody asked
	steps       []string  // what was done, for people
}

// count is the number of rows that count as evidence.
func (s *study) count() float64 { return s.independent * float64(len(s.sample)) }

// maxSample bounds the rows on which candidates are compared. The noise of an
// equation is known to 1 % there; the moments and the last fit use all rows.
const maxSample = 8000

// sampleRows returns at most most rows, evenly spread.
func sampleRows(rows [][]float64, most int) [][]float64 {
	if len(rows) <= most {
		return rows
	}
	out := make([][]float64, most)
	for i := range out {
		out[i] = rows[i*len(rows)/most]
	}
	return out
}

// each calls f for 0, …, n-1 on all processors and returns when all are done,
// or early when the context ends.
func (s *study) each(n int, f func(i int)) {
	var wg sync.WaitGroup
	next := make(chan int)
	for range min(n, runtime.GOMAXPROCS(0)) {
		wg.Go(func() {
			for i := range next {
				f(i)
			}
		})
	}
	for i := range n {
		if s.ctx.Err() != nil {
			break
		}
		next <- i
	}
	close(next)
	wg.Wait()
}

// chunk is the number of rows that one goroutine takes at a time.
const chunk = 4096

// chunks calls f for consecutive ranges of n rows, on all processors where
// there are several. The ranges depend on n alone.
func (s *study) chunks(n int, f func(c, lo, hi int)) int {
	count := (n + chunk - 1) / chunk
	if count <= 1 {
		f(0, 0, n)
		return count
	}
	s.each(count, func(c int) { f(c, c*chunk, min(n, (c+1)*chunk)) })
	return count
}

// gatherMoments adds up the moments of all rows.
func gatherMoments(ctx context.Context, rows [][]float64, t *moment.Monomials) *moment.Moments {
	s := &study{ctx: ctx}
	parts := make([]*moment.Moments, (len(rows)+chunk-1)/chunk)
	s.chunks(len(rows), func(c, lo, hi int) {
		m := moment.NewOn(t)
		for _, x := range rows[lo:hi] {
			m.Add(x, 1)
		}
		parts[c] = m
	})
	total := moment.NewOn(t)
	for _, m := range parts {
		if m != nil {
			total.Merge(m)
		}
	}
	return total
}
