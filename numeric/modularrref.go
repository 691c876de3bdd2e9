package numeric

import (
	"math/big"

	"github.com/kexplain/kexplain/numeric/modular"
)

// rankProfile is what elimination modulo one prime says about an integer
// matrix: the columns that do not depend on those before them, and rows in
// which those columns are independent. The rest of the rows are in others.
type rankProfile struct {
	pivots, rows, others []int
}

// modularRREF returns the reduced echelon form of the row-major integer matrix a
// as numerators over one common denominator, a minor of a: numerators has a row
// for each pivot and a column for each column of a that is not one. It computes
// modulo primes below 2⁶⁰ and puts the residues together.
//
// The result is proved, not probable. Let B be a[:, pivots] and N the rest. For
// every prime p used, B x = D n modulo p was checked for all rows of a, where n
// is a column of N and x, D are the integers returned. Both sides are integers
// below the product M of the primes divided by two in size, so they are equal;
// x uses only pivots to the left of its column, and D ≠ 0 is a minor, so the
// pivot columns are those of the echelon form. A prime at which
// the check fails shows that the rank profile came from an unlucky prime; the
// next one gives another profile.
func modularRREF(a []big.Int, rows, cols int) (pivots []int, numerators []*big.Int, denominator *big.Int) {
	var primes modular.Primes
	s := &modularSystem{a: a, rows: rows, cols: cols}
	for m := primes.Next(); ; m = primes.Next() {
		s.profile(m)
		for wanted, ok := 1, s.solve(m); ok; {
			if len(s.moduli) >= wanted {
				if num, den, proved := s.combine(); proved {
					return s.pivots, num, den
				}
				wanted += (wanted + 1) / 2
			}
			m = primes.Next()
			ok = s.solve(m)
		}
	}
}

// modularSystem is an integer matrix with its images modulo the primes so far.
type modularSystem struct {
	a          []big.Int
	rows, cols int
	rankProfile
	rest []int // columns that are not pivots

	moduli   []modular.Modulus
	residues [][]uint64 // for each prime: the numerators, then the denominator
}

// profile reads off the rank profile modulo m and forgets all images.
func (s *modularSystem) profile(m modular.Modulus) {
	s.rankProfile, s.rest, s.moduli, s.residues = rankProfile{}, nil, nil, nil
	lu := modular.NewLU(m, s.rows)
	column := make([]uint64, s.rows)
	for j := range s.cols {
		for i := range column {
			column[i] = m.FromBig(&s.a[i*s.cols+j])
		}
		if lu.Append(column) {
			s.pivots = append(s.pivots, j)
		} else {
			s.rest = append(s.rest, j)
		}
	}
	s.rankProfile.rows = append([]int(nil), lu.Perm()[:len(s.pivots)]...)
	s.others = append([]int(nil), lu.Perm()[len(s.pivots):]...)
}

// solve adds the image modulo m. A prime that divides the minor of the pivots is
// passed over. It returns false if some column is not the combination of pivot
// columns to its left that it should be: the rank profile is wrong.
func (s *modularSystem) solve(m modular.Modulus) bool {
	r := len(s.pivots)
	lu := modular.NewLU(m, r)
	column := make([]uint64, r)
	load := func(j int) []uint64 {
		for i, row := range s.rankProfile.rows {
			column[i] = m.FromBig(&s.a[row*s.cols+j])
		}
		return column
	}
	for _, j := range s.pivots {
		if !lu.Append(load(j)) {
			return true
		}
	}
	others := make([][]uint64, len(s.others))
	for i, row := range s.others {
		others[i] = make([]uint64, r)
		for l, j := range s.pivots {
			others[i][l] = m.FromBig(&s.a[row*s.cols+j])
		}
	}
	det := lu.Det()
	image := make([]uint64, r*len(s.rest)+1)
	x := make([]uint64, r)
	for c, j := range s.rest {
		lu.Solve(x, load(j))
		for i, row := range s.others {
			if m.Dot(others[i], x) != m.FromBig(&s.a[row*s.cols+j]) {
				return false
			}
		}
		for i, v := range x {
			if v != 0 && s.pivots[i] > j {
				return false // column j is a pivot itself
			}
			image[i*len(s.rest)+c] = m.Mul(v, det)
		}
	}
	image[r*len(s.rest)] = det
	s.moduli = append(s.moduli, m)
	s.residues = append(s.residues, image)
	return true
}

// combine returns the numerators and the denominator of least size with the
// residues so far, and whether they are proved to be the ones.
func (s *modularSystem) combine() (numerators []*big.Int, denominator *big.Int, proved bool) {
	crt := modular.NewCRT(s.moduli)
	count := len(s.residues[0]) - 1
	residues := make([]uint64, len(s.moduli))
	entry := func(e int) *big.Int {
		for i, image := range s.residues {
			residues[i] = image[e]
		}
		return crt.Int(new(big.Int), residues)
	}
	denominator = entry(count)
	longest := 0
	for i := range s.a {
		longest = max(longest, s.a[i].BitLen())
	}
	// |B x| ≤ r·|a|·|x| and |D n| ≤ |D|·|a|, each to be below M/4.
	spare := crt.Product().BitLen() - 3 - longest
	if denominator.BitLen() > spare {
		return nil, nil, false
	}
	spare -= big.NewInt(int64(len(s.pivots))).BitLen()
	numerators = make([]*big.Int, count)
	for e := range numerators {
		numerators[e] = entry(e)
		if numerators[e].BitLen() > spare {
			return nil, nil, false
		}
	}
	return numerators, denominator, true
}

// modularDet returns the determinant of the n×n row-major integer matrix a from
// its images modulo so many primes that their product exceeds twice the bound of
// Hadamard, the product of the lengths of the rows.
func modularDet(a []big.Int, n int) *big.Int {
	// A row of entries below 2^b is shorter than 2^b·√n.
	bits := 1 + n*big.NewInt(int64(n)).BitLen()/2 + 1
	for i := range n {
		longest := 0
		for j := range n {
			longest = max(longest, a[i*n+j].BitLen())
		}
		bits += longest
	}
	var primes modular.Primes
	var moduli []modular.Modulus
	var images []uint64
	column := make([]uint64, n)
	for have := 0; have <= bits; {
		m := primes.Next()
		image := uint64(0)
		lu := modular.NewLU(m, n)
		for j := range n {
			for i := range column {
				column[i] = m.FromBig(&a[i*n+j])
			}
			if !lu.Append(column) {
				break
			}
		}
		if lu.Rank() == n {
			image = lu.Det()
		}
		moduli = append(moduli, m)
		images = append(images, image)
		have += big.NewInt(0).SetUint64(m.P()).BitLen() - 1
	}
	return modular.NewCRT(moduli).Int(new(big.Int), images)
}
