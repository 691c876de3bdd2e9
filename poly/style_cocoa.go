package poly

import (
	_ "embed"
	"fmt"
	"math/big"
)

// CoCoA is an expression of CoCoA-5.
var CoCoA = Style{&cocoaFormat}

var cocoaFormat = format{
	name:     "cocoa",
	notation: textFormat.notation,
	names:    system{reserved: cocoaWords, ignoreCase: true, underscore: true}.rule(),
	ring: systemRing{
		system:    "cocoa",
		rationals: "QQ",
		prime:     func(p *big.Int) string { return fmt.Sprintf("ZZ/(%v)", p) },
		orders:    [3]string{"DegLex", "DegRevLex", "Lex"},
		eliminate: nil,
		line:      "use %s ::= %s[%s], %s;",
	}.header,
	comment: "--",
	list:    List{Open: "NAME := [\n", Separator: ",\n", End: "\n];\n"},
}

// cocoaWords are the keywords of the CoCoA-5 grammar, in lower case: case is ignored.
//
//go:embed reserved/cocoa.txt
var cocoaWords string
