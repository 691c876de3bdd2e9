package theorems

import (
	"encoding/json"

	"github.com/kexplain/kexplain/ring"
)

// Reference instances on Ideal PCA, AVICA and noise.

func ipcaDesignKind(c *Case, raw json.RawMessage) answers {
	H, U, V, S := c.mat("K_ZZ_pinv_half"), c.mat("U"), c.mat("V"), c.vec("S")
	K := product(c.K("X", "Z"), H)
	if !equal(c.K("Z", "Z"), c.mat("K_ZZ")) || !equal(product(H, H), pinv(c.K("Z", "Z"))) || !equal(K, c.mat("K")) {
		c.fail("the matrices given are not those of the points")
	}
	inverse := diagonal(reciprocals(S))
	tests := []answers{}
	for _, t := range testsOf(raw) {
		x := NewCase(t, c.laws).vec("x")
		kX, kZ := c.space().KernelMatrix(Points{x}, c.pts("X")), c.space().KernelMatrix(Points{x}, c.pts("Z"))
		v := product(kZ, H, V)
		tests = append(tests, answers{
			"x": x, "u": product(kX, U, inverse).Row(0), "v_corrected_unwhitened": v.Row(0),
			"v_corrected_whitened": product(v, inverse).Row(0), "v_printed": product(kZ, V, inverse).Row(0),
		})
	}
	return answers{
		"K_equals_USVt": equal(K, product(U, diagonal(S), star(V))),
		"rank_K_ZZ":     rank(c.K("Z", "Z")),
		"tests":         tests,
	}
}

func ipcaCertificateKind(c *Case, raw json.RawMessage) answers {
	tests := []answers{}
	for _, t := range testsOf(raw) {
		x := NewCase(t, c.laws).vec("x")
		perp := product(c.space().KernelMatrix(Points{x}, c.pts("Z")), c.mat("K_ZZ_pinv_half"), c.mat("P")).Row(0)
		tests = append(tests, answers{"x": x, "v_perp": perp, "on_manifold": vanishes(perp)})
	}
	return answers{"tests": tests}
}

func ipcaCenteringKind(c *Case, _ json.RawMessage) answers {
	K, P := product(c.K("X", "Z"), c.mat("K_ZZ_pinv_half")), c.mat("P")
	centred := product(centring(nrows(K)), K)
	return answers{
		"v_perp_train_with_centering":    product(centred, P),
		"v_perp_train_without_centering": product(K, P),
	}
}

// censusKind counts what the exact zeros of k(X,Y) are, in every degree.
func censusKind(c *Case, _ json.RawMessage) answers {
	list := []answers{}
	X, Y, D := c.pts("X"), c.pts("Y"), len(c.pts("Y"))
	for d := 1; d <= c.integer("dmax"); d++ {
		s := c.at(d)
		rank, ideal, absorbed := rank(s.KernelMatrix(X, Y)), s.VanishingIdeal(X).Dim(), c.multiples("X", d).Dim()
		list = append(list, answers{
			"rank": rank, "zero": D - rank, "redundant": D - s.FeatureRank(Y),
			"ideal": ideal, "absorbed": absorbed, "new": ideal - absorbed,
		})
	}
	return answers{"per_degree": list}
}

// generatorsKind gives the new generators of every degree, computed with
// monomials and from kernel matrices.
func generatorsKind(c *Case, _ json.RawMessage) answers {
	list := []answers{}
	for d := 1; d <= c.integer("dmax"); d++ {
		s, N := c.at(d), c.newGenerators("X", d)
		fromKernels, err := s.KernelNewGenerators(c.pts("X"), c.pts("Y"))
		if err != nil {
			c.fail("%v", err)
		}
		if !fromKernels.Equal(N) {
			c.fail("new generators of degree %d differ with and without monomials", d)
		}
		list = append(list, answers{
			"d": d, "frk": s.FeatureRank(c.pts("X")), "dim_I": s.VanishingIdeal(c.pts("X")).Dim(),
			"dim_R1_I": c.multiples("X", d).Dim(), "new": N.Dim(), "new_space_rref": ascendingBasis(N),
		})
	}
	return answers{"degrees": list}
}

// avicaNoisyKind repeats AVICA in degrees 1 and 2 on the data whose truncated
// decomposition is rational: the kept right singular space is spanned by the
// values of 1 and t_1 on Y, the rest by those of t_2.
func avicaNoisyKind(c *Case, raw json.RawMessage) answers {
	var file struct {
		Expect struct {
			V     json.RawMessage `json:"feature_v"`
			Point json.RawMessage `json:"test_point"`
		} `json:"expect"`
	}
	if json.Unmarshal(raw, &file) != nil {
		c.fail("no feature and test point")
	}
	given, err := ParseInstance(json.RawMessage(`{"v":` + string(file.Expect.V) + `,"x":` + string(file.Expect.Point) + `}`))
	if err != nil {
		c.fail("%v", err)
	}
	v, x := NewCase(given, c.laws).vec("v"), NewCase(given, c.laws).vec("x")

	X, Y, s1, s2 := c.pts("X"), c.pts("Y"), c.at(1), c.at(2)
	K1 := s1.KernelMatrix(X, Y)
	kept := product(K1, projector(columnsOf(Y, 0, 1)))
	rest := K1.Sub(kept)
	if !isZeroMatrix(product(kept, star(rest))) || !isZeroMatrix(product(star(kept), rest)) {
		c.fail("the truncation is not one of a singular value decomposition")
	}
	K2 := hadamard(kept, K1)
	row := s1.KernelMatrix(Points{x}, Y)
	trained := hadamard(product(row, projector(columnsOf(Y, 0, 1))), row).Row(0)
	multiples := c.span(s1, c.R().Var(1)).TimesLinear(s2)
	return answers{
		"K1_truncated":                   kept,
		"kept_rank_1":                    rank(kept),
		"squared_singular_values_K1":     append(twoEigenvalues(product(star(kept), kept)), trace(product(star(rest), rest))),
		"rank_K2":                        rank(K2),
		"exact_zeros_K2":                 nullity(K2),
		"redundant":                      len(Y) - s2.FeatureRank(Y),
		"exact_zero_polynomials":         ascendingBasis(s2.Expansions(null(K2), Y)),
		"multiples_of_y_in_degree_2":     multiples.Dim(),
		"rank_if_both_factors_truncated": rank(hadamard(kept, kept)),
		"feature_v":                      v,
		"test_point":                     x,
		"printed_step_9_value":           dot(s2.KernelMatrix(Points{x}, Y).Row(0), v),
		"algorithm_3_value":              dot(trained, v),
	}
}

// columnsOf returns the rows (1, …, 1) and (y_k)_y for k from 0 to below hi.
func columnsOf(Y Points, lo, hi int) Matrix {
	rows := Points{repeated(one, len(Y))}
	for k := lo; k < hi; k++ {
		var row Vector
		for _, y := range Y {
			row = append(row, y[k])
		}
		rows = append(rows, row)
	}
	return matrixOf(rows, len(Y))
}

// twoEigenvalues returns the two nonzero eigenvalues of a matrix of rank 2, the
// larger first, from their sum and the sum of their squares, when they are
// rational.
func twoEigenvalues(m Matrix) Vector {
	sum, squares := trace(m), trace(product(m, m))
	gap2 := sub(mul(whole(2), squares), mul(sum, sum)) // (λ-μ)²
	gap, ok := squareRoot(gap2)
	if !ok {
		panic(malformed{ErrInstance})
	}
	half := ratio(1, 2)
	return Vector{mul(half, add(sum, gap)), mul(half, sub(sum, gap))}
}

// squareRoot returns the root of the square of a rational number.
func squareRoot(x Num) (Num, bool) {
	if !isReal(x) || x.Re().Sign() < 0 {
		return zero, false
	}
	num, den := x.Re().Num(), x.Re().Den()
	num.Sqrt(num)
	den.Sqrt(den)
	root, err := ring.RatFromBigInt(num).Quo(ring.RatFromBigInt(den))
	return real(root), err == nil && eq(real(root.Mul(root)), x)
}

// noiseFreeKind gives the zero of the complement of the discriminative function
// on the line, without K_YY⁺, beside the true one.
func noiseFreeKind(c *Case, _ json.RawMessage) answers {
	estimate := c.expansions(c.K("X", "Y"), "Y").Complement()
	return answers{"estimated_zero_set": lineZeros(estimate), "true_zero_set": lineZeros(c.ideal("X"))}
}

// lineZeros are the zeros of a space spanned by one polynomial a + bt.
func lineZeros(W Subspace) Vector {
	f := W.Basis()[0]
	return Vector{neg(f.Eval(Vector{zero}))} // monic: the zero of t + a is -a
}

func unitIdealKind(c *Case, _ json.RawMessage) answers {
	e := c.pts("X")[0]
	even := c.section(2, e).Add(c.section(2, times(neg(one), e))).Scale(ratio(1, 2))
	complement := c.span(c.space(), even).Complement()
	zeros := Vector{}
	if !generatesUnit(complement.Basis()) {
		c.fail("the complement has a common zero")
	}
	return answers{"dominant_function": even, "complement_rref": ascendingBasis(complement), "zero_set": zeros}
}

// thresholdKind says whether all singular values of k(X,Y) are at least the
// printed threshold 2√2θσ²: K^*K minus its square is psd.
func thresholdKind(c *Case, _ json.RawMessage) answers {
	t2 := mul(whole(8), mul(pow(real(c.theta()), 2), pow(c.num("sigma"), 4)))
	K := c.K("X", "Y")
	G := product(star(K), K)
	return answers{"threshold_squared": t2, "all_singular_values_above_threshold": psd(G.Sub(identity(nrows(G)).Scale(t2)))}
}
