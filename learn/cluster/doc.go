// Package cluster sorts points into clusters without labels: kernel entropy
// component analysis, and k-means on the angles between what it projects to.
// With an invariant kernel points are sorted whatever the group does to them
// (IKT, sections 3 and 4).
//
// References: IKT: F. J. Király, A. Ziehe, K.-R. Müller, Learning with algebraic
// invariances, and the invariant kernel trick (2014). R. Jenssen, Kernel entropy
// component analysis, IEEE Trans. Pattern Anal. Mach. Intell. 32 (2010).
package cluster
