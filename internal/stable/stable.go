// Package stable sorts slices of any type with one piece of machine code, and puts elements into them with little of it.
//
// slices.SortStableFunc is compiled anew for every type of element, some 9 kB
// each. For the two dozen types that kexplain sorts this was 2 % of the program.
package stable

import (
	"cmp"
	"slices"
)

// Sort sorts s by compare, as slices.SortStableFunc does: equal elements keep their order.
func Sort[S ~[]E, E any](s S, compare func(a, b E) int) {
	sorted := make(S, len(s))
	for k, i := range order(len(s), func(i, j int) int { return compare(s[i], s[j]) }) {
		sorted[k] = s[i]
	}
	copy(s, sorted)
}

// order returns the places of n elements, the first element first. compare compares the elements in two places.
func order(n int, compare func(i, j int) int) []int {
	places := make([]int, n)
	for i := range places {
		places[i] = i
	}
	slices.SortFunc(places, func(i, j int) int { return cmp.Or(compare(i, j), i-j) })
	return places
}

// Insert puts an element in place i, as slices.Insert does, which takes 1.3 kB for every type.
func Insert[S ~[]E, E any](s S, i int, x E) S {
	s = append(s, x)
	copy(s[i+1:], s[i:])
	s[i] = x
	return s
}

// Unseen deletes from a list what has a key that was seen, as in an element before, and marks the keys of what it leaves.
func Unseen[E any](list []E, seen map[string]bool, key func(E) string) []E {
	return slices.DeleteFunc(list, func(e E) bool {
		k := key(e)
		was := seen[k]
		seen[k] = true
		return was
	})
}
