package poly

import (
	"fmt"
	"math/big"
	"slices"
	"strings"

	"github.com/kexplain/kexplain/ring"
)

// Header returns the line that makes the ring in the system of the style, to
// be pasted before polynomials in the same style; for SymPy the lines that
// declare the symbols and a comment on the modulus, for LaTeX and Text the ring in mathematical notation, for
// SQL, C and Python what the list of polynomials needs before it:
//
//	CoCoA      use R ::= QQ[x,y], DegLex;
//	Singular   ring R = 0,(x,y),Dp;
//	Macaulay2  R = QQ[x,y, MonomialOrder=>GLex]
//
// The ring is called R, or S, T, … where R is a variable. The error is
// ring.ErrUnable where the system has no such field or order: CoCoA, Singular
// and Macaulay2 take Q and Z/p; SQL, C and Python take Q and floating point.
func (R *Ring[E]) Header(style Style) (string, error) {
	_, rational := any(R.k).(ring.Rationals)
	_, ordered := R.k.(ring.Orderer[E])
	characteristic := R.k.Characteristic()
	return style.format().ring(description{
		names: R.Names(style), field: R.k, rational: rational, characteristic: characteristic,
		ordered: ordered, order: R.order, text: R.String(),
	})
}

// systemRing is how a computer algebra system makes a ring.
type systemRing struct {
	system    string
	rationals string                   // the field Q
	prime     func(p *big.Int) string  // the field Z/p
	orders    [3]string                // deglex, degrevlex, lex
	eliminate func(k, rest int) string // the order that eliminates the first k variables; nil where there is none
	line      string                   // with the name of the ring, the field, the variables, the order
}

// header returns the line that makes the ring.
func (s systemRing) header(d description) (string, error) {
	field := s.rationals
	if !d.rational {
		if d.characteristic.Sign() == 0 {
			return "", fmt.Errorf("poly: no ring over %v for %v: %w", d.field, s.system, ring.ErrUnable)
		}
		field = s.prime(d.characteristic)
	}
	order, err := s.order(d)
	if err != nil {
		return "", err
	}
	return fmt.Sprintf(s.line, ringName(d.names), field, strings.Join(d.names, ","), order), nil
}

// order returns the order in the notation of the system.
func (s systemRing) order(d description) (string, error) {
	if d.order.kind() != elimination {
		return s.orders[d.order], nil
	}
	k := min(d.order.eliminated(), len(d.names))
	switch rest := len(d.names) - k; {
	case k == 0 || rest == 0:
		return s.orders[Degrevlex], nil
	case s.eliminate != nil:
		return s.eliminate(k, rest), nil
	}
	return "", fmt.Errorf("poly: no order %v for %v: %w", d.order, s.system, ring.ErrUnable)
}

// onlyNumbers is the header of a language whose numbers are rational or floating point
// numbers, and neither residues nor complex.
func onlyNumbers(language string, header func(d description) string) func(d description) (string, error) {
	return func(d description) (string, error) {
		if !d.ordered {
			return "", fmt.Errorf("poly: no numbers of %v for %v: %w", d.field, language, ring.ErrUnable)
		}
		return header(d), nil
	}
}

// ringName returns a letter that is no variable.
func ringName(names []string) string {
	for c := 'R'; c <= 'Z'; c++ {
		if !slices.Contains(names, string(c)) {
			return string(c)
		}
	}
	name := "R"
	for slices.Contains(names, name) {
		name += "R"
	}
	return name
}
