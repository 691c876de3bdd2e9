package classify

import (
	"fmt"
	"math/rand/v2"

	"gonum.org/v1/gonum/mat"

	"github.com/kexplain/kexplain/internal/stable"
)

// Confusion counts decisions: Counts[t][p] rows of class t were taken for p.
type Confusion struct{ Counts [][]int }

// NewConfusion tabulates decisions against the truth. It panics if the slices
// differ in length or hold a class outside 0…classes-1.
func NewConfusion(truth, predicted []int, classes int) *Confusion {
	if len(truth) != len(predicted) {
		panic(fmt.Sprintf("classify: %d true classes but %d predicted", len(truth), len(predicted)))
	}
	c := &Confusion{Counts: make([][]int, classes)}
	for t := range c.Counts {
		c.Counts[t] = make([]int, classes)
	}
	for i, t := range truth {
		c.Counts[t][predicted[i]]++
	}
	return c
}

// Add adds the counts of d. It panics if the numbers of classes differ.
func (c *Confusion) Add(d *Confusion) {
	if len(c.Counts) != len(d.Counts) {
		panic(fmt.Sprintf("classify: confusion of %d and of %d classes", len(c.Counts), len(d.Counts)))
	}
	for t, row := range d.Counts {
		for p, n := range row {
			c.Counts[t][p] += n
		}
	}
}

// Total returns the number of decisions.
func (c *Confusion) Total() int {
	n := 0
	for _, row := range c.Counts {
		for _, v := range row {
			n += v
		}
	}
	return n
}

// Errors returns the number of wrong decisions.
func (c *Confusion) Errors() int {
	n := 0
	for t, row := range c.Counts {
		for p, v := range row {
			if p != t {
				n += v
			}
		}
	}
	return n
}

// ErrorRate returns the share of wrong decisions, 0 where there are none at all.
func (c *Confusion) ErrorRate() float64 {
	if n := c.Total(); n > 0 {
		return float64(c.Errors()) / float64(n)
	}
	return 0
}

// Folds assigns each of n rows to one of k folds: fold[i] in 0…k-1. Every class
// is dealt out evenly, so folds differ by at most one row a class, and by at
// most one row in size. The same seed gives the same folds. It panics unless
// 2 ≤ k ≤ n.
func Folds(class []int, k int, seed uint64) []int {
	n := len(class)
	if k < 2 || k > n {
		panic(fmt.Sprintf("classify: %d folds of %d rows", k, n))
	}
	order := rand.New(rand.NewPCG(seed, 0)).Perm(n)
	stable.Sort(order, func(i, j int) int { return class[i] - class[j] })
	fold := make([]int, n)
	for i, row := range order {
		fold[row] = i % k
	}
	return fold
}

// argmaxRows returns the column of the largest entry of each row, the first of
// equal ones.
func argmaxRows(s *mat.Dense) []int {
	n, _ := s.Dims()
	best := make([]int, n)
	for i := range best {
		row := s.RawRowView(i)
		for c, v := range row {
			if v > row[best[i]] {
				best[i] = c
			}
		}
	}
	return best
}
