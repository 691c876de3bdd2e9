package poly

import (
	_ "embed"
	"fmt"
	"math/big"
)

// Singular is an expression of Singular.
var Singular = Style{&singularFormat}

var singularFormat = format{
	name:     "singular",
	notation: textFormat.notation,
	names:    system{reserved: singularWords, underscore: true}.rule(),
	ring: systemRing{
		system:    "singular",
		rationals: "0",
		prime:     func(p *big.Int) string { return p.String() },
		orders:    [3]string{"Dp", "dp", "lp"},
		eliminate: func(k, rest int) string { return fmt.Sprintf("(dp(%d),dp(%d))", k, rest) },
		line:      "ring %s = %s,(%s),%s;",
	}.header,
	comment: "//",
	list:    List{Open: "ideal NAME =\n", Separator: ",\n", End: ";\n"},
}

// singularWords are what reservedName(); and names(Top); of Singular 4.3.1 list, and basering,
// which neither does.
//
//go:embed reserved/singular.txt
var singularWords string
