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

	"github.com/kexplain/kexplain/cmd/kexplain/report"
	"github.com/kexplain/kexplain/explain"
	"github.com/kexplain/kexplain/explain/points/table"
	"github.com/kexplain/kexplain/feature"
	"github.com/kexplain/kexplain/internal/escape"
	"github.com/kexplain/kexplain/internal/plural"
	"github.com/kexplain/kexplain/internal/progress"
	"github.com/kexplain/kexplain/learn"
	"github.com/kexplain/kexplain/poly"
	"github.com/kexplain/kexplain/ring"
)

// complexReport is what kexplain learn --complex prints.
type complexReport struct {
	Schema    string      `json:"schema"`
	Version   string      `json:"version"`
	Data      report.Data `json:"data"`
	Variables []string    `json:"variables"` // complex, by the names of their real parts
	Pairs     [][2]string `json:"pairs"`     // the columns of their real and imaginary parts
	Units     []float64   `json:"units"`     // their root mean squares
	Method    string      `json:"method"`    // Ideal PCA or AVICA
	// Polynomials vanish on the rows, with decimals for coefficients: by Ideal PCA all of the least
	// degree, by AVICA the new ones of each degree.
	Polynomials []complexPolynomial `json:"polynomials"`
	Degrees     []complexDegree     `json:"degrees"`
	Seed        uint64              `json:"seed"`
}

// complexPolynomial is a polynomial in the variables.
type complexPolynomial struct {
	Degree     int    `json:"degree"` // in which it was found
	Polynomial string `json:"polynomial"`
}

// complexDegree is the spectrum of a degree around its cut.
type complexDegree struct {
	Degree     int     `json:"degree"`
	Kernel     string  `json:"kernel"`
	Multiples  int     `json:"multiples"`  // dimension of those of generators of lower degree, left out before
	Directions int     `json:"directions"` // dimension of what is left
	Certifying int     `json:"certifying"` // of these, that vanish
	Kept       float64 `json:"kept"`       // smallest singular value kept; 0 for none
	LeftOut    float64 `json:"left_out"`   // largest one that is not; 0 for none
}

// runLearnComplex finds polynomials in complex variables, whose real and imaginary parts are
// pairs of columns, over C: by Ideal PCA those of the least degree that vanish on the rows, by
// AVICA new ones of every degree.
func runLearnComplex(ctx context.Context, s streams, o *learnOptions) error {
	if o.output.format != "text" && o.output.format != "json" {
		return usageError{fmt.Sprintf("--format: found %q, expected text or json with --complex", o.output.format)}
	}
	line := progress.New(s.err)
	defer line.Clear()
	line.Show("learning", 0, 0)
	t, err := o.read(ctx, s)
	if err != nil {
		return err
	}
	r := &complexReport{Schema: "kexplain/complex/1", Version: version, Data: report.NewData(t.Info),
		Method: "Ideal PCA", Seed: o.options.Seed}
	x, err := r.points(t, o.complex)
	if err != nil {
		return err
	}
	degree := o.options.MaxDegree
	if degree == 0 {
		degree = explain.DefaultDegree(len(r.Variables))
	}
	kernel := feature.Polynomial{Degree: degree, Theta: o.options.Theta}
	if m, ok := kernel.Dim(len(r.Variables)); !ok || m > explain.MaxMonomials {
		return fmt.Errorf("%w: the polynomials of degree ≤ %d in %d variables are more than can be written down", explain.ErrData, degree, len(r.Variables))
	}
	R, err := poly.NewRing[complex128](ring.Complex128, r.Variables, poly.WithMaxDegree(degree))
	if err != nil {
		return err
	}
	if o.method == "avica" {
		r.Method = "AVICA"
		kernel.Degree = 1
		found, err := learn.ComplexAVICA{Kernel: kernel, Degree: degree, Seed: o.options.Seed}.Fit(ctx, x)
		if err != nil {
			return err
		}
		for _, d := range found {
			if err := r.add(R, d.ComplexModel, d.Degree, d.Multiples); err != nil {
				return err
			}
		}
	}
	for d := 1; d <= degree && o.method != "avica" && len(r.Polynomials) == 0; d++ {
		kernel.Degree = d
		m, err := learn.ComplexIPCA{Kernel: kernel, Cutoff: learn.VanishingGap{}, Seed: o.options.Seed}.Fit(ctx, x)
		if errors.Is(err, learn.ErrNoGap) {
			continue
		}
		if err == nil {
			err = r.add(R, m, d, 0)
		}
		if err != nil {
			return err
		}
	}
	if len(r.Polynomials) == 0 {
		return fmt.Errorf("%w: no polynomial of degree ≤ %d in %s vanishes on the data", learn.ErrNoGap, degree, strings.Join(r.Variables, ", "))
	}
	line.Clear()
	return o.output.report(s, r)
}

// add takes what a model has found in a degree.
func (r *complexReport) add(R *poly.Ring[complex128], m *learn.ComplexModel, degree, multiples int) error {
	spectrum, rank := m.Spectrum(), m.Rank()
	d := complexDegree{Degree: degree, Kernel: fmt.Sprint(m.Kernel()), Multiples: multiples,
		Directions: len(spectrum.Values), Certifying: len(spectrum.Values) - rank}
	if rank > 0 {
		d.Kept = spectrum.Values[rank-1]
	}
	if d.Certifying > 0 {
		d.LeftOut = max(spectrum.Values[rank], spectrum.Floor)
	}
	r.Degrees = append(r.Degrees, d)
	coefficients, basis, err := m.Polynomials()
	if err != nil || coefficients == nil {
		return err
	}
	tolerance := complexRounding
	if rank > 0 {
		tolerance = max(tolerance, d.LeftOut/d.Kept)
	}
	for _, f := range complexEchelon(R, coefficients, basis, r.Units, tolerance) {
		r.Polynomials = append(r.Polynomials, complexPolynomial{degree, f.String()})
	}
	return nil
}

// WriteText writes the report for people.
func (r *complexReport) WriteText(w io.Writer) error {
	var b strings.Builder
	fmt.Fprintf(&b, "# %s: %s, complex variables %s\n", escape.Line(r.Data.File), plural.Count(r.Data.Rows, "row"), strings.Join(r.Variables, ", "))
	for _, f := range r.Polynomials {
		fmt.Fprintf(&b, "%s = 0\n", f.Polynomial)
	}
	fmt.Fprintf(&b, "# %s over C, of the columns divided by their root mean squares; decimals are no exact coefficients\n", r.Method)
	for _, d := range r.Degrees {
		fmt.Fprintf(&b, "# kernel %s: %d of %s %s", d.Kernel, d.Certifying, plural.Count(d.Directions, "direction"), plural.Verb(d.Certifying, "certifies", "certify"))
		if d.Multiples > 0 {
			fmt.Fprintf(&b, ", beside %s of those before", plural.Count(d.Multiples, "multiple"))
		}
		if d.Certifying > 0 && d.Kept > 0 {
			fmt.Fprintf(&b, ", singular values around the cut %.3g | %.3g", d.Kept, d.LeftOut)
		}
		b.WriteString("\n")
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// complexRounding is the relative size of coefficients that rounding may cause.
const complexRounding = 1e-7

// points joins pairs of columns, re:im with commas between, to complex variables named after
// the first of each, in units of their root mean squares.
func (r *complexReport) points(t *table.Table, pairs string) ([][]complex128, error) {
	all := t.Names()
	dense := t.Dense()
	rows, _ := dense.Dims()
	x := make([][]complex128, rows)
	var names []string
	for _, pair := range strings.Split(pairs, ",") {
		re, im, ok := strings.Cut(strings.TrimSpace(pair), ":")
		a, b := slices.Index(all, re), slices.Index(all, im)
		if !ok || a < 0 || b < 0 || a == b {
			return nil, usageError{fmt.Sprintf("--complex: found %q, expected two columns of the table as re:im", pair)}
		}
		names = append(names, re)
		r.Pairs = append(r.Pairs, [2]string{re, im})
		for i := range x {
			x[i] = append(x[i], complex(dense.At(i, a), dense.At(i, b)))
		}
	}
	r.Variables = table.Identifiers(names)
	r.Units = make([]float64, len(names))
	for j := range r.Units {
		for _, p := range x {
			r.Units[j] = math.Hypot(r.Units[j], cmplx.Abs(p[j]))
		}
		r.Units[j] /= math.Sqrt(float64(len(x)))
		if r.Units[j] == 0 {
			r.Units[j] = 1
		}
		for _, p := range x {
			p[j] /= complex(r.Units[j], 0)
		}
	}
	return x, nil
}

// complexEchelon returns the reduced echelon form of polynomials, columns of c in the
// monomials of the basis, leading monomials first, in the units of the data. Coefficients up
// to tolerance, beside a leading one of 1, are left out.
func complexEchelon(R *poly.Ring[complex128], c *mat.CDense, basis *feature.Basis, units []float64,
	tolerance float64) []*poly.Polynomial[complex128] {
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
			terms = append(terms, poly.Term[complex128]{Monomial: order[a],
				Coefficient: complex(roundedTo(real(v), cmplx.Abs(v)), roundedTo(imag(v), cmplx.Abs(v)))})
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
