package judge

import (
	"fmt"

	"github.com/kexplain/kexplain/numeric"
	"github.com/kexplain/kexplain/poly"
)

// Part returns the Macaulay matrix of degree d: its rows are the coefficients of the products m·f,
// f in gens and m a monomial with deg m·f ≤ d. Column j belongs to the monomial
// R.MonomialsUpTo(d)[j]. Polynomials of degree above d contribute no row. It
// panics when a generator does not belong to R and when d exceeds the degrees
// that R can hold.
func Part[E any](R *poly.Ring[E], gens []*poly.Polynomial[E], d int) *numeric.Matrix[E] {
	monomials := R.MonomialsUpTo(d)
	column := make(map[poly.Monomial]int, len(monomials))
	for j, m := range monomials {
		column[m] = j
	}
	var rows [][]E
	for _, f := range gens {
		if f.IsZero() {
			continue
		}
		if f.Ring() != R {
			panic(fmt.Sprintf("judge: polynomial of %v, not of %v", f.Ring(), R))
		}
		for _, m := range monomials {
			if m.Degree()+f.Degree() > d {
				break // monomials ascend by degree
			}
			row := make([]E, len(monomials))
			for j := range row {
				row[j] = R.Field().Zero()
			}
			for t, c := range f.Terms() {
				row[column[product(R, m, t)]] = c
			}
			rows = append(rows, row)
		}
	}
	if len(rows) == 0 {
		return numeric.NewMatrix(R.Field(), 0, len(monomials))
	}
	return numeric.MatrixOf(R.Field(), rows)
}

// product returns m·n, which fits because its degree is at most d.
func product[E any](R *poly.Ring[E], m, n poly.Monomial) poly.Monomial {
	mn, err := R.MulMonomial(m, n)
	if err != nil {
		panic(err)
	}
	return mn
}
