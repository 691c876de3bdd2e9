package classify

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"gonum.org/v1/gonum/mat"
)

// blobs returns n points a class around classes centres in p dimensions.
func blobs(rng *rand.Rand, n, classes, p int, spread float64) (*mat.Dense, []int) {
	x := mat.NewDense(n*classes, p, nil)
	class := make([]int, n*classes)
	for i := range class {
		class[i] = i % classes
		for j := range p {
			v := spread * rng.NormFloat64()
			if j == class[i]%p {
				v += 1 + float64(class[i]/p)
			}
			x.Set(i, j, v)
		}
	}
	return x, class
}

func TestLinearClassifiersSeparate(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 1))
	x, class := blobs(rng, 40, 3, 4, 0.1)
	for _, c := range []LinearClassifier{Logistic{}, Ridge{}} {
		m, err := c.FitLinear(context.Background(), x, class, 3)
		require.NoError(t, err, c)
		for i, got := range argmaxRows(m.Scores(x)) {
			require.Equal(t, class[i], got, "%v, row %d", c, i)
		}
		f, k := m.Dims()
		assert.Equal(t, 4, f, c)
		assert.Equal(t, 3, k, c)
	}
}

// TestStandardised: every column has mean 0 and variance 1, wherever it lies; one that is constant
// up to rounding becomes 0.
func TestStandardised(t *testing.T) {
	x, _ := blobs(rand.New(rand.NewPCG(1, 5)), 20, 3, 5, 0.3)
	n, _ := x.Dims()
	for i := range n {
		x.Set(i, 1, 1e-6*x.At(i, 1))
		x.Set(i, 2, 1e3+x.At(i, 2))
		x.Set(i, 3, -1e3+1e3*x.At(i, 3))
		x.Set(i, 4, 0.1*float64(3+i%2)-0.1*float64(i%2)) // 0.3 up to rounding
	}
	s := Standardised(x)
	for j, variance := range []float64{1, 1, 1, 1, 0} {
		c := s.ColView(j)
		assert.InDelta(t, 0, mat.Sum(c)/float64(n), 1e-11, "column %d", j)
		assert.InDelta(t, variance, mat.Dot(c, c)/float64(n), 1e-9, "column %d", j)
	}
}

// The gradient is the derivative of the value, by central differences.
func TestLogisticGradient(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	x, class := blobs(rng, 5, 3, 2, 1)
	l := &logisticLoss{x: x, class: class, features: 2, classes: 3, penalty: 0.3}
	theta := make([]float64, 9)
	for i := range theta {
		theta[i] = rng.NormFloat64()
	}
	grad := make([]float64, 9)
	l.gradient(grad, theta)
	const h = 1e-5
	for i := range theta {
		up, down := append([]float64(nil), theta...), append([]float64(nil), theta...)
		up[i] += h
		down[i] -= h
		assert.InDelta(t, (l.value(up)-l.value(down))/(2*h), grad[i], 1e-9, "coordinate %d", i)
	}
}

// At the minimum the gradient vanishes, also for classes that overlap.
func TestLogisticMinimises(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 3))
	x, class := blobs(rng, 100, 3, 3, 1)
	m, err := Logistic{Penalty: 0.01, Iterations: 500}.FitLinear(context.Background(), x, class, 3)
	require.NoError(t, err)
	// Back into standardised coordinates.
	std := standardisation(x)
	theta := make([]float64, 12)
	for j := range 3 {
		for k := range 3 {
			theta[3*j+k] = m.weights.At(j, k) * std.scale[j]
			theta[9+k] += m.weights.At(j, k) * std.mean[j]
		}
	}
	for k := range 3 {
		theta[9+k] += m.bias[k]
	}
	l := &logisticLoss{x: std.apply(x), class: class, features: 3, classes: 3, penalty: 0.01}
	grad := make([]float64, 12)
	l.gradient(grad, theta)
	for i, g := range grad {
		assert.Less(t, math.Abs(g), 10*logisticGradient, "coordinate %d", i)
	}
}

// Primal and dual ridge regression agree: W = Xᵀ(XXᵀ + λ N I)⁻¹Y [KR, (3)–(5)].
func TestRidgeDual(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 4))
	x, class := blobs(rng, 4, 3, 5, 1)
	const penalty = 0.1
	m, err := Ridge{Penalty: penalty}.FitLinear(context.Background(), x, class, 3)
	require.NoError(t, err)

	std := standardisation(x)
	for j := range std.scale {
		std.scale[j] = 1
	}
	c := std.apply(x)
	n, _ := c.Dims()
	var outer, w mat.Dense
	outer.Mul(c, c.T())
	lambda := penalty * mat.Trace(&outer)
	for i := range n {
		outer.Set(i, i, outer.At(i, i)+lambda)
	}
	y := mat.NewDense(n, 3, nil)
	for i, k := range class {
		y.Set(i, k, 1)
	}
	var alpha mat.Dense
	require.NoError(t, alpha.Solve(&outer, y))
	w.Mul(c.T(), &alpha)
	assert.True(t, mat.EqualApprox(&w, m.weights, 1e-10), "primal\n%v\ndual\n%v",
		mat.Formatted(m.weights), mat.Formatted(&w))
}

func TestLinearClassifiersRefuse(t *testing.T) {
	ctx := context.Background()
	x := mat.NewDense(2, 1, []float64{0, 1})
	nan := mat.NewDense(2, 1, []float64{0, math.NaN()})
	done, cancel := context.WithCancel(ctx)
	cancel()
	for _, c := range []LinearClassifier{Logistic{}, Ridge{}} {
		for name, f := range map[string]func() error{
			"no rows":       func() error { _, err := c.FitLinear(ctx, new(mat.Dense), nil, 2); return err },
			"labels short":  func() error { _, err := c.FitLinear(ctx, x, []int{0}, 2); return err },
			"one class":     func() error { _, err := c.FitLinear(ctx, x, []int{0, 0}, 1); return err },
			"class too big": func() error { _, err := c.FitLinear(ctx, x, []int{0, 2}, 2); return err },
			"NaN":           func() error { _, err := c.FitLinear(ctx, nan, []int{0, 1}, 2); return err },
			"cancelled":     func() error { _, err := c.FitLinear(done, x, []int{0, 1}, 2); return err },
		} {
			assert.Error(t, f(), "%v: %s", c, name)
		}
	}
	_, err := Logistic{Penalty: -1}.FitLinear(ctx, x, []int{0, 1}, 2)
	assert.Error(t, err)
	_, err = Ridge{Penalty: -1}.FitLinear(ctx, x, []int{0, 1}, 2)
	assert.Error(t, err)
}

// TestLinearDefaults: zero stands for the values that are documented, and no other does.
func TestLinearDefaults(t *testing.T) {
	x, class := blobs(rand.New(rand.NewPCG(1, 6)), 20, 3, 2, 1)
	for _, row := range []struct {
		zero, same, other LinearClassifier
		text              string
	}{
		{Logistic{}, Logistic{Penalty: 1e-4, Iterations: 200}, Logistic{Penalty: 1}, "logistic(penalty=0.0001)"},
		{Logistic{Iterations: 1}, Logistic{Penalty: 1e-4, Iterations: 1}, Logistic{Iterations: 2}, "logistic(penalty=0.0001)"},
		{Ridge{}, Ridge{Penalty: 1e-6}, Ridge{Penalty: 1}, "ridge(penalty=1e-06)"},
	} {
		scores := func(c LinearClassifier) *mat.Dense {
			m, err := c.FitLinear(context.Background(), x, class, 3)
			require.NoError(t, err)
			return m.Scores(x)
		}
		assert.True(t, mat.Equal(scores(row.zero), scores(row.same)), row.text)
		assert.False(t, mat.EqualApprox(scores(row.zero), scores(row.other), 1e-3), row.text)
		assert.Equal(t, row.text, fmt.Sprint(row.zero))
		assert.Equal(t, row.text, fmt.Sprint(row.same))
	}
}

// A column without variation and a class without members are no obstacle.
func TestLinearClassifiersDegenerate(t *testing.T) {
	x := mat.NewDense(4, 2, []float64{0, 7, 1, 7, 0, 7, 1, 7})
	for _, c := range []LinearClassifier{Logistic{}, Ridge{}} {
		m, err := c.FitLinear(context.Background(), x, []int{0, 1, 0, 1}, 3)
		require.NoError(t, err, c)
		assert.Equal(t, []int{0, 1, 0, 1}, argmaxRows(m.Scores(x)), c)
	}
}

func ExampleLogistic() {
	// Two classes on a line: below and above 1/2.
	x := mat.NewDense(4, 1, []float64{0, 0.2, 0.8, 1})
	m, err := Logistic{}.FitLinear(context.Background(), x, []int{0, 0, 1, 1}, 2)
	if err != nil {
		panic(err)
	}
	s := m.Scores(mat.NewDense(2, 1, []float64{0.4, 0.6}))
	fmt.Println(s.At(0, 0) > s.At(0, 1), s.At(1, 1) > s.At(1, 0))
	// Output: true true
}

func ExampleRidge() {
	x := mat.NewDense(4, 1, []float64{0, 0.2, 0.8, 1})
	m, err := Ridge{}.FitLinear(context.Background(), x, []int{0, 0, 1, 1}, 2)
	if err != nil {
		panic(err)
	}
	s := m.Scores(mat.NewDense(1, 1, []float64{0.5}))
	fmt.Printf("%.3f %.3f\n", s.At(0, 0), s.At(0, 1)) // the middle is undecided
	// Output: 0.500 0.500
}
