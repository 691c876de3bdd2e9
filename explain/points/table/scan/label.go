package scan

import "math/big"

// Label returns the text of a label in the one spelling of its value: 6 for 6.0000,
// +6 and 6e0, 0.5 for .50, and a text that is no number as it is. Numbers of more
// than fifty characters keep their spelling.
func (n Numerals) Label(text string) string {
	if !n.IsNumber([]byte(text)) {
		return text
	}
	_, spelled, fault := n.SlowFloat([]byte(text))
	if fault != NoFault {
		return text
	}
	value := new(big.Rat).Set(ExactText(spelled).Big())
	short := value.RatString()
	if decimals, exact := value.FloatPrec(); exact {
		short = value.FloatString(decimals)
	}
	const longest = 50
	if len(short) > longest {
		return text
	}
	return short
}
