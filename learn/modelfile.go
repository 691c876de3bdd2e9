package learn

import (
	"bytes"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"

	"github.com/kexplain/kexplain/internal/sha256"
)

// ErrModelFile says that a file is not a model, not one of a version known here,
// or damaged.
var ErrModelFile = errors.New("learn: not a readable model file")

// Model is a model that can be saved: *IPCAModel, *AVICAModel, *Manifold, or that
// of another package.
type Model interface {
	// Kind names the model in the file.
	Kind() string
	// Content is what encoding/json writes of the model.
	Content() (any, error)
}

// Decoder reads the content of models of one kind; see DecoderOf.
type Decoder struct {
	Kind   string
	Decode func(content []byte) (Model, error)
}

// DecoderOf returns the decoder of models of type M whose content is of type C:
// the content is read, every field known, and turned into a model.
func DecoderOf[C any, M Model](kind string, model func(C) (M, error)) Decoder {
	return Decoder{kind, func(content []byte) (Model, error) {
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
	}}
}

const (
	modelFormat  = "kexplain/model"
	modelVersion = 1
	// maxModelFile bounds the size of a file that Load reads: the model of a
	// classifier with 4000 spanning points is half as large.
	maxModelFile = 1 << 30
)

// envelope is the outer object of a model file; docs/reference/classification.md describes it.
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
	c, err := m.Content()
	if err != nil {
		return err
	}
	content, err := json.Marshal(c)
	if err != nil {
		return fmt.Errorf("learn: save: %w", err)
	}
	sum := sha256.Sum256(content)
	out, err := json.Marshal(envelope{
		Format: modelFormat, Version: modelVersion, Kind: m.Kind(),
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
// altered file, matrices that do not fit together. Models of other packages need
// their decoders.
func Load(r io.Reader, others ...Decoder) (Model, error) {
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
	m, err := decodeModel(e.Kind, compact.Bytes(), others...)
	if err != nil {
		return nil, fmt.Errorf("%w: %s: %w", ErrModelFile, e.Kind, err)
	}
	return m, nil
}

// decodeModel reads the content of a model of this package or of one of the
// others.
func decodeModel(kind string, content []byte, others ...Decoder) (Model, error) {
	for _, d := range append([]Decoder{
		DecoderOf("ipca", ipcaContent.model),
		DecoderOf("avica", avicaContent.model),
		DecoderOf("manifold", manifoldContent.model),
	}, others...) {
		if d.Kind == kind {
			return d.Decode(content)
		}
	}
	return nil, errors.New("no such kind of model")
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
