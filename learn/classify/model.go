package classify

import (
	"context"
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/mat"

	"github.com/kexplain/kexplain/feature"
	"github.com/kexplain/kexplain/internal/plural"
	"github.com/kexplain/kexplain/learn"
)

// Model is what Classifier has learned. It does not change and is safe
// for use by several goroutines at once.
type Model struct {
	scaling   *scaling // of new points; nil for none. All else is scaled.
	frame     *learn.Frame
	unit      bool
	classes   []string
	scheme    Scheme
	extractor *extractor
	linear    []*LinearModel
	train     *mat.Dense // of left features; nil otherwise
}

// Classes returns the labels, in the order in which Predict numbers them.
func (m *Model) Classes() []string { return slices.Clone(m.classes) }

// Kernel returns the kernel.
func (m *Model) Kernel() feature.Kernel { return m.frame.Kernel() }

// Span returns the dimension of the span of features and the condition of K_ZZ
// on it.
func (m *Model) Span() (dim int, condition float64) { return m.frame.Dim(), m.frame.Condition() }

// NumFeatures returns the number of features that decisions are made of.
func (m *Model) NumFeatures() int { return m.extractor.width() }

// Predict returns the number of the class of each row of x, in Classes.
func (m *Model) Predict(ctx context.Context, x *mat.Dense) ([]int, error) {
	s, err := m.Scores(ctx, x)
	if err != nil {
		return nil, err
	}
	return argmaxRows(s), nil
}

// Scores returns what the decision compares: one row a point, one column a
// class, the largest wins. It returns learn.ErrData for rows that are not finite or of
// the wrong length. Beyond the result it needs memory for a block of rows only.
func (m *Model) Scores(ctx context.Context, x *mat.Dense) (*mat.Dense, error) {
	return m.blockwise(ctx, x, len(m.classes), func(f *mat.Dense) *mat.Dense {
		return m.scheme.scores(m.linear, m.extractor, f)
	})
}

// Features returns the features of the rows of x, from which the decision is
// made.
func (m *Model) Features(ctx context.Context, x *mat.Dense) (*mat.Dense, error) {
	return m.blockwise(ctx, x, m.extractor.width(), func(f *mat.Dense) *mat.Dense { return f })
}

func (m *Model) blockwise(ctx context.Context, x *mat.Dense, cols int, of func(f *mat.Dense) *mat.Dense) (*mat.Dense, error) {
	if x == nil || x.IsEmpty() {
		return nil, fmt.Errorf("%w: no rows", learn.ErrData)
	}
	if err := m.frame.CheckData(x); err != nil {
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
func (m *Model) featuresWith(ctx context.Context, e *extractor, x *mat.Dense) (*mat.Dense, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	if e.left != nil {
		k, err := feature.Matrix(ctx, m.frame.Kernel(), x, m.train)
		if err != nil {
			return nil, fmt.Errorf("classify: %w", err)
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
func (m *Model) coordinates(ctx context.Context, x *mat.Dense) (*mat.Dense, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	c, err := m.frame.Coordinates(ctx, x)
	if err != nil {
		return nil, fmt.Errorf("classify: %w", err)
	}
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
		return nil, fmt.Errorf("%w: %s of %s with %s", learn.ErrData, plural.Count(folds, "fold"), plural.Count(n, "row"), plural.Count(len(labels), "label"))
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
