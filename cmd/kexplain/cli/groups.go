package cli

import (
	"errors"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/kexplain/kexplain/feature"
	"github.com/kexplain/kexplain/internal/plural"
)

// group is a group of --invariant and the columns that it acts on, from 0; nil for all.
type group struct {
	name    string
	columns []int
}

// groupNames are the names that --invariant takes, none first.
func groupNames() []string {
	return append([]string{"none"}, slices.Sorted(maps.Keys(invariants()))...)
}

// parseBlocks reads the name of a group, or groups on blocks of columns with + between, such
// as sign:1-2+phase:3,4.
func parseBlocks(s string) ([]group, error) {
	if !strings.Contains(s, ":") {
		if !slices.Contains(groupNames(), s) {
			return nil, fmt.Errorf("found %q, expected %s", s, alternatives(groupNames()))
		}
		return []group{{name: s}}, nil
	}
	var out []group
	taken := map[int]bool{}
	for _, block := range strings.Split(s, "+") {
		name, list, _ := strings.Cut(block, ":")
		if !slices.Contains(groupNames(), name) || name == "permutation" {
			return nil, fmt.Errorf("found %q on a block of columns, expected %s", name,
				alternatives(slices.DeleteFunc(groupNames(), func(n string) bool { return n == "permutation" })))
		}
		g := group{name: name}
		for _, part := range strings.Split(list, ",") {
			first, last, isRange := strings.Cut(part, "-")
			from, err := strconv.Atoi(first)
			to := from
			if err == nil && isRange {
				to, err = strconv.Atoi(last)
			}
			if err != nil || from < 1 || to < from || to > maxGroupColumn {
				return nil, fmt.Errorf("found the columns %q of %s, expected numbers from 1 to %d, or ranges such as 3-5, with commas between", list, name, maxGroupColumn)
			}
			for c := from - 1; c < to; c++ {
				if taken[c] {
					return nil, fmt.Errorf("found column %d twice, expected blocks without a common column", c+1)
				}
				taken[c] = true
				g.columns = append(g.columns, c)
			}
		}
		out = append(out, g)
	}
	return out, nil
}

// maxGroupColumn bounds the numbers of columns in a list of blocks.
const maxGroupColumn = 10000

// acts says that one of some groups is among those of --invariant.
func (o *kernelOptions) acts(names ...string) bool {
	return slices.ContainsFunc(o.groups, func(g group) bool { return slices.Contains(names, g.name) })
}

// inner returns the invariant scalar product, ⟨x,y⟩ for none.
func (o *kernelOptions) inner() (feature.Kernel, error) {
	var blocks feature.Blocks
	var one feature.Kernel = feature.Linear{}
	if err := o.checkOrder(); err != nil {
		return nil, err
	}
	for _, g := range o.groups {
		if code, ok := invariants()[g.name]; ok && g.name != "permutation" {
			k, err := feature.Code{Type: code, Order: o.order, Rows: o.rows, Complex: o.complex && g.name != "sign"}.Kernel()
			if err != nil {
				return nil, err
			}
			one = k
		} else {
			one = feature.Linear{}
		}
		if g.columns != nil {
			blocks = append(blocks, feature.BlockOf{Columns: g.columns, Kernel: one})
		}
	}
	if blocks != nil {
		one = blocks
	}
	if o.normalised {
		one = feature.Normalised{Kernel: one}
	}
	return one, nil
}

// checkOrder checks that there are complex columns for roots of unity that are not real.
func (o *kernelOptions) checkOrder() error {
	if o.acts("rotation") && o.order > 2 && !o.complex {
		return fmt.Errorf("rotation by roots of unity of order %d, which are complex, needs --complex-pairs", o.order)
	}
	return nil
}

// covers checks that the blocks are all columns of a table.
func (o *kernelOptions) covers(vars int) error {
	seen, blocks := 0, false
	for _, g := range o.groups {
		blocks = blocks || g.columns != nil
		seen += len(g.columns)
		if g.columns != nil && slices.Max(g.columns) >= vars {
			return usageError{fmt.Sprintf("--invariant %s: found column %d of %d", o.invariant, slices.Max(g.columns)+1, vars)}
		}
	}
	if blocks && seen != vars {
		return usageError{fmt.Sprintf("--invariant %s: found blocks of %s of %d; none:… takes columns as they are", o.invariant, plural.Count(seen, "column"), vars)}
	}
	return nil
}

// fits checks that the groups act on the points of a table.
func (o *kernelOptions) fits(vars int) error {
	if err := o.covers(vars); err != nil || !o.through() {
		return err
	}
	k, err := o.inner()
	if o.invariant == "permutation" {
		k = feature.Columns{Rows: o.rows, Kernel: feature.Linear{}}
	}
	if err == nil {
		err = feature.CheckPoint(k, make([]float64, vars))
	}
	if errors.Is(err, feature.ErrShape) {
		return usageError{fmt.Sprintf("--invariant %s with %s: %s", o.invariant, plural.Count(vars, "column"), plain(err))}
	}
	return nil // other errors are about single points or the kernel
}

// least is the least degree of the polynomials in the invariant scalar product, 0 where it is no
// polynomial.
func (o *kernelOptions) least() int {
	each := map[string]int{"none": 1, "sign": 2, "phase": 2, "right": 2, "left": 2, "translation": 1, "rigid": 2, "rotation": o.order}
	most := 0
	for _, g := range o.groups {
		if each[g.name] == 0 || o.normalised {
			return 0
		}
		most = max(most, each[g.name])
	}
	return most
}
