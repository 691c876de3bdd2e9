// Package scan reads the cells of a table in text: numbers in one grammar, and what people
// write for numbers (percent signs, thousands separators, TRUE, dates); words in UTF-8,
// Windows-1252 and UTF-16; missing cells; and where a cell ends. It holds the error that all
// readers of tables return, with file, line and column.
package scan
