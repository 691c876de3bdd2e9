// Package experiment repeats the experiments of the kernel-duality papers: it
// prints the figures as numbers, beside what the papers report, and draws them.
//
// What the papers report is quoted as far as it is known here; where a protocol
// leaves something open, the report says how it was read. All of it depends on
// the seed only, but for times of day.
//
// References: DKL: F. Király, M. Kreuzer, L. Theran, Dual-to-kernel learning
// with ideals, arXiv:1402.0099. CKI: the same, Learning with cross-kernels and
// Ideal PCA, arXiv:1406.2646. IKT: F. Király, A. Ziehe, K.-R. Müller, Learning with
// algebraic invariances, and the invariant kernel trick (2014).
package experiment

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/kexplain/kexplain/cmd/kexplain/plot"
)

// ErrNoData says that an experiment needs a folder of data.
var ErrNoData = errors.New("experiment: no data")

// Options are what an experiment can be told.
type Options struct {
	// Data is the folder of the data, for the experiments that need one.
	Data string
	// Seed of all random choices.
	Seed uint64
	// Thorough runs what takes minutes too.
	Thorough bool
	// Progress is told what is being done; it may be nil.
	Progress func(doing string, done, total int64)
}

func (o Options) show(doing string, done, total int) {
	if o.Progress != nil {
		o.Progress(doing, int64(done), int64(total))
	}
}

// Experiment is one of them.
type Experiment struct {
	Name, Short string
	// Data says that it reads a folder, Thorough that it has more to do when it is
	// asked to, Figure that there is a picture.
	Data, Thorough, Figure bool
	// Run does the work. The picture is nil where there is none.
	Run func(ctx context.Context, o Options) (*Report, *plot.Picture, error)
}

// All returns the experiments.
func All() []Experiment {
	return []Experiment{
		{Name: "circle", Short: "level set of a noisy circle (DKL, section 4.1, Figure 1)", Figure: true, Run: runCircle},
		{Name: "circle-panels", Short: "three noises, AVICA as printed (DKL, section 4.1, Figure 1)", Figure: true, Run: runCirclePanels},
		{Name: "two-circles", Short: "features of two circles on a sphere (CKI, section 5)", Figure: true, Run: runTwoCircles},
		{Name: "noisy-circles", Short: "the same with the noise of the paper (CKI, section 5)", Figure: true, Run: runNoisyCircles},
		{Name: "regions", Short: "where features are small, on a grid (CKI, Figure 2)", Figure: true, Run: runRegions},
		{Name: "kpca-runtime", Short: "time of IPCA against kernel PCA (CKI, Figure 1)", Thorough: true, Figure: true, Run: runRuntime},
		{Name: "usps", Short: "handwritten digits, choices of spanning points (CKI, Figure 3)", Data: true,
			Thorough: true, Figure: true, Run: runUSPS},
		{Name: "mnist", Short: "handwritten digits, one-vs-all (DKL, section 4.2)", Data: true, Thorough: true, Run: runMNIST},
		{Name: "invariant", Short: "clusters up to signs and factors (IKT, Figures 1 and 3)", Figure: true, Run: runInvariant},
		{Name: "sign-digits", Short: "zeros and ones up to the sign (IKT, Figure 2)", Data: true, Figure: true, Run: runSignDigits},
		{Name: "gauss-clusters", Short: "AVICA with a Gaussian kernel (DKL, section 3.8)", Figure: true, Run: runGaussClusters},
		{Name: "cross-kernels", Short: "other kernels than polynomial ones (CKI, introduction)", Figure: true, Run: runCrossKernels},
		{Name: "xor", Short: "exclusive or by kernel ridge regression (KR)", Figure: true, Run: runXOR},
		{Name: "unit-balls", Short: "unit balls of ‖x‖_p (KR, Figure 3)", Figure: true, Run: runUnitBalls},
	}
}

// Find returns the experiment of that name.
func Find(name string) (Experiment, bool) {
	all := All()
	i := slices.IndexFunc(all, func(e Experiment) bool { return e.Name == name })
	if i < 0 {
		return Experiment{}, false
	}
	return all[i], true
}

// Report is the outcome of an experiment.
type Report struct {
	Schema string `json:"schema"`
	Name   string `json:"name"`
	Title  string `json:"title"`
	Seed   uint64 `json:"seed"`
	// Protocol says what was done, one sentence an entry.
	Protocol []string `json:"protocol"`
	Tables   []Table  `json:"tables"`
	// Findings compare with the paper.
	Findings []Finding `json:"findings"`
}

// Table is a table of numbers and words.
type Table struct {
	Title   string   `json:"title"`
	Columns []string `json:"columns"`
	Rows    [][]Cell `json:"rows"`
}

// Cell is a number or a word.
type Cell struct {
	text  string
	value any
}

// Number returns a cell that is printed with the format.
func Number[T int | float64](format string, v T) Cell {
	return Cell{fmt.Sprintf(format, v), v}
}

// Word returns a cell with a text.
func Word(s string) Cell { return Cell{s, s} }

// MarshalJSON writes the number or the word.
func (c Cell) MarshalJSON() ([]byte, error) { return marshal(c.value) }

// Finding sets what came out beside what the paper says.
type Finding struct {
	// What is compared.
	What string `json:"what"`
	// Paper is what the paper reports.
	Paper string `json:"paper"`
	// Here is what came out.
	Here string `json:"here"`
	// Holds says whether the second bears out the first, or the claim where the paper
	// has none.
	Holds bool `json:"holds"`
	// Agrees is Holds for a protocol as printed, and null for a repaired one and for what
	// the paper does not report.
	Agrees *bool `json:"agrees"`
}

// verdict is agrees or differs of a protocol as printed; of a repaired one, and where the
// paper reports nothing, holds or fails.
func (f Finding) verdict() string {
	words := map[bool]string{true: "holds", false: "fails"}
	if f.Agrees != nil {
		words = map[bool]string{true: "agrees", false: "differs"}
	}
	return words[f.Holds]
}

func newReport(name, title string, o Options) *Report {
	return &Report{Schema: "kexplain/experiment/1", Name: name, Title: title, Seed: o.Seed}
}

func (r *Report) protocol(format string, args ...any) {
	r.Protocol = append(r.Protocol, fmt.Sprintf(format, args...))
}

// finding adds one of a protocol as printed.
func (r *Report) finding(agrees bool, what, paper, format string, args ...any) {
	r.Findings = append(r.Findings, Finding{what, paper, fmt.Sprintf(format, args...), agrees, &agrees})
}

// repaired adds one of a repaired protocol, or of what the paper does not report.
func (r *Report) repaired(holds bool, what, paper, format string, args ...any) {
	r.Findings = append(r.Findings, Finding{what, paper, fmt.Sprintf(format, args...), holds, nil})
}

func (t *Table) add(cells ...Cell) { t.Rows = append(t.Rows, cells) }

// WriteText writes the report for people.
func (r *Report) WriteText(w io.Writer) error {
	var b strings.Builder
	fmt.Fprintf(&b, "%s: %s\n\n", r.Name, r.Title)
	for _, p := range r.Protocol {
		b.WriteString(wrap(p, "  "))
	}
	for _, t := range r.Tables {
		fmt.Fprintf(&b, "\n%s\n", t.Title)
		t.write(&b)
	}
	b.WriteString("\n")
	for _, f := range r.Findings {
		b.WriteString(wrap(f.What+": "+f.verdict(), ""))
		b.WriteString(wrap("paper: "+f.Paper, "  "))
		b.WriteString(wrap("here:  "+f.Here, "  "))
	}
	fmt.Fprintf(&b, "\nseed %d\n", r.Seed)
	_, err := io.WriteString(w, b.String())
	return err
}

// write aligns the columns, words to the left and numbers to the right.
func (t *Table) write(b *strings.Builder) {
	width := make([]int, len(t.Columns))
	for j, c := range t.Columns {
		width[j] = utf8.RuneCountInString(c)
		for _, row := range t.Rows {
			width[j] = max(width[j], utf8.RuneCountInString(row[j].text))
		}
	}
	line := func(cell func(j int) (text string, word bool)) {
		var l strings.Builder
		for j := range t.Columns {
			text, word := cell(j)
			pad := strings.Repeat(" ", width[j]-utf8.RuneCountInString(text))
			if word {
				text += pad
			} else {
				text = pad + text
			}
			l.WriteString("  " + text)
		}
		b.WriteString(strings.TrimRight(l.String(), " ") + "\n")
	}
	line(func(j int) (string, bool) { return t.Columns[j], t.isWord(j) })
	for _, row := range t.Rows {
		line(func(j int) (string, bool) { return row[j].text, t.isWord(j) })
	}
}

// isWord reports whether a column has words.
func (t *Table) isWord(j int) bool {
	return slices.ContainsFunc(t.Rows, func(row []Cell) bool {
		_, ok := row[j].value.(string)
		return ok && row[j].text != "-"
	})
}

// textWidth is the width that sentences are broken to.
const textWidth = 88

// wrap breaks a sentence into lines that begin with the indent.
func wrap(s, indent string) string {
	var b strings.Builder
	length := 0
	for _, word := range strings.Fields(s) {
		n := utf8.RuneCountInString(word)
		switch {
		case length == 0:
			b.WriteString(indent + word)
			length = len(indent) + n
		case length+1+n > textWidth:
			b.WriteString("\n" + indent + "  " + word)
			length = len(indent) + 2 + n
		default:
			b.WriteString(" " + word)
			length += 1 + n
		}
	}
	b.WriteString("\n")
	return b.String()
}
