package exact

import (
	"math"

	"gonum.org/v1/gonum/stat/distuv"

	"github.com/kexplain/kexplain/explain/internal/limit"
	"github.com/kexplain/kexplain/poly"
	"github.com/kexplain/kexplain/ring"
)

// failuresRounded reports whether rounding may be why rows fail: many of them are off by no more than one step of
// the printed digits in every cell, and if all cells were rounded, so few rows would fail by chance.
func (s *search) failuresRounded(f slipLaw) bool {
	r := s.rounding(f)
	near := 0
	for _, i := range f.failing {
		row := s.table.Rows[s.t.rows[i]]
		if room, _ := r.at(row); math.Abs(f.poly.Eval(row).Float64()) <= room {
			near++
		}
	}
	if float64(near) <= limit.RoundedSlips*float64(len(f.failing)) {
		return false
	}
	exact := 0.0 // the mean chance that a rounded row is zero
	for _, i := range s.t.rows {
		_, chance := r.at(s.table.Rows[i])
		exact += chance / float64(len(s.t.rows))
	}
	failing := distuv.Binomial{N: float64(len(s.t.rows)), P: 1 - exact}
	return failing.CDF(float64(len(f.failing))) > limit.MinChance
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
