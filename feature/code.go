package feature

import (
	"errors"
	"fmt"

	"github.com/kexplain/kexplain/internal/packed"
	"github.com/kexplain/kexplain/ring"
)

// ErrNoCode says that a kernel has no form in a file: it contains a function, or
// comes from another package.
var ErrNoCode = errors.New("feature: kernel has no form in a file")

// Code is a kernel in a file: its type and those parameters that the type has.
type Code struct {
	Type         string         `json:"type"`
	Degree       int            `json:"degree,omitempty"`
	Theta        string         `json:"theta,omitempty"` // a rational, "1/2"
	Homogeneous  bool           `json:"homogeneous,omitempty"`
	Sigma        float64        `json:"sigma,omitempty"`
	A            float64        `json:"a,omitempty"`
	B            float64        `json:"b,omitempty"`
	Order        int            `json:"order,omitempty"`
	Complex      bool           `json:"complex,omitempty"`
	Matrix       *packed.Matrix `json:"matrix,omitempty"`
	Coefficients []string       `json:"coefficients,omitempty"` // rationals
	Parts        []Code         `json:"parts,omitempty"`
	Rows         int            `json:"rows,omitempty"`    // of points that are matrices
	Columns      [][]int        `json:"columns,omitempty"` // of the parts, from 0
	Group        string         `json:"group,omitempty"`
}

// Coder is implemented by kernels with a form in files.
type Coder interface {
	// Code returns the form, or an error that wraps ErrNoCode.
	Code() (Code, error)
}

// decoders lists the kernels that files can hold, by type.
func decoders() map[string]func(Code) (Kernel, error) {
	return map[string]func(Code) (Kernel, error){
		"polynomial":      decodePolynomial,
		"linear":          decodeLinear,
		"gaussian":        decodeGaussian,
		"laplacian":       decodeLaplacian,
		"sigmoid":         decodeSigmoid,
		"exponential":     decodeExponential,
		"anova":           decodeANOVA,
		"minimum":         decodeMinimum,
		"spline":          decodeSpline,
		"finite rotation": decodeFiniteRotation,
		"phase":           decodePhase,
		"positive scale":  decodePositiveScale,
		"projective":      decodeProjective,
		"right unitary":   decodeRightUnitary,
		"left unitary":    decodeLeftUnitary,
		"row translation": decodeRowTranslation,
		"rigid motion":    decodeRigidMotion,
		"normalised":      decodeNormalised,
		"real part":       decodeRealPart,
		"through":         decodeThrough,
		"blocks":          decodeBlocks,
		"columns":         decodeColumns,
		"average":         decodeAverage,
		"sum":             decodeSum,
		"product":         decodeProduct,
		"multiple":        decodeMultiple,
		"polynomial of":   decodePolynomialOf,
		"compose":         decodeCompose,
	}
}

// Encode returns the form of k in a file, or ErrNoCode.
func Encode(k Kernel) (Code, error) {
	if c, ok := k.(Coder); ok {
		return c.Code()
	}
	return Code{}, fmt.Errorf("%w: %v", ErrNoCode, k)
}

// Kernel returns the kernel, whose parameters are valid.
func (c Code) Kernel() (Kernel, error) {
	decode, ok := decoders()[c.Type]
	if !ok {
		return nil, fmt.Errorf("kernel %q: no such kernel", c.Type)
	}
	k, err := decode(c)
	if err != nil {
		return nil, fmt.Errorf("kernel %q: %w", c.Type, err)
	}
	return k, Validate(k)
}

// encodeParts adds the parts to the form of a kernel.
func encodeParts(c Code, parts ...Kernel) (Code, error) {
	for _, p := range parts {
		e, err := Encode(p)
		if err != nil {
			return c, err
		}
		c.Parts = append(c.Parts, e)
	}
	return c, nil
}

// parts returns the parts; count is how many there must be, -1 for any number.
func (c Code) parts(count int) ([]Kernel, error) {
	if count >= 0 && len(c.Parts) != count {
		return nil, fmt.Errorf("%d parts, expected %d", len(c.Parts), count)
	}
	parts := make([]Kernel, len(c.Parts))
	for i, p := range c.Parts {
		var err error
		if parts[i], err = p.Kernel(); err != nil {
			return nil, err
		}
	}
	return parts, nil
}

// rationals returns the coefficients.
func (c Code) rationals() ([]ring.Rat, error) {
	out := make([]ring.Rat, len(c.Coefficients))
	for i, v := range c.Coefficients {
		var err error
		if out[i], err = ring.ParseRat(v); err != nil {
			return nil, err
		}
	}
	return out, nil
}
