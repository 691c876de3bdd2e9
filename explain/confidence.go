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

// margin is the evidence in nats, three standard errors, from which on one
// candidate beats another of the same length.
const margin = 4.5

// beats reports whether g needs so much less noise than f that f is not an
// equation of the same points: by an evidence that exceeds margin and what g is
// longer. What is singular along the data at the noise that f needs does not
// count: there, less noise is no evidence.
func (g candidate) beats(f candidate) bool {
	if g.s >= f.s {
		return false
	}
	z := math.Max(0, f.against(g.estimate))
	evidence := math.Max(z*z/2, tempered(len(f.share), f.s, g.s))
	return evidence > margin+math.Max(0, g.length-f.length) && g.regularAt(f.s)
}

// unbeaten is the model confidence set: the candidates that no other beats.
func unbeaten(list []candidate) []candidate {
	var out []candidate
	for i, f := range list {
		beaten := false
		for j, g := range list {
			if i != j && g.beats(f) {
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
