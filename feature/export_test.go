package feature

import (
	"maps"
	"slices"
)

// Types returns the types of kernels that files can hold, sorted.
func Types() []string { return slices.Sorted(maps.Keys(decoders())) }
