package classify

import (
	"context"
	"fmt"
	"math"

	"gonum.org/v1/gonum/mat"

	"github.com/kexplain/kexplain/feature"
	"github.com/kexplain/kexplain/learn"
)

// GenerativeNorm is the rule of DKL, section 4.2, without a classifier behind it: AVICA
// learns the generative features of every class, with the same spanning points Y, and a
// point has the label of the class whose features have the smallest ℓ1 norm at it.
type GenerativeNorm struct {
	// AVICA is the learner of a class. Its Points are chosen from the rows of all classes
	// where they are nil.
	AVICA learn.AVICA
}

// GenerativeModel is what GenerativeNorm has learned. It does not change.
type GenerativeModel struct {
	classes []string
	models  []*learn.AVICAModel
}

// Fit learns from the rows of x and their labels, one a row. It returns learn.ErrData for
// rows and labels that do not fit, fewer than two classes, or a class without a generative
// feature, and the errors of AVICA.
func (c GenerativeNorm) Fit(ctx context.Context, x *mat.Dense, labels []string) (*GenerativeModel, error) {
	if x == nil || x.IsEmpty() {
		return nil, fmt.Errorf("%w: no rows", learn.ErrData)
	}
	n, vars := x.Dims()
	if n != len(labels) {
		return nil, fmt.Errorf("%w: %d rows but %d labels", learn.ErrData, n, len(labels))
	}
	classes, class := numberLabels(labels)
	if len(classes) < 2 {
		return nil, fmt.Errorf("%w: all rows have the label %q", learn.ErrData, classes[0])
	}
	if c.AVICA.Points == nil {
		spanning := c.AVICA.Spanning
		if spanning == nil {
			spanning = feature.Subsample{M: min(classifierPoints, n)}
		}
		kernel := c.AVICA.Kernel
		if kernel == nil {
			kernel = feature.Polynomial{Degree: 1}
		}
		var err error
		if c.AVICA.Points, err = spanning.Points(ctx, kernel, x, c.AVICA.Seed); err != nil {
			return nil, fmt.Errorf("classify: %w", err)
		}
	}
	m := &GenerativeModel{classes: classes}
	for k, name := range classes {
		var rows []float64
		for i, of := range class {
			if of == k {
				rows = append(rows, x.RawRowView(i)...)
			}
		}
		model, err := c.AVICA.Fit(ctx, mat.NewDense(len(rows)/vars, vars, rows))
		if err != nil {
			return nil, fmt.Errorf("classify: class %q: %w", name, err)
		}
		if len(model.Features(learn.Generative)) == 0 {
			return nil, fmt.Errorf("%w: class %q has no generative feature", learn.ErrData, name)
		}
		m.models = append(m.models, model)
	}
	return m, nil
}

// Classes returns the labels, in the order of the numbers that Predict returns.
func (m *GenerativeModel) Classes() []string { return append([]string(nil), m.classes...) }

// Counts returns the number of generative features of each class.
func (m *GenerativeModel) Counts() []int {
	var counts []int
	for _, model := range m.models {
		counts = append(counts, len(model.Features(learn.Generative)))
	}
	return counts
}

// Predict returns the number of the class of every row of x. Where two classes have the
// same norm it is the first of them.
func (m *GenerativeModel) Predict(ctx context.Context, x *mat.Dense) ([]int, error) {
	n, _ := x.Dims()
	labels, least := make([]int, n), make([]float64, n)
	for k, model := range m.models {
		values, err := model.Eval(ctx, x, model.Features(learn.Generative))
		if err != nil {
			return nil, err
		}
		for i := range n {
			sum := 0.0
			for _, v := range values.RawRowView(i) {
				sum += math.Abs(v)
			}
			if k == 0 || sum < least[i] {
				labels[i], least[i] = k, sum
			}
		}
	}
	return labels, nil
}
