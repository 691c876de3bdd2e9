// Package units reads units of measurement, kg*m^2/s^2 or km/h, as powers of base units and
// a factor, so that terms of equations can be compared. A symbol that is no unit it knows is
// a base unit of its own: inhabitants, €.
package units

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"unicode"
)

// Unit is a product of powers of symbols. The zero value is 1, no unit.
type Unit struct {
	symbols []power // in the order of the text, each once
}

type power struct {
	symbol   string
	exponent int
}

// maxExponent bounds the exponents that are read.
const maxExponent = 20

// Parse reads symbols with * or · or a blank between factors and / before a divisor; a symbol
// may have a whole exponent, m^2, m², s^-1. 1 or nothing is no unit. What follows one / is
// divided by, m/s^2/kg as kg⁻¹·m·s⁻².
func Parse(text string) (Unit, error) {
	var u Unit
	sign := 1
	rest := strings.TrimSpace(text)
	bad := func() (Unit, error) {
		return Unit{}, fmt.Errorf("found %q, expected a unit such as m/s^2, or 1 for none", text)
	}
	for rest != "" {
		symbol, after := cutSymbol(rest)
		if symbol == "" {
			return bad()
		}
		exponent, after, ok := cutExponent(after)
		if !ok {
			return bad()
		}
		if symbol != "1" {
			u = u.times(symbol, sign*exponent)
		}
		after = strings.TrimSpace(after)
		sign = 1
		if after != "" {
			switch r := []rune(after)[0]; r {
			case '*', '·', '/':
				after = strings.TrimSpace(after[len(string(r)):])
				if r == '/' {
					sign = -1
				}
				if after == "" {
					return bad()
				}
			}
		}
		rest = after
	}
	return u, nil
}

// cutSymbol takes letters and signs such as ° and %, or the number 1.
func cutSymbol(s string) (symbol, rest string) {
	if strings.HasPrefix(s, "1") && (len(s) == 1 || !unicode.IsDigit(rune(s[1])) && s[1] != '.') {
		return "1", s[1:]
	}
	end := strings.IndexFunc(s, func(r rune) bool { return !unicode.IsLetter(r) && !strings.ContainsRune("°%€$£_'\"", r) })
	if end < 0 {
		end = len(s)
	}
	return s[:end], s[end:]
}

// superscripts are the digits that stand for exponents.
const superscripts = "⁰¹²³⁴⁵⁶⁷⁸⁹"

// cutExponent takes ^2, ^-1, **2, ² or ⁻¹; without one it is 1.
func cutExponent(s string) (exponent int, rest string, ok bool) {
	var digits strings.Builder
	rest = s
	if after, found := strings.CutPrefix(s, "^"); found {
		rest = after
	} else if after, found := strings.CutPrefix(s, "**"); found {
		rest = after
	} else if after, found := strings.CutPrefix(s, "⁻"); found {
		digits.WriteByte('-')
		rest = after
	} else if s == "" || !strings.ContainsRune(superscripts, []rune(s)[0]) {
		return 1, s, true
	}
	if after, found := strings.CutPrefix(rest, "-"); found {
		digits.WriteByte('-')
		rest = after
	}
	for _, r := range rest {
		if at := strings.IndexRune(superscripts, r); at >= 0 {
			digits.WriteString(strconv.Itoa(slices.Index([]rune(superscripts), r)))
		} else if r >= '0' && r <= '9' {
			digits.WriteRune(r)
		} else {
			break
		}
		rest = rest[len(string(r)):]
	}
	n, err := strconv.Atoi(digits.String())
	return n, rest, err == nil && n != 0 && n <= maxExponent && n >= -maxExponent
}

// times multiplies by a power of a symbol.
func (u Unit) times(symbol string, exponent int) Unit {
	out := Unit{slices.Clone(u.symbols)}
	at := slices.IndexFunc(out.symbols, func(p power) bool { return p.symbol == symbol })
	if at < 0 {
		out.symbols = append(out.symbols, power{symbol, exponent})
		return out
	}
	if out.symbols[at].exponent += exponent; out.symbols[at].exponent == 0 {
		out.symbols = slices.Delete(out.symbols, at, at+1)
	}
	return out
}

// Mul returns u·v^n.
func (u Unit) Mul(v Unit, n int) Unit {
	for _, p := range v.symbols {
		if n != 0 {
			u = u.times(p.symbol, n*p.exponent)
		}
	}
	return u
}

// Root returns the n-th root of u^k. ok is false where it has an exponent that is no whole number.
func (u Unit) Root(k, n int) (root Unit, ok bool) {
	for _, p := range u.symbols {
		if p.exponent*k%n != 0 {
			return Unit{}, false
		}
		if e := p.exponent * k / n; e != 0 {
			root = root.times(p.symbol, e)
		}
	}
	return root, true
}

// String writes the unit, kg*m/s^2, or 1 for a number without one.
func (u Unit) String() string {
	var above, below []string
	for _, p := range u.symbols {
		text, e := p.symbol, p.exponent
		if e < 0 {
			e = -e
		}
		if e != 1 {
			text += "^" + strconv.Itoa(e)
		}
		if p.exponent > 0 {
			above = append(above, text)
		} else {
			below = append(below, text)
		}
	}
	out := strings.Join(above, "*")
	if out == "" {
		out = "1"
	}
	if len(below) > 0 {
		out += "/" + strings.Join(below, "/")
	}
	return out
}

// base are the base units; the dimension of a unit has an exponent for each.
var base = []string{"m", "kg", "s", "A", "K", "mol", "cd"}

// known are units in base units: a factor and exponents in their order.
var known = map[string]struct {
	factor    float64
	exponents [7]int
}{
	"m": {1, [7]int{1}}, "g": {1e-3, [7]int{0, 1}}, "s": {1, [7]int{0, 0, 1}}, "A": {1, [7]int{0, 0, 0, 1}},
	"K": {1, [7]int{0, 0, 0, 0, 1}}, "mol": {1, [7]int{0, 0, 0, 0, 0, 1}}, "cd": {1, [7]int{0, 0, 0, 0, 0, 0, 1}},
	"N": {1, [7]int{1, 1, -2}}, "J": {1, [7]int{2, 1, -2}}, "W": {1, [7]int{2, 1, -3}}, "Pa": {1, [7]int{-1, 1, -2}},
	"Hz": {1, [7]int{0, 0, -1}}, "C": {1, [7]int{0, 0, 1, 1}}, "V": {1, [7]int{2, 1, -3, -1}}, "Ω": {1, [7]int{2, 1, -3, -2}},
	"ohm": {1, [7]int{2, 1, -3, -2}}, "Ohm": {1, [7]int{2, 1, -3, -2}}, "F": {1, [7]int{-2, -1, 4, 2}},
	"H": {1, [7]int{2, 1, -2, -2}}, "T": {1, [7]int{0, 1, -2, -1}}, "Wb": {1, [7]int{2, 1, -2, -1}},
	"l": {1e-3, [7]int{3}}, "L": {1e-3, [7]int{3}}, "eV": {1.602176634e-19, [7]int{2, 1, -2}}, "bar": {1e5, [7]int{-1, 1, -2}},
	"min": {60, [7]int{0, 0, 1}}, "h": {3600, [7]int{0, 0, 1}}, "d": {86400, [7]int{0, 0, 1}}, "day": {86400, [7]int{0, 0, 1}},
	"inch": {0.0254, [7]int{1}}, "ft": {0.3048, [7]int{1}}, "mi": {1609.344, [7]int{1}}, "au": {149597870700, [7]int{1}},
	"atm": {101325, [7]int{-1, 1, -2}}, "cal": {4.184, [7]int{2, 1, -2}}, "t": {1000, [7]int{0, 1}},
	"Wh": {3600, [7]int{2, 1, -2}}, "Ah": {3600, [7]int{0, 0, 1, 1}},
	"rad": {1, [7]int{}}, "deg": {math.Pi / 180, [7]int{}}, "°": {math.Pi / 180, [7]int{}}, "%": {0.01, [7]int{}},
}

// prefixes are those of the SI, as far as columns have them.
var prefixes = map[string]float64{
	"p": 1e-12, "n": 1e-9, "µ": 1e-6, "μ": 1e-6, "u": 1e-6, "m": 1e-3, "c": 1e-2, "d": 1e-1, "h": 1e2, "k": 1e3, "M": 1e6, "G": 1e9, "T": 1e12,
}

// In writes the units in base units: the exponents of the seven of the SI, then those of
// symbols that are not known, which are added to others, and the factor.
func (u Unit) In(others *[]string) (exponents []int, factor float64) {
	exponents, factor = make([]int, len(base)), 1
	for _, p := range u.symbols {
		k, ok := known[p.symbol]
		scale := 1.0
		for prefix, s := range prefixes {
			if ok {
				break
			}
			if rest, has := strings.CutPrefix(p.symbol, prefix); has &&
				slices.Contains([]string{"m", "g", "s", "A", "K", "mol", "N", "J", "W", "Pa", "Hz", "C", "V",
					"Ω", "ohm", "Ohm", "F", "H", "T", "Wb", "Wh", "Ah", "l", "L", "eV", "bar", "cal"}, rest) {
				k, ok, scale = known[rest], true, s
			}
		}
		if !ok {
			at := slices.Index(*others, p.symbol)
			if at < 0 {
				at = len(*others)
				*others = append(*others, p.symbol)
			}
			for len(exponents) <= len(base)+at {
				exponents = append(exponents, 0)
			}
			exponents[len(base)+at] += p.exponent
			continue
		}
		for i, e := range k.exponents {
			exponents[i] += e * p.exponent
		}
		factor *= math.Pow(scale*k.factor, float64(p.exponent))
	}
	return exponents, factor
}

// Grading returns the exponents of several units in base units, of equal length.
func Grading(list []Unit) [][]int {
	var others []string
	out := make([][]int, len(list))
	for i, u := range list {
		out[i], _ = u.In(&others)
	}
	for i := range out {
		for len(out[i]) < len(base)+len(others) {
			out[i] = append(out[i], 0)
		}
	}
	return out
}

// Own returns the symbols in several units that are no units known here, each of which is a base unit of its own.
func Own(list []Unit) (symbols []string) {
	for _, u := range list {
		u.In(&symbols)
	}
	return symbols
}

// IsDimensionless reports whether the unit is a number, as 1, %, rad and m/mm are.
func (u Unit) IsDimensionless() bool {
	var others []string
	exponents, _ := u.In(&others)
	return !slices.ContainsFunc(exponents, func(e int) bool { return e != 0 })
}

// IsNumber reports whether the unit is 1, as that of V/(mA*kΩ) is.
func (u Unit) IsNumber() bool {
	var others []string
	_, factor := u.In(&others)
	return u.IsDimensionless() && math.Abs(factor-1) < 1e-12
}
