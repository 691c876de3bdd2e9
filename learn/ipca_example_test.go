package learn_test

import (
	"context"
	"fmt"
	"math"

	"gonum.org/v1/gonum/mat"

	"github.com/kexplain/kexplain/feature"
	"github.com/kexplain/kexplain/learn"
	"github.com/kexplain/kexplain/poly"
	"github.com/kexplain/kexplain/ring"
)

// Twelve points of the unit circle: of the six conics 1, y, x, y², xy, x² one
// combination vanishes.
func Example() {
	x := mat.NewDense(12, 2, nil)
	for i := range 12 {
		s, c := math.Sincos(2 * math.Pi * float64(i) / 12)
		x.SetRow(i, []float64{c, s})
	}
	m, err := learn.IPCA{Kernel: feature.Polynomial{Degree: 2}}.Fit(context.Background(), x)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Printf("%d directions kept of %d\n", m.Rank(), len(m.Spectrum().Values))
	c, basis, err := m.Polynomials(context.Background())
	if err != nil {
		fmt.Println(err)
		return
	}
	for a := range basis.Len() {
		// Scaled to the coefficient of x², the last one.
		ratio := c.At(a, 0) / c.At(basis.Len()-1, 0)
		fmt.Printf("%v: %.3f\n", basis.Exponents(a), math.Round(1e9*ratio)/1e9+0)
	}
	d, err := m.Distance(context.Background(), mat.NewDense(2, 2, []float64{0.6, 0.8, 0.6, 0.9}))
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Printf("on the circle %v, beside it %v\n", d[0] < 1e-12, d[1] < 1e-12)
	// Output:
	// 5 directions kept of 6
	// [0 0]: -1.000
	// [0 1]: 0.000
	// [1 0]: 0.000
	// [0 2]: 1.000
	// [1 1]: 0.000
	// [2 0]: 1.000
	// on the circle true, beside it false
}

// Rows arrive in two blocks; nothing of them is kept.
func ExampleAccumulator() {
	ctx := context.Background()
	first := mat.NewDense(3, 2, []float64{0, 0, 1, 1, 2, 4})
	second := mat.NewDense(3, 2, []float64{-1, 1, -2, 4, 3, 9})
	a, err := learn.IPCA{Kernel: feature.Polynomial{Degree: 2}, Road: learn.FeatureRoad{}}.Accumulate(ctx, first)
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, block := range []*mat.Dense{first, second} {
		if err := a.Add(ctx, block); err != nil {
			fmt.Println(err)
			return
		}
	}
	m, err := a.Finish(ctx)
	if err != nil {
		fmt.Println(err)
		return
	}
	R, _ := poly.NewRing(ring.Float64, []string{"x", "y"})
	p, _ := R.Parse("y - x^2")
	share, _, err := m.Share(p)
	fmt.Printf("%d rows, rank %d, share of y - x^2: %.6f, %v\n", a.Rows(), m.Rank(), share, err)
	// Output: 6 rows, rank 5, share of y - x^2: 1.000000, <nil>
}

// Two groups of points, told apart by the first component.
func ExampleKernelPCA() {
	x := mat.NewDense(4, 1, []float64{-3, -3, 3, 3})
	p, err := learn.KernelPCA{Kernel: feature.Polynomial{Degree: 1}, Centre: true}.Fit(context.Background(), x)
	if err != nil {
		fmt.Println(err)
		return
	}
	f, err := p.Project(context.Background(), mat.NewDense(2, 1, []float64{-3, 1}))
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Printf("%d component, spectrum starts with %.0f\n", len(p.Chosen()), p.Spectrum().Values[0])
	fmt.Printf("%.1f\n", math.Abs(f.At(0, 0)-f.At(1, 0)))
	// Output:
	// 1 component, spectrum starts with 6
	// 4.0
}

func ExampleKernelECA() {
	x := mat.NewDense(4, 1, []float64{1, 1, 1, 1})
	p, err := learn.KernelECA{Kernel: feature.Polynomial{Degree: 1}, Components: 1}.Fit(context.Background(), x)
	if err != nil {
		fmt.Println(err)
		return
	}
	// All kernel values are 2, and so is their mean, the entropy estimate.
	fmt.Printf("component %v, entropy %.1f\n", p.Chosen(), p.Entropy()[0])
	// Output: component [0], entropy 2.0
}

// One point x = 1 with target 1 and λ = 1: α = 1/(1+1), and a 1×1 matrix has
// condition 1.
func ExampleKernelRidge() {
	one := mat.NewDense(1, 1, []float64{1})
	m, err := learn.KernelRidge{Kernel: feature.Polynomial{Degree: 1, Homogeneous: true}, Penalty: 1}.Fit(context.Background(), one, one)
	if err != nil {
		fmt.Println(err)
		return
	}
	f, err := m.Predict(context.Background(), mat.NewDense(1, 1, []float64{4}))
	fmt.Printf("%.3f %.3f %v\n", m.Alpha().At(0, 0), f.At(0, 0), err)
	fmt.Printf("condition %.0f\n", m.Condition())
	fmt.Println(m)
	// Output:
	// 0.500 2.000 <nil>
	// condition 1
	// kernel ridge regression with ⟨x,y⟩, points: 1, targets: 1
}

func ExampleAutomatic() {
	cut, err := learn.Automatic{}.Cut(learn.Spectrum{Values: []float64{5, 3, 0.001}, Rows: 100, Floor: 1e-15})
	fmt.Println(cut.Rank, cut.Gap, err)
	_, err = learn.Automatic{}.Cut(learn.Spectrum{Values: []float64{5, 3, 1}, Rows: 100, Floor: 1e-15})
	fmt.Println(err)
	// Output:
	// 2 3000 <nil>
	// learn: no gap in the singular values: ring: undecidable here: the largest ratio of neighbours is 3, a gap starts at 10
}
