package explain_test

import (
	"context"
	"fmt"

	"github.com/kexplain/kexplain/border"
	"github.com/kexplain/kexplain/duality"
	"github.com/kexplain/kexplain/explain"
	"github.com/kexplain/kexplain/explain/points"
	"github.com/kexplain/kexplain/feature"
	"github.com/kexplain/kexplain/poly"
	"github.com/kexplain/kexplain/ring"
)

// A table is read, its law learned, and the law solved for a column.
func Example_learnAndSolve() {
	ctx := context.Background()
	set, err := points.Read(ctx, "../testdata/boyle.csv", points.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	result, err := explain.Learn(ctx, explain.Data{Variables: set.Variables(), Points: set}, explain.Options{MaxDegree: 2})
	if err != nil {
		fmt.Println(err)
		return
	}
	law := result.Generators[0].Polynomial
	solution, err := explain.Solve(law, "pressure")
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(solution)
	pressure, err := solution.At([]ring.Rat{ring.RatFromInt(20), {}})
	fmt.Println("at volume 20:", pressure.Float64(), err)
	// Output:
	// pressure = 28173/(20*volume)
	// at volume 20: 70.4325 <nil>
}

// Rational points have an exact ideal, and every polynomial a normal form modulo it.
func Example_idealOfPoints() {
	R := poly.MustRing[ring.Rat](ring.Q, []string{"x", "y"})
	half := ring.NewRat(1, 2)
	corners := [][]ring.Rat{{{}, {}}, {{}, half}, {half, {}}, {half, half}}
	ideal, err := border.BuchbergerMollerQ(context.Background(), R, corners, border.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, g := range ideal.GroebnerBasis() {
		fmt.Println(g)
	}
	f, err := R.Parse("x^3 + y^2")
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(ideal.NormalForm(f))
	// Output:
	// y^2 - 1/2*y
	// x^2 - 1/2*x
	// 1/4*x + 1/2*y <nil>
}

// A kernel expansion Σ c_j k(·, z_j) is a polynomial f, and the φ-product with k(·, x)
// evaluates it: ⟨f, k(·, x)⟩_φ = f(x).
func Example_kernelExpansion() {
	R := poly.MustRing[ring.Rat](ring.Q, []string{"t"})
	space, err := duality.NewSpace[ring.Rat](R, feature.Polynomial{Degree: 2})
	if err != nil {
		fmt.Println(err)
		return
	}
	Z := [][]ring.Rat{{ring.RatFromInt(-1)}, {ring.RatFromInt(1)}}
	c := []ring.Rat{ring.NewRat(1, 2), ring.NewRat(1, 2)}
	f := space.Expand(c, Z)
	x := []ring.Rat{ring.RatFromInt(3)}
	product, err := space.Inner(f, space.Section(x))
	fmt.Println(f)
	fmt.Println(product, f.Eval(x), err)
	// Output:
	// t^2 + 1
	// 10 10 <nil>
}
