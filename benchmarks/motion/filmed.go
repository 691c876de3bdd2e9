package main

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"github.com/kexplain/kexplain/benchmarks/internal/trial"
	"github.com/kexplain/kexplain/explain/conserved"
	"github.com/kexplain/kexplain/explain/derived"
)

// filmed is a file of Schmidt and Lipson whose last columns are speeds.
type filmed struct {
	file    string
	columns []string // the third of the file and those after it
	speeds  int      // how many of them are speeds
	with    string
	use     []int // columns that a law may contain, nil for all
}

var films = []filmed{
	{"real_linear_h_1.txt", []string{"x", "v"}, 1, "", nil},
	{"real_double_linear_h_1.txt", []string{"x1", "x2", "v1", "v2"}, 2, "", nil},
	{"real_pend_h_1.txt", []string{"o", "v"}, 1, "c = cos(o)", []int{1, 2}},
	{"real_double_pend_h_1.txt", []string{"o1", "o2", "w1", "w2"}, 2, "c1 = cos(o1), c2 = cos(o2), c12 = cos(o1-o2)", []int{2, 3, 4, 5, 6}},
}

// read returns the columns of a film.
func (f filmed) read(folder string) (conserved.Data, error) {
	d := conserved.Data{Names: f.columns, Use: f.use}
	var err error
	if f.with != "" {
		if d.Derived, err = derived.Parse(f.with, f.columns); err != nil {
			return d, err
		}
	}
	file, err := os.Open(filepath.Join(folder, f.file))
	if err != nil {
		return d, err
	}
	defer file.Close()
	lines := bufio.NewScanner(file)
	for number := 1; lines.Scan(); number++ {
		fields := strings.Fields(lines.Text())
		if len(fields) < 2+len(f.columns) || strings.HasPrefix(fields[0], "%") {
			continue
		}
		row := make([]float64, len(f.columns))
		for j := range row {
			if row[j], err = strconv.ParseFloat(fields[2+j], 64); err != nil {
				return d, fmt.Errorf("%s:%d: %w", f.file, number, err)
			}
		}
		d.Rows = append(d.Rows, row)
	}
	return d, lines.Err()
}

// rolled returns the rows with the speeds of other times: all speeds by one number of rows
// in even draws, each by its own in odd ones.
func (f filmed) rolled(rows [][]float64, draw int, rng *rand.Rand) [][]float64 {
	n, k := len(rows), len(f.columns)
	by := make([]int, k)
	for j := k - f.speeds; j < k; j++ {
		if by[j] = n/10 + rng.IntN(n-n/5); draw%2 == 0 && j > k-f.speeds {
			by[j] = by[j-1]
		}
	}
	out := make([][]float64, n)
	for i := range out {
		out[i] = make([]float64, k)
		for j := range k {
			out[i][j] = rows[(i+by[j])%n][j]
		}
	}
	return out
}

// runFilmed looks for laws in filmed systems, and in the same rows without a law.
func runFilmed(ctx context.Context, w io.Writer, folder string, draws int) error {
	table := trial.NewTable("file", "laws", "refused with speeds rolled", "refused with rows shuffled", "longest, s", "printed")
	for _, f := range films {
		d, err := f.read(folder)
		if err != nil {
			return err
		}
		r, err := conserved.Find(ctx, d, conserved.Options{})
		if err != nil {
			return fmt.Errorf("%s: %w", f.file, err)
		}
		var text []string
		for _, l := range r.Laws {
			text = append(text, write(l, r.Names))
		}
		rows := d.Rows
		refused := [2]int{}
		longest := 0.0
		for draw := range draws {
			rng := rand.New(rand.NewPCG(uint64(draw), 1))
			for kind := range refused {
				d.Rows = f.rolled(rows, draw, rng)
				if kind == 1 {
					d.Rows = append([][]float64(nil), rows...)
					rng.Shuffle(len(rows), func(i, j int) { d.Rows[i], d.Rows[j] = d.Rows[j], d.Rows[i] })
				}
				start := time.Now()
				null, err := conserved.Find(ctx, d, conserved.Options{Seed: uint64(draw)})
				if err != nil {
					return fmt.Errorf("%s: %w", f.file, err)
				}
				longest = max(longest, time.Since(start).Seconds())
				if len(null.Laws) == 0 {
					refused[kind]++
				} else {
					fmt.Fprintf(os.Stderr, "motion: %s, draw %d, kind %d: %s\n", f.file, draw, kind, write(null.Laws[0], null.Names))
				}
			}
		}
		table.Row(f.file, len(r.Laws), fmt.Sprintf("%d of %d", refused[0], draws), fmt.Sprintf("%d of %d", refused[1], draws),
			fmt.Sprintf("%.1f", longest), strings.Join(text, "; "))
	}
	_, err := fmt.Fprint(w, table)
	return err
}
