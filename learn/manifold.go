package learn

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"

	"gonum.org/v1/gonum/mat"
)

// ManifoldLearner is a learner whose models certify: IPCA and AVICA.
type ManifoldLearner interface {
	fitCertifier(ctx context.Context, x *mat.Dense) (certifier, error)
}

// certifier evaluates functions that vanish on a manifold and says how large
// each of them is, as a root mean square, on the data it was learned from.
type certifier interface {
	certify(ctx context.Context, x *mat.Dense) (*mat.Dense, error)
	sizes() []float64
}

// ManifoldTest decides whether new points lie on the manifold that data lie on
// (CKI, section 5; DKL, section 4.1). Functions F_j that vanish on the data up
// to the size s_j are learned from one part of them, and
//
//	T(x) = ( (1/m) Σ_j (F_j(x)/s_j)² )^(1/2)
//
// is about 1 on points of the manifold, whatever the units and the noise. A
// point is in if T(x) is at most a quantile of T on the other part of the data:
// new points from the same source are in with probability Level or a little
// more, whatever their distribution (split conformal prediction). It is plain
// data.
//
// Reference: V. Vovk, A. Gammerman, G. Shafer, Algorithmic Learning in a Random
// World, Springer 2005, section 4.1.
type ManifoldTest struct {
	// Learner finds the functions: IPCA or AVICA. Required.
	Learner ManifoldLearner
	// Level is the probability with which a new point of the manifold is in.
	// Zero means 0.95.
	Level float64
	// Calibration is the share of the data that the quantile is taken from.
	// Zero means 1/3. It must leave rows on both sides, and for the level p
	// there must be at least p/(1-p) rows to calibrate with.
	Calibration float64
	// Seed of the division of the data.
	Seed uint64
}

const (
	manifoldLevel       = 0.95
	manifoldCalibration = 1.0 / 3
)

// Manifold is a calibrated test. It does not change and is safe for use by
// several goroutines at once.
type Manifold struct {
	certifier certifier
	sizes     []float64
	level     float64
	bound     float64
}

// Fit learns and calibrates from the rows of x. It returns ErrData for data that
// are empty, not finite, or too few for the level, ErrCutoff for a level or a
// share out of range, ErrNoGap where no function vanishes, and the errors of
// the learner.
func (c ManifoldTest) Fit(ctx context.Context, x *mat.Dense) (*Manifold, error) {
	if c.Level == 0 {
		c.Level = manifoldLevel
	}
	if c.Calibration == 0 {
		c.Calibration = manifoldCalibration
	}
	if !(c.Level > 0 && c.Level < 1 && c.Calibration > 0 && c.Calibration < 1) {
		return nil, fmt.Errorf("%w: level %g, calibration share %g", ErrCutoff, c.Level, c.Calibration)
	}
	if c.Learner == nil {
		return nil, fmt.Errorf("%w: no learner given", ErrKernel)
	}
	if x == nil || x.IsEmpty() {
		return nil, fmt.Errorf("%w: no rows", ErrData)
	}
	if err := CheckFinite(x); err != nil {
		return nil, err
	}
	n, _ := x.Dims()
	held := int(math.Round(c.Calibration * float64(n)))
	// The quantile is the k-th smallest of the scores held out.
	k := int(math.Ceil(float64(held+1) * c.Level))
	if k > held || held == n {
		return nil, fmt.Errorf("%w: %d of %d rows cannot calibrate the level %g", ErrData, held, n, c.Level)
	}
	order := rand.New(rand.NewPCG(c.Seed, 0)).Perm(n)
	cert, err := c.Learner.fitCertifier(ctx, pickRows(x, order[held:]))
	if err != nil {
		return nil, err
	}
	m := &Manifold{certifier: cert, sizes: cert.sizes(), level: c.Level}
	if len(m.sizes) == 0 {
		return nil, fmt.Errorf("%w: no function vanishes on the data", ErrNoGap)
	}
	scores, err := m.Scores(ctx, pickRows(x, order[:held]))
	if err != nil {
		return nil, err
	}
	slices.Sort(scores)
	m.bound = scores[k-1]
	return m, nil
}

// Level returns the probability with which new points of the manifold are in.
func (m *Manifold) Level() float64 { return m.level }

// Bound returns the largest score that is in.
func (m *Manifold) Bound() float64 { return m.bound }

// Functions returns the number of functions that certify.
func (m *Manifold) Functions() int { return len(m.sizes) }

// Scores returns T(x) for every row of x.
func (m *Manifold) Scores(ctx context.Context, x *mat.Dense) ([]float64, error) {
	n, _ := x.Dims()
	scores := make([]float64, 0, n)
	_, vars := x.Dims()
	for lo := 0; lo < n; lo += evalRows {
		hi := min(lo+evalRows, n)
		f, err := m.certifier.certify(ctx, x.Slice(lo, hi, 0, vars).(*mat.Dense))
		if err != nil {
			return nil, err
		}
		for i := range hi - lo {
			sum := 0.0
			for j, v := range f.RawRowView(i) {
				v /= m.sizes[j]
				sum += v * v
			}
			scores = append(scores, math.Sqrt(sum/float64(len(m.sizes))))
		}
	}
	return scores, nil
}

// In reports for every row of x whether it is on the manifold.
func (m *Manifold) In(ctx context.Context, x *mat.Dense) ([]bool, error) {
	scores, err := m.Scores(ctx, x)
	if err != nil {
		return nil, err
	}
	in := make([]bool, len(scores))
	for i, s := range scores {
		in[i] = s <= m.bound
	}
	return in, nil
}

func (c IPCA) fitCertifier(ctx context.Context, x *mat.Dense) (certifier, error) {
	m, err := c.Fit(ctx, x)
	if err != nil {
		return nil, err
	}
	return ipcaCertifier{m}, nil
}

type ipcaCertifier struct{ *IPCAModel }

func (m ipcaCertifier) certify(ctx context.Context, x *mat.Dense) (*mat.Dense, error) {
	return m.Certifying(ctx, x)
}

// sizes returns σ_j/√N, the rounding errors in place of what is smaller.
func (m ipcaCertifier) sizes() []float64 {
	var s []float64
	for _, v := range m.values[m.cut.Rank:] {
		s = append(s, atLeast(v, m.floor)/math.Sqrt(float64(m.rows)))
	}
	return s
}

// atLeast returns v, or the floor where that is larger, but never zero: a
// function that is zero to the last bit must not be divided by that.
func atLeast(v, floor float64) float64 {
	return max(v, floor, math.SmallestNonzeroFloat64/epsilon)
}

func (c AVICA) fitCertifier(ctx context.Context, x *mat.Dense) (certifier, error) {
	m, err := c.Fit(ctx, x)
	if err != nil {
		return nil, err
	}
	return avicaCertifier{m, m.Features(Generative)}, nil
}

type avicaCertifier struct {
	*AVICAModel
	generative []Feature
}

func (m avicaCertifier) certify(ctx context.Context, x *mat.Dense) (*mat.Dense, error) {
	return m.Eval(ctx, x, m.generative)
}

// sizes returns σ/√N, the rounding errors in place of what is smaller.
func (m avicaCertifier) sizes() []float64 {
	var s []float64
	for _, f := range m.generative {
		root := math.Sqrt(float64(m.rows))
		s = append(s, atLeast(f.Sigma, m.reports[f.Degree-1].Floor*root)/root)
	}
	return s
}

// pickRows returns some rows of x.
func pickRows(x *mat.Dense, rows []int) *mat.Dense {
	_, vars := x.Dims()
	out := mat.NewDense(len(rows), vars, nil)
	for i, row := range rows {
		copy(out.RawRowView(i), x.RawRowView(row))
	}
	return out
}

// epsilon is the distance from 1 to the next float64.
const epsilon = 0x1p-52
