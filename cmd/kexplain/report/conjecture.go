package report

import (
	"fmt"
	"io"
	"strings"

	"github.com/kexplain/kexplain/duality/theorems"
	"github.com/kexplain/kexplain/internal/plural"
)

// ConjectureSchema names the JSON of a Conjecture.
const ConjectureSchema = "kexplain/conjecture/1"

// Conjecture is what kexplain verify --conjecture prints.
type Conjecture struct {
	Schema         string                `json:"schema"`
	Version        string                `json:"version"`
	File           string                `json:"file"`
	Claim          string                `json:"claim"`
	Instances      int                   `json:"instances"` // that satisfy the hypotheses
	Drawn          int                   `json:"drawn"`
	Holds          bool                  `json:"holds"` // on all of these
	Hypotheses     []HypothesisRate      `json:"hypotheses"`
	Counterexample *theorems.Certificate `json:"counterexample"`
	Problems       []string              `json:"problems,omitempty"`
	Seed           uint64                `json:"seed"`
}

// HypothesisRate is the share of instances drawn that satisfy a hypothesis.
type HypothesisRate struct {
	Name  string  `json:"name"`
	Share float64 `json:"share"`
}

// rareHypothesis is the share of instances below which a hypothesis is called
// rare: a tenth of the instances drawn are then of use at most.
const rareHypothesis = 0.1

// WriteText writes the report for people.
func (r *Conjecture) WriteText(w io.Writer) error {
	var b strings.Builder
	fmt.Fprintf(&b, "conjecture: %s\n", r.Claim)
	for _, h := range r.Hypotheses {
		fmt.Fprintf(&b, "  given %s: satisfied by %.0f %% of the instances drawn", h.Name, 100*h.Share)
		if h.Share < rareHypothesis {
			b.WriteString(", which is rare: draw instances that satisfy it more often")
		}
		b.WriteString("\n")
	}
	switch {
	case r.Counterexample != nil:
		fmt.Fprintf(&b, "refuted after %s, by\n  %v\n", plural.Count(r.Instances, "instance"), r.Counterexample.Instance)
	case r.Holds:
		fmt.Fprintf(&b, "holds on %s of %d drawn, in exact arithmetic; that is no proof\n", plural.Count(r.Instances, "instance"), r.Drawn)
	default:
		fmt.Fprintf(&b, "not settled: %s\n", strings.Join(r.Problems, "; "))
	}
	fmt.Fprintf(&b, "kexplain %s, seed %d\n", r.Version, r.Seed)
	_, err := io.WriteString(w, b.String())
	return err
}

// RecheckSchema names the JSON of a Recheck.
const RecheckSchema = "kexplain/recheck/1"

// Recheck is what kexplain verify --instance prints.
type Recheck struct {
	Schema    string               `json:"schema"`
	Instances []theorems.Rechecked `json:"instances"` // in the order of the file
}

// WriteText writes the report for people.
func (r *Recheck) WriteText(w io.Writer) error { return theorems.WriteRechecked(w, r.Instances) }
