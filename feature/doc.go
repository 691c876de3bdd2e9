// Package feature holds kernels, their feature maps, kernel matrices, and the
// points that span a feature space.
//
// # Kernels
//
// A [Kernel] is a value with Eval and a name. The central one is [Polynomial],
// (θ⟨x,y⟩ + 1)^d: its features are all monomials of degree at most d, scaled by
// γ_a, so that linear algebra on kernel values is linear algebra on polynomials
// without ever writing a monomial down. [Basis] writes them down where that is
// the shorter way: the feature matrix Φ(X) has the entries γ_a x^a, and
// Φ(X) Φ(Z)ᵀ is the cross-kernel matrix K_XZ.
//
// The weights γ_a² are rational whenever θ is, and are kept exact. The γ_a
// themselves are not; exact computations use the evaluation row e(x) = (x^a)
// with the Gram matrix diag(γ²) instead of Φ.
//
// # Matrices
//
// [Matrix], [Gram], [Diagonal] and [Gradients] evaluate kernels on tables whose
// rows are points, in blocks on all processors, with the same bits on any
// number of them. A kernel that is a function of scalar products takes them
// from one matrix product per block by implementing [BlockEvaluator].
//
// # Example
//
//	k := feature.Polynomial{Degree: 2}
//	b, _ := k.Basis(2)                     // 1, y, x, y², xy, x²
//	k.Weight([]int{1, 1})                  // 2: (⟨x,y⟩ + 1)² contains 2 x₁x₂y₁y₂
//	kxz, _ := feature.Matrix(ctx, k, x, z) // N × M
//
// # References
//
// CKI: F. J. Király, M. Kreuzer, L. Theran, Learning with Cross-Kernels and
// Ideal PCA (2014), section 2. DKL: the same, Dual-to-Kernel Learning with
// Ideals (2014), section 2.2, whose formula for the weights is that of the
// homogeneous kernel only. IKT: F. J. Király, A. Ziehe, K.-R. Müller, Learning
// with Algebraic Invariances, and the Invariant Kernel Trick (2014).
package feature
