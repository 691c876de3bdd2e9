package state

import (
	"bytes"
	"io"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/kexplain/kexplain/explain/points/table/scan"
	"github.com/kexplain/kexplain/internal/plural"
	"github.com/kexplain/kexplain/numeric"
	"github.com/kexplain/kexplain/numeric/moment"
	"github.com/kexplain/kexplain/poly"
	"github.com/kexplain/kexplain/ring"
)

// Moments are means of monomials over all rows of a table, as a database computed them.
type Moments struct {
	names  []string
	degree int
	rows   int
	table  *moment.Monomials
	means  []float64
	place  []int // of the variables of a learner among the names
}

// ReadMoments reads the result of a [Dialect.MomentsQuery] as CSV. What is none is ErrFile.
func ReadMoments(r io.Reader) (*Moments, error) {
	records, err := split(r)
	if err != nil {
		return nil, err
	}
	if len(records) < 2 || len(records[0]) < 5 || !strings.EqualFold(records[0][0], "kexplain_columns") {
		return nil, fault(ErrFile, "found no column kexplain_columns, expected the result of a query by kexplain sql, as CSV with a header")
	}
	m := &Moments{names: strings.Split(records[1][0], "\t")}
	if m.degree, err = strconv.Atoi(records[1][1]); err != nil || m.degree < 1 || m.degree > 20 {
		return nil, fault(ErrFile, "found %q for the degree, expected 1 to 20", records[1][1])
	}
	n := numeric.Binomial(len(m.names)+2*m.degree, 2*m.degree)
	if n > MaxSums {
		return nil, fault(ErrFile, "found degree %d in %s, expected at most %d means", m.degree, plural.Count(len(m.names), "column"), MaxSums)
	}
	if m.table, err = moment.NewMonomials(len(m.names), 2*m.degree); err != nil {
		return nil, err
	}
	m.means = make([]float64, n)
	for i := range m.means {
		m.means[i] = math.NaN()
	}
	for k, record := range records[1:] {
		if len(record) != len(records[0]) {
			return nil, fault(ErrFile, "line %d: found %s, expected %d", k+2, plural.Count(len(record), "cell"), len(records[0]))
		}
		rows, err := strconv.ParseFloat(record[2], 64)
		first, also := strconv.Atoi(record[3])
		if err != nil || also != nil || first < 0 || rows < 1 || record[0] != records[1][0] || k > 0 && int(rows) != m.rows {
			return nil, fault(ErrFile, "line %d: found columns, rows or part that no query by kexplain sql gives", k+2)
		}
		m.rows = int(rows)
		for c, cell := range record[4:] {
			if i := first + c; i < len(m.means) {
				if m.means[i], err = strconv.ParseFloat(cell, 64); err != nil {
					return nil, fault(ErrFile, "line %d: found %q for mean %d, expected a number", k+2, cell, i)
				}
			}
		}
	}
	if i := slices.IndexFunc(m.means, math.IsNaN); i >= 0 {
		return nil, fault(ErrFile, "mean %d is missing: the result is cut short", i)
	}
	return m, nil
}

// maxMoments is the length in bytes of the longest result that is read.
const maxMoments = 64 << 20

// split returns the cells of the lines of CSV, as far as a query by kexplain sql makes use of it.
func split(r io.Reader) ([][]string, error) {
	data, err := io.ReadAll(io.LimitReader(r, maxMoments))
	if err != nil {
		return nil, fault(ErrFile, "%v", err)
	}
	var records [][]string
	for line := range bytes.Lines(data) {
		line = bytes.TrimRight(line, "\r\n")
		var cells []string
		for _, cell := range scan.SplitCells(line, scan.Comma) {
			cells = append(cells, string(scan.Unquote(cell)))
		}
		if len(line) > 0 {
			records = append(records, cells)
		}
	}
	return records, nil
}

// In returns the moments for a learner of these columns, in their order. It is ErrMerge where
// one is missing.
func (m *Moments) In(names []string) (*Moments, error) {
	out := *m
	out.place = nil
	for _, name := range names {
		j := slices.Index(m.names, name)
		if j < 0 {
			return nil, fault(ErrMerge, "found no moments of the column %s, only of %s", name, strings.Join(m.names, ", "))
		}
		out.place = append(out.place, j)
	}
	return &out, nil
}

// Rows returns the number of rows.
func (m *Moments) Rows() int { return m.rows }

// Degree returns the degree of polynomials of whose products the means are known.
func (m *Moments) Degree() int { return m.degree }

// Mean returns the mean of the product of x_j/units[j] to the power exponents[j].
func (m *Moments) Mean(exponents []uint8, units []float64) float64 {
	e, unit := make([]uint8, len(m.names)), 1.0
	for k, p := range exponents {
		e[m.place[k]] += p
		unit *= math.Pow(units[k], float64(p))
	}
	i := m.table.Position(e)
	if i < 0 {
		return math.NaN()
	}
	return m.means[i] / unit
}

// Vanishes is not known: means are not exact.
func (m *Moments) Vanishes(*poly.Polynomial[ring.Rat]) ring.Truth { return ring.Unknown }
