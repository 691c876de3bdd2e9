package derived

import "math"

// Inverse computes a column from the value of a column derived from it and a row of the others. It is NaN where no number has this value.
type Inverse func(value float64, row []float64) float64

// Inverse solves a definition for a column, or for an earlier definition: of u = 1/T the column T is 1/u. The error matches ErrUndefined
// where several numbers have one value, as the numbers of one sine have, where the column stands in several places or in none, and where the
// definition needs the rows around a row.
func (d Definition) Inverse(column int) (Inverse, error) {
	if d.Around() {
		return nil, undefined(d.String() + " needs the rows around a row")
	}
	inverse, err := inverse(d.root, column)
	if err != "" {
		return nil, undefined(d.String() + " cannot be solved: " + err)
	}
	return inverse, nil
}

// Why an expression is not solved.
const (
	manyNumbers = "several numbers have the same value"
	manyPlaces  = "the column stands in several places"
	noPlace     = "the column stands nowhere in it"
)

// inverse solves an expression for a column, or says why not.
func inverse(x node, j int) (in Inverse, err string) {
	switch x := x.(type) {
	case column:
		if int(x) != j {
			return nil, noPlace
		}
		return func(v float64, _ []float64) float64 { return v }, ""
	case operation:
		return between(x.x, x.first, x.y, x.second, j)
	case power:
		if n, whole := x.whole(); whole && n%2 == 0 && within(x.base, j) {
			return nil, manyNumbers
		}
		return between(x.base, x.root, x.exponent, x.logarithm, j)
	case call:
		if x.f.Inverse == nil {
			return nil, manyNumbers
		}
		return after(x.x, func(v float64, _ []float64) float64 { return x.f.Inverse(v) }, j)
	case absolute:
		return nil, manyNumbers
	}
	return nil, noPlace
}

// between solves for the one of two operands that has the column.
func between(x node, ofX Inverse, y node, ofY Inverse, j int) (Inverse, string) {
	if within(x, j) && within(y, j) {
		return nil, manyPlaces
	}
	if within(y, j) {
		return after(y, ofY, j)
	}
	return after(x, ofX, j)
}

// after solves for an expression by the outer inverse, and then this for the column.
func after(x node, outer Inverse, j int) (Inverse, string) {
	inner, err := inverse(x, j)
	if err != "" {
		return nil, err
	}
	return func(v float64, row []float64) float64 { return inner(outer(v, row), row) }, ""
}

// within reports whether a column stands in an expression.
func within(x node, j int) bool {
	found := map[int]bool{}
	sorted(x, false, func(call) bool { return false }, nil, found)
	return found[j]
}

// first is the first operand, where the operation has the value v.
func (o operation) first(v float64, row []float64) float64 {
	y := o.y.float(row)
	switch o.sign {
	case '+':
		return v - y
	case '-':
		return v + y
	case '*':
		return v / y
	default:
		return v * y
	}
}

// second is the second operand.
func (o operation) second(v float64, row []float64) float64 {
	x := o.x.float(row)
	switch o.sign {
	case '+':
		return v - x
	case '-':
		return x - v
	case '*':
		return v / x
	default:
		return x / v
	}
}

// root is the base of a power with the value v. It has the sign of v where the exponent is odd.
func (p power) root(v float64, row []float64) float64 {
	a := p.exponent.float(row)
	if _, whole := p.whole(); !whole && v < 0 {
		return math.NaN()
	}
	return math.Copysign(math.Pow(math.Abs(v), 1/a), v)
}

// logarithm is the exponent of a power with the value v.
func (p power) logarithm(v float64, row []float64) float64 {
	return math.Log(v) / math.Log(p.base.float(row))
}

// on returns a function that is NaN outside of an interval.
func on(low, high float64, f func(float64) float64) func(float64) float64 {
	return func(v float64) float64 {
		if !(v >= low && v <= high) {
			return math.NaN()
		}
		return f(v)
	}
}
