package compare

import (
	"context"
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"

	"gonum.org/v1/gonum/mat"

	"github.com/kexplain/kexplain/border/approx"
	"github.com/kexplain/kexplain/explain"
	"github.com/kexplain/kexplain/feature"
	"github.com/kexplain/kexplain/learn"
	"github.com/kexplain/kexplain/poly"
	"github.com/kexplain/kexplain/ring"
)

// task is what a method gets.
type task struct {
	Config
	ring   *poly.Ring[float64]
	points sample
	scaled *mat.Dense // points divided by unit
	unit   []float64
}

// found is what a method returns: equations in the units of the data. The texts
// are nil when the polynomials say it all.
type found struct {
	polys []*poly.Polynomial[float64]
	texts []string
}

// method is a competitor.
type method struct {
	name string
	fit  func(ctx context.Context, t task) (*found, error)
	free bool // of thresholds
}

// methods lists the competitors in the order of the table.
func methods() []method {
	list := []method{
		{name: "kexplain", fit: kexplain, free: true},
		{name: "ipca", fit: ipca},
		{name: "avica", fit: avica},
		{name: "bm", fit: buchbergerMoller, free: true},
	}
	for _, m := range (approx.Family{}).Members() {
		list = append(list, numerical(m))
	}
	return list
}

// choose returns the methods with the given names, all for nil.
func choose(names []string) ([]method, error) {
	all := methods()
	if names == nil {
		return all, nil
	}
	var list []method
	for _, name := range names {
		i := slices.IndexFunc(all, func(m method) bool { return m.name == name })
		if i < 0 {
			names := make([]string, len(all))
			for k, m := range all {
				names[k] = m.name
			}
			return nil, fmt.Errorf("%w: no method %q, there are %s", ErrConfig, name, strings.Join(names, ", "))
		}
		if slices.ContainsFunc(list, func(m method) bool { return m.name == name }) {
			return nil, fmt.Errorf("%w: method %q twice", ErrConfig, name)
		}
		list = append(list, all[i])
	}
	if len(list) == 0 {
		return nil, fmt.Errorf("%w: no methods", ErrConfig)
	}
	return list, nil
}

// numerical is a method of package approx.
func numerical(m approx.Member) method {
	return method{name: m.Name, free: m.Free, fit: func(ctx context.Context, t task) (*found, error) {
		model, err := m.With(t.Epsilon).Fit(ctx, t.ring, t.scaled)
		if err != nil {
			return nil, err
		}
		polys, err := model.Polynomials(ctx)
		if err != nil {
			return nil, err
		}
		return &found{polys: approx.Unscale(polys, t.unit)}, nil
	}}
}

// kexplain is explain.Learn with its own settings; it needs no threshold. Data
// without an equation are no failure.
func kexplain(ctx context.Context, t task) (*found, error) {
	data := explain.Data{Variables: t.ring.Vars(), Points: rows{t.points}}
	result, err := explain.Learn(ctx, data, explain.Options{MaxDegree: t.Degree, Seed: t.Seed})
	var none *explain.NoEquationError
	if errors.As(err, &none) {
		return &found{}, nil
	}
	if err != nil {
		return nil, err
	}
	f := &found{}
	for _, g := range result.Generators {
		p, err := poly.Convert(g.Polynomial, t.ring, float)
		if err != nil {
			return nil, err
		}
		f.polys = append(f.polys, p)
		f.texts = append(f.texts, g.Polynomial.String())
	}
	return f, nil
}

// float returns the float64 nearest to a coefficient, or ErrRange.
func float(c ring.Rat) (float64, error) {
	v := c.Float64()
	if math.IsInf(v, 0) {
		return 0, fmt.Errorf("%w: a coefficient is larger than float64 holds: change the units", ErrRange)
	}
	return v, nil
}

// rows is a sample as package explain takes it.
type rows struct{ s sample }

func (r rows) Rows() int           { return r.s.len() }
func (r rows) Row(i int) []float64 { return r.s.x.RawRowView(i) }
func (r rows) Line(i int) int      { return i + 1 }

func (r rows) ExactRow(dst []ring.Rat, i int) []ring.Rat {
	if r.s.exact == nil {
		return explain.Dense(r.s.x).ExactRow(dst, i)
	}
	copy(dst, r.s.exact[i])
	return dst
}

// ipca is Ideal PCA with the inhomogeneous kernel of the largest degree: its
// certifying features, functions of φ-norm 1.
func ipca(ctx context.Context, t task) (*found, error) {
	model, err := learn.IPCA{
		Kernel: feature.Polynomial{Degree: t.Degree},
		Cutoff: learn.Threshold{Sigma: t.Epsilon * math.Sqrt(float64(t.points.len()))},
		Seed:   t.Seed,
	}.Fit(ctx, t.scaled)
	if err != nil {
		return nil, err
	}
	coefficients, basis, err := model.Polynomials(ctx)
	if err != nil || coefficients == nil {
		return &found{}, err
	}
	rows, cols := coefficients.Dims()
	monomials := make([]poly.Monomial, rows)
	for a := range rows {
		if monomials[a], err = t.ring.Monomial(basis.Exponents(a)...); err != nil {
			return nil, err
		}
	}
	var polys []*poly.Polynomial[float64]
	for j := range cols {
		terms := make([]poly.Term[float64], rows)
		for a, m := range monomials {
			terms[a] = poly.Term[float64]{Monomial: m, Coefficient: coefficients.At(a, j)}
		}
		polys = append(polys, t.ring.FromTerms(terms))
	}
	return &found{polys: approx.Unscale(polys, t.unit)}, nil
}

// avica is approximate vanishing ideal component analysis: its generative
// features.
func avica(ctx context.Context, t task) (*found, error) {
	model, err := learn.AVICA{
		Degree: t.Degree,
		Cutoff: learn.Threshold{Sigma: t.Epsilon * math.Sqrt(float64(t.points.len()))},
		Seed:   t.Seed,
	}.Fit(ctx, t.scaled)
	if err != nil {
		return nil, err
	}
	polys, err := model.Polynomials(t.ring, model.Features(learn.Generative))
	if err != nil {
		return nil, err
	}
	return &found{polys: approx.Unscale(polys, t.unit)}, nil
}
