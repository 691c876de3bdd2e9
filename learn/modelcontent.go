package learn

import (
	"errors"
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/mat"

	"github.com/kexplain/kexplain/feature"
)

// frameContent is a frame in a file.
type frameContent struct {
	Kernel kernelContent `json:"kernel"`
	Vars   int           `json:"variables"`
	// Kernel road; all null on the feature road.
	Points    *matrix `json:"points"`
	Whitening *matrix `json:"whitening"`
	Basis     *matrix `json:"basis"`
	Condition float64 `json:"condition"`
}

func (f *frame) content() (frameContent, error) {
	k, err := encodeKernel(f.kernel)
	return frameContent{
		Kernel: k, Vars: f.vars, Points: encodeMatrix(f.z), Whitening: encodeMatrix(f.w),
		Basis: encodeMatrix(f.basis), Condition: f.condition,
	}, err
}

// frame returns the frame. One without points must have dim features: their list
// is made only if the file has a matrix as large.
func (c frameContent) frame(dim int) (*frame, error) {
	k, err := c.Kernel.kernel()
	if err != nil {
		return nil, err
	}
	if c.Points == nil {
		p, ok := k.(feature.Polynomial)
		if !ok || c.Vars < 1 {
			return nil, fmt.Errorf("no points, and no list of features for %v in %d variables", k, c.Vars)
		}
		if m, ok := p.Dim(c.Vars); !ok || m != dim {
			return nil, fmt.Errorf("%d features of %v in %d variables, expected %d", m, p, c.Vars, dim)
		}
		return newFeatureFrame(p, c.Vars)
	}
	f := &frame{kernel: k, vars: c.Vars, condition: c.Condition}
	if f.z, err = c.Points.sized("points", -1, c.Vars); err != nil {
		return nil, err
	}
	f.raw, _ = f.z.Dims()
	if f.w, err = c.Whitening.sized("whitening", f.raw, -1); err != nil {
		return nil, err
	}
	_, f.dim = f.w.Dims()
	if f.basis, err = c.Basis.sized("basis", f.raw, f.dim); err != nil {
		return nil, err
	}
	return f, nil
}

// cutContent is a Cut in a file.
type cutContent struct {
	Rank   int     `json:"rank"`
	Gap    float64 `json:"gap"` // -1 stands for infinite
	Reason string  `json:"reason"`
}

type ipcaContent struct {
	Frame  frameContent `json:"frame"`
	Rows   int          `json:"rows"`
	Values []float64    `json:"singular_values"`
	V      *matrix      `json:"v"`
	Mean   []float64    `json:"mean"`
	Cut    cutContent   `json:"cut"`
	Floor  float64      `json:"floor"`
}

func (*IPCAModel) kind() string { return "ipca" }

func (m *IPCAModel) content() (any, error) {
	f, err := m.frame.content()
	return ipcaContent{
		Frame: f, Rows: m.rows, Values: m.values, V: encodeMatrix(m.v), Mean: m.mean,
		Cut: cutContent{m.cut.Rank, finiteGap(m.cut.Gap), m.cut.Reason}, Floor: m.floor,
	}, err
}

func (c ipcaContent) model() (*IPCAModel, error) {
	v, err := c.V.sized("v", -1, -1)
	if err != nil {
		return nil, err
	}
	rows, cols := v.Dims()
	f, err := c.Frame.frame(rows)
	if err != nil {
		return nil, err
	}
	if rows != f.dim || cols != f.dim {
		return nil, fmt.Errorf("v: %d × %d in %d dimensions", rows, cols, f.dim)
	}
	m := &IPCAModel{frame: f, road: KernelRoad{}, rows: c.Rows, values: c.Values, v: v, mean: c.Mean, floor: c.Floor}
	if f.features != nil {
		m.road = FeatureRoad{}
	}
	m.cut = Cut{Rank: c.Cut.Rank, Gap: infiniteGap(c.Cut.Gap), Reason: c.Cut.Reason}
	switch {
	case len(m.values) != f.dim:
		return nil, fmt.Errorf("%d singular values in %d dimensions", len(m.values), f.dim)
	case m.mean != nil && len(m.mean) != f.dim:
		return nil, fmt.Errorf("mean of %d coordinates in %d dimensions", len(m.mean), f.dim)
	case m.cut.Rank < 0 || m.cut.Rank > f.dim || m.rows < 1:
		return nil, fmt.Errorf("rank %d of %d dimensions, %d rows", m.cut.Rank, f.dim, m.rows)
	}
	return m, errors.Join(allFinite("singular values", m.values), allFinite("mean", m.mean))
}

type featureContent struct {
	Degree         int     `json:"degree"`
	Discriminative bool    `json:"discriminative"`
	Sigma          float64 `json:"sigma"`
	Quantum        float64 `json:"quantum"`
	Column         int     `json:"column"`
}

type reportContent struct {
	Points         int       `json:"points"`
	Redundant      int       `json:"redundant"`
	Absorbed       int       `json:"absorbed"`
	Generative     int       `json:"generative"`
	Discriminative int       `json:"discriminative"`
	Quanta         []float64 `json:"quanta"`
	Floor          float64   `json:"floor"`
	Gap            float64   `json:"gap"` // -1 stands for infinite
	Condition      float64   `json:"condition"`
}

type avicaContent struct {
	Kernel       kernelContent    `json:"kernel"`
	Points       *matrix          `json:"points"`
	Rows         int              `json:"rows"`
	Method       string           `json:"method"`
	Coefficients []*matrix        `json:"coefficients"`
	Projectors   []*matrix        `json:"projectors"`
	Features     []featureContent `json:"features"`
	Reports      []reportContent  `json:"reports"`
}

func (*AVICAModel) kind() string { return "avica" }

func (m *AVICAModel) content() (any, error) {
	k, err := encodeKernel(m.kernel)
	c := avicaContent{Kernel: k, Points: encodeMatrix(m.points), Rows: m.rows, Method: m.method}
	for _, f := range m.features {
		c.Features = append(c.Features, featureContent{f.Degree, f.Kind == Discriminative, f.Sigma, f.Quantum, f.column})
	}
	for d, r := range m.reports {
		c.Coefficients = append(c.Coefficients, encodeMatrix(m.coefficients[d]))
		if m.projectors != nil {
			c.Projectors = append(c.Projectors, encodeMatrix(m.projectors[d]))
		}
		c.Reports = append(c.Reports, reportContent{
			r.Points, r.Redundant, r.Absorbed, r.Generative, r.Discriminative,
			r.Quanta, r.Floor, finiteGap(r.Gap), finiteGap(r.Condition),
		})
	}
	return c, err
}

func (c avicaContent) model() (*AVICAModel, error) {
	k, err := c.Kernel.kernel()
	if err != nil {
		return nil, err
	}
	m := &AVICAModel{kernel: k, rows: c.Rows, method: c.Method}
	if m.points, err = c.Points.sized("points", -1, -1); err != nil {
		return nil, err
	}
	count, _ := m.points.Dims()
	if len(c.Coefficients) != len(c.Reports) || c.Projectors != nil && len(c.Projectors) != len(c.Reports) || c.Rows < 1 {
		return nil, fmt.Errorf("%d reports, %d coefficients, %d projectors, %d rows",
			len(c.Reports), len(c.Coefficients), len(c.Projectors), c.Rows)
	}
	for d, r := range c.Reports {
		m.reports = append(m.reports, DegreeReport{
			Degree: d + 1, Points: r.Points, Redundant: r.Redundant, Absorbed: r.Absorbed,
			Generative: r.Generative, Discriminative: r.Discriminative,
			Quanta: r.Quanta, Floor: r.Floor, Gap: infiniteGap(r.Gap), Condition: infiniteGap(r.Condition),
		})
		var coefficients *mat.Dense
		if c.Coefficients[d] != nil {
			if coefficients, err = c.Coefficients[d].sized("coefficients", count, -1); err != nil {
				return nil, err
			}
		}
		m.coefficients = append(m.coefficients, coefficients)
		if c.Projectors != nil {
			p, err := c.Projectors[d].sized("projector", count, count)
			if err != nil {
				return nil, err
			}
			m.projectors = append(m.projectors, p)
		}
	}
	for _, f := range c.Features {
		feature := Feature{Degree: f.Degree, Sigma: f.Sigma, Quantum: f.Quantum, column: f.Column}
		if f.Discriminative {
			feature.Kind = Discriminative
		}
		if !m.has(feature) {
			return nil, fmt.Errorf("feature %d of degree %d has no coefficients", f.Column, f.Degree)
		}
		m.features = append(m.features, feature)
	}
	return m, nil
}

type linearContent struct {
	Weights *matrix   `json:"weights"`
	Bias    []float64 `json:"bias"`
}

type classifierContent struct {
	Mean       []float64       `json:"mean"`  // of the columns; null without scaling
	Scale      []float64       `json:"scale"` // the same
	Frame      frameContent    `json:"frame"`
	Unit       bool            `json:"unit"`
	Classes    []string        `json:"classes"`
	OneVsOne   bool            `json:"one_vs_one"`
	Directions *matrix         `json:"directions"`
	Ranks      []int           `json:"ranks"`
	Shared     bool            `json:"shared"`
	Left       *matrix         `json:"left"`
	Train      *matrix         `json:"train"`
	Linear     []linearContent `json:"linear"`
}

func (*ClassifierModel) kind() string { return "classifier" }

func (m *ClassifierModel) content() (any, error) {
	f, err := m.frame.content()
	c := classifierContent{
		Frame: f, Unit: m.unit, Classes: m.classes, OneVsOne: m.scheme == OneVsOne{},
		Directions: encodeMatrix(m.extractor.directions), Ranks: m.extractor.ranks, Shared: m.extractor.shared,
		Left: encodeMatrix(m.extractor.left), Train: encodeMatrix(m.train),
	}
	if m.scaling != nil {
		c.Mean, c.Scale = m.scaling.mean, m.scaling.scale
	}
	for _, l := range m.linear {
		c.Linear = append(c.Linear, linearContent{encodeMatrix(l.weights), l.bias})
	}
	return c, err
}

func (c classifierContent) model() (*ClassifierModel, error) {
	if c.Frame.Points == nil {
		return nil, errors.New("no points")
	}
	f, err := c.Frame.frame(-1)
	if err != nil {
		return nil, err
	}
	classes := len(c.Classes)
	m := &ClassifierModel{frame: f, unit: c.Unit, classes: c.Classes, scheme: OneVsAll{}}
	if c.Scale != nil {
		if len(c.Mean) != f.vars || len(c.Scale) != f.vars || slices.Contains(c.Scale, 0) {
			return nil, fmt.Errorf("scaling of %d and %d columns, or by zero, for %d variables", len(c.Mean), len(c.Scale), f.vars)
		}
		m.scaling = &scaling{c.Mean, c.Scale}
	}
	e := &extractor{ranks: c.Ranks, classes: classes, shared: c.Shared}
	m.extractor = e
	if e.directions, err = c.Directions.sized("directions", f.dim, -1); err != nil {
		return nil, err
	}
	_, width := e.directions.Dims()
	sorted := slices.Clone(c.Classes)
	slices.Sort(sorted)
	switch {
	case classes < 2 || len(slices.Compact(sorted)) != classes:
		return nil, fmt.Errorf("classes %q", c.Classes)
	case !c.Shared && width%classes != 0:
		return nil, fmt.Errorf("%d directions for %d classes", width, classes)
	}
	for i, r := range c.Ranks {
		if r < 1 || r > width/classes || i > 0 && r <= c.Ranks[i-1] {
			return nil, fmt.Errorf("ranks %v of %d directions a class", c.Ranks, width/classes)
		}
	}
	if c.Ranks != nil && (len(c.Ranks) == 0 || c.Shared || c.Ranks[len(c.Ranks)-1] != width/classes) {
		return nil, fmt.Errorf("ranks %v of %d directions a class", c.Ranks, width/classes)
	}
	if c.Left != nil {
		if m.train, err = c.Train.sized("training data", -1, f.vars); err != nil {
			return nil, err
		}
		rows, _ := m.train.Dims()
		if e.left, err = c.Left.sized("left features", rows, -1); err != nil {
			return nil, err
		}
	}
	return m, c.linear(m)
}

// linear sets the linear rules of m.
func (c classifierContent) linear(m *ClassifierModel) error {
	width, functions, count := m.extractor.width(), len(c.Classes), 1
	if c.OneVsOne {
		m.scheme = OneVsOne{}
		functions, count = 2, len(c.Classes)*(len(c.Classes)-1)/2
		if !c.Shared {
			width = 2 * width / len(c.Classes)
		}
	}
	if len(c.Linear) != count {
		return fmt.Errorf("%d linear rules, expected %d", len(c.Linear), count)
	}
	for _, l := range c.Linear {
		w, err := l.Weights.sized("weights", width, functions)
		if err != nil {
			return err
		}
		if len(l.Bias) != functions {
			return fmt.Errorf("%d biases for %d functions", len(l.Bias), functions)
		}
		m.linear = append(m.linear, &LinearModel{weights: w, bias: l.Bias})
	}
	return nil
}

type manifoldContent struct {
	IPCA  *ipcaContent  `json:"ipca"`
	AVICA *avicaContent `json:"avica"`
	Level float64       `json:"level"`
	Bound float64       `json:"bound"`
}

func (*Manifold) kind() string { return "manifold" }

func (m *Manifold) content() (any, error) {
	c := manifoldContent{Level: m.level, Bound: m.bound}
	switch inner := m.certifier.(type) {
	case ipcaCertifier:
		content, err := inner.content()
		if err != nil {
			return nil, err
		}
		ipca := content.(ipcaContent)
		c.IPCA = &ipca
	case avicaCertifier:
		content, err := inner.content()
		if err != nil {
			return nil, err
		}
		avica := content.(avicaContent)
		c.AVICA = &avica
	}
	return c, nil
}

func (c manifoldContent) model() (*Manifold, error) {
	m := &Manifold{level: c.Level, bound: c.Bound}
	switch {
	case c.IPCA != nil && c.AVICA == nil:
		inner, err := c.IPCA.model()
		if err != nil {
			return nil, err
		}
		m.certifier = ipcaCertifier{inner}
	case c.AVICA != nil && c.IPCA == nil:
		inner, err := c.AVICA.model()
		if err != nil {
			return nil, err
		}
		m.certifier = avicaCertifier{inner, inner.Features(Generative)}
	default:
		return nil, errors.New("expected either ipca or avica")
	}
	m.sizes = m.certifier.sizes()
	if len(m.sizes) == 0 || !(c.Level > 0 && c.Level < 1) || !(c.Bound >= 0) {
		return nil, fmt.Errorf("%d functions, level %g, bound %g", len(m.sizes), c.Level, c.Bound)
	}
	return m, nil
}

// JSON has no infinity: an infinite gap or condition is -1.
func finiteGap(v float64) float64 {
	if math.IsInf(v, 1) {
		return -1
	}
	return v
}

func infiniteGap(v float64) float64 {
	if v == -1 {
		return math.Inf(1)
	}
	return v
}
