package groebner_test

import (
	"context"
	"fmt"

	"github.com/kexplain/kexplain/border/groebner"
	"github.com/kexplain/kexplain/poly"
	"github.com/kexplain/kexplain/ring"
)

func polynomials(R *poly.Ring[ring.Rat], texts ...string) []*poly.Polynomial[ring.Rat] {
	polys := make([]*poly.Polynomial[ring.Rat], len(texts))
	for i, s := range texts {
		p, err := R.ParseEquation(s)
		if err != nil {
			panic(err)
		}
		polys[i] = p
	}
	return polys
}

// A circle and a hyperbola meet where y⁴ - y² + 1 = 0 and x = y - y³.
func Example() {
	R := poly.MustRing(ring.Q, []string{"x", "y"}, poly.WithOrder(poly.Lex))
	basis, err := groebner.Basis(context.Background(), polynomials(R, "x^2 + y^2 = 1", "x*y = 1"))
	fmt.Println(basis, err)
	// Output:
	// [y^4 - y^2 + 1 x + y^3 - y] <nil>
}

// That x·z = y² on the twisted cubic follows from the other two equations.
func ExampleIrredundant() {
	R := poly.MustRing(ring.Q, []string{"x", "y", "z"})
	equations := polynomials(R, "x*z = y^2", "x^2 = y", "x*y = z")
	short, err := groebner.Irredundant(context.Background(), equations)
	fmt.Println(short, err)
	// Output:
	// [x^2 - y x*y - z] <nil>
}

func ExampleLift() {
	R := poly.MustRing(ring.Q, []string{"x", "y", "z"})
	gens := polynomials(R, "x^2 = y", "x*y = z")
	f := polynomials(R, "x*z = y^2")[0]
	cofactors, ok, err := groebner.Lift(context.Background(), f, gens)
	fmt.Println(ok, err)
	fmt.Printf("%v = (%v)·(%v) + (%v)·(%v)\n", f, cofactors[0], gens[0], cofactors[1], gens[1])
	// Output:
	// true <nil>
	// x*z - y^2 = (y)·(x^2 - y) + (-x)·(x*y - z)
}

// The curve (t², t³) without its parameter.
func ExampleEliminate() {
	R := poly.MustRing(ring.Q, []string{"t", "x", "y"})
	curve, err := groebner.Eliminate(context.Background(), polynomials(R, "x = t^2", "y = t^3"), []int{0})
	fmt.Println(curve, err)
	// Output:
	// [x^3 - y^2] <nil>
}

// The twisted cubic is a curve of degree 3: a plane meets it in three points, and
// there are 3d + 1 independent polynomials of degree at most d on it.
func ExampleHilbert() {
	R := poly.MustRing(ring.Q, []string{"x", "y", "z"})
	ctx := context.Background()
	basis, err := groebner.Basis(ctx, polynomials(R, "x^2 = y", "x*y = z"))
	if err != nil {
		panic(err)
	}
	h, err := groebner.HilbertOf(ctx, basis)
	fmt.Println(h.Dimension(), h.Degree(), h.AffinePolynomial(), err)
	fmt.Println(h.Numerator())
	fmt.Println(h)
	// Output:
	// 1 3 3*d + 1 <nil>
	// [1 0 -3 2]
	// (1 - 3*t^2 + 2*t^3)/(1 - t)^3, dimension 1, degree 3
}

// x·z - y² on the twisted cubic appears where multipliers of degree 1 are allowed.
func ExampleTruncated() {
	R := poly.MustRing(ring.Q, []string{"x", "y", "z"})
	equations := polynomials(R, "x^2 = y", "x*y = z")
	for d := 2; d <= 3; d++ {
		ideal, err := groebner.TruncatedOf(context.Background(), equations, d)
		f := polynomials(R, "x*z = y^2")[0]
		fmt.Println(ideal.Dim(2), ideal.Dim(d), ideal.Contains(f), ideal.IsLeading(f.LeadingMonomial()), err)
	}
	// Output:
	// 2 2 false false <nil>
	// 3 10 true true <nil>
}

// The normal form on a circle and a hyperbola has degree 2 at most.
func ExampleIdeal() {
	R := poly.MustRing(ring.Q, []string{"x", "y"})
	ideal, err := groebner.NewIdeal(context.Background(), polynomials(R, "x^2 + y^2 = 1", "x*y = 1"))
	fmt.Println(ideal, err)
	fmt.Println(ideal.NormalForm(polynomials(R, "x^4 + y^4")[0]))
	fmt.Println(ideal.Contains(polynomials(R, "x^4 + y^4 + 1")[0]))
	// Output:
	// ⟨x*y - 1, x^2 + y^2 - 1, y^3 + x - y⟩ <nil>
	// -1 <nil>
	// true <nil>
}

func ExampleWithLimits() {
	R := poly.MustRing(ring.Q, []string{"x", "y", "z"})
	equations := polynomials(R, "x^2*y = z", "y^2*z = x", "z^2*x = y + 1")
	_, err := groebner.Basis(context.Background(), equations, groebner.WithLimits(groebner.Limits{Pairs: 3}))
	fmt.Println(err)
	// Output:
	// groebner: after 3 pairs: limit passed: 3 pairs reduced, 3 waiting
}

// On the twisted cubic x·z = y², and x = 0 does not hold.
func ExampleMember() {
	R := poly.MustRing(ring.Q, []string{"x", "y", "z"})
	basis, err := groebner.Basis(context.Background(), polynomials(R, "x^2 = y", "x*y = z"))
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, f := range polynomials(R, "x*z = y^2", "x = 0") {
		follows, err := groebner.Member(f, basis)
		fmt.Println(f, follows, err)
	}
	// Output:
	// x*z - y^2 true <nil>
	// x false <nil>
}

// S(x² − y, x·y − z) = y·(x² − y) − x·(x·y − z) = x·z − y². Its remainder is not
// zero, so the two are no Gröbner basis; with it and y³ − z² they are one.
func ExampleIsGroebner() {
	R := poly.MustRing(ring.Q, []string{"x", "y", "z"})
	gens := polynomials(R, "x^2 = y", "x*y = z")
	s, err := groebner.SPolynomial(gens[0], gens[1])
	fmt.Println(s, err)
	fmt.Println(groebner.IsGroebner(context.Background(), gens))
	fmt.Println(groebner.IsGroebner(context.Background(), append(gens, s, polynomials(R, "y^3 = z^2")[0])))
	// Output:
	// x*z - y^2 <nil>
	// false <nil>
	// true <nil>
}

// Of the equations of the twisted cubic none follows from the others with
// multipliers that keep the degree; x³ = z does.
func ExampleMinimalGenerators() {
	R := poly.MustRing(ring.Q, []string{"x", "y", "z"})
	gens, err := groebner.MinimalGenerators(context.Background(), polynomials(R, "x^3 = z", "x*z = y^2", "x^2 = y", "x*y = z"))
	fmt.Println(len(gens), err)
	// Output:
	// 3 <nil>
}

// A circle and a hyperbola meet in four points, so 1, y, x and y² are left over;
// the circle alone is a curve.
func ExampleQuotientBasis() {
	R := poly.MustRing(ring.Q, []string{"x", "y"})
	circle := polynomials(R, "x^2 + y^2 = 1")
	fmt.Println(groebner.Dimension(context.Background(), circle))
	basis, err := groebner.Basis(context.Background(), append(circle, polynomials(R, "x*y = 1")...))
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(groebner.Dimension(context.Background(), basis))
	monomials, err := groebner.QuotientBasis(context.Background(), basis)
	for _, m := range monomials {
		fmt.Print(R.FormatMonomial(m), " ")
	}
	fmt.Println(err)
	// Output:
	// 1 <nil>
	// 0 <nil>
	// 1 y x y^2 <nil>
}

func ExampleEqual() {
	R := poly.MustRing(ring.Q, []string{"x", "y"})
	same, err := groebner.Equal(context.Background(), polynomials(R, "x + y = 3", "x - y = 1"), polynomials(R, "x = 2", "y = 1"))
	fmt.Println(same, err)
	// Output: true <nil>
}
