package response

import (
	"cmp"
	"context"
	"math"
	"slices"
	"sync"

	"gonum.org/v1/gonum/mat"

	"github.com/kexplain/kexplain/explain/internal/limit"
	"github.com/kexplain/kexplain/internal/parallel"
	"github.com/kexplain/kexplain/numeric"
	"github.com/kexplain/kexplain/numeric/moment"
)

// surface is a smooth function y = factor · h(coordinates), where h or log h is a polynomial
// in the logarithms of positive coordinates and in the others as they are.
type surface struct {
	fitted []float64   // y at the rows
	slopes [][]float64 // of every coordinate u: u ∂y/∂u at the rows
	press  float64     // root of the mean square error of prediction, every row left out in turn
	rows   int
	params int
}

// smooth fits surfaces of several degrees and returns the one that predicts best, or nil.
func smooth(ctx context.Context, f *form, y []float64) *surface {
	r := len(f.coords)
	best := make([]*surface, 3)
	bases := sync.Map{} // by degree, used by two
	parallel.Each(ctx, len(best), func(way int) {
		if way == 2 {
			best[way] = mixed(ctx, f, y)
			return
		}
		best[way] = ascend(ctx, f, y, numeric.FirstInts(r), way == 1, func(d int) *basis {
			b, ok := bases.Load(d)
			if !ok {
				b, _ = bases.LoadOrStore(d, newBasis(f, numeric.FirstInts(r), d))
			}
			return b.(*basis)
		})
	})
	return slices.MinFunc(best, func(s, t *surface) int {
		switch {
		case t == nil:
			return -1
		case s == nil:
			return 1
		}
		return cmp.Compare(s.press, t.press)
	})
}

// ascend raises the degree of surfaces in some coordinates as long as they predict better.
func ascend(ctx context.Context, f *form, y []float64, some []int, log bool, of func(degree int) *basis) (best *surface) {
	r, worse := len(some), 0
	for d := min(1, r); d <= limit.SurfaceDegree && worse < 2 && ctx.Err() == nil; d++ {
		if p := numeric.Binomial(r+d, d); p > min(len(y)/3, limit.SurfaceTerms) || r == 0 && d > 0 {
			break
		}
		b := of(d)
		if b == nil {
			break
		}
		s := b.fit(f, y, log)
		switch {
		case s != nil && (best == nil || s.press < best.press):
			best, worse = s, 0
		default:
			worse++
		}
	}
	return best
}

// mixed fits a product of powers of all coordinates and of a surface in some of them. Those
// are added one after another, each time the one that helps most.
func mixed(ctx context.Context, f *form, y []float64) *surface {
	if len(f.coords) < limit.MixedSurface {
		return nil // full surfaces are fine enough
	}
	var some []int
	best := newBasis(f, nil, 0).fit(f, y, true)
	for best != nil && len(some) < len(f.coords)-1 && ctx.Err() == nil {
		next := make([]*surface, len(f.coords))
		parallel.Each(ctx, len(next), func(j int) {
			if !slices.Contains(some, j) {
				next[j] = newBasis(f, append(slices.Clone(some), j), 2).fit(f, y, true)
			}
		})
		at, least := -1, math.Inf(1)
		for j, s := range next {
			if s != nil && s.press < least {
				at, least = j, s.press
			}
		}
		if at < 0 {
			break
		}
		more := append(slices.Clone(some), at)
		s := ascend(ctx, f, y, more, true, func(d int) *basis { return newBasis(f, more, d) })
		if s == nil || s.press >= best.press*(1-limit.PredictionMargin) {
			break
		}
		best, some = s, more
	}
	return best
}

// basis are products of Chebyshev polynomials in some coordinates, moved and scaled to
// [-1, 1], of a total degree, and the other coordinates.
type basis struct {
	exps  [][]int    // the degrees of the factors of a product
	terms *mat.Dense // rows × products
	// value and slope are T_k and its derivative by the logarithm of a coordinate, by
	// coordinate, k and row.
	value, slope [][][]float64
}

// newBasis is the basis of a degree in some coordinates, or nil where it cannot be had.
func newBasis(f *form, some []int, degree int) *basis {
	r, n := len(f.coords), len(f.factor)
	table, err := moment.NewMonomials(max(1, len(some)), degree)
	if err != nil {
		return nil
	}
	b := &basis{}
	for a := range table.Len(degree) {
		e := make([]int, r)
		for i, j := range some {
			e[j] = int(table.Exponents(a)[i])
		}
		b.exps = append(b.exps, e)
	}
	for j := range r {
		if degree == 0 && len(some) == 0 || len(some) > 0 && !slices.Contains(some, j) {
			e := make([]int, r)
			e[j] = 1
			b.exps = append(b.exps, e)
		}
	}
	for _, c := range f.coords {
		t, chain := make([]float64, n), make([]float64, n)
		c.scaled(t, chain)
		value, slope := chebyshev(t, chain, max(1, degree))
		b.value, b.slope = append(b.value, value), append(b.slope, slope)
	}
	b.terms = mat.NewDense(n, len(b.exps), nil)
	for i := range n {
		row := b.terms.RawRowView(i)
		for a, e := range b.exps {
			v := 1.0
			for j, k := range e {
				if k > 0 {
					v *= b.value[j][k][i]
				}
			}
			row[a] = v
		}
	}
	return b
}

// chebyshev returns T_k(t) and chain·T_k'(t) for k ≤ degree.
func chebyshev(t, chain []float64, degree int) (value, slope [][]float64) {
	n := len(t)
	value, slope = make([][]float64, degree+1), make([][]float64, degree+1)
	for k := range value {
		value[k], slope[k] = make([]float64, n), make([]float64, n)
		for i, x := range t {
			switch k {
			case 0:
				value[k][i] = 1
			case 1:
				value[k][i], slope[k][i] = x, chain[i]
			default:
				value[k][i] = 2*x*value[k-1][i] - value[k-2][i]
				slope[k][i] = 2*chain[i]*value[k-1][i] + 2*x*slope[k-1][i] - slope[k-2][i]
			}
		}
	}
	return value, slope
}

// fit fits y = factor·Σ β φ, or y = ± factor·exp(Σ β φ) with log.
func (b *basis) fit(f *form, y []float64, log bool) *surface {
	if log {
		return b.exponential(f, y)
	}
	return b.linear(f, y)
}

// linear fits y = factor·Σ β φ.
func (b *basis) linear(f *form, y []float64) *surface {
	design := b.weighted(f.factor)
	beta, leverage, ok := solve(design, y, 0)
	if !ok {
		return nil
	}
	return b.surface(f, y, beta, product(design, beta), f.factor, leverage)
}

// exponential fits y = ± factor·exp(Σ β φ) by damped Gauss–Newton steps.
func (b *basis) exponential(f *form, y []float64) *surface {
	sign, ok := commonSign(f, y)
	if !ok {
		return nil
	}
	beta, ok := b.logarithmic(f, y, sign)
	if !ok {
		return nil
	}
	at := func(beta []float64) (fitted, residual []float64, sum float64) {
		fitted, residual = product(b.terms, beta), make([]float64, len(y))
		for i, eta := range fitted {
			fitted[i] = sign * f.factor[i] * math.Exp(math.Min(eta, 300))
			residual[i] = y[i] - fitted[i]
			sum += residual[i] * residual[i]
		}
		return fitted, residual, sum
	}
	fitted, residual, sum := at(beta)
	var leverage []float64
	for range limit.SurfaceSteps {
		step, h, ok := solve(b.weighted(fitted), residual, 1e-10)
		if !ok {
			return nil
		}
		leverage = h
		before := sum
		for range 6 {
			next := make([]float64, len(beta))
			for a := range beta {
				next[a] = beta[a] + step[a]
			}
			if g, r, s := at(next); s < sum {
				beta, fitted, residual, sum = next, g, r, s
				break
			}
			for a := range step {
				step[a] /= 4
			}
		}
		if !(sum < before*(1-1e-4)) {
			break
		}
	}
	return b.surface(f, y, beta, fitted, fitted, leverage)
}

// logarithmic fits log(±y/factor) = Σ β φ, with the response for the weight of a row, since an
// error of the logarithm is one of the response over the response. Rows of the other sign have
// no weight.
func (b *basis) logarithmic(f *form, y []float64, sign float64) (beta []float64, ok bool) {
	weight, target := make([]float64, len(y)), make([]float64, len(y))
	for i := range y {
		v := sign * y[i] / f.factor[i]
		if v <= 0 {
			continue
		}
		weight[i] = math.Abs(y[i])
		target[i] = weight[i] * math.Log(v)
	}
	beta, _, ok = solve(b.weighted(weight), target, 1e-9)
	return beta, ok
}

// weighted are the products at the rows, each row times its weight.
func (b *basis) weighted(weight []float64) *mat.Dense {
	n, p := b.terms.Dims()
	out := mat.NewDense(n, p, nil)
	for i, w := range weight {
		from, to := b.terms.RawRowView(i), out.RawRowView(i)
		for a, v := range from {
			to[a] = w * v
		}
	}
	return out
}

// surface gathers what is asked of a fit: slopes are outer · ∂(Σ β φ).
func (b *basis) surface(f *form, y, beta, fitted, outer, leverage []float64) *surface {
	n := len(y)
	s := &surface{fitted: fitted, rows: n, params: len(beta)}
	for i := range n {
		e := (y[i] - fitted[i]) / math.Max(1-leverage[i], 1e-3)
		s.press += e * e
	}
	s.press = math.Sqrt(s.press / float64(n))
	for j := range f.coords {
		slope := make([]float64, n)
		for i := range n {
			sum := 0.0
			for a, v := range beta {
				e := b.exps[a]
				if e[j] == 0 {
					continue
				}
				v *= b.slope[j][e[j]][i]
				for l, k := range e {
					if k > 0 && l != j {
						v *= b.value[l][k][i]
					}
				}
				sum += v
			}
			slope[i] = outer[i] * sum
		}
		s.slopes = append(s.slopes, slope)
	}
	return s
}

// commonSign is the sign of y/factor where nearly all of the response has the same: rows that
// are small beside the errors may have either.
func commonSign(f *form, y []float64) (float64, bool) {
	plus, all := 0.0, 0.0
	for i, v := range y {
		all += v * v
		if v*f.factor[i] > 0 {
			plus += v * v
		}
	}
	switch {
	case plus >= limit.CommonSign*all:
		return 1, true
	case all-plus >= limit.CommonSign*all:
		return -1, true
	}
	return 0, false
}
