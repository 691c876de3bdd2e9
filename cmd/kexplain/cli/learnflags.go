package cli

import (
	"flag"
)

// bind declares the flags.
func (o *learnOptions) bind(flags *flag.FlagSet) {
	o.data.bind(flags)
	parsed(flags, &o.options.MaxDegree, "degree",
		"look for equations up to degree `N`; by default 4 for up to five columns, 3 for six or "+
			"seven, less for more", parseDegree)
	parsed(flags, &o.noise, "noise",
		"`LIST`: standard deviations of the noise up to a common factor, such as "+
			"x=0.1,y=2%,z=rounding, and correlations of their errors, such as x:y=0.5; columns that "+
			"are not named have none, or what stands alone, as 2% in x=0.1,2%; 0 asks for what holds "+
			"exactly; by default the most likely of several shapes", parseNoise)
	seed(flags, &o.options.Seed, "`N`: seed of everything random; the same seed gives the same bytes")
	choice(flags, &o.options.Theta, "theta",
		"`θ` of the kernel (θ⟨x,y⟩ + 1)^d, a positive rational number; 0 stands for 1", parseTheta)
	parsed(flags, &o.options.Road, "road",
		"`ROAD`: how the certifying space is computed: auto, kernel or feature (default auto)", parseRoad)
	one(flags, &o.method, "method",
		"what proposes equations: search looks among all short ones; ipca and avica take them "+
			"from certifying spaces of kernel matrices, as the papers do, and all rows", "search", "ipca", "avica")
	one(flags, &o.kernel.name, "kernel",
		"the kernel in whose functions Ideal PCA looks for equations: polynomial or, for those "+
			"of degree 1 in every column, anova", "polynomial", "anova")
	o.kernel.bindGroup(flags)
	flags.BoolVar(&o.features, "features", false,
		"with --method avica, list its features of increasing degree with decimal coefficients "+
			"instead")
	parsed(flags, &o.options.Robust, "robust",
		"`MODE`: whether gross outliers may be set aside: auto, where the residuals call for it "+
			"or a clearly shorter law leaves a few rows aside; on, wherever there are any; off "+
			"(default auto)", parseRobust)
	parsed(flags, &o.options.DegreeIn, "degree-in",
		"`LIST`: bounds of the degree in some columns together, such as 'u,v=1; x,y=1' for what "+
			"is linear in u and v and in x and y", parseDegreeIn)
	flags.StringVar(&o.with, "with", "",
		"`LIST`: further columns computed from those of DATA, such as 'c = cos(angle), u = 1/v, "+
			"v = d(x, t)': + - * / ^, sin cos tan exp ln sqrt abs tanh asin acos atan, pi, and "+
			"derivatives d and d2, and lag(x), which is x in the row before; auto tries sines and cosines of "+
			"angles, and reciprocals, roots and logarithms")
	parsed(flags, &o.groups, "groups",
		"`GROUPS`: look for conservation laws, polynomials that are constant within groups of "+
			"rows: rows:N for windows of N rows, auto for windows that the program chooses, or the "+
			"column whose values tell the groups apart", parseGroups)
	parsed(flags, &o.units, "units",
		"`LIST` of units of columns, such as v=m/s,t=s, beside those of the header, or the word "+
			"header; columns of --with need none: laws whose terms are of one unit are looked for first, and constants are "+
			"printed with their units", parseUnits)
	flags.BoolVar(&o.homogeneous, "homogeneous", false,
		"look for equations whose terms are all of one degree, or with --units of one unit")
	flags.StringVar(&o.given, "given", "",
		"`EQUATIONS` that are known to hold, a file or the text itself, perhaps with further "+
			"variables: what the data add to them is looked for")
	flags.StringVar(&o.complex, "complex", "",
		"`LIST`: complex variables, whose real and imaginary parts are pairs of columns, such as "+
			"re:im,u:v: the polynomials over the complex numbers of least degree that vanish, by "+
			"Ideal PCA, or with --method avica the new ones of every degree, with decimals")
	flags.StringVar(&o.target, "target", "",
		"solve the equations for `COLUMN` too, and say how far the rows are from that; where no "+
			"equation has it, they are printed, with status 1")
	flags.StringVar(&o.residuals, "residuals", "",
		"write the rows to `FILE` as CSV, with their distances from the zero set of each "+
			"equation, in data units and in standard deviations (z), and a flag for those that are "+
			"far")
	flags.StringVar(&o.plot, "plot", "",
		"draw to `FILE`.svg: the points and the zero sets of two variables, the points of every "+
			"two of three to six, and of more the distances of the rows; with --groups the laws "+
			"along the rows")
	flags.StringVar(&o.report, "report", "",
		"write a page for a browser to `FILE`.html: equations, pictures, coefficients with their "+
			"errors, the rows that fit worst")
	flags.StringVar(&o.moments, "moments", "",
		"`FILE`: DATA are a sample of the rows of which this has the moments, the result of a "+
			"query by kexplain sql as CSV")
	flags.BoolVar(&o.explain, "explain", false,
		"say why: the spectrum of every degree, and what was looked at, taken and refused")
	o.output.bind(flags, polynomialFormats()...)
}

// idle lists the flags that have no effect beside others.
func (o *learnOptions) idle() []idle {
	if len(o.data.more) > 0 && o.groups != nil {
		return []idle{{true, "groups", "with several files"}}
	}
	style := o.output.format != "text" && o.output.format != "json"
	return append([]idle{
		{isState(o.data.path), ofState + " units homogeneous moments kernel invariant normalised", "with a state"},
		{o.moments != "",
			"with given units homogeneous groups complex features kernel invariant normalised", "with --moments"},
		{o.complex != "",
			"kernel invariant normalised noise robust road explain with given units homogeneous " +
				"groups plot report target residuals features degree-in", "with --complex"},
		{o.features,
			"kernel invariant normalised noise robust road explain with given units homogeneous " +
				"groups plot report target residuals degree-in", "with --features"},
		{o.functions(), "robust groups road units homogeneous degree-in", "with --invariant or --kernel"},
		{o.functions() && o.method == "avica", "method", "with --invariant or --kernel, which take Ideal PCA"},
		{o.method != "search", "robust groups units homogeneous degree-in", "with --method " + o.method},
		{o.method == "avica", "road", "with --method avica"},
		{o.method == "search", "road", "without --method ipca"},
		{o.method != "avica", "features", "without --method avica"},
		{o.groups != nil,
			"given units homogeneous degree-in robust road explain theta report target residuals", "with --groups"},
		{style, "explain target", "with --format " + o.output.format},
	}, o.kernel.idleGroup()...)
}

// paths are the files that are read and written.
func (o *learnOptions) paths() paths {
	in := o.data.inputs()
	if o.given != "" {
		in = append(in, namedPath{o.given, "--given"})
	}
	if o.moments != "" {
		in = append(in, namedPath{o.moments, "--moments"})
	}
	return paths{
		in:  in,
		out: []namedPath{{o.output.path, "--output"}, {o.plot, "--plot"}, {o.residuals, "--residuals"}, {o.report, "--report"}},
	}
}
