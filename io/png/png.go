// Package png turns the drawings of kexplain, which are SVG of a few elements, into PNG.
//
// It knows rect, path with M, L, m, l, h and v, circle, text, g and image; anything else is an
// error, so that no part of a drawing is left out in silence.
package png

import (
	"bytes"
	"encoding/base64"
	"encoding/xml"
	"errors"
	"fmt"
	"image"
	"image/color"
	"image/draw"
	"image/png"
	"io"
	"math"
	"strconv"
	"strings"

	"golang.org/x/image/font"
	"golang.org/x/image/font/gofont/goregular"
	"golang.org/x/image/font/opentype"
	"golang.org/x/image/math/fixed"
	"golang.org/x/image/vector"
)

// scale is the number of pixels of the picture to one of the drawing.
const scale = 2

// Write writes a drawing as PNG.
func Write(svg string, w io.Writer) error {
	letters, err := opentype.Parse(goregular.TTF)
	if err != nil {
		return err
	}
	p := &picture{letters: letters, fills: []string{"black"}}
	d := xml.NewDecoder(strings.NewReader(svg))
	for {
		token, err := d.Token()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return fmt.Errorf("png: %w", err)
		}
		switch t := token.(type) {
		case xml.StartElement:
			text := ""
			if t.Name.Local == "text" {
				if err := d.DecodeElement(&text, &t); err != nil {
					return fmt.Errorf("png: %w", err)
				}
			}
			if err := p.element(element{t}, text); err != nil {
				return fmt.Errorf("png: %s: %w", t.Name.Local, err)
			}
		case xml.EndElement:
			if t.Name.Local == "g" {
				p.fills = p.fills[:len(p.fills)-1]
			}
		}
	}
	if p.canvas == nil {
		return errors.New("png: no drawing")
	}
	return png.Encode(w, p.canvas)
}

// picture is a PNG in the making.
type picture struct {
	canvas  *image.RGBA
	letters *opentype.Font
	fills   []string // of the groups that are open
	size    float64  // of letters
}

// element gives the attributes of an element.
type element struct{ xml.StartElement }

func (e element) get(name, otherwise string) string {
	for _, a := range e.Attr {
		if a.Name.Local == name {
			return a.Value
		}
	}
	return otherwise
}

// number is a length in pixels of the drawing.
func (e element) number(name string, otherwise float64) float64 {
	v, err := strconv.ParseFloat(e.get(name, ""), 64)
	if err != nil {
		return otherwise
	}
	return v
}

func (p *picture) element(e element, text string) error {
	x, y, w, h := e.number("x", 0), e.number("y", 0), e.number("width", 0), e.number("height", 0)
	fill := e.get("fill", p.fills[len(p.fills)-1])
	corners := []point{{x, y}, {x + w, y}, {x + w, y + h}, {x, y + h}}
	if p.canvas == nil && e.Name.Local != "svg" {
		return errors.New("no svg about it")
	}
	switch e.Name.Local {
	case "svg":
		const most = 10000
		if !(w > 0 && h > 0 && w <= most && h <= most) {
			return fmt.Errorf("a size of %g × %g", w, h)
		}
		p.canvas = image.NewRGBA(image.Rect(0, 0, int(scale*w), int(scale*h)))
		draw.Draw(p.canvas, p.canvas.Bounds(), image.White, image.Point{}, draw.Src)
		p.size = e.number("font-size", 13)
	case "g":
		p.fills = append(p.fills, fill)
	case "rect":
		if fill != "none" {
			if err := p.fill([][]point{corners}, fill); err != nil {
				return err
			}
		}
		return p.stroke([][]point{append(corners, corners[0])}, e)
	case "circle":
		return p.fill([][]point{disc(point{e.number("cx", 0), e.number("cy", 0)}, e.number("r", 0))}, fill)
	case "path":
		lines, err := pathOf(e.get("d", ""))
		if err != nil {
			return err
		}
		return p.stroke(lines, e)
	case "text":
		return p.text(e, text, point{x, y})
	case "image":
		return p.image(e, image.Rect(int(scale*x), int(scale*y), int(scale*(x+w)), int(scale*(y+h))))
	default:
		return errors.New("an element that is not known")
	}
	return nil
}

type point struct{ x, y float64 }

// disc is a circle as a polygon.
func disc(c point, r float64) []point {
	const corners = 24
	var list []point
	for k := range corners {
		sin, cos := math.Sincos(2 * math.Pi * float64(k) / corners)
		list = append(list, point{c.x + r*cos, c.y + r*sin})
	}
	return list
}

// pathOf reads the lines of a path.
func pathOf(d string) (lines [][]point, err error) {
	at := point{}
	for d = strings.TrimSpace(d); d != ""; {
		command := d[0]
		end := strings.IndexAny(d[1:], "MLmlhv")
		if end < 0 {
			end = len(d) - 1
		}
		var v []float64
		for word := range strings.FieldsSeq(d[1 : 1+end]) {
			x, err := strconv.ParseFloat(word, 64)
			if err != nil {
				return nil, err
			}
			v = append(v, x)
		}
		d = d[1+end:]
		switch {
		case command == 'h' && len(v) == 1:
			at.x += v[0]
		case command == 'v' && len(v) == 1:
			at.y += v[0]
		case (command == 'l' || command == 'm') && len(v) == 2:
			at = point{at.x + v[0], at.y + v[1]}
		case (command == 'L' || command == 'M') && len(v) == 2:
			at = point{v[0], v[1]}
		default:
			return nil, fmt.Errorf("the command %c with %d numbers", command, len(v))
		}
		if command|0x20 == 'm' {
			lines = append(lines, nil)
		}
		if len(lines) == 0 {
			return nil, errors.New("a path without a beginning")
		}
		lines[len(lines)-1] = append(lines[len(lines)-1], at)
	}
	return lines, nil
}

// stroke draws lines as narrow rectangles with round ends.
func (p *picture) stroke(lines [][]point, e element) error {
	colour := e.get("stroke", "none")
	if colour == "none" {
		return nil
	}
	half := e.number("stroke-width", 1) / 2
	if dashes := strings.Fields(e.get("stroke-dasharray", "")); len(dashes) == 2 {
		on, err1 := strconv.ParseFloat(dashes[0], 64)
		off, err2 := strconv.ParseFloat(dashes[1], 64)
		if err1 != nil || err2 != nil || !(on > 0 && off > 0) {
			return errors.New("dashes of another kind")
		}
		lines = dashed(lines, on, off)
	}
	var shapes [][]point
	for _, line := range lines {
		for k := 1; k < len(line); k++ {
			a, b := line[k-1], line[k]
			dx, dy := b.x-a.x, b.y-a.y
			length := math.Hypot(dx, dy)
			if length == 0 {
				continue
			}
			dx, dy = dx/length*half, dy/length*half
			shapes = append(shapes, []point{{a.x + dy, a.y - dx}, {b.x + dy, b.y - dx}, {b.x - dy, b.y + dx}, {a.x - dy, a.y + dx}})
			if k > 1 {
				shapes = append(shapes, disc(a, half))
			}
		}
	}
	return p.fill(shapes, colour)
}

// dashed cuts lines into dashes.
func dashed(lines [][]point, on, off float64) (out [][]point) {
	for _, line := range lines {
		left, drawing := on, true
		for k := 1; k < len(line); k++ {
			a, b := line[k-1], line[k]
			length := math.Hypot(b.x-a.x, b.y-a.y)
			for done := 0.0; done < length; {
				step := min(left, length-done)
				if drawing {
					at := func(s float64) point { return point{a.x + (b.x-a.x)*s/length, a.y + (b.y-a.y)*s/length} }
					out = append(out, []point{at(done), at(done + step)})
				}
				done += step
				if left -= step; left <= 0 {
					drawing = !drawing
					left = off
					if drawing {
						left = on
					}
				}
			}
		}
	}
	return out
}

// fill fills polygons that run the same way round with a colour.
func (p *picture) fill(shapes [][]point, colour string) error {
	c, err := colourOf(colour)
	if err != nil || len(shapes) == 0 {
		return err
	}
	low, high := point{math.Inf(1), math.Inf(1)}, point{math.Inf(-1), math.Inf(-1)}
	for _, shape := range shapes {
		for _, q := range shape {
			low, high = point{min(low.x, q.x), min(low.y, q.y)}, point{max(high.x, q.x), max(high.y, q.y)}
		}
	}
	box := image.Rect(int(math.Floor(scale*low.x)), int(math.Floor(scale*low.y)),
		int(math.Ceil(scale*high.x))+1, int(math.Ceil(scale*high.y))+1)
	const room = 100 // about the picture
	if box = box.Intersect(p.canvas.Bounds().Inset(-room)); box.Empty() {
		return nil
	}
	r := vector.NewRasterizer(box.Dx(), box.Dy())
	for _, shape := range shapes {
		for k, q := range shape {
			x, y := float32(scale*q.x-float64(box.Min.X)), float32(scale*q.y-float64(box.Min.Y))
			if k == 0 {
				r.MoveTo(x, y)
			} else {
				r.LineTo(x, y)
			}
		}
		r.ClosePath()
	}
	mask := image.NewAlpha(image.Rect(0, 0, box.Dx(), box.Dy()))
	r.Draw(mask, mask.Bounds(), image.Opaque, image.Point{})
	draw.DrawMask(p.canvas, box, image.NewUniform(c), image.Point{}, mask, image.Point{}, draw.Over)
	return nil
}

// colourOf reads #rgb values of six digits and the names that drawings use.
func colourOf(s string) (color.Color, error) {
	switch s {
	case "black":
		return color.Black, nil
	case "white":
		return color.White, nil
	}
	v, err := strconv.ParseUint(strings.TrimPrefix(s, "#"), 16, 32)
	if err != nil || len(s) != 7 {
		return nil, fmt.Errorf("the colour %q", s)
	}
	return color.RGBA{uint8(v >> 16), uint8(v >> 8), uint8(v), 0xff}, nil
}

// text writes a text at a point, or turned to the left at the point of its transform.
func (p *picture) text(e element, s string, at point) error {
	face, err := opentype.NewFace(p.letters, &opentype.FaceOptions{Size: scale * e.number("font-size", p.size), DPI: 72})
	if err != nil {
		return err
	}
	turned := e.get("transform", "") != ""
	if turned {
		if _, err := fmt.Sscanf(e.get("transform", ""), "translate(%f %f) rotate(-90)", &at.x, &at.y); err != nil {
			return err
		}
	}
	width := font.MeasureString(face, s).Ceil()
	start := 0
	switch e.get("text-anchor", "start") {
	case "middle":
		start = -width / 2
	case "end":
		start = -width
	}
	m := face.Metrics()
	up, down := m.Ascent.Ceil(), m.Descent.Ceil()
	line := image.NewAlpha(image.Rect(start, -up, start+width+1, down))
	d := font.Drawer{Dst: line, Src: image.Opaque, Face: face, Dot: fixed.P(start, 0)}
	d.DrawString(s)
	x0, y0 := int(math.Round(scale*at.x)), int(math.Round(scale*at.y))
	mask := line
	if turned {
		b := line.Bounds()
		mask = image.NewAlpha(image.Rect(b.Min.Y, -b.Max.X, b.Max.Y, -b.Min.X+1))
		for y := b.Min.Y; y < b.Max.Y; y++ {
			for x := b.Min.X; x < b.Max.X; x++ {
				mask.SetAlpha(y, -x, line.AlphaAt(x, y))
			}
		}
	}
	b := mask.Bounds()
	draw.DrawMask(p.canvas, b.Add(image.Pt(x0, y0)), image.Black, image.Point{}, mask, b.Min, draw.Over)
	return nil
}

// image fills a rectangle with the PNG inside the drawing.
func (p *picture) image(e element, where image.Rectangle) error {
	data, ok := strings.CutPrefix(e.get("href", ""), "data:image/png;base64,")
	if !ok {
		return errors.New("no PNG inside")
	}
	raw, err := base64.StdEncoding.DecodeString(data)
	if err != nil {
		return err
	}
	img, err := png.Decode(bytes.NewReader(raw))
	if err != nil {
		return err
	}
	b := img.Bounds()
	for y := where.Min.Y; y < where.Max.Y; y++ {
		for x := where.Min.X; x < where.Max.X; x++ {
			p.canvas.Set(x, y, img.At(b.Min.X+(x-where.Min.X)*b.Dx()/where.Dx(), b.Min.Y+(y-where.Min.Y)*b.Dy()/where.Dy()))
		}
	}
	return nil
}
