package digits

import (
	"encoding/binary"
	"fmt"
	"io"

	"gonum.org/v1/gonum/mat"
)

const (
	idxImages = 2051 // unsigned bytes, three dimensions
	idxLabels = 2049 // unsigned bytes, one dimension
	// idxMaxBytes bounds what a header may promise, so that a corrupted one
	// cannot ask for all the memory there is: ten times the training images.
	idxMaxBytes = 10 * 60000 * 28 * 28
)

// ReadIDX reads images and their labels in the IDX format of MNIST. Pixels are
// divided by 255. A file that is too short or too long, holds a label above 9,
// or disagrees with the other in the number of images gives an error that wraps
// ErrFormat.
func ReadIDX(images, labels io.Reader) (*Set, error) {
	size, pixels, err := readIDX(images, idxImages, 3)
	if err != nil {
		return nil, fmt.Errorf("images: %w", err)
	}
	_, digits, err := readIDX(labels, idxLabels, 1)
	if err != nil {
		return nil, fmt.Errorf("labels: %w", err)
	}
	if size[0] != len(digits) {
		return nil, fmt.Errorf("%w: %d images but %d labels", ErrFormat, size[0], len(digits))
	}
	s := &Set{Height: size[1], Width: size[2], Labels: make([]int, len(digits))}
	for i, d := range digits {
		if d > 9 {
			return nil, fmt.Errorf("%w: label %d of image %d is not a digit", ErrFormat, d, i)
		}
		s.Labels[i] = int(d)
	}
	values := make([]float64, len(pixels))
	for i, p := range pixels {
		values[i] = float64(p) / 255
	}
	s.Pixels = mat.NewDense(size[0], size[1]*size[2], values)
	return s, nil
}

// readIDX reads one IDX file of bytes with the given first number and number of
// dimensions, none of them zero, and returns the dimensions and the bytes.
func readIDX(r io.Reader, magic uint32, dims int) (size []int, data []byte, err error) {
	r, err = unpack(r)
	if err != nil {
		return nil, nil, err
	}
	header := make([]uint32, 1+dims)
	if err := binary.Read(r, binary.BigEndian, header); err != nil {
		return nil, nil, fmt.Errorf("%w: header: %v", ErrFormat, err)
	}
	if header[0] != magic {
		return nil, nil, fmt.Errorf("%w: begins with %d instead of %d", ErrFormat, header[0], magic)
	}
	total := uint64(1)
	for _, h := range header[1:] {
		if h == 0 || uint64(h) > idxMaxBytes/total {
			return nil, nil, fmt.Errorf("%w: dimensions %v are zero or promise more than %d bytes", ErrFormat, header[1:], idxMaxBytes)
		}
		total *= uint64(h)
		size = append(size, int(h))
	}
	// ReadAll grows with what is there, not with what the header promises.
	data, err = io.ReadAll(io.LimitReader(r, int64(total)+1))
	if err != nil {
		return nil, nil, fmt.Errorf("%w: %v", ErrFormat, err)
	}
	if uint64(len(data)) != total {
		return nil, nil, fmt.Errorf("%w: dimensions %v promise %d bytes, there are %s", ErrFormat, size, total, counted(len(data), int(total)))
	}
	return size, data, nil
}

func counted(n, limit int) string {
	if n > limit {
		return "more"
	}
	return fmt.Sprint(n)
}
