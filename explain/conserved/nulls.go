package conserved

import (
	"context"
	"math"
	"math/rand/v2"
	"slices"

	"github.com/kexplain/kexplain/internal/parallel"
)

// nullForms are the forms of the nulls for groups of rows.
func (s *search) nullForms(groups [][2]int) []grouped {
	var out []grouped
	for _, forms := range s.nulls {
		out = append(out, forms.of(groups))
	}
	return out
}

// leastPaths returns the least noise over the nulls for every number of terms, with the
// monomials at places. For a further law the laws before it are solved for their leading
// monomials, on the rows and on the nulls alike.
func leastPaths(ctx context.Context, nulls []grouped, places []int) []float64 {
	paths := make([][]solution, len(nulls))
	parallel.Each(ctx, len(nulls), func(i int) { paths[i] = nulls[i].path(places) })
	least := make([]float64, len(places)+1)
	for i := range least {
		least[i] = math.Inf(1)
	}
	for _, path := range paths {
		for _, step := range path {
			least[len(step.places)] = math.Min(least[len(step.places)], step.noise())
		}
	}
	return least
}

// leastOf returns the least noise of combinations of the monomials at places over the nulls.
func leastOf(nulls []grouped, places []int) float64 {
	least := math.Inf(1)
	for _, forms := range nulls {
		if lambda, _, ok := forms.decompose(places); ok {
			least = math.Min(least, solution{variance: lambda[0]}.noise())
		}
	}
	return least
}

// rolled returns the measured rows with columns rolled within each trial, every column but the
// first by its own number of rows. Columns rolled together would keep the laws that join them.
func (s *search) rolled(rng *rand.Rand) [][]float64 {
	k := len(s.data.Names)
	out := make([][]float64, len(s.data.Rows))
	for i := range out {
		out[i] = make([]float64, k)
	}
	for _, t := range s.trials {
		n := t[1] - t[0]
		for j := range k {
			by := 0
			if j > 0 {
				by = n/8 + rng.IntN(max(1, n-n/4))
			}
			for i := range n {
				out[t[0]+i][j] = s.data.Rows[t[0]+(i+by)%n][j]
			}
		}
	}
	return out
}

// permuted returns the measured rows in another order.
func (s *search) permuted(rng *rand.Rand) [][]float64 {
	out := slices.Clone(s.data.Rows)
	rng.Shuffle(len(out), func(i, j int) { out[i], out[j] = out[j], out[i] })
	return out
}
