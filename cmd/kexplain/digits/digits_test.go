package digits

import (
	"bytes"
	"compress/gzip"
	"encoding/binary"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/kexplain/kexplain/internal/sharedtest"
)

// uspsLine is one image of the given label with all pixels v.
func uspsLine(label, v string) string {
	return label + strings.Repeat(" "+v, uspsPixels) + " \n"
}

// idxFile is an IDX file: its numbers, then its bytes.
func idxFile(header []uint32, data ...byte) []byte {
	var b bytes.Buffer
	for _, h := range header {
		_ = binary.Write(&b, binary.BigEndian, h)
	}
	b.Write(data)
	return b.Bytes()
}

func zipped(b []byte) []byte {
	var out bytes.Buffer
	z := gzip.NewWriter(&out)
	_, _ = z.Write(b)
	_ = z.Close()
	return out.Bytes()
}

func TestReadUSPS(t *testing.T) {
	text := uspsLine("6.0000", "-1.0000") + "\n" + uspsLine("0", "0.250")
	for name, in := range map[string][]byte{"plain": []byte(text), "gzip": zipped([]byte(text))} {
		s, err := ReadUSPS(bytes.NewReader(in))
		require.NoError(t, err, name)
		assert.Equal(t, []int{6, 0}, s.Labels, name)
		assert.Equal(t, -1.0, s.Pixels.At(0, 255), name)
		assert.Equal(t, 0.25, s.Pixels.At(1, 0), name)
		assert.Equal(t, []int{0, 6, 0}, s.Pick([]int{1, 0, 1}).Labels, name)
		assert.Equal(t, 4, s.Join(s).Len(), name)
	}
}

func TestReadUSPSRefuses(t *testing.T) {
	for name, in := range map[string]string{
		"empty":           "",
		"blank":           "\n\n",
		"short line":      uspsLine("1", "0")[:300] + "\n",
		"long line":       strings.TrimSpace(uspsLine("1", "0")) + " 0\n",
		"no digit":        uspsLine("x", "0"),
		"label 10":        uspsLine("10", "0"),
		"label 1.5":       uspsLine("1.5", "0"),
		"grey 1.5":        uspsLine("1", "1.5"),
		"NaN":             uspsLine("1", "NaN"),
		"endless line":    strings.Repeat("1 ", uspsMaxLine),
		"truncated gzip":  string(zipped([]byte(uspsLine("1", "0")))[:30]),
		"no gzip after 2": "\x1f\x8bnothing",
	} {
		_, err := ReadUSPS(strings.NewReader(in))
		assert.ErrorIs(t, err, ErrFormat, name)
	}
	_, err := ReadUSPS(strings.NewReader(uspsLine("1", "0") + uspsLine("1", "0") + uspsLine("1", "7")))
	assert.ErrorContains(t, err, "line 3")
	assert.ErrorContains(t, err, "column 2")
}

func TestReadIDX(t *testing.T) {
	images := idxFile([]uint32{idxImages, 2, 1, 3}, 0, 51, 255, 102, 0, 0)
	labels := idxFile([]uint32{idxLabels, 2}, 9, 0)
	s, err := ReadIDX(bytes.NewReader(zipped(images)), bytes.NewReader(labels))
	require.NoError(t, err)
	assert.Equal(t, []int{9, 0}, s.Labels)
	assert.Equal(t, []float64{0, 0.2, 1}, s.Pixels.RawRowView(0))
	assert.Equal(t, []float64{0.4, 0, 0}, s.Pixels.RawRowView(1))
	assert.Equal(t, 1, s.Height)
	assert.Equal(t, 3, s.Width)
}

func TestReadIDXRefuses(t *testing.T) {
	images := idxFile([]uint32{idxImages, 1, 1, 2}, 1, 2)
	labels := idxFile([]uint32{idxLabels, 1}, 3)
	for name, in := range map[string][2][]byte{
		"empty images":      {nil, labels},
		"empty labels":      {images, nil},
		"halves exchanged":  {labels, images},
		"one byte short":    {images[:len(images)-1], labels},
		"one byte too many": {append(bytes.Clone(images), 0), labels},
		"header cut":        {images[:9], labels},
		"no images":         {idxFile([]uint32{idxImages, 0, 1, 2}), labels},
		"huge":              {idxFile([]uint32{idxImages, 1 << 31, 1 << 31, 1 << 31}, 1), labels},
		"label 10":          {images, idxFile([]uint32{idxLabels, 1}, 10)},
		"two labels":        {images, idxFile([]uint32{idxLabels, 2}, 1, 2)},
	} {
		_, err := ReadIDX(bytes.NewReader(in[0]), bytes.NewReader(in[1]))
		assert.ErrorIs(t, err, ErrFormat, name)
	}
}

func TestLoadFromFolder(t *testing.T) {
	dir := t.TempDir()
	_, _, err := LoadUSPS(dir)
	require.ErrorIs(t, err, os.ErrNotExist)
	require.NoError(t, os.WriteFile(filepath.Join(dir, "zip.train"), []byte(uspsLine("3", "1")), 0o600))
	require.NoError(t, os.WriteFile(filepath.Join(dir, "zip.test.gz"), zipped([]byte(uspsLine("4", "1"))), 0o600))
	train, test, err := LoadUSPS(dir)
	require.NoError(t, err)
	assert.Equal(t, []int{3}, train.Labels)
	assert.Equal(t, []int{4}, test.Labels)

	_, _, err = LoadMNIST(dir)
	require.ErrorIs(t, err, os.ErrNotExist)
}

// The class counts are those of the publishers.
func TestRealUSPS(t *testing.T) {
	dir := sharedtest.Path(t, "data", "usps")
	if testing.Short() {
		t.Skip("reads 30 MB of text")
	}
	train, test, err := LoadUSPS(dir)
	require.NoError(t, err)
	assert.Equal(t, []int{1194, 1005, 731, 658, 652, 556, 664, 645, 542, 644}, counts(train))
	assert.Equal(t, []int{359, 264, 198, 166, 200, 160, 170, 147, 166, 177}, counts(test))
}

func TestRealMNIST(t *testing.T) {
	dir := sharedtest.Path(t, "data", "mnist")
	if testing.Short() {
		t.Skip("unpacks 7 MB")
	}
	test, err := loadMNIST(dir, "t10k")
	require.NoError(t, err)
	assert.Equal(t, []int{980, 1135, 1032, 1010, 982, 892, 958, 1028, 974, 1009}, counts(test))
	assert.Equal(t, 28, test.Height)
	assert.Equal(t, 28, test.Width)
}

func counts(s *Set) []int {
	n := make([]int, 10)
	for _, l := range s.Labels {
		n[l]++
	}
	return n
}

func FuzzReadIDX(f *testing.F) {
	images := idxFile([]uint32{idxImages, 1, 1, 2}, 1, 2)
	labels := idxFile([]uint32{idxLabels, 1}, 3)
	f.Add(images, labels)
	f.Add(images[:7], labels)
	f.Add(zipped(images), zipped(labels))
	f.Fuzz(func(t *testing.T, images, labels []byte) {
		s, err := ReadIDX(bytes.NewReader(images), bytes.NewReader(labels))
		if err != nil {
			require.ErrorIs(t, err, ErrFormat)
			return
		}
		r, c := s.Pixels.Dims()
		require.Equal(t, s.Len(), r)
		require.Equal(t, s.Height*s.Width, c)
	})
}

func FuzzReadUSPS(f *testing.F) {
	f.Add([]byte(uspsLine("1", "0.5")))
	f.Add([]byte("1 2 3\n"))
	f.Fuzz(func(t *testing.T, in []byte) {
		s, err := ReadUSPS(bytes.NewReader(in))
		if err != nil {
			require.ErrorIs(t, err, ErrFormat)
			return
		}
		require.Positive(t, s.Len())
	})
}

func ExampleReadUSPS() {
	one := uspsLine("7", "-1.0") // an empty image, labelled 7
	s, err := ReadUSPS(strings.NewReader(one))
	fmt.Println(s.Len(), s.Labels[0], s.Pixels.At(0, 0), err)
	// Output: 1 7 -1 <nil>
}
