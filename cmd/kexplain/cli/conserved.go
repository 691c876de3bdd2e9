package cli

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math"
	"path/filepath"
	"slices"
	"strings"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/stat"

	"github.com/kexplain/kexplain/cmd/kexplain/plot"
	"github.com/kexplain/kexplain/cmd/kexplain/report"
	"github.com/kexplain/kexplain/explain"
	"github.com/kexplain/kexplain/explain/conserved"
	"github.com/kexplain/kexplain/explain/derived"
	"github.com/kexplain/kexplain/explain/points"
	"github.com/kexplain/kexplain/explain/points/table"
	"github.com/kexplain/kexplain/internal/plural"
	"github.com/kexplain/kexplain/internal/progress"
	"github.com/kexplain/kexplain/internal/stable"
	"github.com/kexplain/kexplain/numeric"
)

// groupsOption says within which groups of rows a law is constant.
type groupsOption struct {
	window int    // rows; 0 lets the program choose
	column string // whose values tell the groups apart
}

// parseGroups reads auto, rows:N or the name of a column.
func parseGroups(s string) (*groupsOption, error) {
	if s == "auto" {
		return &groupsOption{}, nil
	}
	if count, ok := strings.CutPrefix(s, "rows:"); ok {
		n, err := number(count, 3)
		if err != nil {
			return nil, fmt.Errorf("found %q, expected rows:N with at least 3 rows", s)
		}
		return &groupsOption{window: n}, nil
	}
	if s == "" {
		return nil, fmt.Errorf("found nothing, expected auto, rows:N or a column")
	}
	return &groupsOption{window: conserved.Trials, column: s}, nil
}

// conservedData are the rows of a set, those of a trial together, with the definitions of further
// columns. measured is the set of these rows, with derivatives. trial may be nil.
func conservedData(set *points.Set, trial []int, definitions []derived.Definition) (data conserved.Data,
	measured *points.Set, extended *derived.Extended, err error) {
	// Derivatives and lags are taken for measured columns; the null tests roll them with the rest.
	motions := 0
	for motions < len(definitions) && definitions[motions].Around() {
		motions++
	}
	if i := slices.IndexFunc(definitions[motions:], derived.Definition.Around); i >= 0 {
		return data, nil, nil, usageError{fmt.Sprintf("--with: columns of neighbouring rows such as %s come before others with --groups", definitions[motions+i].Name)}
	}
	set, trial = inOrder(set, trial)
	extended, err = derived.Extend(set, definitions, trial)
	if err != nil {
		return data, nil, nil, err
	}
	if trial != nil {
		kept := make([]int, len(extended.Rows))
		for i, row := range extended.Rows {
			kept[i] = trial[row]
		}
		trial = kept
	}
	measured = extended.Select(nil, numeric.FirstInts(set.Cols()+motions))
	data = conserved.Data{Names: measured.Names(), Derived: definitions[motions:], Trial: trial}
	for i := range measured.Rows() {
		data.Rows = append(data.Rows, measured.Row(i))
	}
	turned := derived.Turned(definitions, measured.Cols())
	for j := range measured.Cols() + len(data.Derived) {
		if !slices.Contains(turned, j) {
			data.Use = append(data.Use, j)
		}
	}
	return data, measured, extended, nil
}

// runConserved finds laws that are constant within groups and writes the report.
func runConserved(ctx context.Context, s streams, o *learnOptions) error {
	if err := o.checkOutputs(s.program); err != nil {
		return err
	}
	line := progress.New(s.err)
	defer line.Clear()
	line.Show("looking for laws", 0, 0)
	t, trial, err := o.readTrials(ctx, s)
	if err != nil {
		return err
	}
	found, err := o.findConserved(ctx, t, trial)
	if err != nil {
		return withOddities(t.Info, inFile(t.Info.File, err))
	}
	line.Clear()
	result := found.result
	r := report.NewConserved(version, t.Info, result, found.set.Line)
	r.Seed, r.NoiseGiven = o.options.Seed, o.noise != nil
	for _, d := range found.definitions {
		r.Definitions = append(r.Definitions, d.String())
	}
	r.Notes = found.said
	if len(result.Laws) == 0 && o.output.format == "text" {
		return errors.New(r.Refusal())
	}
	if o.plot != "" && len(result.Laws) > 0 {
		drawn, err := conservedPicture(filepath.Base(t.Info.File), r, result).Draw()
		if err != nil {
			return err
		}
		if err := drawn.Save(o.plot, s.program.PNG); err != nil {
			return err
		}
	}
	return o.output.report(s, r)
}

// motion is what was found among the columns of a set and some defined by others.
type motion struct {
	result      *conserved.Result
	set         *points.Set
	definitions []derived.Definition
	said        []string
}

// findConserved finds laws with the columns of --with. With auto it tries the columns as they
// are and every list that is proposed; among the laws without a doubt that need about the
// least noise it takes the one of fewest terms.
func (o *learnOptions) findConserved(ctx context.Context, t *table.Table, trial []int) (*motion, error) {
	set := points.FromTable(t)
	if o.with != withAuto {
		definitions, err := o.definitions(set)
		if err != nil {
			return nil, err
		}
		return o.conservedWith(ctx, set, trial, definitions)
	}
	first, err := o.conservedWith(ctx, set, trial, nil)
	if err != nil {
		return nil, err
	}
	all, tried := []*motion{first}, []string{"the columns as they are"}
	for _, p := range derived.Propose(set, unitIn(t)) {
		definitions, err := derived.Parse(p.Definitions, set.Names())
		if err != nil {
			return nil, err
		}
		m, err := o.conservedWith(ctx, set, trial, definitions)
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		if err == nil {
			all = append(all, m)
		}
		tried = append(tried, cmp.Or(p.What, p.Definitions))
	}
	said := nothingProposed
	if len(tried) > 1 {
		said = fmt.Sprintf("with auto: tried %s of columns: %s", plural.Count(len(tried), "list"), strings.Join(tried, "; "))
	}
	best := shortest(all)
	best.said = append([]string{said}, best.said...)
	return best, nil
}

// shortest returns the one whose first law has the fewest terms, among those without a doubt that
// need about the least noise; the first, where there is none.
func shortest(all []*motion) *motion {
	least, best := math.Inf(1), (*motion)(nil)
	sure := slices.DeleteFunc(slices.Clone(all), func(m *motion) bool { return !m.result.Sure() })
	for _, m := range sure {
		least = min(least, m.result.Laws[0].Noise)
	}
	for _, m := range sure {
		l := m.result.Laws[0]
		if l.AboutAsGood(least) && (best == nil || len(l.Terms) < len(best.result.Laws[0].Terms)) {
			best = m
		}
	}
	if best == nil {
		return all[0]
	}
	return best
}

// conservedWith finds laws with given derived columns. Columns whose logarithms are taken may have errors in parts of their values, as
// pressures have, or of one size, as counted animals have. Where nothing is said of errors both are tried: the law of fewer terms is taken.
func (o *learnOptions) conservedWith(ctx context.Context, set *points.Set, trial []int, definitions []derived.Definition) (*motion, error) {
	definitions = aroundFirst(definitions, set.Names())
	data, set, extended, err := conservedData(set, trial, definitions)
	if err != nil {
		return nil, err
	}
	options := conserved.Options{Degree: o.options.MaxDegree, Window: o.groups.window, Seed: o.options.Seed}
	if o.noise != nil {
		var given explain.Options
		if err := o.noise.apply(&given, set); err != nil {
			return nil, err
		}
		if options.Noise, options.Relative = given.Noise, given.Relative; given.Noise == nil {
			return nil, usageError{"--noise: correlations of errors have no effect with --groups"}
		}
	}
	m := &motion{set: set, definitions: definitions}
	for _, u := range extended.Undefined {
		m.said = append(m.said, u.String())
	}
	if m.result, err = conserved.Find(ctx, data, options); err != nil {
		return nil, err
	}
	logged := derived.Logged(definitions, len(data.Names))
	if o.noise != nil || len(logged) == 0 {
		return m, nil
	}
	inParts := *m
	options.Noise, options.Relative = inPartsOf(data.Rows, logged)
	if inParts.result, err = conserved.Find(ctx, data, options); err != nil {
		return nil, err
	}
	var names []string
	for _, j := range logged {
		names = append(names, data.Names[j])
	}
	inParts.said = append(slices.Clone(m.said), "errors in parts of the values of "+strings.Join(names, ", "))
	if r, before := inParts.result, m.result; r.Sure() && (!before.Sure() || len(r.Laws[0].Terms) < len(before.Laws[0].Terms)) {
		return &inParts, nil
	}
	return m, nil
}

// aroundFirst has the columns of neighbouring rows before the others, where they do not need these.
func aroundFirst(definitions []derived.Definition, names []string) []derived.Definition {
	var texts []string
	for _, around := range []bool{true, false} {
		for _, d := range definitions {
			if d.Around() == around {
				texts = append(texts, d.String())
			}
		}
	}
	if sorted, err := derived.Parse(strings.Join(texts, ", "), names); err == nil {
		return sorted
	}
	return definitions
}

// inPartsOf are errors of which each column has its deviation, and of the logged ones their logarithms have.
func inPartsOf(rows [][]float64, logged []int) (noise, relative []float64) {
	noise = numeric.Deviations(rows)
	relative = make([]float64, len(noise))
	for _, j := range logged {
		var logs []float64
		for _, row := range rows {
			logs = append(logs, math.Log(math.Abs(row[j])))
		}
		noise[j], relative[j] = 0, stat.StdDev(logs, nil)
	}
	return noise, relative
}

// longestName is the number of letters that stand above a strip.
const longestName = 76

// conservedPicture shows each law at all rows, the constants of the groups as lines, and for
// comparison the term that varies most, moved to the mean of the law.
func conservedPicture(title string, r *report.Conserved, result *conserved.Result) plot.Strips {
	out := plot.Strips{Title: title + ": laws along the rows; grey: their terms that vary most", X: "row"}
	for i, l := range result.Laws {
		largest, spread := 0, 0.0
		value := make([]float64, result.Rows)
		for k, t := range l.Terms {
			if s := stat.StdDev(t.Values, nil); s > spread {
				largest, spread = k, s
			}
			floats.Add(value, t.Values)
		}
		name := []rune(r.Laws[i].Polynomial)
		if len(name) > longestName {
			name = append(name[:longestName-1], '…')
		}
		strip := plot.Strip{Name: string(name), Values: value}
		strip.Beside = slices.Clone(l.Terms[largest].Values)
		floats.AddConst(stat.Mean(value, nil)-stat.Mean(strip.Beside, nil), strip.Beside)
		for _, c := range l.Constants {
			strip.Levels = append(strip.Levels, plot.Level{First: c.First, Last: c.Last, Value: c.Value})
		}
		out.Strips = append(out.Strips, strip)
	}
	return out
}

// inOrder puts the rows of each group together, those of one group in the order of the file.
func inOrder(set *points.Set, group []int) (*points.Set, []int) {
	if slices.IsSorted(group) {
		return set, group
	}
	rows := make([]int, len(group))
	for i := range rows {
		rows[i] = i
	}
	stable.Sort(rows, func(a, b int) int { return cmp.Compare(group[a], group[b]) })
	sorted := make([]int, len(group))
	for i, row := range rows {
		sorted[i] = group[row]
	}
	return set.Select(rows, nil), sorted
}

// definitions reads the flag --with over the columns of a set.
func (o *learnOptions) definitions(set *points.Set) ([]derived.Definition, error) {
	return parseWith(o.with, set.Names())
}

// parseWith reads the value of a flag --with, nil where it is empty.
func parseWith(text string, names []string) ([]derived.Definition, error) {
	if text == "" {
		return nil, nil
	}
	definitions, err := derived.Parse(text, names)
	if err != nil {
		return nil, usageError{"--with: " + err.Error()}
	}
	return definitions, nil
}

// readTrials reads the table and the number of each row's group, nil without a column
// of groups.
func (o *learnOptions) readTrials(ctx context.Context, s streams) (*table.Table, []int, error) {
	if o.groups.column == "" {
		t, err := o.read(ctx, s)
		return t, nil, err
	}
	r, err := o.data.open(s)
	if err != nil {
		return nil, nil, err
	}
	defer r.Close()
	columns := r.Info().FileColumns
	at, err := columnAt(columns, o.groups.column)
	if err != nil {
		return nil, nil, fmt.Errorf("%s: %w", r.Info().File, err)
	}
	chosen := slices.DeleteFunc(slices.Clone(r.Names()), func(name string) bool { return name == columns[at] })
	if len(chosen) == 0 {
		return nil, nil, fmt.Errorf("%s: found no column of numbers beside the groups: %w", r.Info().File, table.ErrColumn)
	}
	if err := r.Choose(chosen); err != nil {
		return nil, nil, err
	}
	r.TakeLabels(at)
	t, err := r.ReadAll(ctx)
	if err != nil {
		return nil, nil, err
	}
	numbers := map[string]int{}
	trial := make([]int, t.Rows())
	for i := range trial {
		label := t.Label(i)
		if _, known := numbers[label]; !known {
			numbers[label] = len(numbers)
		}
		trial[i] = numbers[label]
	}
	return t, trial, nil
}
