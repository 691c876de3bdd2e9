package classify

import (
	"context"
	"fmt"
	"math"
	"runtime"
	"slices"

	"golang.org/x/sync/errgroup"
	"gonum.org/v1/gonum/mat"

	"github.com/kexplain/kexplain/learn"
	"github.com/kexplain/kexplain/numeric"
)

// ClassFeatures are the features that a Classifier decides by:
// CertifyingDistances, CertifyingValues, RightFeatures or LeftFeatures.
type ClassFeatures interface {
	fmt.Stringer
	// crossFits reports whether features from different parts of the data mean
	// the same, so that they may be computed part by part.
	crossFits() bool
	extractor(ctx context.Context, s *classSpread) (*extractor, error)
	// attach gives the model what the features need of the training data.
	attach(ctx context.Context, t *training) error
}

// classSpread is the sum of c cᵀ over the coordinates of each class.
type classSpread struct {
	dim   int
	grams []*mat.SymDense
	rows  []int
}

// total is the sum over all classes but one; none for -1.
func (s *classSpread) total(without int) *mat.SymDense {
	t := mat.NewSymDense(s.dim, nil)
	for c, g := range s.grams {
		if c != without {
			t.AddSym(t, g)
		}
	}
	return t
}

// extractor computes features from coordinates. With ranks it computes
// distances, without them the scalar products with the directions.
type extractor struct {
	directions *mat.Dense // dim × (classes · per class)
	ranks      []int      // increasing
	classes    int
	// shared says that the directions belong to no class in particular.
	shared bool
	// left is A of LeftFeatures: features are κ_X(x) A; nil otherwise.
	left *mat.Dense
}

// width returns the number of features.
func (e *extractor) width() int {
	if e.ranks != nil {
		return e.classes * len(e.ranks)
	}
	if e.left != nil {
		_, k := e.left.Dims()
		return k
	}
	_, k := e.directions.Dims()
	return k
}

// columns returns the features that belong to a class; all where they are shared.
func (e *extractor) columns(class int) (lo, hi int) {
	if e.shared {
		return 0, e.width()
	}
	per := e.width() / e.classes
	return class * per, (class + 1) * per
}

// apply returns the features of points with the given coordinates.
func (e *extractor) apply(c *mat.Dense) *mat.Dense {
	var p mat.Dense
	p.Mul(c, e.directions)
	if e.ranks == nil {
		return &p
	}
	n, dim := c.Dims()
	_, k := p.Dims()
	per := k / e.classes
	out := mat.NewDense(n, e.width(), nil)
	for i := range n {
		length := 0.0
		for _, v := range c.RawRowView(i) {
			length += v * v
		}
		// Differences smaller than this are rounding errors.
		floor := numeric.RankTolerance(dim)*length + math.SmallestNonzeroFloat64
		projections, row := p.RawRowView(i), out.RawRowView(i)
		for class := range e.classes {
			rest, r := length, 0
			for j, v := range projections[class*per : (class+1)*per] {
				rest -= v * v
				if j+1 == e.ranks[r] {
					row[class*len(e.ranks)+r] = math.Log(max(rest, floor))
					r++
				}
			}
		}
	}
	return out
}

// topEigenvectors returns the k eigenvectors of g to its largest eigenvalues, one
// a column, largest first.
func topEigenvectors(g mat.Symmetric, k int) (*mat.Dense, error) {
	var e mat.EigenSym
	if !e.Factorize(g, true) {
		return nil, numeric.ErrNoConvergence
	}
	var v mat.Dense
	e.VectorsTo(&v)
	n := g.SymmetricDim()
	top := mat.NewDense(n, k, nil)
	for j := range k {
		for i := range n {
			top.Set(i, j, v.At(i, n-1-j))
		}
	}
	return top, nil
}

// perClass computes a block of directions for every class, side by side.
func perClass(ctx context.Context, s *classSpread, block func(class int) (*mat.Dense, error)) (*mat.Dense, error) {
	blocks := make([]*mat.Dense, len(s.grams))
	tasks, ctx := errgroup.WithContext(ctx)
	tasks.SetLimit(workers())
	for c := range blocks {
		tasks.Go(func() (err error) {
			if err := ctx.Err(); err != nil {
				return err
			}
			blocks[c], err = block(c)
			return err
		})
	}
	if err := tasks.Wait(); err != nil {
		return nil, fmt.Errorf("classify: class features: %w", err)
	}
	_, per := blocks[0].Dims()
	all := mat.NewDense(s.dim, per*len(blocks), nil)
	for c, b := range blocks {
		all.Slice(0, s.dim, c*per, (c+1)*per).(*mat.Dense).Copy(b)
	}
	return all, nil
}

func workers() int { return runtime.GOMAXPROCS(0) }

// CertifyingDistances are, for every class and every rank m, the logarithm of
// ‖v⊥‖², where v⊥ are the certifying features of the class: the squared
// distance of the feature vector from the span of the first m principal
// directions of the class (CKI, Algorithm 2, with V cut to m). With one rank and
// Linear: Nearest{} the class with the smallest distance wins; with several
// ranks a linear rule on the logarithms weighs them.
type CertifyingDistances struct {
	// Ranks are the numbers of principal directions taken out, increasing,
	// positive, below the dimension of the span. Nil means 4, 8, 16, 24, 32, 48,
	// 64, 96, 128, 192, 256 as far as they leave a third of the dimension, and
	// all ranks in a span of fewer than 24 dimensions.
	Ranks []int
}

// defaultRanks grow by factors of 4/3 to 2: neighbouring distances are not much
// different, and eleven of them tell the decay of a spectrum. In a small span
// the one rank at which a class vanishes must not be missed.
func defaultRanks(dim int) []int {
	var ranks []int
	if dim < 24 {
		for r := 1; r < dim; r++ {
			ranks = append(ranks, r)
		}
		return ranks
	}
	for _, r := range []int{4, 8, 16, 24, 32, 48, 64, 96, 128, 192, 256} {
		if 3*r <= 2*dim {
			ranks = append(ranks, r)
		}
	}
	return ranks
}

// String returns "certifying distances at ranks [32]".
func (f CertifyingDistances) String() string {
	if f.Ranks == nil {
		return "certifying distances"
	}
	return fmt.Sprintf("certifying distances at ranks %v", f.Ranks)
}

func (CertifyingDistances) crossFits() bool { return true }

func (CertifyingDistances) attach(context.Context, *training) error { return nil }

func (f CertifyingDistances) extractor(ctx context.Context, s *classSpread) (*extractor, error) {
	ranks := slices.Clone(f.Ranks)
	if f.Ranks == nil {
		ranks = defaultRanks(s.dim)
	}
	for i, r := range ranks {
		if r < 1 || i > 0 && r <= ranks[i-1] {
			return nil, fmt.Errorf("%w: ranks %v do not increase from 1", learn.ErrCutoff, ranks)
		}
	}
	if len(ranks) == 0 || ranks[len(ranks)-1] >= s.dim {
		return nil, fmt.Errorf("%w: ranks %v leave nothing of %d dimensions", learn.ErrCutoff, ranks, s.dim)
	}
	top := ranks[len(ranks)-1]
	directions, err := perClass(ctx, s, func(c int) (*mat.Dense, error) { return topEigenvectors(s.grams[c], top) })
	if err != nil {
		return nil, err
	}
	return &extractor{directions: directions, ranks: ranks, classes: len(s.grams)}, nil
}

// CertifyingValues are Count certifying features of each class: of the functions
// in the complement of the first Rank principal directions of the class, which
// are small on the class, the orthonormal ones that are largest on the others
// (DKL, section 3.7: vanishing on S and not on all of S'). A linear rule on
// values, signs included, can do no more than one on all coordinates; see
// CertifyingDistances for the rule that can.
type CertifyingValues struct {
	// Count is the number of features a class. Zero means 32.
	Count int
	// Rank is the number of principal directions taken out first. Zero means 16.
	Rank int
}

const (
	certifyingCount = 32
	certifyingRank  = 16
)

// String returns "32 certifying features a class behind rank 16".
func (f CertifyingValues) String() string {
	f = f.complete()
	return fmt.Sprintf("%d certifying features a class behind rank %d", f.Count, f.Rank)
}

func (f CertifyingValues) complete() CertifyingValues {
	if f.Count == 0 {
		f.Count = certifyingCount
	}
	if f.Rank == 0 {
		f.Rank = certifyingRank
	}
	return f
}

func (CertifyingValues) crossFits() bool { return false }

func (CertifyingValues) attach(context.Context, *training) error { return nil }

func (f CertifyingValues) extractor(ctx context.Context, s *classSpread) (*extractor, error) {
	f = f.complete()
	if f.Count < 0 || f.Rank < 0 || f.Rank+f.Count > s.dim {
		return nil, fmt.Errorf("%w: %v in %d dimensions", learn.ErrCutoff, f, s.dim)
	}
	directions, err := perClass(ctx, s, func(c int) (*mat.Dense, error) {
		all, err := topEigenvectors(s.grams[c], s.dim)
		if err != nil {
			return nil, err
		}
		rest := all.Slice(0, s.dim, f.Rank, s.dim)
		var inside, d mat.Dense
		inside.Product(rest.T(), s.total(c), rest)
		top, err := topEigenvectors(symmetric(&inside), f.Count)
		if err != nil {
			return nil, err
		}
		d.Mul(rest, top)
		return &d, nil
	})
	if err != nil {
		return nil, err
	}
	return &extractor{directions: directions, classes: len(s.grams)}, nil
}

// symmetric returns the upper triangle of a square matrix as a symmetric one.
func symmetric(a *mat.Dense) *mat.SymDense {
	n, _ := a.Dims()
	s := mat.NewSymDense(n, nil)
	for i := range n {
		for j := i; j < n; j++ {
			s.SetSym(i, j, a.At(i, j))
		}
	}
	return s
}

// RightFeatures are the first Count principal features v of the training data of
// all classes together, computed from the spanning points (CKI, Algorithm 2).
type RightFeatures struct {
	// Count is the number of features. Zero means 32.
	Count int
}

// String returns "32 right features".
func (f RightFeatures) String() string { return fmt.Sprintf("%d right features", f.count()) }

func (f RightFeatures) count() int {
	if f.Count == 0 {
		return certifyingCount
	}
	return f.Count
}

func (RightFeatures) crossFits() bool { return false }

func (RightFeatures) attach(context.Context, *training) error { return nil }

func (f RightFeatures) extractor(_ context.Context, s *classSpread) (*extractor, error) {
	if f.Count < 0 || f.count() > s.dim {
		return nil, fmt.Errorf("%w: %v in %d dimensions", learn.ErrCutoff, f, s.dim)
	}
	v, err := topEigenvectors(s.total(-1), f.count())
	if err != nil {
		return nil, fmt.Errorf("classify: class features: %w", err)
	}
	return &extractor{directions: v, classes: len(s.grams), shared: true}, nil
}

// LeftFeatures are the first Count principal features u of the training data,
// computed from the training data themselves: κ_X(x) U S⁻¹, the projections of
// kernel PCA (CKI, Algorithm 2). The model keeps the training data. They equal
// RightFeatures where the spanning points span the features of the data.
type LeftFeatures struct {
	// Count is the number of features. Zero means 32.
	Count int
}

// String returns "32 left features".
func (f LeftFeatures) String() string { return fmt.Sprintf("%d left features", f.right().count()) }

func (f LeftFeatures) right() RightFeatures { return RightFeatures(f) }

func (LeftFeatures) crossFits() bool { return false }

func (f LeftFeatures) extractor(ctx context.Context, s *classSpread) (*extractor, error) {
	if f.Count < 0 || f.right().count() > s.dim {
		return nil, fmt.Errorf("%w: %v in %d dimensions", learn.ErrCutoff, f, s.dim)
	}
	return f.right().extractor(ctx, s)
}

// attach computes A = U S⁻¹ = (C V) S⁻², C the coordinates of the training data.
func (f LeftFeatures) attach(ctx context.Context, t *training) error {
	if t.model.unit {
		return fmt.Errorf("%w: left features are not defined for coordinates of unit length", learn.ErrCutoff)
	}
	c, err := t.model.coordinates(ctx, t.x)
	if err != nil {
		return err
	}
	e := t.model.extractor
	a := new(mat.Dense)
	a.Mul(c, e.directions)
	n, k := a.Dims()
	for j := range k {
		s2 := 0.0
		for i := range n {
			s2 += a.At(i, j) * a.At(i, j)
		}
		if s2 == 0 {
			return fmt.Errorf("%w: fewer than %d left features", learn.ErrCutoff, k)
		}
		for i := range n {
			a.Set(i, j, a.At(i, j)/s2)
		}
	}
	e.left = a
	t.model.train = mat.DenseCopyOf(t.x)
	return nil
}
