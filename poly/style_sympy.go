package poly

import (
	_ "embed"
	"fmt"
	"strings"
)

// SymPy is an expression of Python with SymPy: x1**2 - Rational(3, 2)*x1*x2 + 7.
var SymPy = Style{&sympyFormat}

var sympyFormat = format{
	name: "sympy",
	notation: notation{
		times: "*",
		power: raised("**"),
		number: func(s string) string {
			return translateNumber(s, numberParts{
				fraction:   func(num, den string) string { return "Rational(" + num + ", " + den + ")" },
				scientific: func(mantissa, exponent string) string { return mantissa + "e" + exponent },
				times:      "*",
				imaginary:  "I",
			})
		},
		fraction: [3]string{"Rational(", ", ", ")"},
	},
	syntax: syntax{fraction: "Rational", i: "I"},
	names:  system{reserved: sympyWords, letters: true, underscore: true}.rule(),
	ring: func(d description) (string, error) {
		modulo := ""
		if d.characteristic.Sign() > 0 {
			modulo = fmt.Sprintf("\n# coefficients modulo %v", d.characteristic)
		}
		return fmt.Sprintf("from sympy import I, Rational, symbols\n%s = symbols('%s')%s",
			strings.Join(d.names, ", "), strings.Join(d.names, " "), modulo), nil
	},
	comment:  "#",
	decimals: true,
	list:     List{Open: "NAME = [\n", Separator: ",\n", End: ",\n]\n"},
}

// sympyWords are keyword.kwlist of Python 3, and the names that the header imports.
//
//go:embed reserved/sympy.txt
var sympyWords string
