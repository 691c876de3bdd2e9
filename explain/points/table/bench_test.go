package table

import (
	"bytes"
	"context"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"strconv"
	"testing"
)

// benchText is a CSV file of three columns with so many significant digits.
func benchText(rows, digits int) []byte {
	rng := rand.New(rand.NewPCG(1, uint64(digits)))
	var b bytes.Buffer
	b.WriteString("x,y,z\n")
	for range rows {
		for j := range 3 {
			if j > 0 {
				b.WriteByte(',')
			}
			b.WriteString(strconv.FormatFloat(rng.NormFloat64()*10, 'g', digits, 64))
		}
		b.WriteByte('\n')
	}
	return b.Bytes()
}

// BenchmarkRead compares the reader with encoding/csv and strconv on the same
// bytes. cells/s is what counts.
func BenchmarkRead(b *testing.B) {
	const rows = 100_000
	for _, digits := range []int{6, 17} {
		text := benchText(rows, digits)
		b.Run(fmt.Sprintf("digits=%d/ours", digits), func(b *testing.B) {
			b.SetBytes(int64(len(text)))
			b.ReportAllocs()
			for b.Loop() {
				r, err := NewReader(bytes.NewReader(text), "bench", Options{})
				if err != nil {
					b.Fatal(err)
				}
				for {
					if _, err = r.Next(context.Background()); err != nil {
						break
					}
				}
				if !errors.Is(err, io.EOF) {
					b.Fatal(err)
				}
			}
			b.ReportMetric(float64(3*rows*b.N)/b.Elapsed().Seconds(), "cells/s")
		})
		b.Run(fmt.Sprintf("digits=%d/encoding-csv", digits), func(b *testing.B) {
			b.SetBytes(int64(len(text)))
			b.ReportAllocs()
			for b.Loop() {
				r := csv.NewReader(bytes.NewReader(text))
				r.ReuseRecord = true
				_, err := r.Read()
				for err == nil {
					var record []string
					if record, err = r.Read(); err != nil {
						break
					}
					for _, cell := range record {
						if _, err := strconv.ParseFloat(cell, 64); err != nil {
							b.Fatal(err)
						}
					}
				}
			}
			b.ReportMetric(float64(3*rows*b.N)/b.Elapsed().Seconds(), "cells/s")
		})
	}
}
