package cli

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"strconv"
	"strings"

	"github.com/kexplain/kexplain/border"
	"github.com/kexplain/kexplain/cmd/kexplain/report"
	"github.com/kexplain/kexplain/explain/points/table"
	"github.com/kexplain/kexplain/internal/plural"
	"github.com/kexplain/kexplain/poly"
)

// idealSchema names the JSON of kexplain ideal.
const idealSchema = "kexplain/ideal/1"

// idealReport is what kexplain ideal found. Its polynomials are written one
// after the other and need not be in memory.
type idealReport[E any] struct {
	ring     *poly.Ring[E]
	info     table.Info
	modulo   uint64 // 0 over Q
	points   [][]E  // different ones
	distinct int
	leading  []poly.Monomial
	groebner writer
	answers  *answers[E] // nil where nothing was asked

	// Of the whole ideal:
	order      *border.OrderIdeal // nil with --degree
	hilbert    []int
	border     writer
	withBorder bool // the border basis is asked for

	// Up to a degree:
	trust *trustReport
}

// leadingMonomials returns those of polynomials.
func leadingMonomials[E any](polys []*poly.Polynomial[E]) []poly.Monomial {
	leading := make([]poly.Monomial, len(polys))
	for i, p := range polys {
		leading[i] = p.LeadingMonomial()
	}
	return leading
}

// write writes the report in a format.
func (r *idealReport[E]) write(ctx context.Context, w io.Writer, format string) error {
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

func (r *idealReport[E]) monomials(mons []poly.Monomial) []string {
	names := make([]string, len(mons))
	for i, m := range mons {
		names[i] = r.ring.FormatMonomial(m)
	}
	return names
}

// writeText writes the report for people. The lines that are no polynomials
// begin with #, so kexplain check reads the report as equations.
func (r *idealReport[E]) writeText(ctx context.Context, w io.Writer) error {
	var b strings.Builder
	for line := range strings.Lines(r.info.String()) {
		fmt.Fprintf(&b, "# %s", line)
	}
	b.WriteString("\n")
	if r.modulo > 0 {
		fmt.Fprintf(&b, "# modulo %d\n", r.modulo)
	}
	if r.info.Rows > r.distinct {
		fmt.Fprintf(&b, "# %s of %d rows\n", plural.Count(r.distinct, "different point"), r.info.Rows)
	}
	fmt.Fprintf(&b, "# order: %v, %s\n", r.ring.Order(), strings.Join(r.ring.Vars(), " > "))
	if r.trust != nil {
		last := len(r.trust.degrees) - 1
		fmt.Fprintf(&b, "# Hilbert function up to degree %d: %s\n", last, numbers(r.trust.hilbert()))
		fmt.Fprintf(&b, "# %v\n", r.trust)
		fmt.Fprintf(&b, "# reduced Gröbner basis up to degree %d: %d\n", last, len(r.leading))
	} else {
		fmt.Fprintf(&b, "# Hilbert function: %s\n", numbers(r.hilbert))
		fmt.Fprintf(&b, "# standard monomials: %s\n", strings.Join(r.monomials(r.order.Members()), ", "))
		fmt.Fprintf(&b, "# reduced Gröbner basis: %d\n", len(r.leading))
	}
	if _, err := io.WriteString(w, b.String()); err != nil {
		return err
	}
	if err := writeLines(ctx, w, r.groebner); err != nil {
		return err
	}
	if r.withBorder {
		if _, err := fmt.Fprintf(w, "# border basis: %d\n", len(r.order.Border())); err != nil {
			return err
		}
		if err := writeLines(ctx, w, r.border); err != nil {
			return err
		}
	}
	if r.answers != nil {
		if err := r.answers.writeText(w, "#"); err != nil {
			return err
		}
	}
	_, err := fmt.Fprintf(w, "# %s\n", report.RepeatLine(version, report.NewData(r.info)))
	return err
}

// numbers writes numbers with blanks between.
func numbers(n []int) string { return strings.Trim(fmt.Sprint(n), "[]") }

// writeLines writes polynomials one a line.
func writeLines(ctx context.Context, w io.Writer, polynomials writer) error {
	n, err := polynomials(ctx, w, poly.Text, poly.List{Separator: "\n"})
	if err == nil && n > 0 {
		_, err = io.WriteString(w, "\n")
	}
	return err
}

// writeStyle writes the ring and the bases as input for another system: G and B,
// the normal forms NF and the remainders Rest. Where a list states that its polynomials
// are zero, the last two are comments.
func (r *idealReport[E]) writeStyle(ctx context.Context, w io.Writer, style poly.Style) error {
	header, err := report.Header(r.ring, style)
	if err != nil {
		return err
	}
	if _, err := io.WriteString(w, header); err != nil {
		return err
	}
	var lists []namedList
	add := func(name string, polynomials writer) { lists = append(lists, namedList{name, polynomials}) }
	add("G", r.groebner)
	if r.withBorder {
		add("B", r.border)
	}
	if r.answers != nil && !style.Bounds() {
		forms, remainders := r.answers.polys()
		if len(forms) > 0 {
			add("NF", listWriter(forms))
		}
		if len(remainders) > 0 {
			add("Rest", listWriter(remainders))
		}
	}
	for i, l := range lists {
		if err := r.writeListing(ctx, w, style, l, i == len(lists)-1); err != nil {
			return err
		}
	}
	if r.answers != nil && style.Bounds() {
		return r.answers.writeText(w, style.Comment())
	}
	return nil
}

// namedList is a list of polynomials with its name.
type namedList struct {
	name        string
	polynomials writer
}

// writeListing writes a list of polynomials; no polynomials as the zero ideal.
func (r *idealReport[E]) writeListing(ctx context.Context, w io.Writer, style poly.Style, list namedList, last bool) error {
	l := report.NewListing(style, r.ring.Names(style), list.name)
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
	polynomials writer
}

// writeJSON writes the report for programs, member by member because the bases
// may be long.
func (r *idealReport[E]) writeJSON(ctx context.Context, w io.Writer) error {
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
func (r *idealReport[E]) members() []jsonMember {
	members := []jsonMember{
		{key: "schema", value: idealSchema},
		{key: "version", value: version},
		{key: "data", value: report.NewData(r.info)},
		{key: "variables", value: r.ring.Vars()},
		{key: "order", value: r.ring.Order().String()},
	}
	if r.modulo > 0 {
		members = append(members, jsonMember{key: "modulo", value: r.modulo})
	}
	if r.trust != nil {
		members = append(members,
			jsonMember{key: "number_of_points", value: r.distinct},
			jsonMember{key: "trusted_degree", value: r.trust.upTo()},
			jsonMember{key: "degrees", value: r.trust.degrees},
			jsonMember{key: "leading_monomials", value: r.monomials(r.leading)},
			jsonMember{key: "groebner_basis", polynomials: r.groebner})
	} else {
		points := make([][]string, len(r.points))
		for i, p := range r.points {
			for _, x := range p {
				points[i] = append(points[i], r.ring.Field().Format(x))
			}
		}
		members = append(members,
			jsonMember{key: "points", value: points},
			jsonMember{key: "hilbert_function", value: r.hilbert},
			jsonMember{key: "standard_monomials", value: r.monomials(r.order.Members())},
			jsonMember{key: "leading_monomials", value: r.monomials(r.leading)},
			jsonMember{key: "border_terms", value: r.monomials(r.order.Border())},
			jsonMember{key: "groebner_basis", polynomials: r.groebner},
			jsonMember{key: "border_basis", polynomials: r.border})
	}
	if r.answers != nil {
		members = append(members,
			jsonMember{key: "normal_forms", value: r.answers.formsJSON()},
			jsonMember{key: "contains", value: r.answers.membersJSON()})
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
