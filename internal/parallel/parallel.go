// Package parallel runs a loop on all processors.
package parallel

import (
	"context"
	"runtime"
	"sync"
)

// Each calls f for 0, …, n-1 on all processors and returns when all calls are done,
// or early, with some calls left out, when the context ends.
func Each(ctx context.Context, n int, f func(i int)) {
	if min(n, runtime.GOMAXPROCS(0)) <= 1 {
		for i := 0; i < n && ctx.Err() == nil; i++ {
			f(i)
		}
		return
	}
	var wg sync.WaitGroup
	next := make(chan int)
	for range min(n, runtime.GOMAXPROCS(0)) {
		wg.Go(func() {
			for i := range next {
				f(i)
			}
		})
	}
	for i := range n {
		if ctx.Err() != nil {
			break
		}
		next <- i
	}
	close(next)
	wg.Wait()
}

// Chunk is the number of rows that one goroutine takes at a time.
const Chunk = 4096

// NumChunks is the number of ranges that Chunks cuts n rows into.
func NumChunks(n int) int { return (n + Chunk - 1) / Chunk }

// Chunks calls f for consecutive ranges of n rows, on all processors where there are
// several ranges. The ranges depend on n alone, so that sums over them do, too.
func Chunks(ctx context.Context, n int, f func(c, lo, hi int)) {
	count := NumChunks(n)
	if count <= 1 {
		f(0, 0, n)
		return
	}
	Each(ctx, count, func(c int) { f(c, c*Chunk, min(n, (c+1)*Chunk)) })
}
