package conserved

import (
	"context"
	"fmt"
	"math"
	"slices"

	"github.com/kexplain/kexplain/explain/internal/limit"
)

// jumps numbers the stretches of rows between jumps. Rows in no order have none: all
// their differences are large.
func jumps(rows [][]float64) []int {
	dev := deviations(rows)
	bends := make([]float64, len(rows)-2) // bends[i] is about rows i, i+1, i+2
	for i := range bends {
		for j, s := range dev {
			bends[i] = math.Max(bends[i], math.Abs(rows[i][j]-2*rows[i+1][j]+rows[i+2][j])/s)
		}
	}
	sorted := slices.Clone(bends)
	slices.Sort(sorted)
	limit := limit.JumpBend * sorted[int(limit.JumpQuantile*float64(len(sorted)))]
	trial := make([]int, len(rows))
	for i := 1; i < len(rows); i++ {
		trial[i] = trial[i-1]
		if i >= 2 && i < len(bends) && bends[i-2] > limit && bends[i-1] > limit {
			trial[i]++
		}
	}
	return trial
}

// runs returns the trials as ranges of rows.
func runs(n int, trial []int) [][2]int {
	var out [][2]int
	first := 0
	for i := 1; i <= n; i++ {
		if i == n || trial[i] != trial[i-1] {
			out = append(out, [2]int{first, i})
			first = i
		}
	}
	return out
}

// cut divides trials into windows.
func cut(trials [][2]int, window int) [][2]int {
	var out [][2]int
	for _, t := range trials {
		if window == Trials || window <= 0 {
			out = append(out, t)
			continue
		}
		for first := t[0]; first < t[1]; {
			last := first + window
			if t[1]-last < window/2 {
				last = t[1]
			}
			out = append(out, [2]int{first, last})
			first = last
		}
	}
	return out
}

// chooseWindow returns the widest window in which a law needs no more noise than
// limit.MotionWidening times that of a narrower one, and the elimination in it.
func (s *search) chooseWindow(ctx context.Context) (window int, first *elimination, err error) {
	noise := math.Inf(1)
	found := false
	for _, w := range append(slices.Clone(limit.MotionWindows), Trials) {
		groups := cut(s.trials, w)
		if len(groups) < 2 {
			continue
		}
		e, err := s.eliminate(ctx, groups, s.nullForms(groups), s.places, math.Inf(1))
		if err != nil {
			return 0, nil, err
		}
		if len(e.steps) == 0 {
			continue
		}
		if first == nil {
			window, first = w, e // the narrowest, where no window has a law
		}
		if e.nats < limit.MotionNats {
			continue
		}
		if found && e.best.noise() > limit.MotionWidening*noise {
			break
		}
		found, window, first, noise = true, w, e, math.Min(noise, e.best.noise())
	}
	if first == nil {
		return 0, nil, fmt.Errorf("%w: fewer than two windows of %d rows", ErrData, limit.MotionWindows[0])
	}
	return window, first, nil
}
