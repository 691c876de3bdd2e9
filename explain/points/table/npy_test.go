package table

import (
	"bytes"
	"context"
	"encoding/binary"
	"fmt"
	"math"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/kexplain/kexplain/explain/points/table/scan"

	"github.com/kexplain/kexplain/explain/points/table/layout"
)

// npyFile writes an NPY file: a header with the given dictionary and the
// numbers, which binary.Write understands.
func npyFile(version byte, dict string, order binary.ByteOrder, data any) []byte {
	var b bytes.Buffer
	b.WriteString(npyMagic)
	b.Write([]byte{version, 0})
	text := dict + "\n"
	if version == 1 {
		binary.Write(&b, binary.LittleEndian, uint16(len(text)))
	} else {
		binary.Write(&b, binary.LittleEndian, uint32(len(text)))
	}
	b.WriteString(text)
	binary.Write(&b, order, data)
	return b.Bytes()
}

func dict(descr string, fortran bool, shape string) string {
	f := "False"
	if fortran {
		f = "True"
	}
	return fmt.Sprintf("{'descr': '%s', 'fortran_order': %s, 'shape': %s, }", descr, f, shape)
}

func TestNPY(t *testing.T) {
	le, be := binary.LittleEndian, binary.BigEndian
	want := [][]float64{{1, 2, 3}, {4, 5, 6}}
	tests := []struct {
		name string
		file []byte
		want [][]float64
	}{
		{"f8", npyFile(1, dict("<f8", false, "(2, 3)"), le, []float64{1, 2, 3, 4, 5, 6}), want},
		{"f8 big-endian, version 2", npyFile(2, dict(">f8", false, "(2,3)"), be, []float64{1, 2, 3, 4, 5, 6}), want},
		{"f4, version 3", npyFile(3, dict("<f4", false, "(2, 3)"), le, []float32{1, 2, 3, 4, 5, 6}), want},
		{"Fortran order", npyFile(1, dict("<f8", true, "(2, 3)"), le, []float64{1, 4, 2, 5, 3, 6}), want},
		{"i1", npyFile(1, dict("|i1", false, "(3,)"), le, []int8{-1, 0, 127}), [][]float64{{-1}, {0}, {127}}},
		{"i2", npyFile(1, dict(">i2", false, "(2,)"), be, []int16{-300, 300}), [][]float64{{-300}, {300}}},
		{"i4", npyFile(1, dict("<i4", false, "(2,)"), le, []int32{-70000, 70000}), [][]float64{{-70000}, {70000}}},
		{"i8", npyFile(1, dict("<i8", false, "(2,)"), le, []int64{math.MinInt64, 1<<53 + 1}), [][]float64{{-1 << 63}, {1 << 53}}},
		{"u1", npyFile(1, dict("|u1", false, "(2,)"), le, []uint8{0, 255}), [][]float64{{0}, {255}}},
		{"u2", npyFile(1, dict("<u2", false, "(2,)"), le, []uint16{0, 65535}), [][]float64{{0}, {65535}}},
		{"u4", npyFile(1, dict("<u4", false, "(2,)"), le, []uint32{0, 1<<32 - 1}), [][]float64{{0}, {1<<32 - 1}}},
		{"u8", npyFile(1, dict("<u8", false, "(2,)"), le, []uint64{0, math.MaxUint64}), [][]float64{{0}, {1 << 64}}},
		{"bool", npyFile(1, dict("|b1", false, "(2,)"), le, []uint8{0, 1}), [][]float64{{0}, {1}}},
		{"Python 2", npyFile(1, "{'shape': (1L, 2L), 'fortran_order': False, 'descr': '<f8'}", le, []float64{1, 2}), [][]float64{{1, 2}}},
		{"gzip", zipped(string(npyFile(1, dict("<f8", false, "(2, 3)"), le, []float64{1, 2, 3, 4, 5, 6}))), want},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			r, err := NewReader(bytes.NewReader(tt.file), "a.npy", Options{BlockRows: 1})
			require.NoError(t, err)
			table, err := r.ReadAll(context.Background())
			require.NoError(t, err)
			assert.Empty(t, cmp.Diff(tt.want, rows(table)))
			assert.Equal(t, "NPY", table.Info.Format)
			assert.EqualValues(t, len(tt.file), table.Info.Bytes)
			assert.Equal(t, 1, table.Line(0))
		})
	}
}

// TestNPYExact: integers of 64 bits are exact although their floats are not,
// and floats are the dyadic rationals that they are.
func TestNPYExact(t *testing.T) {
	file := npyFile(1, dict("<i8", false, "(2, 1)"), binary.LittleEndian, []int64{math.MinInt64, 1<<53 + 1})
	r, err := NewReader(bytes.NewReader(file), "a.npy", Options{})
	require.NoError(t, err)
	table, err := r.ReadAll(context.Background())
	require.NoError(t, err)
	assert.Equal(t, "-9223372036854775808", table.Exact(0, 0).String())
	assert.Equal(t, "9007199254740993", table.Exact(1, 0).String())

	file = npyFile(1, dict("<f8", false, "(1, 3)"), binary.LittleEndian, []float64{0.75, 0.1, -3})
	r, err = NewReader(bytes.NewReader(file), "a.npy", Options{Columns: []string{"x3", "1"}})
	require.NoError(t, err)
	table, err = r.ReadAll(context.Background())
	require.NoError(t, err)
	assert.Equal(t, "-3", table.Exact(0, 0).String())
	assert.Equal(t, "3/4", table.Exact(0, 1).String())
}

func TestNPYErrors(t *testing.T) {
	le := binary.LittleEndian
	tests := []struct {
		name, want string
		file       []byte
	}{
		{"lying shape", "a.npy: found 16 bytes of numbers, expected 1000000000000 × 3 × 8 bytes as the header says; fetch the file again",
			npyFile(1, dict("<f8", false, "(1000000000000, 3)"), le, []float64{1, 2})},
		{"lying shape, Fortran order", "a.npy: found 16 bytes of numbers, expected 1000000000000 × 3 × 8 bytes as the header says; fetch the file again",
			npyFile(1, dict("<f8", true, "(1000000000000, 3)"), le, []float64{1, 2})},
		{"shape beyond memory", "the shape [9223372036854775807 9], more than memory can hold", npyFile(1, dict("<f8", false, "(9223372036854775807, 9)"), le, []float64{1})},
		{"shape beyond int64", "a shape that is no list of numbers", npyFile(1, dict("<f8", false, "(92233720368547758070, 9)"), le, []float64{1})},
		{"many columns", "2000000 columns, more than 1048576", npyFile(1, dict("<f8", false, "(1, 2000000)"), le, []float64{1})},
		{"nothing", "the shape [0 3], which holds nothing", npyFile(1, dict("<f8", false, "(0, 3)"), le, []float64{})},
		{"scalar", "0 dimensions", npyFile(1, dict("<f8", false, "()"), le, []float64{1})},
		{"three dimensions", "3 dimensions", npyFile(1, dict("<f8", false, "(1, 1, 1)"), le, []float64{1})},
		{"complex", `the type "<c16"`, npyFile(1, dict("<c16", false, "(1,)"), le, []float64{1, 1})},
		{"half", `the type "<f2"`, npyFile(1, dict("<f2", false, "(1,)"), le, []uint16{1})},
		{"text", `the type "<U5"`, npyFile(1, dict("<U5", false, "(1,)"), le, []uint16{1})},
		{"structured", "a structured type", npyFile(1, "{'descr': [('x', '<f8')], 'fortran_order': False, 'shape': (1,)}", le, []float64{1})},
		{"no shape", `no key "shape"`, npyFile(1, "{'descr': '<f8', 'fortran_order': False}", le, []float64{1})},
		{"key twice", `the key "descr" twice`, npyFile(1, "{'descr': '<f8', 'descr': '<f8'}", le, []float64{1})},
		{"NaN", "a.npy:2:1: found NaN, expected a finite number", npyFile(1, dict("<f8", false, "(2,)"), le, []float64{1, math.NaN()})},
		{"Inf", "a.npy:1:1: found -Inf, expected a finite number", npyFile(1, dict("<f4", false, "(1,)"), le, []float32{float32(math.Inf(-1))})},
		{"more behind", "found bytes after the array", npyFile(1, dict("<f8", false, "(1,)"), le, []float64{1, 2})},
		{"version", "found NPY version 9.0", npyFile(9, dict("<f8", false, "(1,)"), le, []float64{1})},
		{"cut header", "an NPY file that ends in its header", npyFile(1, dict("<f8", false, "(1,)"), le, []float64{1})[:20]},
		{"huge header", "found an NPY header of 4294967295 bytes", []byte(npyMagic + "\x02\x00\xff\xff\xff\xff{")},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			r, err := NewReader(bytes.NewReader(tt.file), "a.npy", Options{})
			if err == nil {
				_, err = r.ReadAll(context.Background())
			}
			require.Error(t, err)
			assert.Contains(t, err.Error(), tt.want)
			assert.ErrorIs(t, err, scan.ErrInput)
		})
	}
}

// FuzzNPY reads any header and any numbers.
func FuzzNPY(f *testing.F) {
	f.Add(dict("<f8", false, "(2, 1)"), []byte(strings.Repeat("\x01", 16)))
	f.Add(dict(">i4", true, "(2, 2)"), []byte(strings.Repeat("\x81", 16)))
	f.Add("{'shape': (1L,), \"descr\": '|u1', 'fortran_order': True}", []byte{255})
	f.Add("{", []byte{})
	f.Add("{'descr': '<f8', 'fortran_order': False, 'shape': (99999999999999999, 9999)}", []byte{1})
	f.Fuzz(func(t *testing.T, header string, data []byte) {
		if len(header) > 1000 {
			return
		}
		r, err := NewReader(bytes.NewReader(npyFile(1, header, binary.LittleEndian, data)), "f", Options{BlockRows: 3})
		var table *Table
		if err == nil {
			table, err = r.ReadAll(context.Background())
		}
		if err != nil {
			require.ErrorIs(t, err, scan.ErrInput)
			return
		}
		for i := range table.Rows() {
			for j := range table.Cols() {
				want, _ := table.Exact(i, j).Big().Float64()
				require.Equal(t, want, table.Row(i)[j]+0)
			}
		}
	})
}

// TestNPYTextOptions: options for the lines of a text are refused, not ignored.
func TestNPYTextOptions(t *testing.T) {
	file := npyFile(1, "{'descr': '<f8', 'fortran_order': False, 'shape': (2, 1)}", binary.LittleEndian, []float64{1, 2})
	for _, tt := range []struct {
		o    Options
		want string
	}{
		{Options{Header: layout.HeaderYes}, "no line of names"},
		{Options{Separator: scan.Comma}, "no separator"},
		{Options{Skip: 1}, "no lines to skip"},
		{Options{Header: layout.HeaderNo, Missing: MissingError}, ""},
	} {
		_, err := NewReader(bytes.NewReader(file), "a.npy", tt.o)
		if tt.want == "" {
			require.NoError(t, err)
			continue
		}
		require.ErrorIs(t, err, scan.ErrInput)
		require.EqualError(t, err, "a.npy: found an NPY file, which has "+tt.want+", expected a text file; leave the option out")
	}
}

func TestNPYLabels(t *testing.T) {
	labels := func(data any, kind string) (out []string, err error) {
		file := npyFile(1, "{'descr': '"+kind+"', 'fortran_order': False, 'shape': (2, 2)}", binary.LittleEndian, data)
		r, err := NewReader(bytes.NewReader(file), "a.npy", Options{Columns: []string{"1"}})
		require.NoError(t, err)
		r.TakeLabels(1)
		all, err := r.ReadAll(context.Background())
		if err != nil {
			return nil, err
		}
		return []string{all.Label(0), all.Label(1)}, nil
	}
	got, err := labels([]float64{1, 0.5, 2, 3}, "<f8")
	require.NoError(t, err)
	require.Equal(t, []string{"0.5", "3"}, got)
	got, err = labels([]int64{1, -9223372036854775807, 2, 1000000}, "<i8")
	require.NoError(t, err)
	require.Equal(t, []string{"-9223372036854775807", "1000000"}, got, "all digits")
	_, err = labels([]float64{1, math.NaN(), 2, 3}, "<f8")
	require.ErrorIs(t, err, scan.ErrInput)
}
