package learn

import (
	"cmp"
	"context"
	"fmt"
	"math"

	"gonum.org/v1/gonum/mat"

	"github.com/kexplain/kexplain/feature"
	"github.com/kexplain/kexplain/internal/stable"
)

// AVICA is approximate vanishing ideal component analysis. It lists the features
// of the data degree by degree: polynomials that vanish on them up to noise
// (generative) and polynomials that tell their points apart (discriminative)
// [DKL, Algorithms 2 and 3].
//
// With base kernel k and spanning points Y, degree d works in the span of the
// functions k(y_j, ·)^d. In coordinates that are orthonormal for the φ product
// it removes the multiples of the generators accepted in lower degrees and
// decomposes what is left: a unit vector there is a function F of φ-norm 1, and
// its singular value is ‖F(X)‖. See Method for the difference to the algorithm
// as it was printed.
//
// The zero value learns up to degree 2 with k(x, y) = ⟨x, y⟩ + 1.
type AVICA struct {
	// Kernel is the base kernel, the one of degree 1; degree d uses its d-th
	// power. Nil means ⟨x, y⟩ + 1. Any kernel will do (DKL, section 3.8), but
	// only a polynomial one gives features with a formula.
	Kernel feature.Kernel
	// Degree is the highest degree. Zero means 2.
	Degree int
	// Spanning chooses the spanning points Y. Nil means what it means for IPCA
	// with the kernel of the highest degree: feature.Pivoted for a polynomial
	// kernel with at most 1000 features, as many points as there are, and else
	// 500 points, half of them rows of the data. Where they do not span all
	// polynomials the features are those in their span.
	Spanning feature.Spanning
	// Points are the spanning points Y themselves, one a row. Nil leaves the
	// choice to Spanning.
	Points *mat.Dense
	// Cutoff decides which singular values of a degree are small enough to
	// vanish. Nil means VanishingGap{}. Where it finds no gap nothing vanishes.
	Cutoff Cutoff
	// Method is Repaired{} or AsPrinted{}. Nil means Repaired{}.
	Method AVICAMethod
	// Seed determines the points that Fit draws.
	Seed uint64
}

// VanishingGap cuts at the largest ratio of two neighbouring singular values
// whose lower one is also small by itself: MinGap times below √N, the singular
// value of the constant function 1 of an inhomogeneous kernel. So a few large
// values at the top of a skewed spectrum are no gap. The rule supposes data
// whose columns have a mean square of about 1; exact equations it finds in any
// units.
type VanishingGap struct {
	// MinGap is the least ratio that counts. Zero means 5: of uniform points in
	// up to five dimensions the neighbours among small values differ by less
	// than 2.5, and at a noise of one twentieth of the size of a circle or a
	// sphere the gap is 12.
	MinGap float64
}

const vanishingMinGap = 5

// String returns "the largest gap below 1, at least a factor 5".
func (c VanishingGap) String() string {
	return fmt.Sprintf("the largest gap below 1, at least a factor %g", c.minGap())
}

func (c VanishingGap) minGap() float64 {
	if c.MinGap == 0 {
		return vanishingMinGap
	}
	return c.MinGap
}

// Cut finds the largest such gap, or returns ErrNoGap. MinGap must be at least 1.
func (c VanishingGap) Cut(s Spectrum) (Cut, error) {
	if !(c.minGap() >= 1) {
		return Cut{}, fmt.Errorf("%w: smallest gap %g", ErrCutoff, c.MinGap)
	}
	if len(s.Values) == 0 || s.Values[0] <= s.Floor {
		return s.at(0, "all singular values are zero"), nil
	}
	bound := max(s.Floor, math.Sqrt(float64(s.Rows))/c.minGap())
	best := 0
	for k := 1; k < len(s.Values); k++ {
		if s.Values[k] <= bound && s.gap(k) >= c.minGap() && (best == 0 || s.gap(k) > s.gap(best)) {
			best = k
		}
	}
	if best == 0 {
		return Cut{}, fmt.Errorf("%w: none of a factor %g below %.3g", ErrNoGap, c.minGap(), bound)
	}
	return s.at(best, c.String()), nil
}

// AVICAMethod chooses between the repaired algorithm and the printed one.
type AVICAMethod interface {
	fit(ctx context.Context, c AVICA, x *mat.Dense) (*AVICAModel, error)
	fmt.Stringer
}

const avicaDegree = 2

// Fit learns from the rows of x, which it does not alter. It returns ErrData for
// data or points that are empty, not finite, or of different width, ErrKernel
// for a polynomial kernel of another degree than 1, what the cut-off returns
// but for ErrNoGap, and the error of ctx.
func (c AVICA) Fit(ctx context.Context, x *mat.Dense) (*AVICAModel, error) {
	c, err := c.complete(ctx, x)
	if err != nil {
		return nil, err
	}
	return c.Method.fit(ctx, c, x)
}

// complete fills in the defaults, with sample in place of the data.
func (c AVICA) complete(ctx context.Context, sample *mat.Dense) (AVICA, error) {
	if sample == nil || sample.IsEmpty() {
		return c, fmt.Errorf("%w: no rows", ErrData)
	}
	if err := CheckFinite(sample); err != nil {
		return c, err
	}
	if c.Kernel == nil {
		c.Kernel = feature.Polynomial{Degree: 1}
	}
	if p, ok := c.Kernel.(feature.Polynomial); ok && p.Degree != 1 {
		return c, fmt.Errorf("%w: AVICA takes powers of a kernel of degree 1, not of %v", ErrKernel, p)
	}
	if err := feature.Validate(c.Kernel); err != nil {
		return c, fmt.Errorf("learn: %w", err)
	}
	if c.Degree == 0 {
		c.Degree = avicaDegree
	}
	if c.Degree < 0 {
		return c, fmt.Errorf("%w: degree %d", ErrCutoff, c.Degree)
	}
	if c.Cutoff == nil {
		c.Cutoff = VanishingGap{}
	}
	if c.Method == nil {
		c.Method = Repaired{}
	}
	return c.choosePoints(ctx, sample)
}

// choosePoints sets Points, a copy of what was given or as Spanning has it.
func (c AVICA) choosePoints(ctx context.Context, sample *mat.Dense) (AVICA, error) {
	_, vars := sample.Dims()
	if c.Points != nil {
		if _, v := c.Points.Dims(); v != vars {
			return c, fmt.Errorf("%w: points with %d columns for data with %d", ErrData, v, vars)
		}
		if err := CheckFinite(c.Points); err != nil {
			return c, fmt.Errorf("spanning points: %w", err)
		}
		c.Points = mat.DenseCopyOf(c.Points)
		return c, nil
	}
	top := kernelPower(c.Kernel, c.Degree)
	if c.Spanning == nil {
		c.Spanning = defaultSpanning(top, sample)
	}
	y, err := c.Spanning.Points(ctx, top, sample, c.Seed)
	if err != nil {
		return c, fmt.Errorf("learn: %w", err)
	}
	c.Points = y
	return c, nil
}

// Kind tells what a feature is good for.
type Kind int8

// The two kinds of features. Small singular values are generative: their
// functions vanish on the data and generate its ideal. Large ones are
// discriminative. (The text of DKL, section 3.2, has the two exchanged.)
const (
	Generative Kind = iota
	Discriminative
)

// String returns "generative" or "discriminative".
func (k Kind) String() string {
	if k == Generative {
		return "generative"
	}
	return "discriminative"
}

// Feature names one feature of an [AVICAModel]. It is a value; the model that
// listed it evaluates it and writes it down.
type Feature struct {
	// Degree bounds the degree of the polynomial.
	Degree int
	Kind   Kind
	// Sigma is the singular value, ‖F(X)‖.
	Sigma float64
	// Quantum measures how far the feature is from vanishing, as the method
	// defines it. Repaired: the root mean square of F on the data, F having
	// φ-norm 1. AsPrinted: σ θ^d.
	Quantum float64

	column int // in the coefficients of its degree
}

// DegreeReport says what became of the D spanning functions of one degree.
type DegreeReport struct {
	Degree int
	// Points is D. D = Redundant + Absorbed + Generative + Discriminative.
	Points int
	// Redundant counts combinations of the functions k(y_j, ·)^d that are zero.
	Redundant int
	// Absorbed is the dimension of the multiples of generators of lower degree.
	Absorbed int
	// Generative and Discriminative count the features.
	Generative, Discriminative int
	// Quanta are those of the features, in decreasing order.
	Quanta []float64
	// Floor is the quantum below which rounding errors decide.
	Floor float64
	// Gap is the ratio of the smallest quantum that does not vanish to the
	// largest that does; +Inf where that is zero, 0 where there is no pair.
	Gap float64
	// Condition is that of the Gram matrix of the functions, scaled to unit
	// diagonal.
	Condition float64
}

// AVICAModel is the result of AVICA.Fit. It does not change; all methods are safe
// for use by several goroutines at once.
type AVICAModel struct {
	kernel feature.Kernel
	points *mat.Dense // D × variables
	rows   int
	method string
	// coefficients[d-1] has a column for each feature of degree d: its
	// combination of the D functions of that degree.
	coefficients []*mat.Dense
	// projectors is nil for the repaired method, where the functions of degree d
	// are k(·, y_j)^d. As printed, they are made from those of degree d-1 by
	// p ↦ (projectors[d-2]ᵀ p)_j k(·, y_j).
	projectors []*mat.Dense
	features   []Feature
	reports    []DegreeReport
}

// Kernel returns the base kernel.
func (m *AVICAModel) Kernel() feature.Kernel { return m.kernel }

// Points returns a copy of the spanning points Y.
func (m *AVICAModel) Points() *mat.Dense { return mat.DenseCopyOf(m.points) }

// Rows returns the number of data points learned from.
func (m *AVICAModel) Rows() int { return m.rows }

// Method returns the name of the method: "repaired" or "as printed".
func (m *AVICAModel) Method() string { return m.method }

// Degree returns the highest degree.
func (m *AVICAModel) Degree() int { return len(m.reports) }

// Reports returns what happened in each degree 1, 2, …
func (m *AVICAModel) Reports() []DegreeReport {
	r := append([]DegreeReport(nil), m.reports...)
	for i := range r {
		r[i].Quanta = append([]float64(nil), r[i].Quanta...)
	}
	return r
}

// Features returns all features of the kind, by increasing degree and in each
// degree the most informative first: generative features by increasing quantum,
// discriminative ones by decreasing.
func (m *AVICAModel) Features(kind Kind) []Feature {
	var fs []Feature
	for _, f := range m.features {
		if f.Kind == kind {
			fs = append(fs, f)
		}
	}
	stable.Sort(fs, func(f, g Feature) int {
		quantum := cmp.Compare(f.Quantum, g.Quantum)
		if kind != Generative {
			quantum = -quantum
		}
		return cmp.Or(cmp.Compare(f.Degree, g.Degree), quantum)
	})
	return fs
}

// Coefficients returns the coefficients c of the feature f as a combination of
// the D functions of its degree. With the repaired method
//
//	F(x) = Σ_j c_j k(x, y_j)^d.
//
// It panics if f is not a feature of m.
func (m *AVICAModel) Coefficients(f Feature) []float64 {
	m.mustHave(f)
	return mat.Col(nil, f.column, m.coefficients[f.Degree-1])
}

func (m *AVICAModel) mustHave(f Feature) {
	if !m.has(f) {
		panic(fmt.Sprintf("learn: no feature %d of degree %d in this model", f.column, f.Degree))
	}
}

func (m *AVICAModel) has(f Feature) bool {
	if f.Degree < 1 || f.Degree > len(m.coefficients) || m.coefficients[f.Degree-1] == nil {
		return false
	}
	_, cols := m.coefficients[f.Degree-1].Dims()
	return f.column >= 0 && f.column < cols
}

// evalBlock is the number of rows evaluated at once: enough to keep the matrix
// product busy, few enough to keep memory independent of the number of rows.
const evalBlock = 1024

// Eval returns the values of the features at the rows of x: one row a point, one
// column a feature, in the order given. Beyond the result it needs memory for a
// block of rows only. It returns ErrData for rows that are not finite or of the
// wrong length, and the error of ctx. It panics if a feature is not one of m.
func (m *AVICAModel) Eval(ctx context.Context, x *mat.Dense, features []Feature) (*mat.Dense, error) {
	for _, f := range features {
		m.mustHave(f)
	}
	n, vars := x.Dims()
	if _, v := m.points.Dims(); v != vars && n > 0 {
		return nil, fmt.Errorf("%w: rows of %d numbers, expected %d", ErrData, vars, v)
	}
	if err := CheckFinite(x); err != nil {
		return nil, err
	}
	if n == 0 || len(features) == 0 {
		return new(mat.Dense), nil
	}
	out := mat.NewDense(n, len(features), nil)
	for lo := 0; lo < n; lo += evalBlock {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		hi := min(lo+evalBlock, n)
		block := x.Slice(lo, hi, 0, vars).(*mat.Dense)
		if err := m.evalTo(ctx, out.Slice(lo, hi, 0, len(features)).(*mat.Dense), block, features); err != nil {
			return nil, err
		}
	}
	return out, nil
}

func (m *AVICAModel) evalTo(ctx context.Context, dst, x *mat.Dense, features []Feature) error {
	base, err := feature.Matrix(ctx, m.kernel, x, m.points)
	if err != nil {
		return fmt.Errorf("learn: avica: %w", err)
	}
	p := mat.DenseCopyOf(base)
	n, _ := dst.Dims()
	for d := 1; d <= m.Degree(); d++ {
		if d > 1 {
			m.raise(p, base, d)
		}
		c := m.coefficients[d-1]
		if c == nil {
			continue
		}
		var values mat.Dense
		values.Mul(p, c)
		for j, f := range features {
			if f.Degree != d {
				continue
			}
			for i := range n {
				dst.Set(i, j, values.At(i, f.column))
			}
		}
	}
	return nil
}

// raise turns the values p of the D functions of degree d-1 into those of
// degree d, given those of degree 1.
func (m *AVICAModel) raise(p, base *mat.Dense, d int) {
	if m.projectors != nil {
		var q mat.Dense
		q.Mul(p, m.projectors[d-2])
		p.Copy(&q)
	}
	p.MulElem(p, base)
}
