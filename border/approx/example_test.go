package approx_test

import (
	"context"
	"fmt"
	"math"
	"strings"

	"gonum.org/v1/gonum/mat"

	"github.com/kexplain/kexplain/border/approx"
	"github.com/kexplain/kexplain/poly"
	"github.com/kexplain/kexplain/ring"
)

// square are the corners of a square: x² = 1 and y² = 1 there.
var square = mat.NewDense(4, 2, []float64{1, 1, 1, -1, -1, 1, -1, -1})

// plane is the ring R[x, y].
func plane() *poly.Ring[float64] {
	return poly.MustRing[float64](ring.Float64, []string{"x", "y"}, poly.WithMaxDegree(3))
}

// show prints the generators of a method with leading coefficient 1 and
// coefficients rounded to three decimals.
func show(m approx.Method, x *mat.Dense) {
	R := plane()
	model, err := m.Fit(context.Background(), R, x)
	if err != nil {
		fmt.Println(err)
		return
	}
	polys, err := model.Polynomials(context.Background())
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, p := range polys {
		var terms []poly.Term[float64]
		for t, c := range p.Terms() {
			c = math.Round(1000*c/p.LeadingCoefficient()) / 1000
			if c != 0 {
				terms = append(terms, poly.Term[float64]{Monomial: t, Coefficient: c})
			}
		}
		fmt.Println(R.FromTerms(terms))
	}
}

func Example() {
	show(approx.ABM{Epsilon: 1e-6}, square)
	// Output:
	// y^2 - 1
	// x^2 - 1
	// x*y^2 - x
	// x^2*y - y
}

func ExampleABM_corners() {
	show(approx.ABM{Epsilon: 1e-6, Corners: true}, square)
	// Output:
	// y^2 - 1
	// x^2 - 1
}

func ExampleAVI() {
	show(approx.AVI{Epsilon: 1e-6}, square)
	// Output:
	// y^2 - 1
	// x^2 - 1
	// x*y^2 - x
	// x^2*y - y
}

func ExampleOAVI() {
	show(approx.OAVI{Psi: 1e-12}, square)
	// Output:
	// y^2 - 1
	// x^2 - 1
}

func ExampleOAVI_sparse() {
	m := approx.OAVI{Psi: 1e-4, Solver: approx.BlendedPairwise{}, Boost: approx.WeakBoost}
	fmt.Println(m)
	// Output: oavi-bpcg-wihb
}

// Five points of the parabola y = x² − 1.
func ExampleHBasis() {
	x := mat.NewDense(5, 2, []float64{-1, 0, -0.5, -0.75, 0, -1, 0.5, -0.75, 1, 0})
	R := poly.MustRing[float64](ring.Float64, []string{"x", "y"}, poly.WithMaxDegree(2))
	model, _ := approx.HBasis{Epsilon: 1e-6}.Fit(context.Background(), R, x)
	polys, _ := model.Polynomials(context.Background())
	p, _ := polys[0].Monic()
	fmt.Println(model.Len(), math.Round(p.Eval([]float64{2, 3})*1e9) == 0)
	// Output: 1 true
}

func ExampleVCA() {
	model, _ := approx.VCA{Epsilon: 1e-6}.Fit(context.Background(), plane(), square)
	// x² − 1 and y² − 1, and in degree 3 their products with y and x, which VCA
	// meets as products of polynomials that do not vanish.
	fmt.Println(model.Degrees(), model.Complete())
	// Output: [2 2 3 3] true
}

func ExampleGradientVCA() {
	model, _ := approx.GradientVCA{Epsilon: 1e-6}.Fit(context.Background(), plane(), square)
	polys, _ := model.Polynomials(context.Background())
	// The gradient has mean square 1 on the points.
	sum := 0.0
	for i := range 4 {
		for _, d := range polys[0].Gradient() {
			sum += math.Pow(d.Eval(square.RawRowView(i)), 2) / 4
		}
	}
	fmt.Printf("%.3f\n", sum)
	// Output: 1.000
}

func ExampleSVD() {
	model, _ := approx.SVD{Degree: 2, Epsilon: 1e-6}.Fit(context.Background(), plane(), square)
	fmt.Println(model.Len(), "null vectors")
	// Output: 2 null vectors
}

func ExampleModel_Features() {
	model, _ := approx.ABM{Epsilon: 1e-6, Corners: true}.Fit(context.Background(), plane(), square)
	f, _ := model.Features(context.Background(), mat.NewDense(2, 2, []float64{1, -1, 1, 2}))
	// y² − 1 and x² − 1 with coefficients of norm 1 at (1, −1) and (1, 2).
	fmt.Printf("%.3f\n", mat.Formatted(f))
	// Output:
	// ⎡0.000  0.000⎤
	// ⎣2.121  0.000⎦
}

func ExampleBorder() {
	R := plane()
	model, _ := approx.ABM{Epsilon: 1e-6}.Fit(context.Background(), R, square)
	b, _ := approx.NewBorder(model)
	var terms []string
	for _, t := range b.OrderIdeal() {
		terms = append(terms, R.FormatMonomial(t))
	}
	fmt.Println(strings.Join(terms, ", "))
	fmt.Printf("commutator below 1e-12: %v\n", b.Commutator() < 1e-12)
	// Output:
	// 1, y, x, x*y
	// commutator below 1e-12: true
}

func ExampleUnscale() {
	R := plane()
	circle, _ := R.Parse("x^2 + y^2 - 1")
	fmt.Println(approx.Unscale([]*poly.Polynomial[float64]{circle}, []float64{10, 5})[0])
	// Output: 0.01*x^2 + 0.04*y^2 - 1
}

// The degrees of what the methods find at the corners of a square, up to degree
// 3: x² − 1 and y² − 1; where they find a border basis, or products that are met
// twice, also x² y − y and x y² − x; from all ten monomials at four points six
// null vectors.
func ExampleFamily() {
	for _, m := range (approx.Family{}).Members() {
		model, _ := m.With(1e-6).Fit(context.Background(), plane(), square)
		fmt.Println(m.Name, model.Degrees())
	}
	// Output:
	// avi [2 2 3 3]
	// abm [2 2 3 3]
	// oavi [2 2]
	// vca [2 2 3 3]
	// gradient-vca [2 2 3 3]
	// h-basis [2 2]
	// svd [3 3 3 3 3 3]
}

// The options of a family. At the largest gap SVD does without a threshold.
func ExampleMember() {
	for _, m := range (approx.Family{Corners: true, Gap: true}).Members() {
		if m.Name == "abm" || m.Free {
			model, _ := m.With(1e-6).Fit(context.Background(), plane(), square)
			fmt.Println(m.Name, m.Free, model.Len())
		}
	}
	// Output:
	// abm false 2
	// svd true 6
}

// The corners of a square, each measured a few times: the border basis that ABM
// finds has no common zeros, the nearest one that has them has four.
func ExampleBorder_Nearest() {
	x := mat.NewDense(8, 2, []float64{1, 1, 1.01, 1, 1, -1, 1, -1.01, -1, 1, -0.99, 1.01, -1, -1, -1.01, -1})
	R := plane()
	model, _ := approx.ABM{Epsilon: 0.05}.Fit(context.Background(), R, x)
	near, _ := approx.NewBorder(model)
	b, distance, err := near.Nearest(context.Background(), 1e-12)
	fmt.Println(len(model.BorderTerms()), len(b.Polynomials()), near.Commutator() > 1e-6, distance < 0.1, err)
	points := b.Points()
	for i := range 4 {
		fmt.Printf("(%.2f, %.2f)\n", points.At(i, 0), points.At(i, 1))
	}
	// Unordered output:
	// 4 4 true true <nil>
	// (1.01, 1.00)
	// (-1.01, -1.00)
	// (1.00, -1.00)
	// (-1.00, 1.00)
}
