// Package theorems checks the statements of the papers on kernels and vanishing
// ideals in exact arithmetic: which of them hold as printed, which hold under a
// hypothesis that is not stated, and which are false, with counterexamples.
//
// # Statements
//
// A [Statement] has the printed claim, a verdict on it, and the form that holds
// as a program: hypotheses and a conclusion, all exact predicates of an
// [Instance], and a generator of random instances. Readings of the printed text
// that fail are kept in the same shape, each with the instance that refutes it.
// A hypothesis that cannot be dropped carries an instance for which all others
// hold and the conclusion is false.
//
// # Instances and cases
//
// An [Instance] is a bag of named exact values with a JSON form. A [Case] is an
// instance together with [Laws], the formulas that the statements rest on, given
// as values so that a wrong formula can be put in the place of a right one: the
// statements must then fail, and tests see to it that they do. Predicates speak
// a small vocabulary of exact linear algebra and polynomials over Q(i), which
// contains Q; a square root is never taken, squared norms and designs with
// rational roots take its place.
//
// # Checking
//
// [Verify] draws instances until enough of them satisfy the hypotheses, and
// checks the conclusion on each. An instance on which a statement fails is made
// smaller by [Shrink] and returned as a [Certificate], which [Recheck] can check
// again; it also recomputes reference instances of other kinds. The same seed
// draws the same instances on any number of threads.
//
// # References
//
// DKL: F. J. Király, M. Kreuzer, L. Theran, Dual-to-Kernel Learning with Ideals
// (2014). CKI: the same, Learning with Cross-Kernels and Ideal PCA (2014). IKT:
// F. J. Király, A. Ziehe, K.-R. Müller, Learning with Algebraic Invariances, and
// the Invariant Kernel Trick (2014). KR: lecture slides, Kernels and
// Regularisation. The identifiers DKL-01, … number the statements in the order
// of the texts. CPX collects what changes over the complex numbers.
package theorems
