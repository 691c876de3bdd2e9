package report

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/kexplain/kexplain/internal/plural"
	"github.com/kexplain/kexplain/learn/classify"
	"github.com/kexplain/kexplain/learn/cluster"
)

// ClusterSchema names the JSON of a Cluster.
const ClusterSchema = "kexplain/cluster/1"

// Cluster is what kexplain cluster prints.
type Cluster struct {
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

// shownValues is the number of eigenvalues that the report has beside those
// taken.
const shownValues = 10

// Take takes k clusters from a model. class has the classes that the rows are known to be of; it may be nil.
func (r *Cluster) Take(m *cluster.Model, kernel string, k int, class []string) {
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

// WriteText writes the report for people.
func (r *Cluster) WriteText(w io.Writer) error {
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
