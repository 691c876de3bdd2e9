package report

// idealKeys are the keys that an Ideal writes one after the other. TestSchemas of package cli
// makes the schema from the text of the type.
var _ idealKeys

type idealKeys struct {
	Schema      string           `json:"schema"`
	Version     string           `json:"version"`
	Data        Data             `json:"data"`
	Variables   []string         `json:"variables"`
	Order       string           `json:"order"`                        // of the monomials
	Modulo      int              `json:"modulo,omitempty"`             // the prime of --modulo
	Points      [][]string       `json:"points,omitempty"`             // different ones, exact
	Hilbert     []int            `json:"hilbert_function,omitempty"`   // affine, of degree 0, 1, …
	Standard    []string         `json:"standard_monomials,omitempty"` // no leading monomial of the ideal
	Leading     []string         `json:"leading_monomials"`            // of groebner_basis
	BorderTerms []string         `json:"border_terms,omitempty"`       // products of a standard monomial and a variable that are none
	Groebner    []string         `json:"groebner_basis"`               // reduced; with --degree its elements up to that
	Border      []string         `json:"border_basis,omitempty"`
	Number      int              `json:"number_of_points,omitempty"` // with --degree, as the next two
	Trusted     int              `json:"trusted_degree,omitempty"`   // the points confirm the equations up to it
	Degrees     []DegreeTrust    `json:"degrees,omitempty"`
	NormalForms []normalFormJSON `json:"normal_forms,omitempty"` // of the polynomials of --normal-form
	Contains    []membershipJSON `json:"contains,omitempty"`     // of the polynomials of --contains
}
