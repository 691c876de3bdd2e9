package state_test

import (
	"context"
	"fmt"
	"strings"

	"github.com/kexplain/kexplain/explain/points/table"
	"github.com/kexplain/kexplain/explain/state"
	"github.com/kexplain/kexplain/poly"
	"github.com/kexplain/kexplain/ring"
)

// Two files on two machines.
func ExampleState() {
	whole, _ := state.New([]string{"x", "y"}, 2)
	for k, text := range []string{"x,y\n3,4\n-5,0\n", "x,y\n1.4,4.8\n"} {
		r, _ := table.NewReader(strings.NewReader(text), "part.csv", table.Options{})
		rows, _ := r.ReadAll(context.Background())
		part, _ := state.New(rows.Names(), 2)
		_ = part.Add(&rows.Block)
		_ = part.Seal(state.Part{File: state.Digest{byte(k)}, End: uint64(len(text))})
		file, _ := part.MarshalBinary() // to be sent
		part, _ = state.Unmarshal(file)
		_ = whole.Merge(part)
	}
	R, _ := poly.NewRing[ring.Rat](ring.Q, []string{"x", "y"})
	circle, _ := R.Parse("x^2 + y^2 - 25")
	fmt.Println(whole.Rows(), whole.Vanishes(circle), whole.Mean([]uint8{2, 0}, []float64{1, 1}))
	// Output:
	// 3 yes 11.986666666666666
}
