package learn

import (
	"context"
	"errors"
	"fmt"
	"math"

	"gonum.org/v1/gonum/mat"

	"github.com/kexplain/kexplain/feature"
	"github.com/kexplain/kexplain/numeric"
)

// Repaired is AVICA with each degree freed from redundant functions and from
// multiples of accepted generators before anything is called a feature:
//
//   - The SVD is taken in coordinates in which the functions have φ-norm equal
//     to their Euclidean length, k^d(X, Y) (K_YY^(d)⁺)^(1/2); zero combinations
//     of the k(y_j, ·)^d, which are no features, are gone there. Printed: of
//     k^d(X, Y) itself, whose right singular vectors have no meaning as
//     functions of unit length.
//   - If h is an accepted function of degree d-1 and l one of degree 1 then
//     ⟨Σ v_j k^d(y_j, ·), h l⟩_φ = Σ v_j h(y_j) l(y_j), so the multiples of
//     accepted functions are orthogonal to those v with Bv = 0, where the rows
//     of B are the products h(Y) ⊙ l(Y). Candidates are taken from there.
//     Printed: multiples are left to the truncation in the degree before,
//     which removes only some of them.
//   - An exactly vanishing function is a generator. Printed: it is thrown away.
//
// On exact data whose span is that of all polynomials the generative features
// of degree d are a basis of I_{≤d} ∩ (R_{≤1} I_{≤d-1})^⊥, as many as the
// homogenised ideal has minimal generators of degree d.
type Repaired struct{}

// String returns "repaired".
func (Repaired) String() string { return "repaired" }

func (r Repaired) fit(ctx context.Context, c AVICA, x *mat.Dense) (*AVICAModel, error) {
	n, vars := x.Dims()
	scale := c.pointScale()
	states := make([]*numeric.TSQR, c.Degree)
	count, _ := c.Points.Dims()
	for d := 1; d <= c.Degree; d++ {
		var err error
		states[d-1], err = numeric.ReduceRows(ctx, n, count, func(dst *mat.Dense, lo int) error {
			rows, _ := dst.Dims()
			block := x.Slice(lo, lo+rows, 0, vars).(*mat.Dense)
			return c.normalisedTo(ctx, dst, block, d, scale)
		})
		if err != nil {
			return nil, fmt.Errorf("learn: avica: %w", err)
		}
	}
	return r.finish(ctx, c, states, n)
}

// pointScale returns k(y, y)^(-1/2) for every point: the functions
// k(y, ·)^d times its d-th power have φ-norm 1, which spares the rank decisions
// the different sizes of the points.
func (c AVICA) pointScale() []float64 {
	count, _ := c.Points.Dims()
	s := make([]float64, count)
	for j := range s {
		y := c.Points.RawRowView(j)
		s[j] = 1
		if v := c.Kernel.Eval(y, y); v > 0 {
			s[j] = 1 / math.Sqrt(v)
		}
	}
	return s
}

// normalisedTo writes k(x_i, y_j)^d scale_j^d to dst.
func (c AVICA) normalisedTo(ctx context.Context, dst, x *mat.Dense, d int, scale []float64) error {
	k, err := feature.Matrix(ctx, c.Kernel, x, c.Points)
	if err != nil {
		return err
	}
	n, _ := k.Dims()
	for i := range n {
		from, to := k.RawRowView(i), dst.RawRowView(i)
		for j, v := range from {
			to[j] = power(v*scale[j], d)
		}
	}
	return nil
}

func power(v float64, d int) float64 {
	p := 1.0
	for range d {
		p *= v
	}
	return p
}

// accepted is the space of accepted vanishing functions of one degree, multiples
// included, by their values at Y: one function of φ-norm 1 a row. Nil is zero.
type accepted struct {
	values *mat.Dense
	// doubt is the largest ratio of a quantum accepted to one that was not: the
	// angle by which noise may have turned the space (Wedin's theorem).
	doubt float64
}

// finish turns the triangles of all degrees into a model.
func (r Repaired) finish(ctx context.Context, c AVICA, states []*numeric.TSQR, rows int) (*AVICAModel, error) {
	m := &AVICAModel{kernel: c.Kernel, points: c.Points, rows: rows, method: r.String()}
	scale := c.pointScale()
	linear, err := newSpan(ctx, c, 1, scale)
	if err != nil {
		return nil, err
	}
	var below accepted
	for d := 1; d <= c.Degree; d++ {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		span := linear
		if d > 1 {
			if span, err = newSpan(ctx, c, d, scale); err != nil {
				return nil, err
			}
		}
		step, err := r.step(c, span, linear, below, states[d-1], rows)
		if err != nil {
			return nil, fmt.Errorf("learn: avica: degree %d: %w", d, err)
		}
		below = step.accepted
		m.coefficients = append(m.coefficients, step.coefficients)
		m.features = append(m.features, step.features...)
		m.reports = append(m.reports, step.report)
	}
	return m, nil
}

// span is the space of functions spanned by k(y_j, ·)^d, with an orthonormal
// basis e = Σ_j frame_ji k(y_j, ·)^d.
type span struct {
	degree int
	frame  *mat.Dense // D × dimension
	values *mat.Dense // D × dimension: the basis at Y
	dim    int
	cond   float64
	floor  float64 // relative size of rounding errors of coordinates
}

func newSpan(ctx context.Context, c AVICA, d int, scale []float64) (*span, error) {
	count, vars := c.Points.Dims()
	k := mat.NewDense(count, count, nil)
	if err := c.normalisedTo(ctx, k, c.Points, d, scale); err != nil {
		return nil, fmt.Errorf("learn: avica: %w", err)
	}
	sym := mat.NewSymDense(count, nil)
	for i := range count {
		for j := i; j < count; j++ {
			sym.SetSym(i, j, k.At(i, j)*power(scale[i], d))
		}
	}
	root, err := numeric.PinvSqrt(sym, numeric.RankTolerance(count))
	if err != nil {
		return nil, fmt.Errorf("learn: avica: the spanning points in degree %d: %w", d, err)
	}
	rank := root.Rank
	if p, ok := c.Kernel.(feature.Polynomial); ok {
		// More than there are polynomials is rounding.
		p.Degree = d
		if dim, ok := p.Dim(vars); ok {
			rank = min(rank, dim)
		}
	}
	if rank == 0 {
		return nil, fmt.Errorf("learn: avica: the kernel is zero at the spanning points")
	}
	s := &span{
		degree: d, dim: rank,
		frame:  mat.DenseCopyOf(root.Whitening.Slice(0, count, 0, rank)),
		values: mat.NewDense(count, rank, nil),
		cond:   root.Values[0] / root.Values[rank-1],
	}
	s.floor = numeric.RankTolerance(count) * math.Sqrt(s.cond)
	for i := range count {
		sd := power(scale[i], d)
		for j := range rank {
			s.frame.Set(i, j, sd*s.frame.At(i, j))
			// K e = basis √λ, and the values carry the scale back.
			s.values.Set(i, j, root.Basis.At(i, j)*math.Sqrt(root.Values[j])/sd)
		}
	}
	return s, nil
}

// avicaStep is the outcome of one degree.
type avicaStep struct {
	coefficients *mat.Dense
	features     []Feature
	report       DegreeReport
	accepted     accepted
}

func (r Repaired) step(c AVICA, s, linear *span, below accepted, data *numeric.TSQR, rows int) (*avicaStep, error) {
	count, _ := s.frame.Dims()
	multiples, rest, err := s.split(linear, below)
	if err != nil {
		return nil, err
	}
	step := &avicaStep{
		report: DegreeReport{
			Degree: s.degree, Points: count, Redundant: count - s.dim, Condition: s.cond,
		},
		accepted: accepted{values: multiples, doubt: below.doubt},
	}
	if multiples != nil {
		step.report.Absorbed, _ = multiples.Dims()
	}
	if rest == nil {
		return step, nil
	}
	// The columns of the triangle are those of the scaled kernel matrix.
	triangle := data.R()
	scale := c.pointScale()
	var m mat.Dense
	m.Product(triangle, unscaled(s.frame, scale, s.degree), rest)
	size := mat.Norm(triangle, 2) / math.Sqrt(float64(rows))
	svd, err := numeric.SVDOf(&m)
	if err != nil {
		return nil, err
	}
	step.report.Floor = s.floor * size
	for _, v := range svd.Values {
		step.report.Quanta = append(step.report.Quanta, v/math.Sqrt(float64(rows)))
	}
	cut, err := c.kept(s.degree, svd.Values, step.report.Floor*math.Sqrt(float64(rows)), rows)
	if err != nil {
		return nil, err
	}
	step.coefficients = new(mat.Dense)
	step.coefficients.Product(s.frame, rest, svd.V)
	step.addFeatures(svd.Values, cut)

	if step.report.Generative > 0 {
		var coordinates, values mat.Dense
		_, dim := rest.Dims()
		coordinates.Mul(rest, svd.V.Slice(0, dim, cut, dim))
		values.Mul(coordinates.T(), s.values.T())
		step.accepted.add(&values)
		step.accepted.doubt = math.Max(step.accepted.doubt, inverse(step.report.Gap))
	}
	return step, nil
}

// unscaled divides row j of the frame by scale_j^d.
func unscaled(frame *mat.Dense, scale []float64, d int) *mat.Dense {
	u := mat.DenseCopyOf(frame)
	for j, s := range scale {
		row := u.RawRowView(j)
		for i := range row {
			row[i] /= power(s, d)
		}
	}
	return u
}

func inverse(v float64) float64 {
	if v == 0 {
		return 0
	}
	return 1 / v
}

// add appends functions.
func (a *accepted) add(values *mat.Dense) {
	if a.values == nil {
		a.values = mat.DenseCopyOf(values)
		return
	}
	var all mat.Dense
	all.Stack(a.values, values)
	a.values = &all
}

// addFeatures lists the features, whose singular values are given in decreasing
// order; those from cut on vanish.
func (s *avicaStep) addFeatures(sigma []float64, cut int) {
	for j, q := range s.report.Quanta {
		f := Feature{Degree: s.report.Degree, Kind: Discriminative, Sigma: sigma[j], Quantum: q, column: j}
		if j >= cut {
			f.Kind = Generative
		}
		s.features = append(s.features, f)
	}
	s.report.Generative = len(s.report.Quanta) - cut
	s.report.Discriminative = cut
	if cut > 0 && cut < len(s.report.Quanta) {
		s.report.Gap = s.report.Quanta[cut-1] / math.Max(s.report.Quanta[cut], s.report.Floor)
	}
}

// kept returns the number of singular values, given in decreasing order, that do
// not vanish. A spectrum without a gap has none that vanish.
func (c AVICA) kept(degree int, values []float64, floor float64, rows int) (int, error) {
	cut, err := atDegree(c.Cutoff, degree).Cut(Spectrum{Values: values, Rows: rows, Floor: floor})
	if errors.Is(err, ErrNoGap) {
		return len(values), nil
	}
	return cut.Rank, err
}

// split returns the values at Y of an orthonormal basis of the products of the
// functions below with those of degree 1 (one a row, nil where there is none),
// and the coordinates of an orthonormal basis of their complement in s (one a
// column, nil where nothing is left).
func (s *span) split(linear *span, below accepted) (multiples, rest *mat.Dense, err error) {
	if below.values == nil {
		return nil, identity(s.dim), nil
	}
	products := below.products(linear)
	var coordinates mat.Dense
	coordinates.Mul(products, s.frame)
	svd, err := numeric.SVDOf(&coordinates)
	if err != nil {
		return nil, nil, err
	}
	// Relations among the products (syzygies) hold up to the doubt in the
	// generators: what is smaller is no multiple of anything.
	tolerance := math.Max(below.doubt, s.floor) * svd.Values[0]
	rank := 0
	for rank < s.dim && svd.Values[rank] > tolerance {
		rank++
	}
	if rank == 0 {
		return nil, identity(s.dim), nil
	}
	var combos mat.Dense // products × rank: left singular vectors over values
	combos.Mul(&coordinates, svd.V.Slice(0, s.dim, 0, rank))
	n, _ := combos.Dims()
	for i := range n {
		row := combos.RawRowView(i)
		for j := range row {
			row[j] /= svd.Values[j] * svd.Values[j]
		}
	}
	multiples = new(mat.Dense)
	multiples.Mul(combos.T(), products)
	if rank < s.dim {
		rest = mat.DenseCopyOf(svd.V.Slice(0, s.dim, rank, s.dim))
	}
	return multiples, rest, nil
}

// products returns the values at Y of all products with the basis of degree 1.
func (a accepted) products(linear *span) *mat.Dense {
	n, count := a.values.Dims()
	p := mat.NewDense(n*linear.dim, count, nil)
	for i := range n {
		h := a.values.RawRowView(i)
		for l := range linear.dim {
			row := p.RawRowView(i*linear.dim + l)
			for j := range row {
				row[j] = h[j] * linear.values.At(j, l)
			}
		}
	}
	return p
}

func identity(n int) *mat.Dense {
	m := mat.NewDense(n, n, nil)
	for i := range n {
		m.Set(i, i, 1)
	}
	return m
}
