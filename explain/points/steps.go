package points

import (
	"fmt"
	"math/big"

	"github.com/kexplain/kexplain/ring"
)

// Step says how the numbers of a column are rounded. The zero value stands for a column
// that was not: no digits were cut from its numbers, or nobody knows where.
type Step struct {
	// Rounded says that the column holds decimals.
	Rounded bool
	// Place is the decimal place of the last digit, -2 for hundredths; of all cells
	// where Digits is 0, and else of the finest cell.
	Place int
	// Digits is the number of significant digits of every cell, or 0 for a column
	// that is written to one decimal place.
	Digits int
	// Mixed says that the cells follow no such rule. Each is written to a place of its
	// own, and Place is the finest.
	Mixed bool
}

// String describes the step in words.
func (s Step) String() string {
	switch {
	case !s.Rounded:
		return "not rounded"
	case s.Mixed:
		return "rounded to the last digit of each cell"
	case s.Digits == 1:
		return "rounded to 1 digit"
	case s.Digits > 1:
		return fmt.Sprintf("rounded to %d digits", s.Digits)
	}
	return fmt.Sprintf("rounded to a multiple of 1e%d", s.Place)
}

// Step returns how coordinate j is rounded.
func (s *Set) Step(j int) Step { return s.steps[j] }

// HalfStep returns half a unit of the last digit of coordinate j of point i: what was
// rounded to it lies within so much of it. It is 0 for a number that was not rounded.
//
// Digits that were left out at the end of a cell because they are 0 count: 1.5 in a column
// of hundredths is 1.50.
func (s *Set) HalfStep(i, j int) ring.Rat {
	step := s.steps[j]
	if !step.Rounded {
		return ring.Rat{}
	}
	place, digits, ok := s.cells.Printed(s.row(i), s.col(j))
	switch {
	case !ok:
		return ring.Rat{}
	case step.Mixed:
		return half(place)
	case step.Digits == 0 || digits == 0:
		return half(step.Place)
	}
	return half(place - (step.Digits - digits))
}

// halves[k] is 10^-k / 2.
var halves = func() (list [19]ring.Rat) {
	unit := int64(2)
	for k := range list {
		list[k] = ring.NewRat(1, unit)
		unit *= 10
	}
	return list
}()

// half returns 10^place / 2.
func half(place int) ring.Rat {
	if -len(halves) < place && place <= 0 {
		return halves[-place]
	}
	power := new(big.Int).Exp(big.NewInt(10), big.NewInt(int64(max(place, -place))), nil)
	value := new(big.Rat).SetInt(power)
	if place < 0 {
		value.Inv(value)
	}
	return ring.RatFromBig(value.Mul(value, big.NewRat(1, 2)))
}

// stepsOf reads the steps off the cells of a whole table.
func stepsOf(s *Set) []Step {
	steps := make([]Step, s.Cols())
	for j := range steps {
		steps[j] = stepOf(s, j)
	}
	return steps
}

// stepOf decides whether a column is written to one decimal place or to a number of
// significant digits: whichever leaves fewer cells with fewer digits, since a last digit
// that is 0 may have been left out. Where either leaves more than half, there is no rule.
func stepOf(s *Set, j int) Step {
	finest, longest := 0, 0
	count := 0 // cells that are decimals
	places, lengths := map[int]int{}, map[int]int{}
	for i := range s.Rows() {
		place, digits, ok := s.cells.Printed(s.row(i), s.col(j))
		if !ok {
			continue
		}
		if count == 0 || place < finest {
			finest = place
		}
		count++
		longest = max(longest, digits)
		places[place]++
		if digits == 0 {
			digits = -1 // a zero has any number of digits
		}
		lengths[digits]++
	}
	if count == 0 {
		return Step{}
	}
	coarser := count - places[finest]
	shorter := count - lengths[longest] - lengths[-1]
	switch {
	case 2*min(coarser, shorter) > count:
		return Step{Rounded: true, Place: finest, Mixed: true}
	case coarser <= shorter:
		return Step{Rounded: true, Place: finest}
	}
	return Step{Rounded: true, Place: finest, Digits: longest}
}
