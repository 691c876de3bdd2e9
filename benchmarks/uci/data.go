package main

import (
	"bufio"
	"compress/gzip"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"gonum.org/v1/gonum/mat"
)

// tables lists the data sets: how their files are read.
var tables = []tableFile{
	{name: "bank", file: "data_banknote_authentication.txt.gz"},
	{name: "cancer", file: "breast_cancer.csv", skip: 1},
	{name: "credit", file: "credit_default.csv.gz", skip: 1, drop: 1},
	{name: "htru", file: "HTRU_2.csv.gz"},
	{name: "iris", file: "iris.csv", skip: 1},
	{name: "skin", file: "Skin_NonSkin.txt.gz", separator: "\t"},
	{name: "sonar", file: "sonar.all-data.gz"},
	{name: "spam", file: "spambase.data.gz"},
	{name: "wine", file: "wine_data.csv", skip: 1},
}

// tableFile is a table of numbers with the class in the last column.
type tableFile struct {
	name, file string
	separator  string // "," when empty
	skip       int    // header lines
	drop       int    // columns at the front that are no features
}

// dataSet is a table in memory.
type dataSet struct {
	name    string
	x       *mat.Dense
	class   []int
	classes int
}

// read reads the table from a folder.
func (t tableFile) read(dir string) (*dataSet, error) {
	path := filepath.Join(dir, t.file)
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	var r io.Reader = f
	if strings.HasSuffix(t.file, ".gz") {
		if r, err = gzip.NewReader(f); err != nil {
			return nil, fmt.Errorf("%s: %w", path, err)
		}
	}
	d, err := t.parse(r)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	return d, nil
}

// parse reads lines of numbers with a label at the end.
func (t tableFile) parse(r io.Reader) (*dataSet, error) {
	separator := t.separator
	if separator == "" {
		separator = ","
	}
	var rows []float64
	var labels []string
	width := 0
	lines := bufio.NewScanner(r)
	for n := 1; lines.Scan(); n++ {
		text := strings.TrimSpace(lines.Text())
		if n <= t.skip || text == "" {
			continue
		}
		cells := strings.Split(text, separator)
		last := len(cells) - 1
		for _, cell := range cells[t.drop:last] {
			v, err := strconv.ParseFloat(strings.TrimSpace(cell), 64)
			if err != nil {
				return nil, fmt.Errorf("line %d: %w", n, err)
			}
			rows = append(rows, v)
		}
		if width == 0 {
			width = last - t.drop
		} else if width != last-t.drop {
			return nil, fmt.Errorf("line %d: %d numbers, expected %d", n, last-t.drop, width)
		}
		labels = append(labels, strings.TrimSpace(cells[last]))
	}
	if err := lines.Err(); err != nil {
		return nil, err
	}
	if len(labels) == 0 || width == 0 {
		return nil, fmt.Errorf("no rows")
	}
	names := slices.Clone(labels)
	slices.Sort(names)
	names = slices.Compact(names)
	d := &dataSet{name: t.name, x: mat.NewDense(len(labels), width, rows), classes: len(names)}
	for _, l := range labels {
		c, _ := slices.BinarySearch(names, l)
		d.class = append(d.class, c)
	}
	return d, nil
}

// rows returns the number of rows.
func (d *dataSet) rows() int { return len(d.class) }

// pick returns the rows at the given places.
func (d *dataSet) pick(places []int) *dataSet {
	_, vars := d.x.Dims()
	out := &dataSet{name: d.name, x: mat.NewDense(len(places), vars, nil), classes: d.classes}
	for i, p := range places {
		out.x.SetRow(i, d.x.RawRowView(p))
		out.class = append(out.class, d.class[p])
	}
	return out
}

// ofClass returns the rows of one class.
func (d *dataSet) ofClass(c int) *mat.Dense {
	var places []int
	for i, k := range d.class {
		if k == c {
			places = append(places, i)
		}
	}
	if len(places) == 0 {
		return nil
	}
	return d.pick(places).x
}

// split shuffles the rows and returns the given share of them and the rest, both
// scaled so that the first lie in [0, 1].
func (d *dataSet) split(share float64, rng *rand.Rand) (train, test *dataSet) {
	order := rng.Perm(d.rows())
	cut := int(share * float64(d.rows()))
	train, test = d.pick(order[:cut]), d.pick(order[cut:])
	_, vars := d.x.Dims()
	for j := range vars {
		col := mat.Col(nil, j, train.x)
		lo, size := slices.Min(col), slices.Max(col)-slices.Min(col)
		if size == 0 {
			size = 1
		}
		for _, s := range []*dataSet{train, test} {
			for i := range s.rows() {
				s.x.Set(i, j, (s.x.At(i, j)-lo)/size)
			}
		}
	}
	return train, test
}
