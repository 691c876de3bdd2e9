package explain

import (
	"context"
	"fmt"
	"math"
	"strconv"

	"gonum.org/v1/gonum/mat"

	"github.com/kexplain/kexplain/numeric/moment"
	"github.com/kexplain/kexplain/ring"
)

// prepared are the data in the units of the search: columns that vary, shifted
// where they lie far from the origin, divided by their root mean square.
type prepared struct {
	keep     []int    // columns of the data
	names    []string // of those
	constant []string
	origin   []ring.Rat // nil where nothing is shifted
	units    []float64
	decades  []int     // powers of ten that the columns are written in: see decade
	dev      []float64 // standard deviations in units
	metric   noiseMetric
	noise    []float64 // standard deviations of the metric, in units
	told     bool      // the metric was given
	given    float64   // of noise that was given, in data units, over those; 1 if none was
	rows     [][]float64
}

// farAway is the distance of the mean from the origin, in standard deviations,
// beyond which a column is shifted. Shifting costs sparsity; not shifting costs
// digits, since the powers of such a column are nearly dependent.
const farAway = 30

// prepare scales the data. Where no column varies there is nothing to scale.
func prepare(d Data, o Options) (*prepared, error) {
	n := d.Points.Rows()
	mean, dev := spread(d)
	p := &prepared{}
	for j, name := range d.Variables {
		if dev[j] == 0 {
			p.constant = append(p.constant, name)
			continue
		}
		p.keep = append(p.keep, j)
		p.names = append(p.names, name)
	}
	if len(p.keep) == 0 {
		return p, nil
	}
	noise, err := o.noise(d.Variables, p.keep)
	if err != nil {
		return nil, err
	}
	k := len(p.keep)
	shift := make([]float64, k)
	p.units, p.dev, p.decades = make([]float64, k), make([]float64, k), make([]int, k)
	for i, j := range p.keep {
		if math.Abs(mean[j]) > farAway*dev[j] {
			if p.origin == nil {
				p.origin = make([]ring.Rat, k)
			}
			p.origin[i], shift[i] = roundTo(mean[j], dev[j])
		}
		p.units[i] = math.Hypot(mean[j]-shift[i], dev[j])
		p.dev[i] = dev[j] / p.units[i]
		p.decades[i] = decade(p.units[i])
	}
	if err := p.measure(noise); err != nil {
		return nil, err
	}
	flat := make([]float64, n*k)
	p.rows = make([][]float64, n)
	for i := range n {
		row := flat[i*k : (i+1)*k : (i+1)*k]
		x := d.Points.Row(i)
		for l, j := range p.keep {
			row[l] = (x[j] - shift[l]) / p.units[l]
		}
		p.rows[i] = row
	}
	return p, nil
}

// farDecade is the size of a column, as a power of ten or its inverse, from which
// on it is written in a unit of its own.
const farDecade = 2

// decade returns the power of ten in which a column of root mean square rms is
// written when its coefficients are rounded: 0 for one of ordinary size. Integers
// are short or long in a unit, and a person who measures a circle of 5 m in
// micrometres has not made its equation longer.
func decade(rms float64) int {
	if d := math.Log10(rms); math.Abs(d) >= farDecade {
		return int(math.Round(d))
	}
	return 0
}

// spread returns mean and standard deviation of every column; a column that
// holds one value has the deviation 0 exactly.
func spread(d Data) (mean, dev []float64) {
	n := d.Points.Rows()
	first := append([]float64(nil), d.Points.Row(0)...)
	mean, dev = make([]float64, len(first)), make([]float64, len(first))
	for i := range n {
		for j, v := range d.Points.Row(i) {
			// Sums of differences to the first row do not cancel.
			v -= first[j]
			mean[j] += v
			dev[j] += v * v
		}
	}
	for j := range mean {
		m := mean[j] / float64(n)
		dev[j] = math.Sqrt(math.Max(0, dev[j]/float64(n)-m*m))
		mean[j] = first[j] + m
	}
	return mean, dev
}

// roundTo rounds x to a power of ten near unit, exactly.
func roundTo(x, unit float64) (ring.Rat, float64) {
	places := -int(math.Floor(math.Log10(unit)))
	var text string
	if places >= 0 {
		text = strconv.FormatFloat(x, 'f', places, 64)
	} else {
		ten := math.Pow(10, float64(-places))
		text = strconv.FormatFloat(math.Round(x/ten)*ten, 'f', 0, 64)
	}
	r, err := ring.ParseRat(text)
	if err != nil {
		panic("explain: a formatted float did not parse: " + text)
	}
	return r, r.Float64()
}

// measure chooses the metric: the covariance given, in units and with the largest
// variance 1, or the same independent noise for all variables.
func (p *prepared) measure(given *mat.SymDense) error {
	n := len(p.units)
	if given == nil {
		p.noise, p.given, p.told = unitScales(n), 1, false
		p.metric = newNoiseMetric(moment.Independent(p.noise))
		return nil
	}
	top := 0.0
	for j, u := range p.units {
		top = math.Max(top, given.At(j, j)/(u*u))
	}
	cov := mat.NewSymDense(n, nil)
	p.noise, p.given, p.told = make([]float64, n), math.Sqrt(top), true
	for j, u := range p.units {
		for l := j; l < n; l++ {
			cov.SetSym(j, l, given.At(j, l)/(u*p.units[l]*top))
		}
		p.noise[j] = math.Sqrt(cov.At(j, j))
	}
	noise, err := moment.Correlated(cov)
	if err != nil {
		return fmt.Errorf("%w: %w", ErrData, err)
	}
	p.metric = newNoiseMetric(noise)
	return nil
}

// study begins a search on the prepared data.
func (p *prepared) study(ctx context.Context, degree int) (*study, error) {
	t, err := moment.NewMonomials(len(p.keep), 2*degree)
	if err != nil {
		return nil, err
	}
	s := &study{
		ctx: ctx, names: p.names, rows: p.rows, sample: sampleRows(p.rows, maxSample), table: t,
		inDecade: make([]float64, len(p.units)), decades: p.decades, dev: p.dev, degree: degree, known: knownByDegree(t, degree),
		metric: p.metric, told: p.told, independent: 1,
	}
	for j, u := range p.units {
		s.inDecade[j] = u / math.Pow10(p.decades[j])
	}
	s.flow = gatherMoments(ctx, p.rows, t).Flow(p.metric.Noise)
	return s, ctx.Err()
}
