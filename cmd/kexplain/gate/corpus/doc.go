// Package corpus holds command lines of kexplain and the tables they read, made
// so that the output of all of them together covers what the program can print.
//
// A change that is not meant to change what the program prints must not change
// one byte of it, on the standard output, on the standard error, or the status.
// The test TestGate of the command holds the digests of all of it against a file
// in the repository; the program above this folder shows the difference between
// two revisions. Everything here is made by code from fixed seeds: no file of the
// corpus is stored, and no order of a map decides about anything.
package corpus
