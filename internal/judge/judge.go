package judge

import (
	"context"
	"errors"
	"fmt"
	"math"

	"gonum.org/v1/gonum/mat"

	"github.com/kexplain/kexplain/border/groebner"
	"github.com/kexplain/kexplain/poly"
	"github.com/kexplain/kexplain/ring"
)

// ErrVariables says that an equation has a variable that the truth does not have.
var ErrVariables = errors.New("judge: other variables than the truth's")

// Printed is an equation f = 0 as a program prints it.
type Printed struct {
	// Polynomial is f; a decimal coefficient is the rational number it denotes.
	Polynomial *poly.Polynomial[ring.Rat]
	// Rational says that the program claims f to be exact, not an estimate.
	Rational bool
}

// Truth is what a list of equations is held against.
type Truth struct {
	// Generators generate the true ideal; their multiples of degree ≤ e span
	// its part of degree ≤ e for every e from their largest degree on.
	Generators []*poly.Polynomial[ring.Rat]
	// Points are the data, one point a row. They fix the standardised
	// coordinates.
	Points *mat.Dense
	// Sigma is the noise of the data relative to the size of each variable.
	Sigma float64
}

// Verdict is how well equations recover the truth.
type Verdict struct {
	// Degree is the largest degree of a true generator.
	Degree int
	// Exact and Numerical are defined in the package comment. An exact answer
	// is numerical too.
	Exact, Numerical bool
	// Angle is the largest principal angle between the true space and the
	// leading directions of the printed one, π/2 when there are too few.
	Angle float64
	// Dimension and TrueDimension are those of the parts of degree ≤ Degree,
	// the first with directions below Tolerance left out.
	Dimension, TrueDimension int
	// Polynomials and Terms count what was printed, the others the generators.
	Polynomials, TruePolynomials int
	Terms, TrueTerms             int
	// Wrong lists the printed equations that claim to be rational and are not
	// in the true ideal, by their place.
	Wrong []int
}

// Tolerance returns the largest principal angle that counts as recovered at
// noise sigma: ten times the noise, but at least 1e-6 (the printed digits of
// the data) and at most 0.3.
func Tolerance(sigma float64) float64 {
	return math.Min(0.3, math.Max(1e-6, 10*sigma))
}

// Judge compares printed equations with the truth. The error is ErrVariables, a
// degree that the ring of the truth cannot hold, or that of ctx.
func Judge(ctx context.Context, truth Truth, printed []Printed) (*Verdict, error) {
	R, d, err := truth.ring(printed)
	if err != nil {
		return nil, err
	}
	gens, err := moved(R, truth.Generators)
	if err != nil {
		return nil, err
	}
	polys := make([]*poly.Polynomial[ring.Rat], len(printed))
	for i, p := range printed {
		polys[i] = p.Polynomial
	}
	if polys, err = moved(R, polys); err != nil {
		return nil, err
	}
	v := &Verdict{
		Degree: d, Polynomials: len(polys), TruePolynomials: len(gens),
		Terms: terms(polys), TrueTerms: terms(gens),
	}
	ideals := ideals{gens: gens, upTo: make(map[int]*groebner.Truncated[ring.Rat])}
	if v.Exact, err = ideals.equal(ctx, R, polys, d); err != nil {
		return nil, err
	}
	v.numerical(R, Part(R, gens, d), Part(R, polys, d), truth)
	v.Wrong, err = ideals.wrong(ctx, d, printed, polys)
	return v, err
}

// ring returns a ring over Q with room for every equation, and the largest
// degree of a true generator.
func (t Truth) ring(printed []Printed) (*poly.Ring[ring.Rat], int, error) {
	if len(t.Generators) == 0 {
		return nil, 0, errors.New("judge: no true generators")
	}
	d := 0
	for _, g := range t.Generators {
		d = max(d, g.Degree())
	}
	room := d
	for _, p := range printed {
		room = max(room, p.Polynomial.Degree())
	}
	R, err := poly.NewRing[ring.Rat](ring.Q, t.Generators[0].Ring().Vars(), poly.WithMaxDegree(room))
	if err != nil {
		return nil, 0, fmt.Errorf("judge: %w", err)
	}
	return R, d, nil
}

// terms counts terms.
func terms(polys []*poly.Polynomial[ring.Rat]) int {
	n := 0
	for _, p := range polys {
		n += p.Len()
	}
	return n
}
