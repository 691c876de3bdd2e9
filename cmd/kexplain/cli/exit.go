package cli

import (
	"context"
	"errors"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/kexplain/kexplain/cmd/kexplain/digits"
	"github.com/kexplain/kexplain/cmd/kexplain/experiment"
	"github.com/kexplain/kexplain/duality/theorems"
	"github.com/kexplain/kexplain/explain"
	"github.com/kexplain/kexplain/explain/equations"
	"github.com/kexplain/kexplain/explain/points/table"
	"github.com/kexplain/kexplain/explain/state"
	"github.com/kexplain/kexplain/internal/escape"
	"github.com/kexplain/kexplain/learn"
	"github.com/kexplain/kexplain/ring"
)

// The exit status of kexplain.
const (
	statusDone        = 0
	statusNoAnswer    = 1
	statusUsage       = 2
	statusBug         = 3
	statusInterrupted = 130 // 128 + SIGINT, as shells have it
)

// meaning is what the help says of a status.
type meaning struct {
	status int
	text   string
}

// meanings are those of all statuses.
func meanings() []meaning {
	return []meaning{
		{statusDone, "done"},
		{statusNoAnswer, "no answer, or not to all that was asked: the data allow none, a bound such as --timeout was reached, or the answer could not be written"},
		{statusUsage, "wrong usage, or a file that cannot be read as what it should be"},
		{statusBug, "a mistake in the program"},
		{statusInterrupted, "interrupted"},
	}
}

// classes are the errors that a user can cause, with their status. The first
// class that an error matches decides; an error in no class has statusNoAnswer.
func classes() []class {
	return []class{
		{errBound, statusNoAnswer}, // before context.Canceled, which it may hold
		{table.ErrEmpty, statusNoAnswer},
		{explain.ErrData, statusNoAnswer},
		{ring.ErrUnable, statusNoAnswer},
		{errUsage, statusUsage},
		{table.ErrInput, statusUsage},
		{table.ErrColumn, statusUsage},
		{equations.ErrSyntax, statusUsage},
		{theorems.ErrUnknown, statusUsage},
		{theorems.ErrInstance, statusUsage},
		{theorems.ErrConjecture, statusUsage},
		{experiment.ErrNoData, statusUsage},
		{digits.ErrFormat, statusUsage},
		{learn.ErrModelFile, statusUsage},
		{state.ErrFile, statusUsage},
		{state.ErrMerge, statusUsage},
		{context.Canceled, statusInterrupted},
	}
}

type class struct {
	err    error
	status int
}

// statusOf returns the exit status for an error.
func statusOf(err error) int {
	if err == nil {
		return statusDone
	}
	for _, c := range classes() {
		if errors.Is(err, c.err) {
			return c.status
		}
	}
	return statusNoAnswer
}

// errUsage is matched by errors about arguments and flags; only they are
// followed by a pointer to the help.
var errUsage = errors.New("wrong usage")

// usageError is an error about arguments and flags.
type usageError struct{ message string }

func (e usageError) Error() string        { return e.message }
func (e usageError) Is(target error) bool { return target == errUsage }

// message is the line that an error is reported with, after the name of the
// command. The name of the package that noticed it says nothing to a user and
// is dropped, and so is a sentinel that only sorts errors.
func message(name string, err error) string {
	s := withoutPackages(escape.Joined(err.Error()))
	for _, sentinel := range []error{table.ErrInput, table.ErrColumn, equations.ErrSyntax, explain.ErrNotSolved} {
		s = strings.TrimSuffix(s, ": "+sentinel.Error())
	}
	if errors.Is(err, errUsage) {
		s += "; see " + name + " --help"
	}
	return s
}

// withoutPackages is a text without the names of packages that it begins with.
func withoutPackages(s string) string {
	for {
		first, rest, ok := strings.Cut(s, ": ")
		if !ok || !slices.Contains(packages(), first) {
			return s
		}
		s = rest
	}
}

// messages are the lines that an error is reported with: one, and more where a search
// found nothing.
func messages(name string, err error) []string {
	var none *refusal
	switch {
	case err == nil:
		return nil
	case errors.As(err, &none):
		return strings.Split(name+": "+none.Error(), "\n")
	}
	return []string{name + ": " + message(name, err)}
}

// packages are those that say their name in errors.
func packages() []string {
	return []string{
		"approx", "atomicfile", "border", "classify", "cluster", "compare", "conserved", "derived", "digits", "duality", "equations", "experiment", "explain", "feature", "groebner", "invariant",
		"judge", "learn", "modular", "moment", "numeric", "plot", "png", "points", "poly", "report", "residual", "ring", "state", "table", "theorems", "theory", "varieties", "wide",
	}
}

// maxLine is the length in bytes of the longest line that an error is reported with, its
// end included.
const maxLine = 400

// errorLine cuts a longer line in the middle: its beginning says where, its end what to
// do. The places that quote files and arguments cut what they quote, so that this is
// seldom needed.
func errorLine(s string) string {
	const gap, tail = " … ", maxLine / 3
	if len(s) < maxLine {
		return s
	}
	head, rest := s[:maxLine-1-tail-len(gap)], s[len(s)-tail:]
	for len(head) > 0 && !utf8.RuneStart(s[len(head)]) {
		head = head[:len(head)-1]
	}
	for len(rest) > 0 && !utf8.RuneStart(rest[0]) {
		rest = rest[1:]
	}
	return head + gap + rest
}
