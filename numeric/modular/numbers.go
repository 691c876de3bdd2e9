package modular

import "github.com/kexplain/kexplain/numeric/internal/kernel"

// Numbers are up to PanelWidth integers N_j given by their residues. It holds the
// c_ij = N_j·(M/pᵢ)⁻¹ mod pᵢ, plain numbers, with which N_j is Σᵢ c_ij·M/pᵢ - q_j·M; see CRT.
type Numbers struct {
	crt   *CRT
	count int
	// parts is a panel: c_ij is parts[PanelWidth·i+j]. The last of its rows holds k - q_j, with
	// which the sum over all rows, that of M among them, is N_j + k·M, a positive number.
	parts []uint64
}

// NewNumbers returns room for numbers.
func (c *CRT) NewNumbers() *Numbers {
	return &Numbers{crt: c, parts: make([]uint64, PanelWidth*(len(c.moduli)+1))}
}

// Set takes numbers: residues returns those modulo the i-th prime, in Montgomery form, as many
// for each i, one for each number.
func (n *Numbers) Set(residues func(i int) []uint64) {
	var sums [PanelWidth]float64
	for j := range sums {
		sums[j] = 0.5
	}
	for i := range n.crt.moduli {
		row := n.row(i)
		n.count = copy(row, residues(i))
		clear(row[n.count:])
		if n.crt.fast {
			n.crt.constants[i].Scale(row, n.crt.plain[i])
		} else {
			for j, a := range row {
				row[j] = n.crt.moduli[i].Mul(a, n.crt.plain[i])
			}
		}
		for j, c := range row {
			sums[j] += float64(int64(c)) * n.crt.invP[i]
		}
	}
	k := len(n.crt.moduli)
	for j, sum := range sums {
		n.row(k)[j] = uint64(k) - uint64(sum)
	}
}

func (n *Numbers) row(i int) []uint64 { return n.parts[PanelWidth*i : PanelWidth*(i+1)] }

// terms returns the number of rows.
func (n *Numbers) terms() int { return len(n.crt.moduli) + 1 }

// column copies what belongs to the j-th number.
func (n *Numbers) column(dst []uint64, j int) {
	for i := range dst {
		dst[i] = n.parts[PanelWidth*i+j]
	}
}

// constantsOf returns what the kernels ask for, and whether they take all the moduli.
func constantsOf(moduli []Modulus) (constants []kernel.Constants, fast bool) {
	for i := range moduli {
		if !moduli[i].short() || !kernel.HasPanels() {
			return nil, false
		}
		constants = append(constants, kernel.NewConstants(moduli[i].p, moduli[i].pinv))
	}
	return constants, true
}
