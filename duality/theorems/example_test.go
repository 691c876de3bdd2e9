package theorems_test

import (
	"context"
	"fmt"
	"os"

	"github.com/kexplain/kexplain/duality/theorems"
)

// The rank of a cross-kernel matrix is the feature rank of X when the feature
// span of X lies in that of Z. Without that hypothesis it need not be: (θxy + 1)
// is 0 at x = 2, y = -1 for θ = 1/2.
func Example() {
	s, err := theorems.Find("CKI-19")
	if err != nil {
		panic(err)
	}
	o := s.Check(context.Background(), 200, 1, theorems.Correct())
	fmt.Println(s.Claim)
	fmt.Println(o.Satisfying, o.Confirmed())
	fmt.Println(o.Needed[1].Instance, o.Needed[1].Conclusion)
	// Output:
	// rank K_XZ = frk X if fspan X ⊆ fspan Z
	// 200 true
	// {"X":[["2"]],"Z":[["-1"]],"d":1,"theta":"1/2"} false
}

// A file with one instance: the row 1 + X/2 over Y = {1} is not in the span of
// k(·, 0) = 1, against the printed Theorem 3(ii) of DKL.
func ExampleRecheck() {
	file := `{"kind": "statement", "ref": ["DKL-16"], "form": "printed",
		"d": 1, "theta": "1/2", "S": [["0"]], "X": [["0"]], "Y": [["1"]],
		"expect": {"hypotheses": {"X ⊆ S": true}, "conclusion": false}}`
	list, err := theorems.Recheck([]byte(file), theorems.Correct())
	if err != nil {
		panic(err)
	}
	fmt.Println(list[0].Ref, len(list[0].Differences), list[0].Answers["conclusion"])
	// Output: [DKL-16] 0 false
}

// What is left of an instance when only its second point matters.
func ExampleShrink() {
	in, err := theorems.ParseInstance([]byte(`{"d": 3, "theta": "2/3", "X": [["1/2", "7"], ["-5", "3"]]}`))
	if err != nil {
		panic(err)
	}
	negative := func(in theorems.Instance) bool {
		for _, x := range in["X"].(theorems.Points) {
			if x[0].Re().Sign() < 0 {
				return true
			}
		}
		return false
	}
	fmt.Println(theorems.Shrink(in, negative))
	// Output: {"X":[["-1"]],"d":1,"theta":"0"}
}

func ExampleReport() {
	outcomes, err := theorems.Verify(context.Background(), theorems.Options{IDs: []string{"KR-02"}, Instances: 50, Seed: 1})
	if err != nil {
		panic(err)
	}
	report := theorems.Report{Outcomes: outcomes, Instances: 50, Seed: 1}
	if err := report.WriteText(os.Stdout); err != nil {
		panic(err)
	}
	// Output:
	// ID      STATEMENT, AS PRINTED                                      PRINTED FORM                               CORRECTED FORM
	// KR-02   strictly convex: replace ≤ by <                            false                                      holds on 50 of 57
	//          counterexample: {"a":"1","alpha":"1/2","b":"0","p":"0","q":"0"}
	// 1 statement: 1 verdict confirmed, 0 not confirmed, 0 not checkable; 50 instances of 57 drawn satisfy the hypotheses (seed 1)
}
