package cli

import (
	"context"
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/kexplain/kexplain/explain"
	"github.com/kexplain/kexplain/explain/derived"
	"github.com/kexplain/kexplain/explain/points"
	"github.com/kexplain/kexplain/explain/points/table"
	"github.com/kexplain/kexplain/explain/units"
	"github.com/kexplain/kexplain/internal/plural"
	"github.com/kexplain/kexplain/poly"
	"github.com/kexplain/kexplain/ring"
)

// fewestThinned is the number of rows that are left where windows of derivatives are
// kept from overlapping.
const fewestThinned = 30

// hardlyVaries is the part of a value within which a refusal says that a derived column is near it.
const hardlyVaries = 0.01

// withAuto is the value of the flag --with that lets the program propose columns.
const withAuto = "auto"

// answer is what was learned from a set of points, and what is said of its derived columns.
type answer struct {
	result *explain.Result
	set    *points.Set
	said   []string
	units  map[string]units.Unit // of the variables; nil without --units
}

// addReasons adds to the reason of a refusal.
func addReasons(none *explain.NoEquationError, reasons ...string) {
	for _, r := range reasons {
		none.Reason = strings.TrimPrefix(none.Reason+"; "+r, "; ")
	}
}

// nothingProposed is what --with auto says where there was nothing to try.
const nothingProposed = "with auto: no column looks like an angle, and none is positive and spans a factor of ten, so nothing further was tried"

// learnWith learns from a table with the columns of the flag --with. With auto it tries the
// columns as they are, and then one list of proposed columns after another, until an
// equation is found without a doubt; else the first answer counts. Where the first answer is a
// curve of several measured constants, as of a sine over a short range, an equation with two fewer is better.
func (o *learnOptions) learnWith(ctx context.Context, t *table.Table, progress func(string)) (answer, error) {
	set := points.FromTable(t)
	o.unit = t.Info.Dimension
	if o.with != withAuto {
		definitions, err := o.definitions(set)
		if err != nil {
			return answer{}, err
		}
		a, err := o.learnDefined(ctx, set, definitions, progress)
		if definitions != nil {
			a.said = append([]string{"with " + strings.ReplaceAll(o.with, "\n", ", ")}, a.said...)
		}
		return a, err
	}
	first, firstErr := o.learnOnce(ctx, set, nil, o.listed, progress)
	most := math.MaxInt // measured constants of a better answer
	if firstErr == nil && sure(first.result) {
		most = first.result.MostConstants() - 2
	}
	if most < 1 || ctx.Err() != nil {
		first.said = []string{"with auto: the columns as they are were enough"}
		return first, firstErr
	}
	tried, single := []string{"the columns as they are"}, 0
	// note says what was tried.
	note := func() string {
		if len(tried)+single == 1 {
			return nothingProposed
		}
		said := fmt.Sprintf("with auto: tried %s of columns: %s", plural.Count(len(tried)+single, "list"), strings.Join(tried, "; "))
		if single > 0 {
			said += fmt.Sprintf("; %d of one such column", single)
		}
		return said
	}
	proposals := derived.Propose(set, unitIn(t))
	for _, p := range append(proposals, straightening(set, first.result, firstErr, proposals)...) {
		if p.What != "" {
			tried = append(tried, p.What)
		} else {
			single++
		}
		a, ok, err := o.learnProposed(ctx, set, p.Definitions, progress)
		if err != nil {
			return a, err
		}
		if ok && a.result.MostConstants() <= most {
			a.said = append([]string{note(), "with " +
				strings.ReplaceAll(p.Definitions, "; ", ", ")}, a.said...)
			return a, nil
		}
	}
	said := note()
	if none := (*explain.NoEquationError)(nil); errors.As(firstErr, &none) {
		addReasons(none, said)
	}
	if firstErr != nil {
		return first, firstErr
	}
	first.said = []string{said}
	return first, nil
}

// learnDefined learns with the columns that were asked for, and, where that is not enough, with those
// too that stand within their functions alone, as in M = E - 0.3*sin(E).
func (o *learnOptions) learnDefined(ctx context.Context, set *points.Set, definitions []derived.Definition, progress func(string)) (answer, error) {
	first, firstErr := o.learnOnce(ctx, set, definitions, o.listed, progress)
	consumed := derived.Consumed(definitions, set.Cols())
	none := (*explain.NoEquationError)(nil)
	enough := firstErr == nil && sure(first.result) || firstErr != nil && !errors.As(firstErr, &none)
	if o.listed != nil || len(consumed) == 0 || ctx.Err() != nil || enough {
		return first, firstErr
	}
	all := slices.Clone(set.Names())
	for _, d := range definitions {
		all = append(all, d.Name)
	}
	// A column follows curves of its own functions: that is no law.
	alone := func(g explain.Generator) bool {
		vars := g.Polynomial.Ring().Vars()
		for i, name := range set.Variables() {
			if j := slices.Index(vars, name); j >= 0 && g.Polynomial.DegreeIn(j) > 0 && !slices.Contains(consumed, i) {
				return false
			}
		}
		return true
	}
	second, err := o.learnOnce(ctx, set, definitions, all, progress)
	if err == nil && sure(second.result) && simplified(second.result, definitions) && !slices.ContainsFunc(second.result.Generators, alone) {
		return second, nil
	}
	return first, firstErr
}

// learnProposed learns with proposed columns. ok reports whether they were worth it: the
// answer is in no doubt and simplified by them. The error is that of the context or of the definitions.
func (o *learnOptions) learnProposed(ctx context.Context, set *points.Set, text string, progress func(string)) (a answer, ok bool, err error) {
	definitions, err := derived.Parse(text, set.Names())
	if err != nil {
		return answer{}, false, err
	}
	a, err = o.learnOnce(ctx, set, definitions, o.listed, progress)
	return a, err == nil && sure(a.result) && simplified(a.result, definitions), ctx.Err()
}

// unitIn returns the unit of a column of a table by its name.
func unitIn(t *table.Table) func(name string) string {
	return func(name string) string { return t.Info.Unit(table.Identifiers([]string{name})[0]) }
}

// sure reports whether all equations are in no doubt.
func sure(r *explain.Result) bool {
	return !slices.ContainsFunc(r.Generators, func(g explain.Generator) bool { return !g.Believed() })
}

// simplified reports whether columns were worth proposing: some equation has one of them, and
// none has many measured constants. What has none of them is known without them.
func simplified(r *explain.Result, definitions []derived.Definition) bool {
	return r.FewConstants() && slices.ContainsFunc(r.Generators, func(g explain.Generator) bool {
		return slices.ContainsFunc(definitions, func(d derived.Definition) bool {
			j := slices.Index(g.Polynomial.Ring().Vars(), d.Name)
			return j >= 0 && g.Polynomial.DegreeIn(j) > 0
		})
	})
}

// learnOnce learns from a set with derived columns. Angles under sines and cosines, columns
// under logarithms and exponential functions, and times of derivatives take no further part,
// unless listed says which columns do.
//
// With lags neighbouring rows share the errors of cells. Where an equation holds without errors, all rows count.
func (o *learnOptions) learnOnce(ctx context.Context, measured *points.Set, definitions []derived.Definition, listed []string,
	progress func(string)) (answer, error) {
	if slices.ContainsFunc(definitions, func(d derived.Definition) bool { return d.Lag != nil }) {
		a, err := o.learnRows(ctx, measured, definitions, listed, false, progress)
		holds := func(g explain.Generator) bool { return g.Kind == explain.Holds }
		if none := (*explain.NoEquationError)(nil); !errors.As(err, &none) && (err != nil || slices.ContainsFunc(a.result.Generators, holds)) {
			return a, err
		}
	}
	return o.learnRows(ctx, measured, definitions, listed, true, progress)
}

// learnRows is learnOnce with all rows, or with thinned ones that share no errors.
func (o *learnOptions) learnRows(ctx context.Context, measured *points.Set, definitions []derived.Definition, listed []string, thin bool,
	progress func(string)) (answer, error) {
	options := o.options
	options.Numbered = o.data.columns != "" // they were asked for by name
	options.Functions = listed != nil
	options.Method = map[string]explain.Method{"search": explain.MethodSearch, "ipca": explain.MethodIPCA,
		"avica": explain.MethodAVICA}[o.method]
	options.Progress = progress
	e, err := extend(measured, definitions, listed, thin)
	if err != nil {
		return answer{}, err
	}
	set, kept, said := e.set, e.kept, e.said
	options.Doubts = e.doubts
	data := explain.Data{Variables: set.Variables(), Points: set, Whole: o.whole}
	if err := checkDegreeIn(options.DegreeIn, data.Variables); err != nil {
		return answer{}, err
	}
	if o.noise != nil {
		if err := o.applyNoise(&options, measured, set, definitions, kept); err != nil {
			return answer{}, err
		}
	}
	if options.Identities, err = identities(definitions, measured.Cols(), kept, data.Variables); err != nil {
		return answer{}, err
	}
	given, facts, err := o.givenOn(ctx, set)
	if err != nil {
		return answer{}, err
	}
	options.Identities = append(options.Identities, given...)
	said = append(said, facts...)
	if options.Kernels, err = o.kernel.functions(len(data.Variables), options.Theta); err != nil {
		return answer{}, err
	}
	if options.Kernels != nil {
		options.Method = explain.MethodIPCA
	}
	unit, own, err := o.unitsOf(measured, definitions, data.Variables)
	if err != nil {
		return answer{}, err
	}
	result, lines, err := o.learnHomogeneous(ctx, data, options, unit)
	said = append(append(said, own...), lines...)
	if none := (*explain.NoEquationError)(nil); errors.As(err, &none) {
		reasons := constants(set, definitions)
		if given != nil {
			reasons = append(reasons, "beyond what is "+strings.Join(facts, "; "))
		}
		addReasons(none, reasons...)
	}
	return answer{result, set, said, unit}, err
}

// inFile says of which file a row is where a derived column has no value.
func inFile(file string, err error) error {
	if !errors.Is(err, derived.ErrUndefined) {
		return err
	}
	return errors.New(file + ": " + strings.TrimPrefix(err.Error(), "derived: "))
}

// constants says which derived columns hold one value, or hardly vary, as an acceleration may.
func constants(set *points.Set, definitions []derived.Definition) (out []string) {
	for _, d := range definitions {
		j := slices.Index(set.Names(), d.Name)
		if j < 0 {
			continue
		}
		least, most := math.Inf(1), math.Inf(-1)
		for i := range set.Rows() {
			v := set.Row(i)[j]
			least, most = math.Min(least, v), math.Max(most, v)
		}
		switch middle, half := (least+most)/2, (most-least)/2; {
		case half == 0:
			out = append(out, fmt.Sprintf("%s is %g at all rows", d, middle))
		case half <= hardlyVaries*math.Abs(middle):
			out = append(out, fmt.Sprintf("%s is within %.1g of %.6g at all rows", d, half, middle))
		}
	}
	return out
}

// maxIdentity bounds the degree of a definition that is taken as an identity.
const maxIdentity = 12

// identities are what vanishes by definition, in the variables that are kept (nil stands
// for all): u·x - 1 of u = 1/x, and s² + c² - 1 of the sine and cosine of one angle.
func identities(definitions []derived.Definition, measured int, kept []int, variables []string) ([]*poly.Polynomial[ring.Rat], error) {
	if len(definitions) == 0 {
		return nil, nil
	}
	R, err := poly.NewRing[ring.Rat](ring.Q, variables, poly.WithMaxDegree(maxIdentity))
	if err != nil {
		return nil, fmt.Errorf("%w: %w", explain.ErrData, err)
	}
	at := func(column int) (int, bool) {
		if kept == nil {
			return column, true
		}
		v := slices.Index(kept, column)
		return v, v >= 0
	}
	var out []*poly.Polynomial[ring.Rat]
	for k, d := range definitions {
		if u, ok := at(measured + k); ok {
			if f, ok := d.Identity(R, u, at); ok {
				out = append(out, f)
			}
		}
	}
	for _, p := range derived.Circles(definitions) {
		i, ok := at(measured + p[0])
		j, also := at(measured + p[1])
		if !ok || !also {
			continue
		}
		f, err := R.Parse(fmt.Sprintf("%s^2 + %s^2 - 1", R.Names(poly.Text)[i], R.Names(poly.Text)[j]))
		if err != nil {
			return nil, err
		}
		out = append(out, f)
	}
	return out, nil
}
