package theorems

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/kexplain/kexplain/ring"
)

// ErrInstance says that an instance file cannot be read.
var ErrInstance = errors.New("theorems: malformed instance")

// Instance is a bag of named exact values: what a statement is checked on. A
// value is one of
//
//	int, bool, string
//	Num     a number of Q(i)
//	Vector  a list of numbers
//	Points  a list of rows: points, or a matrix
//	Expr    a polynomial
//	[]Expr  a list of polynomials
//
// In JSON a number is a string "p/q", or {"re": "p/q", "im": "p/q"}; integers
// that count something are JSON integers; a polynomial is an object that maps
// exponents "a1,…,an" to coefficients.
type Instance map[string]any

// The values of an instance.
type (
	Num    = ring.Gaussian
	Vector = []Num
	Points = [][]Num
	Expr   map[string]Num // "a1,…,an" → coefficient
)

// with returns a copy of in with one value set.
func (in Instance) with(name string, value any) Instance {
	out := maps.Clone(in)
	out[name] = value
	return out
}

// exactly reads an instance that is part of the source text. It panics when the
// text is malformed.
func exactly(text string) Instance {
	in, err := ParseInstance([]byte(text))
	if err != nil {
		panic(err)
	}
	return in
}

// ParseInstance reads an instance from a JSON object. Keys of reference files
// that are no data of the instance (id, kind, ref, expect, note, …) become
// strings where they are strings and are left out where they are not.
func ParseInstance(data []byte) (Instance, error) {
	var raw map[string]json.RawMessage
	if err := json.Unmarshal(data, &raw); err != nil {
		return nil, fmt.Errorf("%w: %v", ErrInstance, err)
	}
	in := Instance{}
	for _, name := range slices.Sorted(maps.Keys(raw)) {
		if slices.Contains(reserved, name) {
			continue
		}
		value, err := parseValue(raw[name])
		if err != nil {
			return nil, fmt.Errorf("%w: %q: %v", ErrInstance, name, err)
		}
		in[name] = value
	}
	return in, nil
}

// reserved are the keys of an instance file that describe it.
var reserved = []string{"id", "kind", "ref", "expect", "note", "tests", "pairs", "form", "hypotheses", "conclusion", "statement", "schema"}

func parseValue(raw json.RawMessage) (any, error) {
	raw = bytes.TrimSpace(raw)
	switch {
	case len(raw) == 0:
		return nil, errors.New("nothing there")
	case raw[0] == '[':
		return parseList(raw)
	case raw[0] == '{':
		if isComplex(raw) {
			return parseNum(raw)
		}
		return parseExpr(raw)
	case raw[0] == '"':
		if x, err := parseNum(raw); err == nil {
			return x, nil
		}
		var s string
		err := json.Unmarshal(raw, &s)
		return s, err
	case raw[0] == 't' || raw[0] == 'f':
		var b bool
		err := json.Unmarshal(raw, &b)
		return b, err
	}
	n, err := strconv.Atoi(string(raw))
	if err != nil {
		return nil, fmt.Errorf("found %s, expected an integer; other numbers are written as strings", raw)
	}
	return n, nil
}

// parseList reads a vector, a list of rows or a list of polynomials; the empty
// list is an empty list of rows.
func parseList(raw json.RawMessage) (any, error) {
	var items []json.RawMessage
	if err := json.Unmarshal(raw, &items); err != nil {
		return nil, err
	}
	switch {
	case len(items) == 0:
		return Points{}, nil
	case items[0][0] == '[':
		return parseItems(items, func(r json.RawMessage) (Vector, error) {
			var row []json.RawMessage
			if err := json.Unmarshal(r, &row); err != nil {
				return nil, err
			}
			return parseItems(row, parseNum)
		})
	case items[0][0] == '{' && !isComplex(items[0]):
		return parseItems(items, parseExpr)
	}
	return parseItems(items, parseNum)
}

func parseItems[T any](items []json.RawMessage, parse func(json.RawMessage) (T, error)) ([]T, error) {
	out := make([]T, len(items))
	for i, item := range items {
		var err error
		if out[i], err = parse(item); err != nil {
			return nil, err
		}
	}
	return out, nil
}

func isComplex(raw json.RawMessage) bool {
	var z map[string]json.RawMessage
	return json.Unmarshal(raw, &z) == nil && z["re"] != nil && z["im"] != nil
}

func parseNum(raw json.RawMessage) (Num, error) {
	if raw = bytes.TrimSpace(raw); len(raw) > 0 && raw[0] == '{' {
		var z struct{ Re, Im string }
		if err := json.Unmarshal(raw, &z); err != nil {
			return Num{}, err
		}
		re, err := ring.ParseRat(z.Re)
		if err != nil {
			return Num{}, err
		}
		im, err := ring.ParseRat(z.Im)
		return ring.NewGaussian(re, im), err
	}
	var s string
	if err := json.Unmarshal(raw, &s); err != nil {
		return Num{}, fmt.Errorf("found %s, expected a number as a string", raw)
	}
	re, err := ring.ParseRat(s)
	return ring.NewGaussian(re, ring.Rat{}), err
}

func parseExpr(raw json.RawMessage) (Expr, error) {
	var terms map[string]json.RawMessage
	if err := json.Unmarshal(raw, &terms); err != nil {
		return nil, err
	}
	e := Expr{}
	for key, c := range terms {
		if _, err := exponentsOf(key); err != nil {
			return nil, err
		}
		x, err := parseNum(c)
		if err != nil {
			return nil, err
		}
		e[key] = x
	}
	return e, nil
}

// exponentsOf reads "a1,…,an".
func exponentsOf(key string) ([]int, error) {
	parts := strings.Split(key, ",")
	exps := make([]int, len(parts))
	for i, p := range parts {
		e, err := strconv.Atoi(p)
		if err != nil || e < 0 {
			return nil, fmt.Errorf("found %q, expected exponents a1,…,an", key)
		}
		exps[i] = e
	}
	return exps, nil
}

// keyOf writes exponents as "a1,…,an".
func keyOf(exps []int) string {
	parts := make([]string, len(exps))
	for i, e := range exps {
		parts[i] = strconv.Itoa(e)
	}
	return strings.Join(parts, ",")
}

// MarshalJSON writes the instance with its keys in order.
func (in Instance) MarshalJSON() ([]byte, error) {
	plain := make(map[string]any, len(in))
	for name, value := range in {
		plain[name] = plainValue(value)
	}
	return json.Marshal(plain)
}

// String returns the instance as one line of JSON.
func (in Instance) String() string {
	text, err := in.MarshalJSON()
	if err != nil {
		return err.Error()
	}
	return string(text)
}

// plainValue turns a value into what encoding/json writes in the notation of
// instance files.
func plainValue(value any) any {
	switch v := value.(type) {
	case Num:
		if v.Im().IsZero() {
			return v.Re().String()
		}
		return map[string]string{"re": v.Re().String(), "im": v.Im().String()}
	case Vector:
		return plainList(v)
	case Points:
		return plainList(v)
	case []Expr:
		return plainList(v)
	case Matrix:
		return plainList(rowsOf(v))
	case Polynomial:
		return plainValue(exprOf(v))
	case answers:
		out := make(map[string]any, len(v))
		for name, x := range v {
			out[name] = plainValue(x)
		}
		return out
	case []answers:
		return plainList(v)
	case Expr:
		out := make(map[string]any, len(v))
		for key, c := range v {
			out[key] = plainValue(c)
		}
		return out
	}
	return value
}

func plainList[T any](items []T) []any {
	out := make([]any, len(items))
	for i, item := range items {
		out[i] = plainValue(item)
	}
	return out
}
