package poly

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// scanner walks over a text by tokens that the parser asks for.
type scanner struct {
	text string
	pos  int // byte offset
}

// space skips blanks and line ends.
func (s *scanner) space() {
	for s.pos < len(s.text) {
		r, n := utf8.DecodeRuneInString(s.text[s.pos:])
		if !unicode.IsSpace(r) {
			return
		}
		s.pos += n
	}
}

// rest is what has not been read.
func (s *scanner) rest() string { return s.text[s.pos:] }

// peek returns the next character after blanks, 0 at the end.
func (s *scanner) peek() rune {
	s.space()
	if s.pos == len(s.text) {
		return 0
	}
	r, _ := utf8.DecodeRuneInString(s.rest())
	return r
}

// accept reads one of the tokens after blanks, the first one that fits, and
// returns it; it returns "" and reads nothing where none fits.
func (s *scanner) accept(tokens ...string) string {
	s.space()
	for _, t := range tokens {
		if strings.HasPrefix(s.rest(), t) {
			s.pos += len(t)
			return t
		}
	}
	return ""
}

// digits reads the decimal digits that stand here.
func (s *scanner) digits() string {
	start := s.pos
	for s.pos < len(s.text) && isDigit(s.text[s.pos]) {
		s.pos++
	}
	return s.text[start:s.pos]
}

// number reads digits with at most one point, and the exponent of scientific
// notation where digits follow its letter. It returns the text and the offset
// of the letter in it, -1 where there is none.
func (s *scanner) number() (text string, letter int) {
	start := s.pos
	s.digits()
	if s.pos < len(s.text) && s.text[s.pos] == '.' {
		s.pos++
		s.digits()
	}
	end := s.pos
	letter = -1
	if s.pos < len(s.text) && (s.text[s.pos] == 'e' || s.text[s.pos] == 'E') {
		s.pos++
		if s.pos < len(s.text) && (s.text[s.pos] == '+' || s.text[s.pos] == '-') {
			s.pos++
		}
		if s.digits() != "" {
			letter = end - start
			end = s.pos
		}
		s.pos = end
	}
	return s.text[start:end], letter
}

// superscripts are the digits of an exponent in the typography of Unicode.
const superscripts = "⁰¹²³⁴⁵⁶⁷⁸⁹"

// superscript reads superscript digits and returns them as decimal digits.
func (s *scanner) superscript() string {
	var b strings.Builder
	for s.pos < len(s.text) {
		r, n := utf8.DecodeRuneInString(s.rest())
		i := strings.IndexRune(superscripts, r)
		if i < 0 {
			break
		}
		b.WriteByte('0' + byte(utf8.RuneCountInString(superscripts[:i])))
		s.pos += n
	}
	return b.String()
}

func isDigit(c byte) bool { return '0' <= c && c <= '9' }
