package explain

// Helpers of the tests that the files outside of the package share with those inside.
var (
	DataOf      = dataOf
	MonomialsOf = monomialsOf
	NoisyCircle = noisyCircle
	ReadTable   = readTable
	Texts       = texts
)
