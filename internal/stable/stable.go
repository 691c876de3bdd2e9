// Package stable sorts slices of any type with one piece of machine code.
//
// slices.SortStableFunc is compiled anew for every type of element, some 9 kB
// each. For the two dozen types that kexplain sorts this was 2 % of the program.
package stable

import "sort"

// Sort sorts s by compare, as slices.SortStableFunc does: equal elements keep their order.
func Sort[S ~[]E, E any](s S, compare func(a, b E) int) {
	sort.SliceStable(s, func(i, j int) bool { return compare(s[i], s[j]) < 0 })
}
