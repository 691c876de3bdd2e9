package rounding

import (
	"cmp"
	"math"
	"slices"

	"github.com/kexplain/kexplain/internal/stable"
	"github.com/kexplain/kexplain/ring"
)

// isWhole reports whether a column has whole numbers only, and they may be rounded.
func (t Table) isWhole(j int) bool {
	half := false
	for i, h := range t.Half {
		if !t.Rows[i][j].IsInt() {
			return false
		}
		half = half || !h[j].IsZero()
	}
	return half
}

// WithCounts is the table with some columns exact.
func (t Table) WithCounts(columns []int) Table {
	t.counts = columns
	t.Half = slices.Clone(t.Half)
	for i, h := range t.Half {
		t.Half[i] = slices.Clone(h)
		for _, j := range columns {
			t.Half[i][j] = ring.Rat{}
		}
	}
	return t
}

// wholeColumns are those that take part, those of the largest numbers first: their rounding moves them least.
func (s *search) wholeColumns() []int {
	var out []int
	size := map[int]float64{}
	for _, j := range s.given.Columns {
		if s.given.isWhole(j) {
			out = append(out, j)
			for _, row := range s.given.Rows {
				size[j] += math.Abs(row[j].Float64())
			}
		}
	}
	stable.Sort(out, func(a, b int) int { return cmp.Compare(size[b], size[a]) })
	return out
}

// allCounted is the table with all whole numbers exact.
func allCounted(s *search) []Table { return []Table{s.given.WithCounts(s.wholeColumns())} }

// oneRounded are the views in which one column of whole numbers may be rounded: a law is to give it.
// A column that is a count in a law is none.
func oneRounded(s *search) (out []Table) {
	whole := s.wholeColumns()
	for k, j := range whole {
		if !slices.Contains(s.given.Readings, j) || s.isCount(j) {
			continue
		}
		view := s.given.WithCounts(slices.Delete(slices.Clone(whole), k, k+1))
		view.only = []int{j}
		out = append(out, view)
	}
	return out
}

// someRounded is the table with the whole numbers rounded that are no counts in a law, if there are any.
func someRounded(s *search) []Table {
	whole := s.wholeColumns()
	counts := slices.DeleteFunc(slices.Clone(whole), func(j int) bool { return !slices.Contains(s.given.Counted, j) && !s.isCount(j) })
	if len(counts) == len(whole) {
		return nil
	}
	return []Table{s.given.WithCounts(counts)}
}

// isCount reports whether a column of whole numbers occurs in a law as a count.
func (s *search) isCount(j int) bool {
	return slices.ContainsFunc(s.laws, func(l Law) bool {
		return slices.Contains(l.Counts, j) && l.Polynomial.DegreeIn(j) > 0 && s.given.tells(l, j)
	})
}

// tells reports whether a law that takes a column of whole numbers for a count tells that it is one: at most rows the rounding of the
// other cells moves the law by less than a half in the column would. S = U*I holds with S as a count where U and I are
// rounded to a volt and a tenth of an ampere, and says nothing of S.
func (t Table) tells(l Law, j int) bool {
	view, gradient, told := t.WithCounts(l.Counts), l.Polynomial.Gradient(), 0
	for i, row := range view.Rows {
		slack := 0.0
		for k, d := range gradient {
			if !view.Half[i][k].IsZero() {
				slack += math.Abs(d.Eval(row).Float64()) * view.Half[i][k].Float64()
			}
		}
		if slack < math.Abs(gradient[j].Eval(row).Float64())/2 {
			told++
		}
	}
	return 2*told > len(view.Rows)
}
