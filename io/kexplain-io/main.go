// Kexplain-io is kexplain with readers of Excel workbooks, Parquet files and SQLite
// databases, and pictures in PNG. Its commands are those of kexplain, in package cli.
package main

import (
	_ "embed"

	"github.com/kexplain/kexplain/cmd/kexplain/cli"
	"github.com/kexplain/kexplain/explain/points/table"
	"github.com/kexplain/kexplain/io/excel"
	"github.com/kexplain/kexplain/io/parquet"
	"github.com/kexplain/kexplain/io/png"
	"github.com/kexplain/kexplain/io/sqlite"
)

// licences holds those of the modules that are linked beside those of kexplain. It is
// written by
//
//	go test -C io ./kexplain-io -run TestLicences -update
//
//go:embed licences.txt
var licences string

func main() { cli.Main(program()) }

// program has the readers: a package and a line for each.
func program() cli.Program {
	return cli.Program{
		Formats: []table.Format{
			excel.Format(),
			parquet.Format(),
			sqlite.Format(),
		},
		PNG:      png.Write,
		Licences: licences,
	}
}
