package poly

import _ "embed"

// C is an expression of C, and a list of polynomials is one of assertions. Whole numbers
// that no long long holds are doubles, and so are the variables where a bound stands.
var C = Style{&cFormat}

var cFormat = format{
	name: "c",
	notation: notation{
		times:    "*",
		power:    repeated("pow"),
		number:   cNumber,
		whole:    cWhole,
		fraction: [3]string{"", ".0/", ".0"},
	},
	syntax:   syntax{power: "pow"},
	names:    system{reserved: cWords, underscore: true}.rule(),
	ring:     onlyNumbers("c", func(description) string { return "#include <assert.h>\n#include <math.h>" }),
	comment:  "//",
	decimals: true,
	list: List{
		Open: "// NAME = 0\n", Before: "assert(", After: " == 0);", Separator: "\n", End: "\n",
		BoundBefore: "assert(fabs(", BoundAfter: [2]string{") <= ", ");"},
	},
}

// cNumber writes a number.
func cNumber(s string) string {
	if isWhole(s) {
		return cWhole(s)
	}
	return translateNumber(s, numberParts{
		fraction:   func(num, den string) string { return num + ".0/" + den + ".0" }, // 1/2 is 0
		scientific: func(mantissa, exponent string) string { return mantissa + "e" + exponent },
		times:      "*",
		imaginary:  "i",
	})
}

// cWhole writes a whole number of more than 18 digits as a double.
func cWhole(digits string) string {
	if len(digits) > 18 {
		return digits + ".0"
	}
	return digits
}

// cWords are the keywords of C23 and the functions that the assertions call.
//
//go:embed reserved/c.txt
var cWords string
