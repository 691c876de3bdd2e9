package varieties

import (
	"cmp"
	"hash/fnv"
	"slices"
)

// Sets are the names of the sets of varieties.
var Sets = []string{"first", "heldout", "fresh"}

// Set returns the varieties of a set, in the order of their names, and whether
// there is such a set.
//
//   - first: All, the varieties with which the method was made.
//   - heldout: a second list, written after the method. Failures on it have been
//     looked at since.
//   - fresh: about a third of that list, chosen by a hash of the name before
//     anything was measured, and only counted since.
func Set(name string) ([]Variety, bool) {
	switch name {
	case "first":
		return All(), true
	case "heldout", "fresh":
		var list []Variety
		for _, v := range second() {
			if fresh(v.Name) == (name == "fresh") {
				list = append(list, v)
			}
		}
		return list, true
	}
	return nil, false
}

// fresh reports whether the variety of that name is kept out of sight.
func fresh(name string) bool {
	h := fnv.New32a()
	h.Write([]byte(name))
	return h.Sum32()%3 == 0
}

// second returns the varieties of the second list.
func second() []Variety {
	list := slices.Concat(moreLaws(), morePlaneCurves(), moreSpaceCurves(), moreSurfaces(), moreHigher())
	slices.SortFunc(list, func(v, w Variety) int { return cmp.Compare(v.Name, w.Name) })
	return list
}
