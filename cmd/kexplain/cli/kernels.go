package cli

import (
	"context"
	"flag"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"gonum.org/v1/gonum/mat"

	"github.com/kexplain/kexplain/explain"
	"github.com/kexplain/kexplain/feature"
	"github.com/kexplain/kexplain/internal/plural"
	"github.com/kexplain/kexplain/learn/cluster"
	"github.com/kexplain/kexplain/ring"
)

// kernelOptions say which kernel is taken, and up to which group.
type kernelOptions struct {
	name        string
	degree      int
	theta       string
	sigma       float64
	invariant   string // as the flag has it
	groups      []group
	normalised  bool
	order, rows int
	complex     bool
	// byColumns takes 1 over the number of columns for θ of a plain kernel where the flag
	// gives none.
	byColumns bool
}

// plainKernels are those that flags can describe.
var plainKernels = []string{"polynomial", "linear", "gaussian", "laplacian", "exponential", "anova", "minimum", "spline"}

// invariants are the invariant scalar products that --invariant names: the type
// in feature.Code, and what it is invariant under.
func invariants() map[string]string {
	return map[string]string{
		"sign":        "finite rotation",
		"rotation":    "finite rotation",
		"phase":       "phase",
		"scale":       "positive scale",
		"projective":  "projective",
		"right":       "right unitary",
		"left":        "left unitary",
		"translation": "row translation",
		"rigid":       "rigid motion",
		"permutation": "columns",
	}
}

// bind declares the flags; first is the default kernel, least the least degree.
func (o *kernelOptions) bind(flags *flag.FlagSet, first string, least int) {
	names := append([]string{first}, slices.DeleteFunc(slices.Clone(plainKernels), func(s string) bool { return s == first })...)
	one(flags, &o.name, "kernel", "the kernel", names...)
	o.degree = 2
	whole(flags, &o.degree, "degree", "`D`: the degree of the polynomial kernel (θ⟨x,y⟩ + 1)^D; of ANOVA, the most columns in a product", least)
	theta, missing := "1", ""
	if o.byColumns {
		theta, missing = "", "; if not given, 1, and without --invariant 1 over the number of columns"
	}
	flags.StringVar(&o.theta, "theta", theta, "`R`: θ of the polynomial kernel, a rational such as 1/2"+missing)
	positive(flags, &o.sigma, "sigma", "`S`: the width of the Gaussian and the Laplacian kernel; the median distance if not given", true)
	o.bindGroup(flags)
}

// bindGroup declares the flags of the group.
func (o *kernelOptions) bindGroup(flags *flag.FlagSet) {
	o.invariant, o.groups = "none", []group{{name: "none"}}
	choice(flags, &o.invariant, "invariant", "`WHICH`: what the kernel does not see: "+alternatives(groupNames())+"; groups on blocks of columns as in sign:1-2+phase:3-6", func(s string) (_ string, err error) {
		o.groups, err = parseBlocks(s)
		return s, err
	})
	flags.BoolVar(&o.normalised, "normalised", false,
		"the kernel does not see a positive factor either: its scalar product is divided by "+
			"lengths")
	o.order, o.rows = 2, 1
	whole(flags, &o.order, "order", "`M`: with --invariant rotation, the order of the roots of unity", 1)
	whole(flags, &o.rows, "rows",
		"`M`: with --invariant right, left, translation, rigid or permutation, the rows of the "+
			"matrix that a point is, row after row", 1)
	flags.BoolVar(&o.complex, "complex-pairs", false,
		"columns are real and imaginary parts in turn, for --invariant rotation, projective, "+
			"right and left")
}

// idle lists the flags that have no effect.
func (o *kernelOptions) idle() []idle {
	return append([]idle{
		{o.name != "polynomial" && o.name != "anova", "degree", "with --kernel " + o.name},
		{o.name != "polynomial", "theta", "with --kernel " + o.name},
		{o.name != "gaussian" && o.name != "laplacian", "sigma", "with --kernel " + o.name},
	}, o.idleGroup()...)
}

// idleGroup lists those of the group.
func (o *kernelOptions) idleGroup() []idle {
	matrices := []string{"right", "left", "translation", "rigid", "permutation"}
	return []idle{
		{!o.acts("rotation"), "order", "without --invariant rotation"},
		{!o.acts(matrices...), "rows", "without --invariant " + alternatives(matrices)},
		{!o.acts("rotation", "projective", "right", "left"), "complex-pairs", "with --invariant " + o.invariant},
		{o.acts("permutation"), "normalised", "with --invariant permutation"},
	}
}

// kernel returns the kernel. The width is that of the flag, or the one given.
func (o *kernelOptions) kernel(sigma float64) (feature.Kernel, error) {
	if o.sigma != 0 {
		sigma = o.sigma
	}
	outer, err := feature.Code{Type: o.name, Degree: o.degree, Theta: o.theta, Sigma: sigma}.Kernel()
	if err != nil {
		return nil, usageError{"--kernel: " + plain(err)}
	}
	k := outer
	switch {
	case !o.through():
	case o.invariant == "permutation":
		k = feature.Columns{Rows: o.rows, Kernel: outer}
	default:
		inner, err := o.inner()
		if err != nil {
			return nil, usageError{"--invariant: " + plain(err)}
		}
		k = feature.Through{Outer: outer, Inner: inner}
	}
	if err := feature.Validate(k); err != nil {
		return nil, usageError{fmt.Sprintf("--kernel %s --invariant %s: %s", o.name, o.invariant, plain(err))}
	}
	return k, nil
}

// functions returns the kernel in whose functions learn looks for equations, polynomials of
// degree ≤ d; nil where there are none of degree d, and for plain polynomials of every
// degree. Errors are about the flags.
func (o *kernelOptions) functions(vars int, theta ring.Rat) (func(d int) feature.Kernel, error) {
	var of func(d int) feature.Kernel
	switch {
	case !o.through() && o.name == "polynomial":
		return nil, nil
	case !o.through():
		of = func(d int) feature.Kernel { return feature.ANOVA{Degree: d} }
	case o.name != "polynomial":
		return nil, usageError{fmt.Sprintf("--kernel %s: an invariant kernel is a polynomial of a scalar product", o.name)}
	case o.invariant == "permutation":
		of = func(d int) feature.Kernel {
			return feature.Average{Kernel: feature.Polynomial{Degree: d, Theta: theta}, Group: feature.ColumnPermutations{Rows: o.rows}}
		}
	default:
		inner, err := o.inner()
		if err != nil {
			return nil, usageError{"--invariant: " + plain(err)}
		}
		if err := o.covers(vars); err != nil {
			return nil, err
		}
		each := o.least()
		switch {
		case o.normalised:
			return nil, usageError{"--normalised: the functions are no polynomials; classify, cluster and fit take it"}
		case each == 0:
			return nil, usageError{fmt.Sprintf("--invariant %s: its functions are no polynomials; classify, cluster and fit take it", o.invariant)}
		}
		of = func(d int) feature.Kernel {
			if d%each != 0 {
				return nil
			}
			return feature.Through{Outer: feature.Polynomial{Degree: d / each, Theta: theta}, Inner: inner}
		}
	}
	for d := 1; d <= explain.MaxDegree; d++ {
		k := of(d)
		if k == nil {
			continue
		}
		err := feature.Validate(k)
		if err == nil {
			err = feature.CheckPoint(k, make([]float64, vars))
		}
		if err != nil {
			return nil, usageError{fmt.Sprintf("--invariant %s with %s: %s", o.invariant, plural.Count(vars, "column"), plain(err))}
		}
		break
	}
	return of, nil
}

// through says that the kernel sees less than ⟨x,y⟩.
func (o *kernelOptions) through() bool { return o.invariant != "none" || o.normalised }

// width is the median distance in the space of the kernel to four digits, so that it can
// be typed again, or the width that the flag gives.
func (o *kernelOptions) width(ctx context.Context, x *mat.Dense) (float64, error) {
	if _, vars := x.Dims(); o.fits(vars) != nil {
		return 0, o.fits(vars)
	}
	if !o.needsWidth() {
		return o.sigma, nil
	}
	inner, err := o.inner()
	if err != nil {
		return 0, err
	}
	sigma, err := cluster.MedianDistance(ctx, inner, x)
	if err != nil {
		return 0, err
	}
	return strconv.ParseFloat(strconv.FormatFloat(sigma, 'g', 4, 64), 64)
}

// needsWidth says that the kernel has a width and the flag gives none.
func (o *kernelOptions) needsWidth() bool {
	return o.sigma == 0 && (o.name == "gaussian" || o.name == "laplacian")
}

// checkTheta checks θ before any data are read.
func (o *kernelOptions) checkTheta() error {
	if o.theta == "" {
		return nil
	}
	if theta, err := ring.ParseRat(o.theta); err != nil || theta.Sign() <= 0 {
		return usageError{fmt.Sprintf("--theta: found %q, expected a positive rational number such as 1/2", o.theta)}
	}
	return nil
}

// plain returns the text of an error of package feature without its name.
func plain(err error) string { return strings.ReplaceAll(err.Error(), "feature: ", "") }
