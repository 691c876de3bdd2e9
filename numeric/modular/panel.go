package modular

import (
	"slices"

	"github.com/kexplain/kexplain/numeric/internal/kernel"
)

// AppendAll appends columns, in less time than Append does one after the other. It returns
// false if they are not independent of one another and of the columns before; the
// factorisation is then of no further use. It panics if a column does not have n entries or
// if there are more than n in all.
//
// For moduli below 2⁵⁰ the kernels take kernel.Width columns at a time, a panel, each step
// of the left-looking factorisation being a product of a matrix and a panel.
func (f *LU) AppendAll(columns [][]uint64) bool {
	if !f.takesPanels() {
		for ; len(columns) >= 2; columns = columns[2:] {
			if !f.AppendTwo(columns[0], columns[1]) {
				return false
			}
		}
		return len(columns) == 0 || f.Append(columns[0])
	}
	return !slices.Contains(f.AppendEach(make([]bool, 0, len(columns)), columns), false)
}

// AppendEach appends columns as Append does one after the other, in less time. It appends to dst what Append returns of each:
// whether it does not depend on the columns before. It panics if a column does not have n entries.
func (f *LU) AppendEach(dst []bool, columns [][]uint64) []bool {
	if !f.takesPanels() {
		for _, v := range columns {
			dst = append(dst, f.Append(v))
		}
		return dst
	}
	if f.panel == nil {
		f.panel = make([]uint64, kernel.Width*f.n)
	}
	for len(columns) > 0 {
		w := min(kernel.Width, len(columns))
		dst = f.appendPanel(dst, f.panel, columns[:w])
		columns = columns[w:]
	}
	return dst
}

// PanelWidth is the number of columns that AppendAll and SolveAll take at a time.
const PanelWidth = kernel.Width

// takesPanels reports whether panels are faster than single columns.
func (f *LU) takesPanels() bool { return f.m.short() && kernel.HasPanels() }

// appendPanel appends up to kernel.Width columns; c is work. Of a column that depends on those before, the place in the panel goes
// to the next one.
func (f *LU) appendPanel(dst []bool, c []uint64, columns [][]uint64) []bool {
	r, m := f.rank, f.m.constants()
	f.permutePanel(c, columns)
	f.forwardPanel(c, r)
	m.subtractAll(c[kernel.Width*r:], f.rows[r:], c, 0, r)
	for range columns {
		j := f.rank - r
		independent := f.takePanel(c, j)
		if dst = append(dst, independent); independent {
			continue
		}
		for row := c; len(row) > 0; row = row[kernel.Width:] {
			copy(row[j:kernel.Width-1], row[j+1:])
		}
	}
	for k := range f.rank {
		at := max(r, k+1)
		copy(f.rows[k][at:f.rank], c[kernel.Width*k+at-r:])
	}
	return dst
}

// takePanel finds a pivot in the j-th column of the panel c, which has been reduced by the
// columns so far, makes it the next column and reduces those behind it.
func (f *LU) takePanel(c []uint64, j int) bool {
	m, k := &f.m, f.m.constants()
	at := f.rank
	row := func(i int) []uint64 { return c[kernel.Width*i : kernel.Width*(i+1)] }
	pivot := at
	for pivot < f.n && row(pivot)[j] == 0 {
		pivot++
	}
	if pivot == f.n {
		return false
	}
	if pivot != at {
		f.rows[at], f.rows[pivot] = f.rows[pivot], f.rows[at]
		f.perm[at], f.perm[pivot] = f.perm[pivot], f.perm[at]
		a, b := row(at), row(pivot)
		for i := range a {
			a[i], b[i] = b[i], a[i]
		}
		f.det = m.Neg(f.det)
	}
	d := row(at)[j]
	f.det = m.Mul(f.det, d)
	f.inv[at] = m.Inv(d)
	below := f.col[at+1:]
	for i := range below {
		below[i] = c[kernel.Width*(at+1+i)+j]
	}
	k.Scale(below, f.inv[at])
	for i, x := range below {
		f.rows[at+1+i][at] = x
	}
	k.Eliminate(c[kernel.Width*(at+1):], below, row(at))
	f.rank++
	return true
}

// permutePanel sets c to the columns in the order of perm, and the rest of the panel to 0.
func (f *LU) permutePanel(c []uint64, columns [][]uint64) {
	for _, v := range columns {
		if len(v) != f.n {
			f.permute(f.col, v) // panics
		}
	}
	if len(columns) < kernel.Width {
		clear(c[:kernel.Width*f.n])
	}
	for k, i := range f.perm {
		row := c[kernel.Width*k : kernel.Width*(k+1)]
		for j, v := range columns {
			row[j] = v[i]
		}
	}
}

// forwardPanel is forward for a panel and the leading r rows. Four rows are taken at a time,
// first with the rows above all four, then among themselves.
func (f *LU) forwardPanel(c []uint64, r int) {
	m := f.m.constants()
	for k := 0; k < r; k += 4 {
		rows := f.rows[k:min(k+4, r)]
		block := c[kernel.Width*k:]
		m.subtractAll(block, rows, c, 0, k)
		for i := 1; i < len(rows); i++ {
			m.Subtract(block[kernel.Width*i:], [][]uint64{rows[i][k:]}, block, i)
		}
	}
}

// SolveAll solves A·x = b for each b into the dst of the same place, in less time than Solve
// does one after the other. The slices must not overlap. It panics if A is not yet square
// or if a length is wrong. It may be called by several goroutines.
func (f *LU) SolveAll(dst, bs [][]uint64) {
	for i, b := range bs {
		f.mustBeSquare(dst[i], b)
	}
	if !f.takesPanels() {
		for ; len(bs) >= 2; dst, bs = dst[2:], bs[2:] {
			f.SolveTwo(dst[0], dst[1], bs[0], bs[1])
		}
		if len(bs) > 0 {
			f.Solve(dst[0], bs[0])
		}
		return
	}
	c := make([]uint64, kernel.Width*f.n)
	for len(bs) > 0 {
		w := min(kernel.Width, len(bs))
		f.permutePanel(c, bs[:w])
		f.forwardPanel(c, f.n)
		f.backwardPanel(c)
		for j, d := range dst[:w] {
			for i := range d {
				d[i] = c[kernel.Width*i+j]
			}
		}
		dst, bs = dst[w:], bs[w:]
	}
}

// backwardPanel solves U·x = c.
func (f *LU) backwardPanel(c []uint64) {
	m := f.m.constants()
	for hi := f.n; hi > 0; hi -= 4 {
		lo := max(hi-4, 0)
		rows := f.rows[lo:hi]
		block := c[kernel.Width*lo : kernel.Width*hi]
		m.subtractAll(block, rows, c, hi, f.n)
		for i := len(rows) - 1; i >= 0; i-- {
			row := block[kernel.Width*i : kernel.Width*(i+1)]
			if behind := len(rows) - 1 - i; behind > 0 {
				m.Subtract(row, [][]uint64{rows[i][lo+i+1:]}, block[kernel.Width*(i+1):], behind)
			}
			m.Scale(row, f.inv[lo+i])
		}
	}
}

// MulAll multiplies dst[i] by x[i], in less time than Mul one by one. It panics if x has fewer elements.
func (m *Modulus) MulAll(dst, x []uint64) {
	if m.short() && kernel.HasPanels() {
		m.constants().Multiply(dst, x)
		return
	}
	x = x[:len(dst)]
	for i, a := range dst {
		dst[i] = m.Mul(a, x[i])
	}
}

// constants returns what the kernels ask for. The modulus must be short.
func (m *Modulus) constants() *constants {
	k := constants{kernel.NewConstants(m.p, m.pinv)}
	return &k
}

type constants struct{ kernel.Constants }

// subtractAll subtracts from the rows of dst the products of l, from its column lo to hi,
// with the same rows of the panel c.
func (m *constants) subtractAll(dst []uint64, l [][]uint64, c []uint64, lo, hi int) {
	var part [4][]uint64
	for at := lo; at < hi; at += kernel.MaxTerms {
		terms := min(hi-at, kernel.MaxTerms)
		for i := 0; i < len(l); i += len(part) {
			rows := part[:min(len(part), len(l)-i)]
			for q := range rows {
				rows[q] = l[i+q][at : at+terms]
			}
			m.Subtract(dst[kernel.Width*i:], rows, c[kernel.Width*at:], terms)
		}
	}
}
