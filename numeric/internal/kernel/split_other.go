//go:build !amd64 || purego

package kernel

// AddProducts writes a[i]·b[i], rounded to float64, to dst, and adds all of them. Where one is too
// large or has smaller parts it adds none, and reports false. It panics if there are fewer in a
// or b than in dst.
func (s *Split) AddProducts(dst, a, b []float64) bool { return s.addProducts(dst, a, b) }
