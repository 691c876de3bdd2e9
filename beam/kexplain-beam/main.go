// Kexplain-beam gathers the state of many files with Apache Beam, for kexplain learn.
//
//	kexplain-beam --input 'data/*.csv' --output all.kxs
//	kexplain-beam --input 'gs://bucket/*.parquet' --output gs://bucket/all.kxs --runner dataflow …
//
// The other flags are those of Beam and its runners.
package main

import (
	"context"
	"flag"
	"fmt"
	"os"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"
	_ "github.com/apache/beam/sdks/v2/go/pkg/beam/io/filesystem/gcs"
	_ "github.com/apache/beam/sdks/v2/go/pkg/beam/io/filesystem/local"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/x/beamx"

	kexplain "github.com/kexplain/kexplain/beam"
)

func main() {
	input := flag.String("input", "", "`PATTERN` of the files, such as data/*.csv")
	output := flag.String("output", "", "`FILE` for the state, such as all.kxs")
	columns := flag.String("columns", "", "`LIST` of columns, names or numbers from 1, with commas between; by default those of numbers")
	degree := flag.Int("degree", 0, "equations up to degree `N` can be learned; by default 4 for up to five columns, 3 for six or seven, less for more")
	flag.Parse()
	beam.Init()
	if err := run(*input, *output, kexplain.Columns(*columns), *degree); err != nil {
		fmt.Fprintln(os.Stderr, "kexplain-beam:", err)
		os.Exit(1)
	}
}

func run(input, output string, columns []string, degree int) error {
	if input == "" || output == "" {
		return fmt.Errorf("expected --input PATTERN and --output FILE; see --help")
	}
	if err := kexplain.Check(degree); err != nil {
		return err
	}
	p, s := beam.NewPipelineWithRoot()
	kexplain.Write(s, output, kexplain.Gather(s, input, columns, degree))
	return beamx.Run(context.Background(), p)
}
