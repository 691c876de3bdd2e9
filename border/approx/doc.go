// Package approx is the numerical family of algorithms for vanishing ideals:
// from points with errors to polynomials that almost vanish at them.
//
// # Methods
//
// A method is a value that holds its parameters; Fit learns from points, one a
// row, and returns a Model.
//
//   - AVI: the singular value decomposition of all border terms of a degree at
//     once, made readable by a stabilised reduced row echelon form (Heldt,
//     Kreuzer, Pokutta, Poulisse 2009).
//   - ABM: one border term at a time, the smallest singular value decides
//     (Limbeck 2013).
//   - OAVI: one border term at a time, a convex solver over an ℓ¹-ball decides
//     (Wirth, Pokutta 2022; Wirth, Kera, Pokutta 2023).
//   - VCA: no terms at all, products of polynomials that do not vanish (Livni et
//     al. 2013).
//   - GradientVCA: the same, with polynomials measured by their gradients at the
//     points (Kera, Hasegawa 2020).
//   - HBasis: degree by degree over the forms that are orthogonal to the leading
//     forms found so far (Sauer 2007).
//   - SVD: the null vectors of the matrix of all monomials up to a degree.
//
// Family lists them all by name with the threshold left open, for comparisons.
//
// # Thresholds
//
// Polynomials have no natural length, so 'almost vanishing' needs two numbers:
// how a polynomial is normalised and how large its values may be. Every method
// normalises in its own way, said in its doc comment. The second number is called
// Epsilon throughout and is a root mean square over the points, so that it does
// not depend on how many there are; papers that bound the Euclidean norm of the
// values write √N·Epsilon for it, and OAVI's ψ is its square. Nearly all methods
// expect points of size about 1: divide each variable by its largest absolute
// value first, and take the polynomials back with Unscale.
//
// # Models
//
// A Model evaluates its generators at new points, gives their absolute values as
// features for a classifier, and expands them into polynomials. Models of AVI,
// ABM and OAVI know the order ideal O and the border term of every generator;
// Border makes an approximate border basis of them, which can say how far its
// multiplication matrices are from commuting and find an exact border basis
// nearby.
//
//	R := poly.MustRing[float64](ring.Float64, []string{"x", "y"}, poly.WithMaxDegree(4))
//	m, err := approx.ABM{Epsilon: 0.01}.Fit(ctx, R, points)
//	gens, err := m.Polynomials(ctx)
//
// # References
//
//   - D. Heldt, M. Kreuzer, S. Pokutta, H. Poulisse, Approximate computation of
//     zero-dimensional polynomial ideals, J. Symb. Comput. 44 (2009).
//   - J. Limbeck, Computation of approximate border bases and applications,
//     thesis, Passau 2013.
//   - R. Livni et al., Vanishing component analysis, ICML 2013.
//   - T. Sauer, Approximate varieties, approximate ideals and dimension reduction,
//     Numer. Algorithms 45 (2007).
//   - H. Kera, Y. Hasegawa, Gradient boosts the approximate vanishing ideal, AAAI
//     2020.
//   - E. Wirth, S. Pokutta, Conditional gradients for the approximately vanishing
//     ideal, AISTATS 2022; E. Wirth, H. Kera, S. Pokutta, Approximate vanishing
//     ideal computations at scale, ICLR 2023.
package approx
