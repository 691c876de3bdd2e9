package learn_test

import (
	"context"
	"encoding/json"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"runtime"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"gonum.org/v1/gonum/mat"

	"github.com/kexplain/kexplain/feature"
	"github.com/kexplain/kexplain/learn"
	"github.com/kexplain/kexplain/learn/learntest"
	"github.com/kexplain/kexplain/numeric"
	"github.com/kexplain/kexplain/poly"
	"github.com/kexplain/kexplain/ring"
)

var ctx = context.Background()

// fixed are spanning points given in advance.
type fixed struct{ z *mat.Dense }

func (f fixed) String() string { return "given points" }

func (f fixed) Points(context.Context, feature.Kernel, *mat.Dense, uint64) (*mat.Dense, error) {
	return f.z, nil
}

// rational is a number "p/q" of the instance files.
type rational float64

func (r *rational) UnmarshalText(text []byte) error {
	x, err := ring.ParseRat(string(text))
	*r = rational(x.Float64())
	return err
}

// instance is one of ipca.json.
type instance struct {
	ID    string       `json:"id"`
	Kind  string       `json:"kind"`
	D     int          `json:"d"`
	Theta string       `json:"theta"`
	X     [][]rational `json:"X"`
	Z     [][]rational `json:"Z"`
	K     [][]rational `json:"K"`
	S     []rational   `json:"S"`
	V     [][]rational `json:"V"`
	Tests []struct {
		X          []rational `json:"x"`
		U          []rational `json:"u"`
		V          []rational `json:"v_corrected_unwhitened"`
		Whitened   []rational `json:"v_corrected_whitened"`
		OnManifold bool       `json:"on_manifold"`
		VPerp      []rational `json:"v_perp"`
	} `json:"tests"`
	Expect struct {
		Centred [][]rational `json:"v_perp_train_with_centering"`
		Plain   [][]rational `json:"v_perp_train_without_centering"`
	} `json:"expect"`
}

func dense(rows [][]rational) *mat.Dense {
	m := mat.NewDense(len(rows), len(rows[0]), nil)
	for i, row := range rows {
		for j, x := range row {
			m.Set(i, j, float64(x))
		}
	}
	return m
}

// CKI, Algorithms 1 and 2, on designs where everything is rational.
func TestRationalDesigns(t *testing.T) {
	text, err := os.ReadFile("../duality/theorems/testdata/instances/ipca.json")
	require.NoError(t, err)
	var file struct {
		Instances []instance `json:"instances"`
	}
	require.NoError(t, json.Unmarshal(text, &file))
	require.Len(t, file.Instances, 3)
	for _, in := range file.Instances {
		t.Run(in.ID, func(t *testing.T) {
			theta, err := ring.ParseRat(in.Theta)
			require.NoError(t, err)
			c := learn.IPCA{
				Kernel: feature.Polynomial{Degree: in.D, Theta: theta},
				Cutoff: learn.Threshold{}, Road: learn.KernelRoad{}, Spanning: fixed{dense(in.Z)},
			}
			switch in.Kind {
			case "ipca_design":
				testDesign(t, c, in)
			case "ipca_certificate":
				m, err := c.Fit(ctx, dense(in.X))
				require.NoError(t, err)
				for _, test := range in.Tests {
					r, err := m.Residual(ctx, dense([][]rational{test.X}))
					require.NoError(t, err)
					for j, want := range test.VPerp {
						assert.InDelta(t, float64(want), r.At(0, j), 1e-14)
					}
					d, err := m.Distance(ctx, dense([][]rational{test.X}))
					require.NoError(t, err)
					assert.Equal(t, test.OnManifold, d[0] < 1e-14)
				}
			case "ipca_centering":
				c.Centre = true
				m, err := c.Fit(ctx, dense(in.X))
				require.NoError(t, err)
				r, err := m.Residual(ctx, dense(in.X))
				require.NoError(t, err)
				assert.True(t, mat.EqualApprox(dense(in.Expect.Centred), r, 1e-14), "%v", mat.Formatted(r))
			default:
				t.Fatalf("unknown kind %q", in.Kind)
			}
		})
	}
}

func testDesign(t *testing.T, c learn.IPCA, in instance) {
	x := dense(in.X)
	m, err := c.Fit(ctx, x)
	require.NoError(t, err)
	require.Equal(t, len(in.S), m.Rank())
	for j, s := range in.S {
		assert.InDelta(t, float64(s), m.Spectrum().Values[j], 1e-14)
	}
	for _, test := range in.Tests {
		at := dense([][]rational{test.X})
		u, err := m.KernelPCA(ctx, x, at, learn.Plain)
		require.NoError(t, err)
		v, err := m.Principal(ctx, at, learn.Plain)
		require.NoError(t, err)
		w, err := m.Principal(ctx, at, learn.Whitened)
		require.NoError(t, err)
		for j := range in.S {
			// Singular vectors have no sign of their own.
			assert.InDelta(t, math.Abs(float64(test.U[j])), math.Abs(u.At(0, j)), 1e-13)
			assert.InDelta(t, math.Abs(float64(test.V[j])), math.Abs(v.At(0, j)), 1e-13)
			assert.InDelta(t, math.Abs(float64(test.Whitened[j])), math.Abs(w.At(0, j)), 1e-13)
		}
	}
}

// twoCircles returns points on the unit sphere with z = ±1/2.
func twoCircles(n int, seed uint64) *mat.Dense {
	rng := rand.New(rand.NewPCG(1, seed))
	x := mat.NewDense(n, 3, nil)
	for i := range n {
		s, c := math.Sincos(2 * math.Pi * rng.Float64())
		r := math.Sqrt(0.75)
		x.SetRow(i, []float64{r * c, r * s, float64(i%2) - 0.5})
	}
	return x
}

// A dozen spanning points stand for any number of data: the projections are
// those of kernel PCA with the full kernel matrix.
func TestAgainstKernelPCA(t *testing.T) {
	k := feature.Polynomial{Degree: 2}
	probe := twoCircles(5, 99)
	probe.Set(0, 0, 0.3) // off the circles
	for _, n := range []int{10, 30, 100, 300} {
		for _, centre := range []bool{false, true} {
			t.Run(fmt.Sprintf("N=%d/centre=%v", n, centre), func(t *testing.T) {
				x := twoCircles(n, 1)
				m, err := learn.IPCA{
					Kernel: k, Centre: centre, Cutoff: learn.RelativeThreshold{Ratio: 1e-8},
					Road: learn.KernelRoad{}, Spanning: feature.Random{M: 12}, Seed: 3,
				}.Fit(ctx, x)
				require.NoError(t, err)
				dim, _ := m.Span()
				require.Equal(t, 10, dim, "quadrics in three variables")
				// x² + y² = 3/4 and z² = 1/4 vanish on the data; centred, any
				// constant part is free.
				p, err := learn.KernelPCA{Kernel: k, Centre: centre, Components: learn.Rank{K: m.Rank()}}.Fit(ctx, x)
				require.NoError(t, err)
				for j, v := range p.Spectrum().Values[:m.Rank()] {
					assert.InEpsilon(t, v, m.Spectrum().Values[j], 1e-10)
				}
				got, err := m.Principal(ctx, probe, learn.Plain)
				require.NoError(t, err)
				viaX, err := m.KernelPCA(ctx, x, probe, learn.Plain)
				require.NoError(t, err)
				want, err := p.Project(ctx, probe)
				require.NoError(t, err)
				requireSameProjections(t, want, got, m.Spectrum().Values)
				requireSameProjections(t, want, viaX, m.Spectrum().Values)
			})
		}
	}
}

// requireSameProjections compares scalar products of the features, group by
// group of well separated singular values.
func requireSameProjections(t *testing.T, want, got *mat.Dense, sigma []float64) {
	t.Helper()
	rows, cols := want.Dims()
	for lo := 0; lo < cols; {
		hi := lo + 1
		for hi < cols && sigma[hi] > 0.99*sigma[hi-1] {
			hi++
		}
		var a, b mat.Dense
		wants, gots := want.Slice(0, rows, lo, hi), got.Slice(0, rows, lo, hi)
		a.Mul(wants, wants.T())
		b.Mul(gots, gots.T())
		require.True(t, mat.EqualApprox(&a, &b, 1e-10), "directions %d to %d:\n%v\nand\n%v", lo, hi-1, mat.Formatted(&a), mat.Formatted(&b))
		lo = hi
	}
}

// The two roads have the same singular values and the same certifying space.
func TestRoadsAgree(t *testing.T) {
	for _, c := range []struct {
		name   string
		kernel feature.Polynomial
		m      int
		x      *mat.Dense
	}{
		{"quadrics, more points than features", feature.Polynomial{Degree: 2}, 14, twoCircles(200, 4)},
		{"cubics", feature.Polynomial{Degree: 3, Theta: ring.NewRat(1, 2)}, 24, twoCircles(300, 5)},
		{"homogeneous", feature.Polynomial{Degree: 2, Homogeneous: true}, 9, twoCircles(50, 6)},
		{"degree 0", feature.Polynomial{}, 2, twoCircles(5, 7)},
		{"one point", feature.Polynomial{Degree: 2}, 10, twoCircles(1, 8)},
		{"fewer points than features", feature.Polynomial{Degree: 3}, 22, twoCircles(6, 9)},
	} {
		for _, centre := range []bool{false, true} {
			t.Run(fmt.Sprintf("%s/centre=%v", c.name, centre), func(t *testing.T) {
				ipca := learn.IPCA{
					Kernel: c.kernel, Centre: centre, Cutoff: learn.RelativeThreshold{Ratio: 1e-7},
					Spanning: feature.Random{M: c.m}, Seed: 11, Road: learn.KernelRoad{},
				}
				a, err := ipca.Fit(ctx, c.x)
				require.NoError(t, err)
				ipca.Road = learn.FeatureRoad{}
				b, err := ipca.Fit(ctx, c.x)
				require.NoError(t, err)
				require.Equal(t, b.Rank(), a.Rank(), "%v and %v", a.Spectrum(), b.Spectrum())
				va, vb := a.Spectrum().Values, b.Spectrum().Values
				require.Len(t, va, len(vb))
				for j := range va {
					assert.InDelta(t, vb[j], va[j], 1e-9*(vb[0]+1))
				}
				probe := twoCircles(7, 10)
				probe.Set(1, 2, 3)
				da, err := a.Distance(ctx, probe)
				require.NoError(t, err)
				db, err := b.Distance(ctx, probe)
				require.NoError(t, err)
				assert.InDeltaSlice(t, db, da, 1e-8)
				if a.Rank() > 0 {
					fa, err := a.Principal(ctx, probe, learn.Plain)
					require.NoError(t, err)
					fb, err := b.Principal(ctx, probe, learn.Plain)
					require.NoError(t, err)
					var ga, gb mat.Dense
					ga.Mul(fa, fa.T())
					gb.Mul(fb, fb.T())
					assert.True(t, mat.EqualApprox(&ga, &gb, 1e-8*(1+mat.Norm(&gb, 2))))
				}
			})
		}
	}
}

// The equations of the two circles lie in the certifying space, others not, and
// the coefficients of the certifying features say what Certifying computes.
func TestShareAndExpansions(t *testing.T) {
	R, err := poly.NewRing(ring.Float64, []string{"x", "y", "z"})
	require.NoError(t, err)
	share := func(m *learn.IPCAModel, text string) float64 {
		p, err := R.Parse(text)
		require.NoError(t, err)
		s, norm, err := m.Share(p)
		require.NoError(t, err)
		require.Positive(t, norm)
		return s
	}
	x := twoCircles(100, 12)
	for _, road := range []learn.Road{learn.KernelRoad{}, learn.FeatureRoad{}} {
		t.Run(road.String(), func(t *testing.T) {
			m, err := learn.IPCA{Kernel: feature.Polynomial{Degree: 2}, Road: road, Spanning: feature.Random{M: 12}}.Fit(ctx, x)
			require.NoError(t, err)
			require.Equal(t, 8, m.Rank(), "%v", m.Spectrum())
			require.Greater(t, m.Cut().Gap, 1e6)
			assert.InDelta(t, 1, share(m, "x^2 + y^2 - 0.75"), 1e-10)
			assert.InDelta(t, 1, share(m, "x^2 + y^2 + 3*z^2 - 1.5"), 1e-10)
			assert.Less(t, share(m, "x + y"), 1e-6)
			assert.Less(t, share(m, "x^2 + y^2 - 1"), 0.999)

			probe := twoCircles(4, 13)
			probe.Set(0, 0, -2)
			want, err := m.Certifying(ctx, probe)
			require.NoError(t, err)
			if c := m.Expansions(); c != nil {
				k, err := feature.Matrix(ctx, m.Kernel(), probe, m.Points())
				require.NoError(t, err)
				var got mat.Dense
				got.Mul(k, c)
				assert.True(t, mat.EqualApprox(want, &got, 1e-11))
				// Orthonormal: Cᵀ K_ZZ C = 1.
				kzz, err := feature.Gram(ctx, m.Kernel(), m.Points())
				require.NoError(t, err)
				var kc, g mat.Dense
				kc.Mul(kzz, c)
				g.Mul(c.T(), &kc)
				assert.True(t, mat.EqualApprox(mat.NewDiagDense(2, []float64{1, 1}), &g, 1e-9))
			}
			coefficients, basis, err := m.Polynomials(ctx)
			require.NoError(t, err)
			e, err := basis.Monomials(ctx, probe)
			require.NoError(t, err)
			var got mat.Dense
			got.Mul(e, coefficients)
			assert.True(t, mat.EqualApprox(want, &got, 1e-10))
		})
	}
}

// On exact data the threshold 0 keeps as many directions as there are functions
// on the circle, 2d + 1 in degree d: what else there is lies below the floor, on
// the kernel road with badly conditioned spanning points too.
func TestFloor(t *testing.T) {
	x := learntest.Circle(80)
	for i := range 80 {
		s, c := math.Sincos(float64(i))
		x.SetRow(i, []float64{c, s})
	}
	for d := 1; d <= 5; d++ {
		for _, road := range []learn.Road{learn.KernelRoad{}, learn.FeatureRoad{}} {
			m, err := learn.IPCA{
				Kernel: feature.Polynomial{Degree: d}, Road: road, Spanning: feature.Random{M: (d + 1) * (d + 2) / 2},
				Cutoff: learn.Threshold{}, Seed: 2,
			}.Fit(ctx, x)
			require.NoError(t, err)
			dim, condition := m.Span()
			require.Equal(t, 2*d+1, m.Rank(), "degree %d, %v road, dimension %d, condition %g: %v", d, road, dim, condition, m.Spectrum())
		}
	}
}

// The triangle has a non-negative diagonal, so the order of rows does not turn
// singular vectors round.
func TestSigns(t *testing.T) {
	x := mat.NewDense(40, 2, nil)
	rng := rand.New(rand.NewPCG(1, 17))
	for i := range 40 {
		x.SetRow(i, []float64{1 + 3*rng.NormFloat64(), rng.NormFloat64()})
	}
	c := learn.IPCA{Kernel: feature.Polynomial{Degree: 1}, Cutoff: learn.Rank{K: 3}}
	probe := mat.NewDense(1, 2, []float64{0.5, -2})
	var want *mat.Dense
	for seed := range uint64(6) {
		y := mat.DenseCopyOf(x)
		for i, p := range rand.New(rand.NewPCG(2, seed)).Perm(40) {
			y.SetRow(i, x.RawRowView(p))
		}
		m, err := c.Fit(ctx, y)
		require.NoError(t, err)
		got, err := m.Principal(ctx, probe, learn.Plain)
		require.NoError(t, err)
		if want == nil {
			want = got
		}
		require.True(t, mat.EqualApprox(want, got, 1e-12), "%v and %v", want, got)
	}
}

// The certifying polynomials of a centred model have the mean taken off.
func TestCentredPolynomials(t *testing.T) {
	for _, road := range []learn.Road{learn.KernelRoad{}, learn.FeatureRoad{}} {
		m, err := learn.IPCA{
			Kernel: feature.Polynomial{Degree: 2}, Road: road, Centre: true,
			Spanning: feature.Random{M: 12}, Cutoff: learn.Rank{K: 4},
		}.Fit(ctx, twoCircles(60, 18))
		require.NoError(t, err)
		probe := twoCircles(5, 19)
		want, err := m.Certifying(ctx, probe)
		require.NoError(t, err)
		c, basis, err := m.Polynomials(ctx)
		require.NoError(t, err)
		e, err := basis.Monomials(ctx, probe)
		require.NoError(t, err)
		var got mat.Dense
		got.Mul(e, c)
		require.True(t, mat.EqualApprox(want, &got, 1e-10))
		require.Greater(t, mat.Norm(mat.NewVecDense(len(m.Offsets()), m.Offsets()), 2), 1e-3)
	}
	m, err := learn.IPCA{
		Kernel: feature.Polynomial{Degree: 2, Homogeneous: true}, Centre: true, Cutoff: learn.Rank{K: 4},
	}.Fit(ctx, twoCircles(60, 18))
	require.NoError(t, err)
	_, _, err = m.Polynomials(ctx)
	require.ErrorIs(t, err, learn.ErrKernel)
}

// Rows in any pieces, on any number of processors, give the same bits; merging
// gives the same values.
func TestAccumulator(t *testing.T) {
	x := twoCircles(5000, 14)
	for _, road := range []learn.Road{learn.KernelRoad{}, learn.FeatureRoad{}} {
		c := learn.IPCA{Kernel: feature.Polynomial{Degree: 2}, Road: road, Spanning: feature.Random{M: 12}}
		want, err := c.Fit(ctx, x)
		require.NoError(t, err)
		defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(0))
		whole := numeric.SegmentRows(13) // of (1, raw values): 12 on one road, 10 on the other
		require.Equal(t, whole, numeric.SegmentRows(11))
		for _, step := range []int{1, 100, whole, 2 * whole, 3000, 5000} {
			runtime.GOMAXPROCS(1 + step%3)
			a, err := c.Accumulate(ctx, x)
			require.NoError(t, err)
			for lo := 0; lo < 5000; lo += step {
				require.NoError(t, a.Add(ctx, x.Slice(lo, min(lo+step, 5000), 0, 3).(*mat.Dense)))
			}
			require.Equal(t, 5000, a.Rows())
			got, err := a.Finish(ctx)
			require.NoError(t, err)
			require.Equal(t, want.Spectrum(), got.Spectrum(), "in steps of %d", step)
			again, err := a.Finish(ctx)
			require.NoError(t, err)
			require.Equal(t, got.Spectrum(), again.Spectrum(), "Finish spoils nothing")
		}
		a, err := c.Accumulate(ctx, x)
		require.NoError(t, err)
		require.NoError(t, a.Add(ctx, twoCircles(2*whole, 15)), "segments, and no row beside them")
		require.Equal(t, 2*whole, a.Rows())
		a, err = c.Accumulate(ctx, x)
		require.NoError(t, err)
		b := a.Fork()
		require.NoError(t, a.Add(ctx, x.Slice(0, 2900, 0, 3).(*mat.Dense)))
		require.NoError(t, b.Add(ctx, x.Slice(2900, 5000, 0, 3).(*mat.Dense)))
		require.NoError(t, a.Merge(ctx, b))
		require.Equal(t, 5000, a.Rows())
		got, err := a.Finish(ctx)
		require.NoError(t, err)
		assert.InDeltaSlice(t, want.Spectrum().Values, got.Spectrum().Values, 1e-11)
		other, err := c.Accumulate(ctx, x)
		require.NoError(t, err)
		require.ErrorIs(t, a.Merge(ctx, other), learn.ErrData)
	}
}

func TestIPCASuite(t *testing.T) {
	for _, road := range []learn.Road{learn.KernelRoad{}, learn.FeatureRoad{}} {
		for _, centre := range []bool{false, true} {
			t.Run(fmt.Sprintf("%v/centre=%v", road, centre), func(t *testing.T) {
				c := learn.IPCA{Kernel: feature.Polynomial{Degree: 2}, Road: road, Spanning: feature.Random{M: 8}, Centre: centre, Cutoff: learn.RelativeThreshold{Ratio: 1e-2}}
				t.Run("principal", func(t *testing.T) {
					learntest.Test(t, func(ctx context.Context, x *mat.Dense) (learntest.Embedding, error) {
						m, err := c.Fit(ctx, x)
						if err != nil {
							return nil, err
						}
						return func(ctx context.Context, x *mat.Dense) (*mat.Dense, error) {
							return m.Principal(ctx, x, learn.Plain)
						}, nil
					})
				})
				t.Run("certifying", func(t *testing.T) {
					learntest.Test(t, func(ctx context.Context, x *mat.Dense) (learntest.Embedding, error) {
						m, err := c.Fit(ctx, x)
						if err != nil {
							return nil, err
						}
						return m.Certifying, nil
					})
				})
			})
		}
	}
}

func TestIPCAErrors(t *testing.T) {
	x := twoCircles(20, 15)
	_, err := learn.IPCA{}.Fit(ctx, x)
	assert.ErrorIs(t, err, learn.ErrKernel)
	_, err = learn.IPCA{Kernel: feature.Polynomial{Degree: -1}}.Fit(ctx, x)
	assert.ErrorIs(t, err, feature.ErrParameter)
	_, err = learn.IPCA{Kernel: feature.Polynomial{Degree: 2}, Cutoff: learn.Rank{K: 11}}.Fit(ctx, x)
	assert.ErrorIs(t, err, learn.ErrCutoff)
	_, err = learn.IPCA{Kernel: feature.Polynomial{Degree: 2}, RankTolerance: 2}.Fit(ctx, x)
	assert.ErrorIs(t, err, learn.ErrCutoff)
	rng := rand.New(rand.NewPCG(1, 16))
	cloud := mat.NewDense(500, 2, nil)
	for i := range 500 {
		cloud.SetRow(i, []float64{rng.NormFloat64(), rng.NormFloat64()})
	}
	_, err = learn.IPCA{Kernel: feature.Polynomial{Degree: 2}}.Fit(ctx, cloud)
	assert.ErrorIs(t, err, learn.ErrNoGap)
	assert.ErrorIs(t, err, ring.ErrUnable)
}
