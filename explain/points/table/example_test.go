package table_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/kexplain/kexplain/explain/points/table"
)

// Four rows of Boyle's table: the decimals are kept as rationals.
func Example() {
	text := "volume,pressure\n48,29.125\n46,30.5625\n44,\n42,33.5\n"
	r, err := table.NewReader(strings.NewReader(text), "boyle.csv", table.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	for {
		block, err := r.Next(context.Background())
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			fmt.Println(err)
			return
		}
		for i := range block.Rows() {
			fmt.Println("line", block.Line(i), block.Row(i), block.Exact(i, 1))
		}
	}
	fmt.Println(r.Info())
	// Output:
	// line 2 [48 29.125] 233/8
	// line 3 [46 30.5625] 489/16
	// line 5 [42 33.5] 67/2
	// boyle.csv: CSV, separated by commas, header, 3 rows × 2 columns (volume, pressure), 1 cell missing
	// left out for missing cells: 1 row (line 4)
}

func ExampleRead() {
	o := table.Options{Stdin: strings.NewReader("% x y\n0 0.00 3 4\n0 0.01 6 8\n"), Columns: table.SplitColumns("y, 2")}
	t, err := table.Read(context.Background(), "-", o)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(t.Names(), t.Row(1))
	// Output:
	// [y c2] [8 0.01]
}

func ExampleError() {
	_, err := table.NewReader(strings.NewReader("x,y\n"), "t.csv", table.Options{})
	fmt.Println(err)
	fmt.Println(errors.Is(err, table.ErrInput), errors.Is(err, table.ErrEmpty))
	// Output:
	// t.csv: found a header and no rows (line 1), expected rows of numbers below it
	// true true
}

func ExampleIdentifiers() {
	fmt.Println(table.Identifiers([]string{"x", "v^2", "2nd trial", "x", "V (cm³)"}))
	// Output:
	// [x v_2 x2nd_trial x_2 V_cm3]
}
