package cli

import (
	"context"
	"flag"
	"fmt"
	"io"
	"slices"
	"strings"

	"gonum.org/v1/gonum/mat"

	"github.com/kexplain/kexplain/cmd/kexplain/plot"
	"github.com/kexplain/kexplain/internal/plural"
	"github.com/kexplain/kexplain/internal/progress"
	"github.com/kexplain/kexplain/learn/classify"
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

// clusterReport is what kexplain cluster prints.
type clusterReport struct {
	Schema      string    `json:"schema"`
	Version     string    `json:"version"`
	Data        string    `json:"data"`
	Rows        int       `json:"rows"`
	Columns     []string  `json:"columns"`
	Kernel      string    `json:"kernel"`
	Sigma       string    `json:"sigma,omitempty"` // where the width is from
	Seed        uint64    `json:"seed"`
	Sizes       []int     `json:"sizes"`
	Components  []int     `json:"components"` // positions in eigenvalues, from 1
	Eigenvalues []float64 `json:"eigenvalues"`
	Entropies   []float64 `json:"entropies"` // null where principal components were taken
	Lines       []int     `json:"lines"`
	Labels      []int     `json:"labels"` // clusters from 1, one a line
	Accuracy    *float64  `json:"accuracy"`
	Classes     []string  `json:"classes,omitempty"`
	Counts      [][]int   `json:"counts,omitempty"` // clusters by row, classes by column
}

func runCluster(ctx context.Context, s streams, o *clusterOptions) error {
	if err := s.program.checkPlot(o.plot); err != nil {
		return err
	}
	line := progress.New(s.err)
	defer line.Clear()
	var x *mat.Dense
	var class []string
	r := &clusterReport{Schema: "kexplain/cluster/1", Version: version, Data: o.data.path, Seed: o.seed}
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
	r.fill(m, kernel.String(), o.classes, class)
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

// shownValues is the number of eigenvalues that the report has beside those
// taken.
const shownValues = 10

func (r *clusterReport) fill(m *cluster.Model, kernel string, k int, class []string) {
	r.Kernel = kernel
	r.Labels, r.Sizes = m.Labels(), make([]int, k)
	shown := k + shownValues
	for i, l := range r.Labels {
		r.Sizes[l]++
		r.Labels[i] = l + 1
	}
	for _, c := range m.Chosen() {
		r.Components = append(r.Components, c+1)
		shown = max(shown, c+1)
	}
	r.Eigenvalues, r.Entropies = m.Eigenvalues(), m.Entropies()
	if len(r.Eigenvalues) > shown {
		r.Eigenvalues = r.Eigenvalues[:shown]
		if r.Entropies != nil {
			r.Entropies = r.Entropies[:shown]
		}
	}
	if class == nil {
		return
	}
	r.Classes = classify.Classes(class)
	numbers := make([]int, len(class))
	r.Counts = make([][]int, k)
	for c := range r.Counts {
		r.Counts[c] = make([]int, len(r.Classes))
	}
	for i, c := range class {
		numbers[i] = slices.Index(r.Classes, c)
		r.Counts[r.Labels[i]-1][numbers[i]]++
	}
	if max(k, len(r.Classes)) <= 16 {
		a := cluster.Accuracy(m.Labels(), numbers)
		r.Accuracy = &a
	}
}

func (r *clusterReport) WriteText(w io.Writer) error {
	var b strings.Builder
	fmt.Fprintf(&b, "%s: %s × %s\n  kernel: %s\n", r.Data, plural.Count(r.Rows, "row"), plural.Count(len(r.Columns), "column"), r.Kernel)
	if r.Sigma != "" {
		fmt.Fprintf(&b, "  width: %s\n", r.Sigma)
	}
	fmt.Fprintf(&b, "\n%s", plural.Count(len(r.Sizes), "cluster"))
	if r.Accuracy != nil {
		fmt.Fprintf(&b, ", %.4f of the rows are in the cluster of their class", *r.Accuracy)
	}
	b.WriteString("\n\ncluster   rows")
	for _, c := range r.Classes {
		fmt.Fprintf(&b, "  %*s", max(3, len([]rune(c))), c)
	}
	b.WriteString("\n")
	for c, n := range r.Sizes {
		fmt.Fprintf(&b, "%7d  %5d", c+1, n)
		for j, name := range r.Classes {
			fmt.Fprintf(&b, "  %*d", max(3, len([]rune(name))), r.Counts[c][j])
		}
		b.WriteString("\n")
	}
	b.WriteString("\nspectrum, the components taken marked *\n")
	for i, v := range r.Eigenvalues {
		mark := " "
		if slices.Contains(r.Components, i+1) {
			mark = "*"
		}
		fmt.Fprintf(&b, "%s %3d  eigenvalue %-10.4g", mark, i+1, v)
		if r.Entropies != nil {
			fmt.Fprintf(&b, "  entropy %.4g", r.Entropies[i])
		}
		b.WriteString("\n")
	}
	if len(r.Eigenvalues) < r.Rows {
		fmt.Fprintf(&b, "  and %d smaller ones\n", r.Rows-len(r.Eigenvalues))
	}
	b.WriteString("\nlines of the clusters\n")
	for c := range r.Sizes {
		var lines []int
		for i, l := range r.Labels {
			if l == c+1 {
				lines = append(lines, r.Lines[i])
			}
		}
		fmt.Fprintf(&b, "%7d  %s\n", c+1, ranges(lines))
	}
	fmt.Fprintf(&b, "\nkexplain %s, seed %d\n", r.Version, r.Seed)
	_, err := io.WriteString(w, b.String())
	return err
}

// ranges writes increasing numbers, "2-5, 7".
func ranges(numbers []int) string {
	var parts []string
	for i := 0; i < len(numbers); {
		j := i
		for j+1 < len(numbers) && numbers[j+1] == numbers[j]+1 {
			j++
		}
		if j == i {
			parts = append(parts, fmt.Sprint(numbers[i]))
		} else {
			parts = append(parts, fmt.Sprintf("%d-%d", numbers[i], numbers[j]))
		}
		i = j + 1
	}
	return strings.Join(parts, ", ")
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
