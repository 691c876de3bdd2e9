package cli

import (
	"fmt"
	"math"
	"runtime"
	"time"

	"github.com/kexplain/kexplain/border"
	"github.com/kexplain/kexplain/internal/plural"
)

// What a processor does in a second, in round numbers: a two-core server of 2024 does
// 1.5·10⁹ multiplications modulo a prime in blocks, 5·10⁸ one column after the other,
// and writes 100 MB of digits.
const (
	blockedRate  = 1.5e9
	columnRate   = 5e8
	digitRate    = 1e8
	worthSaying  = 2 * time.Second // work that takes less begins without a word
	longestGuess = 1e8             // seconds, three years
)

// firstStep says how long the standard monomials of so many points in n variables take,
// or with a degree everything, where that is worth it.
func firstStep(points, n, degree int) string {
	size, cube := float64(points), math.Pow(float64(points), 3)/3
	what := "the standard monomials take"
	if degree > 0 {
		monomials := 1.0
		for i := 1; i <= n; i++ {
			monomials *= float64(degree+i) / float64(i)
		}
		cube, what = size*monomials*min(size, monomials), fmt.Sprintf("the elements up to degree %d take", degree)
	}
	t := seconds(cube / columnRate)
	if t <= worthSaying {
		return ""
	}
	return fmt.Sprintf("%s: %s about %s", plural.Count(points, "point"), what, duration(t))
}

// foreseen says how long the coefficients take and how large the answer is, where that is
// worth it.
func foreseen(e border.Estimate, limited bool) string {
	workers := float64(runtime.GOMAXPROCS(0))
	least, most := seconds(e.Least/blockedRate/workers), seconds(e.Most/blockedRate/workers+float64(e.Answer)/digitRate)
	if most <= worthSaying {
		return ""
	}
	s := fmt.Sprintf("%s: the coefficients take from %s, if they are short, to about %s, %s of memory and %s of output",
		plural.Count(e.Points, "point"), duration(least), duration(most), megabytes(e.Memory), megabytes(e.Answer))
	if limited && e.Answer > maxIdealBytes {
		s += fmt.Sprintf("; more than %s is refused as soon as it is sure", megabytes(maxIdealBytes))
	}
	return s + "; --degree and --modulo take less"
}

func seconds(x float64) time.Duration {
	return time.Duration(min(x, longestGuess) * float64(time.Second))
}

// duration writes a time with two digits.
func duration(t time.Duration) string {
	switch s := t.Seconds(); {
	case s < 1:
		return "less than a second"
	case s < 100:
		return fmt.Sprintf("%.2g s", s)
	case s < 100*60:
		return fmt.Sprintf("%.2g minutes", s/60)
	case s < 100*3600:
		return fmt.Sprintf("%.2g hours", s/3600)
	default:
		return fmt.Sprintf("%.0f days", s/86400)
	}
}

// megabytes writes a number of bytes with two digits.
func megabytes(n int64) string {
	switch x := float64(n); {
	case x < 1e6:
		return "less than 1 MB"
	case x < 1e8:
		return fmt.Sprintf("%.2g MB", x/1e6)
	case x < 1e9:
		return fmt.Sprintf("%.0f MB", math.Round(x/1e7)*10)
	case x < 1e11:
		return fmt.Sprintf("%.2g GB", x/1e9)
	default:
		return fmt.Sprintf("%.0f GB", x/1e9)
	}
}
