package experiment

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"strconv"

	"gonum.org/v1/gonum/mat"

	"github.com/kexplain/kexplain/cmd/kexplain/digits"
	"github.com/kexplain/kexplain/learn/classify"
	"github.com/kexplain/kexplain/ring"
)

// numDigits is the number of classes.
const numDigits = 10

// loadDigits reads a set from the folder of the options or its subfolder name.
func loadDigits(o Options, name string, load func(dir string) (train, test *digits.Set, err error)) (train, test *digits.Set, err error) {
	if o.Data == "" {
		return nil, nil, fmt.Errorf("%w: the experiment reads real digits; give the folder that holds them", ErrNoData)
	}
	train, test, err = load(filepath.Join(o.Data, name))
	if errors.Is(err, fs.ErrNotExist) {
		train, test, err = load(o.Data)
	}
	if errors.Is(err, fs.ErrNotExist) {
		err = fmt.Errorf("%w in %s: %w", ErrNoData, o.Data, err)
	}
	return train, test, err
}

// labelsOf returns the digits as labels.
func labelsOf(s *digits.Set) []string {
	l := make([]string, s.Len())
	for i, d := range s.Labels {
		l[i] = strconv.Itoa(d)
	}
	return l
}

// scaledTheta returns θ = 1/mean ‖x‖², as a decimal of three digits, so that the
// terms of the kernel (θ⟨x,y⟩ + 1)^d are of one size.
func scaledTheta(x *mat.Dense) ring.Rat {
	n, _ := x.Dims()
	v := mat.Norm(x, 2)
	theta, err := ring.ParseRat(strconv.FormatFloat(float64(n)/(v*v), 'g', 3, 64))
	if err != nil {
		return ring.RatFromInt(1) // an empty picture: any θ will do
	}
	return theta
}

// errorRate returns the share of wrong decisions of a model on a set.
func errorRate(ctx context.Context, m *classify.Model, s *digits.Set) (float64, *classify.Confusion, error) {
	p, err := m.Predict(ctx, s.Pixels)
	if err != nil {
		return 0, nil, err
	}
	c := classify.NewConfusion(s.Labels, p, numDigits)
	return c.ErrorRate(), c, nil
}

// confusionTable writes a confusion matrix.
func confusionTable(c *classify.Confusion) Table {
	t := Table{Title: "Confusion: digit by row, decision by column", Columns: []string{""}}
	for d := range numDigits {
		t.Columns = append(t.Columns, strconv.Itoa(d))
	}
	for d, row := range c.Counts {
		cells := []Cell{Number("%d", d)}
		for _, n := range row {
			cells = append(cells, Number("%d", n))
		}
		t.Rows = append(t.Rows, cells)
	}
	return t
}
