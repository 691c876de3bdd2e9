package command_test

import (
	"flag"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/kexplain/kexplain/benchmarks/internal/command"
)

// flags declares one flag of each kind.
type flags struct {
	limits command.Limits
	names  []string
	n      []int
	sigma  []float64
	colour []string
}

func parse(args ...string) (flags, []string, error) {
	o := flags{n: []int{200, 1000}}
	set := flag.NewFlagSet("test", flag.ContinueOnError)
	o.limits.Bind(set, time.Minute)
	command.List(set, &o.names, "names", "names", command.Word)
	command.List(set, &o.n, "n", "numbers", command.Count)
	command.List(set, &o.sigma, "sigma", "noise levels", command.Level)
	command.List(set, &o.colour, "colour", "colours", command.OneOf("colour", "red", "green"))
	rest, err := command.Parse(set, args)
	return o, rest, err
}

func TestParse(t *testing.T) {
	o, rest, err := parse("-names", "a,b", "-sigma", "0,1e-2", "-colour=red", "-timeout", "3s", "x", "y")
	require.NoError(t, err)
	assert.Equal(t, []string{"a", "b"}, o.names)
	assert.Equal(t, []int{200, 1000}, o.n, "the default")
	assert.Equal(t, []float64{0, 0.01}, o.sigma)
	assert.Equal(t, []string{"red"}, o.colour)
	assert.Equal(t, 3*time.Second, o.limits.Timeout)
	assert.Equal(t, []string{"x", "y"}, rest)

	o, _, err = parse("-n", "")
	require.NoError(t, err)
	assert.Empty(t, o.n)
	_, _, err = parse("-h")
	require.ErrorIs(t, err, flag.ErrHelp)
}

func TestParseErrors(t *testing.T) {
	for _, args := range [][]string{
		{"-n", "0"}, {"-n", "1,"}, {"-n", "many"}, {"-sigma", "-1"}, {"-sigma", "NaN"}, {"-colour", "blue"}, {"-none", "1"},
	} {
		o, _, err := parse(args...)
		assert.Error(t, err, "%v", args)
		assert.Equal(t, []int{200, 1000}, o.n, "%v", args)
	}
	_, err := command.Positive("0")
	require.Error(t, err)
	x, err := command.Positive("0.5")
	require.NoError(t, err)
	assert.InDelta(t, 0.5, x, 0)
}
