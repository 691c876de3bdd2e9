// Package slip tells wrong cells from other reasons for which rows break an equation.
package slip

import "github.com/kexplain/kexplain/explain/internal/limit"

// Grouped reports whether the values of a column tell which of n rows fail: the equation holds for other values then, and
// the failing rows have no wrong cells. Either nearly all rows with some value fail, and they are a good part of
// the failing rows; or all but those with one value do, see AllBut.
func Grouped[V comparable](n int, value func(row int) V, fails func(row int) bool) bool {
	rows, bad, failing := count(n, value, fails)
	for v, m := range rows {
		if m >= limit.GroupRows && bad[v] > 0 && float64(bad[v]) >= limit.GroupFailing*float64(m) && float64(bad[v]) >= limit.GroupPart*float64(failing) {
			return true
		}
	}
	return allBut(n, rows, bad, failing)
}

// AllBut reports whether most rows fail but those with one value, which most rows have, and most of those that fail are others:
// rebate = 0 is no law, and neither is rebate = 0.04*price*discount where hardly any row has a discount.
func AllBut[V comparable](n int, value func(row int) V, fails func(row int) bool) bool {
	rows, bad, failing := count(n, value, fails)
	return allBut(n, rows, bad, failing)
}

func allBut[V comparable](n int, rows, bad map[V]int, failing int) bool {
	for v, m := range rows {
		if others := failing - bad[v]; m > n/2 && others >= limit.GroupRows && 2*others > n-m && 2*others > failing {
			return true
		}
	}
	return false
}

// count counts the rows with each value, and those of them that fail.
func count[V comparable](n int, value func(row int) V, fails func(row int) bool) (rows, bad map[V]int, failing int) {
	rows, bad = map[V]int{}, map[V]int{}
	for i := range n {
		v := value(i)
		rows[v]++
		if fails(i) {
			bad[v]++
			failing++
		}
	}
	return rows, bad, failing
}
