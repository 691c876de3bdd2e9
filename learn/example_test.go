package learn_test

import (
	"context"
	"errors"
	"fmt"
	"math"

	"gonum.org/v1/gonum/mat"

	"github.com/kexplain/kexplain/feature"
	"github.com/kexplain/kexplain/learn"
	"github.com/kexplain/kexplain/poly"
	"github.com/kexplain/kexplain/ring"
)

// pythagorean are eight points of the circle x² + y² = 25.
var pythagorean = mat.NewDense(8, 2, []float64{5, 0, 3, 4, 0, 5, -3, 4, -5, 0, -4, -3, 0, -5, 4, -3})

// One spectrum, cut by every rule. The largest ratio of neighbours, 5000 to 6,
// stands at the top and says that columns are large, not that anything vanishes;
// VanishingGap looks below √100 only and finds 2 to 0.1.
func ExampleCutoff() {
	s := learn.Spectrum{Values: []float64{5000, 6, 2, 0.1, 0.05}, Rows: 100, Floor: 1e-12}
	for _, c := range []learn.Cutoff{
		learn.Threshold{Sigma: 1}, learn.RelativeThreshold{Ratio: 0.01}, learn.Rank{K: 2},
		learn.Automatic{}, learn.VanishingGap{},
	} {
		cut, err := c.Cut(s)
		if err != nil {
			fmt.Println(err)
			return
		}
		fmt.Printf("%T keeps %d, gap %.0f\n", c, cut.Rank, cut.Gap)
	}
	_, err := learn.Rank{K: 6}.Cut(s)
	fmt.Println(errors.Is(err, learn.ErrCutoff))
	// Output:
	// learn.Threshold keeps 3, gap 20
	// learn.RelativeThreshold keeps 1, gap 833
	// learn.Rank keeps 2, gap 3
	// learn.Automatic keeps 1, gap 833
	// learn.VanishingGap keeps 3, gap 20
	// true
}

// The same model by monomials and by values of the kernel at six spanning
// points, as many as there are monomials of degree up to 2.
func ExampleRoad() {
	R := poly.MustRing[float64](ring.Float64, []string{"x", "y"})
	circle, _ := R.Parse("x^2 + y^2 - 25")
	for _, road := range []learn.Road{learn.FeatureRoad{}, learn.KernelRoad{}, learn.AutoRoad{MaxFeatures: 5}} {
		c := learn.IPCA{Kernel: feature.Polynomial{Degree: 2}, Road: road}
		if road != (learn.FeatureRoad{}) {
			c.Spanning = feature.Random{M: 6}
		}
		m, err := c.Fit(context.Background(), pythagorean)
		if err != nil {
			fmt.Println(err)
			return
		}
		share, _, err := m.Share(circle)
		fmt.Printf("%v takes %v: rank %d, share of the circle %.6f %v\n", road, m.Road(), m.Rank(), share, err)
	}
	// Output:
	// feature takes feature: rank 5, share of the circle 1.000000 <nil>
	// kernel takes kernel: rank 5, share of the circle 1.000000 <nil>
	// auto takes kernel: rank 5, share of the circle 1.000000 <nil>
}

// Principal features of the points ±3 by the kernel xy + 1, whose features are
// 1 and x: 1 has the singular value √2 and x has √18. Whitening divides by them.
func ExampleScaling() {
	x := mat.NewDense(2, 1, []float64{3, -3})
	m, err := learn.IPCA{Kernel: feature.Polynomial{Degree: 1}, Cutoff: learn.Rank{K: 2}}.Fit(context.Background(), x)
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, s := range []learn.Scaling{learn.Plain, learn.Whitened} {
		v, err := m.Principal(context.Background(), mat.NewDense(1, 1, []float64{6}), s)
		if err != nil {
			fmt.Println(err)
			return
		}
		// 6 and 1; then 6/√18 = √2 and 1/√2.
		fmt.Printf("%v %.4f %.4f\n", s, math.Abs(v.At(0, 0)), math.Abs(v.At(0, 1)))
	}
	// Output:
	// plain 6.0000 1.0000
	// whitened 1.4142 0.7071
}

// The points ±1 by the powers of xy + 1. Degree 1 has the features 1 and x. Of
// degree 2 are 1, √2 x and x², orthonormal for the φ product: (1 − x²)/√2
// vanishes, (1 + x²)/√2 and √2 x are √2 and ±√2 at both points.
func ExampleFeature() {
	m, err := learn.AVICA{Degree: 2}.Fit(context.Background(), mat.NewDense(2, 1, []float64{1, -1}))
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, kind := range []learn.Kind{learn.Generative, learn.Discriminative} {
		for _, f := range m.Features(kind) {
			fmt.Printf("degree %d, %v, quantum %.4f\n", f.Degree, f.Kind, f.Quantum)
		}
	}
	// Output:
	// degree 2, generative, quantum 0.0000
	// degree 1, discriminative, quantum 1.0000
	// degree 1, discriminative, quantum 1.0000
	// degree 2, discriminative, quantum 1.4142
	// degree 2, discriminative, quantum 1.4142
}

// On exact points of a circle the algorithm as printed discards the singular
// value 0 and with it the equation; repaired, it keeps the equation and knows its
// three multiples of degree 3.
func ExampleAVICAMethod() {
	for _, method := range []learn.AVICAMethod{learn.Repaired{}, learn.AsPrinted{Epsilon: 1e-6}} {
		m, err := learn.AVICA{Degree: 3, Method: method}.Fit(context.Background(), pythagorean)
		if err != nil {
			fmt.Println(err)
			return
		}
		r := m.Reports()
		fmt.Printf("%v: %d of degree 2, %d multiples in degree 3\n", method, r[1].Generative, r[2].Absorbed)
	}
	// Output:
	// repaired: 1 of degree 2, 3 multiples in degree 3
	// as printed: 0 of degree 2, 0 multiples in degree 3
}

// Two accumulators of one process see one half of the points each.
func ExampleAVICAStream() {
	ctx := context.Background()
	here, err := learn.AVICA{}.Accumulate(ctx, pythagorean)
	if err != nil {
		fmt.Println(err)
		return
	}
	there := here.Fork() // the same spanning points
	if err := errors.Join(
		here.Add(ctx, pythagorean.Slice(0, 4, 0, 2).(*mat.Dense)),
		there.Add(ctx, pythagorean.Slice(4, 8, 0, 2).(*mat.Dense)),
		here.Merge(there),
	); err != nil {
		fmt.Println(err)
		return
	}
	m, err := here.Finish(ctx)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(m.Rows(), "points,", len(m.Features(learn.Generative)), "equation")
	// Output: 8 points, 1 equation
}

// Both learners that certify give the same test of a circle.
func ExampleManifoldLearner() {
	x := mat.NewDense(90, 2, nil)
	for i := range 90 {
		s, c := math.Sincos(2 * math.Pi * float64(i) / 90)
		x.SetRow(i, []float64{5 * c, 5 * s})
	}
	for _, l := range []learn.ManifoldLearner{learn.IPCA{Kernel: feature.Polynomial{Degree: 2}}, learn.AVICA{}} {
		m, err := learn.ManifoldTest{Learner: l, Level: 0.9}.Fit(context.Background(), x)
		if err != nil {
			fmt.Println(err)
			return
		}
		s, err := m.Scores(context.Background(), mat.NewDense(2, 2, []float64{3, 4.1, 3, 5}))
		if err != nil {
			fmt.Println(err)
			return
		}
		// x² + y² − 25 is 0.81 at the first point and 9 at the second.
		fmt.Printf("%d equation, outside %v, %.2f times as far\n", m.Functions(), s[0] > m.Bound(), s[1]/s[0])
	}
	// Output:
	// 1 equation, outside true, 11.11 times as far
	// 1 equation, outside true, 11.11 times as far
}
