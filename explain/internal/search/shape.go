package search

import (
	"cmp"
	"context"
	"math"
	"slices"

	"github.com/kexplain/kexplain/explain/internal/equation"
	"github.com/kexplain/kexplain/explain/internal/evidence"
	"github.com/kexplain/kexplain/explain/internal/fit"
	"github.com/kexplain/kexplain/explain/internal/judge"
	"github.com/kexplain/kexplain/explain/internal/limit"
	"github.com/kexplain/kexplain/explain/internal/noise"
	"github.com/kexplain/kexplain/explain/internal/problem"
	"github.com/kexplain/kexplain/internal/parallel"
	"github.com/kexplain/kexplain/internal/plural"
	"github.com/kexplain/kexplain/internal/stable"
)

// shaped is a candidate with a shape of noise.
type shaped struct {
	equation equation.Equation
	shape    noise.Shape
	score    float64 // log evidence less code length, nats
	sigma    float64
}

// shapes fits the candidates tried again with every shape of noise, and returns the most likely
// shapes by log evidence of their best candidates that are ahead of errors of one size in
// each column, the most likely first. Rows of few places do not show how noise goes with
// the values.
func (l *level) shapes(ctx context.Context) []noise.Shape {
	p := l.problem
	rows := problem.Sample(p.DistinctSample(), limit.ShapeRows)
	if p.Scaling.NoiseGiven || p.Shape.Kind == noise.Together || len(l.tried) == 0 || judge.Places(p) || len(rows) < limit.MinShapeRows {
		return nil
	}
	list := l.recognise(ctx, l.tried, fit.LeastNoise(l.tried))
	sortByCost(list)
	list = list[:min(len(list), limit.ShapeCandidates)]
	shapes := shapesOf(p)
	all := make([]shaped, len(list)*len(shapes))
	parallel.Each(ctx, len(list), func(k int) {
		out := all[k*len(shapes):][:len(shapes)]
		scoreShapes(p, rows, list[k], shapes, out)
		density := evidence.Density(rows, judge.Polynomial(p, list[k].Estimate.Fit), shapes[0])
		for i := range out {
			out[i].score += density
		}
	})
	if ctx.Err() != nil || len(all) == 0 {
		return nil
	}
	stable.Sort(all, func(a, b shaped) int { return cmp.Compare(b.score, a.score) })
	l.steps.Add("%s with %s of noise, the best of each shape:", plural.Count(len(list), "candidate"), plural.Count(len(shapes), "shape"))
	var best []shaped
	for _, shape := range shapes {
		i := slices.IndexFunc(all, func(s shaped) bool { return s.shape.Kind == shape.Kind && s.shape.Column == shape.Column })
		if s := all[i]; !math.IsInf(s.score, 0) {
			best = append(best, s)
			l.steps.Add("  %.1f nats, noise %s: %s", s.score, s.shape.Words(s.sigma, p.Scaling.Names), s.equation.Text(p))
		}
	}
	stable.Sort(best, func(a, b shaped) int { return cmp.Compare(b.score, a.score) })
	var out []noise.Shape
	for _, s := range best {
		if s.shape.Kind == p.Shape.Kind || s.score < best[0].score-limit.MaxShapeLag || len(out) == limit.ShapesSearched {
			break
		}
		out = append(out, s.shape)
	}
	return out
}

// sharper returns the shape of noise with which an equation is most likely at as many rows as
// there is time for, or nothing unless it is clearly ahead of the shape with which the equation
// was found. The more rows there are, the more a wrong shape shows in coefficients whose
// errors say that they are precise.
func (l *level) sharper(ctx context.Context, e equation.Equation) []noise.Shape {
	p := l.problem
	rows := problem.Sample(p.DistinctSample(), limit.ShapeRows*limit.ShapeCandidates)
	if p.Scaling.NoiseGiven || len(rows) <= limit.ShapeRows || judge.Places(p) {
		return nil
	}
	shapes := append([]noise.Shape{p.Shape}, shapesOf(p)...)
	list := make([]shaped, len(shapes))
	parallel.Each(ctx, len(shapes), func(i int) { scoreShapes(p, rows, e, shapes[i:][:1], list[i:][:1]) })
	best := list[0]
	for _, s := range list {
		if s.score > best.score {
			best = s
		}
	}
	ahead := best.score - list[0].score
	if ctx.Err() != nil || !(ahead > limit.MinEvidence()) {
		return nil
	}
	l.steps.Add("%d rows tell the noise of this equation: %s, by %.1f nats", len(rows),
		best.shape.Words(best.sigma, p.Scaling.Names), ahead)
	return []noise.Shape{best.shape}
}

// scoreShapes fits an equation to rows with each of the shapes, and writes the scores to out:
// log evidence without the density of the feet, which is the same for all shapes.
func scoreShapes(p *problem.Problem, rows [][]float64, e equation.Equation, shapes []noise.Shape, out []shaped) {
	f := judge.Polynomial(p, e.Estimate.Fit)
	support := evidence.NewSupport(rows, f.Exponents)
	for i, shape := range shapes {
		switch {
		case shape.Kind == noise.Levels && shape.Abs == nil:
			shape = noise.NewLevels(evidence.Levels(rows, f))
		case shape.Kind == noise.Together && shape.Abs == nil:
			shape = noise.NewTogether(len(rows[0]), evidence.Correlation(rows, f))
		}
		out[i] = withShape(p, rows, e, support, shape)
	}
}

// shapesOf are the shapes that are tried.
func shapesOf(p *problem.Problem) []noise.Shape {
	n := p.Metric.Vars()
	list := []noise.Shape{noise.NewAbsolute(n), noise.NewRelative(n)}
	if p.Shape.Kind == noise.Spread {
		list = append([]noise.Shape{p.Shape}, list...) // that of the problem comes first
	}
	if settings := p.Settings(); 0 < len(settings) && len(settings) < n-1 {
		list = append(list, noise.NewAbsoluteBut(n, settings), noise.NewRelativeBut(n, settings))
	}
	if p.Shape.Kind != noise.Spread && slices.Min(p.Scaling.Dev) < limit.SmallSpread {
		list = append(list, noise.NewSpread(p.Scaling.Dev))
	}
	// Of the sizes, and of the correlation, that each candidate shows.
	list = append(list, noise.Shape{Kind: noise.Levels}, noise.Shape{Kind: noise.Together})
	for j := range n {
		list = append(list, noise.NewOneColumn(n, j), noise.NewOneRelative(n, j))
	}
	shifts := p.Scaling.Shifts()
	for i := range list {
		list[i] = list[i].Shifted(shifts)
	}
	return list
}

// withShape scores an equation, on its support at rows, with a shape of noise.
func withShape(p *problem.Problem, rows [][]float64, e equation.Equation, support evidence.Support, shape noise.Shape) shaped {
	out := shaped{equation: e, shape: shape, score: math.Inf(-1)}
	in := !shape.Single()
	for _, a := range e.Estimate.Fit.Idx {
		in = in || p.Table.Exponents(a)[shape.Column] > 0
	}
	if !in {
		return out
	}
	f, ok := support.Refit(judge.Polynomial(p, e.Estimate.Fit), shape)
	if !ok {
		return out
	}
	measured, ok := evidence.Offsets(rows, f, shape)
	// A column in which the equation has no gradient would need errors without bound.
	if !ok || measured.Sigma > limit.MaxNoise {
		return out
	}
	out.sigma = measured.Sigma
	out.score = measured.Likelihood - e.Length()
	if slices.ContainsFunc(p.Settings(), shape.Moves) {
		out.score -= limit.SettingLength
	}
	if shape.Kind != p.Shape.Kind {
		out.score -= limit.ShapeLength
		switch {
		case shape.Single():
			out.score -= math.Log(float64(p.Metric.Vars()))
		case shape.Kind == noise.Levels:
			out.score -= float64(p.Metric.Vars()-1) / 2 * math.Log(float64(len(rows)))
		case shape.Kind == noise.Together:
			out.score -= math.Log(float64(len(rows)))/2 + limit.MinEvidence() // few errors go together
		}
	}
	return out
}
