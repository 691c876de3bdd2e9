// Package kernel holds the inner loops of numeric and numeric/modular, each in plain Go and,
// for processors that have the instructions, in assembly.
//
// The plain loop beside a kernel says what it computes; a test holds the two together on all
// lengths. Sums of floats have one order at every level, eight partial sums of every eighth
// product, and no product is fused with its sum. So the same input gives the same bytes on
// every machine. Sums modulo a prime are exact.
//
// The level is chosen once, when the program starts: the best that the processor has. The
// environment variable KEXPLAIN_CPU, generic, avx2 or avx512, chooses a lower one, for tests.
// The build tag purego leaves all assembly out.
package kernel

import "os"

// Level is a set of instructions.
type Level int

// The levels, each with all instructions of those before it.
const (
	Generic Level = iota // plain Go
	AVX2                 // vectors of four words
	AVX512               // vectors of eight words, and products of 52 bits: F, DQ, VL and IFMA
)

// names are those of KEXPLAIN_CPU.
var names = [...]string{Generic: "generic", AVX2: "avx2", AVX512: "avx512"}

// String returns the name of the level.
func (l Level) String() string { return names[l] }

// level is the level in use.
var level = chosen(available, os.Getenv("KEXPLAIN_CPU"))

// Vectors reports whether the level in use has vectors of float64 in assembly.
func Vectors() bool { return level >= AVX2 }

// chosen returns the level of the given name if it is available, and the best one otherwise.
func chosen(best Level, name string) Level {
	for l, n := range names {
		if n == name && Level(l) <= best {
			return Level(l)
		}
	}
	return best
}
