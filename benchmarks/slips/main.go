// Command slips spoils cells of accounts, as people do, and counts which rules learn finds and
// which rows it names.
//
//	go run -C benchmarks ./slips -tables ../shared/tables [-seeds 4] [-rows 400]
//
// Three tables are spoilt at 0.1, 0.5, 2 and 5 % of their cells: invoices and budgets in cents,
// made anew for each seed, and the store_sales of TPC-DS (B11_store_sales.csv). A digit more, a
// sign, whole units or cents. For each the output says in how many tables all rules are found,
// how many of the rows that break a rule are named, and how many others.
package main

import (
	"context"
	"encoding/csv"
	"errors"
	"flag"
	"fmt"
	"io"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/kexplain/kexplain/benchmarks/internal/command"
	"github.com/kexplain/kexplain/explain"
	"github.com/kexplain/kexplain/explain/points"
	"github.com/kexplain/kexplain/explain/points/table"
)

func main() {
	command.Main("slips", func(ctx context.Context, args []string) error { return run(ctx, os.Stdout, args) })
}

// accounts are a table in cents with the rules that its rows obey.
type accounts struct {
	names []string
	rows  [][]int64
	rules []func(x []int64) bool
	fixed int // the column that is not spoilt, -1 for none
}

func run(ctx context.Context, w io.Writer, args []string) error {
	flags := flag.NewFlagSet("slips", flag.ContinueOnError)
	folder := flags.String("tables", "", "folder with B11_store_sales.csv; without it the other two tables only")
	seeds := flags.Int("seeds", 4, "draws of each table and share")
	rows := flags.Int("rows", 400, "rows of invoices and budgets")
	if _, err := command.Parse(flags, args); err != nil {
		return err
	}
	kinds := []struct {
		name string
		make func(rng *rand.Rand) (accounts, error)
	}{
		{"invoices", func(rng *rand.Rand) (accounts, error) { return invoices(rng, *rows), nil }},
		{"budgets", func(rng *rand.Rand) (accounts, error) { return budgets(rng, *rows), nil }},
		{"store_sales", func(*rand.Rand) (accounts, error) { return storeSales(*folder) }},
	}
	fmt.Fprintf(w, "%-12s %7s %7s %10s %12s %7s\n", "table", "cells", "tables", "all rules", "rows named", "others")
	var tables, found, named, bad, others int
	for _, kind := range kinds {
		if kind.name == "store_sales" && *folder == "" {
			continue
		}
		for _, share := range []float64{0.001, 0.005, 0.02, 0.05} {
			var f, n, b, o int
			for seed := range *seeds {
				rng := rand.New(rand.NewPCG(uint64(seed), 21))
				a, err := kind.make(rng)
				if err != nil {
					return err
				}
				a.spoil(rng, share)
				r, err := a.learn(ctx)
				if err != nil {
					return fmt.Errorf("%s, %g %% of the cells, seed %d: %w", kind.name, 100*share, seed, err)
				}
				if a.all(r) {
					f++
				}
				hit, miss, extra := a.named(r)
				n, b, o = n+hit, b+hit+miss, o+extra
			}
			fmt.Fprintf(w, "%-12s %5.1f %% %7d %10d %5d of %3d %7d\n", kind.name, 100*share, *seeds, f, n, b, o)
			tables, found, named, bad, others = tables+*seeds, found+f, named+n, bad+b, others+o
		}
	}
	fmt.Fprintf(w, "all rules in %d of %d tables, %d of %d spoilt rows named, %d others\n", found, tables, named, bad, others)
	return nil
}

func invoices(rng *rand.Rand, n int) accounts {
	a := accounts{
		names: []string{"quantity", "price", "net", "rate", "vat", "gross"}, fixed: 3,
		rules: []func(x []int64) bool{
			func(x []int64) bool { return x[0]*x[1] == 100*x[2] },
			func(x []int64) bool { return x[2]+x[4] == x[5] },
			func(x []int64) bool { // rounded: net and vat stand for half a cent on either side
				off := x[2]*x[3] - 10000*x[4]
				return max(off, -off)*2 <= 10000+x[3]
			},
		},
	}
	for range n {
		q, p, rate := 1+rng.Int64N(40), 100+rng.Int64N(24901), []int64{700, 1900}[rng.IntN(2)]
		net := q * p
		vat := (net*rate + 5000) / 10000
		a.rows = append(a.rows, []int64{100 * q, p, net, rate, vat, net + vat})
	}
	return a
}

func budgets(rng *rand.Rand, n int) accounts {
	a := accounts{
		names: []string{"sales", "grants", "income", "wages", "rent", "travel", "expenses", "balance"}, fixed: -1,
		rules: []func(x []int64) bool{
			func(x []int64) bool { return x[0]+x[1] == x[2] },
			func(x []int64) bool { return x[3]+x[4]+x[5] == x[6] },
			func(x []int64) bool { return x[2]-x[6] == x[7] },
		},
	}
	for range n {
		x := make([]int64, 8)
		for _, j := range []int{0, 1, 3, 4, 5} {
			x[j] = 1000 + rng.Int64N(900_000)
		}
		x[2], x[6] = x[0]+x[1], x[3]+x[4]+x[5]
		x[7] = x[2] - x[6]
		a.rows = append(a.rows, x)
	}
	return a
}

func storeSales(folder string) (accounts, error) {
	f, err := os.Open(filepath.Join(folder, "B11_store_sales.csv"))
	if err != nil {
		return accounts{}, err
	}
	defer f.Close()
	lines, err := csv.NewReader(f).ReadAll()
	if err != nil {
		return accounts{}, err
	}
	a := accounts{names: lines[0], fixed: -1}
	for _, line := range lines[1:] {
		var x []int64
		for _, cell := range line {
			v, err := strconv.ParseFloat(cell, 64)
			if err != nil {
				return accounts{}, err
			}
			x = append(x, int64(math.Round(100*v)))
		}
		a.rows = append(a.rows, x)
	}
	at := func(x []int64, name string) int64 { return x[slices.Index(a.names, name)] }
	for _, column := range []string{"sales", "wholesale", "list"} {
		a.rules = append(a.rules, func(x []int64) bool { return at(x, "qty")*at(x, column) == 100*at(x, "ext_"+column) })
	}
	a.rules = append(a.rules,
		func(x []int64) bool { return at(x, "ext_discount") == at(x, "coupon") },
		func(x []int64) bool { return at(x, "ext_sales")-at(x, "coupon") == at(x, "net_paid") },
		func(x []int64) bool { return at(x, "net_paid")+at(x, "ext_tax") == at(x, "net_paid_tax") },
		func(x []int64) bool { return at(x, "net_paid")-at(x, "ext_wholesale") == at(x, "net_profit") },
	)
	return a, nil
}

// spoil changes a share of the cells.
func (a accounts) spoil(rng *rand.Rand, share float64) {
	for _, x := range a.rows {
		for j, v := range x {
			if j == a.fixed || rng.Float64() >= share {
				continue
			}
			x[j] = []int64{10*v + 1, -v - 100, v + 100*(1+rng.Int64N(900)), v + 2 + rng.Int64N(89)}[rng.IntN(4)]
		}
	}
}

// learn writes the table as people do and learns from it.
func (a accounts) learn(ctx context.Context) (*explain.Result, error) {
	var text strings.Builder
	fmt.Fprintln(&text, strings.Join(a.names, ","))
	for _, x := range a.rows {
		for j, v := range x {
			sign := ""
			if v < 0 {
				sign, v = "-", -v
			}
			cell := fmt.Sprintf("%s%d.%02d", sign, v/100, v%100)
			if j == 0 || j == a.fixed {
				cell = strings.TrimSuffix(cell, ".00") // a count, a percentage
			}
			if j > 0 {
				text.WriteByte(',')
			}
			text.WriteString(cell)
		}
		text.WriteByte('\n')
	}
	r, err := table.NewReader(strings.NewReader(text.String()), "accounts.csv", table.Options{})
	if err != nil {
		return nil, err
	}
	t, err := r.ReadAll(ctx)
	if err != nil {
		return nil, err
	}
	set := points.FromTable(t)
	result, err := explain.Learn(ctx, explain.Data{Variables: set.Variables(), Points: set}, explain.Options{})
	var none *explain.NoEquationError
	if errors.As(err, &none) {
		return &explain.Result{}, nil
	}
	return result, err
}

// all reports whether as many equations hold, exactly or within rounding, as there are rules.
func (a accounts) all(r *explain.Result) bool {
	n := 0
	for _, g := range r.Generators {
		if g.Holds || g.Within {
			n++
		}
	}
	return n >= len(a.rules)
}

// named counts the rows that break a rule and are named, those that are not, and rows that are
// named and break none.
func (a accounts) named(r *explain.Result) (hit, miss, extra int) {
	lines := map[int]bool{}
	for _, s := range r.Slips {
		lines[s.Line] = true
	}
	for i, x := range a.rows {
		line := i + 2
		broken := slices.ContainsFunc(a.rules, func(rule func([]int64) bool) bool { return !rule(x) })
		switch {
		case broken && lines[line]:
			hit++
		case broken:
			miss++
		case lines[line]:
			extra++
		}
	}
	return hit, miss, extra
}
