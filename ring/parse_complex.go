package ring

import "strings"

// scanComplex reads a complex number; a part that is not written is zero. The
// grammar, with number as in scanDecimal and blanks between all its symbols:
//
//	complex = "(" sum ")" | sum
//	sum     = part [ sign part ]       one part real, the other imaginary
//	part    = number [ [ "*" ] "i" ] | [ sign ] "i"
func scanComplex(s string) (re, im decimal, err error) {
	re, im = decimal{mant: "0"}, decimal{mant: "0"}
	i := skipBlanks(s, 0)
	open := i < len(s) && s[i] == '('
	if open {
		i = skipBlanks(s, i+1)
	}
	var seen [2]bool // a real part, an imaginary part
	for n := 0; n < 2; n++ {
		if n > 0 {
			if _, j := scanSign(s, i); j == i {
				break
			}
		}
		start := i
		d, imaginary, next, err := scanPart(s, i)
		if err != nil {
			return re, im, err
		}
		part, kind := &re, 0
		if imaginary {
			part, kind = &im, 1
		}
		if seen[kind] {
			return re, im, found(s, start, "one real and one imaginary part")
		}
		*part, seen[kind] = d, true
		i = skipBlanks(s, next)
	}
	if open {
		if i >= len(s) || s[i] != ')' {
			return re, im, found(s, i, "a closing parenthesis")
		}
		i = skipBlanks(s, i+1)
	}
	if i < len(s) {
		return re, im, found(s, i, "the end of the number")
	}
	return re, im, nil
}

// scanPart reads one part of a complex number at s[i:].
func scanPart(s string, i int) (d decimal, imaginary bool, next int, err error) {
	neg, j := scanSign(s, i)
	j = skipBlanks(s, j)
	if j < len(s) && s[j] == 'i' {
		return decimal{neg: neg, mant: "1"}, true, j + 1, nil
	}
	if _, k := scanSign(s, j); k != j {
		return d, false, j, found(s, j, "a digit")
	}
	d, j, err = scanDecimal(s, j)
	if err != nil {
		return d, false, j, err
	}
	d.neg = neg
	k := skipBlanks(s, j)
	star := k < len(s) && s[k] == '*'
	if star {
		k = skipBlanks(s, k+1)
	}
	if k < len(s) && s[k] == 'i' {
		return d, true, k + 1, nil
	}
	if star {
		return d, false, k, found(s, k, "the imaginary unit i")
	}
	return d, false, j, nil
}

// skipBlanks returns the offset of the first byte at or after i that is no blank.
func skipBlanks(s string, i int) int {
	for i < len(s) && strings.IndexByte(" \t\r\n", s[i]) >= 0 {
		i++
	}
	return i
}

// formatComplex joins the printed parts of a number to the text that
// scanComplex reads.
func formatComplex(re, im string, reZero, imZero bool) string {
	if imZero {
		return re
	}
	switch im {
	case "1":
		im = "i"
	case "-1":
		im = "-i"
	default:
		im += "*i"
	}
	if reZero {
		return im
	}
	if im[0] == '-' || im[0] == '+' {
		return re + im
	}
	return re + "+" + im
}
