// Package duality holds the exact side of kernel learning with polynomials: the
// dictionary between kernel expansions Σ_j c_j·k(·, z_j) and symbolic
// polynomials, the φ-product on polynomials, feature spans, vanishing ideals
// and interpolation spaces of finitely many points.
//
// # Kernels, weights and the φ-product
//
// Let R = K[t_1, …, t_n], d ≥ 0 and θ > 0 rational. The inhomogeneous kernel is
// k(x, y) = (θ⟨x, y⟩ + 1)^d with functions k(·, z) in R_{≤d}; the homogeneous
// one is θ^d⟨x, y⟩^d with functions in the forms R_d. Over Q(i),
// ⟨x, y⟩ = Σ x_i·conj(y_i). In both cases
//
//	k(x, y) = Σ_α γ_α²·x^α·conj(y)^α,
//
// with γ_α² = θ^|α|·d!/(α!(d-|α|)!), or θ^d·d!/α! for the homogeneous kernel,
// and the φ-product of polynomials is ⟨f, g⟩_φ = Σ_α f_α·conj(g_α)/γ_α². It
// makes the kernel reproducing, f(x) = ⟨f, k(·, x)⟩_φ, and it depends on d: the
// products of two degrees are not restrictions of each other. A [Space] is
// therefore tied to one kernel.
//
// # The feature space without square roots
//
// The papers' feature map Φ(x) = (γ_α·x^α)_α has irrational coordinates. Here
// the feature space has the orthogonal frame ê_α = γ_α·e_α of squared lengths
// γ_α² instead: Φ(x) has the coordinates x^α, ψ(f) the coordinates f_α/γ_α², and
// φ(f) the values f_α on the frame. All of it is rational; see [Space.Feature],
// [Space.Psi], [Space.Phi] and [Space.FeatureProduct].
//
// # Points, ideals and what kernels see of them
//
// Points are rows. For points X the vanishing ideal I(X)_{≤d} and the
// interpolation space K[X]_{≤d} = span k(·, x_i) are orthogonal complements of
// each other. Null vectors of the cross-kernel matrix K_XZ expand to
// I(X) ∩ span k(·, z_j), which is all of I(X)_{≤d} when Z feature-spans the
// space ([Space.Found]). [Space.NewGenerators] and [Space.KernelNewGenerators]
// give the part of the ideal that is new in degree d, once with monomials and
// once from kernel matrices only.
//
// # Invariants
//
// Everything is exact: a ring over a field that rounds is refused. Values do not
// change after they have been made. Subspaces keep a reduced echelon basis with
// respect to the order of the ring, so equal subspaces have equal bases.
//
// # Example
//
//	R, _ := poly.NewRing(ring.Q, []string{"x", "y"})
//	s, _ := duality.NewSpace(R, feature.Polynomial{Degree: 2})
//	ideal := s.VanishingIdeal(pointsOfTheCircle) // ⟨x² + y² - 1⟩
//
// # References
//
// DKL: F. J. Király, M. Kreuzer, L. Theran, Dual-to-Kernel Learning with Ideals
// (2014). CKI: F. J. Király, M. Kreuzer, L. Theran, Learning with Cross-Kernels
// and Ideal PCA (2014). Subpackage theorems checks the statements of these
// papers one by one; where it finds a printed formula wrong, this package
// follows the corrected one.
package duality
