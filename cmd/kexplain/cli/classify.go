package cli

import (
	"context"
	"flag"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/kexplain/kexplain/cmd/kexplain/report"
	"github.com/kexplain/kexplain/explain/points/table"
	"github.com/kexplain/kexplain/feature"
	"github.com/kexplain/kexplain/internal/atomicfile"
	"github.com/kexplain/kexplain/internal/progress"
	"github.com/kexplain/kexplain/learn"
	"github.com/kexplain/kexplain/learn/classify"
)

// classifyOptions are the options of kexplain classify.
type classifyOptions struct {
	train, test string
	label       string
	folds       int
	data        dataOptions

	kernel   kernelOptions
	points   int
	spanning string
	features string
	count    int
	scheme   string
	linear   string
	raw      bool
	seed     uint64

	model       string
	save        string
	predictions bool
	output      outputOptions
}

// newClassify returns the command that learns to tell classes apart.
func newClassify() *command {
	o := &classifyOptions{}
	return &command{
		name: "classify", args: "[DATA]", short: "tell labelled classes of points apart by the equations they satisfy",
		long: `Learns which polynomial functions vanish on each class of points, and decides
for a point by how far it is from the manifold of each class.

With DATA alone the error is estimated by cross-validation in --folds parts.
With --train FILE --test FILE it is that on the second file; --model FILE takes
a saved model in place of --train. One data file may be -, standard input.
One column holds the label, words or numbers; all other columns of numbers, or
those of --columns, hold the points. Columns are shifted and scaled to mean 0
and variance 1 unless --raw is given, or --invariant: a point is then told apart
whatever a group does to it, such as sign for x and -x, and columns are taken as
they are.

Features: certifying are the distances from each class at several ranks, values
the certifying functions themselves, right and left the principal features of
all classes, computed from spanning points or from the data.`,
		examples: []example{
			{"kexplain classify testdata/iris.csv --label species", "5-fold cross-validation on Fisher's irises"},
			{"kexplain classify testdata/iris.csv --label species --scheme one-vs-one", "one pair of classes at a time"},
			{"kexplain classify testdata/xor.csv --label class --invariant sign --degree 1", "four corners, up to the sign"},
		},
		bind:   o.bind,
		accept: o.accept,
		idle: func() []idle {
			return append([]idle{
				{o.model != "", "folds kernel invariant normalised degree theta sigma order rows complex-pairs points spanning features count scheme linear raw seed", "with --model, which has been learned"},
				{o.test != "", "folds", "with --test: there is no cross-validation"},
				{o.kernel.through(), "raw", "with --invariant or --normalised, which take columns as they are"},
				{o.features == "certifying", "count", "with --features certifying, one distance for each class and rank"},
			}, o.kernel.idle()...)
		},
		paths: func() paths {
			return paths{
				in:  []namedPath{{o.train, "--train"}, {o.test, "--test"}, {o.model, "--model"}},
				out: []namedPath{{o.save, "--save"}, {o.output.path, "--output"}},
			}
		},
		run: func(ctx context.Context, s streams) error { return runClassify(ctx, s, o) },
	}
}

func (o *classifyOptions) bind(flags *flag.FlagSet) {
	o.data.bind(flags)
	flags.StringVar(&o.train, "train", "", "`FILE`: learn from this file")
	flags.StringVar(&o.test, "test", "", "`FILE`: count the errors on this file")
	flags.StringVar(&o.label, "label", "", "`COLUMN`: the column of the label, a name or a number from 1; the last one if not given")
	o.folds = 5
	whole(flags, &o.folds, "folds", "`K`: the number of parts for cross-validation", 2)
	o.kernel.byColumns = true
	o.kernel.bind(flags, "polynomial", 1)
	o.points = 200
	whole(flags, &o.points, "points", "`M`: the number of spanning points; fewer if there are fewer rows to draw from", 1)
	one(flags, &o.spanning, "spanning", "where spanning points come from", "subsample", "random", "both")
	one(flags, &o.features, "features", "what the decision is made of", "certifying", "values", "right", "left")
	o.count = 32
	whole(flags, &o.count, "count", "`N`: the number of features, for values in each class; fewer if the span is smaller", 1)
	one(flags, &o.scheme, "scheme", "how classes are compared", "one-vs-all", "one-vs-one")
	one(flags, &o.linear, "linear", "the rule that is learned from the features", "logistic", "ridge")
	flags.BoolVar(&o.raw, "raw", false, "take the columns as they are, without shifting and scaling")
	o.seed = 1
	seed(flags, &o.seed, "`N`: the seed of all random choices")
	flags.StringVar(&o.model, "model", "", "`FILE`: use this model, which --save has written, and learn nothing")
	flags.StringVar(&o.save, "save", "", "`FILE`: write the model to it; it appears when it is complete")
	flags.BoolVar(&o.predictions, "predictions", false, "list the decision for every row of the test file")
	o.output.bind(flags, "text", "json")
}

// one declares a flag that takes one of the words, the first by default.
func one(flags *flag.FlagSet, value *string, name, usage string, words ...string) {
	*value = words[0]
	choice(flags, value, name, fmt.Sprintf("`WHICH`: %s: %s", usage, alternatives(words)), func(s string) (string, error) {
		if !slices.Contains(words, s) {
			return "", fmt.Errorf("found %q, expected %s", s, alternatives(words))
		}
		return s, nil
	})
}

// accept takes the data and checks that the flags go together.
func (o *classifyOptions) accept(args []string) error {
	if len(args) > 1 || len(args) == 1 && o.train != "" {
		return usageError{fmt.Sprintf("found %d files to learn from, expected one", len(args)+boolCount(o.train != ""))}
	}
	if len(args) == 1 {
		o.train = args[0]
	}
	switch {
	case o.train == "" && o.model == "":
		return usageError{"found nothing to learn from, expected DATA, --train FILE or --model FILE"}
	case o.train != "" && o.model != "":
		return usageError{"found both data to learn from and --model, expected one of them"}
	case o.train == "-" && o.test == "-":
		return usageError{"found - twice, standard input can be only one of the files"}
	case o.model != "" && o.test == "":
		return usageError{"--model needs --test FILE"}
	case o.save != "" && o.model != "":
		return usageError{"--save makes no sense with --model"}
	case o.predictions && o.test == "":
		return usageError{"--predictions needs --test FILE"}
	}
	if err := o.kernel.checkTheta(); err != nil {
		return err
	}
	return nil
}

func boolCount(b bool) int {
	if b {
		return 1
	}
	return 0
}

// runClassify learns, tests and writes the report.
func runClassify(ctx context.Context, s streams, o *classifyOptions) error {
	line := progress.New(s.err)
	defer line.Clear()
	result := &report.Classify{Schema: report.ClassifySchema, Version: version, Train: o.train, Test: o.test, Seed: o.seed}
	var model *classify.Model
	if o.model != "" {
		var err error
		if model, err = loadClassifier(o.model); err != nil {
			return err
		}
		result.Settings = report.ClassifySetting{Kernel: model.Kernel().String(), Model: o.model}
	} else {
		train, err := readLabelled(ctx, s, o.data, o.train, o.label)
		if err != nil {
			return err
		}
		if err := train.checkClasses(o.train); err != nil {
			return err
		}
		c, err := o.classifier(ctx, train)
		if err != nil {
			return err
		}
		describe(result, train, c)
		if o.test == "" {
			line.Show("cross-validation", 0, 0)
			if err := o.crossValidate(ctx, c, train, result); err != nil {
				return err
			}
		}
		if o.test != "" || o.save != "" {
			line.Show("learning", 0, 0)
			if model, err = c.Fit(ctx, train.x, train.labels); err != nil {
				return err
			}
		}
	}
	if o.save != "" {
		if err := atomicfile.Write(o.save, func(w io.Writer) error { return learn.Save(w, model) }); err != nil {
			return err
		}
	}
	if o.test != "" {
		line.Show("testing", 0, 0)
		if err := o.countTest(ctx, s, model, result); err != nil {
			return err
		}
	}
	line.Clear()
	return o.output.report(s, result)
}

// describe says in the report what is learned from.
func describe(r *report.Classify, train *labelled, c classify.Classifier) {
	r.Columns, r.Label = train.names, train.label
	r.Settings = report.ClassifySetting{
		Kernel: fmt.Sprint(c.Kernel), Spanning: fmt.Sprint(c.Spanning), Features: fmt.Sprint(c.Features),
		Scheme: fmt.Sprint(c.Scheme), Linear: fmt.Sprint(c.Linear), Scaled: c.Scale,
	}
	r.Rows, _ = train.x.Dims()
}

// crossValidate counts the errors of cross-validation.
func (o *classifyOptions) crossValidate(ctx context.Context, c classify.Classifier, train *labelled, r *report.Classify) error {
	conf, err := classify.CrossValidate(ctx, c, train.x, train.labels, o.folds, o.seed)
	if err != nil {
		return err
	}
	r.Folds = o.folds
	r.Count(classify.Classes(train.labels), conf)
	return nil
}

// countTest counts the errors on the test file. Labels that the model does not know are
// refused: they are those of other data, or the wrong column.
func (o *classifyOptions) countTest(ctx context.Context, s streams, model *classify.Model, r *report.Classify) error {
	d := o.data
	if len(r.Columns) > 0 {
		d.columns = strings.Join(r.Columns, ",")
	}
	test, err := readLabelled(ctx, s, d, o.test, o.label)
	if err != nil {
		return err
	}
	classes := model.Classes()
	if strange := slices.DeleteFunc(classify.Classes(test.labels),
		func(l string) bool { return slices.Contains(classes, l) }); len(strange) > 0 {
		return fmt.Errorf("%s: found %s in column %q, expected labels that the model has learned: %s: %w",
			o.test, listed(strange), test.label, listed(classes), table.ErrInput)
	}
	predicted, err := model.Predict(ctx, test.x)
	if err != nil {
		return fmt.Errorf("%w (%s)", err, o.test)
	}
	truth := make([]int, len(predicted))
	for i, l := range test.labels {
		truth[i] = slices.Index(classes, l)
		if o.predictions {
			r.Predictions = append(r.Predictions, classes[predicted[i]])
		}
	}
	if r.Columns == nil {
		r.Columns, r.Label = test.names, test.label
	}
	r.Rows = len(truth)
	r.Count(classes, classify.NewConfusion(truth, predicted, len(classes)))
	return nil
}

// loadClassifier reads a saved model that has to be a classifier.
func loadClassifier(path string) (*classify.Model, error) {
	f, err := openFile(path, "a model that --save has written")
	if err != nil {
		return nil, err
	}
	defer f.Close()
	m, err := classify.Load(f)
	if err != nil {
		return nil, fmt.Errorf("%w (%s)", err, path)
	}
	return m, nil
}

// classifier turns the flags into a learner for the data.
func (o *classifyOptions) classifier(ctx context.Context, train *labelled) (classify.Classifier, error) {
	rows, vars := train.x.Dims()
	scaled := !o.raw && !o.kernel.through() // a group does not act on shifted columns
	kernel, err := o.classKernel(ctx, train, scaled)
	if err != nil {
		return classify.Classifier{}, err
	}
	// Every fold has to leave enough rows to draw from.
	available := rows
	if o.test == "" {
		available = rows - (rows+o.folds-1)/o.folds
	}
	points := min(o.points, max(1, available))
	c := classify.Classifier{Kernel: kernel, Scale: scaled, Seed: o.seed}
	switch o.spanning {
	case "subsample":
		c.Spanning = feature.Subsample{M: points}
	case "random":
		c.Spanning = feature.Random{M: o.points}
	case "both":
		c.Spanning = feature.Both{Subsample: (points + 1) / 2, Random: (points + 1) / 2}
	}
	dim := points
	if p, ok := kernel.(feature.Polynomial); ok {
		if m, ok := p.Dim(vars); ok {
			dim = min(dim, m)
		}
	}
	count := max(1, min(o.count, dim/2))
	switch o.features {
	case "certifying":
		c.Features = classify.CertifyingDistances{}
	case "values":
		c.Features = classify.CertifyingValues{Count: count, Rank: max(1, min(dim-count, dim/2))}
	case "right":
		c.Features = classify.RightFeatures{Count: max(1, min(o.count, dim))}
	case "left":
		c.Features = classify.LeftFeatures{Count: max(1, min(o.count, dim))}
	}
	c.Scheme = classify.OneVsAll{}
	if o.scheme == "one-vs-one" {
		c.Scheme = classify.OneVsOne{}
	}
	c.Linear = classify.Logistic{}
	if o.linear == "ridge" {
		c.Linear = classify.Ridge{}
	}
	return c, nil
}

// classKernel returns the kernel of the flags. The width is the median distance of the rows
// as they are taken.
func (o *classifyOptions) classKernel(ctx context.Context, train *labelled, scaled bool) (feature.Kernel, error) {
	k := o.kernel
	x := train.x
	_, vars := x.Dims()
	if k.theta == "" {
		k.theta = "1"
		if !k.through() {
			k.theta = fmt.Sprintf("1/%d", vars)
		}
	}
	if scaled && k.needsWidth() {
		x = classify.Standardised(x)
	}
	sigma, err := k.width(ctx, x)
	if err != nil {
		return nil, err
	}
	return k.kernel(sigma)
}
