package varieties

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"

	"github.com/kexplain/kexplain/poly"
	"github.com/kexplain/kexplain/ring"
)

// Truth is the content of truth.json: what is known about the files beside it.
type Truth struct {
	Name       string   `json:"name"`
	Variables  []string `json:"variables"`
	Generators []string `json:"generators"`
	Minimal    int      `json:"minimal"`
	MaxDegree  int      `json:"max_degree"`
	Dimension  int      `json:"dimension"`
	Noise      string   `json:"noise"`
	Seed       uint64   `json:"seed"`
	Files      []File   `json:"files"`
}

// File describes one CSV file.
type File struct {
	File  string  `json:"file"`
	N     int     `json:"n"`
	Sigma float64 `json:"sigma"`
	// NoiseStd is the standard deviation of the noise of each variable.
	NoiseStd []float64 `json:"noise_std"`
}

// truthFile is the name under which a folder keeps its truth.
const truthFile = "truth.json"

// ReadTruth reads dir/truth.json.
func ReadTruth(dir string) (*Truth, error) {
	b, err := os.ReadFile(filepath.Join(dir, truthFile))
	if err != nil {
		return nil, fmt.Errorf("varieties: %w", err)
	}
	t := new(Truth)
	if err := json.Unmarshal(b, t); err != nil {
		return nil, fmt.Errorf("varieties: %s: %w", filepath.Join(dir, truthFile), err)
	}
	return t, nil
}

// Ideal returns the generators in a new ring over Q whose monomials may grow to
// maxDegree.
func (t *Truth) Ideal(maxDegree int) ([]*poly.Polynomial[ring.Rat], error) {
	gens, err := parseIdeal(t.Variables, t.Generators, max(maxDegree, t.MaxDegree))
	if err != nil {
		return nil, fmt.Errorf("varieties: %s: %w", t.Name, err)
	}
	return gens, nil
}

// write stores t in dir.
func (t *Truth) write(dir string) error {
	b, err := json.MarshalIndent(t, "", "  ")
	if err != nil {
		return fmt.Errorf("varieties: %s: %w", t.Name, err)
	}
	return os.WriteFile(filepath.Join(dir, truthFile), append(b, '\n'), 0o666)
}
