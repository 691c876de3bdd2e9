// Package search finds the equations of a problem one after another: supports are
// proposed, fitted, recognised and judged, and what is accepted is known from then on.
// A *problem.Problem and what is known go in, a *Verdict comes out. Candidates that no
// other beats are a model confidence set [Hansen, Lunde, Nason, Econometrica 79 (2011)
// 453–497].
package search
