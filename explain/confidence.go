package explain

import "math"

// against returns how many standard errors the noise that e needs exceeds the
// noise that f needs, paired over the rows.
func (e estimate) against(f estimate) float64 {
	n := float64(len(e.share))
	mean, sum2 := e.s-f.s, 0.0
	for i := range e.share {
		d := e.share[i] - f.share[i] - mean
		sum2 += d * d
	}
	if sum2 == 0 {
		return 0
	}
	return mean / math.Sqrt(sum2) * n
}

// carrying is the number of rows that carry the noise of e. Of few rows, some far
// from the origin may have all of it, and a coefficient more for each of them is no
// evidence. It is the number of normal residuals whose squares are as unequal as the
// shares, (Σ share)²/Σ share², three times, since the squares of normal residuals
// have a third of their number.
func (e estimate) carrying() float64 {
	n := float64(len(e.share))
	if n >= fewRows {
		return n
	}
	sum, sum2 := 0.0, 0.0
	for _, v := range e.share {
		sum, sum2 = sum+math.Abs(v), sum2+v*v
	}
	if sum2 == 0 {
		return n
	}
	return math.Min(n, 3*sum*sum/sum2)
}

// margin is the evidence in nats, three standard errors, from which on one
// candidate beats another of the same length.
const margin = 4.5

// beats reports whether g needs so much less noise than f that f is not an
// equation of the same points: by an evidence that exceeds margin and what g is
// longer. What is singular along the data at the noise that f needs does not
// count: there, less noise is no evidence.
//
// independent is the part of the rows that counts.
func (g candidate) beats(f candidate, independent float64) bool {
	if g.s >= f.s || f.s < indistinct {
		return false
	}
	z := math.Max(0, f.against(g.estimate))
	evidence := math.Max(independent*z*z/2, tempered(independent*f.carrying(), f.s, g.s))
	return evidence > margin+math.Max(0, g.length-f.length) && g.regularAt(f.s)
}

// unbeaten is the model confidence set: the candidates that no other beats.
func unbeaten(list []candidate, independent float64) []candidate {
	var out []candidate
	for i, f := range list {
		beaten := false
		for j, g := range list {
			if i != j && g.beats(f, independent) {
				beaten = true
				break
			}
		}
		if !beaten {
			out = append(out, f)
		}
	}
	return out
}

// withoutMultiples leaves out what is zero where a shorter candidate of lower
// degree is, about the data, but seems to need less noise: a multiple. Of many rows the
// evidence would be for it, since weights near the zeros of the other factor are
// biased; but it says no more about the data than the factor.
func (s *study) withoutMultiples(list []candidate) []candidate {
	near := *s
	near.sample = sampleRows(s.sample, multipleRows)
	degree := func(c candidate) int { return s.table.DegreeOf(c.idx[len(c.idx)-1]) }
	var out []candidate
	for _, g := range list {
		multiple := false
		for _, f := range list {
			if len(f.idx) < len(g.idx) && degree(f) < degree(g) && g.s < f.s && g.beats(f, s.independent) &&
				near.relate([]fit{f.fit}, g.fit).within < onMultiple*math.Sqrt(f.s) {
				multiple = true
				break
			}
		}
		if !multiple {
			out = append(out, g)
		}
	}
	return out
}

const (
	multipleRows = 400 // that tell a multiple
	onMultiple   = 0.1 // of the noise: that near to zero is a multiple on the zero set
)

// factorsFirst makes what follows from another exact equation of lower degree, as a
// multiple does, no cheaper than that. A multiple that is zero twice on part of the
// data, as (y² - 1)(y - 1) is on the line y = 1, needs no noise there; but both hold,
// and the factor says more.
func (s *study) factorsFirst(list []equation) {
	degree := func(e *equation) int { return s.table.DegreeOf(e.idx[len(e.idx)-1]) }
	for i := range list {
		f := &list[i]
		if !f.exact {
			continue
		}
		alone := newKnown(s.table, s.degree)
		alone.add(f.idx, f.a)
		for j := range list {
			if g := &list[j]; g.exact && degree(g) > degree(f) && alone.follows(g.idx, g.a) {
				g.cost = math.Max(g.cost, f.cost+degreeLength*float64(degree(g)-degree(f)))
			}
		}
	}
}

// leastNoise returns, for every candidate, the least noise variance that another
// needs which is regular at the noise of this one: what its own is to be
// compared with.
func leastNoise(list []candidate) []float64 {
	least := make([]float64, len(list))
	for i, f := range list {
		least[i] = f.s
		for _, g := range list {
			if g.s < least[i] && g.regularAt(f.s) {
				least[i] = g.s
			}
		}
	}
	return least
}
