package learn

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"math"

	"gonum.org/v1/gonum/mat"

	"github.com/kexplain/kexplain/feature"
	"github.com/kexplain/kexplain/internal/packed"
)

// frameContent is a frame in a file.
type frameContent struct {
	Kernel feature.Code `json:"kernel"`
	Vars   int          `json:"variables"`
	// Kernel road; all null on the feature road.
	Points    *packed.Matrix `json:"points"`
	Whitening *packed.Matrix `json:"whitening"`
	Basis     *packed.Matrix `json:"basis"`
	Condition float64        `json:"condition"`
}

// encodeKernel returns ErrKernel for kernels without a form in files.
func encodeKernel(k feature.Kernel) (feature.Code, error) {
	c, err := feature.Encode(k)
	if err != nil {
		err = fmt.Errorf("%w: %w", ErrKernel, err)
	}
	return c, err
}

func (f *Frame) content() (frameContent, error) {
	k, err := encodeKernel(f.kernel)
	return frameContent{
		Kernel: k, Vars: f.vars, Points: packed.Encode(f.z), Whitening: packed.Encode(f.w),
		Basis: packed.Encode(f.basis), Condition: f.condition,
	}, err
}

// frame returns the frame. One without points must have dim features: their list
// is made only if the file has a matrix as large.
func (c frameContent) frame(dim int) (*Frame, error) {
	k, err := c.Kernel.Kernel()
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
	f := &Frame{kernel: k, vars: c.Vars, condition: c.Condition}
	if f.z, err = c.Points.Sized("points", -1, c.Vars); err != nil {
		return nil, err
	}
	f.raw, _ = f.z.Dims()
	if f.w, err = c.Whitening.Sized("whitening", f.raw, -1); err != nil {
		return nil, err
	}
	_, f.dim = f.w.Dims()
	if f.basis, err = c.Basis.Sized("basis", f.raw, f.dim); err != nil {
		return nil, err
	}
	return f, nil
}

// MarshalJSON writes the frame for a model file.
func (f *Frame) MarshalJSON() ([]byte, error) {
	c, err := f.content()
	if err != nil {
		return nil, err
	}
	return json.Marshal(c)
}

// UnmarshalJSON reads a frame with spanning points that MarshalJSON wrote.
func (f *Frame) UnmarshalJSON(text []byte) error {
	var c frameContent
	d := json.NewDecoder(bytes.NewReader(text))
	d.DisallowUnknownFields()
	if err := d.Decode(&c); err != nil {
		return err
	}
	if c.Points == nil {
		return errors.New("no points")
	}
	read, err := c.frame(-1)
	if err == nil {
		*f = *read
	}
	return err
}

// cutContent is a Cut in a file.
type cutContent struct {
	Rank   int     `json:"rank"`
	Gap    float64 `json:"gap"` // -1 stands for infinite
	Reason string  `json:"reason"`
}

type ipcaContent struct {
	Frame  frameContent   `json:"frame"`
	Rows   int            `json:"rows"`
	Values []float64      `json:"singular_values"`
	V      *packed.Matrix `json:"v"`
	Mean   []float64      `json:"mean"`
	Cut    cutContent     `json:"cut"`
	Floor  float64        `json:"floor"`
}

// Kind names the model in files.
func (*IPCAModel) Kind() string { return "ipca" }

// Content returns what files hold of the model.
func (m *IPCAModel) Content() (any, error) {
	f, err := m.frame.content()
	return ipcaContent{
		Frame: f, Rows: m.rows, Values: m.values, V: packed.Encode(m.v), Mean: m.mean,
		Cut: cutContent{m.cut.Rank, finiteGap(m.cut.Gap), m.cut.Reason}, Floor: m.floor,
	}, err
}

func (c ipcaContent) model() (*IPCAModel, error) {
	v, err := c.V.Sized("v", -1, -1)
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
	Kernel       feature.Code     `json:"kernel"`
	Points       *packed.Matrix   `json:"points"`
	Rows         int              `json:"rows"`
	Method       string           `json:"method"`
	Coefficients []*packed.Matrix `json:"coefficients"`
	Projectors   []*packed.Matrix `json:"projectors"`
	Features     []featureContent `json:"features"`
	Reports      []reportContent  `json:"reports"`
}

// Kind names the model in files.
func (*AVICAModel) Kind() string { return "avica" }

// Content returns what files hold of the model.
func (m *AVICAModel) Content() (any, error) {
	k, err := encodeKernel(m.kernel)
	c := avicaContent{Kernel: k, Points: packed.Encode(m.points), Rows: m.rows, Method: m.method}
	for _, f := range m.features {
		c.Features = append(c.Features, featureContent{f.Degree, f.Kind == Discriminative, f.Sigma, f.Quantum, f.column})
	}
	for d, r := range m.reports {
		c.Coefficients = append(c.Coefficients, packed.Encode(m.coefficients[d]))
		if m.projectors != nil {
			c.Projectors = append(c.Projectors, packed.Encode(m.projectors[d]))
		}
		c.Reports = append(c.Reports, reportContent{
			r.Points, r.Redundant, r.Absorbed, r.Generative, r.Discriminative,
			r.Quanta, r.Floor, finiteGap(r.Gap), finiteGap(r.Condition),
		})
	}
	return c, err
}

func (c avicaContent) model() (*AVICAModel, error) {
	k, err := c.Kernel.Kernel()
	if err != nil {
		return nil, err
	}
	m := &AVICAModel{kernel: k, rows: c.Rows, method: c.Method}
	if m.points, err = c.Points.Sized("points", -1, -1); err != nil {
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
			if coefficients, err = c.Coefficients[d].Sized("coefficients", count, -1); err != nil {
				return nil, err
			}
		}
		m.coefficients = append(m.coefficients, coefficients)
		if c.Projectors != nil {
			p, err := c.Projectors[d].Sized("projector", count, count)
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

type manifoldContent struct {
	IPCA  *ipcaContent  `json:"ipca"`
	AVICA *avicaContent `json:"avica"`
	Level float64       `json:"level"`
	Bound float64       `json:"bound"`
}

// Kind names the model in files.
func (*Manifold) Kind() string { return "manifold" }

// Content returns what files hold of the model.
func (m *Manifold) Content() (any, error) {
	c := manifoldContent{Level: m.level, Bound: m.bound}
	switch inner := m.certifier.(type) {
	case ipcaCertifier:
		content, err := inner.Content()
		if err != nil {
			return nil, err
		}
		ipca := content.(ipcaContent)
		c.IPCA = &ipca
	case avicaCertifier:
		content, err := inner.Content()
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
