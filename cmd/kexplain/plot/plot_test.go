package plot

import (
	"bytes"
	"errors"
	"image"
	"image/color"
	"image/png"
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
	var b bytes.Buffer
	require.NoError(t, p.Write(&b, "png"))
	img, err := png.Decode(&b)
	require.NoError(t, err)
	green := 0
	for y := range img.Bounds().Dy() {
		for x := range img.Bounds().Dx() {
			if isGreen(img, x, y) {
				green++
			}
		}
	}
	// The ring covers π (1.1² - 0.9²) of 9 units of area of the window, which
	// fills most of the picture.
	portion := float64(green) / float64(img.Bounds().Dx()*img.Bounds().Dy())
	assert.InDelta(t, 0.8*math.Pi*0.4/9, portion, 0.03)
	assert.False(t, isGreen(img, img.Bounds().Dx()/2, img.Bounds().Dy()/2))
}

func isGreen(img image.Image, x, y int) bool {
	c := color.NRGBAModel.Convert(img.At(x, y)).(color.NRGBA)
	return int(c.G) > int(c.R)+0x30 && int(c.G) > int(c.B)+0x30
}

func TestSave(t *testing.T) {
	p, err := Lines{
		Title: "time", X: "N", Y: "s", LogX: true, LogY: true,
		Series: []Series{{"a", []float64{10, 100}, []float64{1, 2}}, {"b", []float64{10, 100}, []float64{3, 4}}},
	}.Draw()
	require.NoError(t, err)
	for _, name := range []string{"a.png", "a.SVG"} {
		path := filepath.Join(t.TempDir(), name)
		require.NoError(t, p.Save(path))
		text, err := os.ReadFile(path)
		require.NoError(t, err)
		assert.NotEmpty(t, text)
		if strings.HasSuffix(name, "SVG") {
			assert.Contains(t, string(text), "<svg")
		}
	}
	assert.ErrorIs(t, p.Save(filepath.Join(t.TempDir(), "a.gif")), ErrFormat)
	assert.ErrorIs(t, p.Write(new(bytes.Buffer), "gif"), ErrFormat)
}

func TestRefuses(t *testing.T) {
	_, err := Lines{LogY: true, Series: []Series{{"a", []float64{1}, []float64{0}}}}.Draw()
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
		for _, tick := range (logTicks{}).Ticks(low, high) {
			if tick.Label != "" {
				l = append(l, tick.Label)
			}
		}
		return l
	}
	assert.Equal(t, []string{"50", "100", "200", "500"}, labels(25, 600))
	assert.Equal(t, []string{"0.001", "0.01", "0.1", "1"}, labels(5e-4, 5))
}

func TestAround(t *testing.T) {
	r := Around(mat.NewDense(2, 2, []float64{0, 0, 4, 2}))
	assert.Equal(t, Rectangle{-1, 5, -2, 4}, r)
	r = Around(mat.NewDense(1, 2, []float64{1, 1}))
	assert.Equal(t, Rectangle{0, 2, 0, 2}, r)
}
