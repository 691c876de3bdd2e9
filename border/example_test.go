package border_test

import (
	"context"
	"errors"
	"fmt"
	"os"

	"github.com/kexplain/kexplain/border"
	"github.com/kexplain/kexplain/poly"
	"github.com/kexplain/kexplain/ring"
)

// cross returns the points (±1, 0), (0, ±1).
func cross() [][]ring.Rat {
	zero, one, minusOne := ring.RatFromInt(0), ring.RatFromInt(1), ring.RatFromInt(-1)
	return [][]ring.Rat{{one, zero}, {minusOne, zero}, {zero, one}, {zero, minusOne}}
}

func Example() {
	R := poly.MustRing(ring.Q, []string{"x", "y"})
	id, err := border.BuchbergerMoller(context.Background(), R, cross())
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, g := range id.GroebnerBasis() {
		fmt.Println(g)
	}
	fmt.Println("separator of (1, 0):", id.Separators()[0])
	// Output:
	// x*y
	// x^2 + y^2 - 1
	// y^3 - y
	// separator of (1, 0): -1/2*y^2 + 1/2*x + 1/2
}

func ExampleBuchbergerMollerQ() {
	R := poly.MustRing(ring.Q, []string{"x", "y"}, poly.WithOrder(poly.Lex))
	id, err := border.BuchbergerMollerQ(context.Background(), R, cross(), border.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(id)
	for _, g := range id.GroebnerBasis() {
		fmt.Println(g)
	}
	// Output:
	// ideal of 4 points in Q[x, y] lex with leading monomials y^3, x*y, x^2
	// y^3 - y
	// x*y
	// x^2 + y^2 - 1
}

// The exact ideal of four rational points, and the normal form of a polynomial.
func ExampleRationalIdeal_NormalForm() {
	R := poly.MustRing(ring.Q, []string{"x", "y"})
	id, err := border.BuchbergerMollerQ(context.Background(), R, cross(), border.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	f, err := R.Parse("x^5 + y^4 + x*y + 1/2")
	if err != nil {
		fmt.Println(err)
		return
	}
	form, err := id.NormalForm(f)
	fmt.Println(form, err)
	fmt.Println(id.Contains(f.Sub(form)))
	// Output:
	// y^2 + x + 1/2 <nil>
	// true <nil>
}

// On the axes x⁵ = x and y⁴ = y², and x·y is zero.
func ExampleIdeal() {
	R := poly.MustRing(ring.Q, []string{"x", "y"})
	id, err := border.BuchbergerMoller(context.Background(), R, cross())
	if err != nil {
		fmt.Println(err)
		return
	}
	f, err := R.Parse("x^5 + x*y^2 + y^4")
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(id, "with standard monomials", id.OrderIdeal())
	fmt.Println(id.NormalForm(f))
	fmt.Println(id.Contains(f))
	// Output:
	// ⟨x*y, x^2 + y^2 - 1, y^3 - y⟩ with standard monomials {1, y, x, y^2}
	// y^2 + x <nil>
	// false <nil>
}

func ExampleOrderIdeal() {
	R := poly.MustRing(ring.Q, []string{"x", "y"})
	x, y := R.VarMonomial(0), R.VarMonomial(1)
	o, err := border.NewOrderIdeal(R, []poly.Monomial{{}, x, y})
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, b := range o.Border() {
		fmt.Print(R.FormatMonomial(b), " ")
	}
	fmt.Println(o.HilbertFunction())
	// Output: y^2 x*y x^2 [1 3]
}

// The order ideal of the monomials that divide x²·y, found by asking for each
// monomial whether it does.
func ExampleCorners() {
	R := poly.MustRing(ring.Q, []string{"x", "y"})
	top, err := R.Monomial(2, 1)
	if err != nil {
		fmt.Println(err)
		return
	}
	c := border.NewCorners(R)
	for t, ok := c.Next(); ok; t, ok = c.Next() {
		if !R.Divides(t, top) {
			c.Avoid(t)
		} else if err := c.Keep(t); err != nil {
			fmt.Println(err)
			return
		}
	}
	fmt.Println(len(c.Kept()), len(c.Avoided()))
	fmt.Println(c)
	// Output:
	// 6 2
	// kept {1, y, x, x*y, x^2, x^2*y}, avoided {y^2, x^3}
}

func ExampleRationalIdeal_Write() {
	R := poly.MustRing(ring.Q, []string{"x", "y"})
	id, err := border.BuchbergerMollerQ(context.Background(), R, cross(), border.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	err = id.Write(context.Background(), os.Stdout, poly.LaTeX, 2, id.BorderPlaces(), func(i int) string { return fmt.Sprintf(" (%d)\n", i+1) })
	if err != nil {
		fmt.Println(err)
	}
	// Output:
	// x y (1)
	// x^{2} + y^{2} - 1 (2)
	// y^{3} - y (3)
	// x y^{2} (4)
}

func ExampleRationalZeros() {
	R := poly.MustRing(ring.Q, []string{"x", "y"}, poly.WithOrder(poly.Lex))
	f, err := R.Parse("x - 2*y^2")
	if err != nil {
		fmt.Println(err)
		return
	}
	g, err := R.Parse("y^3 - 1/4*y")
	if err != nil {
		fmt.Println(err)
		return
	}
	id, err := border.FromGroebner(context.Background(), []*poly.Polynomial[ring.Rat]{g, f})
	if err != nil {
		fmt.Println(err)
		return
	}
	zeros, err := border.RationalZeros(context.Background(), id)
	fmt.Println(zeros, err)
	// Output: [[0 0] [1/2 -1/2] [1/2 1/2]] <nil>
}

func ExampleSizeError() {
	R := poly.MustRing(ring.Q, []string{"x", "y"})
	_, err := border.BuchbergerMollerQ(context.Background(), R, cross(), border.Options{MaxPoints: 3})
	var size *border.SizeError
	fmt.Println(errors.As(err, &size), size.Points)
	// Output: true 4
}

// Eight points on the unit circle: their ideal needs degree 5 and long
// coefficients, the circle itself is there at degree 2.
func ExampleBuchbergerMollerUpTo() {
	R := poly.MustRing(ring.Q, []string{"x", "y"})
	q := ring.NewRat
	var points [][]ring.Rat
	for _, t := range []int64{3, 4} {
		points = append(points,
			[]ring.Rat{q(t, 5), q(7-t, 5)}, []ring.Rat{q(-t, 5), q(7-t, 5)},
			[]ring.Rat{q(t, 5), q(t-7, 5)}, []ring.Rat{q(-t, 5), q(t-7, 5)})
	}
	elements, _ := border.BuchbergerMollerUpTo(context.Background(), R, points, 2)
	fmt.Println(elements)
	// Output: [x^2 + y^2 - 1]
}

// Four points impose 3 conditions on the 3 coefficients of a line, none passes
// through all, and 4 on the 6 of a conic: x·y and x² + y² - 1 do.
func ExampleHilbertUpTo() {
	R := poly.MustRing(ring.Q, []string{"x", "y"})
	var points [][]ring.Rat
	for _, c := range [][2]int64{{1, 0}, {0, 1}, {-1, 0}, {0, -1}} {
		points = append(points, []ring.Rat{ring.RatFromInt(c[0]), ring.RatFromInt(c[1])})
	}
	hilbert, _ := border.HilbertUpTo(context.Background(), R, points, 3)
	fmt.Println(hilbert)
	// Output: [1 3 4 4]
}

// The leading monomials x·y, x² and y³ leave four monomials over. A border basis
// on them determines the ideal, here of the points (±1, 0), (0, ±1).
func ExampleFromBorder() {
	R := poly.MustRing(ring.Q, []string{"x", "y"})
	var leading []poly.Monomial
	for _, e := range [][]int{{1, 1}, {2, 0}, {0, 3}} {
		m, err := R.Monomial(e...)
		if err != nil {
			fmt.Println(err)
			return
		}
		leading = append(leading, m)
	}
	o, err := border.Standard(R, leading)
	if err != nil {
		fmt.Println(err)
		return
	}
	var basis []*poly.Polynomial[ring.Rat]
	for _, text := range []string{"x*y", "x^2 + y^2 - 1", "y^3 - y", "x*y^2"} {
		f, err := R.Parse(text)
		if err != nil {
			fmt.Println(err)
			return
		}
		basis = append(basis, f)
	}
	id, err := border.FromBorder(context.Background(), o, basis)
	fmt.Println(err)
	fmt.Println(id.GroebnerBasis())
	// Output:
	// <nil>
	// [x*y x^2 + y^2 - 1 y^3 - y]
}
