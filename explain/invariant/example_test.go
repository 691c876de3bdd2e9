package invariant_test

import (
	"context"
	"fmt"

	"github.com/kexplain/kexplain/explain/invariant"
	"github.com/kexplain/kexplain/poly"
	"github.com/kexplain/kexplain/ring"
)

// A loop that takes square roots by adding odd numbers: s is always the square of a + 1.
func Example() {
	R := poly.MustRing(ring.Q, []string{"a", "s", "t"})
	polynomials := func(texts ...string) (list []*poly.Polynomial[ring.Rat]) {
		for _, text := range texts {
			p, err := R.Parse(text)
			if err != nil {
				panic(err)
			}
			list = append(list, p)
		}
		return list
	}
	program := invariant.Program{
		Equations: polynomials("t - 2*a - 1", "s - (a + 1)^2"),
		Start:     polynomials("a", "s - 1", "t - 1"), // 0, 1 and 1 where the loop begins
	}
	step, err := invariant.ParseStep(R, "body", "a := a + 1; t := t + 2; s := s + t")
	if err != nil {
		fmt.Println(err)
		return
	}
	program.Steps = []*invariant.Step{step}
	result, err := invariant.Prove(context.Background(), program)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(result)
	// Output:
	// t = 2*a + 1: an invariant
	// s = a^2 + 2*a + 1: an invariant
}
