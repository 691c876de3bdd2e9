package classify_test

import (
	"context"
	"fmt"

	"gonum.org/v1/gonum/mat"

	"github.com/kexplain/kexplain/feature"
	"github.com/kexplain/kexplain/learn/classify"
)

// stripes are three classes of 24 points: on the lines y = 0, 1 and 2.
func stripes() (*mat.Dense, []string) {
	x, labels := mat.NewDense(24, 2, nil), make([]string, 24)
	for i := range labels {
		x.SetRow(i, []float64{float64(i / 3), float64(i % 3)})
		labels[i] = fmt.Sprintf("y = %d", i%3)
	}
	return x, labels
}

// What a classifier may decide by, and how many numbers a point becomes: one for
// each of three classes and each rank, two certifying functions for each class,
// or three principal features of all classes together.
func ExampleClassFeatures() {
	x, labels := stripes()
	for _, f := range []classify.ClassFeatures{
		classify.CertifyingDistances{Ranks: []int{2, 3}}, classify.CertifyingValues{Count: 2, Rank: 2},
		classify.RightFeatures{Count: 3}, classify.LeftFeatures{Count: 3},
	} {
		m, err := classify.Classifier{Kernel: feature.Polynomial{Degree: 2}, Features: f}.Fit(context.Background(), x, labels)
		if err != nil {
			fmt.Println(err)
			return
		}
		fmt.Printf("%v: %d\n", f, m.NumFeatures())
	}
	// Output:
	// certifying distances at ranks [2 3]: 6
	// 2 certifying features a class behind rank 2: 6
	// 3 right features: 3
	// 3 left features: 3
}

// Three classes on the lines y = 0, 1 and 2. No line in the plane has the middle
// one alone on its side; what vanishes on it tells it from the others, all at once
// or two classes at a time.
func ExampleScheme() {
	x, labels := stripes()
	for _, s := range []classify.Scheme{classify.OneVsAll{}, classify.OneVsOne{}} {
		m, err := classify.Classifier{Kernel: feature.Polynomial{Degree: 2}, Scheme: s}.Fit(context.Background(), x, labels)
		if err != nil {
			fmt.Println(err)
			return
		}
		class, err := m.Predict(context.Background(), mat.NewDense(3, 2, []float64{0.5, 0, 2.5, 1, 4.5, 2}))
		fmt.Println(s, class, err)
	}
	// Output:
	// one-vs-all [0 1 2] <nil>
	// one-vs-one [0 1 2] <nil>
}

// The rule without learning: distances from two classes, the smaller one wins.
func ExampleNearest() {
	distances := mat.NewDense(2, 2, []float64{0.1, 3, 5, 2})
	var rule classify.LinearClassifier = classify.Nearest{}
	m, err := rule.FitLinear(context.Background(), distances, []int{0, 1}, 2)
	if err != nil {
		fmt.Println(err)
		return
	}
	s := m.Scores(distances)
	fmt.Println(s.At(0, 0) > s.At(0, 1), s.At(1, 1) > s.At(1, 0))
	// Output: true true
}
