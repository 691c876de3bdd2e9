package certify

import (
	"context"
	"errors"
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/mat"

	"github.com/kexplain/kexplain/explain/internal/limit"
	"github.com/kexplain/kexplain/explain/internal/problem"
	"github.com/kexplain/kexplain/feature"
	"github.com/kexplain/kexplain/learn"
	"github.com/kexplain/kexplain/numeric"
	"github.com/kexplain/kexplain/numeric/moment"
	"github.com/kexplain/kexplain/poly"
	"github.com/kexplain/kexplain/ring"
)

// Space is a certifying space: the polynomials of degree ≤ Degree that vanish on the data,
// as a method sees it.
type Space struct {
	Degree    int
	Monomials int
	// Gap is the ratio of the singular values around the cut; +Inf where those behind it
	// are zero.
	Gap float64

	// An orthonormal basis for the φ product, a column each: entry a is the coefficient of
	// monomial a of the table over scale[a], γ_a. nil for the zero space.
	vectors *mat.Dense
	scale   []float64
	// functions is an orthonormal basis of the polynomials that are looked at, in the same
	// form; nil for all of the degree.
	functions *mat.Dense
}

// Dim returns the dimension of the space.
func (s Space) Dim() int {
	if s.vectors == nil {
		return 0
	}
	_, k := s.vectors.Dims()
	return k
}

// Source learns certifying spaces: IPCA or AVICA.
type Source interface {
	fmt.Stringer
	// spaces returns those of degree 1, 2, … of the rows of x: of each degree one for every
	// gap of its spectrum, the largest first, or the zero space.
	spaces(ctx context.Context, x *mat.Dense, t *moment.Monomials, degree int) ([]Space, error)
}

// IPCA learns a space for each degree d with the kernel (θ⟨x,y⟩ + 1)^d.
type IPCA struct {
	Theta ring.Rat   // zero stands for 1
	Road  learn.Road // nil stands for learn.AutoRoad
	Seed  uint64
}

// String names the method and its road.
func (s IPCA) String() string {
	if s.Road == nil || s.Road == (learn.AutoRoad{}) {
		return "Ideal PCA"
	}
	return fmt.Sprintf("Ideal PCA on the %v road", s.Road)
}

func (s IPCA) spaces(ctx context.Context, x *mat.Dense, t *moment.Monomials, degree int) ([]Space, error) {
	var list []Space
	for d := 1; d <= degree; d++ {
		space := Space{Degree: d, Monomials: t.Len(d)}
		kernel := feature.Polynomial{Degree: d, Theta: s.Theta}
		model, err := learn.IPCA{Kernel: kernel, Cutoff: firstGap{}, Road: s.Road, Seed: s.Seed}.Fit(ctx, x)
		if errors.Is(err, learn.ErrNoGap) {
			list = append(list, space)
			continue
		}
		if err != nil {
			return nil, err
		}
		c, basis, err := model.Polynomials(ctx)
		if err != nil {
			return nil, err
		}
		space.scale = scales(kernel, t, d)
		var vectors *mat.Dense
		if c != nil {
			_, k := c.Dims()
			vectors = mat.NewDense(space.Monomials, k, nil)
			for a := range basis.Len() {
				at := t.PositionOf(basis.Exponents(a))
				for j := range k {
					vectors.Set(at, j, c.At(a, j)/space.scale[at])
				}
			}
		}
		list = append(list, space.nested(vectors, nil, model.Spectrum())...)
	}
	return list, nil
}

// nested are the spaces that the gaps of a spectrum cut off. Each is spanned by the multiples
// of what is known and by the last columns of vectors, which belong to the smallest singular
// values.
func (s Space) nested(vectors, multiples *mat.Dense, spectrum learn.Spectrum) []Space {
	var list []Space
	if vectors != nil {
		rows, k := vectors.Dims()
		for _, rank := range gaps(spectrum, limit.SpaceGap) {
			if dim := len(spectrum.Values) - rank; dim <= k {
				space := s
				space.Gap = gapAt(spectrum, rank)
				space.vectors = orthonormal(beside(multiples, vectors.Slice(0, rows, k-dim, k)))
				list = append(list, space)
			}
		}
	}
	if len(list) == 0 {
		s.Gap = math.Inf(1)
		s.vectors = orthonormal(multiples)
		list = append(list, s)
	}
	return list
}

// beside joins the columns of two matrices, the first of which may be nil.
func beside(a *mat.Dense, b mat.Matrix) *mat.Dense {
	if a == nil {
		return mat.DenseCopyOf(b)
	}
	var out mat.Dense
	out.Augment(a, b)
	return &out
}

// AVICA learns from the powers of θ⟨x,y⟩ + 1: the space of degree d is spanned by the
// generative features up to this degree and their multiples. Below the highest degree a
// feature must stand out clearly, since all its multiples count as known above, and so it
// must beside generators of lower degree.
type AVICA struct {
	Theta ring.Rat // zero stands for 1
	Seed  uint64
}

// String names the method.
func (AVICA) String() string { return "AVICA" }

func (s AVICA) spaces(ctx context.Context, x *mat.Dense, t *moment.Monomials, degree int) ([]Space, error) {
	R, err := newRing(t, degree)
	if err != nil {
		return nil, err
	}
	var list []Space
	var below learn.ByDegree
	least := limit.SpaceGap
	for d := 1; d <= degree; d++ {
		model, err := learn.AVICA{
			Kernel: feature.Polynomial{Degree: 1, Theta: s.Theta}, Degree: d, Cutoff: append(below, firstGap{least}), Seed: s.Seed,
		}.Fit(ctx, x)
		if err != nil {
			return nil, err
		}
		spaces, err := s.spans(R, t, model)
		if err != nil {
			return nil, err
		}
		list = append(list, spaces...)
		below = append(below, learn.VanishingGap{MinGap: limit.SpaceGapBelow})
		if spaces[len(spaces)-1].Dim() > 0 && slices.ContainsFunc(spaces, func(s Space) bool { return s.Gap >= limit.SpaceGapBelow }) {
			least = limit.SpaceGapBelow // beside clear generators no lower gap is needed to find one
		}
	}
	return list, nil
}

// spans are the spaces that the generative features of a model span with their multiples.
func (s AVICA) spans(R *poly.Ring[float64], t *moment.Monomials, model *learn.AVICAModel) ([]Space, error) {
	features := model.Features(learn.Generative)
	found, err := model.Polynomials(R, features)
	if err != nil {
		return nil, err
	}
	d := model.Degree()
	space := Space{Degree: d, Monomials: t.Len(d), scale: scales(feature.Polynomial{Degree: d, Theta: s.Theta}, t, d)}
	var known, top [][]float64
	for i := range d {
		known = multiples(t, known, i+1)
		for j, f := range features {
			switch {
			case f.Degree != i+1:
			case f.Degree == d:
				top = append(top, coefficients(t, found[j], d))
			default:
				known = append(known, coefficients(t, found[j], f.Degree))
			}
		}
	}
	slices.Reverse(top) // the most informative feature comes first, the last singular value last
	report := model.Reports()[d-1]
	root := math.Sqrt(float64(model.Rows()))
	spectrum := learn.Spectrum{Values: report.Quanta, Rows: model.Rows(), Floor: root * report.Floor}
	for i := range spectrum.Values {
		spectrum.Values[i] *= root
	}
	return space.nested(space.columns(top), space.columns(known), spectrum), nil
}

// columns are polynomials in the scales of the space, nil for none.
func (s Space) columns(list [][]float64) *mat.Dense {
	if len(list) == 0 {
		return nil
	}
	out := mat.NewDense(s.Monomials, len(list), nil)
	for j, c := range list {
		for a, v := range c {
			out.Set(a, j, v/s.scale[a])
		}
	}
	return out
}

// multiples are the products of polynomials with 1 and each variable, as coefficients of
// the monomials of degree ≤ d.
func multiples(t *moment.Monomials, list [][]float64, d int) [][]float64 {
	var out [][]float64
	for _, c := range list {
		same := make([]float64, t.Len(d))
		copy(same, c)
		out = append(out, same)
		for j := range t.Vars() {
			product := make([]float64, t.Len(d))
			for a, v := range c {
				e := append([]uint8(nil), t.Exponents(a)...)
				e[j]++
				product[t.Position(e)] = v
			}
			out = append(out, product)
		}
	}
	return out
}

// newRing is the ring of polynomials in the columns, t1, t2, …, up to a degree.
func newRing(t *moment.Monomials, degree int) (*poly.Ring[float64], error) {
	names := make([]string, t.Vars())
	for j := range names {
		names[j] = fmt.Sprintf("t%d", j+1)
	}
	return poly.NewRing[float64](ring.Float64, names, poly.WithMaxDegree(degree))
}

// coefficients are those of the monomials of degree ≤ d.
func coefficients(t *moment.Monomials, f *poly.Polynomial[float64], d int) []float64 {
	out := make([]float64, t.Len(d))
	for m, c := range f.Terms() {
		out[t.PositionOf(f.Ring().Exponents(m))] = c
	}
	return out
}

// scales are the γ_a of the monomials of degree ≤ d.
func scales(k feature.Polynomial, t *moment.Monomials, d int) []float64 {
	out := make([]float64, t.Len(d))
	for a := range out {
		out[a] = math.Sqrt(k.Weight(t.IntExponents(a)).Float64())
	}
	return out
}

// dependent is the relative size of the singular values of columns that count as zero:
// multiples of generators of one degree repeat one another up to rounding.
const dependent = 1e-8

// orthonormal returns an orthonormal basis of the span of the columns.
func orthonormal(columns *mat.Dense) *mat.Dense {
	if columns == nil {
		return nil
	}
	svd, err := numeric.SVDOf(columns.T())
	if err != nil {
		return nil
	}
	k := 0
	for k < len(svd.Values) && svd.Values[k] > dependent*svd.Values[0] {
		k++
	}
	if k == 0 {
		return nil
	}
	return mat.DenseCopyOf(svd.V.Slice(0, len(svd.Values), 0, k))
}

// learned are the spaces of the rows of a problem.
func learned(ctx context.Context, p *problem.Problem, s Source) ([]Space, error) {
	x := mat.NewDense(len(p.Rows), p.Table.Vars(), nil)
	for i, row := range p.Rows {
		x.SetRow(i, row)
	}
	return s.spaces(ctx, x, p.Table, p.Degree)
}
