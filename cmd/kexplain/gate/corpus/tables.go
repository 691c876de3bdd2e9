package corpus

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
)

// file is a file of the corpus.
type file struct{ name, content string }

// csv writes n rows of what row returns, each number with so many decimals; -1
// for as many as bring it back.
func csv(name, header string, n, decimals int, row func(i int, rng *rand.Rand) []float64) file {
	rng := rand.New(rand.NewPCG(uint64(n), uint64(len(name))))
	var b strings.Builder
	b.WriteString(header + "\n")
	for i := range n {
		for j, x := range row(i, rng) {
			if j > 0 {
				b.WriteByte(',')
			}
			b.WriteString(strconv.FormatFloat(x, 'f', decimals, 64))
		}
		b.WriteByte('\n')
	}
	return file{name + ".csv", b.String()}
}

// plainTables are tables with an equation as users have them: whole numbers, few
// decimals, outliers, repeated rows, large and small units.
func plainTables() []file {
	circle := func(rng *rand.Rand, noise float64) []float64 {
		t := 2 * math.Pi * rng.Float64()
		return []float64{2 + 3*math.Cos(t) + noise*rng.NormFloat64(), 3*math.Sin(t) - 1 + noise*rng.NormFloat64()}
	}
	a, b := 0.0, 1.0
	return []file{
		csv("squares", "i,sum", 30, 0, func(i int, _ *rand.Rand) []float64 { n := float64(i); return []float64{n, n * (n + 1) / 2} }),
		csv("cubes", "i,sum,square", 25, 0, func(i int, _ *rand.Rand) []float64 {
			n := float64(i)
			return []float64{n, n * (n + 1) / 2, n * (n + 1) * (2*n + 1) / 6}
		}),
		csv("fibonacci", "a,b", 14, 0, func(int, *rand.Rand) []float64 { a, b = b, a+b; return []float64{a, b} }),
		csv("division", "a,b,q,r", 80, 0, func(_ int, rng *rand.Rand) []float64 {
			x, y := rng.IntN(900), 1+rng.IntN(30)
			return []float64{float64(x), float64(y), float64(x / y), float64(x % y)}
		}),
		csv("account", "net,tax,gross", 70, 2, func(_ int, rng *rand.Rand) []float64 {
			net := math.Round(1e4*rng.Float64()) / 100
			tax := math.Round(19*net) / 100
			return []float64{net, tax, net + tax}
		}),
		csv("rounded", "x,y", 90, 2, func(_ int, rng *rand.Rand) []float64 { return circle(rng, 0) }),
		csv("noisy", "x,y", 90, 4, func(_ int, rng *rand.Rand) []float64 { return circle(rng, 0.02) }),
		csv("outliers", "x,y", 100, 4, func(i int, rng *rand.Rand) []float64 {
			p := circle(rng, 0.01)
			if i%14 == 3 {
				p[1] += 5 * rng.NormFloat64()
			}
			return p
		}),
		csv("units", "F,m,a", 80, -1, func(_ int, rng *rand.Rand) []float64 {
			m, a := 1e-6*(1+rng.Float64()), 1e5*(1+rng.Float64())
			return []float64{m * a * (1 + 1e-4*rng.NormFloat64()), m, a}
		}),
		csv("lens", "f,g,b", 80, 5, func(_ int, rng *rand.Rand) []float64 {
			f, g := 1+rng.Float64(), 4+3*rng.Float64()
			return []float64{f, g, 1/(1/f-1/g) + 1e-3*rng.NormFloat64()}
		}),
		csv("repeated", "x,y", 60, 0, func(i int, _ *rand.Rand) []float64 { return []float64{float64(i % 5), float64(i % 5 * (i % 5))} }),
		csv("constant", "x,c,y", 40, 1, func(i int, _ *rand.Rand) []float64 { return []float64{float64(i), 7, 2*float64(i) - 0.5} }),
		csv("line", "x,y", 60, 3, func(i int, rng *rand.Rand) []float64 {
			x := float64(i) / 10
			return []float64{x, 1.7*x + 0.3 + 0.05*rng.NormFloat64()}
		}),
		csv("sine", "t,x", 80, 5, func(i int, _ *rand.Rand) []float64 { t := float64(i) / 20; return []float64{t, math.Sin(t)} }),
		csv("exponential", "t,x", 60, 6, func(i int, _ *rand.Rand) []float64 { t := float64(i) / 20; return []float64{t, math.Exp(-t)} }),
		csv("unequal", "x,y", 100, 5, func(_ int, rng *rand.Rand) []float64 {
			x := 4 * rng.Float64()
			return []float64{x + 0.1*rng.NormFloat64(), x*x - 2*x + 1e-3*rng.NormFloat64()}
		}),
		csv("grid", "x,y,z", 27, 0, func(i int, _ *rand.Rand) []float64 {
			return []float64{float64(i % 3), float64(i / 3 % 3), float64(i / 9)}
		}),
	}
}

// learnPlain learns the tables of users, each in text and in JSON.
func learnPlain() []Case {
	var cases []Case
	for _, f := range plainTables() {
		if slices.Contains([]string{"cubes.csv", "division.csv", "exponential.csv"}, f.name) {
			continue // these take long
		}
		cases = append(cases, of("learn/"+f.name, "learn "+f.name))
		if !slices.Contains([]string{"grid.csv", "units.csv", "lens.csv", "account.csv"}, f.name) {
			cases = append(cases, of("learn/"+f.name+"/json", "learn "+f.name+" --explain --format json"))
		}
	}
	for _, name := range []string{"circle", "planets", "boyle", "iris"} {
		for _, o := range []string{"", "--explain", "--explain --format json", "--degree 2", "--method avica"} {
			if name == "iris" && (o == "" || o == "--explain") {
				continue // the JSON says the same
			}
			cases = append(cases, of("learn/testdata/"+name+named(o), "learn testdata/"+name+".csv "+o))
		}
	}
	return cases
}

// structureless are tables that satisfy no equation.
func structureless() []file {
	var files []file
	for _, n := range []int{25, 60, 150} {
		for dim := 2; dim <= 4; dim++ {
			header := strings.Join([]string{"a", "b", "c", "d"}[:dim], ",")
			draw := func(name string, decimals int, f func(rng *rand.Rand) float64) {
				files = append(files, csv(fmt.Sprintf("none_%s_%d_%d", name, n, dim), header, n, decimals, func(_ int, rng *rand.Rand) []float64 {
					x := make([]float64, dim)
					for j := range x {
						x[j] = f(rng)
					}
					return x
				}))
			}
			draw("gauss", 5, (*rand.Rand).NormFloat64)
			draw("uniform", 4, func(rng *rand.Rand) float64 { return 10 * rng.Float64() })
			draw("counts", 0, func(rng *rand.Rand) float64 { return float64(rng.IntN(40)) })
			draw("heavy", 4, func(rng *rand.Rand) float64 { return rng.NormFloat64() / (0.1 + rng.Float64()) })
		}
		walk := make([]float64, 3)
		files = append(files, csv(fmt.Sprintf("none_walk_%d", n), "a,b,c", n, 4, func(_ int, rng *rand.Rand) []float64 {
			for j := range walk {
				walk[j] += rng.NormFloat64()
			}
			return walk
		}))
		files = append(files, csv(fmt.Sprintf("none_regression_%d", n), "a,b,c", n, 4, func(_ int, rng *rand.Rand) []float64 {
			a, b := rng.NormFloat64(), rng.NormFloat64()
			return []float64{a, b, a + b + 0.5*rng.NormFloat64()}
		}))
	}
	return files
}

// learnRefusals learns tables that satisfy no equation.
func learnRefusals() []Case {
	var cases []Case
	for i, f := range structureless() {
		o := [...]string{"", "--explain", "--format json"}[i%3]
		if strings.HasSuffix(f.name, "_4.csv") {
			o += " --degree 2"
		}
		cases = append(cases, of("learn/"+f.name+named(strings.TrimSpace(o)), "learn "+f.name+" "+o))
	}
	return cases
}

// classes makes tables for the classifier: two rings and three lines.
func classes() []file {
	rings, lines := "x,y,ring\n", "a,b,c,line\n"
	rng := rand.New(rand.NewPCG(9, 9))
	for i := range 120 {
		t, r := 2*math.Pi*rng.Float64(), float64(1+i%2)
		rings += fmt.Sprintf("%.4f,%.4f,%s\n", r*math.Cos(t)+0.05*rng.NormFloat64(), r*math.Sin(t)+0.05*rng.NormFloat64(), [...]string{"in", "out"}[i%2])
		x := rng.NormFloat64()
		p := [][]float64{{x, x, 0}, {x, -x, 1}, {0.2, x, x}}[i%3]
		lines += fmt.Sprintf("%.4f,%.4f,%.4f,%d\n", p[0]+0.1*rng.NormFloat64(), p[1]+0.1*rng.NormFloat64(), p[2]+0.1*rng.NormFloat64(), i%3)
	}
	return []file{{"rings.csv", rings}, {"lines.csv", lines}}
}
