package cli

import (
	"context"
	"fmt"
	"slices"

	"gonum.org/v1/gonum/mat"

	"github.com/kexplain/kexplain/cmd/kexplain/report"
	"github.com/kexplain/kexplain/feature"
	"github.com/kexplain/kexplain/learn"
)

// fitOther fits with another loss than the square.
func (o *fitOptions) fitOther(ctx context.Context, d *fitData, kernel feature.Kernel, x *mat.Dense, scale []float64, r *report.Fit) error {
	if len(d.y) > maxDualRows {
		return usageError{fmt.Sprintf("found %d rows, --loss %s takes at most %d", len(d.y), o.loss, maxDualRows)}
	}
	y := slices.Clone(d.y)
	c := learn.Representer{Kernel: kernel, Penalty: o.lambda().Float64()}
	switch o.loss {
	case "huber":
		c.Loss = learn.Huber{C: o.huber}
	case "logistic":
		c.Loss = learn.LogisticLoss{}
	case "squared-hinge":
		c.Loss = learn.SquaredHinge{}
	}
	if o.loss != "huber" {
		low, high := slices.Min(y), slices.Max(y)
		for i, v := range y {
			if v != low && v != high || low == high {
				return usageError{fmt.Sprintf("--loss %s needs a target of two values, line %d has %v beside %v and %v", o.loss, d.lines[i], v, low, high)}
			}
			if v == low {
				y[i] = -1
			} else {
				y[i] = 1
			}
		}
		r.Sides = []float64{low, high}
	}
	m, err := c.Fit(ctx, x, y)
	if err != nil {
		return err
	}
	r.Penalty, r.PenaltyFrom, r.Road = c.Penalty, "given", "dual"
	f, err := m.Predict(ctx, x)
	if err != nil {
		return err
	}
	residuals := make([]float64, len(y))
	wrong := 0
	for i := range y {
		residuals[i] = y[i] - f[i]
		if y[i]*f[i] <= 0 {
			wrong++
		}
	}
	if r.Sides != nil {
		r.Wrong = &wrong
	} else {
		r.Residuals(d.lines, d.y, residuals, nil)
	}
	return r.TakePolynomial(d.variables, scale, m.Polynomial)
}
