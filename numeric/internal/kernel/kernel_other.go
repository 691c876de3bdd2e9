//go:build !amd64 || purego

package kernel

// available is the best level of this build.
const available = Generic
