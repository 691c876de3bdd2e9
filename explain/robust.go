package explain

import (
	"context"
	"fmt"
	"math"
	"slices"

	"github.com/kexplain/kexplain/ring"
)

// Robust says whether rows may be set aside as gross outliers.
type Robust int

const (
	// RobustAuto sets rows aside where the plain search finds no equation, or finds
	// equations from which some rows are grossly far; and where half the noise is
	// reached without, or all but a tenth of the rows, or less, satisfy clearly shorter
	// equations, of which those found are multiples, or bent through the other rows.
	RobustAuto Robust = iota
	// RobustOn looks for outliers whatever the plain search finds.
	RobustOn
	// RobustOff keeps all rows.
	RobustOff
)

// String returns auto, on or off.
func (r Robust) String() string {
	names := [...]string{"auto", "on", "off"}
	if r < 0 || int(r) >= len(names) {
		return fmt.Sprintf("Robust(%d)", int(r))
	}
	return names[r]
}

// Limits of setting rows aside, in standard deviations estimated robustly.
const (
	farOff      = 6    // a row farther than that from the equations is set aside,
	gross       = 8    // if some row is as far as that: of 10⁶ Gaussian ones none is
	maxOutliers = 0.15 // of the rows
	minForAside = 20   // rows from which on some may be set aside
	asideRounds = 3    // searches among the rows that are left
	farLower    = 0.5  // times the noise: worth setting rows aside for it alone
)

// selection is a study of some rows of the data.
type selection struct {
	*study
	p     *prepared
	data  Data  // these rows
	aside []int // the others, increasing
}

// withoutOutliers returns the study of the rows that remain when gross outliers
// are set aside; the study s itself where there are none or where the others
// satisfy no equation either.
//
// The rows that consensus finds far from what the others agree on are left out
// of a study of its own. Then all rows are held against its equations: those
// that fit come back and those that do not go, until nothing changes or asideRounds
// are over.
func (s *study) withoutOutliers(ctx context.Context, data Data, p *prepared, o Options) (*selection, error) {
	plain := &selection{study: s, p: p, data: data}
	n := data.Points.Rows()
	if o.Robust == RobustOff || n < minForAside {
		return plain, nil
	}
	suspicious := len(s.accepted) == 0 || s.suspicious()
	var whole *selection // where only factors of what was found could be less
	if o.Robust == RobustAuto && !suspicious && s.allExact() && (plain.meanNoise() < negligible || slices.Max(beyondMiddle(data)) < extreme) {
		whole = plain // all rows satisfy it, or none is far
	}
	out, outside, err := consensus(ctx, data, o, whole)
	if err != nil || len(out) == 0 {
		return plain, err
	}
	// What is far outside was judged by extrapolation: it waits for equations.
	found, err := settleRows(ctx, data, o, union(out, outside))
	if found == nil && err == nil {
		found, err = settleRows(ctx, data, o, out)
	}
	if found == nil || err != nil {
		return plain, err
	}
	if o.Robust == RobustAuto && !suspicious && !plain.quieter(found) && !plain.simplified(data, found) {
		return plain, nil
	}
	found.steps = append(found.steps, fmt.Sprintf("%d of %d rows are set aside: more than %d standard deviations from the equations of the others", len(found.aside), n, farOff))
	return found, nil
}

// settleRows studies the rows without out, and again without those that are far
// from the equations found, until nothing changes. It returns nil where that
// ends without equations, without outliers or with too many.
func settleRows(ctx context.Context, data Data, o Options, out []int) (*selection, error) {
	var best *selection
	for range asideRounds {
		next, err := studyWithout(ctx, data, o, out)
		if err != nil || next == nil {
			return nil, err
		}
		best = next
		again, worst := next.strays(data)
		if worst < gross || float64(len(again)) > maxOutliers*float64(data.Points.Rows()) {
			return nil, nil
		}
		if slices.Equal(again, out) {
			break
		}
		out = again
	}
	if float64(len(best.aside)) > maxOutliers*float64(data.Points.Rows()) {
		return nil, nil
	}
	return best, nil
}

// union returns what is in a or b, all increasing.
func union(a, b []int) []int {
	c := slices.Concat(a, b)
	slices.Sort(c)
	return slices.Compact(c)
}

// lines returns where the rows set aside stand in their file.
func (l *selection) lines(data Data) []int {
	var out []int
	for _, i := range l.aside {
		out = append(out, data.Points.Line(i))
	}
	return out
}

// studyWithout searches among the rows that are not in out, which is
// increasing. It returns nil where they satisfy no equation.
func studyWithout(ctx context.Context, data Data, o Options, out []int) (*selection, error) {
	rest := Data{Variables: data.Variables, Points: without(data.Points, out)}
	p, err := prepare(rest, o)
	if err != nil {
		return nil, err
	}
	if len(p.keep) == 0 || len(p.rows) < minRows {
		return nil, nil
	}
	degree, err := o.degree(len(p.keep))
	if err != nil {
		return nil, err
	}
	s, err := p.study(ctx, degree)
	if err != nil {
		return nil, err
	}
	s.run()
	if err := ctx.Err(); err != nil || len(s.accepted) == 0 {
		return nil, err
	}
	return &selection{study: s, p: p, data: rest, aside: out}, nil
}

// suspicious reports whether some row is grossly far from the accepted
// equations.
func (s *study) suspicious() bool {
	return slices.Max(s.deviations(s.fitsAccepted(), s.rows)) > gross
}

// allExact reports whether all coefficients of the accepted equations are exact.
// Noise that outliers add is too much to round.
func (s *study) allExact() bool {
	for _, e := range s.accepted {
		if !e.exact {
			return false
		}
	}
	return true
}

// largestNoise is the standard deviation of the noise in data units, of the
// variable that has most.
func (l *selection) largestNoise() float64 {
	top := 0.0
	for j, c := range l.p.noise {
		top = math.Max(top, c*l.p.units[j])
	}
	return top * math.Sqrt(l.meanNoise())
}

// strays returns the rows of data, increasing, that are far from the accepted
// equations, and the largest of all deviations.
func (l *selection) strays(data Data) (far []int, worst float64) {
	for i, d := range l.deviations(l.fitsAccepted(), l.p.scaled(data.Points)) {
		if d > farOff {
			far = append(far, i)
		}
		worst = math.Max(worst, d)
	}
	return far, worst
}

// fitsAccepted returns the accepted equations as they are printed.
func (s *study) fitsAccepted() []fit {
	var fits []fit
	for _, e := range s.accepted {
		fits = append(fits, s.fitExact(e))
	}
	return fits
}

// deviations returns for every row its largest distance from the zero sets of
// the fits, in standard deviations of the distances to each.
func (s *study) deviations(fits []fit, rows [][]float64) []float64 {
	worst := make([]float64, len(rows))
	for _, f := range fits {
		d := s.distances(f, rows)
		scale := robustScale(d, len(f.idx))
		for i, v := range d {
			worst[i] = math.Max(worst[i], v/scale)
		}
	}
	return worst
}

// Quantiles of the absolute value of a standard normal variable.
const (
	median = 0.6745
	upper  = 1.2816 // of probability 0.8
)

// robustScale estimates the standard deviation of which the distances d to an
// equation with k coefficients are absolute values. It is the larger of the
// estimates by two quantiles: where data are rounded, most distances may be
// zero. A fifth of the rows has no influence on it. It is at least what
// rounding of the moments may cause.
func robustScale(d []float64, k int) float64 {
	sorted := slices.Clone(d)
	slices.Sort(sorted)
	n := len(sorted)
	s := math.Max(sorted[n/2]/median, sorted[n*8/10]/upper)
	if n > k {
		s *= math.Sqrt(float64(n) / float64(n-k)) // degrees of freedom
	}
	return math.Max(s, math.Sqrt(negligible))
}

// distances returns the approximate distances of the rows from the zero set of
// f in the metric of the noise: the δ with
//
//	|f| = ‖∇f‖ δ + ‖∇²f‖ δ²/2,
//
// below which, to second order, there is no zero [Taubin, IEEE PAMI 13 (1991)
// 1115–1138, section VI: the polynomial that bounds |f| in a ball]. Unlike
// |f|/‖∇f‖ it is not large near singular points and between branches.
func (s *study) distances(f fit, rows [][]float64) []float64 {
	out := make([]float64, len(rows))
	s.chunks(len(rows), func(_, lo, hi int) {
		e := newEvaluator(s.table, f.idx)
		grad, g2, h2 := newBlock(s.metric.Vars()), make([]float64, blockRows), make([]float64, blockRows)
		inBlocks(rows[lo:hi], func(first int, x block, points int) {
			e.at(x, points)
			value := e.gradient(f.v, grad)
			s.metric.norm2(g2[:points], x, grad)
			s.metric.curve2(h2[:points], x, e.hessian(f.v))
			for r, v := range value {
				if v := math.Abs(v); v > 0 {
					h1 := math.Sqrt(h2[r])
					out[lo+first+r] = 2 * v / (math.Sqrt(g2[r]) + math.Sqrt(g2[r]+2*h1*v))
				}
			}
		})
	})
	return out
}

// scaled returns all rows in the units of the search.
func (p *prepared) scaled(points Rows) [][]float64 {
	rows := make([][]float64, points.Rows())
	for i := range rows {
		x := points.Row(i)
		row := make([]float64, len(p.keep))
		for k, j := range p.keep {
			shift := 0.0
			if p.origin != nil {
				shift = p.origin[k].Float64()
			}
			row[k] = (x[j] - shift) / p.units[k]
		}
		rows[i] = row
	}
	return rows
}

// some are the rows of all with the given places.
type some struct {
	all   Rows
	place []int
}

// without returns the rows whose places are not in out, which is increasing.
func without(all Rows, out []int) Rows {
	s := some{all: all}
	for i := range all.Rows() {
		if _, gone := slices.BinarySearch(out, i); !gone {
			s.place = append(s.place, i)
		}
	}
	return s
}

func (s some) Rows() int           { return len(s.place) }
func (s some) Row(i int) []float64 { return s.all.Row(s.place[i]) }
func (s some) Line(i int) int      { return s.all.Line(s.place[i]) }

func (s some) ExactRow(dst []ring.Rat, i int) []ring.Rat { return s.all.ExactRow(dst, s.place[i]) }
