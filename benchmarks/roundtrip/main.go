// Command roundtrip writes ideals in variables of awkward names for Singular, Macaulay2 and
// SymPy, lets each system read them and print what it has read, reads that, and compares the
// ideals.
//
//	go run -C benchmarks ./roundtrip              1,000 ideals, one process of each system
//
// The names are words that the systems have taken, Greek letters, subscripts, digits, and
// letters that stand for functions or constants. Systems that are not installed are passed
// over.
package main

import (
	"bytes"
	"context"
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"time"

	"github.com/kexplain/kexplain/border/groebner"
	"github.com/kexplain/kexplain/poly"
	"github.com/kexplain/kexplain/ring"
)

// awkward are names that parsers, systems or people trip over.
const awkward = `QQ ZZ RR CC ideal ring poly list map matrix number int string def proc if else for while return
	quit exit print size degree dim std gens gb vars var basering R S T I E N O Q C S pi e i ii oo x x1 x_1 x_2_3 x__y
	θ φ α β λ Δx σ² größe 長さ lambda gamma beta zeta sin cos exp log sqrt and or not in is None True False import class
	def yield symbols Rational Symbol Integer Poly groebner expand F G H f g h a1b2 aB Ab AB ab _x X Y Z x' T_1 p_q max min
	sum product last res value type option setring kill export Time date name Var coef jet mod div random seed lex dp lp
	Matrix Module Ring Ideal net toString hash method true false null nothing symbol local global then do from to when new
	select max_1 v10 v2 v1 alpha1 alpha_1 ω_0 ε k_B c0 E1 e1 1e x^2 x y u v w t`

// example is an ideal.
type example struct {
	R    *poly.Ring[ring.Rat]
	gens []*poly.Polynomial[ring.Rat]
}

// draw makes an ideal: up to five variables, up to three generators with a few terms.
func draw(rng *rand.Rand, names []string) example {
	for {
		n := 1 + rng.IntN(5)
		var vars []string
		for range n {
			vars = append(vars, names[rng.IntN(len(names))])
		}
		R, err := poly.NewRing(ring.Q, vars, poly.WithOrder([]poly.Order{poly.Deglex, poly.Degrevlex, poly.Lex}[rng.IntN(3)]))
		if err != nil {
			continue // one name twice, or none that the grammar has
		}
		ex := example{R: R}
		for range 1 + rng.IntN(3) {
			p := R.Zero()
			for range 1 + rng.IntN(4) {
				exponents := make([]int, n)
				for range rng.IntN(4) {
					exponents[rng.IntN(n)]++
				}
				m, err := R.Monomial(exponents...)
				if err != nil {
					panic(err)
				}
				c := ring.NewRat(rng.Int64N(41)-20, 1+rng.Int64N(9))
				if rng.IntN(8) == 0 {
					c = ring.NewRat(rng.Int64(), 1+rng.Int64N(1<<40))
				}
				p = p.Add(R.Term(c, m))
			}
			if !p.IsZero() {
				ex.gens = append(ex.gens, p)
			}
		}
		if len(ex.gens) > 0 {
			return ex
		}
	}
}

// system is a program that reads and prints ideals.
type system struct {
	style  poly.Style
	argv   func(input string) []string
	script func(k int, ex example, header string) string // prints "@k" and then a generator a line
	end    string
}

func systems() []system {
	formatted := func(ex example, style poly.Style) []string {
		var texts []string
		for _, p := range ex.gens {
			texts = append(texts, p.Format(style))
		}
		return texts
	}
	return []system{
		{poly.Singular, func(in string) []string { return []string{"Singular", "-q", "--no-rc", in} },
			func(k int, ex example, header string) string {
				var b strings.Builder
				name := strings.Fields(header)[1]
				fmt.Fprintf(&b, "%s\nshort = 0;\n\"@%d\";\n", header, k)
				for i, text := range formatted(ex, poly.Singular) {
					fmt.Fprintf(&b, "poly f__%d = %s;\nprint(f__%d);\n", i, text, i)
				}
				return b.String() + "kill " + name + ";\n"
			}, "quit;\n"},
		{poly.Macaulay2, func(in string) []string { return []string{"M2", "--script", in} }, func(k int, ex example, header string) string {
			var b strings.Builder
			fmt.Fprintf(&b, "%s\n<< \"@%d\" << endl\n", header, k)
			for _, text := range formatted(ex, poly.Macaulay2) {
				fmt.Fprintf(&b, "<< toString(%s) << endl\n", text)
			}
			return b.String()
		}, ""},
		{poly.SymPy, func(in string) []string { return []string{"/usr/bin/python3", in} }, func(k int, ex example, header string) string {
			var b strings.Builder
			fmt.Fprintf(&b, "out__ = __builtins__.print\n%s\nout__('@%d')\n", header, k)
			for _, text := range formatted(ex, poly.SymPy) {
				fmt.Fprintf(&b, "out__(%s)\n", text)
			}
			return b.String()
		}, ""},
	}
}

func main() {
	count := flag.Int("n", 1000, "number of ideals")
	seed := flag.Uint64("seed", 1, "seed of the ideals")
	limit := flag.Duration("timeout", 10*time.Minute, "longest time for a system")
	flag.Parse()
	rng := rand.New(rand.NewPCG(*seed, 1))
	names := strings.Fields(awkward)
	var examples []example
	for range *count {
		examples = append(examples, draw(rng, names))
	}
	failed := false
	for _, s := range systems() {
		same, err := s.roundTrip(examples, *limit)
		if err != nil {
			fmt.Printf("%v: %v\n", s.style, err)
			failed = failed || exec.Command("which", s.argv("")[0]).Run() == nil
			continue
		}
		fmt.Printf("%v: %d of %d ideals come back as they were\n", s.style, same, len(examples))
		failed = failed || same < len(examples)
	}
	if failed {
		os.Exit(1)
	}
}

// roundTrip counts the ideals that come back.
func (s system) roundTrip(examples []example, limit time.Duration) (same int, err error) {
	var script strings.Builder
	for k, ex := range examples {
		header, err := ex.R.Header(s.style)
		if err != nil {
			return 0, err
		}
		script.WriteString(s.script(k, ex, header))
	}
	script.WriteString(s.end)
	dir, err := os.MkdirTemp("", "roundtrip")
	if err != nil {
		return 0, err
	}
	defer os.RemoveAll(dir)
	input := filepath.Join(dir, "input.txt")
	if err := os.WriteFile(input, []byte(script.String()), 0o600); err != nil {
		return 0, err
	}
	ctx, stop := context.WithTimeout(context.Background(), limit)
	defer stop()
	argv := s.argv(input)
	c := exec.CommandContext(ctx, argv[0], argv[1:]...)
	var stderr bytes.Buffer
	c.Stderr = &stderr
	out, err := c.Output()
	if err != nil {
		return 0, fmt.Errorf("%w: %.300s", err, stderr.String()+string(out))
	}
	printed := map[int][]string{}
	at := -1
	for line := range strings.Lines(string(out)) {
		line = strings.TrimSpace(line)
		if n, err := fmt.Sscanf(line, "@%d", &at); n == 1 && err == nil {
			continue
		}
		if line != "" {
			printed[at] = append(printed[at], line)
		}
	}
	for k, ex := range examples {
		if why := s.compare(ex, printed[k]); why != "" {
			fmt.Printf("%v: ideal %d in %v: %s\n", s.style, k, ex.R.Vars(), why)
			continue
		}
		same++
	}
	return same, nil
}

// compare reads generators back and says why they are not those of the ideal, or nothing.
func (s system) compare(ex example, texts []string) string {
	var back []*poly.Polynomial[ring.Rat]
	for _, text := range texts {
		p, err := ex.R.ParseStyle(text, s.style)
		if err != nil {
			return fmt.Sprintf("%.200s: %v", text, err)
		}
		back = append(back, p)
	}
	if len(back) != len(ex.gens) {
		return fmt.Sprintf("%d generators came back of %d: %.200q", len(back), len(ex.gens), texts)
	}
	equal := true
	for i := range back {
		equal = equal && back[i].Equal(ex.gens[i])
	}
	if equal {
		return ""
	}
	same, err := groebner.Equal(context.Background(), ex.gens, back)
	if err != nil || !same {
		return fmt.Sprintf("%v came back as %v: %v", ex.gens, back, err)
	}
	return ""
}
