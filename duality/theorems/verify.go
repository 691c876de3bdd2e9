package theorems

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
)

// ErrUnknown says that no statement has an identifier.
var ErrUnknown = errors.New("theorems: no such statement")

// DefaultInstances is the number of random instances on which a statement is
// checked by default.
const DefaultInstances = 200

// DefaultSeed chooses the instances of a default run.
const DefaultSeed = 1

// Options say what to verify and how thoroughly.
type Options struct {
	// IDs are the statements to check, as for Select; empty means all of them.
	IDs []string
	// Instances is the number of random instances that must satisfy the
	// hypotheses of each statement; 0 means DefaultInstances.
	Instances int
	// Seed chooses the instances; the same seed chooses the same ones on any
	// number of threads.
	Seed uint64
	// Laws are the formulas to judge by; the zero value means Correct().
	Laws Laws
	// Progress, if not nil, is told how many statements of how many are done. It
	// is called from several goroutines.
	Progress func(done, total int)
}

// Find returns the statement with an identifier, or ErrUnknown.
func Find(id string) (*Statement, error) {
	all := All()
	i := slices.IndexFunc(all, func(s Statement) bool { return s.ID == id })
	if i < 0 {
		return nil, fmt.Errorf("%w: %q", ErrUnknown, id)
	}
	return &all[i], nil
}

// Select returns the statements with the given identifiers, or of the given
// sources ("CKI"), in upper or lower case, in the order of the sources; all of
// them when there are no identifiers. It fails with ErrUnknown.
func Select(ids []string) ([]Statement, error) {
	all := All()
	if len(ids) == 0 {
		return all, nil
	}
	wanted := map[string]bool{}
	for _, id := range ids {
		name := strings.ToUpper(id)
		if !slices.ContainsFunc(all, func(s Statement) bool { return s.ID == name || s.prefix() == name }) {
			return nil, fmt.Errorf("%w: found %q, expected an identifier such as %s or %s", ErrUnknown, id, all[0].ID, all[0].prefix())
		}
		wanted[name] = true
	}
	return slices.DeleteFunc(all, func(s Statement) bool { return !wanted[s.ID] && !wanted[s.prefix()] }), nil
}

// Verify checks statements, several at a time, and returns the outcomes in the
// order of the sources. It fails with ErrUnknown for an unknown identifier and
// with the context's error when that ends.
func Verify(ctx context.Context, opts Options) ([]*Outcome, error) {
	statements, err := Select(opts.IDs)
	if err != nil {
		return nil, err
	}
	if opts.Instances == 0 {
		opts.Instances = DefaultInstances
	}
	if opts.Laws.Gamma2 == nil {
		opts.Laws = Correct()
	}
	outcomes := make([]*Outcome, len(statements))
	next := make(chan int)
	var workers sync.WaitGroup
	var done atomic.Int64
	for range min(runtime.GOMAXPROCS(0), len(statements)) {
		workers.Go(func() {
			for i := range next {
				outcomes[i] = statements[i].Check(ctx, opts.Instances, opts.Seed, opts.Laws)
				if opts.Progress != nil {
					opts.Progress(int(done.Add(1)), len(statements))
				}
			}
		})
	}
	for i := range statements {
		if ctx.Err() != nil {
			break
		}
		next <- i
	}
	close(next)
	workers.Wait()
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	return outcomes, nil
}
