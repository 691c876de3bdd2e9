package derived_test

import (
	"fmt"

	"github.com/kexplain/kexplain/explain/derived"
	"github.com/kexplain/kexplain/ring"
)

// The reciprocal is exact, the square root is rounded.
func ExampleExact() {
	definitions, err := derived.Parse("u = 1/v, r = sqrt(v^2 + 7)", []string{"v"})
	if err != nil {
		fmt.Println(err)
		return
	}
	row, err := derived.Exact([]ring.Rat{ring.RatFromInt(3)}, definitions)
	fmt.Println(row, err)
	fmt.Println(definitions[0].Rational(), definitions[1].Rational())
	// Output:
	// [3 1/3 4] <nil>
	// true false
}
