package corpus

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"

	"github.com/kexplain/kexplain/explain/varieties"
)

// sigmas are the levels of noise of the tables of a variety.
var sigmas = [...]float64{0, 1e-3, 1e-2, 5e-2}

// levels are the parts of the names of the files with this noise.
var levels = [len(sigmas)]string{"0", "1e-3", "1e-2", "5e-2"}

// rows is the number of points in the table of a variety.
const rows = 60

// known returns the varieties of the corpus: all but the set that is counted
// only.
func known() []varieties.Variety {
	first, _ := varieties.Set("first")
	second, _ := varieties.Set("heldout")
	return slices.Concat(first, second)
}

// writeVarieties writes the tables of all varieties, each to a folder of its own.
func writeVarieties(dir string) error {
	for _, v := range known() {
		s := varieties.Settings{N: []int{rows}, Sigma: sigmas[:]}
		if err := varieties.Write(context.Background(), dir, v, s); err != nil {
			return err
		}
	}
	return nil
}

// variedTable returns the file of the i-th variety with the k-th level of noise.
func variedTable(v varieties.Variety, level int) string {
	return fmt.Sprintf("%s/n%d_s%s.csv", v.Name, rows, levels[level])
}

// slow are varieties whose search takes long, so that only a part of it, up to
// degree 1, is run here.
const slow = `ammonia bernoulli carnot cartan_umbrella cayley_cubic clifford_torus competitive_inhibition
complex_inverse complex_square cone_section coordinate_axes cube_vertices cubic_cone cubic_saddle
cubic_space doppler drag_equation elastic_collision energy_balance epidemic gas_constant
hardy_weinberg heron hyperbola_hyperplane hyperbolic_cubic hyperbolic_paraboloid hyperboloid
ideal_gas idempotent_2x2 inertia joule kepler_mass kinetic_energy kinetic_gas lens lensmaker
line_space linear_decimals linear_r10 linear_three logistic mechanical_energy mixing mixture
monkey_saddle nilpotent_2x2 normal_quartic offset_3_sphere paraboloid plane pluecker_2_4
pluecker_conoid projection_2x2 pythagoras rational_quartic relativistic_energy resistors
rigid_motion rod segre_2x3 sl2 snell so2 sphere_hyperplane springs stefan steiner steinmetz
stereographic stiefel_2_3 stokes swallowtail torus twisted_cubic velocity_addition veronese
veronese_cone vieta viviani`

// learnVarieties learns every variety at one level of noise, with all the reasons.
// Every other curve in the plane is learned at a second level.
func learnVarieties() []Case {
	var cases []Case
	late := strings.Fields(slow)
	for i, v := range known() {
		level := i % len(levels)
		line := "learn " + variedTable(v, level) + " --explain --format json"
		name := "learn/" + v.Name + "/" + levels[level]
		if slices.Contains(late, v.Name) {
			line, name = line+" --degree 1", name+"/degree=1"
		}
		cases = append(cases, of(name, line))
		if len(v.Variables) == 2 && v.MaxDegree() <= 4 && i%2 == 0 {
			level = (i + 2) % len(levels)
			cases = append(cases, of("learn/"+v.Name+"/"+levels[level], "learn "+variedTable(v, level)))
		}
	}
	return cases
}

// check holds the true equations of every variety against one of its tables.
func check() []Case {
	var cases []Case
	for i, v := range known() {
		level := (i + 1) % len(levels)
		format := [...]string{"text", "json"}[i/4%2]
		c := of("check/"+v.Name+"/"+levels[level]+"/"+format, "check EQUATIONS "+variedTable(v, level)+" --format "+format)
		c.Args[1] = strings.Join(v.Generators, "; ")
		cases = append(cases, c)
	}
	for _, c := range []struct{ name, equations, rest string }{
		{"circle", "x^2 + y^2 = 25", "testdata/circle.csv"},
		{"circle-wrong", "x^2 + y^2 = 26, x = y", "testdata/circle.csv"},
		{"circle-approx", "x^2 + 1.0002*y^2 = 25.01", "testdata/circle.csv"},
		{"planets", "a^3 = T^2", "testdata/planets.csv"},
		{"boyle", "volume*pressure = 1400; volume = 3", "testdata/boyle.csv --format json"},
		{"unknown", "u = v", "testdata/circle.csv"},
		{"syntax", "x^2 +", "testdata/circle.csv"},
		{"no-equation", "# nothing", "testdata/circle.csv"},
		{"constant", "1 = 2", "testdata/circle.csv"},
		{"zero", "x = x", "testdata/circle.csv"},
		{"division", "x/y = 1", "testdata/circle.csv"},
		{"power", "x^99999999999", "testdata/circle.csv"},
		{"high", "x^40 - y^40", "testdata/circle.csv"},
		{"fractions", "1/3*x + 2/7*y = 0.1", "testdata/circle.csv"},
		{"columns", "x1 + x2", "testdata/iris.csv --header no --skip 1 --columns 1,2"},
		{"iris", "petal_length = 3*petal_width, sepal_length*sepal_width = 17", "testdata/iris.csv"},
		{"no-file", "x", "nothing.csv"},
	} {
		k := of("check/plain/"+c.name, "check EQUATIONS "+c.rest)
		k.Args[1] = c.equations
		cases = append(cases, k)
	}
	k := of("check/plain/stdin", "check - testdata/circle.csv")
	k.Stdin = "x^2 + y^2 = 25\n# a comment\nx*y = 12\n"
	return append(cases, k)
}

// points makes tables of exact rational points, eleven of every third variety.
func points() []file {
	var files []file
	for i, v := range known() {
		if i%3 != 0 {
			continue
		}
		var b strings.Builder
		b.WriteString(strings.Join(v.Variables, ",") + "\n")
		for _, p := range short(v, 11) {
			b.WriteString(strings.Join(p, ",") + "\n")
		}
		files = append(files, file{"points_" + v.Name + ".csv", b.String()})
	}
	return files
}

// short returns n points of v as text, cut to three decimals in every other
// variety so that they are no longer on it.
func short(v varieties.Variety, n int) [][]string {
	rng := rand.New(rand.NewPCG(uint64(len(v.Name)), 11))
	out := make([][]string, n)
	for i, p := range v.Sample(n, rng) {
		for _, x := range p {
			s := x.String()
			if len(v.Name)%2 == 0 {
				s = fmt.Sprintf("%.3f", x.Float64())
			}
			out[i] = append(out[i], s)
		}
	}
	return out
}

// ideal finds the exact ideals of points.
func ideal() []Case {
	options := []string{"", "--border", "--format json", "--order lex", "--order degrevlex --format singular", "--format macaulay2", "--format cocoa --order degrevlex", "--format latex", "--format sympy"}
	var cases []Case
	n := 0
	for i, v := range known() {
		if i%3 != 0 {
			continue
		}
		o := options[n%len(options)]
		n++
		cases = append(cases, of("ideal/"+v.Name+named(o), "ideal points_"+v.Name+".csv "+o))
	}
	for _, line := range []string{
		"testdata/circle.csv", "testdata/circle.csv --border", "testdata/circle.csv --order lex --format json",
		"testdata/planets.csv", "testdata/boyle.csv", "testdata/iris.csv --columns 1,2", "testdata/iris.csv --columns 3,4 --order degrevlex",
		"testdata/circle.csv --order up", "nothing.csv", "bad_words.csv", "bad_ragged.csv", "bad_missing.csv",
		"bad_missing.csv --missing drop", "bad_empty.csv", "bad_header.csv", "grid.csv", "grid.csv --format json", "squares.csv",
	} {
		cases = append(cases, of("ideal/"+strings.ReplaceAll(line, " ", "_"), "ideal "+line))
	}
	return cases
}

// named turns options into the end of a name.
func named(options string) string {
	if options == "" {
		return ""
	}
	return "/" + strings.ReplaceAll(options, " ", "_")
}
