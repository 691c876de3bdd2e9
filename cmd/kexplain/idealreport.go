package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"runtime"
	"strconv"
	"strings"

	"github.com/kexplain/kexplain/border"
	"github.com/kexplain/kexplain/cmd/kexplain/report"
	"github.com/kexplain/kexplain/explain/points/table"
	"github.com/kexplain/kexplain/poly"
)

// idealSchema names the JSON of kexplain ideal.
const idealSchema = "kexplain/ideal/1"

// idealReport is what kexplain ideal found. Its polynomials are written one
// after the other and never all in memory as text.
type idealReport struct {
	id      *border.RationalIdeal
	info    table.Info
	hilbert []int
	border  bool // the border basis is asked for
}

// write writes the report in a format.
func (r *idealReport) write(ctx context.Context, w io.Writer, format string) error {
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

// polynomials writes the elements of the border basis at the given places,
// with separator between them.
func (r *idealReport) polynomials(ctx context.Context, w io.Writer, style poly.Style, places []int, separator string) error {
	return r.id.Write(ctx, w, style, runtime.GOMAXPROCS(0), places, func(i int) string {
		if i == len(places)-1 {
			return ""
		}
		return separator
	})
}

func (r *idealReport) monomials(mons []poly.Monomial) []string {
	names := make([]string, len(mons))
	for i, m := range mons {
		names[i] = r.id.Ring().FormatMonomial(m)
	}
	return names
}

// writeText writes the report for people. The lines that are no polynomials
// begin with #, so kexplain check reads the report as equations.
func (r *idealReport) writeText(ctx context.Context, w io.Writer) error {
	R, o := r.id.Ring(), r.id.OrderIdeal()
	var b strings.Builder
	for line := range strings.Lines(r.info.String()) {
		fmt.Fprintf(&b, "# %s", line)
	}
	b.WriteString("\n")
	if n := r.id.Repetitions(); n > 0 || r.info.Rows > o.Len() {
		fmt.Fprintf(&b, "# %d different points of %d rows\n", o.Len(), r.info.Rows)
	}
	fmt.Fprintf(&b, "# order: %v, %s\n", R.Order(), strings.Join(R.Vars(), " > "))
	fmt.Fprintf(&b, "# Hilbert function: %s\n", strings.Trim(fmt.Sprint(r.hilbert), "[]"))
	fmt.Fprintf(&b, "# standard monomials: %s\n", strings.Join(r.monomials(o.Members()), ", "))
	fmt.Fprintf(&b, "# reduced Gröbner basis: %d\n", len(o.Corners()))
	if _, err := io.WriteString(w, b.String()); err != nil {
		return err
	}
	if err := r.polynomials(ctx, w, poly.Text, r.id.GroebnerPlaces(), "\n"); err != nil {
		return err
	}
	if r.border {
		if _, err := fmt.Fprintf(w, "\n# border basis: %d", len(o.Border())); err != nil {
			return err
		}
		if _, err := io.WriteString(w, "\n"); err != nil {
			return err
		}
		if err := r.polynomials(ctx, w, poly.Text, r.id.BorderPlaces(), "\n"); err != nil {
			return err
		}
	}
	_, err := fmt.Fprintf(w, "\n# %s\n", report.RepeatLine(version, report.NewData(r.info)))
	return err
}

// writeStyle writes the ring and the bases as input for another system.
func (r *idealReport) writeStyle(ctx context.Context, w io.Writer, style poly.Style) error {
	header, err := report.Header(r.id.Ring(), style)
	if err != nil {
		return err
	}
	if _, err := io.WriteString(w, header); err != nil {
		return err
	}
	if err := r.writeListing(ctx, w, style, "G", r.id.GroebnerPlaces()); err != nil || !r.border {
		return err
	}
	return r.writeListing(ctx, w, style, "B", r.id.BorderPlaces())
}

// writeListing writes polynomials as a list of the given name.
func (r *idealReport) writeListing(ctx context.Context, w io.Writer, style poly.Style, name string, places []int) error {
	l := report.NewListing(style, r.id.Ring().Names(style), name)
	if _, err := io.WriteString(w, l.Open); err != nil {
		return err
	}
	if err := r.polynomials(ctx, w, style, places, l.Separator); err != nil {
		return err
	}
	_, err := io.WriteString(w, l.End)
	return err
}

// writeJSON writes the report for programs, member by member because the bases
// may be long.
func (r *idealReport) writeJSON(ctx context.Context, w io.Writer) error {
	R, o := r.id.Ring(), r.id.OrderIdeal()
	points := make([][]string, len(r.id.Points()))
	for i, p := range r.id.Points() {
		for _, x := range p {
			points[i] = append(points[i], x.String())
		}
	}
	members := []struct {
		key    string
		value  any
		places []int // of polynomials, instead of a value
	}{
		{key: "schema", value: idealSchema},
		{key: "version", value: version},
		{key: "data", value: report.NewData(r.info)},
		{key: "variables", value: R.Vars()},
		{key: "order", value: R.Order().String()},
		{key: "points", value: points},
		{key: "hilbert_function", value: r.hilbert},
		{key: "standard_monomials", value: r.monomials(o.Members())},
		{key: "leading_monomials", value: r.monomials(o.Corners())},
		{key: "border_terms", value: r.monomials(o.Border())},
		{key: "groebner_basis", places: r.id.GroebnerPlaces()},
		{key: "border_basis", places: r.id.BorderPlaces()},
	}
	for i, m := range members {
		start := ",\n  "
		if i == 0 {
			start = "{\n  "
		}
		if _, err := io.WriteString(w, start+strconv.Quote(m.key)+": "); err != nil {
			return err
		}
		if err := r.writeMember(ctx, w, m.value, m.places); err != nil {
			return err
		}
	}
	_, err := io.WriteString(w, "\n}\n")
	return err
}

// writeMember writes a value or a list of polynomials.
func (r *idealReport) writeMember(ctx context.Context, w io.Writer, value any, places []int) error {
	if value != nil {
		var b bytes.Buffer
		e := json.NewEncoder(&b)
		e.SetEscapeHTML(false)
		if err := e.Encode(value); err != nil {
			return fmt.Errorf("report: %w", err)
		}
		_, err := w.Write(bytes.TrimRight(b.Bytes(), "\n"))
		return err
	}
	// The text of a polynomial is letters, digits and signs that stand for
	// themselves in a string of JSON.
	if _, err := io.WriteString(w, "[\n    \""); err != nil {
		return err
	}
	if err := r.polynomials(ctx, w, poly.Text, places, "\",\n    \""); err != nil {
		return err
	}
	_, err := io.WriteString(w, "\"\n  ]")
	return err
}
