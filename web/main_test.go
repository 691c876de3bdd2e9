package main

import (
	"context"
	"io"
	"net"
	"net/http"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// TestServe gets the page from a port of this machine, nothing else, and stops.
func TestServe(t *testing.T) {
	ctx, stop := context.WithCancel(t.Context())
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	require.NoError(t, err)
	done := make(chan error, 1)
	go func() { done <- serveOn(ctx, listener, []byte("<!doctype html><title>kexplain</title>")) }()
	for path, want := range map[string]int{"/": http.StatusOK, "/other": http.StatusNotFound} {
		answer, err := http.Get("http://" + listener.Addr().String() + path)
		require.NoError(t, err)
		text, err := io.ReadAll(answer.Body)
		require.NoError(t, err)
		require.NoError(t, answer.Body.Close())
		assert.Equal(t, want, answer.StatusCode, path)
		if want == http.StatusOK {
			assert.Contains(t, string(text), "kexplain")
			assert.Equal(t, "text/html; charset=utf-8", answer.Header.Get("Content-Type"))
		}
	}
	stop()
	assert.NoError(t, <-done)
}
