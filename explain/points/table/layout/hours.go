package layout

import (
	"slices"

	"github.com/kexplain/kexplain/explain/points/table/scan"
)

// hoursOf returns the columns of hours and minutes, 7:12 and 27:07, of which a table has two
// or more: one of them passes 24:00 and another does not, or they add up. All columns of that
// form count then, since one unit holds for all of them. A cell such as 7:05 shows that they
// are no scores.
func hoursOf(rows []record, columns int) []int {
	var short []int
	var values [][]int // of the rows with all of these columns, in minutes, by column
	some, all, padded := false, true, false
	for c := range columns {
		minutes, beyond, sure, ok := shortTimes(rows, c)
		if !ok {
			continue
		}
		short, values = append(short, c), append(values, minutes)
		some, all, padded = some || beyond, all && beyond, padded || sure
	}
	if padded && (len(short) > 1 && some && !all || addUp(values)) {
		return short
	}
	return nil
}

// shortTimes returns the times of a column, -1 where a cell is missing, whether one passes
// 24:00, and whether one has a zero as in 7:05. It returns false where a cell is no time of two parts in whole numbers.
func shortTimes(rows []record, c int) (minutes []int, beyond, padded, ok bool) {
	for _, r := range rows {
		if c >= len(r.cells) || scan.MissingCell(r.cells[c]) {
			minutes = append(minutes, -1)
			continue
		}
		t, is := scan.ClockOf(r.cells[c])
		n, whole := t.Whole()
		if !is || !t.Short || !whole {
			return nil, false, false, false
		}
		minutes, beyond, padded, ok = append(minutes, n), beyond || t.Beyond, padded || t.Padded, true
	}
	return minutes, beyond, padded, ok
}

// addUp reports whether one column is a sum or difference of two others or more, in every row that has all of these
// times. There must be at least two more such rows than columns.
func addUp(values [][]int) bool {
	const most = 8 // columns: 3⁸ sums are tried
	n := len(values)
	if n < 3 || n > most {
		return false
	}
	var rows [][]int
	for i := range values[0] {
		row := make([]int, n)
		for c := range values {
			row[c] = values[c][i]
		}
		if slices.Min(row) >= 0 {
			rows = append(rows, row)
		}
	}
	const spare = 2
	if len(rows) < n+spare {
		return false
	}
	factors := make([]int, n)
	var search func(c int) bool
	search = func(c int) bool {
		if c < n {
			for f := -1; f <= 1; f++ {
				factors[c] = f
				if search(c + 1) {
					return true
				}
			}
			return false
		}
		used := 0
		for _, f := range factors {
			used += f * f
		}
		const fewest = 3
		if used < fewest {
			return false
		}
		for _, row := range rows {
			sum := 0
			for c, f := range factors {
				sum += f * row[c]
			}
			if sum != 0 {
				return false
			}
		}
		return true
	}
	return search(0)
}
