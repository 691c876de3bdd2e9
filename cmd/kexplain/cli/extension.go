package cli

import (
	"fmt"
	"math"
	"slices"

	"github.com/kexplain/kexplain/explain"
	"github.com/kexplain/kexplain/explain/derived"
	"github.com/kexplain/kexplain/explain/points"
	"github.com/kexplain/kexplain/internal/plural"
)

// extension is a set with derived columns, as far as they take part.
type extension struct {
	definitions []derived.Definition
	whole       *derived.Extended // with all rows and columns; nil where nothing is derived
	set         *points.Set
	kept        []int // columns of whole, nil where nothing is derived
	said        []string
}

// extend adds derived columns to a set, and leaves out the columns that take no further part, and rows that share errors with others
// where thin says so.
func extend(measured *points.Set, definitions []derived.Definition, listed []string, thin bool) (*extension, error) {
	if definitions == nil {
		return &extension{set: measured}, nil
	}
	extended, err := derived.Extend(measured, definitions, nil)
	if err != nil {
		return nil, err
	}
	e := &extension{definitions: definitions, whole: extended}
	for _, u := range extended.Undefined {
		e.said = append(e.said, u.String())
	}
	consumed := derived.Consumed(definitions, measured.Cols())
	for j := range extended.Cols() {
		if listed != nil && slices.Contains(listed, extended.Names()[j]) || listed == nil && !slices.Contains(consumed, j) {
			e.kept = append(e.kept, j)
		}
	}
	if !thin {
		e.set = extended.Select(nil, e.kept)
		return e, nil
	}
	thinned := extended.Thinned(fewestThinned)
	if used, all := len(thinned), measured.Rows(); slices.ContainsFunc(definitions, derived.Definition.Around) && used < all {
		what := "neighbouring rows share errors"
		if len(extended.Motions) > 0 {
			what = "derivatives in neighbouring rows share their errors"
		}
		e.said = append(e.said, fmt.Sprintf("%d of %s %s used, since %s", used, plural.Count(all, "row"), plural.Verb(used, "is", "are"), what))
	}
	e.set = extended.Select(thinned, e.kept)
	return e, nil
}

// surely is how many standard errors a coefficient of a column that is said to be another one may be off.
const surely = 3

// doubts says where an equation may come of how columns were derived: it says only that a column changes little, or needs larger
// errors than the windows of derivatives show.
func (e *extension) doubts(g explain.Generator) string {
	if e.whole == nil {
		return ""
	}
	for k, d := range e.definitions {
		if d.Lag != nil && e.equates(g, d.Lag.X, e.whole.Cols()-len(e.definitions)+k) {
			return fmt.Sprintf("says that %s changes little from one row to the next, as any slow column does", e.whole.Names()[d.Lag.X])
		}
	}
	if len(e.whole.Motions) == 0 {
		return ""
	}
	times, ok := e.whole.Misfit(e.definitions, func(gradient, row []float64) float64 {
		value := 0.0
		for _, t := range g.Terms {
			value += t.Estimate * e.monomial(row, t.Exponents)
			for j, n := range t.Exponents {
				if n > 0 {
					less := slices.Clone(t.Exponents)
					less[j]--
					gradient[e.kept[j]] += t.Estimate * float64(n) * e.monomial(row, less)
				}
			}
		}
		return value
	})
	if !ok || times <= derived.MaxMisfit {
		return ""
	}
	return fmt.Sprintf("needs errors %.2g times as large as the windows of the derivatives show, so it may be an approximation", times)
}

// equates reports whether an equation says that two columns are the same, within its errors.
func (e *extension) equates(g explain.Generator, a, b int) bool {
	if len(g.Terms) != 2 {
		return false
	}
	s, t := g.Terms[0], g.Terms[1]
	return (e.isColumn(s, a) && e.isColumn(t, b) || e.isColumn(s, b) && e.isColumn(t, a)) &&
		math.Abs(s.Estimate+t.Estimate) <= surely*(s.Stderr+t.Stderr)
}

// isColumn reports whether a term is a multiple of a column.
func (e *extension) isColumn(t explain.Term, column int) bool {
	for j, n := range t.Exponents {
		if (n == 1) != (e.kept[j] == column) || n > 1 {
			return false
		}
	}
	return true
}

// monomial is a product of powers of the columns that take part, at a row of all columns.
func (e *extension) monomial(row []float64, exponents []int) float64 {
	product := 1.0
	for j, n := range exponents {
		product *= math.Pow(row[e.kept[j]], float64(n))
	}
	return product
}
