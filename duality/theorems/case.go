package theorems

import (
	"fmt"

	"github.com/kexplain/kexplain/duality"
	"github.com/kexplain/kexplain/feature"
	"github.com/kexplain/kexplain/numeric"
	"github.com/kexplain/kexplain/poly"
	"github.com/kexplain/kexplain/ring"
)

// The objects of the exact world, over Q(i), which contains Q.
type (
	Matrix     = *numeric.Matrix[Num]
	Polynomial = *poly.Polynomial[Num]
	Space      = *duality.Space[Num]
	Subspace   = *duality.Subspace[Num]
)

// Case is an instance before the laws by which it is judged: the predicates of
// a statement ask a Case for the objects that its instance describes. A value
// that the instance lacks ends the judgement with ErrInstance.
type Case struct {
	in     Instance
	laws   Laws
	ring   *poly.Ring[Num]
	spaces map[spaceKey]Space
	grams  map[string]Matrix
}

type spaceKey struct {
	degree      int
	homogeneous bool
}

// NewCase returns the case of an instance under given laws.
func NewCase(in Instance, laws Laws) *Case {
	return &Case{in: in, laws: laws, spaces: map[spaceKey]Space{}, grams: map[string]Matrix{}}
}

// malformed carries ErrInstance out of a predicate; Case.judge catches it.
type malformed struct{ err error }

// mustFit ends the judgement when an instance asks for more than can be counted
// out: n^e, up to a bound.
func mustFit(n, e int) {
	const most = 1 << 14
	size := 1
	for range e {
		if size *= n; size > most {
			panic(malformed{fmt.Errorf("%w: %d^%d objects, more than %d", ErrInstance, n, e, most)})
		}
	}
}

func (c *Case) fail(format string, args ...any) {
	panic(malformed{fmt.Errorf("%w: "+format, append([]any{ErrInstance}, args...)...)})
}

// judge asks a predicate. Whatever stops it is the fault of the instance and
// becomes an error: a missing value, or objects that do not fit together, at
// which the packages below panic. On instances drawn at random there must be no
// such error, and checking a statement reports it.
func (c *Case) judge(p Predicate) (holds bool, err error) {
	defer func() {
		switch r := recover().(type) {
		case nil:
		case malformed:
			err = r.err
		default:
			err = fmt.Errorf("%w: %v", ErrInstance, r)
		}
	}()
	return p(c), nil
}

// lookup returns the value of the given type and name.
func lookup[T any](c *Case, name string) T {
	v, ok := c.in[name].(T)
	if !ok {
		c.fail("no %q of type %T", name, v)
	}
	return v
}

// has reports whether the instance holds a value of that name.
func (c *Case) has(name string) bool { _, ok := c.in[name]; return ok }

// d is the degree of the kernel.
func (c *Case) d() int { return c.integer("d") }

// hom reports whether the kernel is the homogeneous one.
func (c *Case) hom() bool {
	h, _ := c.in["homogeneous"].(bool)
	return h
}

// theta is θ.
func (c *Case) theta() ring.Rat { return c.rat("theta") }

// integer returns a count, at most maxCount so that an instance from a file
// cannot ask for the moon.
func (c *Case) integer(name string) int {
	n := lookup[int](c, name)
	if n < 0 || n > maxCount {
		c.fail("%q is %d, not in 0…%d", name, n, maxCount)
	}
	return n
}

// maxCount bounds degrees, dimensions and repetitions in instances.
const maxCount = 4096

// num returns a number.
func (c *Case) num(name string) Num { return lookup[Num](c, name) }

// rat returns a number that must be rational.
func (c *Case) rat(name string) ring.Rat {
	x := c.num(name)
	if !x.Im().IsZero() {
		c.fail("%q is not rational", name)
	}
	return x.Re()
}

// vec returns a list of numbers; the empty list reads as one.
func (c *Case) vec(name string) Vector {
	if p, ok := c.in[name].(Points); ok && len(p) == 0 {
		return nil
	}
	return lookup[Vector](c, name)
}

// pts returns points as rows, all of the same length.
func (c *Case) pts(name string) Points {
	p := lookup[Points](c, name)
	for _, row := range p {
		if len(row) != len(p[0]) {
			c.fail("rows of %q differ in length", name)
		}
	}
	return p
}

// mat returns a list of rows as a matrix.
func (c *Case) mat(name string) Matrix {
	p := c.pts(name)
	cols := 0
	if len(p) > 0 {
		cols = len(p[0])
	}
	return matrixOf(p, cols)
}

// n is the number of coordinates: "n" where it is given, otherwise the length
// of the first point or exponent found.
func (c *Case) n() int {
	if c.has("n") {
		return c.integer("n")
	}
	for _, name := range []string{"X", "Y", "Z", "S", "L"} {
		if p, ok := c.in[name].(Points); ok && len(p) > 0 {
			return len(p[0])
		}
	}
	for _, name := range []string{"x", "y", "p", "c"} {
		if v, ok := c.in[name].(Vector); ok {
			return len(v)
		}
	}
	for _, name := range []string{"f", "f1", "g"} {
		if f, ok := c.in[name].(Expr); ok {
			for key := range f {
				exps, _ := exponentsOf(key)
				return len(exps)
			}
		}
	}
	c.fail("no points and no \"n\"")
	return 0
}

// R is the polynomial ring in n variables.
func (c *Case) R() *poly.Ring[Num] {
	if c.ring == nil {
		vars := make([]string, c.n())
		for i := range vars {
			vars[i] = fmt.Sprintf("t%d", i+1)
		}
		R, err := poly.NewRing(ring.Qi, vars)
		if err != nil {
			c.fail("%v", err)
		}
		c.ring = R
	}
	return c.ring
}

// expr returns a polynomial.
func (c *Case) expr(name string) Polynomial { return c.polynomial(lookup[Expr](c, name)) }

// exprs returns a list of polynomials.
func (c *Case) exprs(name string) []Polynomial {
	if p, ok := c.in[name].(Points); ok && len(p) == 0 {
		return nil
	}
	var fs []Polynomial
	for _, e := range lookup[[]Expr](c, name) {
		fs = append(fs, c.polynomial(e))
	}
	return fs
}

func (c *Case) polynomial(e Expr) Polynomial {
	R := c.R()
	var terms []poly.Term[Num]
	for key, x := range e {
		exps, err := exponentsOf(key)
		if err != nil || len(exps) != len(R.Vars()) {
			c.fail("exponents %q in %d variables", key, len(R.Vars()))
		}
		m, err := R.Monomial(exps...)
		if err != nil {
			c.fail("%v", err)
		}
		terms = append(terms, poly.Term[Num]{Monomial: m, Coefficient: x})
	}
	return R.FromTerms(terms)
}

// space is R_* of the kernel of the instance, with the weights of the laws.
func (c *Case) space() Space { return c.at(c.d()) }

// at is the same in degree d.
func (c *Case) at(d int) Space { return c.spaceOf(d, c.hom()) }

// spaceOf is R_{≤d}, or R_d for the homogeneous kernel.
func (c *Case) spaceOf(d int, homogeneous bool) Space {
	key := spaceKey{d, homogeneous}
	if s, ok := c.spaces[key]; ok {
		return s
	}
	if d > maxDegree {
		c.fail("degree %d, above %d", d, maxDegree)
	}
	if m, ok := binomial(c.n()+d, d).Re().Int64(); !ok || m > maxDim {
		c.fail("more than %d monomials of degree %d in %d variables", maxDim, d, c.n())
	}
	k := feature.Polynomial{Degree: d, Theta: c.theta(), Homogeneous: homogeneous}
	weights := c.laws.Gamma2(k)
	if c.theta().IsZero() { // where θ = 0 stands for itself, not for 1
		weights = func(a []int) ring.Rat {
			return ring.RatFromInt(int64(truth(degree(a) == 0 && !(homogeneous && d > 0))))
		}
	}
	s, err := duality.NewWeightedSpace(c.R(), k, c.theta(), weights)
	if err != nil {
		c.fail("%v", err)
	}
	c.spaces[key] = s
	return s
}

// truth is 1 for yes and 0 for no.
func truth(yes bool) int {
	if yes {
		return 1
	}
	return 0
}

// maxDegree bounds the degrees of spaces that are written out monomial by
// monomial, maxDim their dimensions.
const (
	maxDegree = 16
	maxDim    = 1000
)

// K is the kernel matrix K_XZ of the points named X and Z.
func (c *Case) K(X, Z string) Matrix {
	key := X + " " + Z
	if m, ok := c.grams[key]; ok {
		return m
	}
	c.sameWidth(X, Z)
	m := c.space().KernelMatrix(c.pts(X), c.pts(Z))
	c.grams[key] = m
	return m
}

// kappa is the row (k(x, z_j))_j of the point named x.
func (c *Case) kappa(x, Z string) Vector {
	return c.space().KernelMatrix(Points{c.vec(x)}, c.pts(Z)).Row(0)
}

// frk is the feature rank of the points of that name.
func (c *Case) frk(X string) int { return c.space().FeatureRank(c.pts(X)) }

// sections is span k(·, x_i).
func (c *Case) sections(X string) Subspace { return c.space().Interpolation(c.pts(X)) }

// ideal is I(X)_*.
func (c *Case) ideal(X string) Subspace { return c.space().VanishingIdeal(c.pts(X)) }

// expansions is the span of the expansions over Z with the rows of C.
func (c *Case) expansions(C Matrix, Z string) Subspace {
	return c.space().Expansions(C, c.pts(Z))
}

// sameWidth ends the judgement unless the points of both names live in the same
// K^n.
func (c *Case) sameWidth(names ...string) {
	for _, name := range names {
		for _, row := range c.pts(name) {
			if len(row) != c.n() {
				c.fail("points %q do not have %d coordinates", name, c.n())
			}
		}
	}
}
