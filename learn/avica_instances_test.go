package learn

import (
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"gonum.org/v1/gonum/mat"

	"github.com/kexplain/kexplain/feature"
	"github.com/kexplain/kexplain/numeric"
	"github.com/kexplain/kexplain/poly"
	"github.com/kexplain/kexplain/ring"
)

type avicaInstance struct {
	ID          string
	X, Y        rationals
	DMax        int
	Theta       rational
	Homogeneous bool
	Expect      struct {
		PerDegree []struct{ Absorbed, Ideal, New, Rank, Redundant, Zero int } `json:"per_degree"`
		Degrees   []struct {
			D, New int
			DimI   int                   `json:"dim_I"`
			DimRI  int                   `json:"dim_R1_I"`
			Basis  []map[string]rational `json:"new_space_rref"`
		}
	}
}

func (in avicaInstance) config(t testing.TB) AVICA {
	return AVICA{
		Kernel: feature.Polynomial{Degree: 1, Theta: in.Theta.rat(t), Homogeneous: in.Homogeneous},
		Degree: in.DMax, Points: in.Y.dense(t),
	}
}

// The exact zeros of k^d(X, Y) are redundancies, multiples and new generators,
// in the numbers that exact arithmetic finds (DKL-26, DKL-28, DKL-31).
func TestAVICACensus(t *testing.T) {
	for _, in := range instances[avicaInstance](t, "avica_census") {
		t.Run(in.ID, func(t *testing.T) {
			m, err := in.config(t).Fit(ctx, in.X.dense(t))
			require.NoError(t, err)
			for i, want := range in.Expect.PerDegree {
				r := m.Reports()[i]
				assert.Equal(t, want.Redundant, r.Redundant, "degree %d: redundant", r.Degree)
				assert.Equal(t, want.Absorbed, r.Absorbed, "degree %d: absorbed", r.Degree)
				assert.Equal(t, want.New, r.Generative, "degree %d: new", r.Degree)
				assert.Equal(t, want.Rank, r.Discriminative, "degree %d: rank", r.Degree)
				assert.Equal(t, want.Zero, r.Redundant+r.Absorbed+r.Generative, "degree %d: zeros", r.Degree)
			}
		})
	}
}

// The generative features span exactly N_d = I_{≤d} ∩ (R_{≤1} I_{≤d-1})^⊥.
func TestAVICAGenerators(t *testing.T) {
	for _, in := range instances[avicaInstance](t, "generators") {
		t.Run(in.ID, func(t *testing.T) {
			x := in.X.dense(t)
			m, err := in.config(t).Fit(ctx, x)
			require.NoError(t, err)
			_, vars := x.Dims()
			R := floatRing(vars)
			for i, want := range in.Expect.Degrees {
				require.Equal(t, want.New, m.Reports()[i].Generative, "degree %d", want.D)
				if want.New == 0 {
					continue
				}
				var fs []Feature
				for _, f := range m.Features(Generative) {
					if f.Degree == want.D {
						fs = append(fs, f)
					}
				}
				ps, err := m.Polynomials(R, fs)
				require.NoError(t, err)
				monomials := R.MonomialsUpTo(want.D)
				got, exact := mat.NewDense(len(monomials), want.New, nil), mat.NewDense(len(monomials), want.New, nil)
				for j, p := range ps {
					for r, mono := range monomials {
						got.Set(r, j, p.Coefficient(mono))
					}
				}
				for j, b := range want.Basis {
					for exponents, c := range b {
						mono := parseMonomial(t, R, exponents)
						for r := range monomials {
							if monomials[r] == mono {
								exact.Set(r, j, c.rat(t).Float64())
							}
						}
					}
				}
				angles, err := numeric.PrincipalAngles(got, exact)
				require.NoError(t, err)
				assert.Less(t, angles[len(angles)-1], 1e-8, "degree %d", want.D)
			}
		})
	}
}

func floatRing(vars int) *poly.Ring[float64] {
	names := make([]string, vars)
	for i := range names {
		names[i] = "t" + strconv.Itoa(i+1)
	}
	return poly.MustRing[float64](ring.Float64, names)
}

func parseMonomial(t testing.TB, R *poly.Ring[float64], exponents string) poly.Monomial {
	t.Helper()
	var e []int
	for _, s := range strings.Split(exponents, ",") {
		v, err := strconv.Atoi(s)
		require.NoError(t, err)
		e = append(e, v)
	}
	m, err := R.Monomial(e...)
	require.NoError(t, err)
	return m
}
