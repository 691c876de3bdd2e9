// Package layout measures how a table in text is written, from its beginning: the separator,
// the decimal point, lines above the names, the names, a row of units, which columns are
// numbers. It also chooses columns by name or number, and makes identifiers of names.
package layout
