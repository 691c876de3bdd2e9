package explain

import (
	"context"
	"fmt"
	"math"

	"gonum.org/v1/gonum/mat"

	"github.com/kexplain/kexplain/feature"
	"github.com/kexplain/kexplain/learn"
	"github.com/kexplain/kexplain/numeric"
	"github.com/kexplain/kexplain/poly"
	"github.com/kexplain/kexplain/ring"
)

// spectrumMonomials bounds the degrees for which the noise-unit spectrum is
// computed: it takes a dense eigenproblem of this size.
const spectrumMonomials = 150

// spectrumShown is the number of noise-unit values kept.
const spectrumShown = 8

// spectrum is what the data show in every degree.
func (s *study) spectrum(ctx context.Context, o Options, x *mat.Dense) ([]DegreeSpectrum, *learn.IPCAModel, error) {
	var out []DegreeSpectrum
	var last *learn.IPCAModel
	for d := 1; d <= s.degree; d++ {
		p := s.table.Len(d)
		equations := s.known[s.degree].below(p)
		ds := DegreeSpectrum{Degree: d, Monomials: p, Rank: p - equations}
		model, err := learn.IPCA{
			Kernel: s.kernel(o, d), Cutoff: learn.Rank{K: min(ds.Rank, len(s.rows))}, Road: o.Road, Seed: o.Seed,
		}.Fit(ctx, x)
		if err != nil {
			return nil, nil, err
		}
		for _, v := range model.Spectrum().Values {
			ds.Singular = append(ds.Singular, v/math.Sqrt(float64(len(s.rows))))
		}
		ds.Reason = model.Cut().Reason
		if p <= spectrumMonomials {
			if ds.Noise, err = s.noiseSpectrum(d); err != nil {
				return nil, nil, err
			}
		}
		out = append(out, ds)
		last = model
	}
	return out, last, nil
}

// noiseSpectrum returns the smallest noise-unit values of degree d: the square
// roots of the eigenvalues of (M, G), which are the inverses of those of (G, M),
// a pencil whose second matrix is definite where no equation holds exactly.
func (s *study) noiseSpectrum(d int) ([]float64, error) {
	m, g := s.flow.Forms(0, d)
	pencil, err := numeric.GeneralisedEigen(g, m, gradientTolerance)
	if err != nil {
		return nil, fmt.Errorf("explain: noise-unit spectrum of degree %d: %w", d, err)
	}
	out := make([]float64, min(pencil.Infinite, spectrumShown))
	for i := len(pencil.Values) - 1; i >= 0 && len(out) < spectrumShown; i-- {
		// The constant has no gradient: its value is infinite.
		if v := pencil.Values[i]; v > gradientTolerance {
			out = append(out, math.Sqrt(1/v))
		}
	}
	return out, nil
}

// kernel is the polynomial kernel of the reading, on data in units.
func (s *study) kernel(o Options, d int) feature.Polynomial {
	return feature.Polynomial{Degree: d, Theta: o.Theta}
}

// reading sees an equation in the feature space of the model.
func (s *study) reading(model *learn.IPCAModel, R *poly.Ring[float64], f fit) (KernelReading, error) {
	terms := make([]poly.Term[float64], 0, len(f.idx))
	for i, a := range f.idx {
		e := s.table.Exponents(a)
		exps := make([]int, len(e))
		for j, v := range e {
			exps[j] = int(v)
		}
		m, err := R.Monomial(exps...)
		if err != nil {
			return KernelReading{}, err
		}
		terms = append(terms, poly.Term[float64]{Monomial: m, Coefficient: f.v[i]})
	}
	share, norm, err := model.Share(R.FromTerms(terms))
	return KernelReading{PhiNorm: norm, Certifying: share}, err
}

// floatRing is the ring of the reading.
func floatRing(names []string, degree int) (*poly.Ring[float64], error) {
	return poly.NewRing[float64](ring.Float64, names, poly.WithMaxDegree(degree))
}
