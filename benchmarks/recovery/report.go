package main

import (
	"fmt"
	"io"
	"strings"
	"text/tabwriter"
)

// row sums up the runs with one number of points and one noise level.
type row struct {
	n                      int
	sigma                  float64
	runs, exact, numerical int
	polys, truePolys       int
	terms, trueTerms       int
	wrong, none            int
	seconds, longest       float64
}

// add counts one run.
func (w *row) add(r *measurement) {
	v := r.verdict
	w.runs++
	w.exact += count(v.Exact)
	w.numerical += count(v.Numerical)
	w.polys += v.Polynomials
	w.truePolys += v.TruePolynomials
	w.terms += v.Terms
	w.trueTerms += v.TrueTerms
	w.wrong += count(len(v.Wrong) > 0)
	w.none += count(r.refusal != nil)
	w.seconds += r.elapsed.Seconds()
	w.longest = max(w.longest, r.elapsed.Seconds())
}

// count is 1 for true.
func count(b bool) int {
	if b {
		return 1
	}
	return 0
}

// report writes the table and the list of runs that missed; the runs are in
// the order of find.
func report(w io.Writer, runs []*measurement, verbose bool) error {
	var rows []*row
	for _, r := range runs {
		if k := len(rows); k == 0 || rows[k-1].n != r.file.N || rows[k-1].sigma != r.file.Sigma {
			rows = append(rows, &row{n: r.file.N, sigma: r.file.Sigma})
		}
		rows[len(rows)-1].add(r)
	}
	t := tabwriter.NewWriter(w, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprintln(t, "N\tsigma\truns\texact\t%\tnumerical\t%\tpolys\ttrue\tterms\ttrue\twrong\tnone\tmean s\tmax s\t")
	for _, r := range rows {
		fmt.Fprintf(t, "%d\t%g\t%d\t%d\t%.0f\t%d\t%.0f\t%d\t%d\t%d\t%d\t%d\t%d\t%.3f\t%.3f\t\n",
			r.n, r.sigma, r.runs, r.exact, percent(r.exact, r.runs), r.numerical, percent(r.numerical, r.runs),
			r.polys, r.truePolys, r.terms, r.trueTerms, r.wrong, r.none, r.seconds/float64(r.runs), r.longest)
	}
	if err := t.Flush(); err != nil {
		return err
	}
	for _, r := range runs {
		if r.verdict.Exact && len(r.verdict.Wrong) == 0 && !verbose {
			continue
		}
		fmt.Fprintf(w, "\n%s %s: %s\n", r.truth.Name, r.file.File, r.describe())
		if verbose {
			fmt.Fprintf(w, "  truth: %s\n", strings.Join(r.truth.Generators, ", "))
			for i, p := range r.printed {
				fmt.Fprintf(w, "  %d: %v%s\n", i+1, p.Polynomial, map[bool]string{true: "  (rational)"}[p.Rational])
			}
		}
	}
	return nil
}

// describe says in a line what came out.
func (r *measurement) describe() string {
	v := r.verdict
	var parts []string
	switch {
	case r.refusal != nil:
		parts = append(parts, "nothing printed: "+r.refusal.Error())
	case v.Exact:
		parts = append(parts, "exact")
	case v.Numerical:
		parts = append(parts, "numerical only")
	default:
		parts = append(parts, "missed")
	}
	if r.refusal == nil && !v.Exact {
		parts = append(parts, fmt.Sprintf("dimension %d of %d, angle %.2g", v.Dimension, v.TrueDimension, v.Angle))
		parts = append(parts, fmt.Sprintf("%d polynomials, %d terms (truth %d, %d)", v.Polynomials, v.Terms, v.TruePolynomials, v.TrueTerms))
	}
	for _, i := range v.Wrong {
		parts = append(parts, fmt.Sprintf("wrong: %v", r.printed[i].Polynomial))
	}
	return strings.Join(parts, "; ")
}

// percent is 100 a/b.
func percent(a, b int) float64 { return 100 * float64(a) / float64(b) }
