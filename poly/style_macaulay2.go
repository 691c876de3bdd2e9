package poly

import (
	_ "embed"
	"fmt"
	"math/big"
)

// Macaulay2 is an expression of Macaulay2.
var Macaulay2 = Style{&macaulay2Format}

var macaulay2Format = format{
	name:     "macaulay2",
	notation: textFormat.notation,
	names:    system{reserved: macaulay2Words, packed: true}.rule(),
	ring: systemRing{
		system:    "macaulay2",
		rationals: "QQ",
		prime:     func(p *big.Int) string { return fmt.Sprintf("ZZ/%v", p) },
		orders:    [3]string{"GLex", "GRevLex", "Lex"},
		eliminate: func(k, rest int) string { return fmt.Sprintf("{%d,%d}", k, rest) },
		line:      "%s = %s[%s, MonomialOrder=>%s]",
	}.header,
	comment: "--",
	list:    List{Open: "NAME = {\n", Separator: ",\n", End: "\n}\n"},
}

// macaulay2Words are the names in the dictionaries of Macaulay2 1.21 at its start, 14 kB before gzip -9n packed them.
//
//go:embed reserved/macaulay2.txt.gz
var macaulay2Words string
