package main

import (
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
)

// TestTargets: code moves, and a target without its file would be left out.
func TestTargets(t *testing.T) {
	for _, target := range targets() {
		assert.FileExists(t, filepath.Join("..", "..", target.file))
	}
}
