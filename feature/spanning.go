package feature

import (
	"context"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"

	"gonum.org/v1/gonum/lapack/lapack64"
	"gonum.org/v1/gonum/mat"

	"github.com/kexplain/kexplain/numeric"
)

// ErrFewRows says that more points were asked for than there are.
var ErrFewRows = errors.New("feature: fewer rows than points asked for")

// Spanning chooses the points Z of a cross-kernel matrix K_XZ. What can be
// learned are the functions in the span of the k(·, z_j); a good choice spans
// the features of the data (CKI, definition 3.1) and keeps the condition of
// K_ZZ low.
type Spanning interface {
	// String names the choice: "200 random points".
	fmt.Stringer
	// Points returns the points as rows, with the columns of the data x. The
	// same seed gives the same points. Errors wrap ErrParameter, ErrFewRows,
	// ErrShape, ErrDomain, or are those of ctx.
	Points(ctx context.Context, k Kernel, x *mat.Dense, seed uint64) (*mat.Dense, error)
}

// Each choice has its own stream of random numbers, so that two of them with
// one seed are independent.
const (
	streamRandom    = 0x72616e646f6d // "random"
	streamSubsample = 0x73756273616d // "subsam"
)

// Random takes M independent normal points; coordinate j has the root mean
// square of column j of the data (1 where that is 0). With probability one they
// span as much as M points can (CKI, proposition 2.3), but the condition of
// K_ZZ grows quickly with the degree.
type Random struct {
	// M is the number of points. Zero stands for the number of features of a
	// polynomial kernel.
	M int
}

// String returns "200 random points".
func (s Random) String() string { return count(s.M) + " random points" }

// Points draws the points.
func (s Random) Points(_ context.Context, k Kernel, x *mat.Dense, seed uint64) (*mat.Dense, error) {
	_, n := x.Dims()
	m, err := pointCount(s.M, k, n)
	if err != nil {
		return nil, err
	}
	rng := rand.New(rand.NewPCG(seed, streamRandom))
	scale := rms(x)
	z := mat.NewDense(m, n, nil)
	for i := range m {
		row := z.RawRowView(i)
		for j := range row {
			row[j] = scale[j] * rng.NormFloat64()
		}
	}
	return z, nil
}

// Subsample takes M rows of the data without replacement, in their order. They
// lie where the data lie, hence see nothing that vanishes on the data, but
// their kernel functions are shaped like the data's: this is the choice that
// CKI, section 5, finds best for features that tell classes apart.
type Subsample struct {
	// M is the number of points. Zero stands for the number of features of a
	// polynomial kernel, or all rows if there are fewer.
	M int
}

// String returns "200 of the data points".
func (s Subsample) String() string { return count(s.M) + " of the data points" }

// Points draws the rows.
func (s Subsample) Points(_ context.Context, k Kernel, x *mat.Dense, seed uint64) (*mat.Dense, error) {
	r, n := x.Dims()
	m, err := pointCount(s.M, k, n)
	if err != nil {
		return nil, err
	}
	if s.M == 0 {
		m = min(m, r)
	}
	all := make([]int, r)
	for i := range all {
		all[i] = i
	}
	return choose(x, all, m, seed)
}

// Both takes points of the data and random points.
type Both struct {
	// Subsample and Random are the numbers of points of each kind.
	Subsample, Random int
}

// String returns "100 of the data points and 100 random points".
func (s Both) String() string {
	return fmt.Sprintf("%v and %v", Subsample{s.Subsample}, Random{s.Random})
}

// Points draws both kinds, those of the data first.
func (s Both) Points(ctx context.Context, k Kernel, x *mat.Dense, seed uint64) (*mat.Dense, error) {
	if s.Subsample <= 0 || s.Random <= 0 {
		return nil, fmt.Errorf("feature: %d data points and %d random points: both must be positive: %w", s.Subsample, s.Random, ErrParameter)
	}
	a, err := Subsample{s.Subsample}.Points(ctx, k, x, seed)
	if err != nil {
		return nil, err
	}
	b, err := Random{s.Random}.Points(ctx, k, x, seed)
	if err != nil {
		return nil, err
	}
	_, n := x.Dims()
	z := mat.NewDense(s.Subsample+s.Random, n, nil)
	z.Stack(a, b)
	return z, nil
}

// Degenerate takes M of the given rows of the data, those of one class for
// instance: points that span the features of a part of the data only. This is
// how we read the degenerate subsample of the experiments in CKI, section 5.
type Degenerate struct {
	// M is the number of points, which must be positive.
	M int
	// Rows are the rows to choose from.
	Rows []int
}

// String returns "200 of 1000 chosen data points".
func (s Degenerate) String() string {
	return fmt.Sprintf("%d of %d chosen data points", s.M, len(s.Rows))
}

// Points draws the rows.
func (s Degenerate) Points(_ context.Context, _ Kernel, x *mat.Dense, seed uint64) (*mat.Dense, error) {
	if s.M <= 0 {
		return nil, fmt.Errorf("feature: %d points: %w", s.M, ErrParameter)
	}
	r, _ := x.Dims()
	for _, i := range s.Rows {
		if i < 0 || i >= r {
			return nil, fmt.Errorf("feature: row %d of %d: %w", i, r, ErrParameter)
		}
	}
	return choose(x, s.Rows, s.M, seed)
}

// Pivoted draws a pool of random points as Random does and chooses among them
// greedily, always the point whose feature vector is farthest from the span of
// those chosen before: QR with column pivoting of Φ(pool)ᵀ (P. Businger,
// G. Golub, Linear least squares solutions by Householder transformations,
// Numer. Math. 7 (1965)). Without a finite feature map it is the same greedy
// choice on kernel values, the pivoted Cholesky factorisation of the kernel
// matrix. K_ZZ is then far better conditioned than for random points.
type Pivoted struct {
	// M is the number of points. Zero stands for the number of features of a
	// polynomial kernel. Fewer are returned when those found span the whole
	// pool up to rounding.
	M int
	// Pool is the number of points to choose from. Zero stands for 4 M.
	Pool int
}

// String returns "20 random points chosen from 80".
func (s Pivoted) String() string {
	if s.Pool == 0 {
		return count(s.M) + " random points chosen from four times as many"
	}
	return fmt.Sprintf("%s random points chosen from %d", count(s.M), s.Pool)
}

// Points draws the pool and chooses.
func (s Pivoted) Points(ctx context.Context, k Kernel, x *mat.Dense, seed uint64) (*mat.Dense, error) {
	_, n := x.Dims()
	m, err := pointCount(s.M, k, n)
	if err != nil {
		return nil, err
	}
	size := s.Pool
	if size == 0 {
		size = 4 * m
	}
	if size < m {
		return nil, fmt.Errorf("feature: %d points from a pool of %d: %w", m, size, ErrFewRows)
	}
	pool, err := Random{size}.Points(ctx, k, x, seed)
	if err != nil {
		return nil, err
	}
	pick := pivotCholesky
	if p, ok := k.(Polynomial); ok {
		if dim, ok := p.Dim(n); ok && dim <= size {
			pick = pivotQR
		}
	}
	order, err := pick(ctx, k, pool, m)
	if err != nil {
		return nil, err
	}
	return rowsOf(pool, order), nil
}

// pivotQR returns the first m pivots of the QR factorisation of Φ(pool)ᵀ.
func pivotQR(ctx context.Context, k Kernel, pool *mat.Dense, m int) ([]int, error) {
	_, n := pool.Dims()
	b, err := k.(Polynomial).Basis(n)
	if err != nil {
		return nil, err
	}
	phi, err := b.Features(ctx, pool)
	if err != nil {
		return nil, err
	}
	a := mat.DenseCopyOf(phi.T())
	rows, cols := a.Dims()
	pivots := make([]int, cols)
	for i := range pivots {
		pivots[i] = -1 // every column may move
	}
	tau := make([]float64, min(rows, cols))
	work := []float64{0}
	lapack64.Geqp3(a.RawMatrix(), pivots, tau, work, -1)
	work = make([]float64, int(work[0]))
	lapack64.Geqp3(a.RawMatrix(), pivots, tau, work, len(work))
	rank := 0
	for tol := numeric.RankTolerance(cols) * math.Abs(a.At(0, 0)); rank < min(m, rows) && math.Abs(a.At(rank, rank)) > tol; {
		rank++
	}
	if rank == 0 {
		return nil, fmt.Errorf("feature: %v vanishes on all points: %w", k, ErrDomain)
	}
	return pivots[:rank], nil
}

// pivotCholesky returns the first m pivots of the Cholesky factorisation of the
// kernel matrix of the pool, of which it computes only the columns it needs.
func pivotCholesky(ctx context.Context, k Kernel, pool *mat.Dense, m int) ([]int, error) {
	rest, err := Diagonal(ctx, k, pool)
	if err != nil {
		return nil, err
	}
	size, n := pool.Dims()
	tol := numeric.RankTolerance(size) * slices.Max(rest)
	var order []int
	factor := mat.NewDense(size, m, nil) // the columns of L so far
	for j := range m {
		pivot := 0
		for i, r := range rest {
			if r > rest[pivot] {
				pivot = i
			}
		}
		if !(rest[pivot] > tol) {
			break
		}
		column, err := Matrix(ctx, k, pool, pool.Slice(pivot, pivot+1, 0, n).(*mat.Dense))
		if err != nil {
			return nil, err
		}
		root := math.Sqrt(rest[pivot])
		lp := factor.RawRowView(pivot)[:j]
		for i := range size {
			li := factor.RawRowView(i)
			li[j] = (column.At(i, 0) - dot(li[:j], lp)) / root
			rest[i] -= li[j] * li[j]
		}
		rest[pivot] = math.Inf(-1)
		order = append(order, pivot)
	}
	if len(order) == 0 {
		return nil, fmt.Errorf("feature: %v is positive on none of the points: %w", k, ErrDomain)
	}
	return order, nil
}

// pointCount returns m, or the number of features of k when m is zero.
func pointCount(m int, k Kernel, n int) (int, error) {
	if err := Validate(k); err != nil {
		return 0, err
	}
	if m > 0 {
		return m, nil
	}
	if p, ok := k.(Polynomial); ok && m == 0 {
		dim, ok := p.Dim(n)
		if !ok {
			return 0, fmt.Errorf("feature: a point for every monomial of %v in %d variables: limit %d: %w", k, n, MaxFeatures, ErrTooManyFeatures)
		}
		return max(dim, 1), nil
	}
	return 0, fmt.Errorf("feature: %d points for the kernel %v: %w", m, k, ErrParameter)
}

// count writes a number of points.
func count(m int) string {
	if m == 0 {
		return "as many as features:"
	}
	return fmt.Sprint(m)
}

// choose returns m of the given rows, in the order of rows.
func choose(x *mat.Dense, rows []int, m int, seed uint64) (*mat.Dense, error) {
	if m > len(rows) {
		return nil, fmt.Errorf("feature: %d points of %d rows: %w", m, len(rows), ErrFewRows)
	}
	rng := rand.New(rand.NewPCG(seed, streamSubsample))
	at := rng.Perm(len(rows))[:m]
	slices.Sort(at)
	for i, a := range at {
		at[i] = rows[a]
	}
	return rowsOf(x, at), nil
}

// rowsOf returns the given rows of x.
func rowsOf(x *mat.Dense, rows []int) *mat.Dense {
	_, n := x.Dims()
	z := mat.NewDense(len(rows), n, nil)
	for i, r := range rows {
		z.SetRow(i, x.RawRowView(r))
	}
	return z
}

// rms returns the root mean square of every column, 1 where that is 0 or not
// finite.
func rms(x *mat.Dense) []float64 {
	r, n := x.Dims()
	s := make([]float64, n)
	for j := range s {
		col := mat.Col(nil, j, x)
		s[j] = norm(col) / math.Sqrt(float64(r))
		if !(s[j] > 0) || math.IsInf(s[j], 0) {
			s[j] = 1
		}
	}
	return s
}

// norm returns the Euclidean length of x without overflow.
func norm(x []float64) float64 {
	var s float64
	for _, v := range x {
		s = math.Hypot(s, v)
	}
	return s
}
