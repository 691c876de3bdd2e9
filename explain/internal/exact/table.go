package exact

import (
	"encoding/binary"
	"math"
	"math/rand/v2"
	"slices"
	"strings"

	"github.com/kexplain/kexplain/explain/internal/limit"
	"github.com/kexplain/kexplain/explain/points"
	"github.com/kexplain/kexplain/internal/stable"
	"github.com/kexplain/kexplain/numeric/modular"
	"github.com/kexplain/kexplain/poly"
	"github.com/kexplain/kexplain/ring"
)

// Table is what equations are sought in: rows of exact cells.
type Table struct {
	Names []string     // of the columns
	Rows  [][]ring.Rat // in the order of the file
}

// Sampled are evenly spread rows of points, no more than limit.ExactCells cells of them.
func Sampled(names []string, rows points.Rows) Table {
	t := Table{Names: names}
	for i := 0; i < rows.Rows(); i += SampleStep(rows.Rows(), len(names)) {
		t.Rows = append(t.Rows, rows.ExactRow(make([]ring.Rat, len(names)), i))
	}
	return t
}

// SampleStep is the distance of rows of which no more than limit.ExactCells cells are taken.
func SampleStep(rows, columns int) int { return (rows*columns-1)/limit.ExactCells + 1 }

// Setting is a column that takes few values again and again.
type Setting struct {
	Column int
	Values []ring.Rat // ascending
}

// Vanishing is ∏(x - v) over the values v of a setting, in a ring of its own.
func (s Setting) Vanishing(name string) (p *poly.Polynomial[ring.Rat], err error) {
	R, err := poly.NewRing[ring.Rat](ring.Q, []string{name}, poly.WithMaxDegree(len(s.Values)))
	if err != nil {
		return nil, err
	}
	return Vanishing(R.Var(0), s.Values)
}

// Vanishing is ∏(x - v) over values v of a polynomial x.
func Vanishing(x *poly.Polynomial[ring.Rat], values []ring.Rat) (p *poly.Polynomial[ring.Rat], err error) {
	R := x.Ring()
	p = R.One()
	for _, v := range values {
		if p, err = p.Mul(x.Sub(R.Const(v))); err != nil {
			return nil, err
		}
	}
	return p, nil
}

// at is the table with some of its rows.
func (t Table) at(rows []int) Table {
	out := Table{Names: t.Names, Rows: make([][]ring.Rat, len(rows))}
	for k, i := range rows {
		out.Rows[k] = t.Rows[i]
	}
	return out
}

// VanishingAt is ∏(x - v) over the values v of column j of a table, in a ring of its columns.
func (t Table) VanishingAt(R *poly.Ring[ring.Rat], j int) (*poly.Polynomial[ring.Rat], error) {
	return Vanishing(R.Var(j), t.values(j, len(t.Rows)+1))
}

// isSetting reports whether so many values of a column in so many rows make it a setting.
func isSetting(values, rows int) bool { return values <= limit.MaxSettings && 2*values <= rows }

// Settings lists the columns of at most limit.MaxSettings values, more than one, each of which
// stands for two rows or more on average. A column of decimals that settings give is none.
func (t Table) Settings() []Setting {
	var few []Setting
	for j := range t.Names {
		v := t.values(j, limit.MaxSettings+1)
		if len(v) > 1 && isSetting(len(v), len(t.Rows)) {
			few = append(few, Setting{j, v})
		}
	}
	return slices.DeleteFunc(slices.Clone(few), func(s Setting) bool { return t.isGiven(s, few) })
}

// isGiven reports whether a column of decimals has the same value wherever two or more columns of fewer values
// have theirs, in more rows than chance would make it: it was computed from them, as the resistance of two resistors in parallel.
func (t Table) isGiven(s Setting, few []Setting) bool {
	var by []int
	for _, o := range few {
		if len(o.Values) < len(s.Values) {
			by = append(by, o.Column)
		}
	}
	if len(by) < 2 || !slices.ContainsFunc(s.Values, func(v ring.Rat) bool { return !v.IsInt() }) {
		return false
	}
	places, with, again := Seen{}, Seen{}, 0
	for _, row := range t.Rows {
		added := places.Add(row, by)
		if with.Add(row, append(slices.Clip(by), s.Column)) != added {
			return false
		}
		if !added {
			again++
		}
	}
	return float64(again)*math.Log(float64(len(s.Values))) >= limit.SettingNats
}

// values returns the different values of a column, ascending, but no more than most.
func (t Table) values(j, most int) []ring.Rat {
	var out []ring.Rat
	for _, row := range t.Rows {
		at, found := slices.BinarySearchFunc(out, row[j], ring.Rat.Cmp)
		if !found {
			if out = stable.Insert(out, at, row[j]); len(out) == most {
				return out
			}
		}
	}
	return out
}

// valuesOf returns the different values of a polynomial at the rows, ascending.
func (t Table) valuesOf(p *poly.Polynomial[ring.Rat]) []ring.Rat {
	values := Table{Rows: make([][]ring.Rat, len(t.Rows))}
	for i, row := range t.Rows {
		values.Rows[i] = []ring.Rat{p.Eval(row)}
	}
	return values.values(0, len(t.Rows)+1)
}

// counters lists the columns whose cells are c, c + 1, c + 2, … down the table, five of
// them at least.
func (t Table) counters() []int {
	var out []int
	steps := t.steps()
	for j := range t.Names {
		if steps[j].even && steps[j].by.IsOne() && t.Rows[0][j].IsInt() {
			out = append(out, j)
		}
	}
	return out
}

// numbering reports whether a law says only that two columns go down the table in even
// steps, one of which counts the rows.
func (t Table) numbering(l law, counters []int) bool {
	if l.degree != 1 || len(l.vars) != 2 || !slices.ContainsFunc(l.vars, func(j int) bool { return slices.Contains(counters, j) }) {
		return false
	}
	steps := t.steps()
	return !slices.ContainsFunc(l.vars, func(j int) bool {
		return !steps[j].even || steps[j].by.IsOne() && !t.Rows[0][j].IsInt()
	})
}

// ringOfRows is the ring over Q in all columns of a table.
type ringOfRows = *poly.Ring[ring.Rat]

// residues are different rows of a table modulo a prime.
type residues struct {
	m     modular.Modulus
	x     [][]uint64
	level [][]int   // the number of the value of each cell within its column
	count []int     // how many values each column has
	few   []bool    // which columns take few values again and again
	bits  []float64 // the logarithm of how many it could have, of those within its range
	rows  []int     // rows[i]: where x[i] stands in the table, the first time
	rng   *rand.Rand
}

// newResidues takes the given rows of the table, each different one once, in an order
// fixed by the seed, at most ExactRows of them. Columns that are not in cols are not looked
// at.
func newResidues(t Table, rows, cols []int, seed uint64) *residues {
	r := &residues{
		m: new(modular.Primes).Next(), count: make([]int, len(t.Names)), few: make([]bool,
			len(t.Names)), bits: make([]float64, len(t.Names)), rng: rand.New(rand.NewPCG(seed, 13)),
	}
	order := slices.Clone(rows)
	r.rng.Shuffle(len(order), func(i, j int) { order[i], order[j] = order[j], order[i] })
	seen := map[string]bool{}
	number := make([]map[cell]int, len(t.Names))
	for _, j := range cols {
		number[j] = map[cell]int{}
	}
	read := modulo{m: &r.m}
	for _, i := range order {
		level := make([]int, len(t.Names))
		for _, j := range cols {
			x := cellOf(t.Rows[i][j])
			n, ok := number[j][x]
			if !ok {
				n = len(number[j])
				number[j][x] = n
			}
			level[j] = n
		}
		if k := key(level, cols); !seen[k] {
			seen[k] = true
			r.level, r.rows = append(r.level, level), append(r.rows, i)
			r.x = append(r.x, read.row(t.Rows[i]))
		}
		if len(r.x) == limit.ExactRows {
			break
		}
	}
	for _, j := range cols {
		r.count[j] = len(number[j])
		r.few[j] = isSetting(r.count[j], len(t.Rows))
		r.bits[j] = t.bits(j, r.count[j])
	}
	return r
}

// bits is the logarithm to base 2 of the number of values that a column could show in its
// range: steps of its decimals, or the number of its values where these are few or are no
// decimals.
func (t Table) bits(j, count int) float64 {
	step, ok := t.step(j)
	if !ok || isSetting(count, len(t.Rows)) {
		return math.Log2(float64(count))
	}
	least, most := t.Rows[0][j], t.Rows[0][j]
	for _, row := range t.Rows {
		if row[j].Cmp(least) < 0 {
			least = row[j]
		}
		if row[j].Cmp(most) > 0 {
			most = row[j]
		}
	}
	return math.Log2(most.Sub(least).Float64()/step.Float64() + 1)
}

// cell tells numbers apart.
type cell struct {
	p, q int64
	text string // of a number whose p/q is too long
}

func cellOf(x ring.Rat) cell {
	if p, q, ok := x.Frac64(); ok {
		return cell{p: p, q: q}
	}
	return cell{text: x.String()}
}

// modulo reads numbers modulo a prime. Decimals have few denominators, whose inverses it keeps.
type modulo struct {
	m        *modular.Modulus
	inverses map[int64]uint64 // by denominator
}

func (r *modulo) row(row []ring.Rat) []uint64 {
	out := make([]uint64, len(row))
	for j, c := range row {
		out[j] = r.cell(c)
	}
	return out
}

func (r *modulo) cell(c ring.Rat) uint64 {
	const most = 1000 // denominators
	p, q, ok := c.Frac64()
	if !ok || q == 1 {
		return residue(r.m, c)
	}
	inverse, ok := r.inverses[q]
	if !ok {
		if len(r.inverses)%most == 0 {
			r.inverses = map[int64]uint64{}
		}
		inverse = residue(r.m, ring.NewRat(1, q))
		r.inverses[q] = inverse
	}
	return r.m.Mul(r.m.FromInt64(p), inverse)
}

// residue is c modulo the prime, which does not divide its denominator unless chance
// has it; what comes of that is checked in rational arithmetic.
func residue(m *modular.Modulus, c ring.Rat) uint64 {
	p, q, ok := c.Frac64()
	if ok && q == 1 {
		return m.FromInt64(p)
	}
	var num, den uint64
	if ok {
		num, den = m.FromInt64(p), m.FromInt64(q)
	} else {
		num, den = m.FromBig(c.Num()), m.FromBig(c.Den())
	}
	if den == 0 {
		return 0
	}
	return m.Mul(num, m.Inv(den))
}

// key tells rows of levels apart in the given columns.
func key(level []int, cols []int) string {
	b := make([]byte, 0, 4*len(cols))
	for _, j := range cols {
		b = binary.LittleEndian.AppendUint32(b, uint32(level[j]))
	}
	return string(b)
}

// distinct returns those of the rows that differ in the given columns.
func (t *residues) distinct(rows, cols []int) []int {
	seen := make(map[string]bool, len(rows))
	var out []int
	for _, i := range rows {
		if k := key(t.level[i], cols); !seen[k] {
			seen[k] = true
			out = append(out, i)
		}
	}
	return out
}

// step is the difference between neighbouring numbers that a column of decimals can
// show, 10^-k for k digits after the point, and false where cells are no decimals.
func (t Table) step(j int) (ring.Rat, bool) {
	places, scale := 0, int64(1)
	for _, row := range t.Rows {
		_, den, short := row[j].Frac64()
		if !short {
			if d := row[j].Den(); d.IsInt64() {
				den = d.Int64()
			} else {
				return ring.Rat{}, false
			}
		}
		for scale%den != 0 {
			if places++; places > limit.MaxStepDigits {
				return ring.Rat{}, false
			}
			scale *= 10
		}
	}
	return ring.NewRat(1, scale), true
}

// Seen are rows that were seen, told apart by their cells in some columns.
type Seen map[string]bool

// Add reports whether no row was seen that has the same cells in the given columns, and enters it.
func (s Seen) Add(row []ring.Rat, columns []int) bool {
	var b strings.Builder
	for _, j := range columns {
		b.WriteString(row[j].String())
		b.WriteByte(' ')
	}
	key := b.String()
	added := !s[key]
	s[key] = true
	return added
}
