package report

import (
	"fmt"
	"io"
	"strings"

	"github.com/kexplain/kexplain/internal/decimal"
	"github.com/kexplain/kexplain/internal/plural"
	"github.com/kexplain/kexplain/ring"
)

// writeText writes the report for people. What is not an equation is a comment,
// so that kexplain check reads the text as equations.
func (l *Learn) writeText(w io.Writer) error {
	var b strings.Builder
	head := l.info.Brief()
	if l.explain {
		head = l.info.String()
	}
	comment(&b, head)
	comment(&b, l.With...)
	for _, g := range l.Generators {
		b.WriteByte('\n')
		if g.Approximation {
			comment(&b, "approximately:")
		}
		b.WriteString(g.equation() + "\n")
		comment(&b, l.brief(g)...)
		if l.explain {
			comment(&b, g.details()...)
		}
	}
	if left := l.leftOut(); len(left) > 0 {
		if len(l.Generators) > 1 {
			b.WriteByte('\n')
		}
		comment(&b, left...)
	}
	if l.Proposed != nil {
		comment(&b, l.Proposed.line())
	}
	if l.Try != "" {
		comment(&b, "try: "+l.Try)
	}
	if l.explain {
		l.writeDetails(&b)
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// writeDetails writes what --explain adds: the noise, the spectrum, how the equations were
// found, and what repeats the report.
func (l *Learn) writeDetails(b *strings.Builder) {
	b.WriteByte('\n')
	comment(b, l.summary()...)
	if len(l.Spectrum) > 0 {
		b.WriteByte('\n')
		comment(b, "singular values of the kernel matrix around the cut |, then the smallest noise levels:")
		for _, s := range l.Spectrum {
			comment(b, s.lines()...)
		}
	}
	if len(l.Steps) > 0 {
		b.WriteByte('\n')
		comment(b, l.Steps...)
	}
	b.WriteByte('\n')
	how := fmt.Sprintf("degree up to %d, kernel %s, seed %d", l.Degree, l.Kernel, l.Seed)
	if l.Kernel == "" { // nothing was looked for with noise
		how = fmt.Sprintf("degree up to %d, seed %d", l.Degree, l.Seed)
	}
	comment(b, fmt.Sprintf("kexplain %s, %s, data sha256 %s", l.Version, how, l.Data.SHA256))
}

// WriteSteps writes how equations were looked for, as comments: the whole
// report where none was found.
func WriteSteps(w io.Writer, steps []string) error {
	var b strings.Builder
	comment(&b, steps...)
	_, err := io.WriteString(w, b.String())
	return err
}

// details are the lines about one equation that --explain adds.
func (g Generator) details() []string {
	if g.Holds {
		return nil
	}
	var lines []string
	if g.Exact.Points > 0 {
		line := fmt.Sprintf("  vanishes exactly at %d of %s", g.Exact.Vanishing, plural.Count(g.Exact.Points, "point"))
		if g.Exact.Vanishing < g.Exact.Points {
			line += ", largest exact residual " + rationalText(g.Exact.MaxAbsExact)
		}
		lines = append(lines, line)
	}
	lines = append(lines, g.Residual.lines()...)
	if g.Kernel.PhiNorm > 0 { // else nothing was read in the feature space
		lines = append(lines, fmt.Sprintf("  φ-norm %s, share in the certifying space %s",
			decimal.Number(float64(g.Kernel.PhiNorm), 4), share(float64(g.Kernel.Certifying))))
	}
	if g.Evidence != nil {
		lines = append(lines, g.Evidence.line(g.Kind, float64(g.Posterior)))
	}
	return lines
}

// share shows a number near 1 by what is missing.
func share(x float64) string {
	if missing := 1 - x; missing > 0 && missing < 5e-5 {
		return "1 - " + decimal.Number(missing, 2)
	}
	return decimal.Number(x, 4)
}

func atLine(line int) string {
	if line == 0 {
		return ""
	}
	return fmt.Sprintf(" (line %d)", line)
}

// rationalText is Rational of a number printed by Rat.String.
func rationalText(text string) string {
	x, err := ring.ParseRat(text)
	if err != nil {
		panic(err)
	}
	return Rational(x)
}

// summary are the lines about the noise and the rows.
func (l *Learn) summary() []string {
	lines := l.exactSummary()
	if l.Noise.Unit == "" { // nothing was looked for with noise
		return append(lines, l.Baseline.lines(l.Points-len(l.Outliers), l.Generators)...)
	}
	return append(lines, l.noiseSummary()...)
}

// noiseSummary are the lines about the noise.
func (l *Learn) noiseSummary() []string {
	sigma, stderr := float64(l.Noise.Sigma), float64(l.Noise.Stderr)
	lines := []string{fmt.Sprintf("noise: %s times the %s", decimal.Uncertain(sigma, stderr), l.Noise.Unit)}
	switch {
	case stderr == 0: // less than rounding may cause
		lines[0] = "noise: none seen"
	case sigma <= 2*stderr:
		lines[0] = fmt.Sprintf("noise: none seen, below %s times the %s", decimal.Number(sigma+2*stderr, 2), l.Noise.Unit)
	}
	if len(l.Noise.Std) == len(l.Variables) && stderr > 0 && sigma > 2*stderr {
		parts := make([]string, len(l.Variables))
		for i, v := range l.Variables {
			parts[i] = fmt.Sprintf("%s ± %s", v, decimal.Number(float64(l.Noise.Std[i]), 2))
		}
		lines = append(lines, "  that is "+strings.Join(parts, ", "))
	}
	if set := l.setAside(); len(set) > 0 {
		lines = append(lines, "set aside as outliers: "+linesText(set))
	}
	if len(l.Shifted) > 0 {
		lines = append(lines, "the search took its origin at ("+strings.Join(l.Shifted, ", ")+")")
	}
	return append(lines, l.Baseline.lines(l.Points-len(l.Outliers), l.Generators)...)
}

// lines show the singular values around the cut and why it is there.
func (s Spectrum) lines() []string {
	const around = 3
	rank := min(s.Rank, len(s.singular))
	from, to := max(0, rank-around), min(len(s.singular), rank+around)
	before, after := "", ""
	if from > 0 {
		before = " …"
	}
	if to < len(s.singular) {
		after = " …"
	}
	line := fmt.Sprintf("  degree %d:%s%s |%s%s", s.Degree, before, numbers(s.visible(from, rank), 3), numbers(s.visible(rank, to), 3), after)
	if small := s.smallest(); len(small) > 0 {
		line += ";" + numbers(small, 3)
	}
	lines := []string{line}
	if s.Reason != "" {
		lines = append(lines, "    "+s.Reason)
	}
	return lines
}

// visible returns singular values, with 0 for those that are rounding errors
// beside the largest.
func (s Spectrum) visible(from, to int) []float64 {
	const rounding = 1e-13 // some hundred units in the last place of the largest
	out := make([]float64, 0, to-from)
	for _, x := range s.singular[from:to] {
		if x < rounding*s.singular[0] {
			x = 0
		}
		out = append(out, x)
	}
	return out
}

// smallest returns the smallest noise-unit values, without those so far beyond
// the size of the data that they say nothing, as that of a constant.
func (s Spectrum) smallest() []float64 {
	const shown, senseless = 3, 1e3
	var out []float64
	for _, x := range s.noise {
		if x < senseless && len(out) < shown {
			out = append(out, x)
		}
	}
	return out
}
