// Package learn holds the learners: Ideal PCA on cross-kernel matrices and its
// relatives, AVICA, kernel PCA, kernel entropy component analysis, kernel ridge
// regression, and tests on the features that they find.
//
// # Ideal PCA
//
// Given N data points X and M spanning points Z, the rows of
//
//	K = K_XZ K_ZZ^(+1/2)
//
// are coordinates of the feature vectors Φ(x_i) in an orthonormal frame of the
// span of Φ(Z). Of its singular value decomposition K = U S Vᵀ
//
//   - the right singular vectors to large singular values span the features of
//     the data; v(x) = κ_Z(x) K_ZZ^(+1/2) V is kernel PCA (IPCAModel.Principal);
//   - those to vanishing ones are functions of φ-norm 1 that vanish on the data,
//     the certifying features (IPCAModel.Certifying). For a polynomial kernel
//     of degree d they are the polynomials of degree at most d in the ideal of
//     the data.
//
// Nothing of the size N × N is formed, and IPCA.Accumulate works through any
// number of rows in constant memory.
//
// # Two roads
//
// For a polynomial kernel, the matrix Φ(X) of features γ_a x^a has the same
// singular values, and right singular vectors that differ by an isometry. The
// kernel road never writes a monomial down and serves where M is much smaller
// than the number C(n+d, d) of monomials; the feature road needs no inversion of
// K_ZZ. AutoRoad chooses, and a test holds the two together.
//
// # Cutting
//
// A Cutoff decides which singular values vanish: Threshold and
// RelativeThreshold by size, Rank by number, Automatic by the largest gap. The
// decision is returned with its reason, and a spectrum without a gap is an
// error, ErrNoGap, not a guess.
//
// # AVICA
//
// AVICA goes degree by degree with the powers k(·, y_j)^d of one kernel. Each
// degree works in orthonormal coordinates of their span, freed from combinations
// that are zero and from multiples of the generators accepted below; what then
// vanishes is a new generator. AVICAModel lists generative and discriminative
// features with their quanta, evaluates them, and writes those of polynomial
// kernels down. AsPrinted is the algorithm as DKL prints it, for study.
//
// # On the manifold or not
//
// ManifoldTest learns functions that vanish on one part of the data and
// calibrates them on the other: a new point of the same source is in with a
// probability that is promised whatever the distribution. Package learn/classify
// tells several classes apart.
//
// # Files
//
// Save writes a model as JSON with a checksum, Load reads it and refuses what is
// damaged. The loaded model gives the same bits.
//
// # Where the papers are corrected
//
// The root K_ZZ^(+1/2) is a pseudo-inverse root, since K_ZZ is singular whenever
// there are more points than features. v(x) has this root, which the printed
// formula lacks. Whoever centres must subtract the mean row in evaluation too.
// v⊥ certifies with the full rank of K: if directions in which the data extend
// are cut away, the data themselves do not pass. The printed AVICA throws exact
// generators away and reports multiples of others again; see Repaired.
//
// # Learners
//
// A learner is plain data, its Fit checks everything, changes neither learner
// nor data, and returns a model that does not change. Randomness comes from a
// Seed alone, and equal input gives equal bits on any number of processors. The
// order of rows reaches the result only through rounding, signs of singular
// vectors included. Package learntest holds what
// every learner must survive.
//
// # References
//
//   - CKI: F. Király, M. Kreuzer, L. Theran, Learning with cross-kernels and
//     Ideal PCA, arXiv:1406.2646.
//   - DKL: F. Király, M. Kreuzer, L. Theran, Dual-to-kernel learning with ideals,
//     arXiv:1402.0099.
//   - KR: lecture slides Kernels and Regularisation.
package learn
