package integer

import (
	"math"

	"gonum.org/v1/gonum/mat"

	"github.com/kexplain/kexplain/explain/internal/limit"
	"github.com/kexplain/kexplain/numeric"
)

// mixtureGain returns by how many nats the exact coefficients n are shorter than the
// shortest mixture of them with real numbers; exact coefficients are expected by
// ExactPrior more than real ones, and mixtures half as much as these.
//
// Integers may win over real coefficients altogether because some of their relations are right,
// although another one is wrong: that x² and y² have the same coefficient pays for 22/7 in 7x²
// + 7y² - 22, though one real number and x² + y² would be shorter. So coefficients of one
// absolute value are let free together, and the others kept, or the other way round, and the data
// must prefer them as they are.
//
// The ratios to coefficient ref have the covariance of which chol is the
// factorisation; size is as in RealLength, of are the monomials.
func mixtureGain(n []int64, a, ratio []float64, ref int, chol *mat.Cholesky, size []float64, of Monomials) float64 {
	least := math.Inf(1)
	m := newMixtures(n, a, ratio, ref, chol, size, of)
	if m == nil {
		return least
	}
	g := len(m.groups)
	if g < 2 || len(n) == 2 { // one of two let free is both
		return least
	}
	free := make([]bool, g)
	for i := range free {
		for _, one := range []bool{true, false} {
			for j := range free {
				free[j] = (j == i) == one
			}
			least = math.Min(least, m.length(free))
		}
	}
	// Which numbers are let free has to be said as well. Where one group is kept, it
	// does not matter which.
	choices := g + 1
	if g == 2 {
		choices = 1
	}
	return least + math.Log(2*float64(choices)) + limit.ExactPrior - m.integers(make([]bool, g))
}

// mixtures are exact coefficients of which some are let free.
type mixtures struct {
	n      []int64
	of     Monomials
	square square
	groups [][]int // places in n of the terms that are a square, and of the other coefficients of one absolute value
	// precision and slope are the second and first derivatives, at n, of half the
	// squared distance from the estimate with respect to the logarithm of each
	// group: a number is let free when its group is multiplied by a factor.
	precision *mat.SymDense
	slope     []float64
	part      []float64 // of each group: its largest term over the largest of all
}

// newMixtures returns nil where the covariance is as good as singular.
func newMixtures(n []int64, a, ratio []float64, ref int, chol *mat.Cholesky, size []float64, of Monomials) *mixtures {
	k := len(n)
	m := &mixtures{n: n, of: of, square: of.square(n)}
	rest := k - m.square.terms
	if rest < k {
		m.groups = append(m.groups, numeric.FirstInts(k)[rest:])
	}
	top := 0.0
	for i, v := range n {
		top = math.Max(top, math.Abs(a[i])/size[i])
		if i >= rest || occurs(n[:i], v) {
			continue
		}
		var group []int
		for j := i; j < rest; j++ {
			if n[j] == v || n[j] == -v {
				group = append(group, j)
			}
		}
		m.groups = append(m.groups, group)
	}
	// The ratio of coefficient i to ref grows with its own group and falls with that
	// of ref.
	toward := mat.NewDense(k-1, len(m.groups), nil)
	deviation := mat.NewVecDense(k-1, nil)
	row := func(i int) int {
		if i > ref {
			return i - 1
		}
		return i
	}
	for g, group := range m.groups {
		part := 0.0
		for _, i := range group {
			part = math.Max(part, math.Abs(a[i])/size[i]/top)
			if i != ref {
				r := row(i)
				x := float64(n[i]) / float64(n[ref])
				toward.Set(r, g, toward.At(r, g)+x)
				deviation.SetVec(r, ratio[r]-x)
				continue
			}
			for j := range n {
				if j != ref {
					toward.Set(row(j), g, toward.At(row(j), g)-float64(n[j])/float64(n[ref]))
				}
			}
		}
		m.part = append(m.part, part)
	}
	var weighted mat.Dense
	if err := chol.SolveTo(&weighted, toward); err != nil {
		return nil
	}
	var precision mat.Dense
	precision.Mul(toward.T(), &weighted)
	m.precision = numeric.Symmetric(&precision)
	slope := mat.NewVecDense(len(m.groups), nil)
	slope.MulVec(weighted.T(), deviation)
	m.slope = slope.RawVector().Data
	return m
}

// length is the description length in nats, up to a constant, less half the squared distance of n
// from the estimate, when the groups in free are real numbers and the others as
// in n. Groups of several coefficients remain tied.
func (m *mixtures) length(free []bool) float64 {
	var loose []int
	length := m.integers(free)
	for g, group := range m.groups {
		if !free[g] {
			continue
		}
		loose = append(loose, g)
		length += math.Log(2 / math.Sqrt(2*math.Pi) / m.part[g])
		if g > 0 || m.square.terms == 0 {
			length += float64(len(group)-1) * (repeatedBits + signBits) * math.Ln2
		}
	}
	p, s := mat.NewSymDense(len(loose), nil), mat.NewVecDense(len(loose), nil)
	for i, g := range loose {
		s.SetVec(i, m.slope[g])
		for j := i; j < len(loose); j++ {
			p.SetSym(i, j, m.precision.At(g, loose[j]))
		}
	}
	var chol mat.Cholesky
	var step mat.VecDense
	if !chol.Factorize(p) || chol.SolveVecTo(&step, s) != nil {
		return math.Inf(1)
	}
	return length + chol.LogDet()/2 - mat.Dot(s, &step)/2
}

// integers is the length in nats of the integers that are not let free, up to a constant: a square takes one factor, and its root as
// well, whether it is let free or not.
func (m *mixtures) integers(free []bool) float64 {
	var kept []int64
	var decades []int
	for g, group := range m.groups {
		if free[g] {
			continue
		}
		square := g == 0 && m.square.terms > 0
		for _, i := range group {
			v := m.n[i]
			if square {
				v = m.square.factor
			}
			kept = append(kept, v)
			if m.of.Decades != nil {
				decades = append(decades, m.of.Decades[i])
			}
			if square {
				break
			}
		}
	}
	reduce(kept)
	return lengthIn(kept, decades)
}
