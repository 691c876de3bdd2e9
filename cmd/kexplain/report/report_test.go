package report_test

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/kexplain/kexplain/cmd/kexplain/report"
	"github.com/kexplain/kexplain/explain"
	"github.com/kexplain/kexplain/explain/equations"
	"github.com/kexplain/kexplain/explain/points"
	"github.com/kexplain/kexplain/explain/points/table"
	"github.com/kexplain/kexplain/poly"
	"github.com/kexplain/kexplain/ring"
)

// checked tests an equation on points typed in.
func checked(text, equation string) (*report.Check, error) {
	data, err := table.Read(context.Background(), "-", table.Options{Stdin: strings.NewReader(text)})
	if err != nil {
		return nil, err
	}
	R, err := poly.NewRing(ring.Q, data.Names())
	if err != nil {
		return nil, err
	}
	p, err := R.ParseEquation(equation)
	if err != nil {
		return nil, err
	}
	checked, err := explain.Check(context.Background(), points.FromTable(data), []*poly.Polynomial[ring.Rat]{p}, explain.CheckOptions{})
	if err != nil {
		return nil, err
	}
	r := report.NewCheck("0.0.0", data.Info, data.Names())
	r.Add(equations.Equation{Text: equation}, checked[0])
	return r, nil
}

func ExampleCheck() {
	r, err := checked("x,y\n0.6,0.8\n0,1\n1.1,0\n", "x^2 + y^2 = 1")
	if err != nil {
		fmt.Println(err)
		return
	}
	if err := r.WriteText(os.Stdout); err != nil {
		fmt.Println(err)
	}
	// Output:
	// # standard input: 3 rows, columns x, y
	//
	// x^2 + y^2 = 1
	// #   does not hold; worst in line 4
	// #   vanishes exactly at 2 of 3 points
	// #   within the rounding of the cells at 2 of 3 points
	// #   largest exact residual 0.21 (line 4)
	// #   distance in data units: rms 0.05511, largest 0.09545 (line 4)
}

// TestContract: the keys that programs rely on.
func TestContract(t *testing.T) {
	r, err := checked("x,y\n0.6,0.8\n0,1\n1.1,0\n", "x^2 + y^2 = 1")
	require.NoError(t, err)
	var b strings.Builder
	require.NoError(t, report.WriteJSON(&b, r))
	var doc map[string]any
	require.NoError(t, json.Unmarshal([]byte(b.String()), &doc))
	assert.Equal(t, "kexplain/check/1", doc["schema"])
	assert.Equal(t, []any{"x", "y"}, doc["variables"])
	assert.EqualValues(t, 3, doc["points"])
	e := doc["equations"].([]any)[0].(map[string]any)
	assert.Equal(t, "x^2 + y^2 - 1", e["polynomial"])
	assert.Equal(t, "x^2 + y^2 = 1", e["given"])
	exact := e["exact"].(map[string]any)
	assert.EqualValues(t, 2, exact["vanishing"])
	assert.EqualValues(t, 3, exact["points"])
	assert.EqualValues(t, 0.21, exact["max_abs"])
	assert.Equal(t, "21/100", exact["max_abs_exact"])
	assert.InDelta(t, 0.21/2.2, e["residual"].(map[string]any)["max"], 1e-15)
	assert.NotContains(t, b.String(), `\u003c`, "no HTML escapes")
}

func TestRational(t *testing.T) {
	for text, want := range map[string]string{
		"0": "0", "1/2": "0.5", "-7/4": "-1.75", "1/3": "1/3", "22/7": "22/7", "1e-15": "0.000000000000001", "1e-30": "about 1e-30",
		"123456789012345678901234567890": "about 1.23457e+29", "1/123456789012345678901": "about 8.1e-21",
		"1e4000": "about 1e+4000", "1e-400": "about 1e-400",
	} {
		x, err := ring.ParseRat(text)
		require.NoError(t, err)
		assert.Equal(t, want, report.Rational(x), text)
	}
}
