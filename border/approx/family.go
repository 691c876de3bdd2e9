package approx

// Family says how the methods of this package are set beside one another: each
// with its usual parameters and the threshold left open. The zero value is the
// methods as their papers have them.
type Family struct {
	// Corners makes ABM leave out border terms that are multiples of earlier
	// leading terms, see ABM.Corners: its generators are then as few as those of
	// the others, where a border basis would count each of them many times.
	Corners bool
	// Gap makes SVD cut at the largest gap of the singular values instead of a
	// threshold.
	Gap bool
}

// Member is a method of a family with its threshold left open.
type Member struct {
	Name string
	// With returns the method with the threshold epsilon, a root mean square.
	With func(epsilon float64) Method
	// Free says that the method has no threshold: With does not look at epsilon.
	Free bool
}

// Members returns the methods in the order in which the package lists them, SVD
// last. A method that is added here stands in every comparison.
func (f Family) Members() []Member {
	return []Member{
		{Name: "avi", With: func(epsilon float64) Method { return AVI{Epsilon: epsilon} }},
		{Name: "abm", With: func(epsilon float64) Method { return ABM{Epsilon: epsilon, Corners: f.Corners} }},
		{Name: "oavi", With: func(epsilon float64) Method { return OAVI{Psi: epsilon * epsilon} }},
		{Name: "vca", With: func(epsilon float64) Method { return VCA{Epsilon: epsilon} }},
		{Name: "gradient-vca", With: func(epsilon float64) Method { return GradientVCA{Epsilon: epsilon} }},
		{Name: "h-basis", With: func(epsilon float64) Method { return HBasis{Epsilon: epsilon} }},
		f.svd(),
	}
}

// svd is the plain baseline.
func (f Family) svd() Member {
	if f.Gap {
		return Member{Name: "svd", With: func(float64) Method { return SVD{} }, Free: true}
	}
	return Member{Name: "svd", With: func(epsilon float64) Method { return SVD{Epsilon: epsilon} }}
}
