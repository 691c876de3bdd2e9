package report

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

// TestMoves names the neighbours that show the motion of a polynomial.
func TestMoves(t *testing.T) {
	l := Law{Motion: 0.21, MotionSize: 10}
	assert.Equal(t, "0.21 of its variance is motion within groups and no error, since neighbouring rows agree on it (10 standard errors)", l.moves())
	l.Along = "x"
	assert.Contains(t, l.moves(), "since rows of a group with nearly the same x agree on it")
}
