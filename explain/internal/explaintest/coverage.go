package explaintest

import (
	"math"
	"testing"

	"github.com/stretchr/testify/assert"
)

// Coverage counts how often an interval of ± 1.96 standard errors held the truth.
type Coverage struct{ Held, Of int }

func (c *Coverage) Add(estimate, stderr, truth float64) {
	c.Of++
	if math.Abs(estimate-truth) <= 1.96*stderr {
		c.Held++
	}
}

// Share is from 0.93 to 0.97 where the standard errors are right: the share over
// 1000 repetitions has itself a standard error of 0.007.
func (c Coverage) Share() float64 { return float64(c.Held) / float64(c.Of) }

func (c Coverage) AssertNominal(t *testing.T, what string) {
	t.Helper()
	assert.True(t, c.Share() >= 0.93 && c.Share() <= 0.97, "%s: %d of %d", what, c.Held, c.Of)
}
