package experiment

import (
	"context"
	"math"
	"math/rand/v2"

	"gonum.org/v1/gonum/mat"

	"github.com/kexplain/kexplain/cmd/kexplain/plot"
	"github.com/kexplain/kexplain/feature"
	"github.com/kexplain/kexplain/learn"
	"github.com/kexplain/kexplain/poly"
	"github.com/kexplain/kexplain/ring"
)

// runXOR fits exclusive or by kernel ridge regression (KR).
func runXOR(ctx context.Context, o Options) (*Report, *plot.Picture, error) {
	r := newReport("xor", "exclusive or by kernel ridge regression (KR)", o)
	r.protocol("The four points (±1, ±1) with y = −x₁x₂, kernel (⟨x,t⟩ + 1)²: f = Σ α_i k(x_i, ·) with α = (K + λ)⁻¹y, in rational numbers. A linear kernel cannot do it: the best linear function is 0.")
	R, err := poly.NewRing(ring.Q, []string{"t1", "t2"})
	if err != nil {
		return nil, nil, err
	}
	plus, minus := ring.RatFromInt(1), ring.RatFromInt(-1)
	corners := [][]ring.Rat{{plus, plus}, {plus, minus}, {minus, plus}, {minus, minus}}
	y := []ring.Rat{minus, plus, plus, minus}
	product, err := R.Monomial(1, 1)
	if err != nil {
		return nil, nil, err
	}
	t := Table{Title: "f, exactly", Columns: []string{"λ", "α₁", "f", "linear kernel"}}
	agree := 0
	penalties := []int64{1, 2, 8, 100}
	for _, lambda := range penalties {
		penalty := ring.RatFromInt(lambda)
		var fits [2]*poly.Polynomial[ring.Rat]
		var alpha string
		for i, degree := range []int{2, 1} {
			m, err := learn.ExactRidge{Kernel: feature.Polynomial{Degree: degree}, Penalty: penalty}.Fit(ctx, corners, y)
			if err != nil {
				return nil, nil, err
			}
			if fits[i], err = m.Polynomial(R); err != nil {
				return nil, nil, err
			}
			if degree == 2 {
				alpha = m.Alpha()[0].String()
			}
		}
		want, err := ring.RatFromInt(-8).Quo(ring.RatFromInt(8 + lambda))
		if err != nil {
			return nil, nil, err
		}
		if fits[0].Equal(R.Term(want, product)) && fits[1].IsZero() {
			agree++
		}
		t.add(Number("%d", int(lambda)), Word(alpha), Word(fits[0].String()), Word(fits[1].String()))
	}
	r.Tables = append(r.Tables, t)
	r.finding(agree == len(penalties), "f = −8 t₁t₂/(8 + λ), and 0 with the linear kernel",
		"x₁x₂ is the feature that separates", "exactly so for %d of %d λ", agree, len(penalties))

	points := mat.NewDense(4, 2, []float64{1, 1, 1, -1, -1, 1, -1, -1})
	model, err := learn.KernelRidge{Kernel: feature.Polynomial{Degree: 2}, Penalty: 1}.Fit(ctx, points,
		mat.NewDense(4, 1, []float64{-1, 1, 1, -1}))
	if err != nil {
		return nil, nil, err
	}
	picture, err := plot.LevelSet{
		Title: "exclusive or, λ = 1: f ≤ 0, and f = 0, 1, 2, 3", Window: plot.Rectangle{X0: -2, X1: 2, Y0: -2, Y1: 2}, Bound: 1, Data: points,
		Score: func(p *mat.Dense) ([]float64, error) {
			f, err := model.Predict(ctx, p)
			if err != nil {
				return nil, err
			}
			values := mat.Col(nil, 0, f)
			for i, v := range values {
				values[i] = math.Exp2(v) // levels of the picture are powers of 2
			}
			return values, nil
		},
	}.Draw()
	return r, picture, err
}

// ball is the unit ball of something that may be a norm.
type ball struct {
	name string
	size func(x, y float64) float64
}

func balls() []ball {
	power := func(p float64) func(x, y float64) float64 {
		return func(x, y float64) float64 {
			return math.Pow(math.Pow(math.Abs(x), p)+math.Pow(math.Abs(y), p), 1/p)
		}
	}
	return []ball{
		{"p = 1/2", power(0.5)}, {"p = 1", power(1)}, {"p = 2", power(2)}, {"p = 4", power(4)},
		{"p = ∞", func(x, y float64) float64 { return max(math.Abs(x), math.Abs(y)) }},
		{"max x_i, as printed for p = ∞", func(x, y float64) float64 { return max(x, y) }},
	}
}

// runUnitBalls draws unit balls (KR, Figure 3) and asks which are convex and bounded.
func runUnitBalls(_ context.Context, o Options) (*Report, *plot.Picture, error) {
	const tries, width = 20000, 1.6
	r := newReport("unit-balls", "unit balls of ‖x‖_p in the plane (KR, Figure 3)", o)
	r.protocol("{‖x‖_p ≤ 1} for p = 1/2, 1, 2, 4 and ∞, and for max x_i, which the slides print for ‖x‖_∞ (KR-01). Of %d pairs of random points of each: how many midpoints lie outside.", tries)
	t := Table{Title: "Unit balls", Columns: []string{"", "midpoints outside", "size of (−2, −2)"}}
	var pictures []*plot.Picture
	outside := map[string]int{}
	for _, b := range balls() {
		rng := rand.New(rand.NewPCG(o.Seed, 1))
		inside := func() (x, y float64) {
			for {
				x, y = width*(2*rng.Float64()-1), width*(2*rng.Float64()-1)
				if b.size(x, y) <= 1 {
					return x, y
				}
			}
		}
		for range tries {
			x, y := inside()
			u, v := inside()
			if b.size((x+u)/2, (y+v)/2) > 1+1e-12 {
				outside[b.name]++
			}
		}
		t.add(Word(b.name), Number("%d", outside[b.name]), Number("%.3g", b.size(-2, -2)))
		p, err := plot.LevelSet{
			Title: b.name, Window: plot.Rectangle{X0: -width, X1: width, Y0: -width, Y1: width}, Bound: 1,
			Score: func(p *mat.Dense) ([]float64, error) {
				n, _ := p.Dims()
				values := make([]float64, n)
				for i := range values {
					values[i] = max(math.SmallestNonzeroFloat64, b.size(p.At(i, 0), p.At(i, 1)))
				}
				return values, nil
			},
		}.Draw()
		if err != nil {
			return nil, nil, err
		}
		pictures = append(pictures, p)
	}
	r.Tables = append(r.Tables, t)
	convex := outside["p = 1"] + outside["p = 2"] + outside["p = 4"] + outside["p = ∞"]
	r.finding(convex == 0 && outside["p = 1/2"] > 0, "the balls are convex exactly for p ≥ 1", "Figure 3",
		"%d midpoints outside for p ≥ 1, %d for p = 1/2", convex, outside["p = 1/2"])
	printed := balls()[5].size(-2, -2)
	r.finding(printed >= 0, "‖x‖_∞ = max x_i", "as printed", "it is %g at (−2, −2), no norm: absolute values are missing", printed)
	picture, err := plot.Grid(3, pictures...)
	return r, picture, err
}
