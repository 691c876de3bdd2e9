package learn

import (
	"errors"
	"fmt"

	"github.com/kexplain/kexplain/feature"
	"github.com/kexplain/kexplain/ring"
)

// kernelContent is a kernel in a file: its type and those parameters that the
// type has.
type kernelContent struct {
	Type         string          `json:"type"`
	Degree       int             `json:"degree,omitempty"`
	Theta        string          `json:"theta,omitempty"` // a rational, "1/2"
	Homogeneous  bool            `json:"homogeneous,omitempty"`
	Sigma        float64         `json:"sigma,omitempty"`
	A            float64         `json:"a,omitempty"`
	B            float64         `json:"b,omitempty"`
	Order        int             `json:"order,omitempty"`
	Complex      bool            `json:"complex,omitempty"`
	Matrix       *matrix         `json:"matrix,omitempty"`
	Coefficients []string        `json:"coefficients,omitempty"` // rationals
	Parts        []kernelContent `json:"parts,omitempty"`
}

// encodeKernel returns ErrKernel for kernels that are given by a function or
// come from elsewhere.
func encodeKernel(k feature.Kernel) (kernelContent, error) {
	switch k := k.(type) {
	case feature.Polynomial:
		return kernelContent{Type: "polynomial", Degree: k.Degree, Theta: k.Theta.String(), Homogeneous: k.Homogeneous}, nil
	case feature.Linear:
		return kernelContent{Type: "linear", Matrix: encodeMatrix(k.A)}, nil
	case feature.Gaussian:
		return kernelContent{Type: "gaussian", Sigma: k.Sigma}, nil
	case feature.Laplacian:
		return kernelContent{Type: "laplacian", Sigma: k.Sigma}, nil
	case feature.Sigmoid:
		return kernelContent{Type: "sigmoid", A: k.A, B: k.B}, nil
	case feature.Exponential:
		return kernelContent{Type: "exponential", A: k.A}, nil
	case feature.ANOVA:
		return kernelContent{Type: "anova", Degree: k.Degree}, nil
	case feature.FiniteRotation:
		return kernelContent{Type: "finite rotation", Order: k.Order, Complex: k.Complex}, nil
	case feature.Phase:
		return kernelContent{Type: "phase"}, nil
	case feature.PositiveScale:
		return kernelContent{Type: "positive scale"}, nil
	case feature.Projective:
		return kernelContent{Type: "projective", Complex: k.Complex}, nil
	case feature.Sum:
		return encodeParts(kernelContent{Type: "sum"}, k...)
	case feature.Product:
		return encodeParts(kernelContent{Type: "product"}, k...)
	case feature.Multiple:
		return encodeParts(kernelContent{Type: "multiple", Coefficients: []string{k.Factor.String()}}, k.Kernel)
	case feature.PolynomialOf:
		c := kernelContent{Type: "polynomial of"}
		for _, v := range k.Coefficients {
			c.Coefficients = append(c.Coefficients, v.String())
		}
		return encodeParts(c, k.Kernel)
	case feature.GaussianOf:
		return encodeParts(kernelContent{Type: "gaussian of", Sigma: k.Sigma}, k.Kernel)
	case feature.Compose:
		if m, ok := k.Map.(feature.LinearMap); ok && m.A != nil {
			return encodeParts(kernelContent{Type: "compose", Matrix: encodeMatrix(m.A)}, k.Kernel)
		}
	}
	return kernelContent{}, fmt.Errorf("%w: %v has no form in a file", ErrKernel, k)
}

func encodeParts(c kernelContent, parts ...feature.Kernel) (kernelContent, error) {
	for _, p := range parts {
		e, err := encodeKernel(p)
		if err != nil {
			return c, err
		}
		c.Parts = append(c.Parts, e)
	}
	return c, nil
}

// kernel returns the kernel, whose parameters are valid.
func (c kernelContent) kernel() (feature.Kernel, error) {
	k, err := c.decode()
	if err != nil {
		return nil, fmt.Errorf("kernel %q: %w", c.Type, err)
	}
	return k, feature.Validate(k)
}

func (c kernelContent) decode() (feature.Kernel, error) {
	a, err := c.Matrix.dense()
	if err != nil {
		return nil, err
	}
	switch c.Type {
	case "polynomial":
		theta, err := ring.ParseRat(c.Theta)
		return feature.Polynomial{Degree: c.Degree, Theta: theta, Homogeneous: c.Homogeneous}, err
	case "linear":
		return feature.Linear{A: a}, nil
	case "gaussian":
		return feature.Gaussian{Sigma: c.Sigma}, nil
	case "laplacian":
		return feature.Laplacian{Sigma: c.Sigma}, nil
	case "sigmoid":
		return feature.Sigmoid{A: c.A, B: c.B}, nil
	case "exponential":
		return feature.Exponential{A: c.A}, nil
	case "anova":
		return feature.ANOVA{Degree: c.Degree}, nil
	case "finite rotation":
		return feature.FiniteRotation{Order: c.Order, Complex: c.Complex}, nil
	case "phase":
		return feature.Phase{}, nil
	case "positive scale":
		return feature.PositiveScale{}, nil
	case "projective":
		return feature.Projective{Complex: c.Complex}, nil
	}
	return c.decodeParts()
}

// decodeParts decodes kernels made of others.
func (c kernelContent) decodeParts() (feature.Kernel, error) {
	parts := make([]feature.Kernel, len(c.Parts))
	for i, p := range c.Parts {
		var err error
		if parts[i], err = p.kernel(); err != nil {
			return nil, err
		}
	}
	coefficients := make([]ring.Rat, len(c.Coefficients))
	for i, v := range c.Coefficients {
		var err error
		if coefficients[i], err = ring.ParseRat(v); err != nil {
			return nil, err
		}
	}
	switch c.Type {
	case "sum":
		return feature.Sum(parts), nil
	case "product":
		return feature.Product(parts), nil
	}
	if len(parts) != 1 {
		return nil, fmt.Errorf("%d parts, expected one", len(parts))
	}
	switch c.Type {
	case "multiple":
		if len(coefficients) != 1 {
			return nil, fmt.Errorf("%d coefficients, expected one", len(coefficients))
		}
		return feature.Multiple{Factor: coefficients[0], Kernel: parts[0]}, nil
	case "polynomial of":
		return feature.PolynomialOf{Coefficients: coefficients, Kernel: parts[0]}, nil
	case "gaussian of":
		return feature.GaussianOf{Kernel: parts[0], Sigma: c.Sigma}, nil
	case "compose":
		a, err := c.Matrix.dense()
		if err == nil && a == nil {
			err = errors.New("no matrix")
		}
		return feature.Compose{Kernel: parts[0], Map: feature.LinearMap{A: a}}, err
	}
	return nil, errors.New("no such kernel")
}
