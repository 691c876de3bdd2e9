package derived

import (
	"fmt"
	"math"
	"strings"

	"github.com/kexplain/kexplain/ring"
)

// Expression is a formula in the columns of a table. It does not change.
type Expression struct {
	root node
	text string
}

// String returns the text that the expression was read from.
func (e Expression) String() string { return e.text }

// Rational reports whether the value is exact where the columns are: the
// expression has no operation but + - * / and whole powers.
func (e Expression) Rational() bool { return e.root.rational() }

// Float returns the value on a row of columns. It is NaN or infinite where the
// expression is not defined.
func (e Expression) Float(row []float64) float64 { return e.root.float(row) }

// Gradient returns the value on a row and writes the derivatives with respect to
// the columns to dst, which has the length of row.
func (e Expression) Gradient(dst, row []float64) float64 {
	clear(dst)
	return e.root.forward(row, dst, 1)
}

// Exact returns the value on a row of rational numbers. The error is
// [ring.ErrDomain] where the expression is not defined, and [ring.ErrUnable] where
// it is not rational.
func (e Expression) Exact(row []ring.Rat) (ring.Rat, error) { return e.root.exact(row) }

// node is an expression without its text.
type node interface {
	float(row []float64) float64
	// forward returns the value and adds scale times the gradient to dst.
	forward(row, dst []float64, scale float64) float64
	exact(row []ring.Rat) (ring.Rat, error)
	rational() bool
}

// number is a constant.
type number struct {
	value ring.Rat
	// irrational stands for the value where it is not 0: pi and e.
	irrational float64
}

func (n number) float([]float64) float64 {
	if n.irrational != 0 {
		return n.irrational
	}
	return n.value.Float64()
}

func (n number) forward(row, _ []float64, _ float64) float64 { return n.float(row) }

func (n number) exact([]ring.Rat) (ring.Rat, error) {
	if n.irrational != 0 {
		return ring.Rat{}, fmt.Errorf("derived: %g is no rational number: %w", n.irrational, ring.ErrUnable)
	}
	return n.value, nil
}

func (n number) rational() bool { return n.irrational == 0 }

// column is a column of the table.
type column int

func (c column) float(row []float64) float64 { return row[c] }

func (c column) forward(row, dst []float64, scale float64) float64 {
	dst[c] += scale
	return row[c]
}

func (c column) exact(row []ring.Rat) (ring.Rat, error) { return row[c], nil }
func (c column) rational() bool                         { return true }

// operation is a sum, difference, product or quotient.
type operation struct {
	sign rune // + - * /
	x, y node
}

func (o operation) float(row []float64) float64 { return o.apply(o.x.float(row), o.y.float(row)) }

func (o operation) apply(x, y float64) float64 {
	switch o.sign {
	case '+':
		return x + y
	case '-':
		return x - y
	case '*':
		return x * y
	default:
		return x / y
	}
}

func (o operation) forward(row, dst []float64, scale float64) float64 {
	x, y := o.x.float(row), o.y.float(row)
	dx, dy := 1.0, 1.0
	switch o.sign {
	case '-':
		dy = -1
	case '*':
		dx, dy = y, x
	case '/':
		dx, dy = 1/y, -x/(y*y)
	}
	o.x.forward(row, dst, scale*dx)
	o.y.forward(row, dst, scale*dy)
	return o.apply(x, y)
}

func (o operation) exact(row []ring.Rat) (ring.Rat, error) {
	x, err := o.x.exact(row)
	if err != nil {
		return x, err
	}
	y, err := o.y.exact(row)
	if err != nil {
		return y, err
	}
	switch o.sign {
	case '+':
		return x.Add(y), nil
	case '-':
		return x.Sub(y), nil
	case '*':
		return x.Mul(y), nil
	default:
		return x.Quo(y)
	}
}

func (o operation) rational() bool { return o.x.rational() && o.y.rational() }

// MaxPower bounds the whole exponents of exact powers: a short text cannot ask
// for all memory.
const MaxPower = 100

// power is base^exponent.
type power struct{ base, exponent node }

// whole returns the exponent where it is a whole number of at most MaxPower.
func (p power) whole() (int, bool) {
	n, ok := p.exponent.(number)
	if !ok || n.irrational != 0 || !n.value.IsInt() {
		return 0, false
	}
	k, ok := n.value.Int64()
	return int(k), ok && k >= -MaxPower && k <= MaxPower
}

func (p power) float(row []float64) float64 {
	return math.Pow(p.base.float(row), p.exponent.float(row))
}

func (p power) forward(row, dst []float64, scale float64) float64 {
	x, a := p.base.float(row), p.exponent.float(row)
	v := math.Pow(x, a)
	if a != 0 {
		p.base.forward(row, dst, scale*a*math.Pow(x, a-1))
	}
	if _, constant := p.exponent.(number); !constant {
		p.exponent.forward(row, dst, scale*v*math.Log(x))
	}
	return v
}

func (p power) exact(row []ring.Rat) (ring.Rat, error) {
	k, ok := p.whole()
	if !ok {
		return ring.Rat{}, fmt.Errorf("derived: a power with an exponent that is no whole number: %w", ring.ErrUnable)
	}
	x, err := p.base.exact(row)
	if err != nil {
		return x, err
	}
	return x.Pow(k)
}

func (p power) rational() bool {
	_, ok := p.whole()
	return ok && p.base.rational()
}

// Function is a function of one argument with its derivative.
type Function struct {
	Name       string
	Value      func(x float64) float64
	Derivative func(x float64) float64
	// Inverse is the argument of a value, NaN where there is none. It is nil for functions that have one value for several arguments.
	Inverse func(v float64) float64
}

// Functions returns the functions that expressions may use.
func Functions() []Function {
	return []Function{
		{"sin", math.Sin, math.Cos, nil},
		{"cos", math.Cos, func(x float64) float64 { return -math.Sin(x) }, nil},
		{"tan", math.Tan, func(x float64) float64 { return 1 + math.Tan(x)*math.Tan(x) }, nil},
		{"exp", math.Exp, math.Exp, math.Log},
		{"ln", math.Log, func(x float64) float64 { return 1 / x }, math.Exp},
		{"sqrt", math.Sqrt, func(x float64) float64 { return 1 / (2 * math.Sqrt(x)) }, on(0, math.Inf(1), func(v float64) float64 { return v * v })},
		{"abs", math.Abs, func(x float64) float64 { return math.Copysign(1, x) }, nil},
		{"tanh", math.Tanh, func(x float64) float64 { return 1 - math.Tanh(x)*math.Tanh(x) }, math.Atanh},
		{"asin", math.Asin, func(x float64) float64 { return 1 / math.Sqrt(1-x*x) }, on(-math.Pi/2, math.Pi/2, math.Sin)},
		{"acos", math.Acos, func(x float64) float64 { return -1 / math.Sqrt(1-x*x) }, on(0, math.Pi, math.Cos)},
		{"atan", math.Atan, func(x float64) float64 { return 1 / (1 + x*x) }, on(-math.Pi/2, math.Pi/2, math.Tan)},
	}
}

// call is a function of an expression.
type call struct {
	f Function
	x node
}

func (c call) float(row []float64) float64 { return c.f.Value(c.x.float(row)) }

func (c call) forward(row, dst []float64, scale float64) float64 {
	x := c.x.float(row)
	c.x.forward(row, dst, scale*c.f.Derivative(x))
	return c.f.Value(x)
}

func (c call) exact([]ring.Rat) (ring.Rat, error) {
	return ring.Rat{}, fmt.Errorf("derived: %s of a rational number is none: %w", c.f.Name, ring.ErrUnable)
}

func (c call) rational() bool { return false }

// absolute is |x|, the one function that is exact.
type absolute struct{ call }

func (a absolute) exact(row []ring.Rat) (ring.Rat, error) {
	x, err := a.x.exact(row)
	return x.Abs(), err
}

func (a absolute) rational() bool { return a.x.rational() }

// list names the columns that may be used, at most a dozen, as they are written in a
// definition: in quotes where they are no words.
func (p *parser) list() string {
	const most = 12
	var names []string
	for _, name := range p.names {
		names = append(names, InQuotes(name))
	}
	if len(names) > most {
		return strings.Join(names[:most], ", ") + ", …"
	}
	return strings.Join(names, ", ")
}
