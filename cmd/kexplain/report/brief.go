package report

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/kexplain/kexplain/explain"
	"github.com/kexplain/kexplain/internal/decimal"
	"github.com/kexplain/kexplain/internal/plural"
	"github.com/kexplain/kexplain/internal/sides"
	"github.com/kexplain/kexplain/ring"
)

// equation is the equation as people write it: with two sides, and decimals with their
// standard errors.
func (g Generator) equation() string { return sides.Equation(g.addends()) }

// EquationOf writes an equation as people write it.
func EquationOf(g explain.Generator) string { return newGenerator(g).Equation }

// brief are the lines that a colleague would say of an equation: how well it holds, what
// kind of answer it is, and what speaks against it.
func (l *Learn) brief(g Generator) []string {
	lines := []string{"  " + l.fits(g)}
	if g.Solved != nil {
		if line := g.Solved.line(g.Equation, l.unit(g.Solved.Target)); line != "" {
			lines = append([]string{"  " + line}, lines...)
		}
	}
	if kind := g.kind(); kind != "" {
		lines = append(lines, "  "+kind)
	}
	if g.Within {
		for _, l := range g.Rounding.Loose {
			width := float64(l.High-l.Low) / 4
			before := ""
			if l.Monomial != "1" {
				before = " before " + l.Monomial
			}
			lines = append(lines, fmt.Sprintf("  the cells allow %s to %s in place of %s%s",
				decimal.Round(float64(l.Low), width), decimal.Round(float64(l.High), width), l.Coefficient, before))
		}
	}
	if exactly := g.Holds || g.Within; len(g.Factors) > 0 && (exactly || g.Doubt == "") {
		each := "each row"
		if len(g.broken) > 0 || g.Exact.Points < l.Points {
			each = "each of these rows"
		}
		errors := ""
		if !exactly {
			errors = ", but for errors"
		}
		if !slices.ContainsFunc(g.Factors, func(f string) bool { return strings.Contains(f, " ") }) { // columns
			lines = append(lines, "  "+strings.Join(slices.Compact(slices.Sorted(slices.Values(g.Factors))), " or ")+" is 0 in "+each+errors)
		} else {
			lines = append(lines, "  that is "+product(g.Factors)+" = 0: "+each+" obeys one of the factors"+errors)
		}
	}
	if g.rows != "" && !g.Holds && !g.Within {
		lines = append(lines, "  as the rows have it: "+g.rows)
	}
	for _, t := range g.Terms {
		if t.Unit != "" {
			lines = append(lines, "  "+g.inUnit(t))
		}
	}
	if len(g.Named) > 0 {
		lines = append(lines, "  "+and(g.Named))
	}
	for text := range strings.SplitSeq(g.Doubt, "; ") { // as package explain joins them
		if text != "" {
			lines = append(lines, "  doubt: "+text)
		}
	}
	return lines
}

// product is a product of polynomials, repeated ones with their powers.
func product(factors []string) string {
	var parts []string
	for i, f := range factors {
		if slices.Contains(factors[:i], f) {
			continue
		}
		times := 0
		for _, g := range factors {
			if f == g {
				times++
			}
		}
		if strings.Contains(f, " ") {
			f = "(" + f + ")"
		}
		if times > 1 {
			f += "^" + strconv.Itoa(times)
		}
		parts = append(parts, f)
	}
	return strings.Join(parts, "*")
}

// fits says in the units of the data how well an equation holds.
func (l *Learn) fits(g Generator) string {
	rows := "all " + plural.Count(g.Exact.Points, "row")
	if l.Whole > 0 {
		rows += " of the sample"
		if g.whole == ring.Yes {
			rows = "all " + plural.Count(l.Whole, "row")
		}
	}
	if g.Exact.Points < l.Points { // some were set aside
		rows = fmt.Sprintf("%d of %s", g.Exact.Points, plural.Count(l.Points, "row"))
	}
	if g.Holds || g.Exact.Vanishing == g.Exact.Points {
		if len(g.broken) > 0 {
			return fmt.Sprintf("holds exactly at %d of %s, not at %s", g.Exact.Vanishing, plural.Count(g.Exact.Points, "row"), linesText(g.broken))
		}
		return "holds exactly at " + rows
	}
	if g.Within {
		if len(g.broken) == 0 && g.Rounding.strict() == g.Exact.Points {
			return "holds within the rounding of the cells at " + rows + g.Rounding.cut()
		}
		of := g.Exact.Points
		if g.Rounding.strict() > of { // it holds at rows that were set aside for others
			of = l.Points
		}
		text := fmt.Sprintf("holds within the rounding of the cells at %d of %s", g.Rounding.strict(), plural.Count(of, "row"))
		if len(g.broken) > 0 {
			text += ", not at " + linesText(g.broken)
		}
		return text + g.Rounding.cut()
	}
	verb := "holds at " + rows
	if g.Approximation {
		verb = "is near " + rows
	}
	sigma, stderr := float64(l.Noise.Sigma), float64(l.Noise.Stderr)
	if stderr == 0 || sigma <= 2*stderr || g.noiseless {
		text := verb + " as closely as can be told"
		if far := float64(g.Residual.Max); far > 0 {
			text = fmt.Sprintf("%s to within %s%s", verb, decimal.Number(far, 2), atLine(g.Residual.MaxLine))
		}
		return text
	}
	text := verb + " to about " + l.deviations(g)
	if g.Residual.MaxLine > 0 {
		text += fmt.Sprintf("; line %d is farthest off", g.Residual.MaxLine)
	}
	return text
}

// strict is the number of points at which an equation holds within rounding, cells of
// settings being exact.
func (r *Rounding) strict() int {
	if r.AsWritten != nil {
		return *r.AsWritten
	}
	return r.Within
}

// deviations are the standard deviations of the columns of an equation that would explain
// how far the rows are from it.
func (l *Learn) deviations(g Generator) string {
	list := slices.DeleteFunc(slices.Clone(g.deviations), func(d explain.Deviation) bool {
		return !g.has(slices.Index(l.Variables, d.Column))
	})
	if text := Deviations(list, l.unit); text != "" {
		return text
	}
	return fmt.Sprintf("%s times the %s", decimal.Number(float64(g.Sigma), 2), l.Noise.Unit)
}

// Deviations writes errors of columns, ± 0.2 m in x and ± 3 % in y, or nothing where the columns are none or many. unit is
// that of a column, or empty.
func Deviations(list []explain.Deviation, unit func(column string) string) string {
	const most = 4
	if len(list) > most {
		return ""
	}
	var sizes []string
	columns := map[string][]string{} // by size
	for _, d := range list {
		size := "± " + decimal.Number(d.Std, 2)
		if u := unit(d.Column); u != "" {
			size += " " + u
		}
		if d.Part > 0 {
			size = "± " + decimal.Number(100*d.Part, 2) + " %"
		}
		if columns[size] == nil {
			sizes = append(sizes, size)
		}
		columns[size] = append(columns[size], d.Column)
	}
	for i, size := range sizes {
		sizes[i] += " in " + and(columns[size])
	}
	return and(sizes)
}

// has reports whether a variable occurs in the equation.
func (g Generator) has(j int) bool {
	return slices.ContainsFunc(g.Terms, func(t Term) bool { return t.Exponents[j] > 0 })
}

// unit is the unit that the file gives for a variable, or empty.
func (l *Learn) unit(variable string) string { return l.info.Unit(variable) }

// kind says what kind of answer an equation is. One that holds exactly says it already.
func (g Generator) kind() string {
	if g.Holds || g.Exact.Vanishing == g.Exact.Points {
		return ""
	}
	if g.Within && g.Sigma == 0 {
		return ""
	}
	if g.Rational {
		numbers := "whole numbers"
		if strings.Contains(g.Equation, ".") {
			numbers = "exact numbers" // 9*C + 160 = 5*F is printed as F = 1.8*C + 32
		}
		if g.Kind != string(explain.Law) {
			return numbers + " that the data favour, but not beyond doubt"
		}
		return "a law in " + numbers + ": the data single them out"
	}
	measured, first := 0, ""
	for _, t := range g.Terms {
		if t.Exact || t.Stderr == 0 {
			continue
		}
		measured++
		if value := strings.TrimPrefix(t.Coefficient, "-"); first == "" {
			first = meaning(decimal.WithError(value, float64(t.Stderr)), float64(t.Stderr))
		}
	}
	what := "a fit"
	if g.Kind == string(explain.Curve) {
		what = "a curve that the rows follow and that need not be a law,"
	}
	if measured == 0 {
		return strings.TrimSuffix(what, ",")
	}
	return fmt.Sprintf("%s with %s; %s", what, plural.Count(measured, "measured constant"), first)
}

// meaning explains the notation 3.140(25): it means 3.140 ± 0.025.
func meaning(text string, stderr float64) string {
	value, rest, _ := strings.Cut(text, "(")
	digits, exponent, _ := strings.Cut(rest, ")")
	shown := decimal.Number(stderr, 2)
	if n, err := strconv.Atoi(digits); err == nil {
		_, decimals, _ := strings.Cut(value, ".")
		shown = strconv.FormatFloat(float64(n)*math.Pow10(-len(decimals)), 'f', len(decimals), 64) + exponent
	}
	return text + " means " + value + exponent + " ± " + shown
}

// leftOut is the line about what took no part, or what is peculiar, or nothing.
func (l *Learn) leftOut() []string {
	out := l.info.LeftOut()
	if set := l.setAside(); len(set) > 0 {
		out = append(out, linesText(set)+" (far from what the others obey)")
	}
	for _, name := range l.Counters {
		out = append(out, name+" (numbers the rows)")
	}
	for _, f := range l.Functions {
		out = append(out, f.LeftOut+" ("+f.InWords()+")")
	}
	var parts []string
	if len(out) > 0 {
		parts = append(parts, "left out: "+strings.Join(out, ", "))
	}
	if text := l.fewValues(); text != "" {
		parts = append(parts, text)
	}
	for _, s := range l.Settings {
		if s.Of != nil {
			parts = append(parts, s.InWords())
		}
	}
	if names := l.unused(); len(names) > 0 {
		parts = append(parts, "in no equation: "+strings.Join(names, ", "))
	}
	if l.Baseline != nil && len(l.Baseline.Missing) > 0 && len(l.Settings) == 0 && len(l.Outliers) == 0 {
		parts = append(parts, fmt.Sprintf("more of degree %d vanishes at these rows than follows from this, see --explain", l.Baseline.Degree+1))
	}
	var lines []string
	if len(parts) > 0 {
		lines = append(lines, strings.Join(parts, "; "))
	}
	return append(lines, l.sampled()...)
}

// unused are the columns that took part and are in no equation. Those of few values are named already.
func (l *Learn) unused() (names []string) {
	if len(l.Generators) == 0 {
		return nil
	}
	for j, name := range l.Variables {
		isOf := func(g Generator) bool {
			return slices.ContainsFunc(g.Terms, func(t Term) bool { return t.Exponents[j] > 0 })
		}
		named := slices.ContainsFunc(l.Settings, func(s Setting) bool { return s.Of == nil && s.Name == name }) ||
			slices.Contains(l.Counters, name) || slices.ContainsFunc(l.Functions, func(f Function) bool { return f.LeftOut == name })
		if !named && !slices.ContainsFunc(l.Generators, isOf) {
			names = append(names, name)
		}
	}
	return names
}

// sampled is the line about what a sample of the rows decided, and what all of them, or nothing.
func (l *Learn) sampled() []string {
	if l.Whole == 0 {
		return nil
	}
	line := fmt.Sprintf("equations were looked for in a sample of %s of %d", plural.Count(l.Points, "row"), l.Whole)
	if l.ByMoments {
		line += "; the noise and the decimals are those of all rows"
	}
	return []string{line + "; kexplain check tests equations at every row"}
}

// linesText lists lines of a file: line 4; lines 3, 17; a dozen at most.
func linesText(lines []int) string {
	const most = 12
	var parts []string
	for _, n := range lines[:min(most, len(lines))] {
		parts = append(parts, strconv.Itoa(n))
	}
	text := strings.Join(parts, ", ")
	if len(lines) > most {
		text += fmt.Sprintf(", … (%d in all)", len(lines))
	}
	if len(lines) == 1 {
		return "line " + text
	}
	return "lines " + text
}

// fewValues names the columns of few values, which were chosen rather than measured.
func (l *Learn) fewValues() string {
	var names, counts []string
	var values []string // of the only one
	for _, s := range l.Settings {
		if slices.Contains(l.Variables, s.Name) {
			names, counts, values = append(names, s.Name), append(counts, strconv.Itoa(len(s.Values))), s.Values
		}
	}
	switch {
	case len(names) == 0:
		return ""
	case len(names) == 1 && len(values) <= 3:
		return fmt.Sprintf("%s takes only the values %s", names[0], and(values))
	case len(names) == 1:
		return fmt.Sprintf("%s takes %s values only", names[0], counts[0])
	}
	return fmt.Sprintf("%s take %s values only", and(names), and(counts))
}

// and joins words: a, b and c.
func and(words []string) string {
	if len(words) < 2 {
		return strings.Join(words, "")
	}
	last := len(words) - 1
	return strings.Join(words[:last], ", ") + " and " + words[last]
}
