package cli

import (
	"context"
	"flag"
	"fmt"

	"gonum.org/v1/gonum/mat"

	"github.com/kexplain/kexplain/cmd/kexplain/plot"
	"github.com/kexplain/kexplain/cmd/kexplain/report"
	"github.com/kexplain/kexplain/internal/plural"
	"github.com/kexplain/kexplain/internal/progress"
	"github.com/kexplain/kexplain/learn/cluster"
)

// clusterOptions are the options of kexplain cluster.
type clusterOptions struct {
	data      dataOptions
	classes   int
	kernel    kernelOptions
	label     string
	principal string
	restarts  int
	seed      uint64
	plot      string
	output    outputOptions
}

// maxClusterRows bounds the rows: the kernel matrix has their square in numbers.
const maxClusterRows = 4000

// newCluster returns the command that sorts rows into clusters.
func newCluster() *command {
	o := &clusterOptions{}
	return &command{
		name: "cluster", args: "DATA", short: "sort rows into clusters, up to a group if wanted",
		long: `Sorts the rows into clusters by kernel entropy components: of the eigenvectors
of the kernel matrix those are taken that contribute most to an estimate of
the entropy, and k-means on the angles between the projections does the rest.
Those with the largest eigenvalues are tried too, and kept where the clusters
are narrower.

With --invariant rows are sorted whatever a group does to them: sign takes x
and -x for one point, scale x and 2x, projective all multiples, phase all
multiples by complex numbers of modulus 1. Columns are taken as they are.

With --label the clusters are compared with the classes in that column. --plot
draws the kernel matrix with its rows sorted by cluster.`,
		examples: []example{
			{"kexplain cluster testdata/xor.csv --classes 2 --invariant sign --label class", "four corners, which are two clusters up to the sign"},
			{"kexplain cluster testdata/iris.csv --classes 3 --label species", "Fisher's irises, with the median distance for a width"},
		},
		bind: func(flags *flag.FlagSet) {
			o.data.bind(flags)
			parsed(flags, &o.classes, "classes", "`K`: the number of clusters; it must be given", func(s string) (int, error) { return number(s, 1) })
			o.kernel.bind(flags, "gaussian", 0)
			flags.StringVar(&o.label, "label", "", "`COLUMN`: compare with the classes in this column, a name or a number from 1")
			one(flags, &o.principal, "components",
				"the components taken: those with most entropy, as in the papers; those with the "+
					"largest eigenvalues, for clusters of the same size and shape; or of both what "+
					"gives the narrower clusters", "best", "entropy", "principal")
			o.restarts = 50
			whole(flags, &o.restarts, "restarts", "`N`: the number of starts of k-means", 1)
			o.seed = 1
			seed(flags, &o.seed, "`N`: the seed of the starts")
			flags.StringVar(&o.plot, "plot", "", "draw the sorted kernel matrix to `FILE`, an SVG whose name ends in .svg")
			o.output.bind(flags, "text", "json")
		},
		accept: func(args []string) error {
			if err := o.data.accept("the DATA")(args); err != nil {
				return err
			}
			if o.classes == 0 {
				return usageError{"found no --classes K, expected the number of clusters"}
			}
			_, err := o.kernel.kernel(1)
			return err
		},
		idle: func() []idle { return o.kernel.idle() },
		paths: func() paths {
			return paths{in: []namedPath{{o.data.path, "DATA"}}, out: []namedPath{{o.plot, "--plot"}, {o.output.path, "--output"}}}
		},
		run: func(ctx context.Context, s streams) error { return runCluster(ctx, s, o) },
	}
}

// runCluster sorts the rows and writes the report.
func runCluster(ctx context.Context, s streams, o *clusterOptions) error {
	if err := s.program.checkPlot(o.plot); err != nil {
		return err
	}
	line := progress.New(s.err)
	defer line.Clear()
	var x *mat.Dense
	var class []string
	r := &report.Cluster{Schema: report.ClusterSchema, Version: version, Data: o.data.path, Seed: o.seed}
	if o.label != "" {
		l, err := readLabelled(ctx, s, o.data, o.data.path, o.label)
		if err != nil {
			return err
		}
		x, class, r.Columns, r.Lines = l.x, l.labels, l.names, l.lines
	} else {
		table, err := o.data.open(s)
		if err != nil {
			return err
		}
		defer table.Close()
		t, err := table.ReadAll(ctx)
		if err != nil {
			return err
		}
		x, r.Columns = t.Dense(), table.Names()
		for i := range t.Rows() {
			r.Lines = append(r.Lines, t.Line(i))
		}
	}
	r.Rows, _ = x.Dims()
	if r.Rows > maxClusterRows {
		return usageError{fmt.Sprintf("found %d rows, cluster takes at most %d", r.Rows, maxClusterRows)}
	}
	if r.Rows < o.classes {
		return usageError{fmt.Sprintf("found %s for %s", plural.Count(r.Rows, "row"), plural.Count(o.classes, "cluster"))}
	}
	sigma, err := o.kernel.width(ctx, x)
	if err != nil {
		return err
	}
	if o.kernel.needsWidth() {
		r.Sigma = fmt.Sprintf("%g, the median distance", sigma)
	}
	kernel, err := o.kernel.kernel(sigma)
	if err != nil {
		return err
	}
	line.Show("clustering", 0, 0)
	m, err := cluster.Spectral{Kernel: kernel, K: o.classes, Choice: componentChoice(o.principal),
		Restarts: o.restarts, Seed: o.seed}.Fit(ctx, x)
	if err != nil {
		return err
	}
	r.Take(m, kernel.String(), o.classes, class)
	line.Clear()
	if o.plot != "" {
		sorted, _, err := m.Sorted(ctx)
		if err != nil {
			return err
		}
		picture, err := plot.Heat{Values: sorted}.Draw()
		if err != nil {
			return err
		}
		if err := picture.Save(o.plot, s.program.PNG); err != nil {
			return err
		}
	}
	return o.output.report(s, r)
}

// componentChoice is the choice that --components names.
func componentChoice(name string) cluster.Choice {
	switch name {
	case "entropy":
		return cluster.Entropy
	case "principal":
		return cluster.Principal
	default:
		return cluster.Best
	}
}
