// Package plural writes numbers of things.
package plural

import (
	"strconv"
	"strings"
)

// Count writes "1 row", "25 rows" or "2 classes". The noun is in the singular; words may
// stand before it, "different point".
func Count(n int, noun string) string { return strconv.Itoa(n) + " " + Noun(n, noun) }

// Noun is the noun for n things.
func Noun(n int, noun string) string {
	switch {
	case n == 1:
		return noun
	case strings.HasSuffix(noun, "s"):
		return noun + "es"
	}
	return noun + "s"
}

// Verb is the verb for n things, of which one and many are the forms.
func Verb(n int, one, many string) string {
	if n == 1 {
		return one
	}
	return many
}
