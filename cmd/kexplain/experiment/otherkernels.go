package experiment

import (
	"context"
	"math/rand/v2"

	"gonum.org/v1/gonum/mat"

	"github.com/kexplain/kexplain/cmd/kexplain/plot"
	"github.com/kexplain/kexplain/feature"
	"github.com/kexplain/kexplain/learn"
)

// runGaussClusters shows that AVICA with a Gaussian kernel learns clusters (DKL,
// section 3.8).
func runGaussClusters(ctx context.Context, o Options) (*Report, *plot.Picture, error) {
	r := newReport("gauss-clusters", "AVICA with a Gaussian kernel learns clusters (DKL, section 3.8)", o)
	r.protocol("200 points of two clusters at (±3, 0) with standard deviation 0.3; 80 points Y, uniform in the box of 10 × 6; Gaussian kernel, σ = 1; AVICA of degree 1; singular values above 0.1 of the largest are kept. Away from the box all these functions are small, and the picture says nothing.")
	rng := rand.New(rand.NewPCG(o.Seed, 1))
	x, y := mat.NewDense(200, 2, nil), mat.NewDense(80, 2, nil)
	for i := range 200 {
		x.SetRow(i, []float64{float64(6*(i%2)-3) + 0.3*rng.NormFloat64(), 0.3 * rng.NormFloat64()})
	}
	for i := range 80 {
		y.SetRow(i, []float64{10*rng.Float64() - 5, 6*rng.Float64() - 3})
	}
	m, err := learn.AVICA{Kernel: feature.Gaussian{Sigma: 1}, Degree: 1, Points: y, Cutoff: learn.RelativeThreshold{Ratio: 0.1}}.Fit(ctx, x)
	if err != nil {
		return nil, nil, err
	}
	places := mat.NewDense(5, 2, []float64{-3, 0, 3, 0, 0, 0, 0, 2, 4, -2})
	f, err := m.Eval(ctx, places, m.Features(learn.Generative))
	if err != nil {
		return nil, nil, err
	}
	t := Table{Title: "Length of the vector of generative features", Columns: []string{"x", "y", "where", "length"}}
	lengths := make([]float64, 5)
	for i, where := range []string{"centre", "centre", "midway", "elsewhere", "elsewhere"} {
		lengths[i] = mat.Norm(f.RowView(i), 2)
		t.add(Number("%g", places.At(i, 0)), Number("%g", places.At(i, 1)), Word(where), Number("%.3f", lengths[i]))
	}
	r.Tables = append(r.Tables, t)
	inside, outside := max(lengths[0], lengths[1]), min(lengths[2], lengths[3], lengths[4])
	r.finding(inside < 0.2 && outside > 0.5, "generative features vanish on the clusters only", "stated without figures",
		"at most %.3f at the centres, at least %.3f elsewhere", inside, outside)
	picture, err := plot.LevelSet{
		Title: "length of the generative features: 0.2 and its doublings", Window: plot.Rectangle{X0: -5, X1: 5,
			Y0: -5, Y1: 5}, Bound: 0.2, Data: x,
		Score: func(p *mat.Dense) ([]float64, error) {
			f, err := m.Eval(ctx, p, m.Features(learn.Generative))
			if err != nil {
				return nil, err
			}
			n, _ := p.Dims()
			values := make([]float64, n)
			for i := range values {
				values[i] = mat.Norm(f.RowView(i), 2)
			}
			return values, nil
		},
	}.Draw()
	return r, picture, err
}

// runCrossKernels measures the conjecture of CKI's introduction, K_XX ≈ K_XZ K_ZZ⁻¹
// K_ZX for kernels that are not polynomial.
func runCrossKernels(ctx context.Context, o Options) (*Report, *plot.Picture, error) {
	r := newReport("cross-kernels", "K_XX ≈ K_XZ K_ZZ⁻¹ K_ZX for other kernels (CKI, introduction)", o)
	r.protocol("200 points of two clusters at (±3, 0) with standard deviation 0.3; Z are M random points, or M of the data; the error is relative, in the Frobenius norm.")
	rng := rand.New(rand.NewPCG(o.Seed, 1))
	x := mat.NewDense(200, 2, nil)
	for i := range 200 {
		x.SetRow(i, []float64{float64(6*(i%2)-3) + 0.3*rng.NormFloat64(), 0.3 * rng.NormFloat64()})
	}
	sizes := []int{5, 10, 20, 40, 80}
	t := Table{Title: "Relative error of K_XX", Columns: []string{"kernel", "Z", "M = 5", "M = 10", "M = 20", "M = 40", "M = 80"}}
	last := map[string]float64{}
	var lines []plot.Series
	for _, kernel := range []feature.Kernel{feature.Gaussian{Sigma: 2}, feature.Laplacian{Sigma: 2}} {
		for _, spanning := range []string{"random", "subsample"} {
			cells := []Cell{Word(kernel.String()), Word(spanning)}
			line := plot.Series{Name: kernel.String() + ", " + spanning}
			for _, m := range sizes {
				var choice feature.Spanning = feature.Subsample{M: m}
				if spanning == "random" {
					choice = feature.Random{M: m}
				}
				e, err := crossError(ctx, kernel, choice, x, o.Seed)
				if err != nil {
					return nil, nil, err
				}
				cells = append(cells, Number("%.1e", e))
				line.X, line.Y = append(line.X, float64(m)), append(line.Y, e)
				last[cells[0].text] = max(last[cells[0].text], e)
				if m == sizes[len(sizes)-1] {
					last[cells[0].text+spanning] = e
				}
			}
			t.add(cells...)
			lines = append(lines, line)
		}
	}
	r.Tables = append(r.Tables, t)
	g, l := feature.Gaussian{Sigma: 2}.String(), feature.Laplacian{Sigma: 2}.String()
	r.finding(last[g+"subsample"] < 1e-4, "the Gaussian kernel", "conjectured for other kernels than polynomial ones",
		"error %.1e with 80 points of the data", last[g+"subsample"])
	r.finding(last[l+"subsample"] < 1e-4, "the Laplacian kernel, which has a kink", "conjectured for other kernels than polynomial ones",
		"error %.1e with 80 points of the data: slow", last[l+"subsample"])
	picture, err := plot.Lines{Title: "K_XX against K_XZ K_ZZ⁻¹ K_ZX", X: "number of spanning points M",
		Y: "relative error", Series: lines}.Draw()
	return r, picture, err
}

// crossError returns ‖K_XX − K_XZ K_ZZ⁺ K_ZX‖/‖K_XX‖.
func crossError(ctx context.Context, k feature.Kernel, choice feature.Spanning, x *mat.Dense, seed uint64) (float64, error) {
	z, err := choice.Points(ctx, k, x, seed)
	if err != nil {
		return 0, err
	}
	frame, err := learn.NewFrame(ctx, k, z, 0)
	if err != nil {
		return 0, err
	}
	c, err := frame.Coordinates(ctx, x)
	if err != nil {
		return 0, err
	}
	full, err := feature.Gram(ctx, k, x)
	if err != nil {
		return 0, err
	}
	var approx, diff mat.Dense
	approx.Mul(c, c.T())
	diff.Sub(full, &approx)
	return mat.Norm(&diff, 2) / mat.Norm(full, 2), nil
}
