package explain_test

import (
	"context"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"

	"gonum.org/v1/gonum/mat"

	"github.com/kexplain/kexplain/explain"
	"github.com/kexplain/kexplain/ring"
)

// circle are the twelve points with integer coordinates on the circle of radius 5.
var circle = explain.Data{Variables: []string{"x", "y"}, Points: explain.Dense(mat.NewDense(12, 2, []float64{
	5, 0, 4, 3, 3, 4, 0, 5, -3, 4, -4, 3, -5, 0, -4, -3, -3, -4, 0, -5, 3, -4, 4, -3,
}))}

// What is known of one equation: its terms, the distance of the points, the
// exact test, and what the kernel makes of it.
func ExampleGenerator() {
	r, err := explain.Learn(context.Background(), circle, explain.Options{MaxDegree: 2})
	if err != nil {
		fmt.Println(err)
		return
	}
	g := r.Generators[0]
	for _, t := range g.Terms {
		fmt.Println(t.Exponents, t.Coefficient, t.Exact)
	}
	fmt.Println("farthest point:", g.Residual.Max, "in data units, largest value:", g.Exact.MaxAbs)
	fmt.Printf("share in the certifying space: %.6f\n", g.Kernel.Certifying)
	// Output:
	// [2 0] 1 true
	// [0 2] 1 true
	// [0 0] -25 true
	// farthest point: 0 in data units, largest value: 0
	// share in the certifying space: 1.000000
}

// Lines and conics through the circle's points: in degree 1 all three
// monomials are needed, in degree 2 one of the six is too many.
func ExampleDegreeSpectrum() {
	r, err := explain.Learn(context.Background(), circle, explain.Options{MaxDegree: 2})
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, s := range r.Spectrum {
		fmt.Printf("degree %d: rank %d of %d\n", s.Degree, s.Rank, s.Monomials)
	}
	// Output:
	// degree 1: rank 3 of 3
	// degree 2: rank 5 of 6
}

// No line goes through the points of a circle. That is not a failure of the
// program but an answer, with a type of its own.
func ExampleNoEquationError() {
	_, err := explain.Learn(context.Background(), circle, explain.Options{MaxDegree: 1})
	var none *explain.NoEquationError
	fmt.Println(errors.As(err, &none))
	fmt.Println("up to degree", none.Degree, "the data would need a noise above 0.5:", none.Sigma > 0.5)
	// Output:
	// true
	// up to degree 1 the data would need a noise above 0.5: true
}

// 500 points of the circle of radius 5, each coordinate with an error of 0.02.
// The noise is found with the equation, and is good to a few per cent.
func ExampleNoise() {
	x, rng := mat.NewDense(500, 2, nil), rand.New(rand.NewPCG(1, 1))
	for i := range 500 {
		s, c := math.Sincos(2 * math.Pi * rng.Float64())
		x.SetRow(i, []float64{5*c + 0.02*rng.NormFloat64(), 5*s + 0.02*rng.NormFloat64()})
	}
	r, err := explain.Learn(context.Background(), explain.Data{Variables: []string{"x", "y"}, Points: explain.Dense(x)}, explain.Options{MaxDegree: 2})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(r.Generators[0])
	fmt.Printf("error of x %.2f, of y %.2f\n", r.Noise.Std[0], r.Noise.Std[1])
	fmt.Printf("known to %.0f %%\n", 100*r.Noise.Stderr/r.Noise.Sigma)
	// Output:
	// x^2 + y^2 - 25
	// error of x 0.02, of y 0.02
	// known to 3 %
}

// thirds are the points (k, k/3), which no float64 holds.
type thirds struct{}

func (thirds) Rows() int           { return 9 }
func (thirds) Line(i int) int      { return i + 1 }
func (thirds) Row(i int) []float64 { return []float64{float64(i), float64(i) / 3} }

func (thirds) ExactRow(dst []ring.Rat, i int) []ring.Rat {
	dst[0], dst[1] = ring.RatFromInt(int64(i)), ring.NewRat(int64(i), 3)
	return dst
}

// Points that know their exact coordinates are tested with these. The same
// points as floats are on the line only where a third is a float: at 0, 3 and 6.
func ExampleRows() {
	x := mat.NewDense(thirds{}.Rows(), 2, nil)
	for i := range (thirds{}).Rows() {
		x.SetRow(i, thirds{}.Row(i))
	}
	for _, points := range []explain.Rows{thirds{}, explain.Dense(x)} {
		r, err := explain.Learn(context.Background(), explain.Data{Variables: []string{"x", "y"}, Points: points}, explain.Options{MaxDegree: 1})
		if err != nil {
			fmt.Println(err)
			return
		}
		e := r.Generators[0].Exact
		fmt.Println(r.Generators[0], "at", e.Vanishing, "of", e.Points)
	}
	// Output:
	// x - 3*y at 9 of 9
	// x - 3*y at 3 of 9
}

// The line y = 2t, with errors in y of mean square 0.02 that favour no other line.
// Who knows that t has none says so, and y has √0.02 = 0.14. Else they share it: a
// point is √(0.02/5) = 0.06 from the line.
func ExampleOptions() {
	offsets := []float64{0.2, -0.1, -0.1, -0.1, -0.1, 0.2}
	x := mat.NewDense(600, 2, nil)
	for i := range 600 {
		t := float64(i) / 6
		x.SetRow(i, []float64{t, 2*t + offsets[i%6]})
	}
	data := explain.Data{Variables: []string{"t", "y"}, Points: explain.Dense(x)}
	for _, noise := range [][]float64{{0, 1}, {1, 1}} {
		r, err := explain.Learn(context.Background(), data, explain.Options{MaxDegree: 1, Noise: noise})
		if err != nil {
			fmt.Println(err)
			return
		}
		fmt.Printf("%v, errors %.2f\n", r.Generators[0], r.Noise.Std)
	}
	// Output:
	// 2*t - y, errors [0.00 0.14]
	// 2*t - y, errors [0.06 0.06]
}
