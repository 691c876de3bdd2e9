package cli

import (
	_ "embed"
)

// licences holds the licence of every module that is linked into the program, and of
// Go, as their terms ask for. It is written by
//
//	go test ./cmd/kexplain/cli -run TestLicences -update
//
//go:embed licences.txt
var licences string
