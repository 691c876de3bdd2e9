package plot

import (
	"bytes"
	"encoding/base64"
	"encoding/xml"
	"errors"
	"image"
	"image/color"
	"image/png"
	"io"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"gonum.org/v1/gonum/mat"
)

// unitCircle is a level set picture of |r - 1| ≤ 0.1.
func unitCircle() LevelSet {
	data := mat.NewDense(4, 2, []float64{1, 0, 0, 1, -1, 0, 0, -1})
	return LevelSet{
		Title: "circle", Window: Around(data), Bound: 0.1, Data: data,
		Score: func(p *mat.Dense) ([]float64, error) {
			n, _ := p.Dims()
			s := make([]float64, n)
			for i := range s {
				s[i] = math.Abs(math.Hypot(p.At(i, 0), p.At(i, 1)) - 1)
			}
			return s, nil
		},
	}
}

// The region of points that are in is green, the centre and the corners are not.
func TestLevelSet(t *testing.T) {
	p, err := unitCircle().Draw()
	require.NoError(t, err)
	svg := written(t, p)
	_, rest, ok := strings.Cut(svg, "data:image/png;base64,")
	require.True(t, ok)
	code, _, _ := strings.Cut(rest, `"`)
	b, err := base64.StdEncoding.DecodeString(code)
	require.NoError(t, err)
	img, err := png.Decode(bytes.NewReader(b))
	require.NoError(t, err)
	green := 0
	for y := range img.Bounds().Dy() {
		for x := range img.Bounds().Dx() {
			if isGreen(img, x, y) {
				green++
			}
		}
	}
	// The ring covers π (1.1² - 0.9²) of the 9 units of area of the window.
	portion := float64(green) / float64(img.Bounds().Dx()*img.Bounds().Dy())
	assert.InDelta(t, math.Pi*0.4/9, portion, 0.002)
	assert.False(t, isGreen(img, img.Bounds().Dx()/2, img.Bounds().Dy()/2))
	assert.False(t, isGreen(img, 0, 0))
	assert.Equal(t, 4, strings.Count(svg, "<circle"), "the data")
}

func isGreen(img image.Image, x, y int) bool {
	c := color.NRGBAModel.Convert(img.At(x, y)).(color.NRGBA)
	return int(c.G) > int(c.R)+0x30 && int(c.G) > int(c.B)+0x30
}

// written returns the picture as text, which must be XML.
func written(t *testing.T, p *Picture) string {
	t.Helper()
	var b strings.Builder
	_, err := p.WriteTo(&b)
	require.NoError(t, err)
	d := xml.NewDecoder(strings.NewReader(b.String()))
	for {
		_, err := d.Token()
		if errors.Is(err, io.EOF) {
			return b.String()
		}
		require.NoError(t, err)
	}
}

// The first row of a grid is at the bottom of an image.
func TestRegions(t *testing.T) {
	img := regions(mat.NewDense(2, 2, []float64{-1, 0.5, 1.5, 9}))
	for i, at := range []image.Point{{0, 1}, {1, 1}, {0, 0}, {1, 0}} {
		assert.Equal(t, regionColours[[]int{0, 1, 2, 4}[i]], img.at[2*at.Y+at.X], at)
	}
}

// A circle is one closed line at its radius; what leaves the grid is open.
func TestContour(t *testing.T) {
	const n = 41
	z := mat.NewDense(n, n, nil)
	for r := range n {
		for c := range n {
			z.Set(r, c, math.Hypot(float64(c-n/2), float64(r-n/2)))
		}
	}
	lines := contour(z, 15.3)
	require.Len(t, lines, 1)
	assert.Equal(t, lines[0][0], lines[0][len(lines[0])-1])
	for _, p := range lines[0] {
		assert.InDelta(t, 15.3, math.Hypot(p[0]-n/2, p[1]-n/2), 0.01)
	}
	lines = contour(z, 24.2)
	require.Len(t, lines, 4, "one in each corner")
	for _, l := range lines {
		assert.NotEqual(t, l[0], l[len(l)-1])
	}
}

// At a saddle, the value in the middle says which corners are joined.
func TestSaddle(t *testing.T) {
	for _, tt := range []struct {
		level float64
		want  [][][2]float64
	}{
		// The middle is above the level: the corners that are below are cut off.
		{1, [][][2]float64{{{0.9, 0}, {1, 0.1}}, {{0.1, 1}, {0, 0.9}}}},
		// It is below: the corners that are above are cut off.
		{9, [][][2]float64{{{1, 0.9}, {0.9, 1}}, {{0.1, 0}, {0, 0.1}}}},
	} {
		lines := contour(mat.NewDense(2, 2, []float64{10, 0, 0, 10}), tt.level)
		require.Len(t, lines, 2)
		for i, want := range tt.want {
			assert.ElementsMatch(t, want, rounded(lines[i]))
		}
	}
}

func rounded(line [][2]float64) [][2]float64 {
	out := make([][2]float64, len(line))
	for i, p := range line {
		out[i] = [2]float64{math.Round(1e9*p[0]) / 1e9, math.Round(1e9*p[1]) / 1e9}
	}
	return out
}

func TestSave(t *testing.T) {
	l := Lines{
		Title: "time < 5 & more", X: "N", Y: "s",
		Series: []Series{{"a", []float64{10, 100}, []float64{1, 2}}, {"b", []float64{10, 100}, []float64{3, 4}}},
	}
	p, err := l.Draw()
	require.NoError(t, err)
	svg := written(t, p)
	assert.Contains(t, svg, "time &lt; 5 &amp; more")
	path := filepath.Join(t.TempDir(), "a.SVG")
	require.NoError(t, p.Save(path, nil))
	text, err := os.ReadFile(path)
	require.NoError(t, err)
	assert.Equal(t, svg, string(text))
	for _, name := range []string{"a.gif", "a.png", "svg"} {
		assert.ErrorIs(t, p.Save(filepath.Join(t.TempDir(), name), nil), ErrFormat)
	}
	path = filepath.Join(t.TempDir(), "a.PNG")
	require.NoError(t, p.Save(path, func(svg string, w io.Writer) error {
		_, err := io.WriteString(w, "raster of "+svg)
		return err
	}))
	text, err = os.ReadFile(path)
	require.NoError(t, err)
	assert.Equal(t, "raster of "+svg, string(text))
	require.ErrorContains(t, CheckName("a.png", nil), "kexplain-io draws .png, and rsvg-convert -f png -o a.png a.svg")
}

// A picture of one point has room around it.
func TestOnePoint(t *testing.T) {
	p, err := Lines{Series: []Series{{"a", []float64{10}, []float64{1}}}}.Draw()
	require.NoError(t, err)
	assert.NotContains(t, written(t, p), "NaN")
}

func TestRefuses(t *testing.T) {
	_, err := Lines{}.Draw()
	assert.Error(t, err)
	_, err = Lines{Series: []Series{{"a", []float64{1}, []float64{0}}}}.Draw()
	assert.Error(t, err)
	broken := errors.New("broken")
	l := unitCircle()
	l.Score = func(*mat.Dense) ([]float64, error) { return nil, broken }
	_, err = l.Draw()
	assert.ErrorIs(t, err, broken)
}

func TestLogTicks(t *testing.T) {
	labels := func(low, high float64) []string {
		var l []string
		for _, tick := range logTicks(low, high) {
			if tick.label != "" {
				l = append(l, tick.label)
			}
		}
		return l
	}
	assert.Equal(t, []string{"50", "100", "200", "500"}, labels(25, 600))
	assert.Equal(t, []string{"0.001", "0.01", "0.1", "1"}, labels(5e-4, 5))
}

func TestEvenTicks(t *testing.T) {
	labels := func(low, high float64) []string {
		var l []string
		for _, tick := range evenTicks(low, high) {
			l = append(l, tick.label)
		}
		return l
	}
	assert.Equal(t, []string{"−1", "−0.5", "0", "0.5", "1"}, labels(-1, 1))
	assert.Equal(t, []string{"0.1", "0.2", "0.3", "0.4", "0.5"}, labels(0.05, 0.55))
	assert.Equal(t, []string{"−15", "−10", "−5", "0", "5", "10", "15"}, labels(-16, 16))
	assert.Equal(t, []string{"0", "2e7", "4e7", "6e7", "8e7"}, labels(0, 8e7))
}

func TestAround(t *testing.T) {
	r := Around(mat.NewDense(2, 2, []float64{0, 0, 4, 2}))
	assert.Equal(t, Rectangle{-1, 5, -2, 4}, r)
	r = Around(mat.NewDense(1, 2, []float64{1, 1}))
	assert.Equal(t, Rectangle{0, 2, 0, 2}, r)
}
