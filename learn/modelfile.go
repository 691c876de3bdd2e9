package learn

import (
	"bytes"
	"crypto/sha256"
	"encoding/base64"
	"encoding/binary"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"

	"gonum.org/v1/gonum/mat"
)

// ErrModelFile says that a file is not a model, not one of a version known here,
// or damaged.
var ErrModelFile = errors.New("learn: not a readable model file")

// Model is a model that can be saved: *IPCAModel, *AVICAModel, *ClassifierModel
// or *Manifold.
type Model interface {
	// kind names the model in the file.
	kind() string
	// content is what encoding/json writes of the model.
	content() (any, error)
}

const (
	modelFormat  = "kexplain/model"
	modelVersion = 1
	// maxModelFile bounds the size of a file that Load reads: the model of a
	// classifier with 4000 spanning points is half as large.
	maxModelFile = 1 << 30
)

// envelope is the outer object of a model file; docs/models.md describes it.
type envelope struct {
	Format  string          `json:"format"`
	Version int             `json:"version"`
	Kind    string          `json:"kind"`
	SHA256  string          `json:"sha256"` // of content, without blanks
	Content json.RawMessage `json:"content"`
}

// Save writes a model as one JSON object: format, version, kind, the SHA-256 of
// the content, and the content, in which matrices are base64 of little-endian
// float64. Load returns a model that gives the same bits. It returns ErrKernel
// for a kernel that is not one of package feature, or contains a function.
func Save(w io.Writer, m Model) error {
	c, err := m.content()
	if err != nil {
		return err
	}
	content, err := json.Marshal(c)
	if err != nil {
		return fmt.Errorf("learn: save: %w", err)
	}
	sum := sha256.Sum256(content)
	out, err := json.Marshal(envelope{
		Format: modelFormat, Version: modelVersion, Kind: m.kind(),
		SHA256: hex.EncodeToString(sum[:]), Content: content,
	})
	if err != nil {
		return fmt.Errorf("learn: save: %w", err)
	}
	if _, err := w.Write(append(out, '\n')); err != nil {
		return fmt.Errorf("learn: save: %w", err)
	}
	return nil
}

// Load reads a model that Save wrote. It returns ErrModelFile, with what is
// wrong, for anything else: another format, a later version, a truncated or
// altered file, matrices that do not fit together.
func Load(r io.Reader) (Model, error) {
	data, err := io.ReadAll(io.LimitReader(r, maxModelFile+1))
	if err != nil {
		return nil, fmt.Errorf("learn: load: %w", err)
	}
	if len(data) > maxModelFile {
		return nil, fmt.Errorf("%w: more than %d bytes", ErrModelFile, maxModelFile)
	}
	var e envelope
	if err := json.Unmarshal(data, &e); err != nil {
		return nil, fmt.Errorf("%w: %v", ErrModelFile, err)
	}
	switch {
	case e.Format != modelFormat:
		return nil, fmt.Errorf("%w: format %q, expected %q", ErrModelFile, e.Format, modelFormat)
	case e.Version != modelVersion:
		return nil, fmt.Errorf("%w: version %d, expected %d", ErrModelFile, e.Version, modelVersion)
	}
	var compact bytes.Buffer
	if err := json.Compact(&compact, e.Content); err != nil {
		return nil, fmt.Errorf("%w: %v", ErrModelFile, err)
	}
	if sum := sha256.Sum256(compact.Bytes()); hex.EncodeToString(sum[:]) != e.SHA256 {
		return nil, fmt.Errorf("%w: the content does not have the checksum", ErrModelFile)
	}
	m, err := decodeModel(e.Kind, compact.Bytes())
	if err != nil {
		return nil, fmt.Errorf("%w: %s: %w", ErrModelFile, e.Kind, err)
	}
	return m, nil
}

func decodeModel(kind string, content []byte) (Model, error) {
	switch kind {
	case "ipca":
		return decodeInto(content, ipcaContent.model)
	case "avica":
		return decodeInto(content, avicaContent.model)
	case "classifier":
		return decodeInto(content, classifierContent.model)
	case "manifold":
		return decodeInto(content, manifoldContent.model)
	}
	return nil, errors.New("no such kind of model")
}

// decodeInto reads a content of type C, every field known, and turns it into a
// model.
func decodeInto[C any, M Model](content []byte, model func(C) (M, error)) (Model, error) {
	var c C
	d := json.NewDecoder(bytes.NewReader(content))
	d.DisallowUnknownFields()
	if err := d.Decode(&c); err != nil {
		return nil, err
	}
	m, err := model(c)
	if err != nil {
		return nil, err
	}
	return m, nil
}

// matrix is a matrix in a file. A nil *matrix is null, a nil matrix in memory.
type matrix struct {
	Rows int    `json:"rows"`
	Cols int    `json:"cols"`
	Data string `json:"data"` // base64 of rows·cols little-endian float64
}

func encodeMatrix(m *mat.Dense) *matrix {
	if m == nil {
		return nil
	}
	r, c := m.Dims()
	buf := make([]byte, 0, 8*r*c)
	for i := range r {
		for _, v := range m.RawRowView(i) {
			buf = binary.LittleEndian.AppendUint64(buf, math.Float64bits(v))
		}
	}
	return &matrix{Rows: r, Cols: c, Data: base64.StdEncoding.EncodeToString(buf)}
}

// dense returns the matrix; its entries must be finite. Dimensions that are not
// positive must both be zero: an empty matrix.
func (m *matrix) dense() (*mat.Dense, error) {
	if m == nil {
		return nil, nil
	}
	data, err := base64.StdEncoding.DecodeString(m.Data)
	if err != nil {
		return nil, err
	}
	if m.Rows < 1 || m.Cols < 1 || m.Rows > len(data)/8 || m.Cols > len(data)/8 || len(data) != 8*m.Rows*m.Cols {
		return nil, fmt.Errorf("matrix of %d × %d numbers in %d bytes", m.Rows, m.Cols, len(data))
	}
	values := make([]float64, m.Rows*m.Cols)
	for i := range values {
		values[i] = math.Float64frombits(binary.LittleEndian.Uint64(data[8*i:]))
		if math.IsNaN(values[i]) || math.IsInf(values[i], 0) {
			return nil, fmt.Errorf("entry %d of a matrix is %v", i, values[i])
		}
	}
	return mat.NewDense(m.Rows, m.Cols, values), nil
}

// sized is dense for a matrix that must be there and have the given size; a
// dimension of -1 is free.
func (m *matrix) sized(name string, rows, cols int) (*mat.Dense, error) {
	d, err := m.dense()
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	if d == nil {
		return nil, fmt.Errorf("%s: missing", name)
	}
	if r, c := d.Dims(); rows >= 0 && r != rows || cols >= 0 && c != cols {
		return nil, fmt.Errorf("%s: %d × %d, expected %d × %d", name, r, c, rows, cols)
	}
	return d, nil
}

// allFinite returns an error that names a list with an entry that is not finite,
// which JSON cannot hold but a hostile exponent can make.
func allFinite(name string, values []float64) error {
	for i, v := range values {
		if math.IsNaN(v) || math.IsInf(v, 0) {
			return fmt.Errorf("%s: entry %d is %v", name, i, v)
		}
	}
	return nil
}
