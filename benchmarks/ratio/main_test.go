package main

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// TestRun compares a program with itself.
func TestRun(t *testing.T) {
	dir := t.TempDir()
	program, file := filepath.Join(dir, "program"), filepath.Join(dir, "points.csv")
	require.NoError(t, os.WriteFile(program, []byte("#!/bin/sh\nseq 20000 >/dev/null\nexit 1\n"), 0o700)) //nolint:gosec // it is run
	require.NoError(t, os.WriteFile(file, []byte("x,y\n"), 0o600))
	var out bytes.Buffer
	require.NoError(t, run(context.Background(), &out, []string{"-runs", "2", program, program, file, file}))
	assert.Contains(t, out.String(), "2 files: median ratio ")
	require.Error(t, run(context.Background(), &out, []string{program, file}))
	require.Error(t, run(context.Background(), &out, []string{filepath.Join(dir, "none"), program, file}))
}
