package cli

import (
	"context"
	"fmt"
	"slices"

	"github.com/kexplain/kexplain/explain"
	"github.com/kexplain/kexplain/explain/derived"
	"github.com/kexplain/kexplain/explain/points"
)

// The columns and rows up to which the row before is tried where nobody asked for it.
const (
	mostLagged     = 6
	mostLaggedRows = 2000
)

// lagged is a command that has been seen to find a linear equation without errors, with a column of the row before: a balance
// is the last one and what was paid. It is empty if there is none.
func (o *learnOptions) lagged(ctx context.Context, set *points.Set) string {
	if o.with != "" || o.noise != nil || set.Cols() > mostLagged || set.Rows() > mostLaggedRows {
		return ""
	}
	exact := *o
	exact.noise, _ = parseNoise("0")
	exact.options.MaxDegree = 1
	for j, name := range set.Variables() {
		text := fmt.Sprintf("last_%s = lag(%s)", name, derived.InQuotes(set.Names()[j]))
		definitions, err := derived.Parse(text, set.Names())
		if err != nil {
			continue
		}
		a, err := exact.learnRows(ctx, set, definitions, nil, false, nil)
		if err == nil && slices.ContainsFunc(a.result.Generators, func(g explain.Generator) bool { return usesLag(g, definitions[0].Name) }) {
			return o.found(text)
		}
	}
	return ""
}

// usesLag reports whether an equation without errors gives a column of the row before by two others. By one other it may say no more than
// that rows are in order.
func usesLag(g explain.Generator, lag string) bool {
	in, names := g.Polynomial.UsedVars(), g.Polynomial.Ring().Vars()
	return g.Kind == explain.Holds && g.Believed() && len(in) > 2 && slices.ContainsFunc(in, func(j int) bool { return names[j] == lag })
}
