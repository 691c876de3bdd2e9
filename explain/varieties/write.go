package varieties

import (
	"bufio"
	"context"
	"fmt"
	"hash/fnv"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"github.com/kexplain/kexplain/ring"
)

// Settings says which files Write makes.
type Settings struct {
	// N are the numbers of points.
	N []int
	// Sigma are the noise levels, relative to each variable's root mean square.
	Sigma []float64
	// Draws is the number of files for each N and σ; 0 means 1.
	Draws int
	// Seed is the seed of the first draw; draw i has the seed Seed + i.
	Seed uint64
}

// Write makes the folder dir/v.Name with truth.json and the files that s asks
// for. Files with the same number of points and draw have the same clean points.
func Write(ctx context.Context, dir string, v Variety, s Settings) error {
	dir = filepath.Join(dir, v.Name)
	if err := os.MkdirAll(dir, 0o777); err != nil {
		return fmt.Errorf("varieties: %w", err)
	}
	truth := &Truth{
		Name: v.Name, Variables: v.Variables, Generators: v.Generators,
		Minimal: v.Minimal, MaxDegree: v.MaxDegree(), Dimension: v.Dimension, Seed: s.Seed,
		Noise: "independent Gaussian, std = sigma * RMS of each clean variable",
	}
	for _, n := range s.N {
		for draw := range max(1, s.Draws) {
			clean := floats(v.Sample(n, v.source(n, s.Seed+uint64(draw), 0)))
			rms := rms(clean)
			for level, sigma := range s.Sigma {
				if err := ctx.Err(); err != nil {
					return err
				}
				f := File{File: fileName(n, sigma, draw), N: n, Sigma: sigma}
				for _, r := range rms {
					f.NoiseStd = append(f.NoiseStd, sigma*r)
				}
				noise := v.source(n, s.Seed+uint64(draw), uint64(level)+1)
				if err := writeCSV(filepath.Join(dir, f.File), v.Variables, clean, f.NoiseStd, noise); err != nil {
					return fmt.Errorf("varieties: %w", err)
				}
				truth.Files = append(truth.Files, f)
			}
		}
	}
	return truth.write(dir)
}

// source returns the random numbers of one stream of one file.
func (v Variety) source(n int, seed, stream uint64) *rand.Rand {
	h := fnv.New64a()
	fmt.Fprintf(h, "%s %d %d", v.Name, n, stream)
	return rand.New(rand.NewPCG(seed, h.Sum64()))
}

// fileName is n200_s1e-2.csv for 200 points and σ = 0.01; further draws add _r1,
// _r2 and so on.
func fileName(n int, sigma float64, draw int) string {
	level := "0"
	if sigma != 0 {
		level = strings.Replace(strconv.FormatFloat(sigma, 'e', -1, 64), "e-0", "e-", 1)
	}
	if draw == 0 {
		return fmt.Sprintf("n%d_s%s.csv", n, level)
	}
	return fmt.Sprintf("n%d_s%s_r%d.csv", n, level, draw)
}

// noisyDigits is the number of significant digits of a noisy number in a file.
// Numbers without noise have as many as bring the same float64 back.
const noisyDigits = 10

// writeCSV writes points plus noise of the given standard deviations.
func writeCSV(path string, header []string, points [][]float64, std []float64, rng *rand.Rand) error {
	f, err := os.Create(path)
	if err != nil {
		return err
	}
	w := bufio.NewWriter(f)
	fmt.Fprintln(w, strings.Join(header, ","))
	for _, p := range points {
		for j, x := range p {
			if j > 0 {
				w.WriteByte(',')
			}
			digits := -1
			if std[j] != 0 {
				x += std[j] * rng.NormFloat64()
				digits = noisyDigits
			}
			w.WriteString(strconv.FormatFloat(x, 'g', digits, 64))
		}
		w.WriteByte('\n')
	}
	if err := w.Flush(); err != nil {
		f.Close()
		return err
	}
	return f.Close()
}

// floats rounds every coordinate to the nearest float64.
func floats(points [][]ring.Rat) [][]float64 {
	out := make([][]float64, len(points))
	for i, p := range points {
		out[i] = make([]float64, len(p))
		for j, x := range p {
			out[i][j] = x.Float64()
		}
	}
	return out
}

// rms returns the root mean square of each coordinate.
func rms(points [][]float64) []float64 {
	r := make([]float64, len(points[0]))
	for _, p := range points {
		for j, x := range p {
			r[j] += x * x
		}
	}
	for j := range r {
		r[j] = math.Sqrt(r[j] / float64(len(points)))
	}
	return r
}
