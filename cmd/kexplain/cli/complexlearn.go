package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math"
	"math/cmplx"
	"slices"
	"strings"

	"gonum.org/v1/gonum/mat"

	"github.com/kexplain/kexplain/explain"
	"github.com/kexplain/kexplain/explain/points/table"
	"github.com/kexplain/kexplain/feature"
	"github.com/kexplain/kexplain/internal/escape"
	"github.com/kexplain/kexplain/learn"
	"github.com/kexplain/kexplain/poly"
	"github.com/kexplain/kexplain/ring"
)

// runLearnComplex finds polynomials in complex variables, whose real and imaginary parts are
// pairs of columns, by Ideal PCA over C: those of the least degree that vanish on the rows.
func runLearnComplex(ctx context.Context, s streams, o *learnOptions) error {
	if o.output.format != "text" {
		return usageError{fmt.Sprintf("--format: found %q, expected text with --complex", o.output.format)}
	}
	t, err := o.read(ctx, s)
	if err != nil {
		return err
	}
	names, x, err := complexPoints(t, o.pairs)
	if err != nil {
		return err
	}
	units := make([]float64, len(names))
	for j := range units {
		for _, p := range x {
			units[j] = math.Hypot(units[j], cmplx.Abs(p[j]))
		}
		units[j] /= math.Sqrt(float64(len(x)))
		if units[j] == 0 {
			units[j] = 1
		}
		for _, p := range x {
			p[j] /= complex(units[j], 0)
		}
	}
	degree := o.explain.MaxDegree
	if degree == 0 {
		degree = explain.DefaultDegree(len(names))
	}
	R, err := poly.NewRing[complex128](ring.Complex128, names, poly.WithMaxDegree(degree))
	if err != nil {
		return err
	}
	for d := 1; d <= degree; d++ {
		kernel := feature.Polynomial{Degree: d, Theta: o.explain.Theta}
		if m, ok := kernel.Dim(len(names)); !ok || m > explain.MaxMonomials {
			return fmt.Errorf("%w: the polynomials of degree ≤ %d in %d variables are more than can be written down", explain.ErrData, d, len(names))
		}
		m, err := learn.ComplexIPCA{Kernel: kernel, Cutoff: learn.VanishingGap{}, Seed: o.explain.Seed}.Fit(ctx, x)
		if errors.Is(err, learn.ErrNoGap) {
			continue
		}
		if err != nil {
			return err
		}
		coefficients, basis, err := m.Polynomials()
		if err != nil || coefficients == nil {
			return err
		}
		spectrum := m.Spectrum()
		gap := spectrum.Values[m.Rank()-1] / max(spectrum.Values[m.Rank()], spectrum.Floor)
		found := complexEchelon(R, coefficients, basis, units, max(1/gap, complexRounding))
		return o.output.write(s, func(w io.Writer) error {
			fmt.Fprintf(w, "# %s: %d rows, complex variables %s\n", escape.Line(t.Info.File), len(x), strings.Join(names, ", "))
			for _, f := range found {
				fmt.Fprintf(w, "%s = 0\n", f)
			}
			fmt.Fprintf(w, "# Ideal PCA over C, kernel %v of the columns divided by their root mean squares: %d of %d\n# directions certify, and the singular values around the cut are %.3g | %.3g; decimals are no exact coefficients\n",
				kernel, len(spectrum.Values)-m.Rank(), len(spectrum.Values), spectrum.Values[m.Rank()-1], max(spectrum.Values[m.Rank()], spectrum.Floor))
			return nil
		})
	}
	return fmt.Errorf("%w: no polynomial of degree ≤ %d in %s vanishes on the data", learn.ErrNoGap, degree, strings.Join(names, ", "))
}

// complexRounding is the relative size of coefficients that rounding may cause.
const complexRounding = 1e-7

// complexPoints joins pairs of columns, re:im with commas between, to complex variables
// named after the first of each.
func complexPoints(t *table.Table, pairs string) ([]string, [][]complex128, error) {
	all := t.Names()
	dense := t.Dense()
	rows, _ := dense.Dims()
	x := make([][]complex128, rows)
	var names []string
	for _, pair := range strings.Split(pairs, ",") {
		re, im, ok := strings.Cut(strings.TrimSpace(pair), ":")
		a, b := slices.Index(all, re), slices.Index(all, im)
		if !ok || a < 0 || b < 0 || a == b {
			return nil, nil, usageError{fmt.Sprintf("--complex: found %q, expected two columns of the table as re:im", pair)}
		}
		names = append(names, re)
		for i := range x {
			x[i] = append(x[i], complex(dense.At(i, a), dense.At(i, b)))
		}
	}
	return table.Identifiers(names), x, nil
}

// complexEchelon returns the reduced echelon form of polynomials, columns of c in the
// monomials of the basis, leading monomials first, in the units of the data. Coefficients up
// to tolerance, beside a leading one of 1, are left out.
func complexEchelon(R *poly.Ring[complex128], c *mat.CDense, basis *feature.Basis, units []float64, tolerance float64) []*poly.Polynomial[complex128] {
	_, k := c.Dims()
	order := make([]poly.Monomial, basis.Len())
	places := make([]int, basis.Len())
	for a := range order {
		m, err := R.Monomial(basis.Exponents(a)...)
		if err != nil {
			panic(err) // the ring has the degree of the kernel
		}
		order[a], places[a] = m, a
	}
	slices.SortFunc(places, func(a, b int) int { return R.Compare(order[b], order[a]) })
	rows := make([][]complex128, k)
	for j := range rows {
		rows[j] = make([]complex128, basis.Len())
		for a := range rows[j] {
			rows[j][a] = c.At(a, j)
		}
	}
	rank := 0
	for _, a := range places {
		best := rank
		for i := rank; i < k; i++ {
			if cmplx.Abs(rows[i][a]) > cmplx.Abs(rows[best][a]) {
				best = i
			}
		}
		if rank == k || cmplx.Abs(rows[best][a]) <= tolerance {
			continue
		}
		rows[rank], rows[best] = rows[best], rows[rank]
		lead := rows[rank][a]
		for b := range rows[rank] {
			rows[rank][b] /= lead
		}
		for i := range rows {
			if factor := rows[i][a]; i != rank {
				for b := range rows[i] {
					rows[i][b] -= factor * rows[rank][b]
				}
			}
		}
		rank++
	}
	var out []*poly.Polynomial[complex128]
	for _, row := range rows[:rank] {
		var terms []poly.Term[complex128]
		scale := complex128(0)
		for _, a := range places {
			if cmplx.Abs(row[a]) <= tolerance {
				continue
			}
			v := row[a]
			for j, e := range basis.Exponents(a) {
				v /= complex(math.Pow(units[j], float64(e)), 0)
			}
			if scale == 0 {
				scale = v
			}
			v /= scale
			terms = append(terms, poly.Term[complex128]{Monomial: order[a], Coefficient: complex(roundedTo(real(v), cmplx.Abs(v)), roundedTo(imag(v), cmplx.Abs(v)))})
		}
		out = append(out, R.FromTerms(terms))
	}
	return out
}

// roundedTo keeps the digits printed of a part of a number of that size.
func roundedTo(part, size float64) float64 {
	if math.Abs(part) < size*math.Pow(10, -printedDigits) {
		return 0
	}
	return rounded(part)
}
