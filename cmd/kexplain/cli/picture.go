package cli

import (
	"cmp"
	"fmt"
	"math"
	"path/filepath"
	"slices"
	"strings"
	"unicode/utf8"

	"gonum.org/v1/gonum/mat"

	"github.com/kexplain/kexplain/cmd/kexplain/plot"
	"github.com/kexplain/kexplain/cmd/kexplain/report"
	"github.com/kexplain/kexplain/explain"
	"github.com/kexplain/kexplain/explain/points"
	"github.com/kexplain/kexplain/explain/points/table"
	"github.com/kexplain/kexplain/internal/atomicfile"
	"github.com/kexplain/kexplain/internal/stable"
)

// learned are equations and the points that they were learned from.
type learned struct {
	result *explain.Result
	title  string
	info   table.Info
	x      *mat.Dense // the columns of the result's variables
	lines  []int      // of the rows
}

// newLearned takes the columns of the result from the points.
func newLearned(r *explain.Result, set *points.Set, info table.Info) *learned {
	names := set.Variables()
	var columns []int
	for _, v := range r.Variables {
		columns = append(columns, slices.Index(names, v))
	}
	chosen := set.Select(nil, columns)
	l := &learned{result: r, title: filepath.Base(info.File), info: info, x: chosen.Dense()}
	for i := range chosen.Rows() {
		l.lines = append(l.lines, chosen.Line(i))
	}
	return l
}

// drawable is a picture to be drawn.
type drawable interface{ Draw() (*plot.Picture, error) }

// picture is that of --plot: the points and the zero sets of two variables, the points of
// every two of three to six, and else how far the rows are from each equation.
func (l *learned) picture() drawable { return l.pictures()[0] }

// pictures are those of a page: the points, the distances of the rows in their order, and
// the spectrum with the cut where there is one.
func (l *learned) pictures() []drawable {
	list := []drawable{l.strips()}
	switch k := len(l.result.Variables); {
	case k == 2:
		list = append([]drawable{l.zeroSets()}, list...)
	case k > 2 && k <= plot.MaxPanels:
		list = append([]drawable{plot.Panels{Title: l.title, Names: l.names(), Points: l.x, Marked: l.aside()}}, list...)
	}
	if s := l.result.Spectrum; len(s) > 0 && len(s[len(s)-1].Singular) > 0 {
		last := s[len(s)-1]
		list = append(list, plot.Spectrum{Title: fmt.Sprintf("singular values of degree %d", last.Degree),
			Values: last.Singular, Rank: last.Rank})
	}
	return list
}

// names are the variables with their units.
func (l *learned) names() []string {
	names := slices.Clone(l.result.Variables)
	for j, v := range names {
		if u := l.info.Unit(v); u != "" {
			names[j] = v + " in " + u
		}
	}
	return names
}

// agreeing are the rows that were not set aside.
func (l *learned) agreeing() *mat.Dense {
	var kept []float64
	n, m := l.x.Dims()
	for i := range n {
		if !slices.Contains(l.result.Outliers, l.lines[i]) {
			kept = append(kept, l.x.RawRowView(i)...)
		}
	}
	return mat.NewDense(len(kept)/m, m, kept)
}

// aside returns the rows that were set aside.
func (l *learned) aside() []int {
	var rows []int
	for i, line := range l.lines {
		if slices.Contains(l.result.Outliers, line) {
			rows = append(rows, i)
		}
	}
	return rows
}

func (l *learned) zeroSets() plot.ZeroSets {
	names := l.names()
	z := plot.ZeroSets{Title: l.title, X: names[0], Y: names[1], Points: l.x, Marked: l.aside()}
	for _, g := range l.result.Generators {
		z.Curves = append(z.Curves, plot.Curve{Name: shortName(g), Value: func(x, y float64) float64 {
			f, _ := value(g, []float64{x, y})
			return f
		}})
	}
	return z
}

func (l *learned) strips() plot.Strips {
	s := plot.Strips{Title: l.title + ": distance of each row from the zero set", X: "row"}
	for _, g := range l.result.Generators {
		s.Strips = append(s.Strips, plot.Strip{Name: shortName(g), Values: l.distances(g), Marked: l.aside()})
	}
	return s
}

// distances returns f/|∇f| at every row, 0 where that is not defined.
func (l *learned) distances(g explain.Generator) []float64 {
	n, _ := l.x.Dims()
	out := make([]float64, n)
	for i := range out {
		f, slope := value(g, l.x.RawRowView(i))
		if d := f / slope; !math.IsNaN(d) && !math.IsInf(d, 0) {
			out[i] = d
		}
	}
	return out
}

// drawnZero is the part of the sum of the terms' sizes that doubles may leave of a zero.
const drawnZero = 1e-13

// value returns the polynomial at a point, and the length of its gradient there. What
// rounding may leave of a zero is 0: a picture shows no rounding errors.
func value(g explain.Generator, x []float64) (f, slope float64) {
	return valueAndGradient(g, x, make([]float64, len(x)))
}

// valueAndGradient is value, and writes the gradient.
func valueAndGradient(g explain.Generator, x, gradient []float64) (f, slope float64) {
	clear(gradient)
	size := 0.0
	for _, t := range g.Terms {
		c := t.Coefficient.Float64()
		product := c
		for j, e := range t.Exponents {
			product *= math.Pow(x[j], float64(e))
		}
		f += product
		size += math.Abs(product)
		for j, e := range t.Exponents {
			if e == 0 {
				continue
			}
			part := c * float64(e)
			for k, d := range t.Exponents {
				if k == j {
					d--
				}
				part *= math.Pow(x[k], float64(d))
			}
			gradient[j] += part
		}
	}
	for _, v := range gradient {
		slope += v * v
	}
	if math.Abs(f) <= drawnZero*size {
		f = 0
	}
	return f, math.Sqrt(slope)
}

// shortName is an equation for a legend.
func shortName(g explain.Generator) string {
	const most = 70
	text := report.EquationOf(g)
	if utf8.RuneCountInString(text) > most {
		text = string([]rune(text)[:most-1]) + "…"
	}
	return text
}

// draw writes the files of --plot and --report.
func (o *learnOptions) draw(p Program, l *learned, r *report.Learn) error {
	if o.plot != "" {
		drawn, err := l.picture().Draw()
		if err != nil {
			return err
		}
		if err := drawn.Save(o.plot, p.PNG); err != nil {
			return err
		}
	}
	if o.report == "" {
		return nil
	}
	page := &report.Page{Learn: r, Title: l.title, Command: o.commandLine()}
	for _, p := range l.pictures() {
		drawn, err := p.Draw()
		if err != nil {
			return err
		}
		var b strings.Builder
		if _, err := drawn.WriteTo(&b); err != nil {
			return err
		}
		page.Pictures = append(page.Pictures, b.String())
	}
	for _, g := range l.result.Generators {
		page.Misfits = append(page.Misfits, report.Misfits{Equation: report.EquationOf(g), Rows: l.worst(g)})
	}
	return atomicfile.Write(o.report, page.Write)
}

// worst returns the rows farthest from an equation, the farthest first.
func (l *learned) worst(g explain.Generator) []report.RowMisfit {
	const most = 10
	var rows []report.RowMisfit
	for i, d := range l.distances(g) {
		if d != 0 {
			rows = append(rows, report.RowMisfit{Line: l.lines[i], Distance: report.Float(d), Aside: slices.Contains(l.result.Outliers, l.lines[i])})
		}
	}
	stable.Sort(rows, func(a, b report.RowMisfit) int {
		return cmp.Compare(math.Abs(float64(b.Distance)), math.Abs(float64(a.Distance)))
	})
	return rows[:min(most, len(rows))]
}

// commandLine is the command that makes the page again, without the page.
func (o *learnOptions) commandLine() string {
	words := []string{"kexplain", "learn", o.data.path}
	add := func(name, value string) {
		if value != "" {
			words = append(words, "--"+name, value)
		}
	}
	add("columns", o.data.columns)
	add("with", o.with)
	if o.options.MaxDegree > 0 {
		add("degree", fmt.Sprint(o.options.MaxDegree))
	}
	if o.options.Seed != 0 {
		add("seed", fmt.Sprint(o.options.Seed))
	}
	for i, w := range words {
		words[i] = shellWord(w)
	}
	return strings.Join(words, " ")
}

// shellWord quotes a word where a shell would read something else.
func shellWord(w string) string {
	if strings.ContainsAny(w, " \t'\"$&|<>();*?[]#~=%!\\`") {
		return "'" + strings.ReplaceAll(w, "'", `'\''`) + "'"
	}
	return w
}

// checkPlot refuses a name of a picture, unless it is empty.
func (p Program) checkPlot(path string) error {
	if path == "" {
		return nil
	}
	if err := plot.CheckName(path, p.PNG); err != nil {
		return usageError{"--plot: found " + strings.TrimPrefix(err.Error(), plot.ErrFormat.Error()+": ")}
	}
	return nil
}

// checkOutputs refuses names of pictures and pages before anything is computed.
func (o *learnOptions) checkOutputs(p Program) error {
	if err := p.checkPlot(o.plot); err != nil {
		return err
	}
	if ext := strings.ToLower(filepath.Ext(o.report)); o.report != "" && ext != ".html" && ext != ".htm" {
		return usageError{fmt.Sprintf("--report: found %q, expected a name that ends in .html", o.report)}
	}
	return nil
}
