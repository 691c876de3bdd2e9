package layout

import (
	"bytes"
	"math"
	"slices"
	"strconv"

	"github.com/kexplain/kexplain/explain/points/table/scan"
)

// numbersAsNames returns the cells of a row that are numbers and yet names, as in
// 2020,2021,2022,change, or nil. They are whole numbers that rise or fall evenly, and a word
// stands beside them. They are years, as those of no row below are, or the word stands above
// numbers, so that the row is no data; and they differ from all cells below in kind or size, or
// are three years or more.
func numbersAsNames(first [][]byte, below []record, kind []ColumnKind, n scan.Numerals) []string {
	if len(first) != len(kind) {
		return nil
	}
	var columns []int
	var names []string
	above, beside := false, false
	for c, cell := range first {
		switch {
		case !n.IsNumber(cell):
			above = above || kind[c] == NumberColumn && !scan.MissingCell(cell)
			beside = true
		case kind[c] == NumberColumn:
			columns, names = append(columns, c), append(names, string(cell))
		}
	}
	if len(columns) == 0 || !beside || !evenly(first, columns) {
		return nil
	}
	years, differ := areYears(first, columns), true
	others := false
	for _, r := range below {
		if len(r.cells) != len(first) || slices.EqualFunc(r.cells, first, bytes.Equal) { // the names again
			continue
		}
		others = true
		if years && evenly(r.cells, columns) && areYears(r.cells, columns) {
			return nil
		}
		for _, c := range columns {
			differ = differ && differs(first[c], r.cells[c])
		}
	}
	if others && (years || above && len(columns) > 1) && (differ || years && len(columns) > 2) {
		return names
	}
	return nil
}

// evenly reports whether the cells of the given columns are whole numbers, with the same step,
// which is not 0, from each to the next.
func evenly(cells [][]byte, columns []int) bool {
	before, step := 0, 0
	for k, c := range columns {
		x, err := strconv.ParseInt(string(cells[c]), 10, 32)
		if err != nil || k > 0 && int(x) == before || k > 1 && int(x)-before != step {
			return false
		}
		before, step = int(x), int(x)-before
	}
	return true
}

// areYears reports whether whole numbers are years of our time.
func areYears(cells [][]byte, columns []int) bool {
	const first, last = 1500, 2200
	for _, c := range columns {
		if x, _ := strconv.Atoi(string(cells[c])); x < first || x > last {
			return false
		}
	}
	return true
}

// differs reports whether a cell is none of a whole number, or more than twice or less than
// half of the one given.
func differs(number, cell []byte) bool {
	x, err1 := strconv.ParseFloat(string(number), 64)
	y, err2 := strconv.Atoi(string(cell))
	return err1 != nil || err2 != nil || math.Abs(float64(y)) > 2*math.Abs(x) || math.Abs(x) > 2*math.Abs(float64(y))
}
