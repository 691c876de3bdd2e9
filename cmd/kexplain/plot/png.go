package plot

import (
	"bytes"
	"compress/zlib"
	"encoding/binary"
	"hash/crc32"
)

// colour is red, green and blue.
type colour [3]uint8

// pixels is an image: its colours row by row, the top row first.
type pixels struct {
	width, height int
	at            []colour
}

func newPixels(width, height int) *pixels {
	return &pixels{width, height, make([]colour, width*height)}
}

// png returns the image in the Portable Network Graphics format [ISO/IEC 15948:2004]: three bytes a pixel, each row as
// the differences from the row above. Package image/png would add its reader to the program.
func (p *pixels) png() []byte {
	var data bytes.Buffer
	z := zlib.NewWriter(&data)
	row := make([]byte, 1+3*p.width)
	row[0] = 2 // the filter named up
	above := make([]colour, p.width)
	for at := p.at; len(at) > 0; at = at[p.width:] {
		for x, c := range at[:p.width] {
			for k, v := range c {
				row[1+3*x+k] = v - above[x][k]
			}
		}
		z.Write(row) // of a buffer: no error
		above = at[:p.width]
	}
	z.Close()
	head := binary.BigEndian.AppendUint32(binary.BigEndian.AppendUint32(nil, uint32(p.width)), uint32(p.height))
	out := []byte("\x89PNG\r\n\x1a\n")
	out = chunk(out, "IHDR", append(head, 8, 2, 0, 0, 0)) // bits a colour, three colours, the usual methods
	out = chunk(out, "IDAT", data.Bytes())
	return chunk(out, "IEND", nil)
}

// chunk appends a chunk with its length and checksum.
func chunk(dst []byte, name string, data []byte) []byte {
	dst = binary.BigEndian.AppendUint32(dst, uint32(len(data)))
	begin := len(dst)
	dst = append(append(dst, name...), data...)
	return binary.BigEndian.AppendUint32(dst, crc32.ChecksumIEEE(dst[begin:]))
}
