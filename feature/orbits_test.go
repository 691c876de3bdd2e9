package feature_test

import (
	"math"
	"math/cmplx"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/kexplain/kexplain/feature"
	"github.com/kexplain/kexplain/ring"
)

// group is a row of the table of IKT, section 2.5: an invariant scalar product, a random
// element of the group, and whether two points are in one orbit, decided without the product.
type group struct {
	k    feature.Kernel
	n    int // coordinates
	move func(r *rand.Rand, x []float64) []float64
	same func(x, y []float64) bool
	zero bool // whether the origin is a point
}

func near(a, b complex128) bool { return cmplx.Abs(a-b) < 1e-9 }

// multiple returns the number u with y = u x, if there is one. Points are pairs of coordinates.
func multiple(x, y []complex128) (u complex128, ok bool) {
	u = 1
	for i, c := range x {
		if c != 0 {
			u = y[i] / c
			break
		}
	}
	for i, c := range x {
		if !near(y[i], u*c) {
			return 0, false
		}
	}
	return u, true
}

// turned says that an orthogonal map of the plane takes the vectors x to y; vectors of the plane
// are complex numbers, and the map is a turn, or a turn after a reflection.
func turned(x, y []complex128) bool {
	mirrored := slices.Clone(x)
	for i, c := range x {
		mirrored[i] = cmplx.Conj(c)
	}
	u, ok := multiple(x, y)
	v, flipped := multiple(mirrored, y)
	return ok && near(complex(cmplx.Abs(u), 0), 1) || flipped && near(complex(cmplx.Abs(v), 0), 1)
}

// scaled multiplies the pairs of coordinates by u.
func scaled(u complex128, x []float64) []float64 {
	var y []float64
	for _, c := range complexOf(x) {
		y = append(y, real(u*c), imag(u*c))
	}
	return y
}

func transposed(x []float64) []float64 { return []float64{x[0], x[2], x[1], x[3]} }

// differences returns rows 2, 3, … of a matrix of two columns, minus row 1.
func differences(x []float64) []complex128 {
	rows := complexOf(x)
	var d []complex128
	for _, c := range rows[1:] {
		d = append(d, c-rows[0])
	}
	return d
}

func groups() []group {
	sign := func(r *rand.Rand) float64 { return float64(2*r.IntN(2) - 1) }
	unit := func(r *rand.Rand) complex128 {
		return []complex128{1, 1i, -1, -1i, 0.6 + 0.8i, -0.8 + 0.6i, (5 - 12i) / 13}[r.IntN(7)]
	}
	turn := func(r *rand.Rand, x []float64) []float64 { return scaled(unit(r), x) }
	reflect := func(r *rand.Rand, x []float64) []float64 {
		y := scaled(unit(r), x)
		if s := sign(r); s < 0 {
			for i := 1; i < len(y); i += 2 {
				y[i] = -y[i]
			}
		}
		return y
	}
	shift := func(r *rand.Rand, x []float64) []float64 {
		a, y := []float64{float64(r.IntN(5)) - 2, float64(r.IntN(5)) / 4}, slices.Clone(x)
		for i := range y {
			y[i] += a[i%2]
		}
		return y
	}
	swap := func(r *rand.Rand, x []float64) []float64 {
		if r.IntN(2) == 0 {
			return x
		}
		return []float64{x[1], x[0], x[3], x[2]}
	}
	// related says that y = u x for a number u of the group.
	related := func(in func(u complex128) bool) func(x, y []float64) bool {
		return func(x, y []float64) bool {
			u, ok := multiple(complexOf(x), complexOf(y))
			return ok && in(u)
		}
	}
	root := func(m int) func(u complex128) bool {
		return func(u complex128) bool { return near(cmplx.Pow(u, complex(float64(m), 0)), 1) }
	}
	onCircle := func(u complex128) bool { return near(complex(cmplx.Abs(u), 0), 1) }
	columns := func(x, y []float64) bool {
		return x[0] == y[0] && x[2] == y[2] && x[1] == y[1] && x[3] == y[3] || x[0] == y[1] && x[2] == y[3] && x[1] == y[0] && x[3] == y[2]
	}
	quadratic := feature.Polynomial{Degree: 2}
	return []group{
		{feature.FiniteRotation{Order: 2}, 4, func(r *rand.Rand, x []float64) []float64 { return scaled(complex(sign(r), 0), x) }, related(root(2)), true},
		{feature.FiniteRotation{Order: 4, Complex: true}, 4, func(r *rand.Rand, x []float64) []float64 { return scaled([]complex128{1, 1i, -1, -1i}[r.IntN(4)], x) }, related(root(4)), true},
		{feature.Phase{}, 4, turn, related(onCircle), true},
		{feature.PositiveScale{}, 4, func(r *rand.Rand, x []float64) []float64 { return scaled(complex(0.25+float64(r.IntN(9))/4, 0), x) },
			related(func(u complex128) bool { return real(u) > 0 && near(complex(imag(u), 0), 0) }), false},
		{feature.Projective{}, 4, func(r *rand.Rand, x []float64) []float64 {
			return scaled(complex(sign(r)*(0.25+float64(r.IntN(9))/4), 0), x)
		},
			related(func(u complex128) bool { return near(complex(imag(u), 0), 0) }), false},
		{feature.Projective{Complex: true}, 4, func(r *rand.Rand, x []float64) []float64 { return scaled(3*unit(r), x) },
			related(func(complex128) bool { return true }), false},
		{feature.Normalised{Kernel: feature.FiniteRotation{Order: 4, Complex: true}}, 4, func(r *rand.Rand, x []float64) []float64 { return scaled([]complex128{2, 3i, -0.5, -1i}[r.IntN(4)], x) },
			related(func(u complex128) bool { return root(4)(u / complex(cmplx.Abs(u), 0)) }), false},
		{feature.CoordinateSigns(4), 4, func(r *rand.Rand, x []float64) []float64 {
			y := slices.Clone(x)
			for i := range y {
				y[i] *= sign(r)
			}
			return y
		}, func(x, y []float64) bool {
			return slices.EqualFunc(x, y, func(a, b float64) bool { return math.Abs(a) == math.Abs(b) })
		}, true},
		{feature.Blocks{{Columns: []int{0, 1}, Kernel: feature.FiniteRotation{Order: 2}}, {Columns: []int{2, 3}, Kernel: feature.Phase{}}}, 4, func(r *rand.Rand, x []float64) []float64 {
			return append(scaled(complex(sign(r), 0), x[:2]), scaled(unit(r), x[2:])...)
		}, func(x, y []float64) bool { return related(root(2))(x[:2], y[:2]) && related(onCircle)(x[2:], y[2:]) }, true},
		{feature.Columns{Rows: 2, Kernel: quadratic}, 4, swap, columns, true},
		{feature.Average{Kernel: quadratic, Group: feature.ColumnPermutations{Rows: 2}}, 4, swap, columns, true},
		{feature.RightUnitary{Rows: 2}, 4, reflect, func(x, y []float64) bool { return turned(complexOf(x), complexOf(y)) }, true},
		{feature.RightUnitary{Rows: 2, Complex: true}, 4, turn, related(onCircle), true},
		{feature.LeftUnitary{Rows: 2}, 4, func(r *rand.Rand, x []float64) []float64 { return transposed(reflect(r, transposed(x))) },
			func(x, y []float64) bool { return turned(complexOf(transposed(x)), complexOf(transposed(y))) }, true},
		{feature.RowTranslation{Rows: 3}, 6, shift, func(x, y []float64) bool { return slices.Equal(differences(x), differences(y)) }, true},
		{feature.RigidMotion{Rows: 3}, 6, func(r *rand.Rand, x []float64) []float64 { return shift(r, reflect(r, x)) },
			func(x, y []float64) bool { return turned(differences(x), differences(y)) }, true},
	}
}

// TestOrbits: for each group, ι(gx, hy) = ι(x, y), and the squared distance
// ι(x,x) + ι(y,y) − 2 Re ι(x,y) is zero on one orbit and only there; the same through a Gaussian
// kernel. Half of the pairs are drawn from one orbit.
func TestOrbits(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 3))
	for _, g := range groups() {
		point := func() []float64 {
			for {
				x, square := make([]float64, g.n), 0.0
				for i := range x {
					x[i] = float64(r.IntN(5) - 2)
					square += x[i] * x[i]
				}
				if g.zero || square > 0 {
					return x
				}
			}
		}
		count := map[bool]int{}
		for range 200 {
			x := point()
			y := g.move(r, x)
			switch r.IntN(4) {
			case 0:
				y = point()
			case 1: // beside the orbit
				y = slices.Clone(y)
				y[r.IntN(g.n)]++
				if norm2(y) < 1e-18 {
					continue
				}
			}
			one := g.same(x, y)
			count[one]++
			for _, k := range []feature.Kernel{g.k, feature.InvariantGaussian(g.k, 8)} {
				unit := 1 + k.Eval(x, x) + k.Eval(y, y)
				if one {
					assert.InDelta(t, 0, feature.SquaredDistance(k, x, y), 1e-12*unit, "%v: %v and %v are of one orbit", k, x, y)
				} else {
					assert.Greater(t, feature.SquaredDistance(k, x, y), 1e-6, "%v: %v and %v are not of one orbit", k, x, y)
				}
				assert.InDelta(t, k.Eval(x, y), k.Eval(g.move(r, x), g.move(r, y)), 1e-12*unit, "%v", k)
			}
		}
		assert.Greater(t, min(count[true], count[false]), 30, "%v", g.k)
	}
}

// TestProductOfBlocks: a product of invariant scalar products is invariant, and separates orbits
// only up to a factor that one block gives to the other.
func TestProductOfBlocks(t *testing.T) {
	first := feature.Blocks{{Columns: []int{0}, Kernel: feature.FiniteRotation{Order: 2}}, {Columns: []int{1}, Kernel: feature.PolynomialOf{Kernel: feature.Linear{}}}}
	second := feature.Blocks{{Columns: []int{1}, Kernel: feature.FiniteRotation{Order: 2}}, {Columns: []int{0}, Kernel: feature.PolynomialOf{Kernel: feature.Linear{}}}}
	product := feature.Product{first, second} // (x₁y₁)²·(x₂y₂)²
	assert.Equal(t, "36", at(t, ring.Q, product, q(2, 1), q(-1, 3)).String())
	assert.Equal(t, "0", distance2(t, product, q(2, 1), q(-2, 1)).String(), "one orbit")
	assert.Equal(t, "0", distance2(t, product, q(2, 1), q(1, -2)).String(), "2 moved to the other block")
	assert.Equal(t, "144", distance2(t, product, q(2, 1), q(4, 1)).String(), "(4 − 16)²")
	assert.Equal(t, "18", distance2(t, feature.CoordinateSigns(2), q(2, 1), q(1, -2)).String(), "the sum tells them apart: 3² + 3²")
}

// TestBagDegree: with κ = (⟨·,·⟩ + 1)^d the set kernel sees the power sums up to degree d of the
// columns, which tell bags of r columns apart if d ≥ r.
func TestBagDegree(t *testing.T) {
	for _, row := range []struct {
		x, y []ring.Rat
	}{
		{q(0, 3), q(1, 2)},                        // one sum
		{q(0, 4, 5), q(1, 2, 6)},                  // and sums of squares
		{q(0, 4, 7, 11), q(1, 2, 9, 10)},          // and of cubes
		{q(1, 2, 10, 14, 18), q(0, 4, 8, 16, 17)}, // and of fourth powers
	} {
		r := len(row.x)
		for d := 1; d <= r; d++ {
			k := feature.Columns{Rows: 1, Kernel: feature.Polynomial{Degree: d}}
			assert.Equal(t, d < r, distance2(t, k, row.x, row.y).IsZero(), "%v and %v in degree %d", row.x, row.y, d)
		}
	}
}
