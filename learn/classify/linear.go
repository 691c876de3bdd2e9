package classify

import (
	"context"
	"errors"
	"fmt"
	"math"

	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/optimize"
)

// A LinearClassifier learns a linear rule from feature vectors: one affine
// function a class, the largest wins. [Logistic] and [Ridge] are the two here.
type LinearClassifier interface {
	// FitLinear learns from the rows of x, whose classes are 0…classes-1. It
	// alters neither argument.
	FitLinear(ctx context.Context, x *mat.Dense, class []int, classes int) (*LinearModel, error)
	fmt.Stringer
}

// LinearModel is a set of affine functions, one a class. It does not change.
type LinearModel struct {
	weights *mat.Dense // features × classes
	bias    []float64
}

// Dims returns the number of features and of classes.
func (m *LinearModel) Dims() (features, classes int) { return m.weights.Dims() }

// Scores returns the values of the affine functions, one row a row of x, one
// column a class. It panics if x has another number of columns than Dims says.
func (m *LinearModel) Scores(x *mat.Dense) *mat.Dense {
	s := new(mat.Dense)
	s.Mul(x, m.weights)
	n, _ := s.Dims()
	for i := range n {
		row := s.RawRowView(i)
		for c, b := range m.bias {
			row[c] += b
		}
	}
	return s
}

// Logistic is multinomial logistic regression: it minimises
//
//	(1/N) Σ_i -log p(class_i | x_i) + (λ/2) ‖W‖²,   p(c | x) ∝ exp(w_cᵀ x̃ + b_c)
//
// over W and b by the limited-memory BFGS method, where x̃ is x shifted and
// scaled to mean 0 and variance 1 in each column [HTF09, section 4.4]. The
// objective is strictly convex in W, so the result does not depend on where the
// search starts.
//
// [HTF09] T. Hastie, R. Tibshirani, J. Friedman, The Elements of Statistical
// Learning, 2nd edition, Springer 2009.
type Logistic struct {
	// Penalty is λ > 0. Zero means 1e-4.
	Penalty float64
	// Iterations bounds the steps of the search. Zero means 200. A search that
	// stops there is still a classifier, and a good one long before.
	Iterations int
}

const (
	logisticPenalty    = 1e-4
	logisticIterations = 200
	// The objective is a mean log-likelihood; a gradient this small changes no
	// probability by more than about as much.
	logisticGradient = 1e-5
)

// String returns the name and the penalty.
func (c Logistic) String() string { return fmt.Sprintf("logistic(penalty=%g)", c.penalty()) }

func (c Logistic) penalty() float64 {
	if c.Penalty == 0 {
		return logisticPenalty
	}
	return c.Penalty
}

// FitLinear returns the minimiser, or an error where x holds no row, a value
// that is not finite, or a class out of range.
func (c Logistic) FitLinear(ctx context.Context, x *mat.Dense, class []int, classes int) (*LinearModel, error) {
	if err := checkClasses(x, class, classes); err != nil {
		return nil, err
	}
	if c.Penalty < 0 || c.Iterations < 0 {
		return nil, fmt.Errorf("classify: logistic: negative penalty %g or iterations %d", c.Penalty, c.Iterations)
	}
	std := standardisation(x)
	p := &logisticLoss{x: std.apply(x), class: class, classes: classes, penalty: c.penalty()}
	_, p.features = x.Dims()
	iterations := c.Iterations
	if iterations == 0 {
		iterations = logisticIterations
	}
	start := make([]float64, (p.features+1)*classes)
	result, err := optimize.Minimize(
		optimize.Problem{Func: p.value, Grad: p.gradient},
		start,
		&optimize.Settings{
			GradientThreshold: logisticGradient,
			MajorIterations:   iterations,
			Recorder:          stopWhenDone{ctx},
		},
		&optimize.LBFGS{Store: 10},
	)
	if ctx.Err() != nil {
		return nil, ctx.Err()
	}
	// A line search that finds no lower value has met the limit of float64.
	if result == nil || result.X == nil {
		return nil, fmt.Errorf("classify: logistic: %w", err)
	}
	w := mat.NewDense(p.features, classes, result.X[:p.features*classes])
	return std.unfold(w, result.X[p.features*classes:]), nil
}

// logisticLoss is the objective of Logistic. Value and gradient at one point
// share their probabilities, which cost nearly everything.
type logisticLoss struct {
	x                 *mat.Dense
	class             []int
	features, classes int
	penalty           float64

	at   []float64  // the point where prob and loss hold
	prob *mat.Dense // N × classes
	loss float64
}

func (l *logisticLoss) value(theta []float64) float64 {
	l.update(theta)
	return l.loss
}

func (l *logisticLoss) gradient(grad, theta []float64) {
	l.update(theta)
	n := len(l.class)
	// prob - indicator of the class, for the time of one product.
	for i, c := range l.class {
		l.prob.Set(i, c, l.prob.At(i, c)-1)
	}
	w := mat.NewDense(l.features, l.classes, grad[:l.features*l.classes])
	w.Mul(l.x.T(), l.prob)
	bias := grad[l.features*l.classes:]
	clear(bias)
	for i, c := range l.class {
		row := l.prob.RawRowView(i)
		for k, v := range row {
			bias[k] += v / float64(n)
		}
		row[c]++
	}
	for j, v := range w.RawMatrix().Data {
		grad[j] = v/float64(n) + l.penalty*theta[j]
	}
}

// update computes probabilities and loss at theta unless they are there.
func (l *logisticLoss) update(theta []float64) {
	if l.at != nil && equalFloats(l.at, theta) {
		return
	}
	l.at = append(l.at[:0], theta...)
	weights := mat.NewDense(l.features, l.classes, l.at[:l.features*l.classes])
	bias := l.at[l.features*l.classes:]
	if l.prob == nil {
		l.prob = mat.NewDense(len(l.class), l.classes, nil)
	}
	l.prob.Mul(l.x, weights)
	sum := 0.0
	for i, c := range l.class {
		row := l.prob.RawRowView(i)
		top := math.Inf(-1)
		for k := range row {
			row[k] += bias[k]
			top = max(top, row[k])
		}
		own, total := row[c], 0.0
		for k, v := range row {
			row[k] = math.Exp(v - top)
			total += row[k]
		}
		for k := range row {
			row[k] /= total
		}
		sum += math.Log(total) - (own - top)
	}
	l.loss = sum / float64(len(l.class))
	for _, v := range l.at[:l.features*l.classes] {
		l.loss += l.penalty / 2 * v * v
	}
}

func equalFloats(a, b []float64) bool {
	for i, v := range a {
		if v != b[i] {
			return false
		}
	}
	return true
}

// stopWhenDone ends a search when its context is done.
type stopWhenDone struct{ ctx context.Context }

func (stopWhenDone) Init() error { return nil }

func (s stopWhenDone) Record(*optimize.Location, optimize.Operation, *optimize.Stats) error {
	return s.ctx.Err()
}

// Ridge is one least-squares fit a class to its indicator (1 on the class, 0
// elsewhere) with an ℓ2 penalty, the columns shifted to mean 0:
//
//	min (1/N) ‖X̃ W - Y‖² + λ (trace(X̃ᵀX̃)/N) ‖W‖²
//
// It costs one Gram matrix and is the quickest rule for many features. The
// penalty is relative, so it does not depend on the scale of the features.
type Ridge struct {
	// Penalty is λ > 0. Zero means 1e-6.
	Penalty float64
}

const ridgePenalty = 1e-6

// String returns the name and the penalty.
func (c Ridge) String() string { return fmt.Sprintf("ridge(penalty=%g)", c.penalty()) }

func (c Ridge) penalty() float64 {
	if c.Penalty == 0 {
		return ridgePenalty
	}
	return c.Penalty
}

// FitLinear returns the minimiser, or an error as Logistic does.
func (c Ridge) FitLinear(ctx context.Context, x *mat.Dense, class []int, classes int) (*LinearModel, error) {
	if err := checkClasses(x, class, classes); err != nil {
		return nil, err
	}
	if c.Penalty < 0 {
		return nil, fmt.Errorf("classify: ridge: negative penalty %g", c.Penalty)
	}
	n, p := x.Dims()
	std := standardisation(x)
	for j := range std.scale {
		std.scale[j] = 1
	}
	centred := std.apply(x)
	gram := mat.NewSymDense(p, nil)
	gram.SymOuterK(1/float64(n), centred.T())
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	// Features that are all constant leave nothing but the biases to learn.
	load := c.penalty() * math.Max(mat.Trace(gram), math.SmallestNonzeroFloat64)
	for j := range p {
		gram.SetSym(j, j, gram.At(j, j)+load)
	}
	bias := make([]float64, classes)
	rhs := mat.NewDense(p, classes, nil)
	for i, k := range class {
		bias[k] += 1 / float64(n)
		for j, v := range centred.RawRowView(i) {
			rhs.Set(j, k, rhs.At(j, k)+v/float64(n))
		}
	}
	var chol mat.Cholesky
	if !chol.Factorize(gram) {
		return nil, errors.New("classify: ridge: the features are too dependent for this penalty; raise it")
	}
	w := new(mat.Dense)
	// A condition number that worries Cholesky does not worry a classifier.
	var cond mat.Condition
	if err := chol.SolveTo(w, rhs); err != nil && !errors.As(err, &cond) {
		return nil, fmt.Errorf("classify: ridge: %w", err)
	}
	return std.unfold(w, bias), nil
}

// scaling is x ↦ (x - mean)/scale, column by column.
type scaling struct{ mean, scale []float64 }

// Standardised returns the columns of x shifted to mean 0 and scaled to variance 1, as
// Classifier.Scale does.
func Standardised(x *mat.Dense) *mat.Dense { return standardisation(x).apply(x) }

// standardisation returns the scaling of x to mean 0 and variance 1. A column
// that is constant up to rounding keeps scale 1 and becomes 0.
func standardisation(x *mat.Dense) scaling {
	n, p := x.Dims()
	s := scaling{mean: make([]float64, p), scale: make([]float64, p)}
	for i := range n {
		for j, v := range x.RawRowView(i) {
			s.mean[j] += v / float64(n)
		}
	}
	for i := range n {
		for j, v := range x.RawRowView(i) {
			d := v - s.mean[j]
			s.scale[j] += d * d / float64(n)
		}
	}
	for j, v := range s.scale {
		sd := math.Sqrt(v)
		// n terms of size |mean| are summed; less than their rounding is zero.
		if sd <= 4*float64(n)*epsilon*math.Abs(s.mean[j]) || sd == 0 {
			sd = 1
		}
		s.scale[j] = sd
	}
	return s
}

// epsilon is the distance from 1 to the next float64.
const epsilon = 0x1p-52

func (s scaling) apply(x *mat.Dense) *mat.Dense {
	y := mat.DenseCopyOf(x)
	n, _ := y.Dims()
	for i := range n {
		row := y.RawRowView(i)
		for j := range row {
			row[j] = (row[j] - s.mean[j]) / s.scale[j]
		}
	}
	return y
}

// unfold turns weights for scaled features into a model for the features.
func (s scaling) unfold(w *mat.Dense, bias []float64) *LinearModel {
	p, c := w.Dims()
	m := &LinearModel{weights: mat.NewDense(p, c, nil), bias: append([]float64(nil), bias...)}
	for j := range p {
		for k := range c {
			v := w.At(j, k) / s.scale[j]
			m.weights.Set(j, k, v)
			m.bias[k] -= v * s.mean[j]
		}
	}
	return m
}

// checkClasses refuses what no linear classifier can learn from.
func checkClasses(x *mat.Dense, class []int, classes int) error {
	n, p := x.Dims()
	switch {
	case n == 0 || p == 0:
		return errors.New("classify: no features to learn from")
	case n != len(class):
		return fmt.Errorf("classify: %d rows but %d classes", n, len(class))
	case classes < 2:
		return fmt.Errorf("classify: %d classes; two at least", classes)
	}
	for i, c := range class {
		if c < 0 || c >= classes {
			return fmt.Errorf("classify: class %d of row %d is not in 0…%d", c, i, classes-1)
		}
		for j, v := range x.RawRowView(i) {
			if math.IsNaN(v) || math.IsInf(v, 0) {
				return fmt.Errorf("classify: feature %d of row %d is %g", j, i, v)
			}
		}
	}
	return nil
}
