// Package parquet reads Parquet files.
package parquet

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"math/big"
	"strconv"
	"strings"
	"time"

	"github.com/parquet-go/parquet-go"
	"github.com/parquet-go/parquet-go/deprecated"
	thrift "github.com/parquet-go/parquet-go/format"

	"github.com/kexplain/kexplain/explain/points/table"
	"github.com/kexplain/kexplain/explain/points/table/format"
)

// Format is the reader. Columns of lists are text to it.
func Format() table.Format {
	return table.Format{Name: "Parquet", Match: func(head []byte) bool { return bytes.HasPrefix(head, []byte("PAR1")) }, Open: open}
}

func open(f format.File) (*format.Rows, error) {
	file, err := parquet.OpenFile(f, f.Size)
	if err != nil {
		return nil, err
	}
	var names []string
	var leaves []parquet.LeafColumn
	for _, path := range file.Schema().Columns() {
		leaf, ok := file.Schema().Lookup(path...)
		if !ok {
			return nil, fmt.Errorf("no column %s", strings.Join(path, "."))
		}
		names = append(names, strings.Join(path, "."))
		leaves = append(leaves, leaf)
	}
	if len(names) == 0 {
		return nil, &table.Error{Found: "no columns", Want: "a table", Err: table.ErrEmpty}
	}
	r := &reader{groups: file.RowGroups(), leaves: leaves, cells: make([]string, len(names))}
	return &format.Rows{Names: names, Next: r.next, Close: r.close}, nil
}

// reader goes through the groups of rows.
type reader struct {
	groups []parquet.RowGroup
	leaves []parquet.LeafColumn
	rows   parquet.Rows // of the group before groups, nil before the first
	buffer [256]parquet.Row
	have   []parquet.Row // read and not yet returned
	cells  []string
}

func (r *reader) next() ([]string, error) {
	for len(r.have) == 0 {
		if r.rows == nil {
			if len(r.groups) == 0 {
				return nil, io.EOF
			}
			r.rows, r.groups = r.groups[0].Rows(), r.groups[1:]
		}
		n, err := r.rows.ReadRows(r.buffer[:])
		r.have = r.buffer[:n]
		if errors.Is(err, io.EOF) {
			if err := r.close(); err != nil {
				return nil, err
			}
		} else if err != nil {
			return nil, err
		}
	}
	clear(r.cells)
	for _, v := range r.have[0] {
		c := v.Column()
		if leaf := r.leaves[c]; leaf.MaxRepetitionLevel > 0 {
			r.cells[c] = "(list)"
		} else if !v.IsNull() {
			r.cells[c] = cell(v, leaf.Node.Type())
		}
	}
	r.have = r.have[1:]
	return r.cells, nil
}

func (r *reader) close() error {
	if r.rows == nil {
		return nil
	}
	rows := r.rows
	r.rows = nil
	return rows.Close()
}

// cell is a value as text: a float as the shortest decimal that gives it back, dates and
// times in UTC.
func cell(v parquet.Value, t parquet.Type) string {
	const moment = "2006-01-02T15:04:05.999999999"
	unsigned := false
	if logical := t.LogicalType(); logical != nil {
		switch l := logical.Value.(type) {
		case *thrift.DecimalType:
			return decimal(v, int(l.Scale))
		case *thrift.DateType:
			return time.Unix(int64(v.Int32())*24*60*60, 0).UTC().Format("2006-01-02")
		case *thrift.TimestampType:
			return sinceEpoch(v.Int64(), l.Unit.Value.Duration()).Format(moment)
		case *thrift.IntType:
			unsigned = !l.IsSigned
		}
	}
	switch v.Kind() {
	case parquet.Boolean:
		return strings.ToUpper(strconv.FormatBool(v.Boolean()))
	case parquet.Int32:
		if unsigned {
			return strconv.FormatUint(uint64(v.Uint32()), 10)
		}
		return strconv.FormatInt(int64(v.Int32()), 10)
	case parquet.Int64:
		if unsigned {
			return strconv.FormatUint(v.Uint64(), 10)
		}
		return strconv.FormatInt(v.Int64(), 10)
	case parquet.Int96:
		return int96(v.Int96()).Format(moment)
	case parquet.Float:
		return strconv.FormatFloat(float64(v.Float()), 'g', -1, 32)
	case parquet.Double:
		return strconv.FormatFloat(v.Double(), 'g', -1, 64)
	}
	return string(v.ByteArray())
}

// sinceEpoch is the time so many units after 1970.
func sinceEpoch(n int64, unit time.Duration) time.Time {
	perSecond := int64(time.Second / unit)
	return time.Unix(n/perSecond, n%perSecond*int64(unit)).UTC()
}

// decimal is a whole number over a power of ten; of bytes, the largest ones first.
func decimal(v parquet.Value, scale int) string {
	n := new(big.Int)
	switch v.Kind() {
	case parquet.Int32:
		n.SetInt64(int64(v.Int32()))
	case parquet.Int64:
		n.SetInt64(v.Int64())
	default:
		b := v.ByteArray()
		n.SetBytes(b)
		if len(b) > 0 && b[0] >= 0x80 {
			n.Sub(n, new(big.Int).Lsh(big.NewInt(1), uint(8*len(b))))
		}
	}
	return new(big.Rat).SetFrac(n, new(big.Int).Exp(big.NewInt(10), big.NewInt(int64(scale)), nil)).FloatString(scale)
}

// int96 is the time of old files: nanoseconds of a Julian day.
func int96(v deprecated.Int96) time.Time {
	const epoch = 2440588 // the Julian day of 1970-01-01
	nanos := int64(v[0]) | int64(v[1])<<32
	return time.Unix((int64(v[2])-epoch)*24*60*60, nanos).UTC()
}
