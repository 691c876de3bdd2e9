package border

import (
	"fmt"
	"strings"

	"github.com/kexplain/kexplain/poly"
)

// String returns the members in ascending order, as in {1, y, x, y^2}.
func (o *OrderIdeal) String() string { return "{" + formatMonomials(o.mons, o.members) + "}" }

// String returns what is decided so far.
func (c *Corners) String() string {
	return fmt.Sprintf("kept {%s}, avoided {%s}", formatMonomials(c.mons, c.kept), formatMonomials(c.mons, c.avoided))
}

// String returns the reduced Gröbner basis between angle brackets.
func (id *Ideal[E]) String() string {
	var texts []string
	for _, g := range id.GroebnerBasis() {
		texts = append(texts, g.String())
	}
	return "⟨" + strings.Join(texts, ", ") + "⟩"
}

// String returns the number of points, the ring and the leading monomials. The
// coefficients, which may fill a disk, are written by Write.
func (id *RationalIdeal) String() string {
	return fmt.Sprintf("ideal of %d points in %v with leading monomials %s",
		id.order.Len(), id.ring, formatMonomials(id.ring, id.order.Corners()))
}

func formatMonomials(mons Monomials, list []poly.Monomial) string {
	texts := make([]string, len(list))
	for i, m := range list {
		texts[i] = mons.FormatMonomial(m)
	}
	return strings.Join(texts, ", ")
}
