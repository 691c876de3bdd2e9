package report

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"strconv"
	"strings"

	"github.com/kexplain/kexplain/border"
	"github.com/kexplain/kexplain/explain/points/table"
	"github.com/kexplain/kexplain/internal/plural"
	"github.com/kexplain/kexplain/poly"
)

// IdealSchema names the JSON of an Ideal.
const IdealSchema = "kexplain/ideal/1"

// Ideal is what kexplain ideal found. Its polynomials are written one
// after the other and need not be in memory.
type Ideal[E any] struct {
	Version  string
	Ring     *poly.Ring[E]
	Info     table.Info
	Modulo   uint64 // 0 over Q
	Points   [][]E  // different ones
	Leading  []poly.Monomial
	Groebner Polynomials
	Answers  *Answers[E] // nil where nothing was asked

	// Of the whole ideal:
	Order      *border.OrderIdeal // nil with --degree
	Hilbert    []int
	Border     Polynomials
	WithBorder bool // the border basis is asked for

	// Up to a degree:
	Trust *Trust
}

// Write writes the report in a format.
func (r *Ideal[E]) Write(ctx context.Context, w io.Writer, format string) error {
	switch format {
	case "json":
		return r.writeJSON(ctx, w)
	case "text":
		return r.writeText(ctx, w)
	}
	style, err := poly.StyleNamed(format)
	if err != nil {
		return err
	}
	return r.writeStyle(ctx, w, style)
}

func (r *Ideal[E]) monomials(mons []poly.Monomial) []string {
	names := make([]string, len(mons))
	for i, m := range mons {
		names[i] = r.Ring.FormatMonomial(m)
	}
	return names
}

// writeText writes the report for people. The lines that are no polynomials
// begin with #, so kexplain check reads the report as equations.
func (r *Ideal[E]) writeText(ctx context.Context, w io.Writer) error {
	var b strings.Builder
	for line := range strings.Lines(r.Info.String()) {
		fmt.Fprintf(&b, "# %s", line)
	}
	b.WriteString("\n")
	if r.Modulo > 0 {
		fmt.Fprintf(&b, "# modulo %d\n", r.Modulo)
	}
	if r.Info.Rows > len(r.Points) {
		fmt.Fprintf(&b, "# %s of %d rows\n", plural.Count(len(r.Points), "different point"), r.Info.Rows)
	}
	fmt.Fprintf(&b, "# order: %v, %s\n", r.Ring.Order(), strings.Join(r.Ring.Vars(), " > "))
	if r.Trust != nil {
		last := len(r.Trust.Degrees) - 1
		fmt.Fprintf(&b, "# Hilbert function up to degree %d: %s\n", last, integers(r.Trust.hilbert()))
		fmt.Fprintf(&b, "# %v\n", r.Trust)
		fmt.Fprintf(&b, "# reduced Gröbner basis up to degree %d: %d\n", last, len(r.Leading))
	} else {
		fmt.Fprintf(&b, "# Hilbert function: %s\n", integers(r.Hilbert))
		fmt.Fprintf(&b, "# standard monomials: %s\n", strings.Join(r.monomials(r.Order.Members()), ", "))
		fmt.Fprintf(&b, "# reduced Gröbner basis: %d\n", len(r.Leading))
	}
	if _, err := io.WriteString(w, b.String()); err != nil {
		return err
	}
	if err := writeLines(ctx, w, r.Groebner); err != nil {
		return err
	}
	if r.WithBorder {
		if _, err := fmt.Fprintf(w, "# border basis: %d\n", len(r.Order.Border())); err != nil {
			return err
		}
		if err := writeLines(ctx, w, r.Border); err != nil {
			return err
		}
	}
	if r.Answers != nil {
		if err := r.Answers.writeText(w, "#"); err != nil {
			return err
		}
	}
	_, err := fmt.Fprintf(w, "# %s\n", RepeatLine(r.Version, NewData(r.Info)))
	return err
}

// integers writes numbers with blanks between.
func integers(n []int) string { return strings.Trim(fmt.Sprint(n), "[]") }

// writeLines writes polynomials one a line.
func writeLines(ctx context.Context, w io.Writer, polynomials Polynomials) error {
	n, err := polynomials(ctx, w, poly.Text, poly.List{Separator: "\n"})
	if err == nil && n > 0 {
		_, err = io.WriteString(w, "\n")
	}
	return err
}

// writeStyle writes the ring and the bases as input for another system: G and B,
// the normal forms NF and the remainders Rest. Where a list states that its polynomials
// are zero, the last two are comments.
func (r *Ideal[E]) writeStyle(ctx context.Context, w io.Writer, style poly.Style) error {
	header, err := Header(r.Ring, style)
	if err != nil {
		return err
	}
	if _, err := io.WriteString(w, header); err != nil {
		return err
	}
	var lists []namedList
	add := func(name string, polynomials Polynomials) { lists = append(lists, namedList{name, polynomials}) }
	add("G", r.Groebner)
	if r.WithBorder {
		add("B", r.Border)
	}
	if r.Answers != nil && !style.Bounds() {
		forms, remainders := r.Answers.polys()
		if len(forms) > 0 {
			add("NF", Listed(forms))
		}
		if len(remainders) > 0 {
			add("Rest", Listed(remainders))
		}
	}
	for i, l := range lists {
		if err := r.writeListing(ctx, w, style, l, i == len(lists)-1); err != nil {
			return err
		}
	}
	if r.Answers != nil && style.Bounds() {
		return r.Answers.writeText(w, style.Comment())
	}
	return nil
}

// namedList is a list of polynomials with its name.
type namedList struct {
	name        string
	polynomials Polynomials
}

// writeListing writes a list of polynomials; no polynomials as the zero ideal.
func (r *Ideal[E]) writeListing(ctx context.Context, w io.Writer, style poly.Style, list namedList, last bool) error {
	l := NewListing(style, r.Ring.Names(style), list.name)
	if _, err := io.WriteString(w, l.Open); err != nil {
		return err
	}
	n, err := list.polynomials(ctx, w, style, l)
	if err != nil {
		return err
	}
	end := l.Close(last)
	if n == 0 {
		end = l.Item("0", "") + end
	}
	_, err = io.WriteString(w, end)
	return err
}

// jsonMember is a member of the JSON object: a value, or polynomials.
type jsonMember struct {
	key         string
	value       any
	polynomials Polynomials
}

// writeJSON writes the report for programs, member by member because the bases
// may be long.
func (r *Ideal[E]) writeJSON(ctx context.Context, w io.Writer) error {
	for i, m := range r.members() {
		start := ",\n  "
		if i == 0 {
			start = "{\n  "
		}
		if _, err := io.WriteString(w, start+strconv.Quote(m.key)+": "); err != nil {
			return err
		}
		if err := m.write(ctx, w); err != nil {
			return err
		}
	}
	_, err := io.WriteString(w, "\n}\n")
	return err
}

// members lists what the JSON holds.
func (r *Ideal[E]) members() []jsonMember {
	members := []jsonMember{
		{key: "schema", value: IdealSchema},
		{key: "version", value: r.Version},
		{key: "data", value: NewData(r.Info)},
		{key: "variables", value: r.Ring.Vars()},
		{key: "order", value: r.Ring.Order().String()},
	}
	if r.Modulo > 0 {
		members = append(members, jsonMember{key: "modulo", value: r.Modulo})
	}
	if r.Trust != nil {
		members = append(members,
			jsonMember{key: "number_of_points", value: len(r.Points)},
			jsonMember{key: "trusted_degree", value: r.Trust.upTo()},
			jsonMember{key: "degrees", value: r.Trust.Degrees},
			jsonMember{key: "leading_monomials", value: r.monomials(r.Leading)},
			jsonMember{key: "groebner_basis", polynomials: r.Groebner})
	} else {
		points := make([][]string, len(r.Points))
		for i, p := range r.Points {
			for _, x := range p {
				points[i] = append(points[i], r.Ring.Field().Format(x))
			}
		}
		members = append(members,
			jsonMember{key: "points", value: points},
			jsonMember{key: "hilbert_function", value: r.Hilbert},
			jsonMember{key: "standard_monomials", value: r.monomials(r.Order.Members())},
			jsonMember{key: "leading_monomials", value: r.monomials(r.Leading)},
			jsonMember{key: "border_terms", value: r.monomials(r.Order.Border())},
			jsonMember{key: "groebner_basis", polynomials: r.Groebner},
			jsonMember{key: "border_basis", polynomials: r.Border})
	}
	if r.Answers != nil {
		members = append(members,
			jsonMember{key: "normal_forms", value: r.Answers.formsJSON()},
			jsonMember{key: "contains", value: r.Answers.membersJSON()})
	}
	return members
}

// write writes the value or the list of polynomials.
func (m *jsonMember) write(ctx context.Context, w io.Writer) error {
	if m.value != nil {
		var b bytes.Buffer
		e := json.NewEncoder(&b)
		e.SetEscapeHTML(false)
		if err := e.Encode(m.value); err != nil {
			return fmt.Errorf("report: %w", err)
		}
		_, err := w.Write(bytes.TrimRight(b.Bytes(), "\n"))
		return err
	}
	// The text of a polynomial is letters, digits and signs that stand for
	// themselves in a string of JSON.
	list := &quoted{w: w}
	n, err := m.polynomials(ctx, list, poly.Text, poly.List{Separator: "\",\n    \""})
	if err != nil {
		return err
	}
	end := "\"\n  ]"
	if n == 0 {
		end = "[]"
	}
	_, err = io.WriteString(w, end)
	return err
}

// quoted writes the beginning of a list of strings before the first text.
type quoted struct {
	w     io.Writer
	begun bool
}

func (q *quoted) Write(b []byte) (int, error) {
	if !q.begun {
		q.begun = true
		if _, err := io.WriteString(q.w, "[\n    \""); err != nil {
			return 0, err
		}
	}
	return q.w.Write(b)
}
