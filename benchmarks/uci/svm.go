package main

import (
	"context"
	"math"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
)

// linearSVM is a support vector machine with squared hinge loss and an ℓ¹ penalty,
// one for each class against the rest, the classifier of the experiments:
//
//	min ‖w‖₁ + C Σ max(0, 1 − y_i wᵀx_i)²,
//
// the bias being the weight of a feature that is always 1. It is solved by
// coordinate descent with one-dimensional Newton directions and a line search
// [G.-X. Yuan, K.-W. Chang, C.-J. Hsieh, C.-J. Lin, A comparison of optimization
// methods and software for large-scale ℓ1-regularized linear classification, JMLR
// 11 (2010), Section 4.1]. The descent is slow where features are nearly dependent,
// so it starts at the minimum with a small quadratic penalty instead, which a few
// Newton steps reach.
type linearSVM struct {
	weights [][]float64 // one a class, the bias last
}

// The solver stops when no weight moves by more than svmTolerance in a sweep, or
// after svmSweeps sweeps. A sufficient decrease is svmDecrease of what the model
// promises, and a step is halved until it is there.
const (
	svmTolerance = 1e-3
	svmSweeps    = 200
	svmDecrease  = 0.01
	svmHalvings  = 30
)

// fitSVM learns from the rows of x with classes 0…classes−1.
func fitSVM(ctx context.Context, x *mat.Dense, class []int, classes int, c float64) (*linearSVM, error) {
	n, vars := x.Dims()
	columns := make([][]float64, vars+1)
	for j := range vars {
		columns[j] = mat.Col(nil, j, x)
	}
	columns[vars] = make([]float64, n)
	for i := range n {
		columns[vars][i] = 1
	}
	m := &linearSVM{}
	y := make([]float64, n)
	count := classes
	if classes == 2 {
		count = 1 // the second class is the negative of the first
	}
	for k := range count {
		for i := range y {
			y[i] = -1
			if class[i] == k {
				y[i] = 1
			}
		}
		w, err := coordinateDescent(ctx, columns, y, c)
		if err != nil {
			return nil, err
		}
		m.weights = append(m.weights, w)
	}
	if classes == 2 {
		w := append([]float64(nil), m.weights[0]...)
		floats.Scale(-1, w)
		m.weights = append(m.weights, w)
	}
	return m, nil
}

// coordinateDescent returns the weights of one machine.
func coordinateDescent(ctx context.Context, columns [][]float64, y []float64, c float64) ([]float64, error) {
	w, err := ridgeStart(ctx, columns, y, c)
	if err != nil {
		return nil, err
	}
	slack := slacks(columns, y, w)
	for range svmSweeps {
		moved := 0.0
		for j, col := range columns {
			if err := ctx.Err(); err != nil {
				return nil, err
			}
			moved = max(moved, math.Abs(newtonStep(w, slack, j, col, y, c)))
		}
		if moved <= svmTolerance {
			break
		}
	}
	return w, nil
}

// slacks returns 1 − y_i wᵀx_i.
func slacks(columns [][]float64, y, w []float64) []float64 {
	s := make([]float64, len(y))
	for j, col := range columns {
		floats.AddScaled(s, w[j], col)
	}
	for i := range s {
		s[i] = 1 - y[i]*s[i]
	}
	return s
}

// startFeatures is the number of features beyond which the Hessian is too large and
// the start is zero.
const startFeatures = 600

// startPenalty δ makes the Hessian of ridgeStart regular. Where weights are large it
// must be far below the ℓ¹ penalty, that is 1 over the size of a weight.
const startPenalty = 1e-4

// ridgeStart returns the minimum of δ/2 ‖w‖² + C Σ max(0, 1 − y_i wᵀx_i)², nearly.
func ridgeStart(ctx context.Context, columns [][]float64, y []float64, c float64) ([]float64, error) {
	k := len(columns)
	w := make([]float64, k)
	if k > startFeatures {
		return w, nil
	}
	value := func(w, slack []float64) float64 {
		f := startPenalty * floats.Dot(w, w) / 2
		for _, s := range slack {
			if s > 0 {
				f += c * s * s
			}
		}
		return f
	}
	slack := slacks(columns, y, w)
	for f := value(w, slack); ; {
		hessian, gradient := mat.NewSymDense(k, nil), mat.NewVecDense(k, nil)
		active := make([]float64, len(y))
		for i := range k {
			if err := ctx.Err(); err != nil {
				return nil, err
			}
			g := startPenalty * w[i]
			for r, s := range slack {
				active[r] = 0
				if s > 0 {
					active[r] = columns[i][r]
					g -= 2 * c * y[r] * s * columns[i][r]
				}
			}
			gradient.SetVec(i, g)
			for j := i; j < k; j++ {
				hessian.SetSym(i, j, 2*c*floats.Dot(active, columns[j]))
			}
			hessian.SetSym(i, i, hessian.At(i, i)+startPenalty)
		}
		var chol mat.Cholesky
		var d mat.VecDense
		if !chol.Factorize(hessian) || chol.SolveVecTo(&d, gradient) != nil {
			return w, nil // as far as double precision goes
		}
		moved := false
		for step, halving := 1.0, 0; halving < svmHalvings && !moved; step, halving = step/2, halving+1 {
			next := append([]float64(nil), w...)
			floats.AddScaled(next, -step, d.RawVector().Data)
			s := slacks(columns, y, next)
			if after := value(next, s); after < f*(1-1e-9) {
				w, slack, f, moved = next, s, after, true
			}
		}
		if !moved {
			return w, nil
		}
	}
}

// newtonStep moves weight j and returns by how much.
func newtonStep(w, slack []float64, j int, col, y []float64, c float64) float64 {
	var g, h, loss float64
	for i, s := range slack {
		if s > 0 {
			g -= 2 * c * y[i] * col[i] * s
			h += 2 * c * col[i] * col[i]
			loss += c * s * s
		}
	}
	h = max(h, 1e-12) // a column of zeros: the penalty alone decides
	var d float64
	switch {
	case g+1 <= h*w[j]:
		d = -(g + 1) / h
	case g-1 >= h*w[j]:
		d = -(g - 1) / h
	default:
		d = -w[j]
	}
	if d == 0 {
		return 0
	}
	promise := g*d + math.Abs(w[j]+d) - math.Abs(w[j])
	for range svmHalvings {
		after := 0.0
		for i, s := range slack {
			if s -= d * y[i] * col[i]; s > 0 {
				after += c * s * s
			}
		}
		if after-loss+math.Abs(w[j]+d)-math.Abs(w[j]) <= svmDecrease*promise {
			w[j] += d
			for i := range slack {
				slack[i] -= d * y[i] * col[i]
			}
			return d
		}
		d /= 2
		promise /= 2
	}
	return 0
}

// classify returns the class of each row.
func (m *linearSVM) classify(x *mat.Dense) []int {
	n, vars := x.Dims()
	out := make([]int, n)
	for i := range n {
		best := math.Inf(-1)
		for k, w := range m.weights {
			if s := floats.Dot(w[:vars], x.RawRowView(i)) + w[vars]; s > best {
				best, out[i] = s, k
			}
		}
	}
	return out
}
