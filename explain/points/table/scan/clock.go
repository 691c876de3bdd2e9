package scan

import (
	"math/big"
	"strconv"
	"strings"
	"time"
)

// Clock is a time written with colons.
type Clock struct {
	Seconds string // as a decimal, with 4:42 for minutes and seconds
	Short   bool   // there are two parts, which may be hours and minutes as well
	Beyond  bool   // no time of the day: 83:12, 26:10:05 or 4:42.5
	Padded  bool   // two parts, with seconds such as 05 or 42.5, which no score and no ratio has
}

// ClockOf reads 4:42, 83:12.5 and 1:04:42.
func ClockOf(cell []byte) (Clock, bool) {
	const longest = 20
	if len(cell) > longest {
		return Clock{}, false
	}
	parts := strings.Split(string(cell), ":")
	n := len(parts)
	if n < 2 || n > 3 {
		return Clock{}, false
	}
	var fraction string
	if at := strings.IndexAny(parts[n-1], ".,"); at >= 0 {
		parts[n-1], fraction = parts[n-1][:at], "."+parts[n-1][at+1:]
		if !allDigits(fraction[1:]) {
			return Clock{}, false
		}
	}
	seconds, first := 0, 0
	for k, part := range parts {
		x, err := strconv.Atoi(part)
		const most = 1e6
		if err != nil || !allDigits(part) || x > most || k > 0 && (len(part) != 2 || x > 59) {
			return Clock{}, false
		}
		if k == 0 {
			first = x
		}
		seconds = 60*seconds + x
	}
	const day = 24
	short := n == 2
	return Clock{Seconds: strconv.Itoa(seconds) + fraction, Short: short,
		Beyond: first >= day || short && fraction != "", Padded: short && (parts[1][0] == '0' || fraction != "")}, true
}

// In is the time in a unit, as a decimal or a fraction.
func (c Clock) In(unit time.Duration) string {
	if unit == time.Second {
		return c.Seconds
	}
	return new(big.Rat).Mul(ExactText(c.Seconds).Big(), big.NewRat(int64(time.Second), int64(unit))).RatString()
}

// Whole is the number of seconds, or of minutes where the parts are hours and minutes. It
// returns false for a fraction.
func (c Clock) Whole() (int, bool) {
	n, err := strconv.Atoi(c.Seconds)
	return n, err == nil
}
