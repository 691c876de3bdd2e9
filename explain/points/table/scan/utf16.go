package scan

import (
	"bufio"
	"bytes"
	"errors"
	"io"
	"unicode/utf16"
	"unicode/utf8"
)

// UTF16Order tells UTF-16 by its byte order mark, or, without one, by the zeros in
// every other byte of its beginning. It returns 'L', 'B' or 0.
func UTF16Order(head []byte) byte {
	switch {
	case bytes.HasPrefix(head, []byte("\xff\xfe")):
		return 'L'
	case bytes.HasPrefix(head, []byte("\xfe\xff")):
		return 'B'
	}
	const least = 4
	n := min(len(head)&^1, 64)
	if n < least {
		return 0
	}
	var zeros [2]int
	for i, c := range head[:n] {
		if c == 0 {
			zeros[i%2]++
		}
	}
	switch {
	case zeros[1] == n/2 && zeros[0] == 0:
		return 'L'
	case zeros[0] == n/2 && zeros[1] == 0:
		return 'B'
	}
	return 0
}

// ErrHalf says that UTF-16 ends in the middle of a character.
var ErrHalf = errors.New("the text ends in the middle of a character")

// UTF16Reader turns UTF-16 into UTF-8; halves of pairs become U+FFFD. The error of a text
// that ends in the middle of a character is ErrHalf.
type UTF16Reader struct {
	R    *bufio.Reader
	Big  bool
	kept []byte // UTF-8 that did not fit
	high rune   // the first half of a pair, or 0
}

func (u *UTF16Reader) Read(p []byte) (int, error) {
	n := copy(p, u.kept)
	u.kept = u.kept[n:]
	for n < len(p) {
		var pair [2]byte
		if _, err := io.ReadFull(u.R, pair[:]); err != nil {
			if errors.Is(err, io.ErrUnexpectedEOF) || errors.Is(err, io.EOF) && u.high != 0 {
				err = ErrHalf
			}
			return n, err
		}
		r := rune(pair[0]) | rune(pair[1])<<8
		if u.Big {
			r = rune(pair[1]) | rune(pair[0])<<8
		}
		switch {
		case u.high != 0:
			r, u.high = utf16.DecodeRune(u.high, r), 0
		case utf16.IsSurrogate(r):
			u.high = r
			continue
		}
		text := utf8.AppendRune(nil, r)
		m := copy(p[n:], text)
		u.kept = append(u.kept[:0], text[m:]...)
		n += m
	}
	return n, nil
}
