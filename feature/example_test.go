package feature_test

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"

	"gonum.org/v1/gonum/mat"

	"github.com/kexplain/kexplain/feature"
	"github.com/kexplain/kexplain/poly"
	"github.com/kexplain/kexplain/ring"
)

func ExamplePolynomial() {
	k := feature.Polynomial{Degree: 2}
	fmt.Println(k, k.Eval([]float64{1, 2}, []float64{3, 4})) // (3 + 8 + 1)²
	fmt.Println(k.Weight([]int{1, 1}), k.Weight([]int{2, 0}), k.Weight([]int{0, 0}))
	// Output:
	// (⟨x,y⟩ + 1)^2 144
	// 2 1 1
}

func ExampleBasis() {
	b, _ := feature.Polynomial{Degree: 2}.Basis(2)
	row := make([]float64, b.Len())
	b.MonomialsTo(row, []float64{3, 5})
	for j, v := range row {
		fmt.Println(b.Exponents(j), "γ² =", b.Weight(j), "x^a =", v)
	}
	// Output:
	// [0 0] γ² = 1 x^a = 1
	// [0 1] γ² = 2 x^a = 5
	// [1 0] γ² = 2 x^a = 3
	// [0 2] γ² = 1 x^a = 25
	// [1 1] γ² = 2 x^a = 15
	// [2 0] γ² = 1 x^a = 9
}

func Example() {
	x := mat.NewDense(3, 1, []float64{0, 1, 2})
	z := mat.NewDense(2, 1, []float64{1, -1})
	k, _ := feature.Matrix(context.Background(), feature.Polynomial{Degree: 2}, x, z)
	fmt.Println(mat.Formatted(k))
	// Output:
	// ⎡1  1⎤
	// ⎢4  0⎥
	// ⎣9  1⎦
}

func ExampleGradients() {
	x := mat.NewDense(1, 2, []float64{1, 2})
	z := mat.NewDense(1, 2, []float64{3, 4})
	g, _ := feature.Gradients(context.Background(), feature.Polynomial{Degree: 2}, x, z)
	fmt.Println(g[0].At(0, 0), g[1].At(0, 0)) // 2·(3 + 8 + 1)·(3, 4)
	// Output: 72 96
}

func ExampleSection() {
	R := poly.MustRing[ring.Rat](ring.Q, []string{"x", "y"})
	z := []ring.Rat{ring.NewRat(1, 1), ring.NewRat(-1, 2)}
	f, _ := feature.Section(feature.Polynomial{Degree: 2}, R, z)
	fmt.Println(f) // (x − y/2 + 1)²
	_, err := feature.Section(feature.Gaussian{Sigma: 1}, R, z)
	fmt.Println(err)
	// Output:
	// x^2 - x*y + 1/4*y^2 + 2*x - y + 1
	// feature: exp(-‖x-y‖²/(2·1²)): feature: kernel has no polynomials
}

func ExampleExactMatrix() {
	third := ring.NewRat(1, 3)
	x := [][]ring.Rat{{third}, {ring.NewRat(2, 1)}}
	k, _ := feature.ExactMatrix(context.Background(), ring.Q, feature.Polynomial{Degree: 2}, x, x)
	fmt.Println(k.At(0, 0), k.At(0, 1), k.At(1, 1))
	// Output: 100/81 25/9 25
}

func ExampleFeatureSpans() {
	// Six points of the circle x² + y² = 1 miss one dimension of six.
	var z [][]ring.Rat
	for _, t := range [][3]int64{{1, 0, 1}, {0, 1, 1}, {-1, 0, 1}, {3, 4, 5}, {5, 12, 13}, {8, -15, 17}} {
		z = append(z, []ring.Rat{ring.NewRat(t[0], t[2]), ring.NewRat(t[1], t[2])})
	}
	k := feature.Polynomial{Degree: 2}
	rank, _ := feature.FeatureRank(ring.Q, k, z)
	spans, _ := feature.FeatureSpans(ring.Q, k, z)
	fmt.Println(rank, spans)
	// What five of them span holds the sixth; four do not.
	five, _ := feature.FeatureSpansPoints(ring.Q, k, z[:5], z)
	four, _ := feature.FeatureSpansPoints(ring.Q, k, z[:4], z)
	fmt.Println(five, four)
	// Output:
	// 5 false
	// true false
}

// In the feature space of ⟨x,y⟩², x and −x are one point.
func ExampleSquaredDistance() {
	k := feature.Polynomial{Degree: 2, Homogeneous: true}
	fmt.Println(feature.SquaredDistance(k, []float64{1, 2}, []float64{-1, -2}))
	fmt.Println(feature.SquaredDistance(k, []float64{1, 0}, []float64{0, 1}))
	// Output:
	// 0
	// 2
}

func ExamplePivoted() {
	ctx := context.Background()
	x := mat.NewDense(4, 2, []float64{1, 0, 0, 1, -1, 0, 0, -1})
	k := feature.Polynomial{Degree: 2}
	z, _ := feature.Pivoted{}.Points(ctx, k, x, 1)
	rank, _ := feature.NumericalFeatureRank(ctx, k, z, 0)
	fmt.Println(rank.Rank, rank.Dim, rank.Spans())
	// Output: 6 6 true
}

func ExampleSubsample() {
	x := mat.NewDense(3, 1, []float64{10, 20, 30})
	z, _ := feature.Subsample{M: 3}.Points(context.Background(), feature.Linear{}, x, 1)
	fmt.Println(mat.Col(nil, 0, z))
	_, err := feature.Subsample{M: 4}.Points(context.Background(), feature.Linear{}, x, 1)
	fmt.Println(err)
	// Output:
	// [10 20 30]
	// feature: 4 points of 3 rows: feature: fewer rows than points asked for
}

func ExampleSum() {
	k := feature.Sum{feature.Linear{}, feature.Multiple{Factor: ring.NewRat(1, 2), Kernel: feature.ANOVA{}}}
	fmt.Println(k, "=", k.Eval([]float64{1, 2}, []float64{3, 4})) // 11 + (1+3)(1+8)/2
	// Output: ⟨x,y⟩ + 1/2·Π(1 + x_i y_i) = 29
}

func ExampleProjective() {
	k := feature.Projective{}
	x, y := []float64{3, 4}, []float64{1, 0}
	fmt.Println(k.Eval(x, y), k.Eval([]float64{-6, -8}, y))
	// Output: 0.36 0.36
}

func ExampleInvariantGaussian() {
	sign := feature.FiniteRotation{Order: 2}
	k := feature.InvariantGaussian(sign, 1)
	fmt.Println(k.Eval([]float64{1, 2}, []float64{-1, -2})) // one point up to sign
	// Output: 1
}

func ExampleValidate() {
	// (xt − 1)² is a polynomial of a kernel, but with a negative coefficient.
	k := feature.PolynomialOf{Coefficients: []ring.Rat{ring.NewRat(1, 1), ring.NewRat(-2, 1), ring.NewRat(1, 1)}, Kernel: feature.Linear{}}
	fmt.Println(feature.Validate(k))
	// Output: feature: polynomial of a kernel: coefficient -2 of k^1: feature: parameter of the kernel out of range
}

func ExampleExactlySemidefinite() {
	x := [][]ring.Rat{{ring.NewRat(1, 1)}, {ring.NewRat(2, 1)}, {ring.NewRat(1, 1)}}
	s, _ := feature.ExactlySemidefinite(context.Background(), ring.Q, feature.Polynomial{Degree: 2}, x)
	fmt.Println(s.Yes, s.Rank, s.D) // K = L diag(D) Lᵀ
	// Output: true 2 [4 19/4 0]
}

func ExampleLinear() {
	k := feature.Linear{A: mat.NewDense(1, 2, []float64{1, -1})}
	fmt.Println(k, k.Eval([]float64{3, 1}, []float64{5, 2})) // (3−1)(5−2)
	// Output: ⟨Ax,Ay⟩ 6
}

func ExampleGaussian() {
	k := feature.Gaussian{Sigma: 2}
	fmt.Println(k, k.Eval([]float64{1, 1}, []float64{1, 1}))
	fmt.Printf("%.4f\n", k.Eval([]float64{0, 0}, []float64{2, 2})) // e⁻¹
	// Output:
	// exp(-‖x-y‖²/(2·2²)) 1
	// 0.3679
}

func ExampleLaplacian() {
	k := feature.Laplacian{Sigma: 5}
	fmt.Printf("%.4f\n", k.Eval([]float64{0, 0}, []float64{3, 4})) // e⁻¹
	// Output: 0.3679
}

func ExampleSigmoid() {
	k := feature.Sigmoid{A: 1, B: -1}
	fmt.Println(k, k.Eval([]float64{0, 0}, []float64{0, 0}) < 0) // k(x,x) < 0: no kernel
	// Output: tanh(1⟨x,y⟩ - 1) true
}

func ExampleExponential() {
	fmt.Printf("%.4f\n", feature.Exponential{}.Eval([]float64{1, 1}, []float64{2, -1})) // e¹
	// Output: 2.7183
}

func ExampleANOVA() {
	x, y := []float64{1, 2, 3}, []float64{1, 1, 1}
	fmt.Println(feature.ANOVA{}.Eval(x, y), feature.ANOVA{Degree: 1}.Eval(x, y)) // 2·3·4 and 1+1+2+3
	// Output: 24 7
}

func ExampleProduct() {
	k := feature.Product{feature.Linear{}, feature.Polynomial{Degree: 1}}
	fmt.Println(k, "=", k.Eval([]float64{2}, []float64{3}))
	// Output: ⟨x,y⟩·(⟨x,y⟩ + 1) = 42
}

func ExamplePolynomialOf() {
	k := feature.PolynomialOf{Coefficients: []ring.Rat{ring.NewRat(1, 1), ring.NewRat(2, 1)}, Kernel: feature.Phase{}}
	i, one := []float64{0, 1}, []float64{1, 0} // the complex numbers i and 1
	fmt.Println(k, "=", k.Eval(i, one))
	// Output: 1 + 2·k with k = |⟨x,y⟩|² = 3
}

// The invariant kernel trick: the sign-invariant scalar product ⟨x,y⟩² in place
// of ⟨x,y⟩.
func ExampleThrough() {
	k := feature.Through{Outer: feature.Polynomial{Degree: 2}, Inner: feature.FiniteRotation{Order: 2}}
	fmt.Println(k, "=", k.Eval([]float64{2}, []float64{1}), "=", k.Eval([]float64{-2}, []float64{1}))
	err := feature.Validate(feature.Through{Outer: feature.ANOVA{}, Inner: feature.Phase{}})
	fmt.Println(err)
	// Output:
	// (⟨x,y⟩ + 1)^2 with ⟨x,y⟩^2 for ⟨x,y⟩ = 25 = 25
	// feature: Π(1 + x_i y_i) is no function of scalar products: feature: parameter of the kernel out of range
}

func ExampleCompose() {
	square := feature.Function{Name: "x ↦ x²", F: func(x []float64) []float64 { return []float64{x[0] * x[0]} }}
	k := feature.Compose{Kernel: feature.Linear{}, Map: square}
	fmt.Println(k, "=", k.Eval([]float64{2}, []float64{3}))
	// Output: ⟨x,y⟩ after x ↦ x² = 36
}

func ExampleWeighted() {
	first := func(x []float64) float64 { return x[0] }
	k := feature.Weighted{Name: "f", F: first, Kernel: feature.Polynomial{Degree: 1}}
	fmt.Println(k, "=", k.Eval([]float64{2}, []float64{3})) // 2·(6 + 1)·3
	// Output: f(x)·(⟨x,y⟩ + 1)·f(y) = 42
}

func ExampleFiniteRotation() {
	k := feature.FiniteRotation{Order: 4, Complex: true}
	z, iz := []float64{3, 1}, []float64{-1, 3} // 3+i and i(3+i)
	fmt.Println(k.Eval(z, z), k.Eval(iz, z))
	// Output: 10000 10000
}

func ExamplePositiveScale() {
	k := feature.PositiveScale{}
	fmt.Println(k.Eval([]float64{3, 4}, []float64{5, 0}), feature.CheckPoint(k, []float64{0, 0}))
	// Output: 0.6 feature: scale-invariant kernel at the point 0: feature: kernel undefined at a point
}

func ExampleBoth() {
	x := mat.NewDense(3, 1, []float64{10, 20, 30})
	s := feature.Both{Subsample: 2, Random: 4}
	z, _ := s.Points(context.Background(), feature.Linear{}, x, 1)
	m, _ := z.Dims()
	fmt.Println(s, "are", m)
	// Output: 2 of the data points and 4 random points are 6
}

func ExampleDegenerate() {
	x := mat.NewDense(4, 1, []float64{10, 20, 30, 40})
	s := feature.Degenerate{M: 2, Rows: []int{1, 3}} // the rows of one class
	z, _ := s.Points(context.Background(), feature.Linear{}, x, 1)
	fmt.Println(s, "are", mat.Col(nil, 0, z))
	// Output: 2 of 2 chosen data points are [20 40]
}

// cosine is a kernel from outside the package: the cosine of the angle between
// two points of the plane, given by their angles.
type cosine struct{}

func (cosine) String() string { return "cos(x-y)" }

func (cosine) Eval(x, y []float64) float64 {
	if len(x) != len(y) {
		panic("cosine: points of different dimension")
	}
	return math.Cos(x[0] - y[0])
}

// A new kernel is a type with Eval and String; everything else is optional.
func ExampleKernel() {
	rng := rand.New(rand.NewPCG(1, 1))
	x := mat.NewDense(5, 1, nil)
	for i := range 5 {
		x.Set(i, 0, rng.NormFloat64())
	}
	g, _ := feature.Gram(context.Background(), cosine{}, x)
	d, _ := feature.DefinitenessOf(g, 0)
	fmt.Println(cosine{}, g.At(0, 0), d.Semidefinite) // two features: rank 2 of 5
	// Output: cos(x-y) 1 unknown
}

// Points of C up to a phase: multiplied by i they are the same for the kernel.
func ExampleComplexMatrix() {
	k := feature.InvariantPolynomial(feature.Phase{}, 1)
	x := [][]complex128{{1, 2i}, {1i, -2}, {1, 2}}
	m, err := feature.ComplexMatrix(context.Background(), k, x, x[:1])
	fmt.Println(k, m.At(0, 0), m.At(1, 0), m.At(2, 0), err)
	// Output:
	// (⟨x,y⟩ + 1) with |⟨x,y⟩|² for ⟨x,y⟩ (26+0i) (26+0i) (18+0i) <nil>
}

// Each coordinate up to its sign.
func ExampleCoordinateSigns() {
	k := feature.CoordinateSigns(3)
	fmt.Println(k)
	fmt.Println(k.Eval([]float64{1, 2, 3}, []float64{1, 1, 1}), k.Eval([]float64{-1, 2, -3}, []float64{1, -1, 1}))
	// Output:
	// ⟨x,y⟩^2 on {1} + ⟨x,y⟩^2 on {2} + ⟨x,y⟩^2 on {3}
	// 14 14
}
