package cli

import (
	"compress/gzip"
	_ "embed"
	"io"
	"strings"
)

// packedLicences holds the licence of every module that is linked into the program, and of
// Go, as their terms ask for. It is written by
//
//	go test ./cmd/kexplain/cli -run TestLicences -update
//
//go:embed licences.txt.gz
var packedLicences string

// licences are the texts of packedLicences.
func licences() (string, error) {
	r, err := gzip.NewReader(strings.NewReader(packedLicences))
	if err != nil {
		return "", err
	}
	text, err := io.ReadAll(r)
	return string(text), err
}
