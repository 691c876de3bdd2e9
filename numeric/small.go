package numeric

import (
	"fmt"
	"math"
)

// MaxSmall is the largest size of a SmallPencil.
const MaxSmall = 6

// SmallPencil solves many tiny generalised eigenproblems A v = λ B v one after
// another without allocating: the same problem as GeneralisedEigen, with the
// same scaling and the same treatment of a singular B. The zero value is ready
// to use; a SmallPencil is not safe for use by several goroutines at once.
type SmallPencil struct {
	n, finite int
	values    [MaxSmall]float64
	vectors   smallMatrix // column j belongs to values[j]

	scale      [MaxSmall]float64
	a, b, e, c smallMatrix
}

// smallMatrix is a matrix of up to MaxSmall rows and columns.
type smallMatrix [MaxSmall][MaxSmall]float64

// Solve solves the problem of size n with matrices given row by row; they must
// be symmetric, B positive semidefinite, and A too where B is singular.
// Eigenvalues of B, scaled to unit diagonal, up to rtol times the largest count
// as zero. It returns the number of finite eigenvalues. Matrices that break
// the conditions, by NaN or otherwise, give a result without meaning but no
// panic. It panics if n is not between 1 and MaxSmall or a slice is shorter
// than n².
func (p *SmallPencil) Solve(n int, a, b []float64, rtol float64) int {
	if n < 1 || n > MaxSmall || len(a) < n*n || len(b) < n*n {
		panic(fmt.Sprintf("numeric: small pencil of size %d from slices of length %d and %d", n, len(a), len(b)))
	}
	p.n = n
	for i := range n {
		p.scale[i] = pencilScale(a[i*n+i], b[i*n+i])
	}
	for i := range n {
		for j := range n {
			d := p.scale[i] * p.scale[j]
			p.a[i][j], p.b[i][j] = d*a[i*n+j], d*b[i*n+j]
		}
	}
	if p.whiten(rtol) {
		p.finite = n
	} else {
		p.split(rtol)
	}
	p.project(0, p.finite)
	p.a, p.c = p.c, p.a // p.c is free now; p.a holds XᵀAX
	p.a.jacobi(p.finite, &p.c)
	p.collect()
	return p.finite
}

// whiten makes E = L⁻ᵀ of B = L Lᵀ, so that EᵀBE = 1. It reports false where B, which has
// unit diagonal, may be ill-conditioned: its smallest eigenvalue is at least det B / nⁿ⁻¹,
// and its largest at most n.
func (p *SmallPencil) whiten(rtol float64) bool {
	n, l, det := p.n, &p.c, 1.0
	least := max(1e-4, rtol*46656) // MaxSmall to the power MaxSmall
	for i := range n {
		for j := range i + 1 {
			x := p.b[i][j]
			for h := range j {
				x -= l[i][h] * l[j][h]
			}
			if j < i {
				l[i][j] = x / l[j][j]
				continue
			}
			if det *= x; !(det > least) {
				return false
			}
			l[i][i] = math.Sqrt(x)
		}
	}
	for j := range n { // row j of L⁻¹ is column j of E
		for i := range n {
			p.e[i][j] = 0
		}
		p.e[j][j] = 1 / l[j][j]
		for i := range j {
			x := 0.0
			for h := i; h < j; h++ {
				x -= l[j][h] * p.e[i][h]
			}
			p.e[i][j] = x / l[j][j]
		}
	}
	return true
}

// split makes E of the eigenvectors of B, those of eigenvalues that count as zero at the
// back, without what these see of A.
func (p *SmallPencil) split(rtol float64) {
	n := p.n
	p.b.jacobi(n, &p.e)
	largest := 0.0
	for i := range n {
		largest = max(largest, p.b[i][i])
	}
	// Columns of e with their eigenvalue: null vectors to the back.
	p.finite = n
	for j := 0; j < p.finite; {
		if p.b[j][j] > rtol*largest && p.b[j][j] > 0 {
			j++
			continue
		}
		p.finite--
		p.b[j][j], p.b[p.finite][p.finite] = p.b[p.finite][p.finite], p.b[j][j]
		p.e.swapColumns(n, j, p.finite)
	}
	for j := range p.finite {
		p.e.scaleColumn(n, j, 1/math.Sqrt(p.b[j][j]))
	}
	p.reduceNull(rtol)
}

// Value returns the eigenvalue j of the last Solve; they increase with j.
func (p *SmallPencil) Value(j int) float64 { return p.values[j] }

// VectorTo writes the eigenvector j of the last Solve to dst: vᵀBv = 1.
func (p *SmallPencil) VectorTo(dst []float64, j int) {
	for i := range p.n {
		dst[i] = p.vectors[i][j]
	}
}

// reduceNull subtracts from the finite columns of e their A-projection on the
// others, which span the null space of B.
func (p *SmallPencil) reduceNull(rtol float64) {
	n, r := p.n, p.finite
	if r == n || r == 0 {
		return
	}
	// Diagonalise A on the null space and rotate the null columns of e.
	p.project(r, n)
	k := n - r
	p.c.jacobi(k, &p.vectors)
	for i := range n {
		var row [MaxSmall]float64
		for j := range k {
			for l := range k {
				row[j] += p.e[i][r+l] * p.vectors[l][j]
			}
		}
		copy(p.e[i][r:n], row[:k])
	}
	largest := 0.0
	for i := range n {
		largest = max(largest, p.a[i][i])
	}
	for j := range k {
		lambda := p.c[j][j]
		if !(lambda > rtol*largest) {
			continue
		}
		var an [MaxSmall]float64 // A times the null vector
		for i := range n {
			for l := range n {
				an[i] += p.a[i][l] * p.e[l][r+j]
			}
		}
		for c := range r {
			dot := 0.0
			for i := range n {
				dot += an[i] * p.e[i][c]
			}
			dot /= lambda
			for i := range n {
				p.e[i][c] -= dot * p.e[i][r+j]
			}
		}
	}
}

// project writes EᵀAE, for the columns lo … hi-1 of e, to the corner of c.
func (p *SmallPencil) project(lo, hi int) {
	n := p.n
	for j := lo; j < hi; j++ {
		var ae [MaxSmall]float64
		for i := range n {
			for l := range n {
				ae[i] += p.a[i][l] * p.e[l][j]
			}
		}
		for i := lo; i <= j; i++ {
			dot := 0.0
			for l := range n {
				dot += p.e[l][i] * ae[l]
			}
			p.c[i-lo][j-lo], p.c[j-lo][i-lo] = dot, dot
		}
	}
}

// collect sorts the eigenvalues on the diagonal of a with their vectors in c,
// and expresses the vectors in the unknowns of the caller.
func (p *SmallPencil) collect() {
	n, r := p.n, p.finite
	var order [MaxSmall]int
	for j := range r {
		i := j
		for ; i > 0 && p.a[order[i-1]][order[i-1]] > p.a[j][j]; i-- {
			order[i] = order[i-1]
		}
		order[i] = j
	}
	for j, o := range order[:r] {
		p.values[j] = p.a[o][o]
		for i := range n {
			sum := 0.0
			for l := range r {
				sum += p.e[i][l] * p.c[l][o]
			}
			p.vectors[i][j] = p.scale[i] * sum
		}
	}
}

// jacobi diagonalises the symmetric n×n corner of a by plane rotations
// (Golub and Van Loan, section 8.5) and writes their product to the columns of
// e, so that the old a is e·(new a)·eᵀ.
func (a *smallMatrix) jacobi(n int, e *smallMatrix) {
	for i := range n {
		for j := range n {
			e[i][j] = 0
		}
		e[i][i] = 1
	}
	size := 0.0
	for i := range n {
		for j := range n {
			size = max(size, math.Abs(a[i][j]))
		}
	}
	for range maxSweeps {
		rotated := false
		for p := range n {
			for q := p + 1; q < n; q++ {
				// Small beside the two diagonal entries, or, where those are
				// rounding errors themselves, beside the whole matrix.
				g := math.Abs(a[p][q])
				if g <= epsilon*math.Sqrt(math.Abs(a[p][p]*a[q][q])) || g <= epsilon*epsilon*size {
					continue
				}
				rotated = true
				a.rotateSym(n, p, q, e)
			}
		}
		if !rotated {
			return
		}
	}
}

// rotateSym applies the rotation that annihilates a[p][q] from both sides.
func (a *smallMatrix) rotateSym(n, p, q int, e *smallMatrix) {
	pq := a[p][q]
	c, s, t := jacobiAngle(a[p][p], a[q][q], pq)
	a[p][p] -= t * pq
	a[q][q] += t * pq
	a[p][q], a[q][p] = 0, 0
	for i := range n {
		if i != p && i != q {
			x, y := a[i][p], a[i][q]
			a[i][p], a[i][q] = c*x-s*y, s*x+c*y
			a[p][i], a[q][i] = a[i][p], a[i][q]
		}
	}
	for i := range n {
		x, y := e[i][p], e[i][q]
		e[i][p], e[i][q] = c*x-s*y, s*x+c*y
	}
}

func (a *smallMatrix) swapColumns(n, i, j int) {
	for r := range n {
		a[r][i], a[r][j] = a[r][j], a[r][i]
	}
}

func (a *smallMatrix) scaleColumn(n, j int, f float64) {
	for r := range n {
		a[r][j] *= f
	}
}
