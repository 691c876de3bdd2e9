package cli

import (
	"context"
	"flag"
	"fmt"
	"io"
	"os"
	"slices"
	"strconv"
	"strings"

	"github.com/kexplain/kexplain/cmd/kexplain/report"
	"github.com/kexplain/kexplain/explain/points/table"
	"github.com/kexplain/kexplain/feature"
	"github.com/kexplain/kexplain/internal/atomicfile"
	"github.com/kexplain/kexplain/internal/escape"
	"github.com/kexplain/kexplain/internal/progress"
	"github.com/kexplain/kexplain/learn"
	"github.com/kexplain/kexplain/learn/classify"
	"github.com/kexplain/kexplain/ring"
)

// classifyOptions are the options of kexplain classify.
type classifyOptions struct {
	train, test string
	label       string
	folds       int
	data        dataOptions

	degree   int
	theta    string
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
and variance 1 unless --raw is given.

Features: certifying are the distances from each class at several ranks, values
the certifying functions themselves, right and left the principal features of
all classes, computed from spanning points or from the data.`,
		examples: []example{
			{"kexplain classify testdata/iris.csv --label species", "5-fold cross-validation on Fisher's irises"},
			{"kexplain classify testdata/iris.csv --label species --scheme one-vs-one", "one pair of classes at a time"},
		},
		bind:   o.bind,
		accept: o.accept,
		idle: func() []idle {
			return []idle{
				{o.model != "", "folds degree theta points spanning features count scheme linear raw seed", "with --model, which has been learned"},
				{o.test != "", "folds", "with --test: there is no cross-validation"},
				{o.features == "certifying", "count", "with --features certifying, one distance for each class and rank"},
			}
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
	flags.IntVar(&o.folds, "folds", 5, "`K`: the number of parts for cross-validation")
	flags.IntVar(&o.degree, "degree", 2, "`D`: the degree of the kernel (θ⟨x,y⟩ + 1)^D")
	flags.StringVar(&o.theta, "theta", "", "`R`: θ, a rational such as 1/2; 1 over the number of columns if not given")
	flags.IntVar(&o.points, "points", 200, "`M`: the number of spanning points; fewer if there are fewer rows to draw from")
	one(flags, &o.spanning, "spanning", "where spanning points come from", "subsample", "random", "both")
	one(flags, &o.features, "features", "what the decision is made of", "certifying", "values", "right", "left")
	flags.IntVar(&o.count, "count", 32, "`N`: the number of features, for values in each class; fewer if the span is smaller")
	one(flags, &o.scheme, "scheme", "how classes are compared", "one-vs-all", "one-vs-one")
	one(flags, &o.linear, "linear", "the rule that is learned from the features", "logistic", "ridge")
	flags.BoolVar(&o.raw, "raw", false, "take the columns as they are, without shifting and scaling")
	flags.Uint64Var(&o.seed, "seed", 1, "`N`: the seed of all random choices")
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
	case o.folds < 2 || o.degree < 1 || o.points < 1 || o.count < 1:
		return usageError{"--folds must be at least 2, --degree, --points and --count at least 1"}
	}
	if o.theta != "" {
		theta, err := ring.ParseRat(o.theta)
		if err != nil || theta.Sign() <= 0 {
			return usageError{fmt.Sprintf("--theta: found %q, expected a positive rational", o.theta)}
		}
	}
	return nil
}

func boolCount(b bool) int {
	if b {
		return 1
	}
	return 0
}

// classifyReport is what kexplain classify prints.
type classifyReport struct {
	Schema      string          `json:"schema"`
	Version     string          `json:"version"`
	Train       string          `json:"train,omitempty"`
	Test        string          `json:"test,omitempty"`
	Folds       int             `json:"folds,omitempty"`
	Rows        int             `json:"rows"`
	Columns     []string        `json:"columns"`
	Label       string          `json:"label"`
	Classes     []string        `json:"classes"`
	Settings    classifySetting `json:"settings"`
	Seed        uint64          `json:"seed"`
	Errors      int             `json:"errors"`
	Total       int             `json:"total"`
	ErrorRate   float64         `json:"error_rate"`
	Confusion   [][]int         `json:"confusion"` // true class by row
	Predictions []string        `json:"predictions,omitempty"`
}

// classifySetting describes the classifier.
type classifySetting struct {
	Kernel   string `json:"kernel"`
	Spanning string `json:"spanning,omitempty"`
	Features string `json:"features,omitempty"`
	Scheme   string `json:"scheme,omitempty"`
	Linear   string `json:"linear,omitempty"`
	Scaled   bool   `json:"scaled"`
	Model    string `json:"model,omitempty"`
}

// runClassify learns, tests and writes the report.
func runClassify(ctx context.Context, s streams, o *classifyOptions) error {
	line := progress.New(s.err)
	defer line.Clear()
	result := &classifyReport{Schema: "kexplain/classify/1", Version: version, Train: o.train, Test: o.test, Seed: o.seed}
	var model *classify.Model
	if o.model != "" {
		var err error
		if model, err = loadClassifier(o.model); err != nil {
			return err
		}
		result.Settings = classifySetting{Kernel: model.Kernel().String(), Model: o.model}
	} else {
		train, err := readLabelled(ctx, s, o.data, o.train, o.label)
		if err != nil {
			return err
		}
		if err := train.checkClasses(o.train); err != nil {
			return err
		}
		c := o.classifier(train)
		result.describe(train, c)
		if o.test == "" {
			line.Show("cross-validation", 0, 0)
			if err := result.crossValidate(ctx, c, train, o); err != nil {
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
		if err := result.test(ctx, s, model, o); err != nil {
			return err
		}
	}
	line.Clear()
	return o.output.write(s, func(w io.Writer) error {
		if o.output.format == "json" {
			return report.WriteJSON(w, result)
		}
		return result.writeText(w)
	})
}

// loadClassifier reads a saved model that has to be a classifier.
func loadClassifier(path string) (*classify.Model, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, fmt.Errorf("%w: %w", err, table.ErrInput)
	}
	defer f.Close()
	if info, err := f.Stat(); err == nil && info.IsDir() {
		return nil, fmt.Errorf("%s: found a directory, expected a model that --save has written: %w", path, table.ErrInput)
	}
	m, err := classify.Load(f)
	if err != nil {
		return nil, fmt.Errorf("%w (%s)", err, path)
	}
	return m, nil
}

// classifier turns the flags into a learner for the data.
func (o *classifyOptions) classifier(train *labelled) classify.Classifier {
	rows, vars := train.x.Dims()
	theta := ring.NewRat(1, int64(vars))
	if o.theta != "" {
		theta, _ = ring.ParseRat(o.theta) // accept has checked it
	}
	kernel := feature.Polynomial{Degree: o.degree, Theta: theta}
	// Every fold has to leave enough rows to draw from.
	available := rows
	if o.test == "" {
		available = rows - (rows+o.folds-1)/o.folds
	}
	points := min(o.points, max(1, available))
	c := classify.Classifier{Kernel: kernel, Scale: !o.raw, Seed: o.seed}
	switch o.spanning {
	case "subsample":
		c.Spanning = feature.Subsample{M: points}
	case "random":
		c.Spanning = feature.Random{M: o.points}
	case "both":
		c.Spanning = feature.Both{Subsample: (points + 1) / 2, Random: (points + 1) / 2}
	}
	dim := points
	if m, ok := kernel.Dim(vars); ok {
		dim = min(dim, m)
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
	return c
}

func (r *classifyReport) describe(train *labelled, c classify.Classifier) {
	r.Columns, r.Label = train.names, train.label
	r.Settings = classifySetting{
		Kernel: fmt.Sprint(c.Kernel), Spanning: fmt.Sprint(c.Spanning), Features: fmt.Sprint(c.Features),
		Scheme: fmt.Sprint(c.Scheme), Linear: fmt.Sprint(c.Linear), Scaled: c.Scale,
	}
	r.Rows, _ = train.x.Dims()
}

func (r *classifyReport) crossValidate(ctx context.Context, c classify.Classifier, train *labelled, o *classifyOptions) error {
	conf, err := classify.CrossValidate(ctx, c, train.x, train.labels, o.folds, o.seed)
	if err != nil {
		return err
	}
	r.Folds = o.folds
	r.count(classify.Classes(train.labels), conf)
	return nil
}

func (r *classifyReport) count(classes []string, conf *classify.Confusion) {
	r.Classes, r.Confusion = classes, conf.Counts
	r.Errors, r.Total, r.ErrorRate = conf.Errors(), conf.Total(), conf.ErrorRate()
}

// test counts the errors on the test file. Labels that the model does not know are
// refused: they are those of other data, or the wrong column.
func (r *classifyReport) test(ctx context.Context, s streams, model *classify.Model, o *classifyOptions) error {
	d := o.data
	if len(r.Columns) > 0 {
		d.columns = strings.Join(r.Columns, ",")
	}
	test, err := readLabelled(ctx, s, d, o.test, o.label)
	if err != nil {
		return err
	}
	classes := model.Classes()
	if strange := slices.DeleteFunc(classify.Classes(test.labels), func(l string) bool { return slices.Contains(classes, l) }); len(strange) > 0 {
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
	r.count(classes, classify.NewConfusion(truth, predicted, len(classes)))
	return nil
}

// writeText writes the report for people.
func (r *classifyReport) writeText(w io.Writer) error {
	var b strings.Builder
	source := r.Train
	if source == "" {
		source = r.Settings.Model
	}
	fmt.Fprintf(&b, "learned from %s: %d columns, label %s\n", escape.Line(source), len(r.Columns), escape.Line(r.Label))
	for _, part := range []struct{ name, value string }{
		{"kernel", r.Settings.Kernel}, {"spanning points", r.Settings.Spanning},
		{"features", r.Settings.Features}, {"decision", strings.TrimSuffix(r.Settings.Scheme+", "+r.Settings.Linear, ", ")},
	} {
		if part.value != "" {
			fmt.Fprintf(&b, "  %s: %s\n", part.name, part.value)
		}
	}
	if r.Settings.Scaled {
		b.WriteString("  columns shifted and scaled to mean 0 and variance 1\n")
	}
	where := "on " + escape.Line(r.Test)
	if r.Test == "" {
		where = fmt.Sprintf("in %d-fold cross-validation", r.Folds)
	}
	fmt.Fprintf(&b, "\n%d of %d wrong %s: %.2f %%\n\n", r.Errors, r.Total, where, 100*r.ErrorRate)
	r.writeConfusion(&b)
	for i, p := range r.Predictions {
		if i == 0 {
			b.WriteString("\ndecisions:\n")
		}
		fmt.Fprintf(&b, "  %d %s\n", i+1, escape.Line(p))
	}
	fmt.Fprintf(&b, "\nkexplain %s, seed %d\n", r.Version, r.Seed)
	_, err := io.WriteString(w, b.String())
	return err
}

// writeConfusion writes the matrix, true classes by row.
func (r *classifyReport) writeConfusion(b *strings.Builder) {
	first, width := len("true"), 3
	classes := make([]string, len(r.Classes))
	for k, c := range r.Classes {
		classes[k] = escape.Line(c)
	}
	for k, c := range classes {
		first = max(first, len([]rune(c)))
		width = max(width, len([]rune(c)))
		for _, n := range r.Confusion[k] {
			width = max(width, len(strconv.Itoa(n)))
		}
	}
	fmt.Fprintf(b, "%-*s", first, "true")
	for _, c := range classes {
		fmt.Fprintf(b, "  %*s", width, c)
	}
	b.WriteString("\n")
	for k, c := range classes {
		fmt.Fprintf(b, "%-*s", first, c)
		for _, n := range r.Confusion[k] {
			fmt.Fprintf(b, "  %*d", width, n)
		}
		b.WriteString("\n")
	}
}
