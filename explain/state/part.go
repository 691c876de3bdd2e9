package state

import (
	"bytes"
	"cmp"
	"encoding/hex"
	"fmt"
	"slices"

	"github.com/kexplain/kexplain/internal/stable"
)

// Part is some bytes of a file, from Begin to before End: those of the rows that were added.
type Part struct {
	File       Digest
	Begin, End uint64
}

// String names the part by the beginning of its digest.
func (p Part) String() string {
	return fmt.Sprintf("bytes %d to %d of the file with SHA-256 %s…", p.Begin, p.End, hex.EncodeToString(p.File[:6]))
}

func (p Part) compare(o Part) int {
	return cmp.Or(bytes.Compare(p.File[:], o.File[:]), cmp.Compare(p.Begin, o.Begin), cmp.Compare(p.End, o.End))
}

// Parts returns the parts, in order; those that lie end to end are one.
func (s *State) Parts() []Part { return slices.Clone(s.parts) }

// Files returns of how many files the parts are.
func (s *State) Files() int {
	n := 0
	for i, p := range s.parts {
		if i == 0 || p.File != s.parts[i-1].File {
			n++
		}
	}
	return n
}

// Seal says of which part all rows are that were added and that belong to none yet. It returns
// ErrMerge where the state has some of that part.
func (s *State) Seal(p Part) error {
	parts, err := joined(s.parts, []Part{p})
	if err != nil {
		return err
	}
	s.parts = parts
	for i := range s.sample.rows {
		if r := &s.sample.rows[i]; r.file == (Digest{}) {
			r.file = p.File
		}
	}
	return nil
}

// joined returns two lists of parts as one, in order, those that lie end to end as one. It
// is ErrMerge where two overlap.
func joined(a, b []Part) ([]Part, error) {
	all := slices.Concat(a, b)
	stable.Sort(all, Part.compare)
	var out []Part
	for _, p := range all {
		if n := len(out); n > 0 && out[n-1].File == p.File {
			last := &out[n-1]
			if p.Begin < last.End || p == *last {
				return nil, fault(ErrMerge, "both hold %v: a part must not be counted twice", Part{p.File, p.Begin, min(p.End, last.End)})
			}
			if p.Begin == last.End {
				last.End = p.End
				continue
			}
		}
		out = append(out, p)
	}
	return out, nil
}
