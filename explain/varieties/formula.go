package varieties

import (
	"fmt"
	"math/rand/v2"
	"strings"

	"github.com/kexplain/kexplain/poly"
	"github.com/kexplain/kexplain/ring"
)

// formulas is the chart whose coordinates are written as text: polynomials in
// the names, or quotients "p : q" of two. Every field of names takes one of the
// parameters that draw returns: t is its value, and c|s the point of the unit
// circle whose half angle has this tangent.
func formulas(names string, draw func(*rand.Rand) []float64, coordinates ...string) Chart {
	fields := strings.Fields(names)
	var vars []string
	for _, f := range fields {
		vars = append(vars, strings.Split(f, "|")...)
	}
	R, err := poly.NewRing[ring.Rat](ring.Q, vars, poly.WithMaxDegree(maxGeneratorDegree))
	if err != nil {
		panic(fmt.Sprintf("varieties: parameters %q: %v", names, err))
	}
	type quotient struct{ p, q *poly.Polynomial[ring.Rat] }
	list := make([]quotient, len(coordinates))
	for i, text := range coordinates {
		p, q, found := strings.Cut(text, ":")
		if !found {
			q = "1"
		}
		list[i] = quotient{mustParse(R, p), mustParse(R, q)}
	}
	at := func(t []rat) []rat {
		var values []rat
		for i, f := range fields {
			if !strings.Contains(f, "|") {
				values = append(values, t[i])
				continue
			}
			c, s := angle(t[i])
			values = append(values, c, s)
		}
		x := make([]rat, len(list))
		for i, l := range list {
			x[i] = over(l.p.Eval(values), l.q.Eval(values))
		}
		return x
	}
	return Chart{Draw: draw, At: at}
}

// mustParse reads a formula of the list.
func mustParse(R *poly.Ring[ring.Rat], text string) *poly.Polynomial[ring.Rat] {
	p, err := R.Parse(text)
	if err != nil {
		panic(fmt.Sprintf("varieties: formula %q: %v", text, err))
	}
	return p
}

// one is a variety with a single chart, written as formulas.
func one(names string, draw func(*rand.Rand) []float64, coordinates ...string) []Chart {
	return []Chart{formulas(names, draw, coordinates...)}
}
