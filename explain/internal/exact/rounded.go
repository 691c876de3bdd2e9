package exact

import (
	"math"

	"gonum.org/v1/gonum/stat/distuv"

	"github.com/kexplain/kexplain/explain/internal/limit"
	"github.com/kexplain/kexplain/poly"
	"github.com/kexplain/kexplain/ring"
)

// failuresRounded reports whether rounding may be why rows fail. Many of them cannot hold in the digits of a column. Or
// many are off by no more than one step of the printed digits in every cell, and so few rows would fail by chance if all
// cells were rounded.
func (s *search) failuresRounded(f slipLaw) bool {
	r := s.rounding(f)
	near, between := 0, 0
	for _, i := range f.failing {
		row := s.table.Rows[s.t.rows[i]]
		if room, _ := r.at(row); math.Abs(f.poly.Eval(row).Float64()) <= room {
			near++
		}
		if s.betweenSteps(f, row) {
			between++
		}
	}
	many := limit.RoundedSlips * float64(len(f.failing))
	if float64(between) > many || float64(near) <= many {
		return float64(between) > many
	}
	exact := 0.0 // the mean chance that a rounded row is zero
	for _, i := range s.t.rows {
		_, chance := r.at(s.table.Rows[i])
		exact += chance / float64(len(s.t.rows))
	}
	failing := distuv.Binomial{N: float64(len(s.t.rows)), P: 1 - exact}
	return failing.CDF(float64(len(f.failing))) > limit.MinChance
}

// betweenSteps reports whether a law gives a value for a column at a row that lies between two steps of its digits, and the
// cell is the nearer step: 460/35 is 13.1428..., and the cell is 13.1. A wrong cell would not be the nearest, unless
// one cell is off by one step. Whole numbers are counts.
func (s *search) betweenSteps(f slipLaw, row []ring.Rat) bool {
	between, value := false, f.poly.Eval(row)
	for _, j := range f.vars {
		step, ok := s.table.step(j)
		if !ok || f.poly.DegreeIn(j) != 1 {
			continue
		}
		off, err := value.Quo(f.poly.Derivative(j).Eval(row).Mul(step)) // in steps
		if err != nil {
			continue // the law holds for no value of the column
		}
		if off.Abs().IsOne() {
			return false
		}
		between = between || !s.t.few[j] && !step.IsInt() && !off.IsInt() && off.Add(off).Abs().Cmp(ring.RatFromInt(1)) <= 0
	}
	return between
}

// rounding is what the rounding of cells does to a law.
type rounding struct {
	changes []*poly.Polynomial[ring.Rat] // of the law by a step of the digits of a column
	apart   float64                      // least distance of two values, at most
}

func (s *search) rounding(f slipLaw) rounding {
	r := rounding{apart: math.Inf(1)}
	steps := map[int]float64{}
	for _, j := range f.vars {
		if step, ok := s.table.step(j); ok {
			steps[j] = step.Float64()
			r.changes = append(r.changes, f.poly.Derivative(j).Scale(step))
		}
	}
	for m, c := range f.poly.Terms() {
		size := math.Abs(c.Float64())
		for j, e := range s.R.Exponents(m) {
			if step, ok := steps[j]; ok {
				size *= math.Pow(step, float64(e))
			}
		}
		r.apart = math.Min(r.apart, size)
	}
	return r
}

// at is how much a step in every cell changes the law at a row, and the chance that it is zero there if all cells were
// rounded: by the density, at 0, of a normal variable of the same variance.
func (r rounding) at(row []ring.Rat) (room, chance float64) {
	variance := 0.0
	for _, p := range r.changes {
		change := math.Abs(p.Eval(row).Float64())
		room += change
		variance += change * change / 12 // of what is uniform
	}
	return room, math.Min(1, r.apart/math.Sqrt(2*math.Pi*variance))
}
