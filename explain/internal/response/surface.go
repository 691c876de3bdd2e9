package response

import (
	"context"
	"math"

	"gonum.org/v1/gonum/mat"

	"github.com/kexplain/kexplain/internal/parallel"
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
	type attempt struct {
		degree int
		log    bool
	}
	n, r := len(y), len(f.coords)
	var list []attempt
	for d := min(1, r); d <= maxSurfaceDegree; d++ {
		if p := moment.Binomial(r+d, d); p > min(n/3, maxSurfaceTerms) || r == 0 && d > 0 {
			break
		}
		list = append(list, attempt{d, false})
		if d > 0 {
			list = append(list, attempt{d, true})
		}
	}
	fits := make([]*surface, len(list))
	parallel.Each(ctx, len(list), func(i int) {
		if b := newBasis(f, list[i].degree); b != nil {
			fits[i] = b.fit(f, y, list[i].log)
		}
	})
	var best *surface
	for _, s := range fits {
		if s != nil && (best == nil || s.press < best.press) {
			best = s
		}
	}
	return best
}

// basis are the monomials in the coordinates, moved and scaled to [-1, 1].
type basis struct {
	table  *moment.Monomials
	terms  *mat.Dense // rows × monomials
	lower  [][]int    // of coordinate and monomial: the monomial with one power less, or -1
	chain  [][]float64
	degree int
}

// newBasis is the basis of a degree, or nil where it cannot be had.
func newBasis(f *form, degree int) *basis {
	r, n := max(1, len(f.coords)), len(f.factor)
	table, err := moment.NewMonomials(r, degree)
	if err != nil {
		return nil
	}
	b := &basis{table: table, degree: degree, terms: mat.NewDense(n, table.Len(degree), nil)}
	t := make([][]float64, r)
	for j := range t {
		t[j] = make([]float64, n)
		b.chain = append(b.chain, make([]float64, n))
		if j < len(f.coords) {
			f.coords[j].scaled(t[j], b.chain[j])
		}
	}
	x, row := make([]float64, r), make([]float64, table.Len(degree))
	for i := range n {
		for j := range t {
			x[j] = t[j][i]
		}
		table.EvalTo(row, x)
		b.terms.SetRow(i, row)
	}
	for j := range f.coords {
		lower := make([]int, table.Len(degree))
		for a := range lower {
			e := append([]uint8(nil), table.Exponents(a)...)
			if lower[a] = -1; e[j] > 0 {
				e[j]--
				lower[a] = table.Position(e)
			}
		}
		b.lower = append(b.lower, lower)
	}
	return b
}

// fit fits y = factor·Σ β φ, or y = ± factor·exp(Σ β φ) with log.
func (b *basis) fit(f *form, y []float64, log bool) *surface {
	n, p := b.terms.Dims()
	beta := make([]float64, p)
	design := mat.NewDense(n, p, nil)
	if !log {
		for i := range n {
			for a := range p {
				design.Set(i, a, f.factor[i]*b.terms.At(i, a))
			}
		}
		beta, leverage, ok := solve(design, y, 0)
		if !ok {
			return nil
		}
		fitted := make([]float64, n)
		for i := range n {
			fitted[i] = mat.Dot(design.RowView(i), mat.NewVecDense(p, beta))
		}
		return b.surface(f, y, beta, fitted, fitted, f.factor, leverage)
	}
	sign, ok := commonSign(f, y)
	if !ok {
		return nil
	}
	// A start from logarithms, rows weighted by the response.
	target := make([]float64, n)
	for i := range n {
		v := sign * y[i] / f.factor[i]
		w := math.Abs(y[i])
		if v <= 0 {
			w = 0
			v = 1
		}
		target[i] = w * math.Log(v)
		for a := range p {
			design.Set(i, a, w*b.terms.At(i, a))
		}
	}
	beta, _, ok = solve(design, target, 1e-9)
	if !ok {
		return nil
	}
	at := func(beta []float64) (fitted []float64, sum float64) {
		fitted = make([]float64, n)
		for i := range n {
			eta := mat.Dot(b.terms.RowView(i), mat.NewVecDense(p, beta))
			fitted[i] = sign * f.factor[i] * math.Exp(math.Min(eta, 300))
			sum += (y[i] - fitted[i]) * (y[i] - fitted[i])
		}
		return fitted, sum
	}
	fitted, sum := at(beta)
	var leverage []float64
	residual := make([]float64, n)
	for range surfaceSteps {
		for i := range n {
			residual[i] = y[i] - fitted[i]
			for a := range p {
				design.Set(i, a, fitted[i]*b.terms.At(i, a))
			}
		}
		step, h, ok := solve(design, residual, 1e-10)
		if !ok {
			return nil
		}
		leverage = h
		better := false
		for range 6 {
			next := make([]float64, p)
			for a := range p {
				next[a] = beta[a] + step[a]
			}
			if g, s := at(next); s < sum {
				better = s < sum*(1-1e-4)
				beta, fitted, sum = next, g, s
				break
			}
			for a := range step {
				step[a] /= 4
			}
		}
		if !better {
			break
		}
	}
	return b.surface(f, y, beta, fitted, nil, fitted, leverage)
}

// surface gathers what is asked of a fit: slopes are outer · ∂(Σ β φ).
func (b *basis) surface(f *form, y, beta, fitted, _ []float64, outer, leverage []float64) *surface {
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
				if l := b.lower[j][a]; l >= 0 {
					sum += v * float64(b.table.Exponents(a)[j]) * b.terms.At(i, l)
				}
			}
			slope[i] = outer[i] * sum * b.chain[j][i]
		}
		s.slopes = append(s.slopes, slope)
	}
	return s
}

// commonSign is the sign of y/factor where nearly all rows have the same.
func commonSign(f *form, y []float64) (float64, bool) {
	plus := 0
	for i, v := range y {
		if v*f.factor[i] > 0 {
			plus++
		}
	}
	switch n := float64(len(y)); {
	case float64(plus) >= 0.9*n:
		return 1, true
	case float64(plus) <= 0.1*n:
		return -1, true
	}
	return 0, false
}

// solve is linear least squares by a Cholesky factor of the normal equations of scaled
// columns, with a ridge, and the leverages of the rows.
func solve(design *mat.Dense, target []float64, ridge float64) (beta, leverage []float64, ok bool) {
	n, p := design.Dims()
	scale := make([]float64, p)
	for a := range p {
		scale[a] = mat.Norm(design.ColView(a), 2)
		if !(scale[a] > 0) || math.IsInf(scale[a], 0) {
			return nil, nil, false
		}
	}
	scaled := mat.NewDense(n, p, nil)
	for i := range n {
		from, to := design.RawRowView(i), scaled.RawRowView(i)
		for a, v := range from {
			to[a] = v / scale[a]
		}
	}
	var normal mat.SymDense
	normal.SymOuterK(1, scaled.T())
	for a := range p {
		normal.SetSym(a, a, normal.At(a, a)+ridge+1e-14)
	}
	var factor mat.Cholesky
	if !factor.Factorize(&normal) {
		return nil, nil, false
	}
	var right, x mat.VecDense
	right.MulVec(scaled.T(), mat.NewVecDense(n, target))
	if err := factor.SolveVecTo(&x, &right); err != nil && !isCondition(err) {
		return nil, nil, false
	}
	// One step of refinement.
	var rest, more mat.VecDense
	rest.MulVec(scaled, &x)
	rest.SubVec(mat.NewVecDense(n, target), &rest)
	right.MulVec(scaled.T(), &rest)
	if err := factor.SolveVecTo(&more, &right); err == nil || isCondition(err) {
		x.AddVec(&x, &more)
	}
	var inverse mat.SymDense
	if err := factor.InverseTo(&inverse); err != nil && !isCondition(err) {
		return nil, nil, false
	}
	var half mat.Dense
	half.Mul(scaled, &inverse)
	beta, leverage = make([]float64, p), make([]float64, n)
	for a := range p {
		beta[a] = x.AtVec(a) / scale[a]
	}
	for i := range n {
		leverage[i] = mat.Dot(half.RowView(i), scaled.RowView(i))
	}
	return beta, leverage, true
}

func isCondition(err error) bool {
	_, ok := err.(mat.Condition)
	return ok
}
