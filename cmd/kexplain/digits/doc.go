// Package digits reads the two sets of handwritten digits on which the
// kernel-duality papers test their learners.
//
// # The sets
//
// USPS [LBD+90]: 7291 training and 2007 test images of 16 × 16 grey values in
// [-1, 1], -1 the background, one image a line, the digit first, blanks
// between ("zip.train", "zip.test").
//
// MNIST [LBBH98]: 60000 training and 10000 test images of 28 × 28 bytes, 0 the
// background, in the IDX format: a big-endian header (the number 2051 for
// images, 2049 for labels; then the sizes) followed by the bytes. They come out
// here as grey values in [0, 1].
//
// Both are read gzipped or plain, whichever they are. A [Set] is a matrix with
// one image a row and one label beside each row. Reading checks everything that
// a truncated or foreign file could get wrong and names the line or the byte.
//
// # Use
//
//	train, test, err := digits.LoadUSPS("data/usps")
//
// # References
//
// [LBD+90] Y. Le Cun et al., Handwritten digit recognition with a
// back-propagation network, NIPS 2 (1990).
//
// [LBBH98] Y. LeCun, L. Bottou, Y. Bengio, P. Haffner, Gradient-based learning
// applied to document recognition, Proc. IEEE 86 (1998).
package digits
