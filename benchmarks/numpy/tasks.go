//go:build unix

package main

import (
	"bufio"
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"maps"
	"math"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"

	"gonum.org/v1/gonum/mat"

	"github.com/kexplain/kexplain/explain/points/table"
	"github.com/kexplain/kexplain/feature"
	"github.com/kexplain/kexplain/learn"
	"github.com/kexplain/kexplain/numeric"
)

// shapes are the matrices that both sides read, by name.
var shapes = map[string]struct{ rows, columns int }{
	"tsqr160": {20_000, 160},
	"tsqr12":  {200_000, 12},
	"ipca":    {3000, 16},
	"ipca-z":  {100, 16},
	"kpca":    {1000, 3},
	"kpca-z":  {12, 3},
}

func tasks() []task {
	return []task{
		{"streaming QR, 20,000 × 160", tsqr("tsqr160"), "numpy", 2.5, []side{peer("tsqr160/1280"), peer("tsqr160/2560")}},
		{"streaming QR, 200,000 × 12", tsqr("tsqr12"), "numpy", 1.6, []side{peer("tsqr12/1280"), peer("tsqr12/10000")}},
		{"IPCA, N = 3,000, M = 100", ipca, "numpy", 1, []side{peer("ipca")}},
		{"IPCA, N = 1,000, M = 12", kpca, "full kernel PCA, scikit-learn", 900, []side{peer("kpca")}},
		{"reading CSV, 6 digits", read("read6"), "pandas", 4, []side{peer("read6")}},
		{"reading CSV, 17 digits", read("read17"), "pandas", 4, []side{peer("read17")}},
		{"reading a table into memory, 6 digits", readAll, "pandas", 4, []side{peer("read6")}},
		{"learn --degree 2, whole process", learnFile, "reading, as above", 1. / 3, []side{read("read6")}},
	}
}

// tsqr is the streaming QR; the answer is the diagonal of R.
func tsqr(name string) side {
	return func(_ context.Context, b bench) (float64, []float64, error) {
		a, err := readMatrix(b.dir, name)
		if err != nil {
			return 0, nil, err
		}
		return measure(func() ([]float64, error) {
			_, columns := a.Dims()
			t := numeric.NewTSQR(columns)
			t.Add(a)
			r := t.R()
			diagonal := make([]float64, columns)
			for i := range diagonal {
				diagonal[i] = r.At(i, i)
			}
			return diagonal, nil
		})
	}
}

// given are fixed spanning points.
type given struct{ z *mat.Dense }

func (given) String() string { return "given points" }

func (g given) Points(context.Context, feature.Kernel, *mat.Dense, uint64) (*mat.Dense, error) {
	return g.z, nil
}

// fit measures the fit of IPCA on the kernel road; the answer is the spectrum, each value
// taken to the power.
func fit(ctx context.Context, b bench, name string, keep int, power float64, c learn.IPCA) (float64, []float64, error) {
	x, err := readMatrix(b.dir, name)
	if err != nil {
		return 0, nil, err
	}
	z, err := readMatrix(b.dir, name+"-z")
	if err != nil {
		return 0, nil, err
	}
	c.Kernel, c.Road, c.Spanning, c.Cutoff = feature.Polynomial{Degree: 2}, learn.KernelRoad{}, given{z}, learn.Threshold{}
	return measure(func() ([]float64, error) {
		m, err := c.Fit(ctx, x)
		if err != nil {
			return nil, err
		}
		var values []float64
		for _, s := range m.Spectrum().Values[:keep] {
			values = append(values, math.Pow(s, power))
		}
		return values, nil
	})
}

func ipca(ctx context.Context, b bench) (float64, []float64, error) {
	return fit(ctx, b, "ipca", shapes["ipca-z"].rows, 1, learn.IPCA{})
}

// kpca has the eigenvalues of the centred kernel matrix as its answer.
func kpca(ctx context.Context, b bench) (float64, []float64, error) {
	return fit(ctx, b, "kpca", 9, 2, learn.IPCA{Centre: true})
}

// read reads a file block by block; the answer are the sums of the columns.
func read(name string) side {
	return func(ctx context.Context, b bench) (float64, []float64, error) {
		return measure(func() (sums []float64, err error) {
			r, err := table.Open(filepath.Join(b.dir, name+".csv"), table.Options{NoDigest: true}) // as pandas
			if err != nil {
				return nil, err
			}
			defer r.Close()
			sums = make([]float64, 3)
			for {
				block, err := r.Next(ctx)
				if errors.Is(err, io.EOF) {
					return sums, nil
				}
				if err != nil {
					return nil, err
				}
				for i := range block.Rows() {
					for j, x := range block.Row(i) {
						sums[j] += x
					}
				}
			}
		})
	}
}

// readAll reads a file into a table.
func readAll(ctx context.Context, b bench) (float64, []float64, error) {
	return measure(func() ([]float64, error) {
		t, err := table.Read(ctx, filepath.Join(b.dir, "read6.csv"), table.Options{NoDigest: true})
		if err != nil {
			return nil, err
		}
		sums := make([]float64, 3)
		x := t.Dense()
		for i := range t.Rows() {
			for j := range sums {
				sums[j] += x.At(i, j)
			}
		}
		return sums, nil
	})
}

// learnFile is kexplain learn as a process.
func learnFile(ctx context.Context, b bench) (float64, []float64, error) {
	binary := filepath.Join(b.dir, "kexplain")
	if _, err := os.Stat(binary); err != nil {
		build := exec.CommandContext(ctx, "go", "build", "-C", "..", "-o", binary, "./cmd/kexplain") // another module than this
		build.Stderr = os.Stderr
		if err := build.Run(); err != nil {
			return 0, nil, fmt.Errorf("building kexplain: %w", err)
		}
	}
	c := exec.CommandContext(ctx, binary, "learn", "--degree", "2", filepath.Join(b.dir, "read6.csv"))
	c.Env = append(os.Environ(), "GOMAXPROCS=1")
	if text, err := c.CombinedOutput(); err != nil {
		return 0, nil, fmt.Errorf("%w: %s", err, text)
	}
	return (c.ProcessState.UserTime() + c.ProcessState.SystemTime()).Seconds(), nil, nil
}

func readMatrix(dir, name string) (*mat.Dense, error) {
	f, err := os.Open(filepath.Join(dir, name+".f64"))
	if err != nil {
		return nil, err
	}
	defer f.Close()
	shape := shapes[name]
	data := make([]float64, shape.rows*shape.columns)
	return mat.NewDense(shape.rows, shape.columns, data), binary.Read(bufio.NewReader(f), binary.NativeEndian, data)
}

// writeData writes normal numbers, and a noisy sphere as a table.
func writeData(dir string, rows int) error {
	rng := rand.New(rand.NewPCG(19, 1))
	for _, name := range slices.Sorted(maps.Keys(shapes)) {
		shape := shapes[name]
		data := make([]float64, shape.rows*shape.columns)
		for i := range data {
			data[i] = rng.NormFloat64()
		}
		if err := write(filepath.Join(dir, name+".f64"), func(w io.Writer) error {
			return binary.Write(w, binary.NativeEndian, data)
		}); err != nil {
			return err
		}
	}
	for _, digits := range []int{6, 17} {
		if err := write(filepath.Join(dir, fmt.Sprintf("read%d.csv", digits)), func(w io.Writer) error {
			fmt.Fprintln(w, "x,y,z")
			for range rows {
				x, y, z := rng.NormFloat64(), rng.NormFloat64(), rng.NormFloat64()
				r := 3 / math.Sqrt(x*x+y*y+z*z)
				noisy := func(x float64) float64 { return r*x + 0.01*rng.NormFloat64() }
				fmt.Fprintf(w, "%.[1]*[2]g,%.[1]*[3]g,%.[1]*[4]g\n", digits, noisy(x), noisy(y), noisy(z))
			}
			return nil
		}); err != nil {
			return err
		}
	}
	return nil
}

func write(path string, content func(io.Writer) error) error {
	f, err := os.Create(path)
	if err != nil {
		return err
	}
	defer f.Close()
	w := bufio.NewWriterSize(f, 1<<20)
	if err := content(w); err != nil {
		return err
	}
	return w.Flush()
}
