package poly

import (
	"fmt"
	"math/big"
	"strconv"
	"strings"
)

// Style is a notation for polynomials: one of those that Styles lists. The zero value is
// Text. Styles are compared with ==.
type Style struct{ f *format }

// Styles lists all styles. A new one is a file of this package that holds its format, and
// a line here.
func Styles() []Style {
	return []Style{Text, LaTeX, SymPy, CoCoA, Singular, Macaulay2, SQL, C, Python}
}

// format is everything that a style is.
type format struct {
	name string // as StyleNamed reads it
	notation
	syntax   syntax
	names    *nameRule                           // nil where all names stay
	ring     func(d description) (string, error) // what Header returns
	quoted   bool                                // what Header returns is a comment for the system
	comment  string                              // begins a comment that ends with the line
	decimals bool                                // the system computes with decimals
	list     List                                // Open holds NAME and VARIABLES
}

// notation is how a style writes products, powers and numbers. Numbers come
// from the field; where a style writes them otherwise, number translates.
type notation struct {
	times    string
	power    func(b *strings.Builder, base string, e int)
	number   func(s string) string      // nil where the style writes what the field does
	whole    func(digits string) string // a whole number, nil where it is its digits
	fraction [3]string                  // what stands before, inside and behind a fraction
}

// syntax is what the parser reads beyond the grammar of Parse.
type syntax struct {
	latex    bool   // the notation of TeX
	fraction string // a function of two whole numbers that is their quotient
	power    string // a function of a variable and a whole number
	i        string // the imaginary unit
	quoted   bool   // names of variables may stand in double quotes
}

// description is what a header is made of.
type description struct {
	names          []string // in the style
	field          fmt.Stringer
	rational       bool     // the field is Q
	ordered        bool     // the field is one of real numbers
	characteristic *big.Int // of the field
	order          Order
	text           string // Ring.String
}

// List is how a list of polynomials is written for a system: Open, the polynomials, each
// in Before and After, with Separator between, End.
type List struct {
	Open, Before, After, Separator, End string
	// Next takes the place of End where another list follows. It is empty where End ends
	// every list.
	Next string
	// BoundBefore and BoundAfter take the place of Before and After where a polynomial is
	// known to be small rather than 0; the bound stands between BoundAfter[0] and
	// BoundAfter[1]. They are empty where the system does not care.
	BoundBefore string
	BoundAfter  [2]string
}

// Item writes a polynomial with what stands round it. The bound is a decimal, and empty
// where the polynomial is 0.
func (l List) Item(text, bound string) string {
	if bound == "" || l.BoundBefore == "" {
		return l.Before + text + l.After
	}
	return l.BoundBefore + text + l.BoundAfter[0] + bound + l.BoundAfter[1]
}

// Close returns the end of a list: of the last one, or of one that another list follows.
func (l List) Close(last bool) string {
	if !last && l.Next != "" {
		return l.Next
	}
	return l.End
}

// format returns what s is.
func (s Style) format() *format {
	if s.f == nil {
		return Text.f
	}
	return s.f
}

// String returns the name that StyleNamed reads: "text", "latex", "sympy", …
func (s Style) String() string { return s.format().name }

// Comment returns what begins a comment that ends with the line.
func (s Style) Comment() string { return s.format().comment }

// HeaderIsComment reports whether the system does not read what Header returns.
func (s Style) HeaderIsComment() bool { return s.format().quoted }

// Decimals reports whether the system computes with decimals. The others get fractions.
func (s Style) Decimals() bool { return s.format().decimals }

// Bounds reports whether a list says of a polynomial that it is small where it is not 0.
func (s Style) Bounds() bool { return s.format().list.BoundBefore != "" }

// List returns how a list of the given name is written, of polynomials in variables that
// are called so in the style.
func (s Style) List(name string, variables []string) List {
	l := s.format().list
	l.Open = strings.NewReplacer("NAME", name, "VARIABLES", strings.Join(variables, ", ")).Replace(l.Open)
	return l
}

// Times returns what stands between two factors.
func (s Style) Times() string { return s.format().times }

// Fraction returns what stands before, inside and behind a fraction of whole numbers.
func (s Style) Fraction() (above, between, below string) {
	marks := s.format().notation.fraction
	return marks[0], marks[1], marks[2]
}

// Whole returns a whole number, given by its digits.
func (s Style) Whole(digits string) string {
	if whole := s.format().whole; whole != nil {
		return whole(digits)
	}
	return digits
}

// StyleNamed returns the style that String calls by that name.
func StyleNamed(name string) (Style, error) {
	var known []string
	for _, s := range Styles() {
		if strings.EqualFold(name, s.String()) {
			return s, nil
		}
		known = append(known, s.String())
	}
	return Text, fmt.Errorf("poly: unknown style %q: have %s", name, strings.Join(known, ", "))
}

// raised writes powers with a mark between base and exponent.
func raised(mark string) func(b *strings.Builder, base string, e int) {
	return func(b *strings.Builder, base string, e int) {
		b.WriteString(base)
		b.WriteString(mark)
		b.WriteString(strconv.Itoa(e))
	}
}

// repeated writes powers as products, for languages without powers, and long ones as
// calls of a function.
func repeated(function string) func(b *strings.Builder, base string, e int) {
	const longest = 32
	return func(b *strings.Builder, base string, e int) {
		if e > longest {
			fmt.Fprintf(b, "%s(%s, %d)", function, base, e)
			return
		}
		b.WriteString(strings.Repeat(base+"*", e-1) + base)
	}
}
