package cli

import (
	"flag"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// TestFlagAgain: the values of a flag that is given again make one list where they are lists. Of other flags a second value,
// unless it is the first one, is an error, as one of the two would have no effect.
func TestFlagAgain(t *testing.T) {
	o := &learnOptions{}
	flags := flag.NewFlagSet("learn", flag.ContinueOnError)
	o.bind(flags)
	positional, err := parse(flags, []string{
		"--with", "v = d(x, t)", "t.csv", "--with=a = d2(x, t)", "--columns", "x", "--columns", "t,y", "--noise", "x=0.1", "--noise", "y=2%",
		"--units", "x=m", "--units", "t=s", "--degree-in", "x,y=1", "--degree-in", "t=2", "--degree", "2", "--degree", "2", "--explain", "--explain",
		"--complex", "re:im", "--complex", "u:v",
	})
	require.NoError(t, err)
	assert.Equal(t, []string{"t.csv"}, positional)
	assert.Equal(t, "v = d(x, t), a = d2(x, t)", o.with)
	assert.Equal(t, "x,t,y", o.data.columns)
	assert.Equal(t, "re:im,u:v", o.complex)
	assert.ElementsMatch(t, []string{"x", "y"}, o.noise.names())
	assert.Len(t, o.units, 2)
	assert.Len(t, o.options.DegreeIn, 2)

	for _, second := range [][2]string{{"given", "x=1"}, {"degree", "3"}, {"target", "y"}, {"output", "b.txt"}} {
		first := map[string]string{"given": "y=2", "degree": "2", "target": "x", "output": "a.txt"}[second[0]]
		status, out, message := call(t, "x,y\n1,2\n2,4\n3,6\n", "learn", "-", "--"+second[0], first, "--"+second[0]+"="+second[1])
		assert.Equal(t, statusUsage, status)
		assert.Empty(t, out)
		assert.Contains(t, message, "found --"+second[0]+" twice, with "+first+" and "+second[1]+", expected it once")
	}
	status, _, message := call(t, "x,y\n1,2\n2,4\n3,6\n", "learn", "-", "--noise", "x=1", "--noise", "x=2")
	assert.Equal(t, statusUsage, status)
	assert.Contains(t, message, "found x twice")
}

// TestFlagsAgainOfCommands: flags that keep all values by themselves do so, and the other lists have a separator.
func TestFlagsAgainOfCommands(t *testing.T) {
	d := &command{}
	for _, c := range commands() {
		if c.name == "derive" {
			d = c
		}
	}
	flags := flag.NewFlagSet("derive", flag.ContinueOnError)
	d.bindAll(flags)
	_, err := parse(flags, []string{"--target", "a", "--target", "T"})
	require.NoError(t, err)
	status, out, message := call(t, "", "inductive", "y = 2*x", "--init", "x = 0", "--init", "y = 0", "--step", "x = x + 1; y = y + 2", "--step", "x = x")
	assert.Zero(t, status, out+message)
}
