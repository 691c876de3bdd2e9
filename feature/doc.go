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
// Beside it stand the kernels of the literature, [Linear], [Gaussian],
// [Laplacian], [Sigmoid], [Exponential], [ANOVA]; what makes kernels from
// kernels, [Sum], [Product], [Multiple], [PolynomialOf], [Through], [Normalised],
// [Compose], [Weighted]; and the invariant kernels of IKT. What a kernel can do beyond Eval
// it declares by small interfaces: [BlockEvaluator], [Differentiable],
// [Validator], [PointChecker], [Algebraic], [Exact], [OfProducts], [Coder]. Package
// featuretest checks a new kernel in one line.
//
// # Invariant kernels
//
// An invariant scalar product ι does not change when a group acts on either of
// its arguments (IKT, section 2.5):
//
//	group                      ι(x, y)                  kernel
//	Z/m, roots of unity        ⟨x,y⟩^m                  FiniteRotation{Order: m}
//	U(1), phase                |⟨x,y⟩|²                 Phase{}
//	positive scale             ⟨x,y⟩/(‖x‖‖y‖)           PositiveScale{}
//	scale and sign or phase    |⟨x,y⟩|²/(‖x‖²‖y‖²)      Projective{}
//	signs of coordinates       Σ x_i² y_i²              CoordinateSigns(n)
//	permutations of columns    Σ κ(x_i, y_j)            Columns, Average
//	X ↦ XU, X ↦ UX             ‖X*Y‖², ‖XY*‖²           RightUnitary, LeftUnitary
//	X ↦ X + 1μᵀ, and turns     ⟨CX,CY⟩, ‖(CX)*(CY)‖²    RowTranslation, RigidMotion
//
// [Through] puts ι in the place of ⟨x,y⟩ in a kernel that is a function of scalar
// products. So come about [InvariantPolynomial], (ι+1)^d, and [InvariantGaussian],
// exp(−(ι(x,x)+ι(y,y)−2ι(x,y))/(2σ²)). All are positive semidefinite and none is
// strictly definite: points of one orbit are one point to them.
//
// Kernels take real numbers. A point of C^n is given by 2n of them, Re x₁,
// Im x₁, Re x₂, …, the scalar product is Σ x_i·conj(y_i), and a kernel with
// complex values stands for its real part, which is a kernel again. [RealPart]
// takes the real part last, of a kernel made of others; [EvalComplex] gives the
// complex value.
//
// # Exact values and symbols
//
// [Values] and [ExactMatrix] evaluate a kernel over any field, with the
// Hermitian product where the field has a conjugation. [Section] and [Expand]
// turn k(·, z) and Σ_j c_j k(·, z_j) into polynomials. Kernels that have no
// exact values or no polynomials answer ErrNotExact and ErrNotPolynomial.
// [ExactlySemidefinite] decides with a certificate whether a Gram matrix is
// positive semidefinite.
//
// # Feature-spanning points
//
// What can be learned with points Z are the functions in the span of the
// k(·, z_j). [Spanning] chooses Z: [Random], [Subsample], [Both], [Degenerate],
// [Pivoted]. [FeatureSpans] and [FeatureRank] check the choice exactly,
// [NumericalFeatureRank] in floating point.
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
