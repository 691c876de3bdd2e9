package main

import (
	"context"
	"errors"
	"maps"
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

// family are the numerical methods: ABM without the multiples of its leading
// terms, which would count as further equations, and SVD without a threshold.
var family = approx.Family{Corners: true, Gap: true}

// methods are the learners that can be measured.
var methods = allMethods()

func allMethods() map[string]learner {
	all := map[string]learner{defaultMethod: learnExplain}
	for _, m := range family.Members() {
		all[m.Name] = numerical(m)
	}
	return all
}

// noiseMultiple times the noise found by approx.Noise, at least 1e-9, is the
// threshold of the numerical methods: the best multiple for most of them.
const noiseMultiple = 3

// numerical is a method of package approx on variables scaled to [-1, 1].
func numerical(m approx.Member) learner {
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
		epsilon := 0.0
		if !m.Free {
			noise, err := approx.Noise(ctx, R, scaled, maxDegree)
			if err != nil {
				return nil, err
			}
			epsilon = max(1e-9, noiseMultiple*noise)
		}
		model, err := m.With(epsilon).Fit(ctx, R, scaled)
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
