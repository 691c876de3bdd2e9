package cli

import (
	"errors"
	"flag"
	"fmt"
	"math"
	"strconv"
	"strings"
)

// maxCount is the largest number of things that a flag takes. It fits an int on every
// machine.
const maxCount = 1_000_000_000

// whole declares a flag for a number of things, least or more. Its default is what value
// holds.
func whole(flags *flag.FlagSet, value *int, name, usage string, least int) {
	choice(flags, value, name, usage, func(s string) (int, error) { return number(s, least) })
}

// number reads a number of things, least or more.
func number(s string, least int) (int, error) {
	s = strings.TrimSpace(s)
	n, err := strconv.Atoi(s)
	switch {
	case errors.Is(err, strconv.ErrRange) && !strings.HasPrefix(s, "-"), err == nil && n > maxCount:
		return 0, fmt.Errorf("found %q, expected at most %d", s, maxCount)
	case err != nil || n < least:
		return 0, fmt.Errorf("found %q, expected a whole number from %d on", s, least)
	}
	return n, nil
}

// seed declares the flag --seed. Its default is what value holds.
func seed(flags *flag.FlagSet, value *uint64, usage string) {
	choice(flags, value, "seed", usage, func(s string) (uint64, error) {
		n, err := strconv.ParseUint(s, 10, 64)
		if err != nil {
			return 0, fmt.Errorf("found %q, expected a whole number from 0 to %d", s, uint64(math.MaxUint64))
		}
		return n, nil
	})
}

// positive declares a flag for a positive number, of which 0 is one too where zero is
// true. Its default is what value holds.
func positive(flags *flag.FlagSet, value *float64, name, usage string, zero bool) {
	choice(flags, value, name, usage, func(s string) (float64, error) {
		x, err := strconv.ParseFloat(s, 64)
		switch {
		case math.IsInf(x, 1):
			return 0, fmt.Errorf("found %q, expected a number of at most %.3g", s, math.MaxFloat64)
		case zero && (err != nil || !(x >= 0)):
			return 0, fmt.Errorf("found %q, expected a number from 0 on", s)
		case !zero && (err != nil || !(x > 0)):
			return 0, fmt.Errorf("found %q, expected a positive number", s)
		}
		return x, nil
	})
}
