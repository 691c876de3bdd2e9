package search

import (
	"context"
	"math"
	"slices"

	"github.com/kexplain/kexplain/explain/internal/equation"
	"github.com/kexplain/kexplain/explain/internal/fit"
	"github.com/kexplain/kexplain/explain/internal/known"
	"github.com/kexplain/kexplain/explain/internal/limit"
	"github.com/kexplain/kexplain/explain/internal/problem"
	"github.com/kexplain/kexplain/explain/internal/support"
)

// sparsen replaces equations by sums of them and multiples of others that have fewer terms, or, of two terms, fewer
// factors. Where several equations hold, the one that needs the least noise is any combination of them, as of three
// thermometers; the zero set is the same. Beside r*v^2 = c the period T = c'*r^2*v is v*T = c"*r.
func (v *Verdict) sparsen(ctx context.Context) {
	for again := true; again && ctx.Err() == nil; {
		again = false
		for i := range v.Accepted {
			for j := range v.Accepted {
				if i == j {
					continue
				}
				if e := v.eliminated(ctx, i, j); e != nil {
					v.Steps.Add("%s is simpler, given %s, than %s", e.Text(v.Problem), v.Accepted[j].Text(v.Problem), v.Accepted[i].Text(v.Problem))
					v.Accepted[i], again = *e, true
				}
			}
		}
	}
}

// eliminated returns the simplest equation that is left of the i-th, e, where a multiple of the j-th, f, is subtracted so that
// a monomial cancels. It is shorter than e and needs no more noise than e or f; where all three have two terms, it may need as
// much as e and f together. An equation that follows from those besides e does not take its place.
func (v *Verdict) eliminated(ctx context.Context, i, j int) *equation.Equation {
	e, f := v.Accepted[i], v.Accepted[j]
	if e.Exact && e.NoiseFree() {
		return nil
	}
	p := v.Problem
	var simpler [][]int
	var others *known.Ideal
	for _, idx := range cancelled(p, e, f) {
		if !support.Carries(p, idx) {
			continue
		}
		if others == nil {
			others = v.besides(i, p.Degree)
		}
		if !others.Dependent(idx) {
			simpler = append(simpler, idx)
		}
	}
	if simpler == nil {
		return nil
	}
	if !p.Scaling.NoiseGiven {
		p = p.WithShape(e.Shape)
	}
	a, b := e.Estimate.Fit.Idx, f.Estimate.Fit.Idx
	at := fit.Weigh(ctx, p, f.Estimate.Fit, p.Sample)
	noise, ok := fit.Root(fit.WeightedFlow(ctx, p, b, at, p.Sample), b, f.Variance())
	if !ok {
		return nil
	}
	most := max(e.Variance(), noise.Variance) * (1 + limit.NoiseMargin)
	if noise.Variance-e.Variance() > limit.MaxSteps*math.Hypot(e.Estimate.Stderr, f.Estimate.Stderr) {
		most = limit.MaxAcross * e.Variance() // f is of a level with more noise
	}
	var best *equation.Equation
	for _, idx := range simpler {
		start, ok := fit.Root(p.Flow, idx, e.Variance())
		if !ok {
			continue
		}
		estimate := fit.Candidate(ctx, p, start, limit.RefineSteps)
		if len(idx) == len(a) { // it misses what both of them miss
			sum := math.Sqrt(e.Variance()) + math.Sqrt(f.Variance())
			most = max(most, sum*sum)
		}
		if estimate == nil || estimate.Fit.Variance > most {
			continue
		}
		g := equation.Recognise(p, *estimate, float64(len(p.Sample)), e.Floor)
		if best == nil || g.Length() < best.Length() {
			best = &g
		}
	}
	return best
}

// cancelled are the supports that are left of e where a multiple of f cancels a monomial that both have. This monomial cancels alone, or
// with all whose coefficients may be in the same ratio. Only supports shorter than that of e are listed. Where e and f have two monomials
// each, any one of e and any one of f may cancel, both times what makes them equal: x = a*y and x*z = b*u leave y*z and u.
func cancelled(p *problem.Problem, e, f equation.Equation) (out [][]int) {
	a, b := e.Estimate.Fit.Idx, f.Estimate.Fit.Idx
	union := append(slices.Clone(a), b...)
	slices.Sort(union)
	union = slices.Compact(union)
	for _, m := range a {
		if !slices.Contains(b, m) {
			continue
		}
		for _, alone := range []bool{true, false} {
			var idx []int
			for _, i := range union {
				if i != m && (alone || !inRatio(e, f, m, i)) {
					idx = append(idx, i)
				}
			}
			if len(idx) > 0 && len(idx) < len(a) && (len(out) == 0 || !slices.Equal(idx, out[len(out)-1])) {
				out = append(out, idx)
			}
		}
	}
	if len(a) != 2 || len(b) != 2 {
		return out
	}
	t := p.Table
	for i, m := range a {
		for j, n := range b {
			// x^m has x^other beside it in a, and x^n in b: x^(other - m + n) is beside that of b.
			left, right := make([]int, t.Vars()), make([]int, t.Vars())
			factors := 0
			for k := range left {
				difference := int(t.Exponents(a[1-i])[k]) - int(t.Exponents(m)[k]) + int(t.Exponents(n)[k]) - int(t.Exponents(b[1-j])[k])
				left[k], right[k] = max(difference, 0), max(-difference, 0)
				factors += left[k] + right[k]
			}
			idx := []int{t.PositionOf(left), t.PositionOf(right)}
			slices.Sort(idx)
			if idx[0] >= 0 && idx[0] < idx[1] && idx[1] < t.Len(p.Degree) && factors < t.DegreeOf(a[0])+t.DegreeOf(a[1]) {
				out = append(out, idx)
			}
		}
	}
	return out
}

// inRatio reports whether the coefficients of two monomials have the same ratio in two equations, within their errors.
func inRatio(e, f equation.Equation, m, n int) bool {
	var c, v [4]float64 // of m and n in e, and of n and m in f: the determinant is 0 within the errors of its four entries
	for k, a := range [4]int{m, n, n, m} {
		q := e.Estimate
		if k > 1 {
			q = f.Estimate
		}
		at, in := slices.BinarySearch(q.Fit.Idx, a)
		if !in {
			return false
		}
		c[k], v[k] = q.Fit.C[at], q.Cov.At(at, at)
	}
	square := 0.0
	for k, variance := range v {
		square += variance * c[k^2] * c[k^2]
	}
	off := c[0]*c[2] - c[1]*c[3]
	return off*off <= limit.MinDecimalT*limit.MinDecimalT*square
}
