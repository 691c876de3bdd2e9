// Package sqlcheck holds a test: the constraints that kexplain writes with
// --format sql are taken by SQLite, let the rows through that obey them, and no others.
package sqlcheck
