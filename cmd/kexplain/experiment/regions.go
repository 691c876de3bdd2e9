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

// The grids of CKI, Figure 2: cubes around the data, with so many points a side.
const (
	regionWidth = 7.0 // half of the side, sphere and circle having radius 5
	regionPlane = 201
	regionSpace = 61
)

// region is the part of a grid where certifying features are small.
type region struct {
	model *learn.IPCAModel
	bound float64 // the quantile of ‖v⊥‖ on the grid
	near  float64 // median distance from the truth of the points within the bound
}

// newRegion evaluates ‖v⊥‖ on a grid in so many dimensions; away is the distance from the
// truth.
func newRegion(ctx context.Context, m *learn.IPCAModel, vars, side int, quantile float64, away func(p []float64) float64) (*region, error) {
	count := 1
	for range vars {
		count *= side
	}
	grid := mat.NewDense(count, vars, nil)
	for i := range count {
		for j, k := 0, i; j < vars; j, k = j+1, k/side {
			grid.Set(i, j, regionWidth*(2*float64(k%side)/float64(side-1)-1))
		}
	}
	values, err := m.Distance(ctx, grid)
	if err != nil {
		return nil, err
	}
	sorted := slices.Sorted(slices.Values(values))
	r := &region{model: m, bound: sorted[int(quantile*float64(count))]}
	var distances []float64
	for i, v := range values {
		if v <= r.bound {
			distances = append(distances, away(grid.RawRowView(i)))
		}
	}
	r.near = median(distances)
	return r, nil
}

// slice draws the region where the plane cuts it; place turns points of the plane into
// points of the space.
func (g *region) slice(ctx context.Context, title string, curve, data *mat.Dense,
	place func(a, b float64) []float64) (*plot.Picture, error) {
	return plot.LevelSet{
		Title: title, Window: plot.Rectangle{X0: -regionWidth, X1: regionWidth, Y0: -regionWidth, Y1: regionWidth},
		Bound: g.bound, Curve: curve, Data: data,
		Score: func(p *mat.Dense) ([]float64, error) {
			n, _ := p.Dims()
			x := mat.NewDense(n, len(place(0, 0)), nil)
			for i := range n {
				x.SetRow(i, place(p.At(i, 0), p.At(i, 1)))
			}
			return g.model.Distance(ctx, x)
		},
	}.Draw()
}

// noisySphere returns points of the sphere of radius 5 at heights, moved by normal noise.
func noisySphere(n int, height func(i int, rng *rand.Rand) float64, deviation float64, rng *rand.Rand) *mat.Dense {
	x := mat.NewDense(n, 3, nil)
	for i := range n {
		p := onSphere(2*math.Pi*rng.Float64(), height(i, rng)/noisyRadius)
		for j := range p {
			p[j] = noisyRadius*p[j] + deviation*rng.NormFloat64()
		}
		x.SetRow(i, p)
	}
	return x
}

// twoHeights are those of the two circles in turn.
func twoHeights(i int, _ *rand.Rand) float64 { return noisyHeight * float64(1-2*(i%2)) }

// runRegions draws where certifying features are small (CKI, Figure 2).
func runRegions(ctx context.Context, o Options) (*Report, *plot.Picture, error) {
	r := newReport("regions", "where certifying features are small, on a grid (CKI, Figure 2)", o)
	r.protocol("a: %d points of the circle of radius %g with normal noise of variance %g, 5 of 6 directions kept; the tenth of a grid of %d × %d points with the smallest ‖v⊥‖ (quantile 0.1). The radius and the noise of the paper's circle are taken to be those of its two circles.", noisyPoints, noisyRadius, noisyVariance, regionPlane, regionPlane)
	r.protocol("b: %d points of the circles at height ±%g on the sphere of radius %g, the same noise, 9 of 10 directions kept, as printed; the hundredth of a grid of %d³ points with the smallest ‖v⊥‖ (quantile 0.01). Beside it 8 directions, the feature rank of two circles.", noisyPoints, noisyHeight, noisyRadius, regionSpace)
	r.protocol("A region counts as near the truth if the median distance of its points is at most twice the half width of a tube of the same size.")
	r.protocol("Kernel (⟨x,y⟩ + 1)², %d normal spanning points; grids from %g to %g in every coordinate. Pictures of b are the slices z = %g, z = 0 and y = 0; green is inside, lines are at 2, 4 and 8 times the bound.", circlesPoints, -regionWidth, regionWidth, noisyHeight)
	t := Table{Title: "Points of the grid within the quantile",
		Columns: []string{"data", "directions kept", "first σ left out", "quantile", "bound on ‖v⊥‖",
			"half width of a tube of that size", "median distance from the truth"}}
	var pictures []*plot.Picture
	near, width := map[int]float64{}, map[int]float64{}
	deviation := math.Sqrt(noisyVariance)
	circle := noisyCircle(noisyPoints, noisyRadius, deviation, rand.New(rand.NewPCG(o.Seed, 1)))
	circles := noisySphere(noisyPoints, twoHeights, deviation, rand.New(rand.NewPCG(o.Seed, 1)))
	ring := math.Sqrt(noisyRadius*noisyRadius - noisyHeight*noisyHeight)
	for i, c := range []struct {
		name     string
		x        *mat.Dense
		kept     int
		side     int
		quantile float64
		away     func(p []float64) float64
	}{
		{"circle", circle, 5, regionPlane, 0.1, func(p []float64) float64 { return math.Abs(math.Hypot(p[0], p[1]) - noisyRadius) }},
		{"two circles", circles, 9, regionSpace, 0.01, func(p []float64) float64 {
			return math.Hypot(math.Hypot(p[0], p[1])-ring, math.Abs(p[2])-noisyHeight)
		}},
		{"two circles", circles, 8, regionSpace, 0.01, func(p []float64) float64 {
			return math.Hypot(math.Hypot(p[0], p[1])-ring, math.Abs(p[2])-noisyHeight)
		}},
	} {
		o.show("grids", i, 3)
		m, err := learn.IPCA{
			Kernel: feature.Polynomial{Degree: 2}, Road: learn.KernelRoad{}, Spanning: feature.Random{M: circlesPoints}, Cutoff: learn.Rank{K: c.kept}, Seed: o.Seed,
		}.Fit(ctx, c.x)
		if err != nil {
			return nil, nil, err
		}
		_, vars := c.x.Dims()
		g, err := newRegion(ctx, m, vars, c.side, c.quantile, c.away)
		if err != nil {
			return nil, nil, err
		}
		near[c.kept], width[c.kept] = g.near, tube(c.quantile, vars, ring)
		t.add(Word(c.name), Number("%d", c.kept), Number("%.3g", m.Spectrum().Values[c.kept]),
			Number("%g", c.quantile), Number("%.3g", g.bound), Number("%.2f", width[c.kept]), Number("%.2f", g.near))
		more, err := g.draw(ctx, c.kept, c.x)
		if err != nil {
			return nil, nil, err
		}
		pictures = append(pictures, more...)
	}
	r.Tables = append(r.Tables, t)
	r.finding(near[5] <= 2*width[5], "a: the region is a ring around the circle", "certifying features show the circle",
		"its points have a median distance of %.2f from the circle of radius %g", near[5], noisyRadius)
	r.finding(near[9] <= 2*width[9], "b: the region is near the two circles, 9 directions as printed",
		"certifying features show the two circles",
		"its points have a median distance of %.2f from the circles: the one function left vanishes on the whole sphere", near[9])
	r.repaired(near[8] <= 2*width[8], "b: the same with 8 directions, the feature rank", "not in the paper",
		"a median distance of %.2f", near[8])
	// Three pictures a row: the circle, and room beside it; then the slices.
	picture, err := plot.Grid(3, pictures...)
	return r, picture, err
}

// tube is the half width of a band around the circle, or of a tube around the two circles,
// that fills the share of the grid.
func tube(share float64, vars int, ring float64) float64 {
	size := share * math.Pow(2*regionWidth, float64(vars))
	if vars == 2 {
		return size / (2 * math.Pi * noisyRadius) / 2
	}
	return math.Sqrt(size / (2 * 2 * math.Pi * ring) / math.Pi)
}

// draw draws the region: in the plane as it is, in space three slices.
func (g *region) draw(ctx context.Context, kept int, x *mat.Dense) ([]*plot.Picture, error) {
	if _, vars := x.Dims(); vars == 2 {
		whole, err := g.slice(ctx, fmt.Sprintf("a: circle, %d kept", kept), sortedCircle(noisyRadius), nil,
			func(a, b float64) []float64 { return []float64{a, b} })
		if err != nil {
			return nil, err
		}
		with, err := g.slice(ctx, "the same with the data", sortedCircle(noisyRadius), x, func(a, b float64) []float64 { return []float64{a, b} })
		if err != nil {
			return nil, err
		}
		values := g.model.Spectrum().Values
		spectrum, err := plot.Spectrum{Title: "singular values", Values: values, Rank: kept}.Draw()
		return []*plot.Picture{whole, with, spectrum}, err
	}
	ring := math.Sqrt(noisyRadius*noisyRadius - noisyHeight*noisyHeight)
	var out []*plot.Picture
	for _, s := range []struct {
		name  string
		curve *mat.Dense
		place func(a, b float64) []float64
	}{
		{fmt.Sprintf("z = %g", noisyHeight), sortedCircle(ring), func(a, b float64) []float64 { return []float64{a, b, noisyHeight} }},
		{"z = 0", nil, func(a, b float64) []float64 { return []float64{a, b, 0} }},
		{"y = 0", sortedCircle(noisyRadius), func(a, b float64) []float64 { return []float64{a, 0, b} }},
	} {
		p, err := g.slice(ctx, fmt.Sprintf("b: two circles, %d kept, slice %s", kept, s.name), s.curve, nil, s.place)
		if err != nil {
			return nil, err
		}
		out = append(out, p)
	}
	return out, nil
}
