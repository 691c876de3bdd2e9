package limit

import "math"

// MinEvidence is by how many nats exact coefficients must be ahead of rows without a law for
// their posterior to be MinPosterior.
func MinEvidence() float64 { return math.Log(MinPosterior / (1 - MinPosterior)) }

// MinFitEvidence is the same of real coefficients, for MinFitPosterior.
func MinFitEvidence() float64 {
	return math.Log(MinFitPosterior / (1 - MinFitPosterior))
}
