package derived

import (
	"fmt"
	"math/big"

	"github.com/kexplain/kexplain/explain/units"
)

// Unit returns the unit of the column, from those of the columns and definitions before it, which of returns. The error says
// why there is none: terms of different units, or a function of something that is no number. A constant that is added to
// a column has the unit of that.
func (d Definition) Unit(of func(column int) (units.Unit, error)) (units.Unit, error) {
	switch {
	case d.Lag != nil:
		return of(d.Lag.X)
	case d.Motion == nil:
		return unit(d.root, of)
	}
	x, err := of(d.Motion.X)
	if err != nil {
		return x, err
	}
	t, err := of(d.Motion.Time)
	return x.Mul(t, -d.Motion.Order), err
}

// unit is that of an expression.
func unit(x node, of func(column int) (units.Unit, error)) (units.Unit, error) {
	switch x := x.(type) {
	case column:
		return of(int(x))
	case operation:
		return x.unit(of)
	case power:
		return x.unit(of)
	case absolute:
		return unit(x.x, of)
	case call:
		u, err := unit(x.x, of)
		switch {
		case err != nil:
			return u, err
		case x.f.Name == "sqrt":
			return root(u, big.NewRat(1, 2))
		case !u.IsDimensionless():
			return u, fmt.Errorf("%s of something in %v, expected a number", x.f.Name, u)
		}
	}
	return units.Unit{}, nil // a number
}

// unit is that of a sum, product or quotient.
func (o operation) unit(of func(column int) (units.Unit, error)) (units.Unit, error) {
	u, err := unit(o.x, of)
	if err != nil {
		return u, err
	}
	v, err := unit(o.y, of)
	switch {
	case err != nil:
		return v, err
	case o.sign == '*':
		return u.Mul(v, 1), nil
	case o.sign == '/':
		return u.Mul(v, -1), nil
	case isConstant(o.x):
		return v, nil
	case isConstant(o.y) || u.Mul(v, -1).IsNumber():
		return u, nil
	}
	return u, fmt.Errorf("a sum of %v and %v", u, v)
}

// unit is that of a power.
func (p power) unit(of func(column int) (units.Unit, error)) (units.Unit, error) {
	u, err := unit(p.base, of)
	if err != nil {
		return u, err
	}
	v, err := unit(p.exponent, of)
	switch {
	case err != nil:
		return v, err
	case !v.IsDimensionless():
		return v, fmt.Errorf("an exponent in %v, expected a number", v)
	case u.IsNumber():
		return u, nil
	case !isConstant(p.exponent) || !p.exponent.rational():
		return u, fmt.Errorf("a power of %v whose exponent is no fraction", u)
	}
	exponent, err := p.exponent.exact(nil)
	if err != nil {
		return u, err
	}
	return root(u, exponent.Big())
}

// isConstant reports whether an expression has no column.
func isConstant(x node) bool {
	columns := map[int]bool{}
	sorted(x, false, func(call) bool { return false }, nil, columns)
	return len(columns) == 0
}

// root is a unit to the power of a rational number.
func root(u units.Unit, exponent *big.Rat) (units.Unit, error) {
	most := big.NewInt(MaxPower)
	if k, n := exponent.Num(), exponent.Denom(); k.CmpAbs(most) <= 0 && n.Cmp(most) <= 0 {
		if out, ok := u.Root(int(k.Int64()), int(n.Int64())); ok {
			return out, nil
		}
	}
	return u, fmt.Errorf("%v to the power of %s", u, exponent.RatString())
}
