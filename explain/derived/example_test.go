package derived_test

import (
	"fmt"

	"github.com/kexplain/kexplain/explain/derived"
	"github.com/kexplain/kexplain/ring"
)

// The reciprocal is exact, the square root has no exact value.
func Example() {
	definitions, err := derived.Parse("u = 1/v, r = sqrt(v^2 + 7)", []string{"v"})
	if err != nil {
		fmt.Println(err)
		return
	}
	three := []ring.Rat{ring.RatFromInt(3)}
	u, err := definitions[0].Expression.Exact(three)
	fmt.Println(u, err)
	fmt.Println(definitions[0].Rational(), definitions[1].Rational())
	fmt.Println(definitions[1].Float([]float64{3}))
	// Output:
	// 1/3 <nil>
	// true false
	// 4
}
