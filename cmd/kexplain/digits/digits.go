package digits

import (
	"bufio"
	"compress/gzip"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"

	"gonum.org/v1/gonum/mat"
)

// ErrFormat says that a file is not what its name promises: truncated, of
// another format, or with values out of range.
var ErrFormat = errors.New("digits: malformed data")

// Set is a list of labelled images.
type Set struct {
	// Pixels has one image a row, its pixels row by row.
	Pixels *mat.Dense
	// Labels holds the digit 0…9 of each row of Pixels.
	Labels []int
	// Height and Width are the size of one image; their product is the number
	// of columns of Pixels.
	Height, Width int
}

// Len returns the number of images.
func (s *Set) Len() int { return len(s.Labels) }

// Pick returns the images with the given indices, in that order, as a copy.
// It panics if an index is out of range.
func (s *Set) Pick(idx []int) *Set {
	if len(idx) == 0 {
		return &Set{Pixels: new(mat.Dense), Height: s.Height, Width: s.Width}
	}
	p := &Set{
		Pixels: mat.NewDense(len(idx), s.Height*s.Width, nil),
		Labels: make([]int, len(idx)), Height: s.Height, Width: s.Width,
	}
	for i, j := range idx {
		copy(p.Pixels.RawRowView(i), s.Pixels.RawRowView(j))
		p.Labels[i] = s.Labels[j]
	}
	return p
}

// Join returns the images of s followed by those of t, as a copy. It panics if
// their images differ in size.
func (s *Set) Join(t *Set) *Set {
	if s.Height != t.Height || s.Width != t.Width {
		panic(fmt.Sprintf("digits: Join of %d×%d and %d×%d images", s.Height, s.Width, t.Height, t.Width))
	}
	j := &Set{Pixels: new(mat.Dense), Height: s.Height, Width: s.Width}
	j.Pixels.Stack(s.Pixels, t.Pixels)
	j.Labels = append(append(j.Labels, s.Labels...), t.Labels...)
	return j
}

// LoadUSPS reads zip.train and zip.test, gzipped or not, from a folder.
func LoadUSPS(dir string) (train, test *Set, err error) {
	if train, err = loadUSPS(dir, "zip.train"); err != nil {
		return nil, nil, err
	}
	if test, err = loadUSPS(dir, "zip.test"); err != nil {
		return nil, nil, err
	}
	return train, test, nil
}

func loadUSPS(dir, name string) (*Set, error) {
	r, err := open(dir, name)
	if err != nil {
		return nil, err
	}
	defer r.Close()
	s, err := ReadUSPS(r)
	if err != nil {
		return nil, fmt.Errorf("digits: %s: %w", filepath.Join(dir, name), err)
	}
	return s, nil
}

// LoadMNIST reads the four files train-images-idx3-ubyte,
// train-labels-idx1-ubyte, t10k-images-idx3-ubyte and t10k-labels-idx1-ubyte,
// gzipped or not, from a folder.
func LoadMNIST(dir string) (train, test *Set, err error) {
	if train, err = loadMNIST(dir, "train"); err != nil {
		return nil, nil, err
	}
	if test, err = loadMNIST(dir, "t10k"); err != nil {
		return nil, nil, err
	}
	return train, test, nil
}

func loadMNIST(dir, part string) (*Set, error) {
	images, err := open(dir, part+"-images-idx3-ubyte")
	if err != nil {
		return nil, err
	}
	defer images.Close()
	labels, err := open(dir, part+"-labels-idx1-ubyte")
	if err != nil {
		return nil, err
	}
	defer labels.Close()
	s, err := ReadIDX(images, labels)
	if err != nil {
		return nil, fmt.Errorf("digits: %s: %w", filepath.Join(dir, part+"-*-ubyte"), err)
	}
	return s, nil
}

// open opens name or name.gz in dir and unpacks what is packed.
func open(dir, name string) (io.ReadCloser, error) {
	f, err := os.Open(filepath.Join(dir, name+".gz"))
	if errors.Is(err, os.ErrNotExist) {
		f, err = os.Open(filepath.Join(dir, name))
	}
	if err != nil {
		return nil, fmt.Errorf("digits: neither %s.gz nor %s: %w", name, name, err)
	}
	r, err := unpack(f)
	if err != nil {
		f.Close()
		return nil, fmt.Errorf("digits: %s: %w", f.Name(), err)
	}
	return struct {
		io.Reader
		io.Closer
	}{r, f}, nil
}

// unpack looks at the first two bytes: gzip says so there.
func unpack(r io.Reader) (io.Reader, error) {
	b := bufio.NewReaderSize(r, 1<<16)
	if magic, err := b.Peek(2); err == nil && magic[0] == 0x1f && magic[1] == 0x8b {
		z, err := gzip.NewReader(b)
		if err != nil {
			return nil, fmt.Errorf("%w: %v", ErrFormat, err)
		}
		return bufio.NewReaderSize(z, 1<<16), nil
	}
	return b, nil
}
