package numeric_test

import (
	"context"
	"fmt"
	"math"

	"gonum.org/v1/gonum/mat"

	"github.com/kexplain/kexplain/numeric"
	"github.com/kexplain/kexplain/ring"
)

// Points on the line y = 2x, in two chunks: the second singular value of the
// two columns is zero, and its vector is the equation −2x + y = 0.
func ExampleTSQR() {
	first, second := numeric.NewTSQR(2), numeric.NewTSQR(2)
	first.Add(mat.NewDense(2, 2, []float64{1, 2, 2, 4}))
	second.Add(mat.NewDense(2, 2, []float64{-1, -2, 0, 0}))
	first.Merge(second)
	s, err := numeric.SVDOf(first.R())
	if err != nil {
		fmt.Println(err)
		return
	}
	x, y := s.V.At(0, 1), s.V.At(1, 1)
	fmt.Printf("%d rows, rank %d\n", first.Rows(), s.Rank)
	fmt.Printf("singular values %.6f and %.1g\n", s.Values[0], math.Round(s.Values[1]))
	fmt.Printf("x : y = %.1f : 1\n", x/y)
	// Output:
	// 4 rows, rank 1
	// singular values 5.477226 and 0
	// x : y = -2.0 : 1
}

func Example() {
	a := mat.NewDense(3, 2, []float64{3, 0, 0, 2, 0, 0})
	s, err := numeric.TallSVD(context.Background(), a, false)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(s.Values, s.Rank, s.Condition())
	// Output: [3 2] 2 1.5
}

// The matrix has rank 1: its pseudo-inverse root is 1/2 on the line (1, 1) and
// zero across it.
func ExamplePinvSqrt() {
	k := mat.NewSymDense(2, []float64{2, 2, 2, 2})
	p, err := numeric.PinvSqrt(k, numeric.RankTolerance(2))
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println("rank", p.Rank)
	fmt.Printf("%.2f\n", mat.Formatted(p.Root()))
	// Output:
	// rank 1
	// ⎡0.25  0.25⎤
	// ⎣0.25  0.25⎦
}

// The smallest λ is the mean square distance of the points 2 and 4 to their
// centre: with the monomials 1 and x, A sums the values and B the gradients,
// and the gradient of 1 is zero.
func ExampleGeneralisedEigen() {
	a := mat.NewSymDense(2, []float64{2, 6, 6, 20})
	b := mat.NewSymDense(2, []float64{0, 0, 0, 2})
	p, err := numeric.GeneralisedEigen(a, b, 1e-12)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Printf("λ = %.3f, centre %.3f, infinite %d\n", p.Values[0], -p.Vectors.At(0, 0)/p.Vectors.At(1, 0), p.Infinite)
	// Output: λ = 1.000, centre 3.000, infinite 1
}

func ExampleSmallPencil() {
	var s numeric.SmallPencil
	finite := s.Solve(2, []float64{2, 6, 6, 20}, []float64{0, 0, 0, 2}, 1e-12)
	fmt.Printf("%d finite, λ = %.3f\n", finite, s.Value(0))
	// Output: 1 finite, λ = 1.000
}

// Two rows that mix x + z = 0 and y − z = 0, apart from 1e-9.
func ExampleRREFTol() {
	mixed := mat.NewDense(2, 3, []float64{
		1, 1, 1e-9,
		1, -1, 2,
	})
	e := numeric.RREFTol(mixed, 1e-6)
	fmt.Println("pivots", e.Pivots)
	fmt.Printf("%.3f\n", mat.Formatted(e.Rows))
	// Output:
	// pivots [0 1]
	// ⎡ 1.000   0.000   1.000⎤
	// ⎣ 0.000   1.000  -1.000⎦
}

func ExamplePrincipalAngles() {
	axis := mat.NewDense(2, 1, []float64{1, 0})
	diagonal := mat.NewDense(2, 1, []float64{7, 7})
	angles, err := numeric.PrincipalAngles(axis, diagonal)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Printf("%.0f degrees\n", angles[0]*180/math.Pi)
	// Output: 45 degrees
}

// Evaluating 1, x, x² at the points 1, 2, 3 gives a Vandermonde matrix; at the
// points 1 and 2 alone there is one equation, 2 − 3x + x² = 0.
func ExampleMatrix() {
	v := numeric.NewMatrix(ring.Q, 2, 3)
	for i, x := range []int64{1, 2} {
		for j, p := range []int64{1, x, x * x} {
			v.Set(i, j, ring.RatFromInt(p))
		}
	}
	fmt.Println(v)
	fmt.Println("rank", numeric.Rank(v))
	fmt.Println("null space", numeric.NullSpace(v))
	// Output:
	// [1 1 1]
	// [1 2 4]
	// rank 2
	// null space [2 -3 1]
}

func ExampleSolve() {
	a := numeric.MatrixOf(ring.Q, [][]ring.Rat{
		{ring.RatFromInt(1), ring.RatFromInt(2)},
		{ring.RatFromInt(3), ring.RatFromInt(4)},
	})
	b := numeric.MatrixOf(ring.Q, [][]ring.Rat{{ring.RatFromInt(1)}, {ring.RatFromInt(2)}})
	x, err := numeric.Solve(a, b)
	fmt.Println(x, err)
	fmt.Println("determinant", numeric.Det(a))
	// Output:
	// [0]
	// [1/2] <nil>
	// determinant -2
}

func ExampleSubspace() {
	row := func(x ...int64) []ring.Rat {
		r := make([]ring.Rat, len(x))
		for i := range x {
			r[i] = ring.RatFromInt(x[i])
		}
		return r
	}
	plane := numeric.NewSubspace(numeric.MatrixOf(ring.Q, [][]ring.Rat{row(1, 1, 0), row(0, 1, 1)}))
	fmt.Println(plane.Contains(row(1, 2, 1)), plane.Contains(row(1, 0, 0)))
	fmt.Println(plane.Basis())
	// Output:
	// true false
	// [1 0 -1]
	// [0 1 1]
}

// The form x² + 4xy + y² is negative at (−2, 1).
func ExamplePositiveSemidefinite() {
	a := numeric.MatrixOf(ring.Q, [][]ring.Rat{
		{ring.RatFromInt(1), ring.RatFromInt(2)},
		{ring.RatFromInt(2), ring.RatFromInt(1)},
	})
	s, err := numeric.PositiveSemidefinite(a)
	fmt.Println(s.Yes, s.Witness, s.Value, err)
	// Output: false [-2 1] -3 <nil>
}
