package learn

import (
	"context"
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/mat"

	"github.com/kexplain/kexplain/feature"
)

// ClassifierModel is what Classifier has learned. It does not change and is safe
// for use by several goroutines at once.
type ClassifierModel struct {
	scaling   *scaling // of new points; nil for none. All else is scaled.
	frame     *frame
	unit      bool
	classes   []string
	scheme    Scheme
	extractor *extractor
	linear    []*LinearModel
	train     *mat.Dense // of left features; nil otherwise
}

// Classes returns the labels, in the order in which Predict numbers them.
func (m *ClassifierModel) Classes() []string { return slices.Clone(m.classes) }

// Kernel returns the kernel.
func (m *ClassifierModel) Kernel() feature.Kernel { return m.frame.kernel }

// Span returns the dimension of the span of features and the condition of K_ZZ
// on it.
func (m *ClassifierModel) Span() (dim int, condition float64) { return m.frame.dim, m.frame.condition }

// NumFeatures returns the number of features that decisions are made of.
func (m *ClassifierModel) NumFeatures() int { return m.extractor.width() }

// Predict returns the number of the class of each row of x, in Classes.
func (m *ClassifierModel) Predict(ctx context.Context, x *mat.Dense) ([]int, error) {
	s, err := m.Scores(ctx, x)
	if err != nil {
		return nil, err
	}
	return argmaxRows(s), nil
}

// Scores returns what the decision compares: one row a point, one column a
// class, the largest wins. It returns ErrData for rows that are not finite or of
// the wrong length. Beyond the result it needs memory for a block of rows only.
func (m *ClassifierModel) Scores(ctx context.Context, x *mat.Dense) (*mat.Dense, error) {
	return m.blockwise(ctx, x, len(m.classes), func(f *mat.Dense) *mat.Dense {
		return m.scheme.scores(m.linear, m.extractor, f)
	})
}

// Features returns the features of the rows of x, from which the decision is
// made.
func (m *ClassifierModel) Features(ctx context.Context, x *mat.Dense) (*mat.Dense, error) {
	return m.blockwise(ctx, x, m.extractor.width(), func(f *mat.Dense) *mat.Dense { return f })
}

func (m *ClassifierModel) blockwise(ctx context.Context, x *mat.Dense, cols int, of func(f *mat.Dense) *mat.Dense) (*mat.Dense, error) {
	if x == nil || x.IsEmpty() {
		return nil, fmt.Errorf("%w: no rows", ErrData)
	}
	if err := m.frame.checkData(x); err != nil {
		return nil, err
	}
	n, vars := x.Dims()
	out := mat.NewDense(n, cols, nil)
	for lo := 0; lo < n; lo += classRows {
		hi := min(lo+classRows, n)
		block := x.Slice(lo, hi, 0, vars).(*mat.Dense)
		if m.scaling != nil {
			block = m.scaling.apply(block)
		}
		f, err := m.featuresWith(ctx, m.extractor, block)
		if err != nil {
			return nil, err
		}
		out.Slice(lo, hi, 0, cols).(*mat.Dense).Copy(of(f))
	}
	return out, nil
}

// featuresWith returns the features of a block of rows.
func (m *ClassifierModel) featuresWith(ctx context.Context, e *extractor, x *mat.Dense) (*mat.Dense, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	if e.left != nil {
		k, err := feature.Matrix(ctx, m.frame.kernel, x, m.train)
		if err != nil {
			return nil, fmt.Errorf("learn: %w", err)
		}
		var f mat.Dense
		f.Mul(k, e.left)
		return &f, nil
	}
	c, err := m.coordinates(ctx, x)
	if err != nil {
		return nil, err
	}
	return e.apply(c), nil
}

// coordinates returns the coordinates of a block of rows.
func (m *ClassifierModel) coordinates(ctx context.Context, x *mat.Dense) (*mat.Dense, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	raw, err := m.frame.values(ctx, x)
	if err != nil {
		return nil, fmt.Errorf("learn: %w", err)
	}
	c := m.frame.toCoordinates(raw)
	if !m.unit {
		return c, nil
	}
	n, _ := c.Dims()
	for i := range n {
		row := c.RawRowView(i)
		length := 0.0
		for _, v := range row {
			length += v * v
		}
		if length == 0 {
			continue // no direction: the point has no feature in the span
		}
		for j := range row {
			row[j] /= math.Sqrt(length)
		}
	}
	return c, nil
}

// CrossValidate returns the decisions of models fitted to all folds but one on
// the rows of that one, for each fold: an estimate of the error on new data that
// has not seen them. Folds are even in every class.
func CrossValidate(ctx context.Context, c Classifier, x *mat.Dense, labels []string, folds int, seed uint64) (*Confusion, error) {
	n, _ := x.Dims()
	if folds < 2 || folds > n || n != len(labels) {
		return nil, fmt.Errorf("%w: %d folds of %d rows with %d labels", ErrData, folds, n, len(labels))
	}
	classes, class := numberLabels(labels)
	fold := Folds(class, folds, seed)
	sum := NewConfusion(nil, nil, len(classes))
	for f := range folds {
		var in, out []int
		for i := range fold {
			if fold[i] == f {
				out = append(out, i)
			} else {
				in = append(in, i)
			}
		}
		t := &training{x: x}
		trainLabels := make([]string, len(in))
		for i, row := range in {
			trainLabels[i] = labels[row]
		}
		m, err := c.Fit(ctx, t.pick(in), trainLabels)
		if err != nil {
			return nil, fmt.Errorf("fold %d of %d: %w", f+1, folds, err)
		}
		predicted, err := m.Predict(ctx, t.pick(out))
		if err != nil {
			return nil, fmt.Errorf("fold %d of %d: %w", f+1, folds, err)
		}
		// A class with a single row may be missing from the model.
		number := map[string]int{}
		for i, l := range classes {
			number[l] = i
		}
		truth := make([]int, len(out))
		for i, row := range out {
			truth[i] = class[row]
			predicted[i] = number[m.classes[predicted[i]]]
		}
		sum.Add(NewConfusion(truth, predicted, len(classes)))
	}
	return sum, nil
}
