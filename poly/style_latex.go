package poly

import (
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// LaTeX is mathematics for TeX: x_{1}^{2} - \frac{3}{2} x_{1} x_{2} + 7.
var LaTeX = Style{&latexFormat}

var latexFormat = format{
	name: "latex",
	notation: notation{
		times: " ",
		power: func(b *strings.Builder, base string, e int) {
			b.WriteString(base)
			b.WriteString("^{")
			b.WriteString(strconv.Itoa(e))
			b.WriteByte('}')
		},
		number: func(s string) string {
			return translateNumber(s, numberParts{
				fraction:   func(num, den string) string { return `\frac{` + num + "}{" + den + "}" },
				scientific: func(mantissa, exponent string) string { return mantissa + `\mathrm{e}{` + exponent + "}" },
				times:      " ",
				imaginary:  "i",
			})
		},
		fraction: [3]string{`\frac{`, "}{", "}"},
	},
	syntax: syntax{latex: true},
	names:  &nameRule{latexName, func(name string, _ int) string { return latexPlain(name) }},
	ring: func(d description) (string, error) {
		return latexField(d.field.String()) + "[" + strings.Join(d.names, ", ") + "]", nil
	},
	quoted:   true,
	comment:  "%",
	decimals: true,
	list:     List{Open: "% NAME\n\\begin{gather*}\n", Separator: " \\\\\n", End: "\n\\end{gather*}\n"},
}

// latexField sets the letter of the field in blackboard bold.
func latexField(field string) string {
	letter, rest := field[:1], field[1:]
	if strings.Contains("QRCZ", letter) && (rest == "" || strings.Trim(rest, "/0123456789() bits") == "") {
		return `\mathbb{` + letter + "}" + strings.ReplaceAll(rest, " ", `\ `)
	}
	return `\mathrm{` + field + "}"
}

// latexName returns the name as it is best set: θ and theta as \theta, x1 and
// x_1 as x_{1}, mass1 as \mathit{mass}_{1}.
func latexName(name string) string {
	base, index := splitIndex(name)
	switch command, ok := greek(base); {
	case ok:
		base = command
	case utf8.RuneCountInString(base) > 1 || !unicode.IsLetter(first(base)):
		base = latexPlain(base)
	}
	if index == "" {
		return base
	}
	return base + "_{" + index + "}"
}

func first(s string) rune {
	r, _ := utf8.DecodeRuneInString(s)
	return r
}

// latexPlain returns the name letter by letter, with underscores escaped.
// Different names have different plain forms.
func latexPlain(name string) string {
	return `\mathit{` + strings.ReplaceAll(name, "_", `\_`) + "}"
}

// splitIndex splits a trailing number off a name: x1, x_1 and x₁ have the
// base x and the index 1. A number with a leading zero, or with nothing but
// underscores before it, stays in the name.
func splitIndex(name string) (base, index string) {
	plain := strings.Map(func(r rune) rune {
		if '₀' <= r && r <= '₉' {
			return '0' + r - '₀'
		}
		return r
	}, name)
	base = strings.TrimRight(plain, "0123456789")
	index = plain[len(base):]
	if len(index) > 1 && index[0] == '0' || strings.Trim(base, "_") == "" {
		return name, ""
	}
	if index != "" {
		base = strings.TrimSuffix(base, "_")
	}
	return base, index
}

// greek returns the command of TeX for a letter, given by itself or by its name.
func greek(letter string) (command string, ok bool) {
	const list = "α alpha β beta γ gamma δ delta ε varepsilon ζ zeta η eta θ theta ι iota κ kappa λ lambda " +
		"μ mu ν nu ξ xi π pi ρ rho σ sigma τ tau υ upsilon φ varphi χ chi ψ psi ω omega ϕ phi ϵ epsilon " +
		"Γ Gamma Δ Delta Θ Theta Λ Lambda Ξ Xi Π Pi Σ Sigma Υ Upsilon Φ Phi Ψ Psi Ω Omega"
	words := strings.Fields(list)
	at := slices.Index(words, letter)
	if at < 0 {
		return "", false
	}
	return `\` + words[at|1], true
}

// latexStartsFactor reports whether a name of the ring or a fraction in the
// notation of LaTeX stands here.
func (p *parser) latexStartsFactor() bool {
	p.space()
	return p.latexVariable() >= 0 || strings.HasPrefix(p.rest(), `\frac`) || strings.HasPrefix(p.rest(), `\left(`)
}

// latexVariable returns the place in names of the longest name that stands
// here, -1 where there is none. A command ends where no letter follows.
func (p *parser) latexVariable() int {
	for i, name := range p.names {
		after, ok := strings.CutPrefix(p.rest(), name)
		if !ok {
			continue
		}
		isCommand := strings.HasPrefix(name, `\`) && unicode.IsLetter(rune(name[len(name)-1]))
		if !isCommand || !unicode.IsLetter(first(after)) {
			return i
		}
	}
	return -1
}

// latexFactor reads what latexStartsFactor has found.
func (p *parser) latexFactor() error {
	start := p.pos
	if i := p.latexVariable(); i >= 0 {
		p.pos += len(p.names[i])
		p.pushVariable(p.index[p.names[i]])
		return nil
	}
	if strings.HasPrefix(p.rest(), `\left(`) {
		return p.parenthesis(`\left(`, `\right)`)
	}
	p.accept(`\frac`)
	return p.latexFraction(start)
}

// latexFraction reads two arguments in braces, the second one constant.
func (p *parser) latexFraction(start int) error {
	if p.peek() != '{' {
		return p.fail("expected {")
	}
	num, den, ok := p.latexNumbers()
	if ok {
		return p.quotientOf(start, "", num, den)
	}
	if err := p.parenthesis("{", "}"); err != nil {
		return err
	}
	if p.peek() != '{' {
		return p.fail("expected {")
	}
	at := p.pos
	if err := p.parenthesis("{", "}"); err != nil {
		return err
	}
	if err := p.inverse(at); err != nil {
		return err
	}
	return p.times(start)
}

// latexNumbers reads {digits}{digits}, so that the field sees one fraction.
func (p *parser) latexNumbers() (num, den string, ok bool) {
	start := p.pos
	if p.accept("{") != "" {
		num = p.digits()
		if num != "" && p.accept("}") != "" && p.accept("{") != "" {
			den = p.digits()
			if den != "" && p.accept("}") != "" {
				return num, den, true
			}
		}
	}
	p.pos = start
	return "", "", false
}

// latexExponent reads what the style writes for the exponent of scientific
// notation, and returns it in plain notation.
func (p *parser) latexExponent() string {
	const open = `\mathrm{e}{`
	rest, ok := strings.CutPrefix(p.rest(), open)
	if !ok {
		return ""
	}
	exponent, _, ok := strings.Cut(rest, "}")
	if !ok {
		return ""
	}
	p.pos += len(open) + len(exponent) + 1
	return "e" + exponent
}
