// Package interrupttest holds functions to the law of contexts: whatever takes a context returns
// its error where it ends, and no result.
package interrupttest

import (
	"context"
	"errors"
	"sync/atomic"
	"testing"
)

// countdown is a context that ends after so many looks at it.
type countdown struct {
	context.Context
	left atomic.Int64
}

func (c *countdown) Err() error {
	if c.left.Add(-1) < 0 {
		return context.Canceled
	}
	return nil
}

// Everywhere calls f with contexts that end at the first look, at the second one, and so on, until
// one does not end. It fails unless f returns context.Canceled for each, and nil for the last. It
// returns the number of looks.
func Everywhere(t *testing.T, f func(ctx context.Context) error) int {
	t.Helper()
	for looks := 0; ; looks++ {
		ctx := &countdown{Context: t.Context()}
		ctx.left.Store(int64(looks))
		switch err := f(ctx); {
		case ctx.left.Load() >= 0 && err != nil:
			t.Fatalf("after %d looks at the context, which did not end: %v", looks, err)
		case ctx.left.Load() >= 0:
			return looks
		case !errors.Is(err, context.Canceled):
			t.Fatalf("the context ended at look %d: %v, expected %v", looks+1, err, context.Canceled)
		}
	}
}
