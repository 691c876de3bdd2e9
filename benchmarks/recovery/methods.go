package main

import (
	"context"
	"errors"
	"maps"
	"math"
	"slices"

	"gonum.org/v1/gonum/mat"

	"github.com/kexplain/kexplain/border/approx"
	"github.com/kexplain/kexplain/explain"
	"github.com/kexplain/kexplain/internal/judge"
	"github.com/kexplain/kexplain/poly"
	"github.com/kexplain/kexplain/ring"
)

// defaultMethod is the method that runs when -method is not given.
const defaultMethod = "explain"

// methods are the learners that can be measured.
var methods = map[string]learner{
	"explain":      learnExplain,
	"svd":          learnSVD,
	"avi":          numerical(func(eps float64) approx.Method { return approx.AVI{Epsilon: eps} }),
	"abm":          numerical(func(eps float64) approx.Method { return approx.ABM{Epsilon: eps, Corners: true} }),
	"oavi":         numerical(func(eps float64) approx.Method { return approx.OAVI{Psi: eps * eps} }),
	"vca":          numerical(func(eps float64) approx.Method { return approx.VCA{Epsilon: eps} }),
	"gradient-vca": numerical(func(eps float64) approx.Method { return approx.GradientVCA{Epsilon: eps} }),
	"h-basis":      numerical(func(eps float64) approx.Method { return approx.HBasis{Epsilon: eps} }),
}

// noiseMultiple times the noise found by approx.Noise, at least 1e-9, is the
// threshold of the numerical methods: the best multiple for most of them.
const noiseMultiple = 3

// numerical is a method of package approx on variables scaled to [-1, 1].
func numerical(with func(eps float64) approx.Method) learner {
	return func(ctx context.Context, variables []string, x *mat.Dense, maxDegree int) ([]judge.Printed, error) {
		R, err := poly.NewRing[float64](ring.Float64, variables, poly.WithMaxDegree(maxDegree))
		if err != nil {
			return nil, err
		}
		Q, err := poly.NewRing[ring.Rat](ring.Q, variables, poly.WithMaxDegree(maxDegree))
		if err != nil {
			return nil, err
		}
		unit := approx.LargestAbs(x)
		scaled := approx.Scaled(x, unit)
		noise, err := approx.Noise(ctx, R, scaled, maxDegree)
		if err != nil {
			return nil, err
		}
		model, err := with(max(1e-9, noiseMultiple*noise)).Fit(ctx, R, scaled)
		if err != nil {
			return nil, err
		}
		polys, err := model.Polynomials(ctx)
		if err != nil {
			return nil, err
		}
		var printed []judge.Printed
		for _, p := range approx.Unscale(polys, unit) {
			q, err := poly.Convert(p, Q, ring.RatFromFloat)
			if err != nil {
				return nil, err
			}
			printed = append(printed, judge.Printed{Polynomial: q})
		}
		return printed, nil
	}
}

// methodNames returns the keys of methods in order.
func methodNames() []string { return slices.Sorted(maps.Keys(methods)) }

// learnExplain is the program: explain.Learn with default settings. Refusing is
// printing nothing.
func learnExplain(ctx context.Context, variables []string, x *mat.Dense, maxDegree int) ([]judge.Printed, error) {
	r, err := explain.Learn(ctx, explain.Data{Variables: variables, Points: explain.Dense(x)}, explain.Options{MaxDegree: maxDegree})
	var none *explain.NoEquationError
	if errors.As(err, &none) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	var printed []judge.Printed
	for _, g := range r.Generators {
		printed = append(printed, judge.Printed{Polynomial: g.Polynomial, Rational: g.Rational})
	}
	return printed, nil
}

// learnSVD is the plain baseline: the null vectors of the monomial matrix of
// the data scaled to [-1, 1], cut at the largest gap of the singular values.
func learnSVD(_ context.Context, variables []string, x *mat.Dense, maxDegree int) ([]judge.Printed, error) {
	R, err := poly.NewRing[ring.Rat](ring.Q, variables, poly.WithMaxDegree(maxDegree))
	if err != nil {
		return nil, err
	}
	n, vars := x.Dims()
	scale := make([]float64, vars)
	for i := range n {
		for j, v := range x.RawRowView(i) {
			scale[j] = max(scale[j], math.Abs(v))
		}
	}
	monomials := R.MonomialsUpTo(maxDegree)
	unit := make([]float64, len(monomials)) // of a monomial, in the data's units
	a := mat.NewDense(n, len(monomials), nil)
	for j, m := range monomials {
		unit[j] = monomialAt(R, m, scale)
		for i := range n {
			a.Set(i, j, monomialAt(R, m, x.RawRowView(i))/unit[j])
		}
	}
	var svd mat.SVD
	if !svd.Factorize(a, mat.SVDThinV) {
		return nil, errors.New("singular value decomposition failed")
	}
	var v mat.Dense
	svd.VTo(&v)
	values := svd.Values(nil)
	var printed []judge.Printed
	for k := largestGap(values); k < len(values); k++ {
		var terms []poly.Term[ring.Rat]
		for j, m := range monomials {
			c, err := ring.RatFromFloat(v.At(j, k) / unit[j])
			if err != nil {
				return nil, err
			}
			terms = append(terms, poly.Term[ring.Rat]{Monomial: m, Coefficient: c})
		}
		printed = append(printed, judge.Printed{Polynomial: R.FromTerms(terms)})
	}
	return printed, nil
}

// largestGap returns the k for which values[k-1]/values[k] is largest.
func largestGap(values []float64) int {
	best, at := 0.0, len(values)
	for k := 1; k < len(values); k++ {
		// Below the rounding of the largest all values are alike.
		floor := values[0] * 1e-16
		if r := values[k-1] / max(values[k], floor); r > best {
			best, at = r, k
		}
	}
	return at
}

// monomialAt returns the value of m at a point.
func monomialAt(R *poly.Ring[ring.Rat], m poly.Monomial, point []float64) float64 {
	v := 1.0
	for i, e := range R.Exponents(m) {
		v *= math.Pow(point[i], float64(e))
	}
	return v
}
