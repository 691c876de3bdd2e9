package equations

import (
	"github.com/kexplain/kexplain/poly"
)

// ParseIn reads the equations as lhs - rhs in a given ring.
func ParseIn[E any](l List, R *poly.Ring[E]) ([]*poly.Polynomial[E], error) {
	polys := make([]*poly.Polynomial[E], len(l.Equations))
	for k, e := range l.Equations {
		p, err := R.ParseEquation(withoutErrors(e.Text))
		if err != nil {
			return nil, l.locate(e, err)
		}
		polys[k] = p
	}
	return polys, nil
}
