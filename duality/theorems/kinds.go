package theorems

import (
	"cmp"
	"encoding/json"

	"github.com/kexplain/kexplain/internal/stable"
	"github.com/kexplain/kexplain/numeric"
)

// answers are computed values by name.
type answers map[string]any

// kinds are the kinds of reference instances, each with the function that
// computes what such an instance expects.
func kinds() map[string]func(*Case, json.RawMessage) answers {
	return map[string]func(*Case, json.RawMessage) answers{
		"gamma":                          gammaKind,
		"expansion":                      expansionKind,
		"absorption_false":               absorptionKind,
		"absorption_false_inhomogeneous": absorptionKind,
		"ideal_vs_products":              idealProductsKind,
		"permanent":                      permanentKind,
		"rank":                           rankKind,
		"certificate":                    certificateKind,
		"nullspace":                      nullspaceKind,
		"range":                          rangeKind,
		"range_false":                    printedRangeKind,
		"dkl_3ii":                        printedTheorem3Kind,
		"theorem_3_4":                    theorem34Kind,
		"lemma_5_1":                      lemma51Kind,
		"ipca_design":                    ipcaDesignKind,
		"ipca_certificate":               ipcaCertificateKind,
		"ipca_centering":                 ipcaCenteringKind,
		"census":                         censusKind,
		"avica_noisy":                    avicaNoisyKind,
		"generators":                     generatorsKind,
		"thm4_noise_free":                noiseFreeKind,
		"thm4_unit_ideal":                unitIdealKind,
		"threshold":                      thresholdKind,
		"complex":                        complexKind,
		"bilinear_false":                 bilinearRankKind,
		"bilinear_34_false":              bilinearEqualityKind,
		"finite_rotation":                rotationKind,
		"scale":                          scaleKind,
		"projective_complex":             projectiveKind,
		"anova":                          anovaKind,
		"ridge":                          ridgeKind,
		"representer":                    representerKind,
		"psd":                            psdKind,
		"exp_features":                   expFeaturesKind,
	}
}

// exprOf writes a polynomial as exponents and coefficients.
func exprOf(f Polynomial) Expr {
	out := Expr{}
	for m, x := range f.Terms() {
		out[keyOf(f.Ring().Exponents(m))] = x
	}
	return out
}

// ascendingBasis is the basis of W that is reduced with respect to the monomials
// by degree, then by lexicographically descending exponents: 1, t_1, t_2, t_1²,
// t_1t_2, …, the order of the reference files.
func ascendingBasis(W Subspace) []Expr {
	monomials := W.Space().Monomials()
	order := make([]int, len(monomials)) // monomials come leading one first
	for i := range order {
		order[i] = i
	}
	stable.Sort(order, func(i, j int) int { return cmp.Compare(monomials[i].Degree(), monomials[j].Degree()) })
	out := []Expr{}
	for _, row := range rowsOf(numeric.RowSpace(W.Matrix().Columns(order))) {
		f := Expr{}
		for i, x := range row {
			if !isZero(x) {
				f[keyOf(W.Space().Ring().Exponents(monomials[order[i]]))] = x
			}
		}
		out = append(out, f)
	}
	return out
}

// testsOf reads the list "tests" of an instance.
func testsOf(raw json.RawMessage) []Instance {
	var file struct {
		Tests []json.RawMessage `json:"tests"`
	}
	if json.Unmarshal(raw, &file) != nil {
		panic(malformed{ErrInstance})
	}
	var out []Instance
	for _, t := range file.Tests {
		in, err := ParseInstance(t)
		if err != nil {
			panic(malformed{err})
		}
		out = append(out, in)
	}
	return out
}
