package table

import (
	"encoding/binary"
	"fmt"
	"math"
	"strconv"
	"strings"

	"github.com/kexplain/kexplain/explain/points/table/layout"
)

// parseNPYHeader reads the Python dictionary of the header. Its grammar, with
// blanks between any two tokens:
//
//	header = "{" [ pair { "," pair } [ "," ] ] "}"
//	pair   = string ":" value
//	value  = string | "True" | "False" | "(" [ number { "," number } [ "," ] ] ")"
func parseNPYHeader(text string) (npyHeader, error) {
	p := &npyParser{rest: text}
	var (
		head  npyHeader
		seen  = map[string]bool{}
		shape []int
	)
	p.expect("{")
	for p.err == nil && !p.accept("}") {
		key := p.quoted()
		p.expect(":")
		if seen[key] {
			p.fail("the key %q twice", key)
		}
		seen[key] = true
		switch key {
		case "descr":
			p.descr(&head)
		case "fortran_order":
			head.fortran = p.accept("True")
			if !head.fortran {
				p.expect("False")
			}
		case "shape":
			shape = p.shape()
		default:
			p.fail("the key %q", key)
		}
		if !p.accept(",") {
			p.expect("}")
			break
		}
	}
	if p.err == nil && strings.TrimSpace(p.rest) != "" {
		p.fail("%q after its end", p.rest[:min(len(p.rest), 20)])
	}
	for _, key := range []string{"descr", "fortran_order", "shape"} {
		if !seen[key] {
			p.fail("no key %q", key)
		}
	}
	p.setShape(&head, shape)
	return head, p.err
}

// npyParser reads tokens from rest until the first error.
type npyParser struct {
	rest string
	err  error
}

func (p *npyParser) fail(format string, args ...any) {
	if p.err == nil {
		p.err = fmt.Errorf(format, args...)
	}
}

func (p *npyParser) accept(token string) bool {
	p.rest = strings.TrimLeft(p.rest, " \t\r\n")
	rest, ok := strings.CutPrefix(p.rest, token)
	if ok {
		p.rest = rest
	}
	return ok
}

func (p *npyParser) expect(token string) {
	if p.err == nil && !p.accept(token) {
		p.fail("%q where %q was expected", p.rest[:min(len(p.rest), 20)], token)
	}
}

func (p *npyParser) quoted() string {
	quote := "'"
	if p.accept(`"`) {
		quote = `"`
	} else {
		p.expect("'")
	}
	s, rest, ok := strings.Cut(p.rest, quote)
	if !ok {
		p.fail("a string without an end")
		return ""
	}
	p.rest = rest
	return s
}

// descr reads the type of the numbers, such as '<f8'.
func (p *npyParser) descr(head *npyHeader) {
	if p.accept("[") {
		p.fail("a structured type")
		return
	}
	s := p.quoted()
	if len(s) != 3 || !strings.Contains("<>|=", s[:1]) {
		p.fail("the type %q", s)
		return
	}
	head.order = binary.LittleEndian
	if s[0] == '>' {
		head.order = binary.BigEndian
	}
	head.kind, head.size = s[1], int(s[2]-'0')
	switch s[1:] {
	case "f4", "f8", "i1", "i2", "i4", "i8", "u1", "u2", "u4", "u8", "b1":
		if s[0] == '|' && head.size > 1 {
			p.fail("the type %q", s)
		}
	default:
		p.fail("the type %q", s)
	}
}

func (p *npyParser) shape() []int {
	var shape []int
	p.expect("(")
	for p.err == nil && !p.accept(")") {
		p.accept(" ")
		end := 0
		for end < len(p.rest) && p.rest[end]-'0' <= 9 {
			end++
		}
		n, err := strconv.ParseInt(p.rest[:end], 10, 64)
		if err != nil {
			p.fail("a shape that is no list of numbers")
			break
		}
		p.rest = strings.TrimPrefix(p.rest[end:], "L") // Python 2 wrote 3L
		shape = append(shape, int(min(n, math.MaxInt)))
		if !p.accept(",") {
			p.expect(")")
			break
		}
	}
	return shape
}

// setShape checks the shape: a vector is a table of one column.
func (p *npyParser) setShape(head *npyHeader, shape []int) {
	if p.err != nil {
		return
	}
	switch len(shape) {
	case 1:
		head.rows, head.cols = shape[0], 1
	case 2:
		head.rows, head.cols = shape[0], shape[1]
	default:
		p.fail("%d dimensions", len(shape))
		return
	}
	switch {
	case head.rows == 0 || head.cols == 0:
		p.fail("the shape %v, which holds nothing", shape)
	case head.cols > layout.MaxColumns:
		p.fail("%d columns, more than %d", head.cols, layout.MaxColumns)
	case head.rows > math.MaxInt/head.cols/head.size:
		p.fail("the shape %v, more than memory can hold", shape)
	}
}
