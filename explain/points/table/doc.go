// Package table reads tables of numbers as people keep them: CSV, TSV,
// semicolons, text separated by blanks with # and % comments, NPY; all of them
// also compressed with gzip.
//
// # What is measured
//
// The separator, the decimal comma, the header and the kind of every column
// are measured on the first quarter megabyte, and [Info] reports what was
// found, so that a wrong guess can be seen and overruled by [Options]. Columns
// of text are left out, but for one that [Reader.TakeLabels] keeps as labels of
// the rows. A header may name fewer columns than there are: then
// columns at the left that only number the rows (a label, a trial, a time) are
// passed over, the names go to the columns after them, and those named are
// taken.
//
// # Exactness
//
// A decimal is a rational number. Beside the float64 nearest to it every cell
// keeps the decimal itself, and [Block.Exact] returns it as a [ring.Rat]: 0.1
// is 1/10. In an NPY file of floats the float64 is the number. The float64 is
// the one that strconv.ParseFloat returns, bit for bit.
//
// # Blocks
//
// A [Reader] hands out blocks of rows and its memory does not depend on their
// number; [Read] collects them in a [Table]. Blocks of a reader are reused: a
// block is valid until the next call of Next.
//
// # Errors
//
// Whatever a file may hold leads to a result or to an [*Error], one line with
// file, line and column, what was found, what was expected, what to do. All of
// them match [ErrInput]. Rows with missing cells (empty, NA, N/A, null, None,
// ?, -) are left out and counted, or refused with [MissingError]; NaN and
// infinities are refused. Limits ([MaxLine], [layout.MaxColumns], [MaxCells], 4096
// characters a number, 4096 for its exponent) are errors that name the limit.
//
// # Example
//
//	t, err := table.Read(ctx, "boyle.csv", table.Options{Columns: []string{"volume", "pressure"}})
//	…
//	fmt.Println(t.Info)         // what was read
//	x := t.Dense()              // as a matrix of float64
//	p := t.Exact(0, 1)          // 233/8, the first pressure, 29.125
package table
