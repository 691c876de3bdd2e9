package plural

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

func TestCount(t *testing.T) {
	tests := []struct {
		n          int
		noun, want string
	}{
		{0, "row", "0 rows"}, {1, "row", "1 row"}, {2, "row", "2 rows"},
		{1, "different point", "1 different point"}, {3, "different point", "3 different points"},
		{1, "class", "1 class"}, {2, "class", "2 classes"},
	}
	for _, tt := range tests {
		assert.Equal(t, tt.want, Count(tt.n, tt.noun))
	}
}

func TestVerb(t *testing.T) {
	assert.Equal(t, "is", Verb(1, "is", "are"))
	assert.Equal(t, "are", Verb(0, "is", "are"))
	assert.Equal(t, "are", Verb(2, "is", "are"))
}
