// Package cputime measures the work of this process, which, unlike the time on the clock, does not
// depend on what else the machine does.
package cputime
