package noisefree

import (
	"fmt"
	"math"
	"math/big"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/kexplain/kexplain/explain/internal/exact"
	"github.com/kexplain/kexplain/explain/internal/explaintest"
	"github.com/kexplain/kexplain/explain/points"
	"github.com/kexplain/kexplain/ring"
)

// TestMeasured: which cells look measured.
func TestMeasured(t *testing.T) {
	for _, c := range []struct {
		cells []string
		want  bool
	}{
		{[]string{"1.25", "2.31"}, true}, {[]string{"1", "2"}, false}, {[]string{"1", "2.3"}, true},
		{[]string{"1/3", "2.5"}, false}, {[]string{"1/4", "2.3"}, false},
		{[]string{"0.5", "0.25"}, true}, {[]string{"0.015625", "0.5"}, false}, {[]string{"0.03125", "0.5"}, true},
		{[]string{"0.015625", "0.3"}, true},
		{[]string{"0.0000152587890625", "0.5"}, false}, {[]string{"0.00000762939453125", "0.5"}, false},
		{[]string{"0.12345678901", "0.3"}, false}, {[]string{"123.456789", "0.3"}, true}, {[]string{"123.4567891", "0.3"}, false},
		{[]string{"0.123456789012345", "0.234567890123456"}, true}, {[]string{"0.123456789012345", "0.3"}, false},
		{[]string{"0.123456789012345", "0.234567890123456", "0.3"}, true},
		{[]string{"0.00000000012", "0.3"}, true}, // 1.2e-10: what counts are the digits, not the places
		{[]string{"0.123456789", "0.3"}, true}, {[]string{"0.0123456789", "0.3"}, true},
		{[]string{"0.12345678901", "0.23456789012"}, true}, {[]string{"0.12345678901", "0.23456789012", "0.5", "0.25"}, false},
	} {
		var b string
		for i, cell := range c.cells {
			b += fmt.Sprintf("%s,%d\n", cell, i)
		}
		set := explaintest.ReadText(t, "x,y\n"+b)
		f := &Found{Variables: set.Variables(), Points: set}
		assert.Equal(t, c.want, f.looksMeasured(0), "%v", c.cells)
		f.Settings = []exact.Setting{{Column: 0}}
		assert.False(t, f.looksMeasured(0), "a setting")
		R := explaintest.RingOf(t, "x", "y")
		f.Settings, f.Constant = []exact.Setting{{Column: 1}}, explaintest.Equations(t, R, "x - 1")
		assert.False(t, f.looksMeasured(0), "a constant")
	}
	third := new(big.Rat).SetFrac64(1, 3)
	f := &Found{Variables: []string{"x"}, Points: points.Without(rationals{third}, nil)}
	assert.False(t, f.looksMeasured(0), "no decimal")
}

// rationals are rows of one number each that were never written as decimals.
type rationals []*big.Rat

func (r rationals) Rows() int { return len(r) }

func (r rationals) Row(i int) []float64 { v, _ := r[i].Float64(); return []float64{v} }

func (r rationals) Line(i int) int { return i + 1 }

func (r rationals) ExactRow(dst []ring.Rat, i int) []ring.Rat {
	dst[0] = ring.RatFromBig(r[i])
	return dst
}

// TestExplainsAll: when nothing is left to look for with noise.
func TestExplainsAll(t *testing.T) {
	var rows, space [][]float64
	for i := range 20 {
		x, y := math.Round(10*math.Sin(float64(i)))/8, float64(i)/100
		rows = append(rows, []float64{x, y, x + y, 1})
		space = append(space, []float64{float64(i), float64(i * i % 7), float64(i + i*i%7), 1})
	}
	R := explaintest.RingOf(t, "x", "y", "z", "c")
	constant, sum := explaintest.Equations(t, R, "c - 1"), explaintest.Equations(t, R, "x + y - z")
	f := &Found{Variables: strings.Split("x,y,z,c", ","), Points: explaintest.Points(rows), Constant: constant, Exactly: sum}
	assert.Equal(t, 2, f.dimension())
	assert.False(t, f.ExplainsAll(), "x and y look measured")
	f.Within = explaintest.Equations(t, R, "y - x^2")
	assert.Equal(t, 1, f.dimension())
	assert.True(t, f.ExplainsAll(), "a curve")
	assert.False(t, (&Found{Variables: f.Variables, Points: f.Points, Constant: constant}).ExplainsAll(), "no law")
	f = &Found{Variables: strings.Split("x,y,z,c", ","), Points: explaintest.Points(space), Constant: constant, Exactly: sum}
	assert.True(t, f.ExplainsAll(), "whole numbers are counted")
	f.Counters = []int{0}
	assert.Equal(t, 1, f.dimension())

	// A law takes the measured look from the first column only that it determines.
	f = &Found{Variables: strings.Split("x,y,z,c", ","), Points: explaintest.Points(rows), Constant: constant, Exactly: explaintest.Equations(t, R, "x - 1", "y - 2", "z - 3")}
	assert.True(t, f.NothingMeasured())
	f.Exactly = explaintest.Equations(t, R, "x - 1", "y*x - 2", "z - 3")
	assert.False(t, f.NothingMeasured())
	f.Exactly = explaintest.Equations(t, R, "x - y", "z - 3")
	assert.False(t, f.NothingMeasured())
	// The rank is the largest at a few rows: y*(x + y - z) has no gradient where y is 0.
	f = &Found{Variables: strings.Split("x,y,z,c", ","), Points: explaintest.Points(append([][]float64{{0, 0, 0, 1}}, rows...)), Constant: constant,
		Exactly: explaintest.Equations(t, R, "y^2")}
	assert.Equal(t, 2, f.dimension())
}
