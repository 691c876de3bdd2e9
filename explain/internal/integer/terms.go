package integer

import (
	"math"
	"slices"
)

// Terms is what the length of whole numbers depends on beside the numbers: what is known of the monomials that they belong to.
type Terms struct {
	Decades []int   // of the monomials; nil where all are in the units of the file
	Square  *Square // nil for none
	Saved   float64 // nats: by which the support is shorter with the square in place of its terms
}

// length is the length in nats of integers, with a square in place of its terms where that is shorter.
func (t Terms) length(n []int64) float64 {
	plain := lengthIn(n, t.Decades)
	if t.Square == nil {
		return plain
	}
	m, places, ok := t.Square.reduced(n)
	if !ok {
		return plain
	}
	var decades []int
	if t.Decades != nil {
		for _, i := range places {
			decades = append(decades, t.Decades[i])
		}
	}
	square := lengthIn(m, decades) - t.Saved + math.Ln2
	return -math.Log(math.Exp(-plain) + math.Exp(-square))
}

// LeastLength is what no vector of k integers is shorter than.
func (t Terms) LeastLength(k int) float64 {
	if t.Square == nil {
		return LeastLength(k)
	}
	return min(LeastLength(k), LeastLength(k-t.Square.Terms()+len(t.Square.Root))-t.Saved)
}

// of is what is known of the monomials at some places. A square is known where all its terms are among them.
func (t Terms) of(places []int) Terms {
	var out Terms
	at := func(i int) int { return slices.Index(places, i) }
	if t.Decades != nil {
		for _, i := range places {
			out.Decades = append(out.Decades, t.Decades[i])
		}
	}
	if t.Square == nil {
		return out
	}
	s := &Square{pairs: make([][][2]int, len(places))}
	for i, p := range t.Square.pairs {
		if p == nil {
			continue
		}
		if at(i) < 0 {
			return out
		}
		s.pairs[at(i)] = p
	}
	for _, i := range t.Square.Root {
		s.Root = append(s.Root, at(i))
	}
	out.Square, out.Saved = s, t.Saved
	return out
}

// squareIn is the square if integers have one, or nil.
func (t Terms) squareIn(n []int64) *Square {
	if t.Square == nil {
		return nil
	}
	if _, _, ok := t.Square.reduced(n); !ok {
		return nil
	}
	return t.Square
}
