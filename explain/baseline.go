package explain

import (
	"context"
	"errors"
	"fmt"
	"math"
	"math/big"

	"gonum.org/v1/gonum/mat"

	"github.com/kexplain/kexplain/border"
	"github.com/kexplain/kexplain/border/groebner"
	"github.com/kexplain/kexplain/explain/internal/exact"
	"github.com/kexplain/kexplain/explain/internal/limit"
	"github.com/kexplain/kexplain/explain/internal/problem"
	"github.com/kexplain/kexplain/explain/internal/search"
	"github.com/kexplain/kexplain/explain/internal/support"
	"github.com/kexplain/kexplain/explain/points"
	"github.com/kexplain/kexplain/feature"
	"github.com/kexplain/kexplain/internal/plural"
	"github.com/kexplain/kexplain/learn"
	"github.com/kexplain/kexplain/numeric"
	"github.com/kexplain/kexplain/poly"
	"github.com/kexplain/kexplain/ring"
)

// Baseline holds generators that vanish exactly at all points against the ideal
// of the points: all polynomials that do.
type Baseline struct {
	// Degree is the largest one, up to that of the search, for which every
	// polynomial that vanishes at all points is in the ideal of the generators.
	Degree int
	// Missing are independent polynomials of degree Degree + 1 that vanish at all
	// points and are not: no combination of them is.
	Missing []*poly.Polynomial[ring.Rat]
	// TooFew says that polynomials of degree Degree + 1 take any values at the
	// points, so that more of them vanish than are in the ideal of the generators
	// and nothing is learned from that.
	TooFew bool
	// Limit names the limit that was passed above Degree, or is empty.
	Limit string
}

// compare compares the generators with the ideal of the points, where all of them
// are exact and vanish at every point.
//
// Dimensions decide: the polynomials of degree ≤ e in the ideal of the generators
// are among those that vanish at all points, and these among those that vanish at
// some of them. So where the first and the last have one dimension they are all
// the same, and no polynomial need be computed. Where they are not, those of the
// least such degree are computed and evaluated at all points; a point where one
// does not vanish joins the others.
func (r *Result) compare(ctx context.Context, rows points.Rows) error {
	for _, g := range r.Generators {
		if !g.Rational || g.Exact.Vanishing < g.Exact.Points {
			return nil
		}
	}
	known, hilbert, err := r.ideal(ctx)
	if errors.Is(err, groebner.ErrLimit) || errors.Is(err, poly.ErrDegree) || errors.Is(err, poly.ErrLayout) {
		r.Baseline = &Baseline{Limit: err.Error()}
		return nil
	}
	if err != nil {
		return err
	}
	R := known[0].Ring()
	points := newPointSet(rows, R.NumVars(), limit.SamplesPerMonomial*len(R.MonomialsUpTo(r.Degree)))
	for {
		b, err := r.compareAt(ctx, known, hilbert, points)
		if err != nil {
			return err
		}
		grown, err := points.refute(ctx, b.Missing)
		if err != nil {
			return err
		}
		if !grown {
			r.Baseline = b
			return nil
		}
	}
}

// ideal returns a Gröbner basis of the generators and its Hilbert function.
func (r *Result) ideal(ctx context.Context) ([]*poly.Polynomial[ring.Rat], *groebner.Hilbert, error) {
	R, err := poly.NewRing[ring.Rat](ring.Q, r.Variables, poly.WithMaxDegree(limit.ExtraDegree*r.Degree))
	if err != nil {
		return nil, nil, err
	}
	var gens []*poly.Polynomial[ring.Rat]
	for _, g := range r.Generators {
		f, err := g.Polynomial.In(R)
		if err != nil {
			return nil, nil, err
		}
		gens = append(gens, f)
	}
	basis, err := groebner.Basis(ctx, gens, groebner.WithLimits(groebner.Limits{Pairs: limit.MaxPairs}))
	if err != nil {
		return nil, nil, err
	}
	hilbert, err := groebner.HilbertOf(ctx, basis)
	return basis, hilbert, err
}

// compareAt compares the ideal with that of some of the points.
func (r *Result) compareAt(ctx context.Context, known []*poly.Polynomial[ring.Rat], hilbert *groebner.Hilbert,
	points *pointSet) (*Baseline, error) {
	R := known[0].Ring()
	conditions, err := border.HilbertUpTo(ctx, R, points.list, r.Degree)
	if err != nil {
		return nil, err
	}
	for e := 1; e <= r.Degree; e++ {
		b := &Baseline{Degree: e - 1}
		switch {
		case hilbert.Affine(e).Cmp(big.NewInt(int64(conditions[e]))) == 0:
			continue
		case conditions[e] == len(points.list):
			b.TooFew = true
		case conditions[e] > limit.MaxConditions:
			b.Limit = fmt.Sprintf("what else of degree %d vanishes is determined by %s, more than %d", e, plural.Count(conditions[e], "point"), limit.MaxConditions)
		default:
			if b.Missing, err = missing(ctx, R, known, points.list, e); err == nil && len(b.Missing) == 0 {
				continue // the modulus of the conditions was unlucky
			}
		}
		return b, err
	}
	return &Baseline{Degree: r.Degree}, nil
}

// missing returns independent polynomials of degree e that vanish at the points
// and generate with the known ones, a Gröbner basis, all of that degree. In lower
// degrees the known ones generate all.
func missing(ctx context.Context, R *poly.Ring[ring.Rat], known []*poly.Polynomial[ring.Rat],
	points [][]ring.Rat, e int) ([]*poly.Polynomial[ring.Rat], error) {
	elements, err := border.BuchbergerMollerUpTo(ctx, R, points, e)
	if err != nil {
		return nil, err
	}
	var out []*poly.Polynomial[ring.Rat]
	for _, f := range elements {
		if f.Degree() < e {
			continue
		}
		rest, err := groebner.NormalForm(f, known)
		if err != nil {
			return nil, err
		}
		if rest, err = rest.Rem(out); err != nil {
			return nil, err
		}
		if !rest.IsZero() {
			out = append(out, poly.Primitive(rest))
		}
	}
	return out, nil
}

// pointSet holds different points among the rows of a table: all of them, or as
// many as were asked for.
type pointSet struct {
	rows points.Rows
	vars int
	list [][]ring.Rat
	seen exact.Seen
}

// newPointSet takes different points from everywhere in the table, at most so many.
func newPointSet(rows points.Rows, vars, most int) *pointSet {
	s := &pointSet{rows: rows, vars: vars, seen: exact.Seen{}}
	step := max(1, rows.Rows()/most)
	for first := range step {
		for i := first; i < rows.Rows() && len(s.list) < most; i += step {
			s.add(s.point(i))
		}
	}
	return s
}

// add adds a point that is not there.
func (s *pointSet) add(x []ring.Rat) {
	if s.seen.Add(x, numeric.FirstInts(s.vars)) {
		s.list = append(s.list, x)
	}
}

// point returns the exact coordinates of a row.
func (s *pointSet) point(i int) []ring.Rat { return s.rows.ExactRow(make([]ring.Rat, s.vars), i) }

// refute adds for every polynomial the first row where it is not zero, and
// reports whether there is any.
func (s *pointSet) refute(ctx context.Context, polys []*poly.Polynomial[ring.Rat]) (bool, error) {
	grown := false
	for _, f := range polys {
		for i := range s.rows.Rows() {
			if err := ctx.Err(); err != nil {
				return false, err
			}
			if x := s.point(i); !f.Eval(x).IsZero() {
				s.add(x)
				grown = true
				break
			}
		}
	}
	return grown, nil
}

// read adds the spectrum and the kernel reading.
func (r *Result) read(ctx context.Context, v *search.Verdict, o Options) error {
	p := v.Problem
	x := mat.NewDense(len(p.Rows), len(p.Scaling.Keep), nil)
	for i, row := range p.Rows {
		x.SetRow(i, row)
	}
	var model *learn.IPCAModel
	for d := 1; d <= p.Degree; d++ {
		n := p.Table.Len(d)
		ds := DegreeSpectrum{Degree: d, Monomials: n, Rank: n - v.Known.All().DimensionBelow(n)}
		var err error
		model, err = learn.IPCA{
			Kernel: feature.Polynomial{Degree: d, Theta: o.Theta}, Cutoff: learn.Rank{K: min(ds.Rank, len(p.Rows))}, Road: o.Road, Seed: o.Seed,
		}.Fit(ctx, x)
		if err != nil {
			return err
		}
		for _, v := range model.Spectrum().Values {
			ds.Singular = append(ds.Singular, v/math.Sqrt(float64(len(p.Rows))))
		}
		ds.Reason = model.Cut().Reason
		if n <= limit.SpectrumMonomials {
			if ds.Noise, err = noiseSpectrum(p, d); err != nil {
				return err
			}
		}
		r.Spectrum = append(r.Spectrum, ds)
	}
	r.Kernel = model.Kernel().String()
	R, err := poly.NewRing[float64](ring.Float64, p.Scaling.Names, poly.WithMaxDegree(p.Degree))
	if err != nil {
		return err
	}
	for i, e := range v.Accepted {
		g := &r.Generators[i]
		if g.Kernel, err = reading(p, model, R, e.ExactFit(p)); err != nil {
			return err
		}
	}
	return nil
}

// noiseSpectrum returns the smallest noise-unit values of degree d: the square
// roots of the eigenvalues of (M, G), which are the inverses of those of (G, M),
// a pencil whose second matrix is definite where no equation holds exactly.
func noiseSpectrum(p *problem.Problem, d int) ([]float64, error) {
	m, g := p.Flow.Forms(0, d)
	pencil, err := numeric.GeneralisedEigen(g, m, limit.GradientTolerance)
	if err != nil {
		return nil, fmt.Errorf("explain: noise-unit spectrum of degree %d: %w", d, err)
	}
	out := make([]float64, min(pencil.Infinite, limit.SpectrumShown))
	for i := len(pencil.Values) - 1; i >= 0 && len(out) < limit.SpectrumShown; i-- {
		// The constant has no gradient: its value is infinite.
		if v := pencil.Values[i]; v > limit.GradientTolerance {
			out = append(out, math.Sqrt(1/v))
		}
	}
	return out, nil
}

// reading sees an equation in the feature space of the model.
func reading(p *problem.Problem, model *learn.IPCAModel, R *poly.Ring[float64], f support.Fit) (KernelReading, error) {
	terms := make([]poly.Term[float64], 0, len(f.Idx))
	for i, a := range f.Idx {
		m, err := R.Monomial(p.Table.IntExponents(a)...)
		if err != nil {
			return KernelReading{}, err
		}
		terms = append(terms, poly.Term[float64]{Monomial: m, Coefficient: f.C[i]})
	}
	share, norm, err := model.Share(R.FromTerms(terms))
	return KernelReading{PhiNorm: norm, Certifying: share}, err
}
