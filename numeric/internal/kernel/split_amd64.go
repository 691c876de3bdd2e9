//go:build amd64 && !purego

package kernel

//go:noescape
func splitAVX2(s *Split, dst, a, b *float64, n int) bool

//go:noescape
func splitAVX512(s *Split, dst, a, b *float64, n int) bool

// AddProducts writes a[i]·b[i], rounded to float64, to dst, and adds all of them. Where one is too
// large or has smaller parts it adds none, and reports false. It panics if there are fewer in a
// or b than in dst. The assembly takes multiples of eight.
func (s *Split) AddProducts(dst, a, b []float64) bool {
	n := len(dst)
	a, b = a[:n], b[:n]
	if level < AVX2 || n == 0 || n%Lanes != 0 {
		return s.addProducts(dst, a, b)
	}
	if level < AVX512 {
		return splitAVX2(s, &dst[0], &a[0], &b[0], n)
	}
	return splitAVX512(s, &dst[0], &a[0], &b[0], n)
}
