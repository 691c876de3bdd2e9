module github.com/kexplain/kexplain/benchmarks

go 1.26.0

require (
	github.com/kexplain/kexplain v0.0.0
	github.com/stretchr/testify v1.12.1
	golang.org/x/sync v0.24.0
	gonum.org/v1/gonum v0.17.0
)

require (
	github.com/ALTree/bigfloat v0.2.0 // indirect
	go.yaml.in/yaml/v3 v3.0.5 // indirect
)

replace github.com/kexplain/kexplain => ../
