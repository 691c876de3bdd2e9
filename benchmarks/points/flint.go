//go:build unix

package main

import (
	"context"
	_ "embed"
	"errors"
	"fmt"
	"math/big"
	"os"
	"os/exec"
	"path/filepath"
	"strings"

	"github.com/kexplain/kexplain/poly"
	"github.com/kexplain/kexplain/ring"
)

//go:embed flint/solve.c
var flintSource []byte

// flint compiles solve.c. It takes the standard monomials and the leading monomials from the
// answer of kexplain, and solves for the coefficients.
func flint(ctx context.Context, dir string) (program, error) {
	source, binary := filepath.Join(dir, "flint.c"), filepath.Join(dir, "flint")
	if err := os.WriteFile(source, flintSource, 0o600); err != nil {
		return program{}, err
	}
	if text, err := exec.CommandContext(ctx, "cc", "-O2", "-o", binary, source, "-lflint", "-lgmp").CombinedOutput(); err != nil {
		first, _, _ := strings.Cut(string(text), "\n")
		return program{}, fmt.Errorf("no C compiler, or no libflint-dev: %w: %s", err, first)
	}
	return program{
		name: "FLINT, solve", style: poly.Text, stdin: true, bare: true, input: system,
		argv: func(string) []string { return []string{binary} },
		answer: func(text string) []string {
			return linesWith(text, func(line string) (string, bool) { return line, true })
		},
	}, nil
}

// system writes the system V·X = B: the values at the points of the standard monomials and of
// the leading monomials, each row multiplied by the common denominator of its entries.
func system(points [][]*big.Rat, own outcome) (string, error) {
	text, err := os.ReadFile(own.output)
	if err != nil {
		return "", err
	}
	R, err := poly.NewRing(ring.Q, strings.Split(variables(len(points[0])), ","))
	if err != nil {
		return "", err
	}
	_, list, found := strings.Cut(string(text), "# standard monomials: ")
	if !found {
		return "", errors.New("kexplain printed no standard monomials")
	}
	list, _, _ = strings.Cut(list, "\n")
	members := strings.Split(list, ", ")
	var leads []string
	for _, line := range own.program.answer(string(text)) {
		lead, _, _ := strings.Cut(line, " ")
		leads = append(leads, lead)
	}
	var exponents [][]int
	for _, name := range append(members[:len(members):len(members)], leads...) {
		m, err := R.Parse(name)
		if err != nil {
			return "", err
		}
		exponents = append(exponents, R.Exponents(m.LeadingMonomial()))
	}
	var v, b strings.Builder
	for _, p := range points {
		values := make([]*big.Rat, len(exponents))
		common := big.NewInt(1)
		for i, e := range exponents {
			values[i] = value(p, e)
			d := values[i].Denom()
			common.Mul(common, new(big.Int).Quo(d, new(big.Int).GCD(nil, nil, common, d)))
		}
		for i, x := range values {
			whole := new(big.Int).Quo(common, x.Denom())
			w := &v
			if i >= len(members) {
				w = &b
			}
			fmt.Fprintln(w, whole.Mul(whole, x.Num()))
		}
	}
	return fmt.Sprintf("%d %d\n%s\n%s\n%s%s", len(members), len(leads),
		strings.Join(members, "\n"), strings.Join(leads, "\n"), v.String(), b.String()), nil
}

// value returns the monomial with the given exponents at the point p.
func value(p []*big.Rat, exponents []int) *big.Rat {
	num, den := big.NewInt(1), big.NewInt(1)
	for i, e := range exponents {
		power := big.NewInt(int64(e))
		num.Mul(num, new(big.Int).Exp(p[i].Num(), power, nil))
		den.Mul(den, new(big.Int).Exp(p[i].Denom(), power, nil))
	}
	return new(big.Rat).SetFrac(num, den)
}
