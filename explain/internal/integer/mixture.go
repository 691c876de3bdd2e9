package integer

import (
	"cmp"
	"math"
	"slices"

	"gonum.org/v1/gonum/mat"

	"github.com/kexplain/kexplain/explain/internal/limit"
	"github.com/kexplain/kexplain/internal/stable"
)

// Mixture says coefficients by whole numbers and real ones: those of a group have the ratios of whole numbers, and a real
// number multiplies each group but one. (x² + y²)² = 1.683(3) (x² - y²) has two groups.
//
// Integers may win over real coefficients altogether because some of their relations are right,
// although another one is wrong: that x² and y² have the same coefficient pays for 22/7 in 7x²
// + 7y² - 22, though one real number and x² + y² would be shorter. So exact coefficients must also
// win over mixtures, and where they do not, the best mixture is what the data say.
type Mixture struct {
	N      []int64 // the whole numbers, without a common factor in each group
	Group  []int   // of each coefficient, numbered from 0 in the order in which they come
	Length float64 // description length, nats
	Square *Square // that a group is a multiple of, or nil
	choice float64 // length of the choice among others, nats
	fit    tied    // with the coefficient of the largest term 1
}

// mixtures are the partitions of the first vectors of a list, and the mixture in which the terms of highest degree are the
// square of a sum. Those in which further groups are joined come from the shortest of these. The shortest mixture comes first.
func mixtures(found []Vector, a []float64, cov *mat.SymDense, size []float64, terms Terms) []Mixture {
	if len(a) < 3 {
		return nil // two coefficients are one group, or real numbers
	}
	var out []Mixture
	lead := 0 // the largest term
	for i, v := range a {
		if math.Abs(v)/size[i] > math.Abs(a[lead])/size[lead] {
			lead = i
		}
	}
	q := newQuotients(a, cov, lead)
	if q == nil {
		return nil
	}
	add := func(list []Mixture, choice float64) {
		for _, m := range list {
			if m.choice = choice; !contains(out, m) && m.measure(q, a, size, terms) {
				out = append(out, m)
			}
		}
	}
	for _, v := range found[:min(len(found), limit.MixtureVectors)] {
		add(partitions(v.N, terms))
	}
	add(withSquare(a, terms), math.Ln2)
	byLength := func(a, b Mixture) int { return cmp.Compare(a.Length, b.Length) }
	stable.Sort(out, byLength)
	for k := 0; k < min(len(out), limit.MixtureVectors); k++ {
		add(out[k].joined())
	}
	stable.Sort(out, byLength)
	return out
}

// withSquare is the mixture of the square of a sum with real coefficients of the other terms.
func withSquare(a []float64, terms Terms) []Mixture {
	if terms.Square == nil {
		return nil
	}
	n, label := make([]int64, len(a)), make([]int64, len(a))
	for i, pairs := range terms.Square.pairs {
		for _, p := range pairs {
			n[i]++
			if p[0] != p[1] {
				n[i]++
			}
		}
		if pairs == nil {
			n[i], label[i] = 1, int64(i+1)
		}
		if a[i] < 0 {
			n[i] = -n[i]
		}
	}
	return []Mixture{newMixture(n, label)}
}

// joined are the mixtures in which two groups of a mixture have one factor, up to the sign, if the data allow that. choice is the
// length of their choice in nats.
func (m Mixture) joined() (out []Mixture, choice float64) {
	first := func(g int) int { return slices.Index(m.Group, g) }
	groups, pairs := slices.Max(m.Group)+1, 0
	for g := range groups {
		for h := range g {
			pairs++
			i, j := first(g), first(h)
			opposite := m.fit.values[i]*m.fit.values[j] < 0
			if m.fit.differ(i, j, opposite) {
				continue
			}
			n, label := slices.Clone(m.N), make([]int64, len(m.N))
			for k, l := range m.Group {
				if label[k] = int64(l); l == g {
					label[k] = int64(h)
					if opposite != (m.N[i]*m.N[j] < 0) {
						n[k] = -n[k]
					}
				}
			}
			if groups > 2 {
				out = append(out, newMixture(n, label))
			}
		}
	}
	return out, m.choice + math.Log(float64(pairs))
}

// singledOut is the shortest mixture of a list whose ties have a probability of MinPosterior, real being the length of real
// coefficients. All mixtures with these ties speak for it, and its length is that of all of them together. It is nil where there is none.
func singledOut(list []Mixture, real float64) *Mixture {
	weight := func(length float64) float64 { return math.Exp(list[0].Length - length) }
	total := weight(real)
	for _, m := range list {
		total += weight(m.Length)
	}
	for _, m := range list {
		sum := 0.0
		for _, o := range list {
			if o.ties(m) {
				sum += weight(o.Length)
			}
		}
		if sum/total > limit.MinPosterior {
			m.Length = list[0].Length - math.Log(sum)
			return &m
		}
	}
	return nil
}

// ties reports whether a mixture has all ties of another.
func (m Mixture) ties(o Mixture) bool {
	for i, g := range o.Group {
		j := slices.Index(o.Group, g)
		if m.Group[i] != m.Group[j] || m.N[i]*o.N[j] != m.N[j]*o.N[i] {
			return false
		}
	}
	return true
}

// partitions are the mixtures with the ratios of a vector: coefficients of one absolute value are let free together, and so are those
// of a square. The others are kept, or the other way round. Which are let free has to be said as well: choice is the length of that
// in nats. Where one of two is kept, it does not matter which.
func partitions(n []int64, terms Terms) (out []Mixture, choice float64) {
	key := slices.Clone(n) // one for coefficients that go together
	for i, v := range n {
		if key[i] = max(v, -v); terms.squareIn(n) != nil && terms.Square.pairs[i] != nil {
			key[i] = 0
		}
	}
	var values []int64 // of key
	for _, k := range key {
		if !slices.Contains(values, k) {
			values = append(values, k)
		}
	}
	if len(values) > 2 {
		choice = math.Log(float64(len(values) + 1))
	}
	for _, v := range values {
		for _, one := range []bool{true, false} {
			label := slices.Clone(key)
			for i, k := range key {
				if (k == v) != one {
					label[i] = -1 // kept
				}
			}
			m := newMixture(n, label)
			if g := slices.Max(m.Group) + 1; g > 1 && g < len(n) && !contains(out, m) {
				out = append(out, m)
			}
		}
	}
	return out, choice
}

// contains reports whether a list has a mixture that says the same as another.
func contains(list []Mixture, m Mixture) bool {
	for _, o := range list {
		if slices.Equal(m.N, o.N) && slices.Equal(m.Group, o.Group) {
			return true
		}
	}
	return false
}

// newMixture is the mixture with the ratios of a vector in which those coefficients are a group that have the same label.
func newMixture(n, label []int64) Mixture {
	m := Mixture{N: slices.Clone(n), Group: make([]int, len(n))}
	var labels []int64
	for i, l := range label {
		if m.Group[i] = slices.Index(labels, l); m.Group[i] < 0 {
			m.Group[i] = len(labels)
			labels = append(labels, l)
		}
	}
	for g := range labels {
		var own []int64
		places := m.places(g)
		for _, i := range places {
			own = append(own, n[i])
		}
		if reduce(own); own[0] < 0 {
			for k := range own {
				own[k] = -own[k]
			}
		}
		for k, i := range places {
			m.N[i] = own[k]
		}
	}
	return m
}

// places are those of the coefficients of a group.
func (m Mixture) places(g int) (out []int) {
	for i, h := range m.Group {
		if h == g {
			out = append(out, i)
		}
	}
	return out
}

// measure sets the length of a mixture for the estimates a with their quotients by the largest term. size is as in RealLength, and
// the factor of a group is said as a real coefficient is there. measure reports whether the data determine the factors.
func (m *Mixture) measure(q *quotients, a, size []float64, terms Terms) bool {
	t, ok := m.tie(q)
	if !ok {
		return false
	}
	part := func(i int) float64 { return math.Abs(a[i]) / size[i] } // of a term, of the largest
	lead := q.lead
	m.fit, m.Length = t, m.choice+t.chi2/2+t.logDet/2
	for g := range slices.Max(m.Group) + 1 {
		places := m.places(g)
		var own []int64
		largest := places[0] // term
		for _, i := range places {
			if own = append(own, m.N[i]); part(i) > part(largest) {
				largest = i
			}
		}
		if slices.ContainsFunc(own, func(v int64) bool { return v != 1 && v != -1 }) {
			known := terms.of(places)
			if m.Length += known.length(own); known.squareIn(own) != nil {
				m.Square = terms.Square
			}
		} else {
			m.Length += float64(len(own)-1) * (repeatedBits + signBits) * math.Ln2
		}
		if g != m.Group[lead] {
			m.Length += math.Log(2 / math.Sqrt(2*math.Pi) * size[largest] / size[lead] / math.Abs(float64(m.N[largest])))
		}
	}
	return true
}
