package report

import (
	"fmt"
	"io"
	"strings"

	"github.com/kexplain/kexplain/poly"
)

// Answers are the normal forms and what is known of membership.
type Answers[E any] struct {
	Forms   []NormalForm[E]
	Members []Membership[E]
}

// NormalForm is one of --normal-form.
type NormalForm[E any] struct {
	Given string
	P, R  *poly.Polynomial[E]
}

// Membership is one of --contains: P = Σ Cofactors[i]·g_i + R. With --degree,
// where P has a higher degree than the elements, R may be in the ideal too.
type Membership[E any] struct {
	Given     string
	P, R      *poly.Polynomial[E]
	Cofactors []*poly.Polynomial[E]
	Vanishes  bool // P vanishes at all points, which is what it is to be in the ideal
}

// writeText writes the answers as comments, which begin with the given mark.
func (a *Answers[E]) writeText(w io.Writer, mark string) error {
	var b strings.Builder
	for _, f := range a.Forms {
		fmt.Fprintf(&b, "%s normal form of %s: %v\n", mark, f.Given, f.R)
	}
	for _, m := range a.Members {
		switch {
		case m.R.IsZero():
			fmt.Fprintf(&b, "%[1]s in the ideal: %[2]s\n%[1]s   %[3]v = %[4]s\n", mark, m.Given, m.P, m.combination())
		case m.Vanishes:
			fmt.Fprintf(&b, "%[1]s in the ideal: %[2]s\n%[1]s   it vanishes at all points; it takes elements above the degree\n", mark, m.Given)
		default:
			fmt.Fprintf(&b, "%[1]s not in the ideal: %[2]s\n%[1]s   remainder %[3]v\n", mark, m.Given, m.R)
		}
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// combination writes Σ cofactors[i]·g_i.
func (m *Membership[E]) combination() string {
	var terms []string
	for i, h := range m.Cofactors {
		if !h.IsZero() {
			term := fmt.Sprintf("(%v)*g%d", h, i+1)
			if h.Equal(h.Ring().One()) {
				term = fmt.Sprintf("g%d", i+1)
			}
			terms = append(terms, term)
		}
	}
	if len(terms) == 0 {
		return "0"
	}
	return strings.Join(terms, " + ")
}

// normalFormJSON and membershipJSON are the answers in JSON.
type normalFormJSON struct {
	Given      string `json:"given"`
	Polynomial string `json:"polynomial"`
	NormalForm string `json:"normal_form"`
}

type membershipJSON struct {
	Given      string   `json:"given"`
	Polynomial string   `json:"polynomial"`
	InIdeal    bool     `json:"in_ideal"`
	Cofactors  []string `json:"cofactors,omitempty"` // one for each element of groebner_basis
	Remainder  string   `json:"remainder"`
}

func (a *Answers[E]) formsJSON() []normalFormJSON {
	out := []normalFormJSON{}
	for _, f := range a.Forms {
		out = append(out, normalFormJSON{f.Given, f.P.String(), f.R.String()})
	}
	return out
}

func (a *Answers[E]) membersJSON() []membershipJSON {
	out := []membershipJSON{}
	for _, m := range a.Members {
		j := membershipJSON{Given: m.Given, Polynomial: m.P.String(), InIdeal: m.Vanishes, Remainder: m.R.String()}
		for _, h := range m.Cofactors {
			j.Cofactors = append(j.Cofactors, h.String())
		}
		out = append(out, j)
	}
	return out
}

// polys returns the normal forms and the remainders.
func (a *Answers[E]) polys() (forms, remainders []*poly.Polynomial[E]) {
	for _, f := range a.Forms {
		forms = append(forms, f.R)
	}
	for _, m := range a.Members {
		remainders = append(remainders, m.R)
	}
	return forms, remainders
}
