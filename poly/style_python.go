package poly

import _ "embed"

// Python is an expression of Python, and a list of polynomials is a function of the
// variables that returns their values: exact for whole numbers and fractions, and taken
// entry by entry for arrays of NumPy.
var Python = Style{&pythonFormat}

var pythonFormat = format{
	name: "python",
	notation: notation{
		times: "*",
		power: raised("**"),
		number: func(s string) string {
			return translateNumber(s, numberParts{
				fraction:   func(num, den string) string { return "Fraction(" + num + ", " + den + ")" },
				scientific: func(mantissa, exponent string) string { return mantissa + "e" + exponent },
				times:      "*",
				imaginary:  "i",
			})
		},
		fraction: [3]string{"Fraction(", ", ", ")"},
	},
	syntax:   syntax{fraction: "Fraction"},
	names:    system{reserved: pythonWords, letters: true, underscore: true}.rule(),
	ring:     onlyNumbers("python", func(description) string { return "from fractions import Fraction" }),
	comment:  "#",
	decimals: true,
	list:     List{Open: "\n\ndef NAME(VARIABLES):\n    return [\n        ", Separator: ",\n        ", End: ",\n    ]\n"},
}

// pythonWords are keyword.kwlist of Python 3, and the name that the header imports.
//
//go:embed reserved/python.txt
var pythonWords string
