// Package noisefree finds what holds of points without noise: equations that are zero at the cells exactly as they are written,
// and equations that are zero within the rounding of the cells. It says of every column whether it looks measured, counted or
// computed, and so what these equations leave to a search with noise.
package noisefree
