package numeric

// The roads of RREF over Q, each one forced.
var (
	RREFWords        = rrefWords
	RREFModular      = rrefModular
	RREFFractionFree = rrefFractionFree
)
