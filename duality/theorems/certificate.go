package theorems

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"
)

// Certificate is an instance with what a form of a statement says about it. Its
// JSON form is an instance file that Recheck, or a person with pencil and paper,
// can check again.
type Certificate struct {
	Statement string
	Form      string // "corrected", "printed", …
	Text      string // the form in words
	Instance  Instance
	// Hypotheses and Conclusion are the answers; a refutation has all of the
	// first and not the second.
	Hypotheses map[string]bool
	Conclusion bool
}

// certify judges an instance that is known to be well-formed.
func certify(s *Statement, f Form, in Instance, laws Laws) *Certificate {
	j, err := f.Judge(in, laws)
	if err != nil {
		panic(err)
	}
	c := &Certificate{Statement: s.ID, Form: f.Name, Text: f.Text, Instance: in, Hypotheses: map[string]bool{}, Conclusion: j.Conclusion}
	for i, holds := range j.Hypotheses {
		c.Hypotheses[f.Given[i].Name] = holds
	}
	return c
}

// MarshalJSON writes an instance file of kind "statement".
func (c Certificate) MarshalJSON() ([]byte, error) {
	file := map[string]any{
		"kind": "statement",
		"ref":  []string{c.Statement},
		"form": c.Form,
		"note": c.Text,
		"expect": map[string]any{
			"hypotheses": c.Hypotheses,
			"conclusion": c.Conclusion,
		},
	}
	for name, value := range c.Instance {
		file[name] = plainValue(value)
	}
	return json.Marshal(file)
}

// Recheck reads an instance file, computes everything that it expects and
// compares. A file holds one instance or {"instances": […]}; an instance is of
// kind "statement", as certificates are, or of one of the Kinds. The result has
// one entry for each instance, in order.
func Recheck(data []byte, laws Laws) ([]Rechecked, error) {
	var list struct {
		Instances []json.RawMessage `json:"instances"`
	}
	if err := json.Unmarshal(data, &list); err != nil {
		return nil, fmt.Errorf("%w: %v", ErrInstance, err)
	}
	if list.Instances == nil {
		list.Instances = []json.RawMessage{data}
	}
	var out []Rechecked
	for i, raw := range list.Instances {
		r, err := recheck(raw, laws)
		if err != nil {
			return out, fmt.Errorf("%w (instance %d)", err, i+1)
		}
		out = append(out, r)
	}
	return out, nil
}

// Rechecked is the comparison of one instance with what its file expects.
type Rechecked struct {
	ID   string   `json:"id,omitempty"`
	Kind string   `json:"kind"`
	Ref  []string `json:"ref"`
	// Text is the form of the statement in words, for certificates.
	Text string `json:"text,omitempty"`
	// Answers are the computed values, in the notation of instance files.
	Answers map[string]any `json:"answers"`
	// Differences say in words where an expectation is not met, in the order of
	// its names; empty when all are.
	Differences []string `json:"differences"`
}

// header is what an instance file says about itself.
type header struct {
	ID     string                     `json:"id"`
	Kind   string                     `json:"kind"`
	Ref    []string                   `json:"ref"`
	Form   string                     `json:"form"`
	Expect map[string]json.RawMessage `json:"expect"`
	Tests  json.RawMessage            `json:"tests"`
}

func recheck(raw json.RawMessage, laws Laws) (Rechecked, error) {
	var h header
	if err := json.Unmarshal(raw, &h); err != nil {
		return Rechecked{}, fmt.Errorf("%w: %v", ErrInstance, err)
	}
	r := Rechecked{ID: h.ID, Kind: h.Kind, Ref: h.Ref, Differences: []string{}}
	found, err := answersOf(h, raw, laws)
	if err != nil {
		return r, err
	}
	r.Answers = plainValue(found).(map[string]any)
	if h.Kind == "statement" {
		f, err := formOf(h)
		if err != nil {
			return r, err
		}
		r.Text = f.Text
	}
	if h.Tests != nil { // inputs and expectations side by side
		if h.Expect == nil {
			h.Expect = map[string]json.RawMessage{}
		}
		h.Expect["tests"] = h.Tests
	}
	for _, name := range slices.Sorted(maps.Keys(h.Expect)) {
		got, ok := r.Answers[name]
		if !ok {
			r.Differences = append(r.Differences, fmt.Sprintf("%s: nothing computes it", name))
			continue
		}
		text, err := json.Marshal(got)
		if err != nil {
			return r, err
		}
		same := sameJSON
		if strings.HasSuffix(name, "_rref") { // a basis, in any order
			same = sameSets
		}
		if !same(text, h.Expect[name]) {
			r.Differences = append(r.Differences, fmt.Sprintf("%s: got %s, expected %s", name, text, h.Expect[name]))
		}
	}
	return r, nil
}

// answersOf computes what there is to know about an instance.
func answersOf(h header, raw json.RawMessage, laws Laws) (found answers, err error) {
	in, err := ParseInstance(raw)
	if err != nil {
		return nil, err
	}
	if h.Kind == "statement" {
		return judgementOf(h, in, laws)
	}
	kind, ok := kinds()[h.Kind]
	if !ok {
		return nil, fmt.Errorf("%w: unknown kind %q", ErrInstance, h.Kind)
	}
	c := NewCase(in, laws)
	_, err = c.judge(func(c *Case) bool {
		found = kind(c, raw)
		return true
	})
	return found, err
}

// judgementOf judges the form of a statement that a certificate names.
func judgementOf(h header, in Instance, laws Laws) (answers, error) {
	f, err := formOf(h)
	if err != nil {
		return nil, err
	}
	j, err := f.Judge(in, laws)
	if err != nil {
		return nil, err
	}
	hypotheses := map[string]bool{}
	for i, holds := range j.Hypotheses {
		hypotheses[f.Given[i].Name] = holds
	}
	return answers{"hypotheses": hypotheses, "conclusion": j.Conclusion}, nil
}

// formOf finds the form of a statement that a certificate names.
func formOf(h header) (Form, error) {
	if len(h.Ref) != 1 {
		return Form{}, fmt.Errorf("%w: a certificate refers to one statement", ErrInstance)
	}
	s, err := Find(h.Ref[0])
	if err != nil {
		return Form{}, err
	}
	for _, f := range s.Forms() {
		if f.Name == h.Form {
			return f, nil
		}
	}
	return Form{}, fmt.Errorf("%w: %s has no form %q", ErrInstance, s.ID, h.Form)
}

// sameJSON compares two JSON texts as values; {"re": x, "im": "0"} is x.
func sameJSON(a, b json.RawMessage) bool {
	var x, y any
	if json.Unmarshal(a, &x) != nil || json.Unmarshal(b, &y) != nil {
		return false
	}
	return canonical(withoutZeroImaginary(x)) == canonical(withoutZeroImaginary(y))
}

// sameSets compares two JSON lists as sets.
func sameSets(a, b json.RawMessage) bool {
	var x, y []any
	if json.Unmarshal(a, &x) != nil || json.Unmarshal(b, &y) != nil {
		return false
	}
	in := func(list []any, item any) bool {
		return slices.ContainsFunc(list, func(other any) bool { return canonical(item) == canonical(other) })
	}
	return len(x) == len(y) && !slices.ContainsFunc(x, func(item any) bool { return !in(y, item) })
}

// canonical is a value that was read from JSON, as JSON: the names of an object are in order.
func canonical(value any) string {
	text, _ := json.Marshal(value)
	return string(text)
}

func withoutZeroImaginary(value any) any {
	switch v := value.(type) {
	case []any:
		for i := range v {
			v[i] = withoutZeroImaginary(v[i])
		}
	case map[string]any:
		if len(v) == 2 && v["re"] != nil && v["im"] == "0" {
			return v["re"]
		}
		for name := range v {
			v[name] = withoutZeroImaginary(v[name])
		}
	}
	return value
}
