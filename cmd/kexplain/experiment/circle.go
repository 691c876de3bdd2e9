package experiment

import (
	"context"
	"encoding/json"
	"fmt"
	"math"
	"math/rand/v2"

	"gonum.org/v1/gonum/mat"

	"github.com/kexplain/kexplain/cmd/kexplain/plot"
	"github.com/kexplain/kexplain/feature"
	"github.com/kexplain/kexplain/learn"
	"github.com/kexplain/kexplain/poly"
	"github.com/kexplain/kexplain/ring"
)

func marshal(v any) ([]byte, error) { return json.Marshal(v) }

// The circle of DKL, section 4.1.
const (
	circleRadius = 10.0
	circleNoise  = 1.0
	circlePoints = 100
	circleRank   = 5 // of the 6 monomials of degree ≤ 2 in two variables
	circleRuns   = 100
)

// noisyCircle returns points of a circle around 0, moved by normal noise.
func noisyCircle(n int, radius, noise float64, rng *rand.Rand) *mat.Dense {
	x := mat.NewDense(n, 2, nil)
	for i := range n {
		s, c := math.Sincos(2 * math.Pi * rng.Float64())
		x.SetRow(i, []float64{radius*c + noise*rng.NormFloat64(), radius*s + noise*rng.NormFloat64()})
	}
	return x
}

// circleFit is the one certifying feature of points near a circle.
type circleFit struct {
	model     *learn.IPCAModel
	sigma     float64 // ‖F(X)‖
	x, y, r   float64 // centre and radius of the circle nearest to its zero set
	inside    bool    // |F| ≤ σ/10 on the whole true circle
	threshold float64 // the ε of DKL
}

func fitCircle(ctx context.Context, x, truth *mat.Dense) (*circleFit, error) {
	m, err := learn.IPCA{
		Kernel: feature.Polynomial{Degree: 2}, Road: learn.FeatureRoad{}, Cutoff: learn.Rank{K: circleRank},
	}.Fit(ctx, x)
	if err != nil {
		return nil, err
	}
	values := m.Spectrum().Values
	f := &circleFit{model: m, sigma: values[circleRank], threshold: 2 * math.Sqrt2 * circleNoise * circleNoise}
	c, basis, err := m.Polynomials(ctx)
	if err != nil {
		return nil, err
	}
	at := map[[2]int]float64{}
	for j := range basis.Len() {
		e := basis.Exponents(j)
		at[[2]int{e[0], e[1]}] = c.At(j, 0)
	}
	f.x, f.y, f.r = centreAndRadius(at)
	d, err := m.Distance(ctx, truth)
	if err != nil {
		return nil, err
	}
	f.inside = true
	for _, v := range d {
		f.inside = f.inside && v <= f.sigma/10
	}
	return f, nil
}

// centreAndRadius are those of the circle a(x² + y²) + bx + cy + d = 0 for a conic with these
// coefficients, a the mean of those of the two squares.
func centreAndRadius(at map[[2]int]float64) (x, y, r float64) {
	a := (at[[2]int{2, 0}] + at[[2]int{0, 2}]) / 2
	x, y = -at[[2]int{1, 0}]/(2*a), -at[[2]int{0, 1}]/(2*a)
	return x, y, math.Sqrt(max(0, x*x+y*y-at[[2]int{0, 0}]/a))
}

func runCircle(ctx context.Context, o Options) (*Report, *plot.Picture, error) {
	r := newReport("circle", "level set of a noisy circle (DKL, section 4.1, Figure 1)", o)
	r.protocol("%d points of the circle of radius %g around 0, each moved by normal noise of standard deviation %g in both coordinates.", circlePoints, circleRadius, circleNoise)
	r.protocol("IPCA with the kernel (⟨x,y⟩ + 1)², the %d largest of 6 singular values kept (CKI: m = 5 for the circle); F is the one certifying feature, s = ‖F(X)‖ its singular value, and the region is {|F| ≤ s/10}.", circleRank)
	r.protocol("Algorithm 1 of DKL, as printed: the singular vectors of K = k²(X, Y) itself, without K_YY^(-1/2), for %d normal Y; the function of its smallest singular value above 0.", printedPoints)
	r.protocol("Repeated %d times for the shares; the manifold test divides F by its size and calibrates at level 0.95 on a third of the points.", circleRuns)

	truth := noisyCircle(720, circleRadius, 0, rand.New(rand.NewPCG(o.Seed, 1)))
	inside, below, covered := 0, 0, 0.0
	var first *circleFit
	var data *mat.Dense
	for run := range circleRuns {
		o.show("circles", run, circleRuns)
		rng := rand.New(rand.NewPCG(o.Seed, 2+uint64(run)))
		x := noisyCircle(circlePoints, circleRadius, circleNoise, rng)
		f, err := fitCircle(ctx, x, truth)
		if err != nil {
			return nil, nil, err
		}
		if run == 0 {
			first, data = f, x
		}
		if f.inside {
			inside++
		}
		if f.sigma <= f.threshold {
			below++
		}
		in, err := circleCoverage(ctx, x, noisyCircle(200, circleRadius, circleNoise, rng), o.Seed)
		if err != nil {
			return nil, nil, err
		}
		covered += in / circleRuns
	}
	values := first.model.Spectrum().Values
	t := Table{Title: "First run", Columns: []string{"singular value", "kept"}}
	for j, v := range values {
		kept := "yes"
		if j >= circleRank {
			kept = "no: it certifies"
		}
		t.add(Number("%.4g", v), Word(kept))
	}
	r.Tables = append(r.Tables, t)
	fit := Table{Title: "The circle of the certifying feature", Columns: []string{"", "centre x", "centre y", "radius"}}
	fit.add(Word("learned"), Number("%.3f", first.x), Number("%.3f", first.y), Number("%.3f", first.r))
	few, err := algorithm1(ctx, data, o.Seed)
	if err != nil {
		return nil, nil, err
	}
	many, err := algorithm1(ctx, noisyCircle(10*circlePoints, circleRadius, circleNoise, rand.New(rand.NewPCG(o.Seed, 3))), o.Seed)
	if err != nil {
		return nil, nil, err
	}
	fit.add(Word("Algorithm 1 of DKL"), Number("%.3f", few.x), Number("%.3f", few.y), Number("%.3f", few.r))
	fit.add(Word("true"), Number("%.3f", 0.0), Number("%.3f", 0.0), Number("%.3f", circleRadius))
	r.Tables = append(r.Tables, fit)

	share := float64(inside) / circleRuns
	r.repaired(share > 0.5, "the true circle lies in the region of Ideal PCA, five directions kept", "it does in Figure 1",
		"in %.0f %% of %d runs; it is an event that depends on the noise, no theorem", 100*share, circleRuns)
	r.finding(false, "threshold 2√2 θ σ² on the singular values", "it is what noise in the feature space amounts to",
		"that is %.3g, the size of noise at the origin. The smallest nonzero singular value of k²(X, Y) as printed, for %d normal Y, is %.3g for %d points and %.3g for %d: it grows like √N and with the scale of Y, and no threshold without them can separate it. In orthonormal coordinates s is %.3g here, at most the threshold in %d of %d runs",
		first.threshold, printedPoints, few.sigma, circlePoints, many.sigma, 10*circlePoints, first.sigma, below, circleRuns)
	r.repaired(math.Abs(covered-33.0/34) < 0.01, "manifold test at level 0.95", "not in the paper",
		"%.1f %% of new noisy points are in; with 33 points to calibrate the test promises 33/34 = 97.1 %%", 100*covered)

	picture, err := plot.LevelSet{
		Title: fmt.Sprintf("|F| ≤ s/10 and its doublings; radius %g, noise %g", circleRadius,
			circleNoise), Window: plot.Around(data), Bound: first.sigma / 10,
		Data: data, Curve: sortedCircle(circleRadius),
		Score: func(p *mat.Dense) ([]float64, error) { return first.model.Distance(ctx, p) },
	}.Draw()
	return r, picture, err
}

// printedPoints is the number of points Y of the printed algorithm.
const printedPoints = 12

// algorithm1 is Algorithm 1 of DKL as printed, up to degree 2: the singular vectors of
// K = k²(X, Y) itself, without K_YY^(-1/2), for normal points Y. Six singular values are not
// zero; the function of the smallest one is to vanish on the circle.
func algorithm1(ctx context.Context, x *mat.Dense, seed uint64) (*circleFit, error) {
	linear := feature.Polynomial{Degree: 1}
	m, err := learn.AVICA{Kernel: feature.Product{linear, linear}, Degree: 1,
		Spanning: feature.Random{M: printedPoints}, Method: learn.AsPrinted{}, Seed: seed}.Fit(ctx, x)
	if err != nil {
		return nil, err
	}
	R, err := poly.NewRing[float64](ring.Float64, []string{"x", "y"})
	if err != nil {
		return nil, err
	}
	features := m.Features(learn.Generative)
	least := features[0]
	for _, f := range features {
		if f.Sigma < least.Sigma {
			least = f
		}
	}
	f, err := m.Polynomials(R, []learn.Feature{least})
	if err != nil {
		return nil, err
	}
	at := map[[2]int]float64{}
	for m, c := range f[0].Terms() {
		e := R.Exponents(m)
		at[[2]int{int(e[0]), int(e[1])}] = c
	}
	out := &circleFit{sigma: least.Sigma}
	out.x, out.y, out.r = centreAndRadius(at)
	return out, nil
}

// circleCoverage returns the share of fresh points that a calibrated test lets
// in.
func circleCoverage(ctx context.Context, x, fresh *mat.Dense, seed uint64) (float64, error) {
	m, err := learn.ManifoldTest{
		Learner: learn.IPCA{Kernel: feature.Polynomial{Degree: 2}, Cutoff: learn.Rank{K: circleRank}}, Seed: seed,
	}.Fit(ctx, x)
	if err != nil {
		return 0, err
	}
	in, err := m.In(ctx, fresh)
	n := 0
	for _, b := range in {
		if b {
			n++
		}
	}
	return float64(n) / float64(len(in)), err
}

// sortedCircle returns points of a circle in their order.
func sortedCircle(radius float64) *mat.Dense {
	const n = 360
	x := mat.NewDense(n, 2, nil)
	for i := range n {
		s, c := math.Sincos(2 * math.Pi * float64(i) / n)
		x.SetRow(i, []float64{radius * c, radius * s})
	}
	return x
}
