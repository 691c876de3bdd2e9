package main

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"time"

	"gonum.org/v1/gonum/mat"

	"github.com/kexplain/kexplain/border/approx"
	"github.com/kexplain/kexplain/poly"
	"github.com/kexplain/kexplain/ring"
)

// competitor is a method with the parameter ψ, the largest mean square of the
// values of a polynomial that vanishes.
type competitor struct {
	name string
	with func(psi float64) approx.Method
	// products says that candidates are products of polynomials, whose number
	// grows with the square of the number of variables.
	products bool
}

// competitors are the rows of the table.
var competitors = []competitor{
	{"CGAVI-IHB", func(psi float64) approx.Method { return approx.OAVI{Psi: psi} }, false},
	{"BPCGAVI-WIHB", func(psi float64) approx.Method {
		return approx.OAVI{Psi: psi, Boost: approx.WeakBoost, Solver: approx.BlendedPairwise{}}
	}, false},
	{"ABM", func(psi float64) approx.Method { return approx.ABM{Epsilon: math.Sqrt(psi), Corners: true} }, false},
	{"VCA", func(psi float64) approx.Method { return approx.VCA{Epsilon: math.Sqrt(psi)} }, true},
	{"gradient-VCA", func(psi float64) approx.Method { return approx.GradientVCA{Epsilon: math.Sqrt(psi)} }, true},
}

// The grids of the published experiments, except that for tables of more than wide
// variables all ψ below 0.005 are left out: the number of border terms grows beyond
// what ten repetitions allow.
var (
	psis     = []float64{0.1, 0.05, 0.01, 0.005, 0.001, 0.0005, 0.0001}
	widePsis = []float64{0.1, 0.05, 0.01, 0.005}
	costs    = []float64{0.1, 1, 10}
)

const (
	wide      = 20
	folds     = 3
	share     = 0.6    // of the rows, for training
	tuneCells = 80_000 // the most numbers of a table on which ψ and C are chosen
)

// maxDegree bounds the degrees of the polynomials.
func maxDegree(vars int, products bool) int {
	switch {
	case vars <= 4 && !products:
		return 8
	case vars <= wide && !products, vars <= 4:
		return 4
	case vars <= wide || !products:
		return 3
	}
	return 2
}

// setting is a choice of the two parameters.
type setting struct{ psi, cost float64 }

// outcome is one repetition.
type outcome struct {
	setting
	errorRate  float64
	generators int
	degrees    int // sum over the generators
	features   time.Duration
	machine    time.Duration
}

// transformation holds the generators of every class.
type transformation struct{ models []*approx.Model }

// fitTransformation learns the vanishing polynomials of every class.
func fitTransformation(ctx context.Context, c competitor, psi float64, d *dataSet) (*transformation, error) {
	_, vars := d.x.Dims()
	names := make([]string, vars)
	for j := range names {
		names[j] = fmt.Sprintf("x%d", j+1)
	}
	R, err := poly.NewRing[float64](ring.Float64, names, poly.WithMaxDegree(maxDegree(vars, c.products)))
	if err != nil {
		return nil, err
	}
	t := &transformation{}
	for k := range d.classes {
		rows := d.ofClass(k)
		if rows == nil {
			continue
		}
		m, err := c.with(psi).Fit(ctx, R, rows)
		if err != nil {
			return nil, err
		}
		t.models = append(t.models, m)
	}
	return t, nil
}

// len returns the number of generators of all classes.
func (t *transformation) len() int {
	n := 0
	for _, m := range t.models {
		n += m.Len()
	}
	return n
}

// features returns the absolute values of all generators, nil when there are none.
func (t *transformation) features(ctx context.Context, x *mat.Dense) (*mat.Dense, error) {
	if t.len() == 0 {
		return nil, nil
	}
	n, _ := x.Dims()
	out := mat.NewDense(n, t.len(), nil)
	at := 0
	for _, m := range t.models {
		f, err := m.Features(ctx, x)
		if err != nil {
			return nil, err
		}
		if f != nil {
			out.Slice(0, n, at, at+m.Len()).(*mat.Dense).Copy(f)
			at += m.Len()
		}
	}
	return out, nil
}

// errorRate is the share of wrong classes.
func errorRate(want, got []int) float64 {
	wrong := 0
	for i := range want {
		if want[i] != got[i] {
			wrong++
		}
	}
	return float64(wrong) / float64(len(want))
}

// tune chooses the setting with the smallest error in cross-validation on as many
// rows as hold tuneCells numbers; of equal ones the first, which has the larger ψ.
func tune(ctx context.Context, c competitor, train *dataSet, rng *rand.Rand) (setting, error) {
	order := rng.Perm(train.rows())
	_, vars := train.x.Dims()
	d := train.pick(order[:min(tuneCells/vars, len(order))])
	grid := psis
	if vars > wide {
		grid = widePsis
	}
	best, least := setting{}, math.Inf(1)
	for _, psi := range grid {
		sums := make([]float64, len(costs))
		for fold := range folds {
			var in, out []int
			for i := range d.rows() {
				if i%folds == fold {
					out = append(out, i)
				} else {
					in = append(in, i)
				}
			}
			rates, err := validate(ctx, c, psi, d.pick(in), d.pick(out))
			if err != nil {
				return best, err
			}
			for k, r := range rates {
				sums[k] += r / folds
			}
		}
		for k, s := range sums {
			if s < least {
				best, least = setting{psi, costs[k]}, s
			}
		}
	}
	return best, nil
}

// validate returns the error for every C with one transformation. Without
// generators there is nothing to classify by, and the error is 1.
func validate(ctx context.Context, c competitor, psi float64, train, test *dataSet) ([]float64, error) {
	rates := make([]float64, len(costs))
	t, err := fitTransformation(ctx, c, psi, train)
	if err != nil {
		return nil, err
	}
	f, err := t.features(ctx, train.x)
	if err != nil {
		return nil, err
	}
	g, err := t.features(ctx, test.x)
	if err != nil {
		return nil, err
	}
	for k, cost := range costs {
		rates[k] = 1
		if f == nil {
			continue
		}
		m, err := fitSVM(ctx, f, train.class, train.classes, cost)
		if err != nil {
			return nil, err
		}
		rates[k] = errorRate(test.class, m.classify(g))
	}
	return rates, nil
}

// repeat is one repetition with the given setting.
func repeat(ctx context.Context, c competitor, s setting, train, test *dataSet) (outcome, error) {
	o := outcome{setting: s, errorRate: 1}
	start := time.Now()
	t, err := fitTransformation(ctx, c, s.psi, train)
	if err != nil {
		return o, err
	}
	f, err := t.features(ctx, train.x)
	if err != nil {
		return o, err
	}
	o.features = time.Since(start)
	o.generators = t.len()
	for _, m := range t.models {
		for _, d := range m.Degrees() {
			o.degrees += d
		}
	}
	if f == nil {
		return o, nil
	}
	start = time.Now()
	m, err := fitSVM(ctx, f, train.class, train.classes, s.cost)
	if err != nil {
		return o, err
	}
	o.machine = time.Since(start)
	g, err := t.features(ctx, test.x)
	if err != nil {
		return o, err
	}
	o.errorRate = errorRate(test.class, m.classify(g))
	return o, nil
}
