package cli

import (
	"flag"
	"io"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// TestNumbers: the error of a flag with a number names the flag, the value and the range.
func TestNumbers(t *testing.T) {
	const seeds = "expected a whole number from 0 to 18446744073709551615"
	tests := []struct{ line, want string }{
		{"learn --degree -1", "expected a degree from 1 to 20"},
		{"learn --degree 21", "expected a degree from 1 to 20"},
		{"learn --order 0", "expected a whole number from 1 on"},
		{"learn --rows -2", "expected a whole number from 1 on"},
		{"learn --seed 1.5", seeds},
		{"learn --degree-in x=21", "expected a list such as u,v=1; x,y=1, of degrees from 0 to 20"},
		{"learn --groups rows:2", "expected rows:N with at least 3 rows"},
		{"ideal --degree 0", "expected a whole number from 1 on"},
		{"ideal --degree 99999999999999999999", "expected at most 1000000000"},
		{"ideal --degree -99999999999999999999", "expected a whole number from 1 on"},
		{"compare --degree 2000000000", "expected at most 1000000000"},
		{"compare --sigma -1", "expected a number from 0 on"},
		{"compare --sigma 1e400", "expected a number of at most 1.8e+308"},
		{"compare --resamples 0", "expected a whole number from 1 on, or -1"},
		{"compare --cost=perhaps", "expected true or false"},
		{"fit --degree -1", "expected a whole number from 0 on"},
		{"fit --huber 0", "expected a positive number"},
		{"fit --huber nan", "expected a positive number"},
		{"fit --points 0", "expected a whole number from 1 on"},
		{"fit --sigma x", "expected a number from 0 on"},
		{"cluster --classes 0", "expected a whole number from 1 on"},
		{"cluster --restarts 0", "expected a whole number from 1 on"},
		{"classify --folds 1", "expected a whole number from 2 on"},
		{"classify --degree 0", "expected a whole number from 1 on"},
		{"classify --count 0", "expected a whole number from 1 on"},
		{"verify --instances 0", "expected a whole number from 1 on"},
		{"verify --seed -1", seeds},
		{"experiment --seed 18446744073709551616", seeds},
	}
	for _, tt := range tests {
		t.Run(tt.line, func(t *testing.T) {
			c, args, err := find(strings.Fields(tt.line))
			require.NoError(t, err)
			flags := flag.NewFlagSet(c.name, flag.ContinueOnError)
			flags.SetOutput(io.Discard)
			c.bindAll(flags)
			_, err = parse(flags, args)
			name, value, cut := strings.Cut(args[0], "=")
			if !cut {
				value = args[1]
			}
			assert.EqualError(t, err, name+": found "+strconv.Quote(value)+", "+tt.want)
			assert.ErrorIs(t, err, errUsage)
		})
	}
}

// TestPenalty: a penalty that is no number of the processor is refused with the range.
func TestPenalty(t *testing.T) {
	for _, l := range []string{"1e400", "1e-400"} {
		status, _, stderr := call(t, "", "fit", "testdata/boyle.csv", "--penalty", l)
		assert.Equal(t, statusUsage, status)
		assert.Contains(t, stderr, `--penalty: found "`+l+`", expected a number from 1e-300 to 1e300`)
	}
}
