package learn

import (
	"context"
	"math"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"gonum.org/v1/gonum/mat"

	"github.com/kexplain/kexplain/feature"
)

// The certificate ‖v⊥‖² of CKI, Algorithm 2, equals its exact value
// κ K_ZZ⁺ κᵀ - b G⁺ bᵀ, and where the hypotheses hold it is zero exactly on the
// interpolation space of the data (CKI-20, CKI-33).
func TestCertificates(t *testing.T) {
	type certificate struct {
		ID          string
		Kind        string
		X, Z        rationals
		C           []rational
		D           int
		Theta       rational
		Homogeneous bool
		Expect      struct {
			VPerp   rational `json:"v_perp_norm2"`
			InX     bool     `json:"phi_c_in_fspan_X"`
			InZ     bool     `json:"phi_c_in_fspan_Z"`
			XInZ    bool     `json:"fspan_X_in_fspan_Z"`
			InRange bool     `json:"kappa_in_rowspan"`
		}
	}
	for _, in := range instances[certificate](t, "certificates") {
		require.Equal(t, "certificate", in.Kind, in.ID)
		m, err := IPCA{
			Kernel:   feature.Polynomial{Degree: in.D, Theta: in.Theta.rat(t), Homogeneous: in.Homogeneous},
			Spanning: givenPoints{in.Z.dense(t)}, Road: KernelRoad{},
			Cutoff: RelativeThreshold{Ratio: 1e-9},
		}.Fit(ctx, in.X.dense(t))
		require.NoError(t, err, in.ID)
		c := rationals{in.C}.dense(t)
		d, err := m.Distance(ctx, c)
		require.NoError(t, err, in.ID)
		want := in.Expect.VPerp.rat(t).Float64()
		size := 1 + m.Kernel().Eval(c.RawRowView(0), c.RawRowView(0))
		assert.InDelta(t, want, d[0]*d[0], 1e-9*size, in.ID)
		assert.Equal(t, in.Expect.InRange, d[0] < 1e-6*math.Sqrt(size), in.ID)
		if in.Expect.XInZ && in.Expect.InZ {
			assert.Equal(t, in.Expect.InX, in.Expect.InRange, in.ID)
		}
		// The data themselves pass.
		own, err := m.Certifying(ctx, in.X.dense(t))
		require.NoError(t, err, in.ID)
		if own != nil {
			assert.Less(t, mat.Norm(own, 2), 1e-6*size, in.ID)
		}
	}
}

// givenPoints is a choice of spanning points without choice.
type givenPoints struct{ z *mat.Dense }

func (givenPoints) String() string { return "given points" }

func (g givenPoints) Points(context.Context, feature.Kernel, *mat.Dense, uint64) (*mat.Dense, error) {
	return g.z, nil
}
