package theorems

import (
	"github.com/kexplain/kexplain/duality"
	"github.com/kexplain/kexplain/feature"
)

// Laws are the formulas that the correct statements rest on, as values, so that
// a wrong one can be put in the place of a right one to see the statements fail.
type Laws struct {
	// Gamma2 gives the weights γ² of a kernel (CKI section 2.1).
	Gamma2 func(feature.Polynomial) duality.Weights
	// Range gives the coefficient rows over Z whose expansions are the k(·, x_i),
	// from K_XZ and K_ZZ (CKI 3.3(d), corrected).
	Range func(kXZ, kZZ Matrix) Matrix
	// PsiOfIdeal gives ψ(I(X)_{≤d}) as a subspace of the feature space in the
	// rational frame, from the features Φ(x_i) as rows (CKI 2.8(c), corrected).
	PsiOfIdeal func(s Space, features Matrix) Matrix
}

// Correct returns the laws that hold.
func Correct() Laws {
	return Laws{
		Gamma2: func(k feature.Polynomial) duality.Weights { return k.Weight },
		Range:  func(kXZ, kZZ Matrix) Matrix { return kXZ.Mul(pinv(kZZ)) },
		PsiOfIdeal: func(s Space, features Matrix) Matrix {
			return featureComplement(s, features)
		},
	}
}

// featureComplement returns the vectors u of the feature space with
// ⟨Φ(x_i), u⟩ = 0 for all i, in the rational frame where ⟨u, v⟩ = Σ γ²·u·conj v.
func featureComplement(s Space, features Matrix) Matrix {
	rows, cols := features.Dims()
	weighted := newMatrix(rows, cols)
	for i := range rows {
		for j := range cols {
			weighted.Set(i, j, mul(conj(features.At(i, j)), s.Weight(j)))
		}
	}
	return null(weighted)
}
