// Package explaintest draws points, makes them problems and compares numbers for the tests
// of the packages of explain.
package explaintest
