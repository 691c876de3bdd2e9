package poly

import (
	"fmt"
	"slices"
	"strings"

	"github.com/kexplain/kexplain/ring"
)

// Header returns the line that makes the ring in the system of the style, to
// be pasted before polynomials in the same style; for SymPy two lines that
// declare the symbols, for LaTeX and Text the ring in mathematical notation:
//
//	CoCoA      use R ::= QQ[x,y], DegLex;
//	Singular   ring R = 0,(x,y),Dp;
//	Macaulay2  R = QQ[x,y, MonomialOrder=>GLex]
//
// The ring is called R, or S, T, … where R is a variable. The error is
// ring.ErrUnable where the system has no such field or order: CoCoA, Singular
// and Macaulay2 take Q and Z/p.
func (R *Ring[E]) Header(style Style) (string, error) {
	names := R.Names(style)
	list := strings.Join(names, ",")
	switch style {
	case LaTeX:
		return latexField(R.k.String()) + "[" + strings.Join(names, ", ") + "]", nil
	case SymPy:
		return sympyHeader(names), nil
	case CoCoA, Singular, Macaulay2:
	default:
		return R.String(), nil
	}
	field, err := R.fieldIn(style)
	if err != nil {
		return "", err
	}
	order, err := R.orderIn(style)
	if err != nil {
		return "", err
	}
	name := ringName(names)
	switch style {
	case CoCoA:
		return fmt.Sprintf("use %s ::= %s[%s], %s;", name, field, list, order), nil
	case Singular:
		return fmt.Sprintf("ring %s = %s,(%s),%s;", name, field, list, order), nil
	}
	return fmt.Sprintf("%s = %s[%s, MonomialOrder=>%s]", name, field, list, order), nil
}

// fieldIn returns the field in the notation of a system.
func (R *Ring[E]) fieldIn(style Style) (string, error) {
	if _, ok := any(R.k).(ring.Rationals); ok {
		if style == Singular {
			return "0", nil
		}
		return "QQ", nil
	}
	p := R.k.Characteristic()
	if p.Sign() == 0 {
		return "", fmt.Errorf("poly: no ring over %v for %v: %w", R.k, style, ring.ErrUnable)
	}
	switch style {
	case CoCoA:
		return fmt.Sprintf("ZZ/(%v)", p), nil
	case Singular:
		return p.String(), nil
	}
	return fmt.Sprintf("ZZ/%v", p), nil
}

// orderIn returns the order in the notation of a system.
func (R *Ring[E]) orderIn(style Style) (string, error) {
	names := map[Style][3]string{ // in the order of the constants
		CoCoA:     {"DegLex", "DegRevLex", "Lex"},
		Singular:  {"Dp", "dp", "lp"},
		Macaulay2: {"GLex", "GRevLex", "Lex"},
	}
	if R.order.kind() != elimination {
		return names[style][R.order], nil
	}
	k := min(R.order.eliminated(), R.n)
	switch rest := R.n - k; {
	case k == 0 || rest == 0:
		return names[style][Degrevlex], nil
	case style == Singular:
		return fmt.Sprintf("(dp(%d),dp(%d))", k, rest), nil
	case style == Macaulay2:
		return fmt.Sprintf("{%d,%d}", k, rest), nil
	}
	return "", fmt.Errorf("poly: no order %v for %v: %w", R.order, style, ring.ErrUnable)
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

func sympyHeader(names []string) string {
	return fmt.Sprintf("from sympy import I, Rational, symbols\n%s = symbols('%s')",
		strings.Join(names, ", "), strings.Join(names, " "))
}

// latexField sets the letter of the field in blackboard bold.
func latexField(field string) string {
	letter, rest := field[:1], field[1:]
	if strings.Contains("QRCZ", letter) && (rest == "" || strings.Trim(rest, "/0123456789() bits") == "") {
		return `\mathbb{` + letter + "}" + strings.ReplaceAll(rest, " ", `\ `)
	}
	return `\mathrm{` + field + "}"
}
