package cli

import (
	"maps"
	"math"
	"slices"

	"gonum.org/v1/gonum/mat"

	"github.com/kexplain/kexplain/explain"
	"github.com/kexplain/kexplain/explain/derived"
	"github.com/kexplain/kexplain/explain/points"
)

// applyNoise sets the noise of the variables. Errors of measured columns are carried to the
// derived ones, to first order and as they are on the average of the rows, unless the list
// speaks of these itself: a sine and a cosine of one angle share theirs. An error of 2 % of V is one of 0.02 of ln(V).
func (o *learnOptions) applyNoise(options *explain.Options, measured, set *points.Set, definitions []derived.Definition, kept []int) error {
	names := measured.Variables()
	given := slices.ContainsFunc(definitions, derived.Definition.Around) ||
		slices.ContainsFunc(o.noise.names(), func(name string) bool { return !slices.Contains(names, name) })
	if definitions == nil || given {
		return o.noise.withLags(names, definitions).apply(options, set)
	}
	var of explain.Options
	if err := o.noise.apply(&of, measured); err != nil {
		return err
	}
	if of.Covariance != nil {
		return usageError{"--noise: correlations cannot be carried to the columns of --with"}
	}
	mean := mat.NewSymDense(len(kept), nil)
	correlated, rows := false, 0.0
	sizes := make([]steady, len(kept))
	for i := range measured.Rows() {
		values := derived.Floats(slices.Clone(measured.Row(i)), definitions)
		if slices.ContainsFunc(values, func(v float64) bool { return math.IsNaN(v) || math.IsInf(v, 0) }) {
			continue // the row is left out
		}
		c := derived.Covariance(measured.Row(i), variances(of, measured.Row(i)), definitions)
		rows++
		for a, j := range kept {
			sizes[a].add(math.Sqrt(c[j][j]), values[j])
			for b := a; b < len(kept); b++ {
				mean.SetSym(a, b, mean.At(a, b)+c[j][kept[b]])
				correlated = correlated || a != b && c[j][kept[b]] != 0
			}
		}
	}
	mean.ScaleSym(1/rows, mean)
	switch {
	case correlated && of.Relative != nil:
		return usageError{"--noise: parts of the values cannot be carried to columns of --with that share their errors"}
	case correlated:
		options.Covariance = mean
		return nil
	}
	options.Noise = make([]float64, len(kept))
	for a := range kept {
		options.Noise[a] = math.Sqrt(mean.At(a, a))
	}
	if of.Relative == nil {
		return nil
	}
	options.Relative = make([]float64, len(kept))
	for a, j := range kept {
		if j < measured.Cols() {
			options.Noise[a], options.Relative[a] = of.Noise[j], of.Relative[j]
		} else if part, ok := sizes[a].part(); ok {
			options.Noise[a], options.Relative[a] = 0, part
		}
	}
	return nil
}

// withLags is the list with the noise of columns for their cells in the row before. names are those of the measured columns.
func (n *noiseList) withLags(names []string, definitions []derived.Definition) *noiseList {
	with := *n
	with.std, with.relative, with.rounding = maps.Clone(n.std), maps.Clone(n.relative), maps.Clone(n.rounding)
	for _, d := range definitions {
		if d.Lag != nil && !slices.Contains(n.names(), d.Name) {
			copyKey(with.std, names[d.Lag.X], d.Name)
			copyKey(with.relative, names[d.Lag.X], d.Name)
			copyKey(with.rounding, names[d.Lag.X], d.Name)
		}
		names = append(slices.Clip(names), d.Name)
	}
	return &with
}

// copyKey gives a key the value of another one, if that has one.
func copyKey[V any](m map[string]V, from, to string) {
	if v, ok := m[from]; ok {
		m[to] = v
	}
}

// variances are those of the errors of a row.
func variances(of explain.Options, row []float64) []float64 {
	out := make([]float64, len(row))
	for j, s := range of.Noise {
		out[j] = s * s
		if of.Relative != nil {
			out[j] += of.Relative[j] * of.Relative[j] * row[j] * row[j]
		}
	}
	return out
}

// steady tells errors that are a part of the values from those that are not.
type steady struct{ rows, size, square, part1, part2 float64 }

// add takes the error of a value.
func (s *steady) add(size, value float64) {
	part := size / math.Abs(value)
	s.rows, s.size, s.square, s.part1, s.part2 = s.rows+1, s.size+size, s.square+size*size, s.part1+part, s.part2+part*part
}

// part is the root mean square of the errors as parts of the values. ok reports whether that varies less than their sizes do, as of 1/V, where
// the error of V is a part of V.
func (s *steady) part() (part float64, ok bool) {
	return math.Sqrt(s.part2 / s.rows), s.part1*s.part1/s.part2 > s.size*s.size/s.square
}
