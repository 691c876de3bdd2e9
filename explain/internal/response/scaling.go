package response

import (
	"cmp"
	"context"
	"math"
	"slices"

	"gonum.org/v1/gonum/mat"

	"github.com/kexplain/kexplain/explain/internal/limit"
	"github.com/kexplain/kexplain/internal/stable"
)

// reduce takes coordinates away as long as the surface s of f has scalings, and returns the
// forms on the way, the last first, and the least error with which a surface of them predicts. Surfaces that predict to errors
// predict equally well: without noise each misses what its terms do not follow, one a
// thousandth of a millionth, another twice that, and that says nothing of a scaling.
func reduce(ctx context.Context, f *form, s *surface, y []float64, errors float64) (forms []*form, press float64) {
	forms, press = []*form{f}, s.press
	for len(f.coords) > 0 && ctx.Err() == nil {
		next, t := step(ctx, f, s, y, errors)
		if next == nil {
			break
		}
		f, s = next, t
		forms, press = append(forms, f), min(press, s.press)
	}
	slices.Reverse(forms)
	return forms, press
}

// step tries the most promising scalings and returns the first reduced form whose surface
// predicts no worse than that of f, or to errors.
func step(ctx context.Context, f *form, s *surface, y []float64, errors float64) (*form, *surface) {
	tried := 0
	for _, w := range s.scalings(errors) {
		if tried++; tried > limit.ScalingsTried || ctx.Err() != nil {
			break
		}
		g, ok := f.reduced(w)
		if !ok {
			tried--
			continue
		}
		t := smooth(ctx, g, y)
		if t != nil && t.press <= math.Max(s.press*(1+limit.PredictionMargin), errors) {
			return g, t
		}
	}
	return nil, nil
}

// scalings returns the scalings that the surface nearly has, the most promising first, where
// the response has errors.
func (s *surface) scalings(errors float64) []scaling {
	n := len(s.slopes)
	// m is the Gram matrix of the slopes and of the response.
	m := mat.NewSymDense(n+1, nil)
	column := func(j int) []float64 {
		if j == n {
			return s.fitted
		}
		return s.slopes[j]
	}
	for i := range n + 1 {
		for j := i; j <= n; j++ {
			m.SetSym(i, j, mat.Dot(mat.NewVecDense(s.rows, column(i)), mat.NewVecDense(s.rows, column(j)))/float64(s.rows))
		}
	}
	var out []scaling
	try := func(weights []int) {
		if q, ok := respond(m, weights); ok {
			out = append(out, q)
		}
	}
	for i := range n {
		w := make([]int, n)
		w[i] = twelfths
		try(w)
		for j := i + 1; j < n; j++ {
			for _, a := range limit.ScalingRatios {
				w := make([]int, n)
				w[i], w[j] = twelfths, a
				try(w)
			}
			for k := j + 1; k < n; k++ {
				for _, a := range limit.ScalingRatios[:limit.ScalingRatiosOfThree] {
					for _, b := range limit.ScalingRatios[:limit.ScalingRatiosOfThree] {
						w := make([]int, n)
						w[i], w[j], w[k] = twelfths, a, b
						try(w)
					}
				}
			}
		}
	}
	if w := flattest(m); w != nil {
		try(w)
	}
	// What the errors of the slopes may cause is no misfit.
	floor := limit.SlopeErrors * math.Max(s.press*s.press, errors*errors) / math.Max(m.At(n, n), 1e-300) * float64(s.params) / float64(s.rows)
	rank := func(q scaling) float64 { return math.Log(q.misfit+floor+1e-12) + q.complexity() }
	stable.Sort(out, func(a, b scaling) int { return cmp.Compare(rank(a), rank(b)) })
	return out
}

// complexity counts what makes a scaling less simple: further columns, and weights other
// than ±1.
func (q scaling) complexity() float64 {
	sum, count := 0.0, 0.0
	cost := func(k int) float64 {
		switch k = max(k, -k); {
		case k == 0 || k == twelfths:
			return 0
		case k%twelfths == 0:
			return limit.ScalingWhole * float64(k/twelfths)
		case k%(twelfths/2) == 0:
			return limit.ScalingHalf
		}
		return limit.ScalingOther
	}
	for _, w := range q.weights {
		if w != 0 {
			count++
			sum += cost(w)
		}
	}
	return limit.ScalingColumn*count + sum + cost(q.response)
}

// respond finds the weight of the response that fits weights of the coordinates best, and
// how badly it does.
func respond(m *mat.SymDense, weights []int) (scaling, bool) {
	n := len(weights)
	cross, square, size := 0.0, 0.0, 0.0
	count := 0
	for i, a := range weights {
		if a == 0 {
			continue
		}
		count++
		cross += float64(a) * m.At(i, n)
		size += float64(a*a) * m.At(i, i)
		for j, b := range weights {
			square += float64(a*b) * m.At(i, j)
		}
	}
	h := m.At(n, n)
	if h == 0 {
		return scaling{}, false
	}
	best := int(math.Round(cross/h/6)) * 6
	rest := square - 2*float64(best)*cross + float64(best*best)*h
	// What is small beside its parts; an irrelevant column has none.
	size += float64(best*best)*h + 1e-4*float64(count*twelfths*twelfths)*h
	return scaling{weights: slices.Clone(weights), response: best, misfit: rest / size * float64(count)}, true
}

// flattest is the direction in which the surface is nearest to a scaling, rounded to whole
// numbers, or nil.
func flattest(m *mat.SymDense) []int {
	n := m.SymmetricDim() - 1
	if n < 2 {
		return nil
	}
	// The response is projected out.
	a := mat.NewSymDense(n, nil)
	for i := range n {
		for j := i; j < n; j++ {
			a.SetSym(i, j, m.At(i, j)-m.At(i, n)*m.At(j, n)/m.At(n, n))
		}
	}
	var e mat.EigenSym
	if !e.Factorize(a, true) {
		return nil
	}
	var v mat.Dense
	e.VectorsTo(&v)
	least := math.Inf(1)
	for i := range n {
		if x := math.Abs(v.At(i, 0)); x > limit.ScalingPart {
			least = math.Min(least, x)
		}
	}
	out, some := make([]int, n), false
	for i := range n {
		k := math.Round(2*v.At(i, 0)/least) / 2
		if math.Abs(k) > limit.ScalingExponent {
			return nil
		}
		out[i] = int(k * twelfths)
		some = some || out[i] != 0
	}
	if !some {
		return nil
	}
	return out
}
