package poly

import "strings"

// numeral reads a number.
func (p *parser) numeral(fraction bool) error {
	start := p.pos
	text, letter := p.number()
	if p.syntax.latex {
		text += p.latexExponent()
	}
	if letter >= 0 {
		if err := p.ambiguous(start, start+letter); err != nil {
			return err
		}
	}
	if fraction {
		if whole, ok := p.fraction(start); ok {
			text = whole
		}
	}
	if text == "." {
		p.pos = start
		return p.fail("expected a number, a variable or (")
	}
	if err := p.push(text); err != nil {
		return p.failAt(start, err, "not a number of %v", p.field())
	}
	return nil
}

// ambiguous refuses 2e3 and 2e-3 where the letter begins the name of a
// variable. Over an inexact field they are numbers: its printer writes them.
func (p *parser) ambiguous(start, letter int) error {
	if !p.exact() {
		return nil
	}
	name := p.text[letter : letter+nameLength(p.text[letter:])]
	if _, ok := p.index[name]; !ok {
		return nil
	}
	return p.failAt(start, nil, "can be read as a number and as a multiple of the variable %s: write * before %s", name, name)
}

// fraction goes on after a number that began at start and reads "/" and
// digits where they make a fraction of two whole numbers, so that the field
// reads it as one. It returns the whole text, and false where there is none.
func (p *parser) fraction(start int) (string, bool) {
	num := p.text[start:p.pos]
	if strings.Trim(num, "0123456789") != "" {
		return "", false
	}
	before := p.pos
	if p.accept("/") != "" {
		p.space()
		if den := p.digits(); den != "" && !p.continuesNumber() {
			if p.reads(num + "/" + den) {
				return num + "/" + den, true
			}
		}
	}
	p.pos = before
	return "", false
}

// continuesNumber reports whether the digits just read are only the beginning
// of a number or the base of a power.
func (p *parser) continuesNumber() bool {
	if p.pos < len(p.text) && strings.ContainsRune(".eE", rune(p.text[p.pos])) {
		return true
	}
	r := p.peek()
	return r == '^' || strings.ContainsRune(superscripts, r) || strings.HasPrefix(p.rest(), "**")
}

// name reads a variable, or a number of the field that is written as a name.
func (p *parser) name() error {
	start := p.pos
	name := p.text[start : start+nameLength(p.rest())]
	if p.quoted && p.peek() == '"' {
		name = p.text[start : start+quotedLength(p.rest())]
	}
	p.pos += len(name)
	if i, ok := p.index[name]; ok {
		p.pushVariable(i)
		return nil
	}
	switch {
	case name == "":
		return p.fail("expected a variable")
	case name == p.syntax.fraction:
		return p.quotientCall(name)
	case name == p.syntax.power:
		return p.powerCall(name, start)
	}
	constant := name
	if name == p.syntax.i {
		constant = "i"
	}
	if p.push(constant) == nil {
		return nil
	}
	return p.failAt(start, nil, "%s", p.unknown(name))
}

// quotedLength returns the length of the name in double quotes that s begins with, 0 where
// there is no second quote.
func quotedLength(s string) int {
	end := strings.Index(s[1:], `"`)
	if end < 0 {
		return 0
	}
	return end + 2
}
