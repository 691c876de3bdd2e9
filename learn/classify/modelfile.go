package classify

import (
	"errors"
	"fmt"
	"io"
	"slices"

	"github.com/kexplain/kexplain/feature"
	"github.com/kexplain/kexplain/internal/packed"
	"github.com/kexplain/kexplain/learn"
)

// Load reads a model that learn.Save wrote. It returns learn.ErrModelFile for
// anything else, models of other kinds included.
func Load(r io.Reader) (*Model, error) {
	m, err := learn.Load(r, learn.DecoderOf("classifier", classifierContent.model))
	if err != nil {
		return nil, err
	}
	c, ok := m.(*Model)
	if !ok {
		return nil, fmt.Errorf("%w: found another kind of model, expected a classifier", learn.ErrModelFile)
	}
	return c, nil
}

type linearContent struct {
	Weights *packed.Matrix `json:"weights"`
	Bias    []float64      `json:"bias"`
}

type classifierContent struct {
	Mean       []float64       `json:"mean"`  // of the columns; null without scaling
	Scale      []float64       `json:"scale"` // the same
	Frame      *learn.Frame    `json:"frame"`
	Unit       bool            `json:"unit"`
	Classes    []string        `json:"classes"`
	OneVsOne   bool            `json:"one_vs_one"`
	Directions *packed.Matrix  `json:"directions"`
	Ranks      []int           `json:"ranks"`
	Shared     bool            `json:"shared"`
	Left       *packed.Matrix  `json:"left"`
	Train      *packed.Matrix  `json:"train"`
	Linear     []linearContent `json:"linear"`
}

// Kind names the model in files.
func (*Model) Kind() string { return "classifier" }

// Content returns what files hold of the model.
func (m *Model) Content() (any, error) {
	c := classifierContent{
		Frame: m.frame, Unit: m.unit, Classes: m.classes, OneVsOne: m.scheme == OneVsOne{},
		Directions: packed.Encode(m.extractor.directions), Ranks: m.extractor.ranks, Shared: m.extractor.shared,
		Left: packed.Encode(m.extractor.left), Train: packed.Encode(m.train),
	}
	if m.scaling != nil {
		c.Mean, c.Scale = m.scaling.mean, m.scaling.scale
	}
	for _, l := range m.linear {
		c.Linear = append(c.Linear, linearContent{packed.Encode(l.weights), l.bias})
	}
	if _, err := feature.Encode(m.frame.Kernel()); err != nil {
		return nil, fmt.Errorf("%w: %w", learn.ErrKernel, err)
	}
	return c, nil
}

func (c classifierContent) model() (*Model, error) {
	if c.Frame == nil {
		return nil, errors.New("no frame")
	}
	f := c.Frame
	var err error
	classes := len(c.Classes)
	m := &Model{frame: f, unit: c.Unit, classes: c.Classes, scheme: OneVsAll{}}
	if c.Scale != nil {
		if len(c.Mean) != f.Vars() || len(c.Scale) != f.Vars() || slices.Contains(c.Scale, 0) {
			return nil, fmt.Errorf("scaling of %d and %d columns, or by zero, for %d variables", len(c.Mean), len(c.Scale), f.Vars())
		}
		m.scaling = &scaling{c.Mean, c.Scale}
	}
	e := &extractor{ranks: c.Ranks, classes: classes, shared: c.Shared}
	m.extractor = e
	if e.directions, err = c.Directions.Sized("directions", f.Dim(), -1); err != nil {
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
		if m.train, err = c.Train.Sized("training data", -1, f.Vars()); err != nil {
			return nil, err
		}
		rows, _ := m.train.Dims()
		if e.left, err = c.Left.Sized("left features", rows, -1); err != nil {
			return nil, err
		}
	}
	return m, c.linear(m)
}

// linear sets the linear rules of m.
func (c classifierContent) linear(m *Model) error {
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
		w, err := l.Weights.Sized("weights", width, functions)
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
