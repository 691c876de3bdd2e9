package report

import (
	"fmt"
	"io"
	"math"
	"math/cmplx"
	"slices"
	"strings"

	"gonum.org/v1/gonum/mat"

	"github.com/kexplain/kexplain/feature"
	"github.com/kexplain/kexplain/internal/escape"
	"github.com/kexplain/kexplain/internal/plural"
	"github.com/kexplain/kexplain/learn"
	"github.com/kexplain/kexplain/poly"
)

// ComplexSchema names the JSON of a Complex.
const ComplexSchema = "kexplain/complex/1"

// Complex is what kexplain learn --complex prints.
type Complex struct {
	Schema    string      `json:"schema"`
	Version   string      `json:"version"`
	Data      Data        `json:"data"`
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

// Add takes what a model has found in a degree.
func (r *Complex) Add(R *poly.Ring[complex128], m *learn.ComplexModel, degree, multiples int) error {
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
func (r *Complex) WriteText(w io.Writer) error {
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
	return toDigits(part, printedDigits)
}
