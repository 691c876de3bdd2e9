package experiment

import (
	"context"
	"math"
	"math/rand/v2"

	"gonum.org/v1/gonum/mat"

	"github.com/kexplain/kexplain/cmd/kexplain/plot"
	"github.com/kexplain/kexplain/feature"
	"github.com/kexplain/kexplain/learn"
)

// The two circles of CKI, section 5: M random points, degree 2, θ = 1. Noise-free
// points of them span 8 of the 10 dimensions of features.
const (
	circlesPoints = 12
	circlesRank   = 8
	circlesHeight = 0.5 // of the planes that cut the unit sphere
)

// onSphere returns the point of the unit sphere at an azimuth and a height.
func onSphere(azimuth, height float64) []float64 {
	s, c := math.Sincos(azimuth)
	r := math.Sqrt(1 - height*height)
	return []float64{r * c, r * s, height}
}

func twoCircles(n int, rng *rand.Rand) *mat.Dense {
	x := mat.NewDense(n, 3, nil)
	for i := range n {
		h := circlesHeight
		if i%2 == 1 {
			h = -h
		}
		x.SetRow(i, onSphere(2*math.Pi*rng.Float64(), h))
	}
	return x
}

// comparison is IPCA beside kernel PCA on the same points.
type comparison struct {
	values   float64 // largest relative difference of σ² and the eigenvalues
	features float64 // largest difference of features, relative to σ
	model    *learn.IPCAModel
}

// compareKPCA fits both and computes the features of the training points.
func compareKPCA(ctx context.Context, n int, seed uint64) (*comparison, error) {
	x := twoCircles(n, rand.New(rand.NewPCG(seed, uint64(n))))
	kernel := feature.Polynomial{Degree: 2}
	c := &comparison{}
	config := learn.IPCA{
		Kernel: kernel, Road: learn.KernelRoad{}, Spanning: feature.Random{M: circlesPoints},
		Cutoff: learn.Rank{K: min(circlesRank, n)}, Seed: seed,
	}
	var left *mat.Dense
	var err error
	if c.model, err = config.Fit(ctx, x); err != nil {
		return nil, err
	}
	if left, err = c.model.Principal(ctx, x, learn.Plain); err != nil {
		return nil, err
	}
	var full *learn.Components
	var projections *mat.Dense
	if full, err = (learn.KernelPCA{Kernel: kernel, Components: learn.Rank{K: min(circlesRank, n)}}).Fit(ctx, x); err != nil {
		return nil, err
	}
	if projections, err = full.Project(ctx, x); err != nil {
		return nil, err
	}
	// The left features proper, from the training data: u = κ_X U S⁻¹.
	u, err := c.model.KernelPCA(ctx, x, x, learn.Plain)
	if err != nil {
		return nil, err
	}
	for j, lambda := range full.Spectrum().Values[:min(circlesRank, n)] {
		sigma := c.model.Spectrum().Values[j]
		c.values = max(c.values, math.Abs(sigma*sigma-lambda*lambda)/(lambda*lambda))
		for _, features := range []*mat.Dense{left, u} {
			c.features = max(c.features, columnDifference(features, projections, j)/sigma)
		}
	}
	return c, nil
}

// columnDifference is the largest difference in column j, the signs adapted.
func columnDifference(a, b *mat.Dense, j int) float64 {
	dot := mat.Dot(a.ColView(j), b.ColView(j))
	n, _ := a.Dims()
	d := 0.0
	for i := range n {
		d = max(d, math.Abs(a.At(i, j)-math.Copysign(1, dot)*b.At(i, j)))
	}
	return d
}

func circlesProtocol(r *Report) {
	r.protocol("Points of the two circles in which the planes at height ±%g cut the unit sphere; M = %d normal spanning points, kernel (⟨x,y⟩ + 1)² (θ = 1), %d singular values kept, the feature rank of the two circles (CKI keeps 9; the sphere and the pair of planes take two of ten dimensions).", circlesHeight, circlesPoints, circlesRank)
	r.protocol("Kernel PCA uses the full N × N kernel matrix.")
}

func runTwoCircles(ctx context.Context, o Options) (*Report, *plot.Picture, error) {
	r := newReport("two-circles", "features of two circles on a sphere (CKI, section 5)", o)
	circlesProtocol(r)
	r.protocol("Differences are the largest over all components and points: of σ² and eigenvalues relative to the eigenvalue, of features relative to their singular value.")
	t := Table{Title: "IPCA beside kernel PCA", Columns: []string{"N", "eigenvalues differ by", "features differ by"}}
	values, features := 0.0, 0.0
	var last *comparison
	sizes := []int{10, 30, 100, 300, 1000}
	for i, n := range sizes {
		o.show("sizes", i, len(sizes))
		c, err := compareKPCA(ctx, n, o.Seed)
		if err != nil {
			return nil, nil, err
		}
		t.add(Number("%d", n), Number("%.1e", c.values), Number("%.1e", c.features))
		values, features, last = max(values, c.values), max(features, c.features), c
	}
	r.Tables = append(r.Tables, t)
	const exact = 1e-10
	r.finding(values <= exact && features <= exact, "left features are those of kernel PCA, σ² its eigenvalues",
		"they are, for M = 12 and all N",
		"the largest relative differences are %.1e and %.1e", values, features)

	rng := rand.New(rand.NewPCG(o.Seed, 7))
	on, err := last.model.Distance(ctx, twoCircles(1000, rng))
	if err != nil {
		return nil, nil, err
	}
	sphere := mat.NewDense(1000, 3, nil)
	for i := range 1000 {
		sphere.SetRow(i, onSphere(2*math.Pi*rng.Float64(), 2*rng.Float64()-1))
	}
	off, err := last.model.Distance(ctx, sphere)
	if err != nil {
		return nil, nil, err
	}
	d := Table{Title: "Certifying distance ‖v⊥‖ of 1000 new points", Columns: []string{"points", "smallest", "largest"}}
	d.add(Word("on the circles"), Number("%.1e", least(on)), Number("%.1e", most(on)))
	d.add(Word("anywhere on the sphere"), Number("%.1e", least(off)), Number("%.1e", most(off)))
	r.Tables = append(r.Tables, d)
	r.finding(most(on) < 1e-8*most(off), "certifying features vanish on the manifold and not beside it", "they certify the manifold",
		"at most %.1e on it, up to %.2g elsewhere on the sphere", most(on), most(off))
	p, err := chart(ctx, last.model)
	return r, p, err
}

// chart draws the certifying distance on the sphere, by azimuth and height.
func chart(ctx context.Context, m *learn.IPCAModel) (*plot.Picture, error) {
	data := mat.NewDense(80, 2, nil)
	for i := range 80 {
		h := circlesHeight
		if i%2 == 1 {
			h = -h
		}
		data.SetRow(i, []float64{2*math.Pi*float64(i)/80 - math.Pi, h})
	}
	return plot.LevelSet{
		Title:  "certifying distance on the sphere, by azimuth and height",
		Window: plot.Rectangle{X0: -math.Pi, X1: math.Pi, Y0: -1, Y1: 1}, Bound: 0.05, Data: data,
		Score: func(p *mat.Dense) ([]float64, error) {
			n, _ := p.Dims()
			x := mat.NewDense(n, 3, nil)
			for i := range n {
				x.SetRow(i, onSphere(p.At(i, 0), p.At(i, 1)))
			}
			return m.Distance(ctx, x)
		},
	}.Draw()
}

func least(v []float64) float64 {
	l := math.Inf(1)
	for _, x := range v {
		l = min(l, x)
	}
	return l
}

func most(v []float64) float64 {
	m := math.Inf(-1)
	for _, x := range v {
		m = max(m, x)
	}
	return m
}
