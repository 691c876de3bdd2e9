package problem

import (
	"context"
	"math"
	"sync"

	"github.com/kexplain/kexplain/explain/internal/limit"
	"github.com/kexplain/kexplain/explain/internal/noise"
	"github.com/kexplain/kexplain/internal/parallel"
	"github.com/kexplain/kexplain/numeric/moment"
)

// Problem is what equations are looked for in. It does not change.
type Problem struct {
	Scaling *Scaling
	Rows    [][]float64       // all rows, in units
	Sample  [][]float64       // the rows on which candidates are compared
	Table   *moment.Monomials // up to twice the degree
	Moments *moment.Moments   // of all rows
	Total   float64           // how many these are: more than Rows where those are a sample
	Flow    *moment.Flow      // the same, the noise taken away
	Metric  Metric            // of the noise, in units
	Shape   noise.Shape       // that the metric is of, where no noise is given
	Degree  int               // of the search
	allowed []bool            // of the monomials up to the degree; nil for all
	weights []string          // of the monomials up to the degree; nil where they do not matter
	// Clusters returns how many isolated clusters the sample is, or how many of its
	// rows differ where it is none.
	Clusters func() int
	// Independent is the part of the rows that count as measurements: copies count once.
	Independent float64
	copies      *copies // on some columns
	// DistinctSample returns the rows of the sample that differ, the first of each.
	DistinctSample func() [][]float64
	// DistinctRows returns how many rows differ.
	DistinctRows func() int
}

// New gathers the moments of rows in the units of s. It ends with the error of the
// context.
func New(ctx context.Context, s *Scaling, rows [][]float64, degree int) (*Problem, error) {
	t, err := moment.NewMonomials(len(s.Keep), 2*degree)
	if err != nil {
		return nil, err
	}
	p := &Problem{Scaling: s, Rows: rows, Table: t, Metric: s.Metric, Degree: degree}
	p.allowed = allowedBy(s, t, degree)
	p.weights = weightsOf(s.Grading, t, degree)
	p.Total = float64(len(rows))
	p.Moments = gatherMoments(ctx, rows, t)
	if all := s.moments(t, rows); all != nil {
		p.Moments, p.Total = all, float64(s.whole.Rows())
	}
	p.Flow = p.Moments.Flow(s.Metric.Noise)
	p.Shape = noise.NewAbsolute(len(s.Keep))
	p.Independent, p.copies = independent(rows), &copies{rows: rows}
	p.DistinctRows = sync.OnceValue(func() int { return len(Distinct(rows)) })
	if fixed := p.Fixed(); len(fixed) > 0 && !s.NoiseGiven {
		p = p.WithShape(noise.NewAbsoluteBut(len(s.Keep), fixed))
	}
	p = p.WithSample(Sample(rows, limit.MaxSample))
	if all := p.DistinctSample; len(p.Sample) == len(rows) {
		p.DistinctRows = func() int { return len(all()) }
	}
	return p, ctx.Err()
}

// MaxVariance is the largest noise variance at which something is called an equation. Noise
// that was given has no such limit: twice as much may be needed.
func (p *Problem) MaxVariance() float64 {
	if !p.Scaling.NoiseGiven {
		return limit.MaxNoiseVariance
	}
	return math.Max(limit.MaxNoiseVariance, 4*p.Scaling.NoiseUnit*p.Scaling.NoiseUnit)
}

// WithShape returns the problem with noise of another shape.
func (p *Problem) WithShape(shape noise.Shape) *Problem {
	q, s := *p, *p.Scaling
	s.Metric, s.Noise = NewMetric(shape.Noise()), shape.Deviations()
	q.Scaling, q.Metric, q.Shape = &s, s.Metric, shape
	q.Flow = p.Moments.Flow(s.Metric.Noise)
	return &q
}

// UpTo returns the problem up to a degree, which is no larger.
func (p *Problem) UpTo(degree int) *Problem {
	q := *p
	q.Degree = degree
	return &q
}

// WithSample returns the problem with other rows on which candidates are compared.
func (p *Problem) WithSample(rows [][]float64) *Problem {
	q := *p
	q.Sample = rows
	q.DistinctSample = sync.OnceValue(func() [][]float64 { return Distinct(rows) })
	q.Clusters = sync.OnceValue(func() int { return clusters(Sample(rows, q.Clustered())) })
	return &q
}

// Clustered is the number of rows of the sample among which Clusters looks.
func (p *Problem) Clustered() int { return min(len(p.Sample), 2*limit.LayerPoints) }

// Sample returns at most most rows, evenly spread.
func Sample(rows [][]float64, most int) [][]float64 {
	if len(rows) <= most {
		return rows
	}
	out := make([][]float64, most)
	for i := range out {
		out[i] = rows[i*len(rows)/most]
	}
	return out
}

// moments returns those of the rows of which rows are a sample, in units; nil where they are
// not known, or would cancel, or some of the other rows are far off.
func (s *Scaling) moments(t *moment.Monomials, rows [][]float64) *moment.Moments {
	if s.whole == nil {
		return nil
	}
	units, exponents := make([]float64, s.columns), make([]uint8, s.columns)
	for j := range units {
		units[j] = 1
	}
	for k, j := range s.Keep {
		units[j] = s.Units[k]
	}
	means := make([]float64, t.Len(t.Degree()))
	for i := range means {
		for k, j := range s.Keep {
			exponents[j] = t.Exponents(i)[k]
		}
		if means[i] = s.whole.Mean(exponents, units); math.IsNaN(means[i]) || math.IsInf(means[i], 0) {
			return nil
		}
	}
	for k := range s.Keep {
		power := make([]uint8, len(s.Keep))
		power[k] = uint8(t.Degree())
		mean, square := 0.0, 0.0
		for _, x := range rows {
			v := math.Pow(x[k], float64(t.Degree()))
			mean, square = mean+v, square+v*v
		}
		n := float64(len(rows))
		mean /= n
		stderr := math.Sqrt(math.Max(0, square/n-mean*mean) / n)
		if math.Abs(means[t.Position(power)]-mean) > limit.MomentsApart*stderr+limit.RoundingVariance {
			return nil
		}
	}
	return moment.OfMeans(t, means, float64(s.whole.Rows()))
}

// gatherMoments adds up the moments of all rows.
func gatherMoments(ctx context.Context, rows [][]float64, t *moment.Monomials) *moment.Moments {
	parts := make([]*moment.Moments, parallel.NumChunks(len(rows)))
	parallel.Chunks(ctx, len(rows), func(c, lo, hi int) {
		m := moment.NewOn(t)
		for _, x := range rows[lo:hi] {
			m.Add(x, 1)
		}
		parts[c] = m
	})
	total := moment.NewOn(t)
	for _, m := range parts {
		if m != nil {
			total.Merge(m)
		}
	}
	return total
}
