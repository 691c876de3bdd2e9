package points_test

import (
	"context"
	"fmt"
	"strings"

	"github.com/kexplain/kexplain/explain/points"
)

// A table of two columns, written in hundredths and in whole numbers.
func Example() {
	text := "price,count\n0.10,3\n12.25,1\n"
	s, err := points.ReadFrom(context.Background(), strings.NewReader(text), "prices.csv", points.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(s)
	fmt.Println(s.Exact(0, 0), "in line", s.Line(0))
	fmt.Println(s.ExactRow(nil, 1))
	fmt.Println(s.Step(0), "within", s.HalfStep(0, 0))
	fmt.Println(s.Select([]int{1}, []int{1}).Exact(0, 0))
	// Output:
	// 2 points in [price count]
	// 1/10 in line 2
	// [49/4 1]
	// rounded to a multiple of 1e-2 within 1/200
	// 1
}
