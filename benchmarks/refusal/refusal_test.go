package main

import (
	"bytes"
	"testing"

	"github.com/stretchr/testify/require"
)

// TestRefusal: what the program promises: nothing is claimed of points without
// structure.
func TestRefusal(t *testing.T) {
	o, err := parse([]string{"-density", "uniform,correlated,tight", "-vars", "2", "-n", "50,200", "-seeds", "1"})
	require.NoError(t, err)
	var out bytes.Buffer
	require.NoError(t, run(t.Context(), &out, o))
	require.Contains(t, out.String(), "An equation was claimed in 0 of 6 runs.\n")
}

func TestErrors(t *testing.T) {
	for _, args := range [][]string{{"-density", "spiral"}, {"-n", "0"}, {"-vars", "two"}, {"-n", "50,200,1000", "-seeds", "1,2"}} {
		_, err := parse(args)
		require.Error(t, err, "%v", args)
	}
}
