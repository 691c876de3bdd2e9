package moment

import "github.com/kexplain/kexplain/numeric/internal/kernel"

// Split is a sum of products of float64 without any rounding, as far as they are of about one size.
type Split = kernel.Split

// SplitLevels is the number of parts of a Split.
const SplitLevels = kernel.SplitLevels

// FastSplits reports whether this processor has vectors for them. Without, a sum of limbs
// takes less time.
func FastSplits() bool { return kernel.Vectors() }
