package problem

import (
	"math"

	"github.com/kexplain/kexplain/explain/internal/limit"
)

// independent is the part of rows that are measurements of their own, by Kish's formula
// (Σ c)²/(N Σ c²) for rows that stand there c times: a table that was pasted three times has no
// more information than once. Rows on a grid repeat without being copies: so repeated rows are
// copies only where some column tells nearly all the others apart.
func independent(rows [][]float64) float64 {
	counts := make(map[uint64]int, len(rows))
	for _, x := range rows {
		counts[hash(x)]++
	}
	if len(counts) == len(rows) {
		return 1
	}
	for j := range rows[0] {
		values := map[uint64]bool{}
		for _, x := range rows {
			values[hash(x[j:j+1])] = true
		}
		if float64(len(values)) >= limit.ToldApart*float64(len(counts)) {
			squares := 0
			for _, c := range counts {
				squares += c * c
			}
			return float64(len(rows)) / float64(squares)
		}
	}
	return 1
}

// hash mixes the bits of numbers.
func hash(x []float64) uint64 {
	h := uint64(0x9e3779b97f4a7c15)
	for _, v := range x {
		h = (h ^ math.Float64bits(v)) * 0xff51afd7ed558ccd
		h ^= h >> 32
	}
	return h
}
