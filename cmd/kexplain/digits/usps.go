package digits

import (
	"bufio"
	"fmt"
	"io"
	"math"
	"strconv"
	"strings"

	"gonum.org/v1/gonum/mat"
)

const (
	uspsSide   = 16
	uspsPixels = uspsSide * uspsSide
	// A line is 257 numbers of at most a dozen characters; anything a hundred
	// times as long is another format.
	uspsMaxLine = 1 << 18
)

// ReadUSPS reads images in the form of zip.train: a digit 0…9 (it may be
// written 6.0000) and 256 numbers in [-1, 1] a line, blanks between. Empty lines
// are skipped. The error of a malformed line wraps ErrFormat and names the line.
func ReadUSPS(r io.Reader) (*Set, error) {
	r, err := unpack(r)
	if err != nil {
		return nil, err
	}
	s := &Set{Height: uspsSide, Width: uspsSide}
	var pixels []float64
	scan := bufio.NewScanner(r)
	scan.Buffer(make([]byte, 1<<13), uspsMaxLine)
	for line := 1; scan.Scan(); line++ {
		fields := strings.Fields(scan.Text())
		if len(fields) == 0 {
			continue
		}
		label, row, err := parseUSPS(fields)
		if err != nil {
			return nil, fmt.Errorf("line %d: %w", line, err)
		}
		s.Labels = append(s.Labels, label)
		pixels = append(pixels, row...)
	}
	if err := scan.Err(); err != nil {
		return nil, fmt.Errorf("%w: after %d images: %v", ErrFormat, s.Len(), err)
	}
	if s.Len() == 0 {
		return nil, fmt.Errorf("%w: no image", ErrFormat)
	}
	s.Pixels = mat.NewDense(s.Len(), uspsPixels, pixels)
	return s, nil
}

func parseUSPS(fields []string) (label int, row []float64, err error) {
	if len(fields) != 1+uspsPixels {
		return 0, nil, fmt.Errorf("%w: %d numbers instead of %d", ErrFormat, len(fields), 1+uspsPixels)
	}
	l, err := strconv.ParseFloat(fields[0], 64)
	if err != nil || l != math.Trunc(l) || l < 0 || l > 9 {
		return 0, nil, fmt.Errorf("%w: label %q is not a digit", ErrFormat, fields[0])
	}
	row = make([]float64, uspsPixels)
	for j, f := range fields[1:] {
		row[j], err = strconv.ParseFloat(f, 64)
		// The comparison is false for NaN.
		if err != nil || !(math.Abs(row[j]) <= 1) {
			return 0, nil, fmt.Errorf("%w: column %d: %q is not a grey value in [-1, 1]", ErrFormat, j+2, f)
		}
	}
	return int(l), row, nil
}
