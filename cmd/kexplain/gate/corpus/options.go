package corpus

import "strings"

// optionTables are tables written in the ways that files are.
func optionTables() []file {
	return []file{
		{"semicolons.txt", "# made by a machine\nx;y\n1;2\n2;4\n3;6\n4;8\n5;10\n7;14\n"},
		{"blanks.txt", "1 1\n2 4\n3 9\n4 16\n5 25\n6 36\n7 49\n"},
		{"tabs.tsv", "a\tb\n1\t3\n2\t5\n3\t7\n5\t11\n8\t17\n"},
		{"truth.txt", "# a circle\nx^2 + y^2 - 4*x + 2*y = 4\n"},
	}
}

// learnOptions learns a few tables with every option, alone and together.
func learnOptions() []Case {
	var cases []Case
	for _, line := range []string{
		"noisy.csv --degree 1", "noisy.csv --degree 2", "noisy.csv --degree 3", "noisy.csv --degree 5", "noisy.csv --degree 0", "noisy.csv --degree 99",
		"noisy.csv --noise x=1,y=1", "noisy.csv --noise x=0.1,y=0.02", "noisy.csv --noise x=1,y=1,x:y=0.5", "noisy.csv --noise x=1",
		"noisy.csv --noise x=-1,y=1", "noisy.csv --noise u=1", "noisy.csv --noise x=1,y=1,x:y=2", "noisy.csv --noise x=0,y=1",
		"unequal.csv --noise x=0.1,y=0.001", "unequal.csv --noise x=0.1,y=0.001 --explain --format json", "unequal.csv --noise x=1,y=0",
		"noisy.csv --columns x", "noisy.csv --columns y,x", "testdata/iris.csv --columns 1-2 --degree 2", "testdata/iris.csv --columns petal_length,petal_width",
		"noisy.csv --columns 3", "noisy.csv --columns z", "noisy.csv --columns 2-1",
		"outliers.csv --robust on", "outliers.csv --robust off", "outliers.csv --robust auto --explain --format json", "outliers.csv --robust maybe",
		"noisy.csv --robust on", "noisy.csv --seed 1", "noisy.csv --seed 7 --explain", "outliers.csv --seed 3", "repeated.csv --seed 5", "noisy.csv --seed x",
		"noisy.csv --theta 1/2", "noisy.csv --theta 3", "noisy.csv --theta -1", "noisy.csv --road kernel", "noisy.csv --method ipca --road feature --explain", "noisy.csv --road none",
		"noisy.csv --method ipca", "noisy.csv --method ipca --road kernel --format json", "noisy.csv --method avica --degree 3", "lens.csv --method avica --features", "lens.csv --method avica --features --format json --degree 2",
		"noisy.csv --method other", "noisy.csv --method avica --features --noise x=1,y=1", "noisy.csv --format latex", "noisy.csv --format sympy", "noisy.csv --format cocoa",
		"noisy.csv --format singular", "noisy.csv --format macaulay2", "noisy.csv --format xml", "noisy.csv --explain --format latex",
		"rounded.csv --format latex", "cuspidal_cubic/n60_s0.csv --format singular", "parabola/n60_s0.csv --format sympy", "plane/n60_s0.csv --format macaulay2", "division.csv --format cocoa --degree 2",
		"testdata/planets.csv --format latex", "testdata/planets.csv --robust on",
		"testdata/boyle.csv --noise volume=0.5,pressure=0.125 --explain", "testdata/boyle.csv --degree 2 --format json",
		"semicolons.txt", "semicolons.txt --skip 1", "semicolons.txt --skip 1 --separator comma", "blanks.txt", "blanks.txt --header no", "blanks.txt --header yes",
		"tabs.tsv", "tabs.tsv --separator bar", "tabs.tsv --header no", "tabs.tsv --missing error", "tabs.tsv --skip 99", "tabs.tsv --frobnicate", "tabs.tsv --degre 2", "tabs.tsv noisy.csv", "",
	} {
		cases = append(cases, of("learn/options/"+strings.ReplaceAll(line, " ", "_"), "learn "+line))
	}
	c := of("learn/options/stdin", "learn - --header no")
	c.Stdin = "1 2\n2 4\n3 6\n4 8\n5 10\n"
	return append(cases, c)
}

// badTables are files that a program should refuse, or read with a remark.
func badTables() []file {
	return []file{
		{"bad_empty.csv", ""},
		{"bad_header.csv", "x,y\n"},
		{"bad_one.csv", "x,y\n1,2\n"},
		{"bad_two.csv", "x,y\n1,2\n2,3\n"},
		{"bad_column.csv", "x\n1\n2\n3\n5\n"},
		{"bad_words.csv", "x,y\n1,2\n2,three\n4,5\n"},
		{"bad_ragged.csv", "x,y\n1,2\n2,3,4\n5,6\n"},
		{"bad_missing.csv", "x,y\n1,2\n,3\n3,4\n5,\n6,7\n9,10\n"},
		{"bad_nan.csv", "x,y\n1,2\nNaN,3\n3,4\n4,5\n8,9\n"},
		{"bad_inf.csv", "x,y\n1,2\ninf,3\n3,4\n4,5\n"},
		{"bad_huge.csv", "x,y\n1e308,1\n-1e308,2\n1e307,3\n5e307,9\n1e300,4\n"},
		{"bad_overflow.csv", "x,y\n1e999,1\n2,2\n3,3\n"},
		{"bad_tiny.csv", "x,y\n1e-320,1\n2e-320,2\n3e-320,3\n5e-320,9\n"},
		{"bad_names.csv", "x,x\n1,2\n2,4\n3,6\n4,8\n"},
		{"bad_odd_names.csv", "T [K],2nd,\n1,2,3\n2,4,6\n3,6,9\n4,8,12\n7,14,21\n"},
		{"bad_bom.csv", "\ufeffx,y\n1,2\n2,4\n3,6\n4,8\n"},
		{"bad_binary.csv", "x,y\n\x00\x01\x02,\xff\xfe\n"},
		{"bad_crlf.csv", "x,y\r\n1,2\r\n2,4\r\n3,6\r\n9,18\r\n"},
		{"bad_quotes.csv", "x,\"y\n1,2\n2,4\n"},
		{"bad_constant.csv", "x,y\n1,2\n1,2\n1,2\n1,2\n"},
		{"bad_file.npy", "\x93NUMPY\x01\x00junk"},
		{"bad_file.csv.gz", "\x1f\x8bjunk"},
		{"bad_text.csv", "once upon a time\nthere was a file\nwithout numbers\n"},
		{"bad_decimals.csv", "x,y\n0.10000000000000000000000000000000000001,1\n0.2,2\n0.3,3\n0.4,4\n0.9,9\n"},
	}
}

// badInput learns bad tables and calls the program in wrong ways.
func badInput() []Case {
	var cases []Case
	for _, f := range badTables() {
		cases = append(cases, of("learn/"+f.name, "learn "+f.name))
		if len(f.content)%2 == 0 {
			cases = append(cases, of("check/"+f.name, "check x=y "+f.name))
		}
	}
	for _, line := range []string{
		"lern testdata/circle.csv", "learn nothing.csv", "learn testdata", "learn testdata/circle.csv --output nowhere/out.txt",
		"check", "check x=y", "ideal", "compare", "classify", "verify XYZ-1", "version now",
		"learn bad_missing.csv --missing error", "learn bad_nan.csv --missing error",
	} {
		cases = append(cases, of("wrong/"+strings.ReplaceAll(line, " ", "_"), line))
	}
	return cases
}

// compare compares all methods on small tables.
func compare() []Case {
	var cases []Case
	for _, line := range []string{
		"testdata/circle.csv", "testdata/circle.csv --equations", "testdata/circle.csv --format json", "testdata/circle.csv --truth x^2+y^2=25",
		"testdata/planets.csv --degree 3 --resamples -1", "testdata/boyle.csv --resamples 2", "noisy.csv --resamples 2 --truth truth.txt --sigma 0.01",
		"noisy.csv --resamples 3 --seed 4 --format json", "noisy.csv --epsilon 0.1 --resamples -1", "noisy.csv --epsilon avi=0.1,vca=0.2 --resamples -1 --equations",
		"noisy.csv --methods kexplain,abm,svd", "noisy.csv --methods oavi,none", "viviani/n60_s1e-3.csv --resamples -1 --truth viviani/truth.json --equations",
		"parabola/n60_s0.csv --truth parabola/truth.json --resamples 2", "sphere/n60_s1e-2.csv --methods ipca,avica,bm,avi,abm,oavi,vca,gradient-vca,h-basis,svd --resamples -1 --equations",
		"none_gauss_60_2.csv --resamples 2", "bad_missing.csv", "bad_words.csv", "grid.csv --degree 3 --methods bm,abm,avi,oavi --equations --resamples 1",
		"testdata/circle.csv --degree 99", "testdata/circle.csv --resamples x", "nothing.csv",
	} {
		cases = append(cases, of("compare/"+strings.ReplaceAll(line, " ", "_"), "compare --cost=false "+line))
	}
	return cases
}

// classify classifies with all features, rules and schemes.
func classify() []Case {
	var cases []Case
	for _, line := range []string{
		"testdata/iris.csv --label species", "testdata/iris.csv --label 5 --format json", "testdata/iris.csv --scheme one-vs-one", "testdata/iris.csv --features values",
		"testdata/iris.csv --features right --count 8", "testdata/iris.csv --features left --linear ridge", "testdata/iris.csv --degree 3 --folds 3", "testdata/iris.csv --raw --theta 1/2",
		"testdata/iris.csv --columns 3,4 --label species --spanning random", "testdata/iris.csv --spanning both --points 40 --seed 5", "rings.csv", "rings.csv --features values --format json",
		"rings.csv --linear ridge --features left", "rings.csv --degree 1", "lines.csv --scheme one-vs-one", "lines.csv --degree 2 --features right --seed 3", "lines.csv --folds 1", "lines.csv --folds 999",
		"--train rings.csv --test rings.csv --predictions", "--train lines.csv --test lines.csv --format json --predictions", "--train rings.csv", "--train rings.csv --test lines.csv", "--model nothing.json --test rings.csv",
		"noisy.csv", "testdata/iris.csv --label nothing", "bad_one.csv", "bad_words.csv",
	} {
		cases = append(cases, of("classify/"+strings.ReplaceAll(line, " ", "_"), "classify "+line))
	}
	return cases
}

// verify checks the statements of all sources.
func verify() []Case {
	var cases []Case
	for _, line := range []string{
		"--list", "--list KR", "--list --format json", "--instances 3", "--instances 2 --format json --seed 2", "--instances 2 --format markdown --seed 3",
		"DKL --instances 10", "CKI --instances 10", "KR --instances 10 --seed 4", "DKL-16 CKI-22", "DKL-04 --instances 50 --format json", "DKL-16 --instances 1 --seed 9",
		"--instances 0", "--instances x", "CKI-1 --instances 2", "--instance nothing.json",
	} {
		cases = append(cases, of("verify/"+strings.ReplaceAll(line, " ", "_"), "verify "+line))
	}
	return cases
}
