package plot

import "gonum.org/v1/gonum/mat"

// contour returns the lines on which a function with the values z at the points
// (column, row) of a grid has a level, by marching squares: the sides of a square
// whose ends lie on both sides of the level are cut where linear interpolation
// says, and the cuts are joined. A line that is closed ends where it begins.
//
// Source: W. E. Lorensen and H. E. Cline, Marching cubes, 1987, in the plane.
func contour(z *mat.Dense, level float64) [][][2]float64 {
	rows, cols := z.Dims()
	// side is the side of the square from the grid point (c, r), to the right or up.
	type side struct {
		c, r int
		up   bool
	}
	joined := map[side][]side{} // at most two others, one in each square
	var order []side            // the keys as they were met, so that lines have an order
	join := func(a, b side) {
		for _, s := range []side{a, b} {
			if _, ok := joined[s]; !ok {
				order = append(order, s)
			}
		}
		joined[a], joined[b] = append(joined[a], b), append(joined[b], a)
	}
	above := func(c, r int) bool { return z.At(r, c) > level }
	for r := range rows - 1 {
		for c := range cols - 1 {
			// The sides around the square: bottom, right, top, left.
			around := []side{{c, r, false}, {c + 1, r, true}, {c, r + 1, false}, {c, r, true}}
			corners := []bool{above(c, r), above(c+1, r), above(c+1, r+1), above(c, r+1)}
			var cut []side
			for i, s := range around {
				if corners[i] != corners[(i+1)%4] {
					cut = append(cut, s)
				}
			}
			if len(cut) == 4 { // a saddle: cut off the corners unlike the middle
				middle := (z.At(r, c)+z.At(r, c+1)+z.At(r+1, c+1)+z.At(r+1, c))/4 > level
				if corners[0] != middle {
					cut = append(cut[1:], cut[0])
				}
			}
			for i := 0; i+1 < len(cut); i += 2 {
				join(cut[i], cut[i+1])
			}
		}
	}
	point := func(s side) [2]float64 {
		a, b := z.At(s.r, s.c), 0.0
		if s.up {
			b = z.At(s.r+1, s.c)
		} else {
			b = z.At(s.r, s.c+1)
		}
		t := (level - a) / (b - a)
		if s.up {
			return [2]float64{float64(s.c), float64(s.r) + t}
		}
		return [2]float64{float64(s.c) + t, float64(s.r)}
	}
	walk := func(s side) [][2]float64 {
		line := [][2]float64{point(s)}
		for len(joined[s]) > 0 {
			next := joined[s][0]
			joined[s] = joined[s][1:]
			for i, back := range joined[next] {
				if back == s {
					joined[next] = append(joined[next][:i:i], joined[next][i+1:]...)
					break
				}
			}
			s = next
			line = append(line, point(s))
		}
		return line
	}
	var lines [][][2]float64
	for _, ends := range []int{1, 2} { // open lines from one of their ends, then closed ones
		for _, s := range order {
			if len(joined[s]) == ends {
				lines = append(lines, walk(s))
			}
		}
	}
	return lines
}
