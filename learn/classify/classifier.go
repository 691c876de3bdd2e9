package classify

import (
	"cmp"
	"context"
	"fmt"
	"strconv"

	"golang.org/x/sync/errgroup"
	"gonum.org/v1/gonum/mat"

	"github.com/kexplain/kexplain/feature"
	"github.com/kexplain/kexplain/internal/stable"
	"github.com/kexplain/kexplain/learn"
)

// Classifier tells classes of points apart by what vanishes on them: a point
// belongs to the class on whose manifold it lies (DKL, section 3.7; CKI,
// section 5). Spanning points give every point coordinates in an orthonormal
// frame of the span of features, the same for all classes. Features computes
// features from the coordinates, Linear learns the decision from the features.
// It is plain data; Fit does not change it.
type Classifier struct {
	// Kernel is required.
	Kernel feature.Kernel
	// Spanning chooses the spanning points from the training data of all
	// classes. Nil means feature.Subsample of 500 rows, or all if there are
	// fewer.
	Spanning feature.Spanning
	// Features are what the decision is made of. Nil means
	// CertifyingDistances{}.
	Features ClassFeatures
	// Linear learns the decision. Nil means Logistic{}.
	Linear LinearClassifier
	// Scheme is OneVsAll{} or OneVsOne{}. Nil means OneVsAll{}.
	Scheme Scheme
	// CrossFit is the number of parts that the training data are cut into where
	// features depend on the classes: the features of a part, from which Linear
	// learns, are computed from the other parts, as if the part were new data.
	// Otherwise a class that the frame can fit exactly has distances near zero
	// on its own training points and on no others. Zero means 5; 1 means not to.
	CrossFit int
	// Scale shifts and scales every column to mean 0 and variance 1 on the
	// training data first. Columns in different units need it; pixels do not.
	Scale bool
	// Unit divides coordinates by their length, so that only directions in the
	// feature space count.
	Unit bool
	// RankTolerance is that of IPCA.
	RankTolerance float64
	// Seed of the spanning points and of the parts.
	Seed uint64
}

const (
	classifierPoints = 500
	crossFitParts    = 5
	// classRows is the number of rows whose coordinates are held at once.
	classRows = 1024
)

// Fit learns from the rows of x and their labels, one a row. It returns learn.ErrData
// for data that are empty, not finite, or of fewer than two classes, learn.ErrKernel
// without a kernel, and the errors of the parts it is made of.
func (c Classifier) Fit(ctx context.Context, x *mat.Dense, labels []string) (*Model, error) {
	c, classes, class, err := c.complete(x, labels)
	if err != nil {
		return nil, err
	}
	m := &Model{unit: c.Unit, classes: classes, scheme: c.Scheme}
	if c.Scale {
		s := standardisation(x)
		m.scaling, x = &s, s.apply(x)
	}
	z, err := c.Spanning.Points(ctx, c.Kernel, x, c.Seed)
	if err != nil {
		return nil, fmt.Errorf("classify: %w", err)
	}
	if m.frame, err = learn.NewFrame(ctx, c.Kernel, z, c.RankTolerance); err != nil {
		return nil, err
	}
	t := &training{config: c, model: m, x: x, class: class, parts: make([]int, len(class)), count: 1}
	if c.Features.crossFits() && c.CrossFit > 1 {
		t.count = min(c.CrossFit, len(class))
		t.parts = Folds(class, t.count, c.Seed)
	}
	values, err := t.features(ctx)
	if err != nil {
		return nil, err
	}
	if m.linear, err = c.Scheme.fit(ctx, c.Linear, m.extractor, values, class, len(classes)); err != nil {
		return nil, err
	}
	return m, nil
}

// complete fills in defaults and numbers the classes.
func (c Classifier) complete(x *mat.Dense, labels []string) (_ Classifier, classes []string, class []int, err error) {
	if c.Kernel == nil {
		return c, nil, nil, fmt.Errorf("%w: none given", learn.ErrKernel)
	}
	if err := feature.Validate(c.Kernel); err != nil {
		return c, nil, nil, fmt.Errorf("classify: %w", err)
	}
	if x == nil || x.IsEmpty() {
		return c, nil, nil, fmt.Errorf("%w: no rows", learn.ErrData)
	}
	n, _ := x.Dims()
	if n != len(labels) {
		return c, nil, nil, fmt.Errorf("%w: %d rows but %d labels", learn.ErrData, n, len(labels))
	}
	if err := learn.CheckFinite(x); err != nil {
		return c, nil, nil, err
	}
	if c.CrossFit < 0 {
		return c, nil, nil, fmt.Errorf("%w: %d parts", learn.ErrCutoff, c.CrossFit)
	}
	classes, class = numberLabels(labels)
	if len(classes) < 2 {
		return c, nil, nil, fmt.Errorf("%w: all rows have the label %q", learn.ErrData, classes[0])
	}
	if c.Spanning == nil {
		c.Spanning = feature.Subsample{M: min(classifierPoints, n)}
	}
	if c.Features == nil {
		c.Features = CertifyingDistances{}
	}
	if c.Linear == nil {
		c.Linear = Logistic{}
	}
	if c.Scheme == nil {
		c.Scheme = OneVsAll{}
	}
	if c.CrossFit == 0 {
		c.CrossFit = crossFitParts
	}
	return c, classes, class, nil
}

// Classes returns the different labels in the order in which models number
// them: numbers by size, then words.
func Classes(labels []string) []string {
	classes, _ := numberLabels(labels)
	return classes
}

// numberLabels returns the different labels, numbers by size before words by
// their bytes, and the position of each row's.
func numberLabels(labels []string) (classes []string, class []int) {
	number := map[string]int{}
	for _, l := range labels {
		if _, ok := number[l]; !ok {
			number[l] = 0
			classes = append(classes, l)
		}
	}
	stable.Sort(classes, func(a, b string) int {
		u, errU := strconv.ParseFloat(a, 64)
		v, errV := strconv.ParseFloat(b, 64)
		switch {
		case errU == nil && errV == nil && u != v:
			return cmp.Compare(u, v)
		case errU == nil && errV != nil:
			return -1
		case errU != nil && errV == nil:
			return 1
		}
		return cmp.Compare(a, b)
	})
	for i, l := range classes {
		number[l] = i
	}
	class = make([]int, len(labels))
	for i, l := range labels {
		class[i] = number[l]
	}
	return classes, class
}

// training is a classifier in the making.
type training struct {
	config Classifier
	model  *Model
	x      *mat.Dense
	class  []int
	parts  []int // part of each row
	count  int   // number of parts
}

// features sets the extractor of the model and returns the features of the
// training rows, each from an extractor that has not seen its part.
func (t *training) features(ctx context.Context) (*mat.Dense, error) {
	grams, err := t.grams(ctx)
	if err != nil {
		return nil, err
	}
	spread := func(without int) *classSpread {
		s := &classSpread{dim: t.model.frame.Dim()}
		for c := range t.model.classes {
			g := mat.NewSymDense(s.dim, nil)
			rows := 0
			for p := range t.count {
				if part := grams[c][p]; p != without && part != nil {
					g.AddSym(g, part.sum)
					rows += part.rows
				}
			}
			s.grams, s.rows = append(s.grams, g), append(s.rows, rows)
		}
		return s
	}
	if t.model.extractor, err = t.config.Features.extractor(ctx, spread(-1)); err != nil {
		return nil, err
	}
	if err := t.config.Features.attach(ctx, t); err != nil {
		return nil, err
	}
	n, _ := t.x.Dims()
	values := mat.NewDense(n, t.model.extractor.width(), nil)
	for p := range t.count {
		e := t.model.extractor
		if t.count > 1 {
			if e, err = t.config.Features.extractor(ctx, spread(p)); err != nil {
				return nil, err
			}
		}
		rows := t.rowsOf(func(i int) bool { return t.parts[i] == p })
		if err := t.evaluate(ctx, values, e, rows); err != nil {
			return nil, err
		}
	}
	return values, nil
}

// evaluate writes the features of the rows to values.
func (t *training) evaluate(ctx context.Context, values *mat.Dense, e *extractor, rows []int) error {
	for lo := 0; lo < len(rows); lo += classRows {
		some := rows[lo:min(lo+classRows, len(rows))]
		f, err := t.model.featuresWith(ctx, e, t.pick(some))
		if err != nil {
			return err
		}
		for i, row := range some {
			copy(values.RawRowView(row), f.RawRowView(i))
		}
	}
	return nil
}

func (t *training) rowsOf(which func(i int) bool) []int {
	var rows []int
	for i := range t.class {
		if which(i) {
			rows = append(rows, i)
		}
	}
	return rows
}

func (t *training) pick(rows []int) *mat.Dense {
	_, vars := t.x.Dims()
	x := mat.NewDense(len(rows), vars, nil)
	for i, row := range rows {
		copy(x.RawRowView(i), t.x.RawRowView(row))
	}
	return x
}

// gramPart is the sum of c cᵀ over the coordinate rows of some points.
type gramPart struct {
	sum  *mat.SymDense
	rows int
}

// grams returns the sums of each class and part, nil where there are no rows.
// Gram matrices lose what is below 10⁻⁸ of the largest singular value, which no
// classifier can use, and are added and subtracted for free.
func (t *training) grams(ctx context.Context) ([][]*gramPart, error) {
	grams := make([][]*gramPart, len(t.model.classes))
	tasks, ctx := errgroup.WithContext(ctx)
	tasks.SetLimit(workers())
	for c := range grams {
		grams[c] = make([]*gramPart, t.count)
		for p := range t.count {
			rows := t.rowsOf(func(i int) bool { return t.class[i] == c && t.parts[i] == p })
			if len(rows) == 0 {
				continue
			}
			tasks.Go(func() error {
				g := &gramPart{sum: mat.NewSymDense(t.model.frame.Dim(), nil), rows: len(rows)}
				for lo := 0; lo < len(rows); lo += classRows {
					coordinates, err := t.model.coordinates(ctx, t.pick(rows[lo:min(lo+classRows, len(rows))]))
					if err != nil {
						return err
					}
					g.sum.SymRankK(g.sum, 1, coordinates.T())
				}
				grams[c][p] = g
				return nil
			})
		}
	}
	return grams, tasks.Wait()
}
