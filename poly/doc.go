// Package poly holds polynomials in several variables over any field.
package poly
