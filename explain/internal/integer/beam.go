package integer

import (
	"math"
	"sort"
	"sync"

	"gonum.org/v1/gonum/mat"

	"github.com/kexplain/kexplain/explain/internal/limit"
	"github.com/kexplain/kexplain/internal/stable"
)

// beam looks for integer vectors near the multiples of a vector of ratios. It
// is work space: the vectors that nearest returns are overwritten by the next
// call.
type beam struct {
	ratio []float64
	l     []float64 // Cholesky factor of the covariance of the ratios, by rows
	width int       // partial vectors that are kept

	begun, longer []partial
	next          []step
	bits          bitsMemo
}

// partial is an integer vector whose first coordinates have been chosen.
type partial struct {
	n          []int64
	z          []float64 // distances from the conditional means, standard errors
	chi2, bits float64
}

// step is one way to round the next coordinate of a partial vector.
type step struct {
	from       int // the vector
	n          int64
	z          float64
	chi2, bits float64 // of all coordinates so far
	cost       float64 // their length in nats
}

// costOf is the length in nats of coordinates at squared distance chi2 that
// take the given bits.
func costOf(chi2, bits float64) float64 { return chi2/2 + bits*math.Ln2 }

// beams are beams that are not in use. A beam is work space, and remembers the lengths of integers.
var beams = sync.Pool{New: func() any { return new(beam) }}

// newBeam returns a beam for some ratios. The caller puts it back to beams when done with its vectors.
func newBeam(ratio []float64, l *mat.TriDense, width int) *beam {
	b := beams.Get().(*beam)
	b.ratio, b.l, b.width = ratio, b.l[:0], width
	for i := range ratio {
		for j := range ratio {
			b.l = append(b.l, l.At(i, j))
		}
	}
	return b
}

// nearest returns integer vectors near scale·ratio, rounding one coordinate after another given those before it. Of the partial vectors it keeps the
// shortest, at most width of them. It drops those that pass bound with leastBits for each coordinate to come. All vectors of a round have as many
// to come, so no vector that is kept would have been displaced by one that is dropped.
func (b *beam) nearest(scale int64, bound float64) []partial {
	b.begin(scale)
	for i := range b.ratio {
		bound := bound - costOf(0, leastBits)*float64(len(b.ratio)-1-i)
		b.next = b.next[:0]
		for from := range b.begun {
			b.extend(from, i, scale, bound)
		}
		b.longer = b.longer[:0]
		for _, t := range b.next {
			b.lengthen(t)
		}
		b.begun, b.longer = b.longer, b.begun
	}
	return b.begun
}

// begin makes the vector without coordinates the only one, in the memory of an older one where there is one.
func (b *beam) begin(scale int64) {
	if b.begun = b.begun[:0]; cap(b.begun) == 0 {
		b.begun = make([]partial, 0, b.width)
	}
	b.begun = b.begun[:1]
	v := &b.begun[0]
	v.n, v.z = v.n[:0], v.z[:0]
	v.chi2, v.bits = 0, b.bits.of(scale)
}

// extend offers the integers near coordinate i of one partial vector: those within 3
// of it, and round ones.
func (b *beam) extend(from, i int, scale int64, bound float64) {
	v := &b.begun[from]
	f := float64(scale)
	row := b.l[i*len(b.ratio):]
	mean, sd := b.ratio[i]*f, row[i]*f
	for j, z := range v.z {
		mean += float64(row[j] * z * f)
	}
	if math.Abs(mean) > limit.MaxInteger {
		return
	}
	base := math.Round(mean)
	for _, d := range [...]float64{0, 1, -1, 2, -2, 3, -3} {
		if d > 0 { // All that follow are as far.
			if z := (d - 0.5) / sd; !b.fits(costOf(v.chi2+z*z, v.bits+leastBits), bound) {
				break
			}
		}
		if n := base + d; n != 0 {
			b.offer(step{from: from, n: int64(n), z: (n - mean) / sd}, scale, bound)
		}
	}
	// Round numbers are short however many integers are within a standard
	// deviation: the nearest with one zero more at the end each.
	size := math.Abs(mean)
	for ten := 10.0; size >= limit.MinRound*f && size <= limit.MaxRound*f && ten <= size; ten *= 10 {
		if n := math.Round(mean/ten) * ten; math.Abs(n-base) > 3 {
			b.offer(step{from: from, n: int64(n), z: (n - mean) / sd}, scale, bound)
		}
	}
}

// offer keeps a step if its vector is short enough so far.
func (b *beam) offer(t step, scale int64, bound float64) {
	v := &b.begun[t.from]
	t.chi2 = v.chi2 + t.z*t.z
	if !b.fits(costOf(t.chi2, v.bits+leastBits), bound) {
		return
	}
	bits, long := float64(repeatedBits), max(t.n, -t.n) >= tableSize
	switch repeated := t.n == scale || t.n == -scale || occurs(v.n, t.n); {
	case long && !repeated && !b.fits(costOf(t.chi2, v.bits+longBits+signBits), bound):
		return
	case !repeated:
		bits = b.bits.of(t.n)
	case !long:
		bits = math.Min(b.bits.of(t.n), bits)
	}
	t.bits = v.bits + (bits + signBits)
	t.cost = costOf(t.chi2, t.bits)
	if b.fits(t.cost, bound) {
		b.keep(t)
	}
}

// fits reports whether a step of this cost is among those to keep.
func (b *beam) fits(cost, bound float64) bool {
	return cost <= bound && (len(b.next) < b.width || cost < b.next[len(b.next)-1].cost)
}

// keep enters a step that fits behind those that are no longer.
func (b *beam) keep(t step) {
	at := sort.Search(len(b.next), func(i int) bool { return b.next[i].cost > t.cost })
	if len(b.next) == b.width {
		b.next = b.next[:b.width-1]
	}
	b.next = stable.Insert(b.next, at, t)
}

// lengthen appends the vector that a step makes to those of the next round, in
// the memory of an older one where there is one.
func (b *beam) lengthen(t step) {
	k := len(b.longer)
	if k < cap(b.longer) {
		b.longer = b.longer[:k+1]
	} else {
		b.longer = append(b.longer, partial{})
	}
	from, v := &b.begun[t.from], &b.longer[k]
	v.n = append(append(v.n[:0], from.n...), t.n)
	v.z = append(append(v.z[:0], from.z...), t.z)
	v.chi2, v.bits = t.chi2, t.bits
}

// bitsMemo remembers bitsOf: the vectors of a beam share most of their integers. The zero value is empty.
type bitsMemo struct {
	n    [memoSize]int64 // 0 where there is none: bitsOf is not asked for 0
	bits [memoSize]float64
}

// memos are for callers without a beam.
var memos = sync.Pool{New: func() any { return new(bitsMemo) }}

// shortTable holds bitsOf of the integers below tableSize.
var shortTable = sync.OnceValue(func() *[tableSize]float64 {
	var table [tableSize]float64
	for n := range table[1:] {
		table[n+1] = bitsOf(int64(n + 1))
	}
	return &table
})

// tableSize is beyond most integers that a beam comes to. None of these or larger takes less than longBits.
const (
	tableSize = 1024
	longBits  = 6.36 // of 10,000
)

// memoSize is the number of integers remembered, a power of two.
const memoSize = 4096

func (m *bitsMemo) of(n int64) float64 {
	n = max(n, -n)
	if n < tableSize {
		return shortTable()[n]
	}
	at := n & (memoSize - 1)
	if m.n[at] != n {
		m.n[at], m.bits[at] = n, bitsOf(n)
	}
	return m.bits[at]
}
