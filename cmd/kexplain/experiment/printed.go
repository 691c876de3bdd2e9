package experiment

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"

	"gonum.org/v1/gonum/mat"

	"github.com/kexplain/kexplain/cmd/kexplain/plot"
	"github.com/kexplain/kexplain/feature"
	"github.com/kexplain/kexplain/learn"
)

// The circle of DKL, section 4.1, with the numbers of points and noises of Figure 1.
const (
	panelPoints = 200
	panelDraws  = 20
)

// runCirclePanels follows DKL, Figure 1: 200 points, three sizes of noise, AVICA as printed
// with the threshold of the paper; and the repaired algorithm beside it.
func runCirclePanels(ctx context.Context, o Options) (*Report, *plot.Picture, error) {
	r := newReport("circle-panels", "noisy circles with AVICA as printed, and repaired (DKL, section 4.1, Figure 1)", o)
	r.protocol("%d points of the circle of radius %g, moved by normal noise of standard deviation σ; %d draws for every σ, and medians of them.", panelPoints, circleRadius, panelDraws)
	r.protocol("As printed: AVICA up to degree 2 with k = ⟨x,y⟩ + 1, %d normal points Y, and ε = 2√2 θσ². Repaired: the %d largest of 6 singular values of degree 2 are kept. By the Hilbert function (section 3.5): AVICA keeps 3 in degree 1 and %d in degree 2.", printedPoints, circleRank, circleRank)
	t := Table{Title: "Generative features of degree 2, and the circle that is learned",
		Columns: []string{"σ", "ε", "smallest σ > 0 as printed", "features as printed",
			"singular value repaired", "radius", "true circle in the region"}}
	truth := noisyCircle(720, circleRadius, 0, rand.New(rand.NewPCG(o.Seed, 1)))
	var above, below []*plot.Picture
	printed, inside, hilbert := 0, 0, 0
	sizes := []float64{0.5, 1, 2}
	for i, noise := range sizes {
		var least, singular, radius []float64
		features, in := 0, 0
		for draw := range panelDraws {
			o.show("circles", i*panelDraws+draw, len(sizes)*panelDraws)
			x := noisyCircle(panelPoints, circleRadius, noise, rand.New(rand.NewPCG(o.Seed, uint64(100*i+draw+2))))
			m, err := learn.AVICA{
				Degree: 2, Spanning: feature.Random{M: printedPoints}, Seed: o.Seed,
				Method: learn.AsPrinted{Epsilon: 2 * math.Sqrt2 * noise * noise},
			}.Fit(ctx, x)
			if err != nil {
				return nil, nil, err
			}
			report := m.Reports()[1]
			features += report.Generative
			if n := len(report.Quanta); n > 0 {
				least = append(least, report.Quanta[n-1])
			}
			f, err := fitCircle(ctx, x, truth)
			if err != nil {
				return nil, nil, err
			}
			singular, radius = append(singular, f.sigma), append(radius, f.r)
			if f.inside {
				in++
			}
			ok, err := hilbertCircle(ctx, x, truth, o.Seed)
			if err != nil {
				return nil, nil, err
			}
			if ok {
				hilbert++
			}
			if draw == 0 {
				a, b, err := circlePanel(ctx, m, f, x, noise)
				if err != nil {
					return nil, nil, err
				}
				above, below = append(above, a), append(below, b)
			}
		}
		t.add(Number("%g", noise), Number("%.3g", 2*math.Sqrt2*noise*noise), Number("%.3g", median(least)),
			Number("%.2f", float64(features)/panelDraws), Number("%.3g", median(singular)), Number("%.3f", median(radius)), Number("%d", in))
		printed += features
		inside += in
	}
	r.Tables = append(r.Tables, t)
	runs := len(sizes) * panelDraws
	r.finding(printed >= runs, "one generative feature of degree 2 as printed", "the circle is learned at every σ",
		"%d in %d runs: the threshold lacks √N and the scale of Y (DKL-35)", printed, runs)
	r.repaired(inside > runs/2, "the true circle lies in {|F| ≤ s/10}, repaired", "it does in Figure 1", "in %d of %d runs", inside, runs)
	r.repaired(hilbert > runs/2, "the same of AVICA, with thresholds by the Hilbert function", "proposed without figures",
		"in %d of %d runs", hilbert, runs)
	picture, err := plot.Grid(len(sizes), append(above, below...)...)
	return r, picture, err
}

// hilbertCircle says whether AVICA that keeps as many features in every degree as the Hilbert
// function of the circle has one generative feature F of degree 2, and |F| ≤ σ/10 on the circle
// (DKL, section 3.5).
func hilbertCircle(ctx context.Context, x, truth *mat.Dense, seed uint64) (bool, error) {
	m, err := learn.AVICA{Degree: 2, Cutoff: learn.ByDegree{learn.Rank{K: 3}, learn.Rank{K: circleRank}}, Seed: seed}.Fit(ctx, x)
	if err != nil {
		return false, err
	}
	found := m.Features(learn.Generative)
	if len(found) != 1 {
		return false, nil
	}
	values, err := m.Eval(ctx, truth, found)
	if err != nil {
		return false, err
	}
	return mat.Norm(values, math.Inf(1)) <= found[0].Sigma/10, nil
}

// circlePanel draws where the generative features of degree 2 are small: as printed, and
// repaired. Without a feature nothing is left out.
func circlePanel(ctx context.Context, m *learn.AVICAModel, f *circleFit, x *mat.Dense, noise float64) (printed,
	repaired *plot.Picture, err error) {
	var found []learn.Feature
	size := 1.0
	for _, g := range m.Features(learn.Generative) {
		if g.Degree == 2 {
			found, size = append(found, g), g.Sigma
		}
	}
	panel := plot.LevelSet{
		Title: fmt.Sprintf("as printed, σ = %g: features of degree 2: %d", noise, len(found)), Window: plot.Around(x), Bound: size / 10,
		Data: x, Curve: sortedCircle(circleRadius),
		Score: func(p *mat.Dense) ([]float64, error) {
			n, _ := p.Dims()
			values := make([]float64, n)
			if len(found) == 0 {
				return values, nil
			}
			e, err := m.Eval(ctx, p, found)
			if err != nil {
				return nil, err
			}
			for i := range values {
				values[i] = mat.Norm(e.RowView(i), 2)
			}
			return values, nil
		},
	}
	if printed, err = panel.Draw(); err != nil {
		return nil, nil, err
	}
	panel.Title, panel.Bound = fmt.Sprintf("repaired, σ = %g: |F| ≤ s/10 and its doublings", noise), f.sigma/10
	panel.Score = func(p *mat.Dense) ([]float64, error) { return f.model.Distance(ctx, p) }
	repaired, err = panel.Draw()
	return printed, repaired, err
}

// The two circles of CKI, section 5: a sphere of radius 5, noise of variance 0.1.
const (
	noisyRadius   = 5.0
	noisyHeight   = 3.0
	noisyVariance = 0.1
	noisyPoints   = 400
)

// runNoisyCircles follows the sampling of CKI, section 5, and keeps 8 and 9 directions.
func runNoisyCircles(ctx context.Context, o Options) (*Report, *plot.Picture, error) {
	r := newReport("noisy-circles", "two noisy circles on a sphere of radius 5, 8 and 9 directions kept (CKI, section 5)", o)
	r.protocol("%d points of the circles at height ±%g on the sphere of radius %g, with normal noise of variance %g; %d normal spanning points, kernel (⟨x,y⟩ + 1)². The paper does not say the heights.", noisyPoints, noisyHeight, noisyRadius, noisyVariance, circlesPoints)
	r.protocol("Mean certifying distance of 1000 noise-free points of the circles, and of 1000 points anywhere on the sphere.")
	anywhere := func(_ int, rng *rand.Rand) float64 { return noisyRadius * (2*rng.Float64() - 1) }
	x := noisySphere(noisyPoints, twoHeights, math.Sqrt(noisyVariance), rand.New(rand.NewPCG(o.Seed, 1)))
	clean := noisySphere(1000, twoHeights, 0, rand.New(rand.NewPCG(o.Seed, 2)))
	sphere := noisySphere(1000, anywhere, 0, rand.New(rand.NewPCG(o.Seed, 3)))
	t := Table{Title: "Mean certifying distance", Columns: []string{"directions kept", "first σ left out",
		"on the circles", "on the sphere", "ratio"}}
	ratio := map[int]float64{}
	var picture *plot.Picture
	for _, kept := range []int{8, 9} {
		m, err := learn.IPCA{
			Kernel: feature.Polynomial{Degree: 2}, Road: learn.KernelRoad{}, Spanning: feature.Random{M: circlesPoints}, Cutoff: learn.Rank{K: kept}, Seed: o.Seed,
		}.Fit(ctx, x)
		if err != nil {
			return nil, nil, err
		}
		inner, err := m.Distance(ctx, clean)
		if err != nil {
			return nil, nil, err
		}
		outer, err := m.Distance(ctx, sphere)
		if err != nil {
			return nil, nil, err
		}
		a, b := mean(inner), mean(outer)
		ratio[kept] = b / a
		t.add(Number("%d", kept), Number("%.3g", m.Spectrum().Values[kept]), Number("%.2g", a), Number("%.2g", b), Number("%.2g", b/a))
		if kept == 8 {
			picture, err = noisyChart(ctx, m, a)
			if err != nil {
				return nil, nil, err
			}
		}
	}
	r.Tables = append(r.Tables, t)
	r.finding(ratio[9] > 3, "9 directions kept, as printed", "certifying features show the two circles",
		"other points of the sphere are %.2g times as far away: only the sphere is left", ratio[9])
	r.repaired(ratio[8] > 3, "8 directions kept, the feature rank", "not in the paper", "%.2g times as far away", ratio[8])
	return r, picture, nil
}

// noisyChart draws the certifying distance on the sphere, by azimuth and height.
func noisyChart(ctx context.Context, m *learn.IPCAModel, bound float64) (*plot.Picture, error) {
	data := mat.NewDense(80, 2, nil)
	for i := range 80 {
		data.SetRow(i, []float64{2*math.Pi*float64(i)/80 - math.Pi, noisyHeight * float64(1-2*(i%2))})
	}
	return plot.LevelSet{
		Title:  "certifying distance by azimuth and height",
		Window: plot.Rectangle{X0: -math.Pi, X1: math.Pi, Y0: -noisyRadius, Y1: noisyRadius}, Bound: bound, Data: data,
		Score: func(p *mat.Dense) ([]float64, error) {
			n, _ := p.Dims()
			x := mat.NewDense(n, 3, nil)
			for i := range n {
				q := onSphere(p.At(i, 0), p.At(i, 1)/noisyRadius)
				for j := range q {
					q[j] *= noisyRadius
				}
				x.SetRow(i, q)
			}
			return m.Distance(ctx, x)
		},
	}.Draw()
}

func mean(list []float64) float64 {
	sum := 0.0
	for _, v := range list {
		sum += v
	}
	return sum / float64(len(list))
}

// median is the middle value, NaN of none.
func median(list []float64) float64 {
	if len(list) == 0 {
		return math.NaN()
	}
	sorted := slices.Sorted(slices.Values(list))
	return sorted[len(sorted)/2]
}
