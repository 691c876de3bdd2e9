package response

import (
	"cmp"
	"context"
	"math"
	"slices"

	"gonum.org/v1/gonum/mat"

	"github.com/kexplain/kexplain/explain/internal/limit"
	"github.com/kexplain/kexplain/explain/internal/support"
	"github.com/kexplain/kexplain/internal/stable"
	"github.com/kexplain/kexplain/numeric"
	"github.com/kexplain/kexplain/numeric/moment"
)

// candidate is a polynomial in the invariants of a form and the response.
type candidate struct {
	form  *form
	exps  [][]uint8 // of a term: powers of the coordinates, the last one of the response
	coefs []float64 // of terms in units
	score float64   // nats, the less the better
}

// kind is a class of polynomials in invariants u and the response v.
type kind struct {
	power int // the highest of the response
	// allowed says whether a monomial may occur that has the power k of the response and
	// degree d in the invariants.
	allowed func(k, d int) bool
	most    int // monomials
}

// kinds are looked through one after another, the narrow ones first.
var kinds = []kind{
	{1, func(k, d int) bool { return k == 0 || d == 0 }, 120},           // v = p(u)
	{1, func(k, d int) bool { return k == 1 || d == 0 }, 120},           // 1/v = p(u)
	{2, func(k, d int) bool { return k == 0 || k == 2 && d == 0 }, 120}, // v^2 = p(u)
	{2, func(k, d int) bool { return k == 2 || k == 0 && d == 0 }, 120}, // 1/v^2 = p(u)
	{1, func(k, _ int) bool { return k <= 1 }, 120},                     // v = p(u)/q(u)
	{2, func(k, _ int) bool { return k <= 2 }, 160},                     // p(u) v^2 + q(u) v + r(u) = 0
}

// propose looks for polynomials of few terms in the coordinates of a form and in the
// response divided by its factor. variance is that of the errors of the response.
func propose(ctx context.Context, f *form, y []float64, kd kind, variance float64) []candidate {
	r := len(f.coords)
	degree := 1
	for d := 2; d <= limit.ResponseDegree; d++ {
		n := 0
		for k := 0; k <= kd.power; k++ {
			for u := 0; u+k <= d; u++ {
				if kd.allowed(k, u) {
					n += numeric.Binomial(r+u-1, u)
				}
			}
		}
		if n > kd.most && d > 3 || n > limit.ResponseMonomials || numeric.Binomial(r+1+d, d) > 8*limit.ResponseMonomials {
			break
		}
		degree = d
	}
	t, err := moment.NewMonomials(r+1, degree)
	if err != nil {
		return nil
	}
	only := func(a int) bool {
		k := int(t.Exponents(a)[r])
		return k <= kd.power && kd.allowed(k, t.DegreeOf(a)-k)
	}
	size, power := t.Len(degree), kd.power
	var allowed []int
	for a := range size {
		if only(a) {
			allowed = append(allowed, a)
		}
	}
	units, v := f.units(y, power)
	m, g := mat.NewSymDense(size, nil), mat.NewSymDense(size, nil)
	row, x := make([]float64, size), make([]float64, r+1)
	phi, slope, powerOf := make([]float64, len(allowed)), make([]float64, len(allowed)), make([]int, len(allowed))
	for p, a := range allowed {
		powerOf[p] = int(t.Exponents(a)[r])
	}
	gather, gatherSlopes := make([]float64, len(allowed)*len(allowed)), make([]float64, len(allowed)*len(allowed))
	rows := 0
	for i := range y {
		w := v.weight[i]
		if w == 0 {
			continue
		}
		rows++
		for j, c := range f.coords {
			x[j] = c.value[i] / units[j]
		}
		x[r] = 1
		t.EvalTo(row, x)
		// Unbiased powers of the true response, from the one with errors.
		s2 := variance / (v.unit * v.unit * f.factor[i] * f.factor[i])
		z := v.value[i]
		powers := [5]float64{1, z, z*z - s2, z*z*z - 3*z*s2, z*z*z*z - 6*z*z*s2 + 3*s2*s2}
		for p, a := range allowed {
			k := powerOf[p]
			phi[p] = w * row[a]
			slope[p] = float64(k) * phi[p] * v.rms / (v.unit * f.factor[i])
			if k == 2 {
				slope[p] *= z
			}
		}
		for p := range allowed {
			at, ats := gather[p*len(allowed):], gatherSlopes[p*len(allowed):]
			for q := p; q < len(allowed); q++ {
				at[q] += phi[p] * phi[q] * powers[powerOf[p]+powerOf[q]]
				ats[q] += slope[p] * slope[q]
			}
		}
	}
	for p, a := range allowed {
		for q := p; q < len(allowed); q++ {
			m.SetSym(a, allowed[q], gather[p*len(allowed)+q]/float64(rows))
			g.SetSym(a, allowed[q], gatherSlopes[p*len(allowed)+q]/float64(rows))
		}
	}
	fits := support.OfForms(ctx, t, m, g, degree, 5, limit.ResponseNodes, limit.ResponseSupports, only)
	var out []candidate
	for _, fit := range fits {
		c := candidate{form: f}
		inY := false
		for i, a := range fit.Idx {
			e := slices.Clone(t.Exponents(a))
			inY = inY || e[r] > 0
			unit := math.Pow(v.unit, float64(e[r]))
			for j, u := range units {
				unit *= math.Pow(u, float64(e[j]))
			}
			c.exps = append(c.exps, e)
			c.coefs = append(c.coefs, fit.C[i]/unit)
		}
		if !inY || len(c.exps) > limit.ResponseTerms {
			continue
		}
		n := float64(len(y))
		if _, ok := c.exponents(); !ok {
			continue
		}
		c.score = n/2*math.Log(math.Max(fit.Variance, 0)+variance/(v.rms*v.rms)+limit.ResponseExact*limit.ResponseExact) + c.supportLength() + float64(len(c.exps)-1)/2*math.Log(n)
		out = append(out, c)
	}
	stable.Sort(out, func(a, b candidate) int { return cmp.Compare(a.score, b.score) })
	// The best, and the best of every number of terms.
	var best []candidate
	count := map[int]int{}
	for i, c := range out {
		k := len(c.exps)
		if count[k]++; i < limit.ResponseFitted || count[k] <= limit.ResponseFittedOfSize {
			best = append(best, c)
		}
	}
	return best
}

// reading is the response divided by the factor of a form, in units.
type reading struct {
	value  []float64
	weight []float64 // of rows
	unit   float64
	rms    float64 // of the response
}

// units are the root mean squares of the coordinates, and of the response over the factor.
func (f *form) units(y []float64, power int) ([]float64, reading) {
	n := len(y)
	units := make([]float64, len(f.coords))
	for j, c := range f.coords {
		units[j] = rms(c.value)
	}
	v := reading{value: make([]float64, n), weight: make([]float64, n), rms: rms(y)}
	size := rms(f.factor)
	sum, count := 0.0, 0
	for i := range n {
		w := math.Abs(f.factor[i]) / size
		if w < 1e-6 || power > 1 && w < limit.ResponseFactor {
			continue
		}
		v.weight[i] = w
		v.value[i] = y[i] / f.factor[i]
		sum += w * w * v.value[i] * v.value[i]
		count++
	}
	v.unit = math.Sqrt(sum / math.Max(1, float64(count)))
	for i := range v.value {
		v.value[i] /= v.unit
	}
	return units, v
}

func rms(x []float64) float64 {
	sum := 0.0
	for _, v := range x {
		sum += v * v
	}
	return math.Sqrt(sum / float64(len(x)))
}
