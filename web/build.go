package main

import (
	"bytes"
	"compress/gzip"
	"context"
	"embed"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"strings"
)

//go:embed page
var sources embed.FS

// maxProgram bounds the compressed program in bytes: 4 MiB.
const maxProgram = 4 << 20

// table is an example of the page.
type table struct {
	ID    string `json:"id"`
	Title string `json:"title"`
	File  string `json:"file"` // below testdata
	Flags string `json:"flags,omitempty"`
	Note  string `json:"note"`
	Text  string `json:"text"`
}

// Build returns the page.
func Build(ctx context.Context) ([]byte, error) {
	top, err := output(ctx, "go", "list", "-m", "-f", "{{.Dir}}", "github.com/kexplain/kexplain")
	if err != nil {
		return nil, err
	}
	program, err := compile(ctx, top)
	if err != nil {
		return nil, err
	}
	if len(program) > maxProgram {
		return nil, fmt.Errorf("the compressed program has %d bytes, expected at most %d", len(program), maxProgram)
	}
	worker, err := workerSource(ctx)
	if err != nil {
		return nil, err
	}
	tables, err := examples(top)
	if err != nil {
		return nil, err
	}
	imports, err := importMap()
	if err != nil {
		return nil, err
	}
	page, err := source("page.html")
	if err != nil {
		return nil, err
	}
	style, err := source("style.css")
	if err != nil {
		return nil, err
	}
	for _, part := range []struct{ place, text string }{
		{"/*STYLE*/", style},
		{"/*WORKER*/", worker},
		{"/*TABLES*/", tables},
		{"/*IMPORTS*/", imports},
		{"/*PROGRAM*/", base64.StdEncoding.EncodeToString(program)},
	} {
		if strings.Contains(part.text, "</script") || strings.Count(page, part.place) != 1 {
			return nil, fmt.Errorf("page.html cannot hold the text for %s", part.place)
		}
		page = strings.Replace(page, part.place, strings.TrimSpace(part.text), 1)
	}
	return []byte(page), nil
}

func source(name string) (string, error) {
	text, err := sources.ReadFile(path.Join("page", name))
	return string(text), err
}

// notInlined are packages in which inlining does not matter for the time of an answer: without
// it the program is smaller. They are those of the release and a few more.
func notInlined(top string) ([]string, error) {
	list, err := os.ReadFile(filepath.Join(top, "internal", "release", "notinlined.txt"))
	if err != nil {
		return nil, err
	}
	return append(strings.Fields(string(list)), "github.com/kexplain/kexplain/explain/points/...", "reflect", "strconv"), nil
}

// compile builds the command line for the browser and compresses it. The same source gives
// the same bytes.
func compile(ctx context.Context, top string) ([]byte, error) {
	dir, err := os.MkdirTemp("", "kexplain-web-")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(dir)
	name := filepath.Join(dir, "kexplain.wasm")
	args := []string{"build", "-trimpath", "-buildvcs=false", "-ldflags=-s -w", "-o", name}
	packages, err := notInlined(top)
	if err != nil {
		return nil, err
	}
	for _, p := range packages {
		args = append(args, "-gcflags="+p+"=-l")
	}
	build := exec.CommandContext(ctx, "go", append(args, "./cmd/kexplain")...)
	build.Dir = top
	build.Env = append(os.Environ(), "GOOS=js", "GOARCH=wasm", "CGO_ENABLED=0")
	if said, err := build.CombinedOutput(); err != nil {
		return nil, fmt.Errorf("go build: %w\n%s", err, said)
	}
	program, err := os.ReadFile(name)
	if err != nil {
		return nil, err
	}
	var packed bytes.Buffer
	z, err := gzip.NewWriterLevel(&packed, gzip.BestCompression)
	if err != nil {
		return nil, err
	}
	if _, err := z.Write(program); err != nil {
		return nil, err
	}
	if err := z.Close(); err != nil {
		return nil, err
	}
	return packed.Bytes(), nil
}

// workerSource is the glue of the Go distribution and the worker of the page. The files in
// memory must be there before the glue looks for them.
func workerSource(ctx context.Context) (string, error) {
	root, err := output(ctx, "go", "env", "GOROOT")
	if err != nil {
		return "", err
	}
	glue, err := os.ReadFile(filepath.Join(root, "lib", "wasm", "wasm_exec.js"))
	if err != nil {
		return "", err
	}
	worker, err := source("worker.js")
	return worker + string(glue), err
}

// examples are the tables of tables.json with their text, as JSON that may stand in a page.
func examples(top string) (string, error) {
	list, err := source("tables.json")
	if err != nil {
		return "", err
	}
	var tables []table
	if err := json.Unmarshal([]byte(list), &tables); err != nil {
		return "", fmt.Errorf("tables.json: %w", err)
	}
	for i := range tables {
		text, err := os.ReadFile(filepath.Join(top, "testdata", filepath.FromSlash(tables[i].File)))
		if err != nil {
			return "", err
		}
		tables[i].Text = string(text)
	}
	page, err := json.Marshal(tables) // escapes <, > and &
	return string(page), err
}

// importMap gives the modules of the page their names. A page from a file cannot import its
// neighbours, so their text is in the map.
func importMap() (string, error) {
	files, err := sources.ReadDir("page")
	if err != nil {
		return "", err
	}
	imports := map[string]string{}
	for _, f := range files {
		name, isModule := strings.CutSuffix(f.Name(), ".js")
		if !isModule || name == "worker" {
			continue
		}
		text, err := source(f.Name())
		if err != nil {
			return "", err
		}
		imports["kexplain/"+name] = "data:text/javascript;base64," + base64.StdEncoding.EncodeToString([]byte(text))
	}
	page, err := json.Marshal(map[string]any{"imports": imports})
	return string(page), err
}

func output(ctx context.Context, name string, args ...string) (string, error) {
	cmd := exec.CommandContext(ctx, name, args...)
	text, err := cmd.Output()
	if err != nil {
		return "", fmt.Errorf("%s: %w", strings.Join(cmd.Args, " "), err)
	}
	return strings.TrimSpace(string(text)), nil
}
