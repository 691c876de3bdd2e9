package duality_test

import (
	"fmt"

	"github.com/kexplain/kexplain/duality"
	"github.com/kexplain/kexplain/feature"
	"github.com/kexplain/kexplain/poly"
	"github.com/kexplain/kexplain/ring"
)

func points(rows ...[]string) [][]ring.Rat {
	out := make([][]ring.Rat, len(rows))
	for i, row := range rows {
		for _, text := range row {
			x, err := ring.ParseRat(text)
			if err != nil {
				panic(err)
			}
			out[i] = append(out[i], x)
		}
	}
	return out
}

// The kernel (⟨x,y⟩ + 1)² on the line: an expansion over the points 1 and -1 is
// a polynomial, and its coefficients can be had back from its values there.
func Example() {
	R := poly.MustRing(ring.Q, []string{"t"})
	s, err := duality.NewSpace(R, feature.Polynomial{Degree: 2})
	if err != nil {
		panic(err)
	}
	Z := points([]string{"1"}, []string{"-1"})
	f := s.Expand(points([]string{"1/4", "-1/4"})[0], Z) // ((t+1)² - (1-t)²)/4
	norm, _ := s.Inner(f, f)
	c, _ := s.Coefficients(f, Z)
	fmt.Println(f, norm, c)
	// Output: t 1/2 [1/4 -1/4]
}

// Five points determine the circle on which they lie. The kernel finds it from
// six further points that feature-span the plane.
func ExampleSpace_Found() {
	R := poly.MustRing(ring.Q, []string{"x", "y"})
	s, err := duality.NewSpace(R, feature.Polynomial{Degree: 2})
	if err != nil {
		panic(err)
	}
	X := points([]string{"1", "0"}, []string{"-1", "0"}, []string{"0", "1"}, []string{"0", "-1"}, []string{"3/5", "4/5"})
	Z := points([]string{"0", "0"}, []string{"1", "0"}, []string{"0", "1"}, []string{"1", "1"}, []string{"2", "1"}, []string{"1", "3"})
	fmt.Println(s)
	fmt.Println(s.Found(X, Z))
	fmt.Println(s.FeatureRank(X), "of", s.Dim())
	// Output:
	// space of (⟨x,y⟩ + 1)^2 in Q[x, y] deglex, of dimension 6
	// ⟨x^2 + y^2 - 1⟩
	// 5 of 6
}

// The interpolation space of the point 1 in degree 1 is spanned by k(·, 1).
func ExampleSubspace() {
	R := poly.MustRing(ring.Q, []string{"t"})
	s, err := duality.NewSpace(R, feature.Polynomial{Degree: 1, Theta: ring.NewRat(1, 2)})
	if err != nil {
		panic(err)
	}
	K := s.Interpolation(points([]string{"1"}))
	fmt.Println(K.Basis(), K.Complement().Basis())
	// Output: [t + 2] [t - 1]
}

// Of the equations of degree ≤ 3 of points on the twisted cubic none is new: all are
// combinations of three in degree 2.
func ExampleSpace_NewGenerators() {
	R := poly.MustRing(ring.Q, []string{"x", "y", "z"})
	var X [][]ring.Rat
	for i := int64(-5); i <= 5; i++ {
		X = append(X, []ring.Rat{ring.RatFromInt(i), ring.RatFromInt(i * i), ring.RatFromInt(i * i * i)})
	}
	for d := 1; d <= 3; d++ {
		s, _ := duality.NewSpace(R, feature.Polynomial{Degree: d})
		fresh, _ := s.NewGenerators(X)
		all := s.VanishingIdeal(X)
		vanish := true
		for _, f := range all.Basis() {
			v, _ := s.Vector(f)
			vanish = vanish && s.Vanishes(v, X)
		}
		fmt.Println(d, all.Dim(), fresh.Dim(), vanish)
	}
	// Output:
	// 1 0 0 true
	// 2 3 3 true
	// 3 10 0 true
}
