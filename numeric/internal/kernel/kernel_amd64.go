//go:build amd64 && !purego

package kernel

import "golang.org/x/sys/cpu"

// available is the best level of this processor.
var available = func() Level {
	x := &cpu.X86
	switch {
	case x.HasAVX512F && x.HasAVX512DQ && x.HasAVX512VL && x.HasAVX512IFMA:
		return AVX512
	case x.HasAVX2:
		return AVX2
	default:
		return Generic
	}
}()
