package classify

import (
	"context"
	"fmt"

	"gonum.org/v1/gonum/mat"

	"github.com/kexplain/kexplain/learn"
)

// Scheme turns decisions between classes into one: OneVsAll or OneVsOne.
type Scheme interface {
	fmt.Stringer
	fit(ctx context.Context, l LinearClassifier, e *extractor, values *mat.Dense, class []int, classes int) ([]*LinearModel, error)
	scores(models []*LinearModel, e *extractor, values *mat.Dense) *mat.Dense
}

// OneVsAll gives every class one affine function of all features; the largest
// wins.
type OneVsAll struct{}

// String returns "one-vs-all".
func (OneVsAll) String() string { return "one-vs-all" }

func (OneVsAll) fit(ctx context.Context, l LinearClassifier, _ *extractor, values *mat.Dense, class []int,
	classes int) ([]*LinearModel, error) {
	m, err := l.FitLinear(ctx, values, class, classes)
	if err != nil {
		return nil, err
	}
	return []*LinearModel{m}, nil
}

func (OneVsAll) scores(models []*LinearModel, _ *extractor, values *mat.Dense) *mat.Dense {
	return models[0].Scores(values)
}

// OneVsOne compares every two classes by the features of these two, learned from
// the rows of these two. The class with the most votes wins; between equal votes
// the sum of the differences decides, which counts for less than a vote.
type OneVsOne struct{}

// String returns "one-vs-one".
func (OneVsOne) String() string { return "one-vs-one" }

func (OneVsOne) fit(ctx context.Context, l LinearClassifier, e *extractor, values *mat.Dense, class []int,
	classes int) ([]*LinearModel, error) {
	var models []*LinearModel
	for a := range classes {
		for b := a + 1; b < classes; b++ {
			var rows, side []int
			for i, c := range class {
				if c == a || c == b {
					rows, side = append(rows, i), append(side, boolIndex(c == b))
				}
			}
			pair := e.pair(values, rows, a, b)
			m, err := l.FitLinear(ctx, pair, side, 2)
			if err != nil {
				return nil, err
			}
			models = append(models, m)
		}
	}
	return models, nil
}

func boolIndex(b bool) int {
	if b {
		return 1
	}
	return 0
}

func (OneVsOne) scores(models []*LinearModel, e *extractor, values *mat.Dense) *mat.Dense {
	n, _ := values.Dims()
	rows := make([]int, n)
	for i := range rows {
		rows[i] = i
	}
	out := mat.NewDense(n, e.classes, nil)
	k := 0
	for a := range e.classes {
		for b := a + 1; b < e.classes; b++ {
			s := models[k].Scores(e.pair(values, rows, a, b))
			for i := range n {
				d := s.At(i, 0) - s.At(i, 1)
				winner := a
				if d < 0 {
					winner = b
				}
				out.Set(i, winner, out.At(i, winner)+1)
				// At most 1/4 in all: half a vote separates different counts.
				share := squash(d) / float64(4*e.classes)
				out.Set(i, a, out.At(i, a)+share)
				out.Set(i, b, out.At(i, b)-share)
			}
			k++
		}
	}
	return out
}

// squash maps the line to (-1, 1), increasing.
func squash(d float64) float64 {
	if d < 0 {
		return d / (1 - d)
	}
	return d / (1 + d)
}

// pair returns the features of two classes at some rows.
func (e *extractor) pair(values *mat.Dense, rows []int, a, b int) *mat.Dense {
	var columns []int
	lo, hi := e.columns(a)
	for j := lo; j < hi; j++ {
		columns = append(columns, j)
	}
	if !e.shared {
		lo, hi = e.columns(b)
		for j := lo; j < hi; j++ {
			columns = append(columns, j)
		}
	}
	p := mat.NewDense(len(rows), len(columns), nil)
	for i, row := range rows {
		from, to := values.RawRowView(row), p.RawRowView(i)
		for k, j := range columns {
			to[k] = from[j]
		}
	}
	return p
}

// Nearest is the rule without learning: the class with the smallest feature
// wins. It needs one feature a class, such as CertifyingDistances with one rank.
type Nearest struct{}

// String returns "nearest".
func (Nearest) String() string { return "nearest" }

// FitLinear returns the rule, or an error unless there is one feature a class.
func (Nearest) FitLinear(_ context.Context, x *mat.Dense, class []int, classes int) (*LinearModel, error) {
	if err := checkClasses(x, class, classes); err != nil {
		return nil, err
	}
	if _, p := x.Dims(); p != classes {
		return nil, fmt.Errorf("%w: %d features for %d classes; the nearest class needs one each", learn.ErrCutoff, p, classes)
	}
	w := mat.NewDense(classes, classes, nil)
	for c := range classes {
		w.Set(c, c, -1)
	}
	return &LinearModel{weights: w, bias: make([]float64, classes)}, nil
}
