package experiment

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"time"

	"gonum.org/v1/gonum/mat"

	"github.com/kexplain/kexplain/cmd/kexplain/plot"
	"github.com/kexplain/kexplain/feature"
	"github.com/kexplain/kexplain/internal/cputime"
	"github.com/kexplain/kexplain/learn"
)

// The sizes of CKI, Figure 1, N = 10, 20, …, 1000, each with 20 draws.
const (
	runtimeStep        = 10
	runtimeLargest     = 1000
	runtimeRepetitions = 20
	// Without --thorough kernel PCA of more than runtimeFew points has runtimeRepeated draws.
	runtimeFew      = 300
	runtimeRepeated = 3
)

// runtimeSizes are the numbers of points: all of them, or a few.
func runtimeSizes(all bool) []int {
	if !all {
		return []int{10, 20, 50, 100, 200, 300, 500, runtimeLargest}
	}
	var sizes []int
	for n := runtimeStep; n <= runtimeLargest; n += runtimeStep {
		sizes = append(sizes, n)
	}
	return sizes
}

// seconds is the processor time that f takes.
func seconds(f func() error) (float64, error) {
	start := cputime.Now()
	err := f()
	return max((cputime.Now() - start).Seconds(), time.Microsecond.Seconds()), err
}

// quantile returns a value below which a share of the list lies.
func quantile(list []float64, share float64) float64 {
	sorted := slices.Sorted(slices.Values(list))
	return sorted[int(share*float64(len(sorted)-1)+0.5)]
}

// runRuntime follows CKI, Figure 1.
func runRuntime(ctx context.Context, o Options) (*Report, *plot.Picture, error) {
	r := newReport("kpca-runtime", "time of IPCA against kernel PCA (CKI, Figure 1)", o)
	circlesProtocol(r)
	few := fmt.Sprintf("%d draws for kernel PCA of more than %d points, and some of the N", runtimeRepeated, runtimeFew)
	if o.Thorough {
		few = fmt.Sprintf("as for N = %d, %d, …, %d in the paper", runtimeStep, 2*runtimeStep, runtimeLargest)
	}
	r.protocol("Processor seconds of the fit and the features of the training points: mean, and the quantiles 0.1 and 0.9 of %d draws; %s.", runtimeRepetitions, few)
	t := Table{Title: "Seconds", Columns: []string{"N", "IPCA", "0.1", "0.9", "kernel PCA", "0.1", "0.9", "ratio"}}
	var lines [6]plot.Series
	for i, name := range []string{"IPCA, mean", "IPCA, 0.1", "IPCA, 0.9", "kernel PCA, mean", "kernel PCA, 0.1", "kernel PCA, 0.9"} {
		lines[i].Name = name
	}
	sizes := append(runtimeSizes(o.Thorough), 10000, 100000)
	ratio := 0.0
	for i, n := range sizes {
		o.show("sizes", i, len(sizes))
		var ipca, kpca []float64
		for draw := range runtimeRepetitions {
			full := n <= runtimeFew || n <= runtimeLargest && (o.Thorough || draw < runtimeRepeated)
			a, b, err := times(ctx, twoCircles(n, rand.New(rand.NewPCG(o.Seed+uint64(draw), uint64(n)))), full, o.Seed)
			if err != nil {
				return nil, nil, err
			}
			ipca = append(ipca, a)
			if full {
				kpca = append(kpca, b)
			}
		}
		cells := []Cell{Number("%d", n)}
		for j, list := range [][]float64{ipca, kpca} {
			if len(list) == 0 {
				cells = append(cells, Word("-"), Word("-"), Word("-"), Word("-"))
				continue
			}
			for k, v := range []float64{mean(list), quantile(list, 0.1), quantile(list, 0.9)} {
				cells = append(cells, Number("%.1e", v))
				s := &lines[3*j+k]
				s.X, s.Y = append(s.X, float64(n)), append(s.Y, v)
			}
		}
		if len(kpca) > 0 {
			ratio = mean(kpca) / mean(ipca)
			cells = append(cells, Number("%.3g", ratio))
		}
		t.add(cells...)
	}
	r.Tables = append(r.Tables, t)
	slope := lines[0].Y[len(lines[0].Y)-1] / lines[0].Y[len(lines[0].Y)-2]
	r.finding(ratio >= 100, fmt.Sprintf("time at N = %d", runtimeLargest),
		"IPCA is faster by orders of magnitude", "kernel PCA takes %.0f times as long", ratio)
	r.finding(slope < 20, "IPCA is linear in N", "O(N M² + M³)", "ten times the points take %.2g times as long", slope)
	p, err := plot.Lines{Title: "two circles on a sphere: time of fit and features", X: "number of points N",
		Y: "processor seconds", Series: lines[:]}.Draw()
	return r, p, err
}

// times returns the processor seconds of IPCA, and of kernel PCA where wanted.
func times(ctx context.Context, x *mat.Dense, full bool, seed uint64) (ipca, kpca float64, err error) {
	n, _ := x.Dims()
	kernel := feature.Polynomial{Degree: 2}
	kept := learn.Rank{K: min(circlesRank, n)}
	ipca, err = seconds(func() error {
		m, err := learn.IPCA{Kernel: kernel, Road: learn.KernelRoad{},
			Spanning: feature.Random{M: circlesPoints}, Cutoff: kept, Seed: seed}.Fit(ctx, x)
		if err != nil {
			return err
		}
		_, err = m.Principal(ctx, x, learn.Plain)
		return err
	})
	if err != nil || !full {
		return ipca, 0, err
	}
	kpca, err = seconds(func() error {
		m, err := learn.KernelPCA{Kernel: kernel, Components: kept}.Fit(ctx, x)
		if err != nil {
			return err
		}
		_, err = m.Project(ctx, x)
		return err
	})
	return ipca, kpca, err
}
