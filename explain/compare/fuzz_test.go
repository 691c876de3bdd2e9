package compare

import (
	"context"
	"encoding/binary"
	"errors"
	"math"
	"testing"

	"gonum.org/v1/gonum/mat"

	"github.com/kexplain/kexplain/border/approx"
)

// FuzzRun takes any points: what comes back is an error that says what is wrong
// with them, or a table of finite numbers.
func FuzzRun(f *testing.F) {
	encode := func(values ...float64) []byte {
		var b []byte
		for _, v := range values {
			b = binary.LittleEndian.AppendUint64(b, math.Float64bits(v))
		}
		return b
	}
	f.Add(encode(5, 0, 0, 5, 3, 4, 4, 3, -3, 4, -4, 3, 3, -4, -4, -3), uint8(2))
	f.Add(encode(1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1), uint8(2))
	f.Add(encode(1, 2, 1, 3, 1, 4, 1, 5, 1, 6), uint8(3))
	f.Add(encode(0, 0, 0, 0, 0, 0, 0, 1e-300, 0, 0), uint8(1))
	f.Add(encode(1e200, 1, 2e200, 4, 3e200, 9, 4e200, 16), uint8(2))
	f.Add(encode(1, math.NaN(), 2, math.Inf(1), 3, 1, 4, 1), uint8(2))
	f.Add(encode(1e70, 1, 2e70, 1e-70, 3e70, 9, 4e70, 16, 1, 1, 2, 3), uint8(2))
	f.Fuzz(func(t *testing.T, data []byte, degree uint8) {
		n := min(len(data)/16, 20)
		if n == 0 || degree > 3 {
			return
		}
		x := mat.NewDense(n, 2, nil)
		for i := range 2 * n {
			x.Set(i/2, i%2, math.Float64frombits(binary.LittleEndian.Uint64(data[8*i:])))
		}
		c := Config{Methods: names()[1:], Degree: int(degree), Resamples: 2} // kexplain takes long, and has its own
		r, err := c.Run(context.Background(), xy, x, nil)
		if err != nil {
			for _, known := range []error{ErrPoints, ErrRange, approx.ErrNotFinite} {
				if errors.Is(err, known) {
					return
				}
			}
			t.Fatal(err)
		}
		for i, m := range r.Methods {
			for _, v := range []float64{m.TrainDistance.RMS, m.TrainDistance.Max, m.HeldDistance.RMS, m.HeldDistance.Max} {
				if math.IsNaN(v) || math.IsInf(v, 0) {
					t.Errorf("%s: distance %v", m.Name, v)
				}
			}
			for _, p := range m.Equations {
				for _, a := range p.Terms() {
					if math.IsNaN(a) || math.IsInf(a, 0) {
						t.Errorf("%s: %v", m.Name, p)
					}
				}
			}
			for j := range r.Methods {
				a, b := r.Angles[i][j], r.Angles[j][i]
				if a != b && !(math.IsNaN(a) && math.IsNaN(b)) {
					t.Errorf("%s and %s: angles %v and %v", m.Name, r.Methods[j].Name, a, b)
				}
			}
		}
	})
}
