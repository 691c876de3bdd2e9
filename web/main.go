// Web builds the page that runs kexplain in a browser: the program of the command line,
// compiled to WebAssembly, and the page around it, in one file that needs no network.
//
//	go run ./web -o DIR     writes DIR/index.html
//	go run ./web -serve     builds it and serves it at a port of this machine
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"net"
	"net/http"
	"os"
	"os/signal"
	"path/filepath"
	"time"
)

func main() {
	out := flag.String("o", "", "write the page to `DIR`")
	serve := flag.Bool("serve", false, "serve the page at a loopback port until interrupted")
	address := flag.String("address", "127.0.0.1:0", "`HOST:PORT` of -serve; port 0 is any free one")
	flag.Parse()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	if err := run(ctx, *out, *serve, *address); err != nil {
		fmt.Fprintln(os.Stderr, "web:", err)
		os.Exit(1)
	}
}

func run(ctx context.Context, out string, serve bool, address string) error {
	if out == "" && !serve || flag.NArg() > 0 {
		return errors.New("expected -o DIR or -serve")
	}
	page, err := Build(ctx)
	if err != nil {
		return err
	}
	if out != "" {
		if err := os.MkdirAll(out, 0o755); err != nil {
			return err
		}
		path := filepath.Join(out, "index.html")
		if err := os.WriteFile(path, page, 0o644); err != nil {
			return err
		}
		fmt.Printf("%s: %d bytes\n", path, len(page))
	}
	if !serve {
		return nil
	}
	listener, err := net.Listen("tcp", address)
	if err != nil {
		return err
	}
	fmt.Printf("http://%s/\n", listener.Addr())
	return serveOn(ctx, listener, page)
}

// serveOn serves the page until the context ends.
func serveOn(ctx context.Context, listener net.Listener, page []byte) error {
	server := &http.Server{
		ReadHeaderTimeout: 5 * time.Second,
		Handler: http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			if r.URL.Path != "/" {
				http.NotFound(w, r)
				return
			}
			w.Header().Set("Content-Type", "text/html; charset=utf-8")
			_, _ = w.Write(page)
		}),
	}
	go func() {
		<-ctx.Done()
		_ = server.Close()
	}()
	if err := server.Serve(listener); !errors.Is(err, http.ErrServerClosed) {
		return err
	}
	return nil
}
