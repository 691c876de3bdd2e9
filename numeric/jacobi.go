package numeric

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math"
	"runtime"
	"sync/atomic"

	"golang.org/x/sync/errgroup"

	"github.com/kexplain/kexplain/internal/stable"
)

// ErrNotFinite says that a matrix has an entry that is NaN or infinite.
var ErrNotFinite = errors.New("numeric: matrix has an entry that is not a finite number")

// ErrNoConvergence says that an iteration stopped at its limit. It does not
// occur for finite matrices as far as is known.
var ErrNoConvergence = errors.New("numeric: no convergence")

// maxSweeps bounds the sweeps of the Jacobi iterations. Convergence is
// quadratic at the end; more than 15 sweeps have not been seen.
const maxSweeps = 60

// epsilon is the distance from 1 to the next float64.
const epsilon = 0x1p-52

// rowNorms is what orthogonaliseRows returns: the norms in decreasing order
// and, for each, the row it belongs to.
type rowNorms struct {
	norm []float64
	row  []int
}

// orthogonaliseRows makes the n rows of length m stored in a, row i at
// a[i*ld:], mutually orthogonal by plane rotations from the left; the largest
// entry must be of size 1, and rows shorter than vanishing become zero. Rows p and q
// count as orthogonal when |p·q| ≤ tol ‖p‖ ‖q‖, tol = m·2⁻⁵²; relative to the
// norms, so the norms of rows far smaller than the largest are right to
// relative precision too (J. Demmel, K. Veselić, Jacobi's method is more
// accurate than QR, SIAM J. Matrix Anal. Appl. 13 (1992)). This is the
// one-sided method of Hestenes on the transpose.
//
// It uses all processors and gives the same bits on any number of them.
func orthogonaliseRows(ctx context.Context, a []float64, n, m, ld int) (rowNorms, error) {
	j := &rowJacobi{a: a, m: m, ld: ld, tol: float64(max(m, 4)) * epsilon}
	j.order = make([]int, n)
	j.sq = make([]float64, n)
	j.scale = make([]float64, n)
	for i := range n {
		j.order[i], j.scale[i] = i, 1
	}
	for range maxSweeps {
		rotated, err := j.sweep(ctx)
		if err != nil {
			return rowNorms{}, err
		}
		if !rotated {
			norms := make([]float64, n)
			for i, p := range j.order {
				norms[i] = math.Sqrt(j.sq[p])
			}
			return rowNorms{norms, j.order}, nil
		}
	}
	return rowNorms{}, fmt.Errorf("%w of the Jacobi rotations in %d sweeps", ErrNoConvergence, maxSweeps)
}

// rowJacobi is the state of orthogonaliseRows. Row i of the matrix is scale[i]
// times the stored one.
type rowJacobi struct {
	a         []float64
	m, ld     int
	tol       float64
	order     []int     // rows, longest first
	sq, scale []float64 // squared norm and scale of each row
}

// row returns the stored row i.
func (j *rowJacobi) row(i int) []float64 { return j.a[i*j.ld : i*j.ld+j.m] }

// unscale stores row i as it is.
func (j *rowJacobi) unscale(i int) {
	if j.scale[i] != 1 {
		blas.Dscal(j.m, j.scale[i], j.row(i), 1)
		j.scale[i] = 1
	}
}

// sweep visits every pair of rows once and reports whether it rotated any. The
// rows, longest first, are cut into tiles; pairs of tiles meet in rounds, in
// which no tile has two partners, so the pairs of a round do not depend on one
// another and run at the same time.
func (j *rowJacobi) sweep(ctx context.Context) (bool, error) {
	for i := range j.sq {
		j.unscale(i)
		j.sq[i] = blas.Ddot(j.m, j.row(i), 1, j.row(i), 1)
		if j.sq[i] < vanishing*vanishing {
			// Rounding errors of rounding errors, whose products would lose
			// digits to the end of the range of exponents.
			clear(j.row(i))
			j.sq[i] = 0
		}
	}
	// Longer rows first: fewer sweeps (de Rijk).
	stable.Sort(j.order, func(p, q int) int { return cmp.Compare(j.sq[q], j.sq[p]) })
	n := len(j.order)
	height := max(jacobiRows, min(jacobiTile/j.m, (n+7)/8))
	tiles := (n + height - 1) / height
	var rotated atomic.Bool
	meet := func(pair [2]int) {
		lo, lo2 := pair[0]*height, pair[1]*height
		if j.sweepTile(lo, min(lo+height, n), lo2, min(lo2+height, n)) {
			rotated.Store(true)
		}
	}
	round := func(pairs [][2]int) error {
		if len(pairs) == 1 {
			meet(pairs[0])
			return ctx.Err()
		}
		group, ctx := errgroup.WithContext(ctx)
		group.SetLimit(runtime.GOMAXPROCS(0))
		for _, pair := range pairs {
			group.Go(func() error {
				meet(pair)
				return ctx.Err()
			})
		}
		return group.Wait()
	}
	for _, pairs := range meetings(tiles) {
		if err := round(pairs); err != nil {
			return false, err
		}
	}
	return rotated.Load(), ctx.Err()
}

// meetings returns rounds in which every one of n tiles meets itself and every
// other once, the smaller number first: a tournament by the circle method.
func meetings(n int) [][][2]int {
	alone := make([][2]int, n)
	for i := range alone {
		alone[i] = [2]int{i, i}
	}
	rounds := [][][2]int{alone}
	even := n + n%2 // an odd one sits out
	for r := range even - 1 {
		var pairs [][2]int
		for i := range even / 2 {
			a, b := (r+i)%(even-1), (r+even-1-i)%(even-1)
			if i == 0 {
				b = even - 1
			}
			if a, b = min(a, b), max(a, b); b < n {
				pairs = append(pairs, [2]int{a, b})
			}
		}
		rounds = append(rounds, pairs)
	}
	return rounds
}

// jacobiTile is the number of entries of a tile of rows: two of them stay in the
// second level cache. A tile has at least jacobiRows rows; fewer are not worth
// another goroutine.
const (
	jacobiTile = 1 << 14
	jacobiRows = 32
)

// sweepTile visits the pairs of one row at places lo … hi-1 of the order and a
// later one at lo2 … hi2-1.
func (j *rowJacobi) sweepTile(lo, hi, lo2, hi2 int) bool {
	rotated := false
	for i := lo; i < hi; i++ {
		p := j.order[i]
		for _, q := range j.order[max(lo2, i+1):hi2] {
			dot := j.scale[p] * j.scale[q] * blas.Ddot(j.m, j.row(p), 1, j.row(q), 1)
			if math.Abs(dot) <= j.tol*math.Sqrt(j.sq[p])*math.Sqrt(j.sq[q]) {
				continue
			}
			rotated = true
			j.rotate(p, q, dot)
		}
	}
	return rotated
}

// rotate makes rows p and q, with product dot, orthogonal. With t the tangent
// of the angle the rows (x, y) become (c u, (y + c²t u)/c), u = x − t y: two
// additions of multiples in place, the factors go into the scales (fast scaled
// rotations: A. Anda, H. Park, SIAM J. Matrix Anal. Appl. 15 (1994)).
func (j *rowJacobi) rotate(p, q int, dot float64) {
	c, _, t := jacobiAngle(j.sq[p], j.sq[q], dot)
	x, y := j.row(p), j.row(q)
	ratio := j.scale[q] / j.scale[p]
	blas.Daxpy(j.m, -t*ratio, y, 1, x, 1)
	blas.Daxpy(j.m, c*c*t/ratio, x, 1, y, 1)
	j.scale[p] *= c
	j.scale[q] /= c
	// The smaller angle has c ≥ 1/√2, so a scale leaves this range after two
	// hundred rotations at the earliest.
	const low, high = 0x1p-100, 0x1p+100
	if j.scale[p] < low || j.scale[q] > high {
		j.unscale(p)
		j.unscale(q)
	}
	j.sq[p] = max(0, j.sq[p]-t*dot)
	j.sq[q] += t * dot
	if j.sq[p] <= j.sq[q]*cancelled || j.sq[q] <= j.sq[p]*cancelled {
		// The update has lost its leading digits.
		for _, i := range [2]int{p, q} {
			j.sq[i] = j.scale[i] * j.scale[i] * blas.Ddot(j.m, j.row(i), 1, j.row(i), 1)
		}
	}
}

// cancelled is the ratio of squared norms beyond which a difference of squared
// norms is computed afresh: half the digits are gone there.
const cancelled = 0x1p-26

// jacobiAngle returns cosine, sine and tangent of the smaller angle for which
// (x, y) ← (c x − s y, s x + c y) makes two vectors with squared norms pp, qq and
// product pq orthogonal.
func jacobiAngle(pp, qq, pq float64) (c, s, t float64) {
	zeta := (qq - pp) / (2 * pq)
	if math.Abs(zeta) > 0x1p+500 { // zeta² would overflow
		t = 1 / (2 * zeta)
	} else {
		t = math.Copysign(1, zeta) / (math.Abs(zeta) + math.Sqrt(1+zeta*zeta))
	}
	c = 1 / math.Sqrt(1+t*t)
	return c, c * t, t
}
