package plot

import (
	"fmt"
	"html"
	"math"
	"strconv"
	"strings"
	"unicode/utf8"
)

// axis maps the numbers from low to high to 0 … 1, evenly or by their logarithms.
type axis struct {
	low, high float64
	log       bool
}

// at returns the place of v, 0 at low and 1 at high.
func (a axis) at(v float64) float64 {
	if a.log {
		return math.Log(v/a.low) / math.Log(a.high/a.low)
	}
	return (v - a.low) / (a.high - a.low)
}

// extend makes room for v.
func (a *axis) extend(v float64) { a.low, a.high = min(a.low, v), max(a.high, v) }

// padded returns a logarithmic axis with a little room at both ends, and more
// where there is only one value.
func (a axis) padded() axis {
	room := math.Pow(a.high/a.low, 0.04)
	if room == 1 {
		room = 2
	}
	a.low, a.high = a.low/room, a.high*room
	return a
}

// tick is a mark on an axis; one without a label is short.
type tick struct {
	value float64
	label string
}

func (a axis) ticks() []tick {
	if a.log {
		return logTicks(a.low, a.high)
	}
	return evenTicks(a.low, a.high)
}

// evenTicks returns 4 to 10 multiples of 1, 2 or 5 times a power of ten.
func evenTicks(low, high float64) []tick {
	step := math.Pow(10, math.Floor(math.Log10((high-low)/4)))
	for _, k := range []float64{5, 2} {
		if k*step <= (high-low)/4 {
			step *= k
			break
		}
	}
	var ticks []tick
	for i := math.Ceil(low/step - 1e-9); i*step <= high+1e-9*step; i++ {
		ticks = append(ticks, tick{i * step, number(i * step)})
	}
	return ticks
}

// logTicks labels 1, 2 and 5 of every decade, or only 1 where there are more
// than two decades.
func logTicks(low, high float64) []tick {
	var ticks []tick
	few := math.Log10(high/low) <= 2
	for e := math.Floor(math.Log10(low)); e <= math.Ceil(math.Log10(high)); e++ {
		for digit := 1.0; digit < 10; digit++ {
			v := digit * math.Pow(10, e)
			if v < low*(1-1e-9) || v > high*(1+1e-9) {
				continue
			}
			t := tick{value: v}
			if digit == 1 || few && (digit == 2 || digit == 5) {
				t.label = number(v)
			}
			ticks = append(ticks, t)
		}
	}
	return ticks
}

// number writes a tick's value, to 12 digits, with a true minus sign.
func number(v float64) string {
	rounded, _ := strconv.ParseFloat(strconv.FormatFloat(v, 'g', 12, 64), 64)
	if rounded == 0 {
		return "0" // never -0
	}
	format := byte('f')
	if size := math.Abs(rounded); size < 1e-3 || size >= 1e7 {
		format = 'e'
	}
	return strings.NewReplacer("e-0", "e−", "e+0", "e", "-", "−").Replace(strconv.FormatFloat(rounded, format, -1, 64))
}

// drawing is an SVG in the making: a frame with two axes, lengths in pixels.
type drawing struct {
	text                     strings.Builder
	left, top, width, height float64
	pageWidth, pageHeight    float64
	x, y                     axis
}

// Around the frame there is room for the title, the numbers and the labels.
const (
	roomLeft            = 70.0
	roomTop, roomBottom = 36.0, 52.0
	fontSize            = 13
	letterWidth         = 7.2 // of the letters of a name, about
)

// newDrawing begins a drawing whose frame has this size, with room at its right.
func newDrawing(title string, width, height, right float64, x, y axis) *drawing {
	d := &drawing{left: roomLeft, top: roomTop, width: width, height: height, x: x, y: y}
	w, h := roomLeft+width+right, roomTop+height+roomBottom
	d.pageWidth, d.pageHeight = w, h
	d.printf(`<svg xmlns="http://www.w3.org/2000/svg" width="%g" height="%g" viewBox="0 0 %g %g" font-family="sans-serif" font-size="%d">`, w, h, w, h, fontSize)
	d.printf(`<rect width="%g" height="%g" fill="white"/>`, w, h)
	d.title(title, w)
	return d
}

// title writes the title above the frame; one that is wider than the picture gets smaller
// letters and the middle of the picture.
func (d *drawing) title(s string, width float64) {
	const letter, smallest = 0.53, 8 // the width of a letter over its size, about
	middle := d.left + d.width/2
	wide := letter * fontSize * float64(utf8.RuneCountInString(s))
	if wide <= 2*min(middle, width-middle) {
		d.words(middle, 22, "middle", s)
		return
	}
	d.printf(`<text x="%.1f" y="22.0" text-anchor="middle" font-size="%.3g">%s</text>`, width/2,
		max(smallest, min(fontSize, fontSize*(width-8)/wide)), escaped(s))
}

// printf appends a line.
func (d *drawing) printf(format string, args ...any) {
	fmt.Fprintf(&d.text, format+"\n", args...)
}

// words writes a text that begins, ends or has its middle at (x, y).
func (d *drawing) words(x, y float64, anchor, s string) {
	d.printf(`<text x="%.1f" y="%.1f" text-anchor="%s">%s</text>`, x, y, anchor, escaped(s))
}

// escaped writes a text as XML: a character that XML does not have is replaced.
// (encoding/xml does the same and makes the program 200 kB larger.)
func escaped(s string) string {
	return html.EscapeString(strings.Map(func(r rune) rune {
		if r < ' ' && r != '\t' && r != '\n' && r != '\r' || r == 0xFFFE || r == 0xFFFF {
			return utf8.RuneError
		}
		return r
	}, s))
}

// place returns the pixel of a point.
func (d *drawing) place(x, y float64) (px, py float64) {
	return d.left + d.width*d.x.at(x), d.top + d.height*(1-d.y.at(y))
}

// grid draws a grey line at every tick with a label.
func (d *drawing) grid() {
	for _, t := range d.x.ticks() {
		if x, _ := d.place(t.value, d.y.low); t.label != "" {
			d.printf(`<path d="M%.1f %.1fv%.1f" stroke="#d0d0d0"/>`, x, d.top, d.height)
		}
	}
	for _, t := range d.y.ticks() {
		if _, y := d.place(d.x.low, t.value); t.label != "" {
			d.printf(`<path d="M%.1f %.1fh%.1f" stroke="#d0d0d0"/>`, d.left, y, d.width)
		}
	}
}

// labels writes what the axes mean.
func (d *drawing) labels(x, y string) {
	d.words(d.left+d.width/2, d.top+d.height+42, "middle", x)
	d.printf(`<text transform="translate(18 %.1f) rotate(-90)" text-anchor="middle">%s</text>`, d.top+d.height/2, escaped(y))
}

// curve draws a line through points.
func (d *drawing) curve(x, y []float64, style string) {
	line := make([][2]float64, len(x))
	for i := range x {
		line[i] = [2]float64{x[i], y[i]}
	}
	d.curves([][][2]float64{line}, func(x, y float64) (float64, float64) { return x, y }, style)
}

// curves draws several lines, whose points become points of the axes by at.
func (d *drawing) curves(lines [][][2]float64, at func(a, b float64) (x, y float64), style string) {
	d.printf(`<path fill="none" %s d="`, style)
	for _, line := range lines {
		command := "M"
		for _, p := range line {
			x, y := d.place(at(p[0], p[1]))
			d.printf("%s%.1f %.1f", command, x, y)
			command = "L"
		}
	}
	d.printf(`"/>`)
}

// dots draws points as discs. Those outside of the frame are left out.
func (d *drawing) dots(x, y []float64, radius float64, colour string) {
	d.printf(`<g fill="%s">`, colour)
	for i := range x {
		if u, v := d.x.at(x[i]), d.y.at(y[i]); u < 0 || u > 1 || v < 0 || v > 1 {
			continue
		}
		px, py := d.place(x[i], y[i])
		d.printf(`<circle cx="%.1f" cy="%.1f" r="%g"/>`, px, py, radius)
	}
	d.printf(`</g>`)
}

// legend names the i-th curve at the right of the frame.
func (d *drawing) legend(i int, name, style, colour string) {
	x, y := d.left+d.width+14, d.top+10+float64(i)*18
	d.printf(`<path d="M%.1f %.1fh26" %s/>`, x, y, style)
	d.printf(`<circle cx="%.1f" cy="%.1f" r="2.5" fill="%s"/>`, x+13, y, colour)
	d.words(x+32, y+4, "start", name)
}

// finish draws the frame and ends the drawing.
func (d *drawing) finish() *Picture {
	d.frame()
	d.printf(`</svg>`)
	return d.picture()
}

// picture is what has been drawn.
func (d *drawing) picture() *Picture {
	return &Picture{svg: d.text.String(), width: d.pageWidth, height: d.pageHeight}
}

// frame draws the frame, the ticks and their numbers.
func (d *drawing) frame() {
	d.printf(`<rect x="%g" y="%g" width="%g" height="%g" fill="none" stroke="black"/>`, d.left, d.top, d.width, d.height)
	for _, t := range d.x.ticks() {
		x, _ := d.place(t.value, d.y.low)
		d.printf(`<path d="M%.1f %.1fv%g" stroke="black"/>`, x, d.top+d.height, length(t))
		d.words(x, d.top+d.height+20, "middle", t.label)
	}
	const line = 16 // the height of a number with room about it
	ticks := d.y.ticks()
	every := 1
	if !d.y.log && float64(len(ticks)*line) > d.height {
		every = 2
	}
	for i, t := range ticks {
		_, y := d.place(d.x.low, t.value)
		d.printf(`<path d="M%.1f %.1fh%g" stroke="black"/>`, d.left, y, -length(t))
		if i%every == 0 {
			d.words(d.left-9, y+4.5, "end", t.label)
		}
	}
}

// length is that of the mark of a tick.
func length(t tick) float64 {
	if t.label == "" {
		return 3
	}
	return 6
}
