package numeric

// The roads of RREF over Q, each one forced.
var (
	RREFWords        = rrefWords
	RREFModular      = rrefModular
	RREFFractionFree = rrefFractionFree
)

// MinorWord is the inner step of elimination on machine words.
var MinorWord = minorWord

// TurnRows rotates the two rows of a by 45 degrees, times over, in the form
// with scales, and returns them.
func TurnRows(x, y []float64, times int) (u, v []float64) {
	m := len(x)
	j := &rowJacobi{a: append(append([]float64(nil), x...), y...), m: m, ld: m, sq: []float64{1, 1}, scale: []float64{1, 1}}
	for range times {
		j.rotate(0, 1, 0x1p-1000) // equal norms: the angle is 45 degrees
	}
	j.unscale(0)
	j.unscale(1)
	return j.row(0), j.row(1)
}

// Meetings is the schedule of the Jacobi rotations.
var Meetings = meetings
