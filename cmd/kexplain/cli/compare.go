package cli

import (
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"runtime"
	"runtime/debug"
	"strconv"
	"strings"

	"github.com/kexplain/kexplain/cmd/kexplain/report"
	"github.com/kexplain/kexplain/explain/compare"
	"github.com/kexplain/kexplain/explain/equations"
	"github.com/kexplain/kexplain/explain/points/table"
	"github.com/kexplain/kexplain/internal/plural"
	"github.com/kexplain/kexplain/internal/progress"
	"github.com/kexplain/kexplain/poly"
	"github.com/kexplain/kexplain/ring"
)

// compareOptions are the options of kexplain compare.
type compareOptions struct {
	data      dataOptions
	output    outputOptions
	config    compare.Config
	truth     string // a file or a text of equations
	cost      bool
	equations bool
}

// newCompare returns the command that sets methods beside one another.
func newCompare() *command {
	o := &compareOptions{}
	return &command{
		name: "compare", args: "DATA", short: "methods for vanishing ideals beside one another on the same points",
		long: `Fits every method to the same part of DATA, with the same largest degree and the
same threshold, and measures what it returns in the units of the data: how many
equations of which degrees, how many terms, and how far the points are from the
worst of them, on the points used and on points held out. The dimension is that
of the polynomials up to the degree which the equations generate; the second
table holds the largest principal angle, in radians, between these spaces. Half
samples decide which methods the data do not separate: those with a letter in
common. Variables that do not vary are left out. Work of more than two seconds
begins with a line on standard error that says about how long it takes.

The methods: that of kexplain learn (kexplain), which needs no threshold; Ideal
PCA (ipca) and AVICA (avica) with polynomial kernels; the algorithm of
Buchberger and Möller (bm), which takes the decimals for exact; and the
numerical family: AVI of Heldt and others (avi), ABM of Limbeck (abm), OAVI of
Wirth and Pokutta (oavi), VCA of Livni and others (vca), its variant of Kera and
Hasegawa (gradient-vca), the H-bases of Sauer (h-basis), and the plain singular
value decomposition of all monomials (svd).

With --truth the equations are held against true ones: exact, as they are
printed, or numerical, up to ten times the noise. FILE is a list of equations as
kexplain check reads it, or the truth.json of a known variety.`,
		examples: []example{
			{`kexplain compare testdata/circle.csv --cost=false`, "all methods on points of a circle"},
			{`kexplain compare testdata/circle.csv --truth 'x^2+y^2=25' --cost=false`, "against the true equation"},
		},
		bind: func(flags *flag.FlagSet) {
			o.data.bind(flags)
			o.config.Degree = 2
			whole(flags, &o.config.Degree, "degree", "the largest `DEGREE` of an equation", 1)
			flags.Func("epsilon",
				"`LIST`: the threshold, a root mean square for variables of size 1, or "+
					"method=number for the one of a method, with commas between; three times the "+
					"noise when it is not given", o.readEpsilon)
			flags.Func("methods", "`LIST`: these methods only, with commas between", func(s string) error {
				o.config.Methods = strings.Split(s, ",")
				return nil
			})
			flags.StringVar(&o.truth, "truth", "", "`FILE` or text of the true equations")
			positive(flags, &o.config.Sigma, "sigma", "the `NOISE` that recovery is judged for, relative to the size of each variable", true)
			seed(flags, &o.config.Seed, "`SEED` of the points held out and of the half samples")
			o.config.Resamples = 6
			choice(flags, &o.config.Resamples, "resamples", "`N` half samples; -1 for none", func(s string) (int, error) {
				if s == "-1" {
					return -1, nil
				}
				n, err := number(s, 1)
				if err != nil {
					err = fmt.Errorf("%w, or -1", err)
				}
				return n, err
			})
			flags.BoolVar(&o.cost, "cost", true, "write time and memory allocated, which differ from run to run")
			flags.BoolVar(&o.equations, "equations", false, "list the equations of every method; in JSON they always are")
			o.output.bind(flags, "text", "json")
		},
		accept: o.data.accept("DATA"),
		idle: func() []idle {
			return []idle{{o.truth == "", "sigma", "without --truth"},
				{o.output.format == "json", "equations", "with --format json, which always has the equations"}}
		},
		paths: func() paths {
			return paths{in: []namedPath{{o.data.path, "DATA"}, {o.truth, "--truth"}}, out: []namedPath{{o.output.path, "--output"}}}
		},
		run: func(ctx context.Context, s streams) error { return runCompare(ctx, s, o) },
	}
}

// readEpsilon reads thresholds such as 0.01,vca=0.1.
func (o *compareOptions) readEpsilon(s string) error {
	for _, part := range strings.Split(s, ",") {
		name, number, own := strings.Cut(part, "=")
		if !own {
			name, number = "", part
		}
		v, err := strconv.ParseFloat(number, 64)
		if err != nil || !(v > 0) || math.IsInf(v, 1) {
			return fmt.Errorf("found %q, expected a positive number", number)
		}
		if !own {
			o.config.Epsilon = v
			continue
		}
		if o.config.Own == nil {
			o.config.Own = make(map[string]float64)
		}
		o.config.Own[name] = v
	}
	return nil
}

// runCompare compares and writes the report.
func runCompare(ctx context.Context, s streams, o *compareOptions) error {
	data, err := o.data.openVariables(s)
	if err != nil {
		return err
	}
	defer data.Close()
	line := progress.New(s.err)
	defer line.Clear()
	line.Show("reading", 0, 0)
	points, err := data.ReadAll(ctx)
	if err != nil {
		return err
	}
	block := points.Block
	exact := make([][]ring.Rat, block.Rows())
	for i := range exact {
		exact[i] = block.ExactRow(make([]ring.Rat, block.Cols()), i)
	}
	variables := table.Identifiers(block.Names())
	if o.truth != "" {
		if err := o.readTruth(s, variables); err != nil {
			return err
		}
	}
	const garbage = 50 // percent of what is in use: the answers of all methods are held at once
	defer debug.SetGCPercent(debug.SetGCPercent(garbage))
	o.config.Foresee = func(w compare.Work) {
		if text := foreseenFits(w, o.config.Degree); text != "" {
			line.Clear()
			fmt.Fprintln(s.err, errorLine("kexplain compare: "+text))
		}
	}
	o.config.Progress = func(stage string) { line.Show(stage, 0, 0) }
	result, err := o.config.Run(ctx, variables, block.Dense(), exact)
	if errors.Is(err, compare.ErrConfig) {
		return usageError{strings.TrimPrefix(err.Error(), "compare: ")}
	}
	if err != nil {
		return err
	}
	line.Clear()
	return o.output.report(s, report.NewCompare(version, data.Info(), result, o.config.Seed, o.cost, o.equations))
}

// fitRate is what a fit does in a second on a two-core server of 2024: cubes of the monomials, and
// squares for each row.
const fitRate = 1.5e8

// foreseenFits says how long the fits of a comparison take, where that is worth it.
func foreseenFits(w compare.Work, degree int) string {
	m, again := float64(w.Monomials), math.Ceil(float64(w.Resamples*w.Methods)/float64(runtime.GOMAXPROCS(0)))
	t := seconds((float64(w.Methods) + again) * m * m * (m + float64(w.Rows)) / fitRate)
	if t <= worthSaying {
		return ""
	}
	fits := w.Methods * (1 + w.Resamples)
	return fmt.Sprintf("%d monomials of degree up to %d: %s %s about %s; a lower --degree, fewer --methods and --resamples -1 take less",
		w.Monomials, degree, plural.Count(fits, "fit"), plural.Verb(fits, "takes", "take"), duration(t))
}

// knownVariety is the part of a truth.json that is of use here.
type knownVariety struct {
	Variables  []string `json:"variables"`
	Generators []string `json:"generators"`
	Files      []struct {
		File  string  `json:"file"`
		Sigma float64 `json:"sigma"`
	} `json:"files"`
}

// readTruth fills in the true generators, and the noise where the truth knows
// the file and no flag says otherwise.
func (o *compareOptions) readTruth(s streams, variables []string) error {
	var list equations.List
	if known, ok := readKnown(o.truth); ok {
		list.Name = o.truth
		for _, g := range known.Generators {
			list.Equations = append(list.Equations, equations.Equation{Text: g})
		}
		for _, f := range known.Files {
			if f.File == filepath.Base(o.data.path) && o.config.Sigma == 0 {
				o.config.Sigma = f.Sigma
			}
		}
	} else {
		var err error
		if list, err = readEquations(s, o.truth); err != nil {
			return err
		}
	}
	_, polys, err := list.Parse(variables)
	if err != nil {
		return err
	}
	Q, err := poly.NewRing[ring.Rat](ring.Q, variables)
	if err != nil {
		return err
	}
	for _, p := range polys {
		if p, err = p.In(Q); err != nil {
			return err
		}
		if p.Degree() < 1 {
			return fmt.Errorf("%s: found %v, expected an equation in the variables: %w", list.Name, p, equations.ErrSyntax)
		}
		o.config.Truth = append(o.config.Truth, p)
	}
	return nil
}

// readKnown reads the truth of a known variety, if the file is one.
func readKnown(path string) (knownVariety, bool) {
	var k knownVariety
	b, err := os.ReadFile(path)
	if err != nil || json.Unmarshal(b, &k) != nil {
		return k, false
	}
	return k, len(k.Generators) > 0 && len(k.Variables) > 0
}
