package theorems

import (
	"maps"
	"slices"

	"github.com/kexplain/kexplain/ring"
)

// Shrink makes an instance smaller as long as it keeps a property: fewer points,
// fewer coordinates, lower degree, simpler numbers. It returns an instance with
// the property from which no single step leads to a smaller one with it. The
// instance itself must have the property.
func Shrink(in Instance, keeps func(Instance) bool) Instance {
	for {
		smaller, ok := firstThat(simplifications(in), keeps)
		if !ok {
			return in
		}
		in = smaller
	}
}

func firstThat(candidates []Instance, keeps func(Instance) bool) (Instance, bool) {
	for _, c := range candidates {
		if keeps(c) {
			return c, true
		}
	}
	return nil, false
}

// simplifications lists the instances one step below in, boldest steps first.
// Every step lowers size, so shrinking ends.
func simplifications(in Instance) []Instance {
	var out []Instance
	names := slices.Sorted(maps.Keys(in))
	for _, name := range names {
		out = append(out, dropRows(in, name)...)
	}
	out = append(out, dropCoordinates(in)...)
	for _, name := range names {
		if k, ok := in[name].(int); ok && k > 1 {
			out = append(out, in.with(name, k-1))
		}
	}
	out = append(out, simplerEverywhere(in, names)...)
	for _, name := range names {
		for _, value := range simplerValues(in[name]) {
			out = append(out, in.with(name, value))
		}
	}
	return slices.DeleteFunc(out, func(c Instance) bool { return c.size() >= in.size() })
}

// size measures an instance: the bits of its numbers, a few for each place.
func (in Instance) size() int {
	total := 0
	for _, value := range in {
		total += sizeOf(value)
	}
	return total
}

func sizeOf(value any) int {
	const place = 4 // a number that is there at all
	total := 0
	switch v := value.(type) {
	case int:
		total = v
	case Num:
		total = place + cost(v.Re()) + 2*cost(v.Im())
	case Vector:
		for _, x := range v {
			total += sizeOf(x)
		}
	case Points:
		for _, row := range v {
			total += place + sizeOf(row)
		}
	case Expr:
		for _, x := range v {
			total += sizeOf(x)
		}
	case []Expr:
		for _, f := range v {
			total += place + sizeOf(f)
		}
	}
	return total
}

// cost is 0 for 0, 1 for 1, and grows with sign and length of the fraction.
func cost(x ring.Rat) int {
	if x.IsZero() {
		return 0
	}
	bits := 2*(x.Num().BitLen()+x.Den().BitLen()) - 3
	if x.Sign() < 0 {
		bits++
	}
	return bits
}

// dropRows leaves out one row of a list of rows, with or without the entries of
// the same place in vectors of the same length and the columns of the same place
// in other lists of rows that are as wide.
func dropRows(in Instance, name string) []Instance {
	rows, ok := in[name].(Points)
	if !ok || len(rows) < 2 {
		return nil
	}
	var out []Instance
	for i := range rows {
		alone := in.with(name, without(rows, i))
		linked := maps.Clone(alone)
		for other, value := range in {
			switch v := value.(type) {
			case Vector:
				if len(v) == len(rows) {
					linked[other] = without(v, i)
				}
			case Points:
				if other != name && len(v) > 0 && len(v[0]) == len(rows) {
					linked[other] = withoutColumn(v, i)
				}
			}
		}
		out = append(out, alone, linked)
	}
	return out
}

// dropCoordinates leaves out one coordinate of K^n everywhere.
func dropCoordinates(in Instance) []Instance {
	n := 0
	for _, name := range []string{"X", "Y", "Z", "S"} {
		if p, ok := in[name].(Points); ok && len(p) > 0 {
			n = len(p[0])
		}
	}
	if n < 2 {
		return nil
	}
	var out []Instance
	for j := range n {
		next := maps.Clone(in)
		for name, value := range in {
			switch v := value.(type) {
			case Vector:
				if len(v) == n {
					next[name] = without(v, j)
				}
			case Points:
				if len(v) > 0 && len(v[0]) == n {
					next[name] = withoutColumn(v, j)
				}
			case Expr:
				next[name] = restrict(v, j)
			case []Expr:
				fs := make([]Expr, len(v))
				for i, f := range v {
					fs[i] = restrict(f, j)
				}
				next[name] = fs
			}
		}
		out = append(out, next)
	}
	return out
}

// restrict sets the j-th variable to zero and forgets it.
func restrict(f Expr, j int) Expr {
	out := Expr{}
	for key, c := range f {
		exps, err := exponentsOf(key)
		if err == nil && j < len(exps) && exps[j] == 0 {
			out[keyOf(without(exps, j))] = c
		}
	}
	return out
}

func without[T any](xs []T, i int) []T {
	return slices.Delete(slices.Clone(xs), i, i+1)
}

func withoutColumn(rows Points, j int) Points {
	out := make(Points, len(rows))
	for i, row := range rows {
		out[i] = without(row, j)
	}
	return out
}

// simplerValues lists values with one number replaced by a simpler one, or one
// term left out.
func simplerValues(value any) []any {
	var out []any
	switch v := value.(type) {
	case Num:
		for _, x := range simplerNumbers(v) {
			out = append(out, x)
		}
	case Vector:
		for i, x := range v {
			for _, y := range simplerNumbers(x) {
				out = append(out, replaced(v, i, y))
			}
		}
	case Points:
		for i, row := range v {
			for _, r := range simplerValues(row) {
				out = append(out, replaced(v, i, r.(Vector)))
			}
		}
	case Expr:
		for _, key := range slices.Sorted(maps.Keys(v)) {
			if len(v) > 1 {
				fewer := maps.Clone(v)
				delete(fewer, key)
				out = append(out, fewer)
			}
			for _, y := range simplerNumbers(v[key]) {
				simpler := maps.Clone(v)
				simpler[key] = y
				out = append(out, simpler)
			}
		}
	case []Expr:
		for i, f := range v {
			for _, g := range simplerValues(f) {
				out = append(out, replaced(v, i, g.(Expr)))
			}
		}
	}
	return out
}

// simplerEverywhere replaces one number by a simpler one wherever it occurs in
// points and vectors, so that points of one set stay points of another.
func simplerEverywhere(in Instance, names []string) []Instance {
	var seen Vector
	collect := func(v Vector) {
		for _, x := range v {
			if !slices.ContainsFunc(seen, func(y Num) bool { return eq(x, y) }) {
				seen = append(seen, x)
			}
		}
	}
	for _, name := range names {
		switch v := in[name].(type) {
		case Vector:
			collect(v)
		case Points:
			for _, row := range v {
				collect(row)
			}
		}
	}
	var out []Instance
	for _, x := range seen {
		for _, y := range simplerNumbers(x) {
			out = append(out, in.substitute(x, y))
		}
	}
	return out
}

// substitute puts y in the place of x in points and vectors.
func (in Instance) substitute(x, y Num) Instance {
	row := func(v Vector) Vector {
		w := slices.Clone(v)
		for i := range w {
			if eq(w[i], x) {
				w[i] = y
			}
		}
		return w
	}
	out := maps.Clone(in)
	for name, value := range in {
		switch v := value.(type) {
		case Vector:
			out[name] = row(v)
		case Points:
			rows := make(Points, len(v))
			for i := range v {
				rows[i] = row(v[i])
			}
			out[name] = rows
		}
	}
	return out
}

func replaced[T any](xs []T, i int, x T) []T {
	out := slices.Clone(xs)
	out[i] = x
	return out
}

// simplerNumbers lists numbers to try in the place of x, simplest first.
func simplerNumbers(x Num) []Num {
	if isZero(x) {
		return nil
	}
	out := []Num{zero, one, real(x.Re())}
	if isReal(x) {
		out = append(out, neg(one), whole(2), ratio(1, 2), neg(x), real(ring.RatFromBigInt(x.Re().Num())))
	}
	return slices.DeleteFunc(out, func(y Num) bool { return sizeOf(y) >= sizeOf(x) })
}
