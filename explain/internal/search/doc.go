// Package search finds the equations of a problem one after another: supports are
// proposed, fitted, recognised and judged, and what is accepted is known from then on.
// A *problem.Problem goes in, a *Verdict comes out.
package search

import "github.com/kexplain/kexplain/explain/internal/limits"

// limit holds the thresholds, which never change.
var limit = limits.Default()
