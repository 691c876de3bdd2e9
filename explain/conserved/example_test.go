package conserved_test

import (
	"context"
	"fmt"
	"math"

	"github.com/kexplain/kexplain/explain/conserved"
)

// Points of circles of different radii: x² + y² is constant on each.
func Example() {
	d := conserved.Data{Names: []string{"x", "y"}}
	for circle := range 6 {
		radius := 1 + 0.3*float64(circle)
		for i := range 40 {
			angle := 0.31*float64(i) + float64(circle)
			d.Rows = append(d.Rows, []float64{radius * math.Cos(angle), radius * math.Sin(angle)})
			d.Trial = append(d.Trial, circle)
		}
	}
	r, err := conserved.Find(context.Background(), d, conserved.Options{Window: conserved.Trials})
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, t := range r.Laws[0].Terms {
		fmt.Printf("%v %.6f\n", t.Exponents, t.Coefficient)
	}
	fmt.Printf("radius² of the first circle: %.6f\n", r.Laws[0].Constants[0].Value)
	// Output:
	// [2 0] 1.000000
	// [0 2] 1.000000
	// radius² of the first circle: 1.000000
}
