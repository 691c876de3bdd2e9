package explain_test

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/kexplain/kexplain/explain"
)

// TestHelpRows: more rows are said to help only where more would be compared.
func TestHelpRows(t *testing.T) {
	e := explain.NoEquationError{Best: "y = x", Null: explain.Null{Kind: "a line"}, Lead: 1, Needed: 2.2, Rows: 60}
	assert.Equal(t, "it describes the rows better than a line by 1.0 nats, and 2.2 are needed; some 140 rows of this kind would do", e.Help())
	e.Rows = 250
	assert.Equal(t, "it describes the rows better than a line by 1.0 nats, and 2.2 are needed; rows of a wider range, or with smaller errors, may help", e.Help())
}
