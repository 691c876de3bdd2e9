// Package limit holds the thresholds of explain: what is called small, enough, too many.
// Each stands on one line, with its unit, the reason for its value, and a test that depends on
// it. Every step of the search has a file; a new limit goes to its step, with the comment
// 'unit: reason; test'. Grids, the values that are tried one after another, stand in a file of
// their own. Limits have types, so that what is computed from them is rounded as numbers in
// the program are.
package limit
