package theorems

import (
	"cmp"
	"slices"
	"strings"

	"github.com/kexplain/kexplain/internal/stable"
)

// Verdict is the judgement on a statement as it is printed.
type Verdict string

// The verdicts. TrueUnder means true under a hypothesis or a reading that the
// paper does not state.
const (
	True       Verdict = "true"
	TrueUnder  Verdict = "true under a hypothesis"
	Ambiguous  Verdict = "ambiguous"
	False      Verdict = "false"
	NotChecked Verdict = "not checkable"
)

// Statement is one statement of the sources, with everything that is needed to
// put it to the test in exact arithmetic.
//
// The correct form consists of Given and Then: whenever all hypotheses hold for
// an instance, the conclusion must. Where the printed form is a different one,
// Printed holds it in the same shape together with an instance that refutes it.
type Statement struct {
	ID    string // "CKI-19"
	Place string // "Theorem 3.3(a)"
	// Claim is the statement as printed, in short.
	Claim string
	// Verdict judges Claim.
	Verdict Verdict
	// Correct is the form that is checked, in words; empty when Claim is.
	Correct string
	// Under is what TrueUnder adds, in a few words.
	Under string
	// Reason says why a statement is NotChecked.
	Reason string

	// Complex admits instances over Q(i); otherwise they are rational.
	Complex bool
	// Draw makes a random instance. It should satisfy Given often, not always.
	Draw func(*Gen) Instance
	// Given are the hypotheses of the correct form.
	Given []Hypothesis
	// Then is its conclusion.
	Then Predicate

	// Idle says that the conclusion is empty for an instance, so that it could not
	// have failed. Nil means that it can fail on every instance.
	Idle Predicate

	// Printed are readings of the printed text that fail.
	Printed []Printed
}

// Predicate is an exact yes-or-no question about an instance.
type Predicate func(*Case) bool

// Hypothesis is one hypothesis of a form.
type Hypothesis struct {
	Name  string
	Holds Predicate
	// Without is an instance for which every other hypothesis holds, this one
	// does not, and the conclusion is false: the hypothesis cannot be dropped.
	// It is nil for standing assumptions, which only say what the symbols are.
	Without Instance
}

// Printed is a reading of a printed statement that fails for Counterexample:
// its hypotheses hold, its conclusion does not.
type Printed struct {
	Reading        string
	Given          []Hypothesis
	Then           Predicate
	Counterexample Instance
}

// Source returns the name of the text that the statement comes from.
func (s *Statement) Source() string { return sources[s.prefix()] }

func (s *Statement) prefix() string {
	prefix, _, _ := strings.Cut(s.ID, "-")
	return prefix
}

// rank puts the sources in order.
func (s *Statement) rank() int { return slices.Index(order, s.prefix()) }

var order = []string{"DKL", "CKI", "CPX", "IKT", "KR", "KX"}

// sources names the texts by the prefix of an identifier.
var sources = map[string]string{
	"DKL": "Dual-to-Kernel Learning with Ideals",
	"CKI": "Learning with Cross-Kernels and Ideal PCA",
	"CPX": "the two above, over the complex numbers",
	"IKT": "Learning with Algebraic Invariances, and the Invariant Kernel Trick",
	"KR":  "Kernels and Regularisation (lecture slides)",
	"KX":  "what kexplain computes with, by identities of the papers",
}

// Corrected returns the form that is checked, in words.
func (s *Statement) Corrected() string {
	if s.Correct == "" {
		return s.Claim
	}
	return s.Correct
}

// All returns every statement, in the order of the sources. The slice is the
// caller's.
func All() []Statement {
	var all []Statement
	for _, chapter := range [][]Statement{
		dklKernels(), dklIdeals(), dklTheorem3(), dklAlgorithm1(), dklAVICA(), dklGenerators(), dklNoise(),
		ckiFeatures(), ckiCross(), ckiDecomposition(), ckiAlgorithms(), ckiEvaluation(),
		complexField(),
		iktFoundations(), iktInvariants(), iktGroups(), iktFactorisation(),
		krConvexity(), krRidge(), krKernels(), krProblems(),
		productStatements(),
	} {
		all = append(all, chapter...)
	}
	empty := idle()
	for i, s := range all {
		all[i].Idle = empty[s.ID]
	}
	stable.Sort(all, func(s, t Statement) int {
		return cmp.Or(cmp.Compare(s.rank(), t.rank()), cmp.Compare(s.ID, t.ID))
	})
	return all
}

// given builds a list of hypotheses.
func given(hs ...Hypothesis) []Hypothesis { return hs }

// without returns h with the instance that shows why it cannot be dropped, in
// the notation of instance files.
func (h Hypothesis) without(instance string) Hypothesis {
	h.Without = exactly(instance)
	return h
}
