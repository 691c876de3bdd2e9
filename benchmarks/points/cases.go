package main

import (
	"cmp"
	"fmt"
	"math/big"
	"math/rand/v2"
	"slices"
	"strings"
)

// kinds are the sets of points, each for a number of points.
var kinds = map[string]func(rng *rand.Rand, s int) [][]*big.Rat{
	"circle":    circle,
	"sphere":    sphere,
	"fractions": fractions,
	"grid":      grid,
	"cubic":     cubic,
}

// pointSet is a named set of points.
type pointSet struct {
	name   string
	points [][]*big.Rat
}

// setNamed returns the set of a name KIND,S, or of N,S for S random points in N variables
// with whole coordinates.
func setNamed(name string, seed uint64) (pointSet, error) {
	first, size, _ := strings.Cut(name, ",")
	var s, n int
	if _, err := fmt.Sscanf(size, "%d", &s); err != nil || s < 1 {
		return pointSet{}, fmt.Errorf("-cases: found %q, expected N,S or KIND,S", name)
	}
	if kind, ok := kinds[first]; ok {
		return pointSet{name, kind(rand.New(rand.NewPCG(seed, uint64(s))), s)}, nil
	}
	if _, err := fmt.Sscanf(first, "%d", &n); err != nil || n < 1 {
		return pointSet{}, fmt.Errorf("-cases: found %q, expected N,S or one of circle,S sphere,S fractions,S grid,S cubic,S", name)
	}
	return pointSet{name, whole(rand.New(rand.NewPCG(seed, uint64(n)<<32+uint64(s))), n, s)}, nil
}

// whole returns distinct points with whole coordinates in [-99, 99].
func whole(rng *rand.Rand, n, s int) [][]*big.Rat {
	var c collection
	for len(c.points) < s {
		p := make([]*big.Rat, n)
		for i := range p {
			p[i] = big.NewRat(rng.Int64N(199)-99, 1)
		}
		c.add(p)
	}
	return c.points
}

// circle returns the first s rational points of the unit circle, by their denominator.
func circle(_ *rand.Rand, s int) [][]*big.Rat {
	return quadric(s, 2, func(v []int64, h int64) []*big.Rat {
		return []*big.Rat{big.NewRat(v[0]*v[0]-v[1]*v[1], h), big.NewRat(2*v[0]*v[1], h)}
	})
}

// sphere returns the first s rational points of the unit sphere.
func sphere(_ *rand.Rand, s int) [][]*big.Rat {
	return quadric(s, 3, func(v []int64, h int64) []*big.Rat {
		return []*big.Rat{big.NewRat(2*v[0]*v[2], h), big.NewRat(2*v[1]*v[2], h), big.NewRat(v[0]*v[0]+v[1]*v[1]-v[2]*v[2], h)}
	})
}

// quadric returns the first s distinct points at(v, |v|²) for the vectors v of n whole numbers,
// in ascending order of |v|².
func quadric(s, n int, at func(v []int64, h int64) []*big.Rat) [][]*big.Rat {
	for radius := int64(2); ; radius *= 2 {
		var vectors [][]int64
		v := make([]int64, n)
		var list func(i int, h int64)
		list = func(i int, h int64) {
			switch {
			case h > radius*radius:
			case i < n:
				for v[i] = -radius; v[i] <= radius; v[i]++ {
					list(i+1, h+v[i]*v[i])
				}
			case h > 0:
				vectors = append(vectors, slices.Clone(v))
			}
		}
		list(0, 0)
		slices.SortStableFunc(vectors, func(a, b []int64) int { return cmp.Compare(norm(a), norm(b)) })
		var c collection
		for _, v := range vectors {
			if c.add(at(v, norm(v))); len(c.points) == s {
				return c.points
			}
		}
	}
}

func norm(v []int64) int64 {
	h := int64(0)
	for _, x := range v {
		h += x * x
	}
	return h
}

// fractions returns random points in three variables, coordinates with numerators and
// denominators of 20 digits.
func fractions(rng *rand.Rand, s int) [][]*big.Rat {
	digits := func() *big.Int {
		x := new(big.Int).SetUint64(1e9 + rng.Uint64N(9e9))
		x.Mul(x, big.NewInt(1e10))
		return x.Add(x, new(big.Int).SetUint64(rng.Uint64N(1e10)))
	}
	var c collection
	for len(c.points) < s {
		p := make([]*big.Rat, 3)
		for i := range p {
			p[i] = new(big.Rat).SetFrac(digits(), digits())
			if rng.Uint64N(2) == 0 {
				p[i].Neg(p[i])
			}
		}
		c.add(p)
	}
	return c.points
}

// grid returns the s³ points with coordinates 0 to s-1.
func grid(_ *rand.Rand, s int) [][]*big.Rat {
	var c collection
	for i := range s * s * s {
		c.add([]*big.Rat{big.NewRat(int64(i/s/s), 1), big.NewRat(int64(i/s%s), 1), big.NewRat(int64(i%s), 1)})
	}
	return c.points
}

// cubic returns s points (t, t², t³), t whole.
func cubic(_ *rand.Rand, s int) [][]*big.Rat {
	var c collection
	for i := range s {
		t := int64(i - s/2)
		c.add([]*big.Rat{big.NewRat(t, 1), big.NewRat(t*t, 1), big.NewRat(t*t*t, 1)})
	}
	return c.points
}

// collection is a list of points without repetitions.
type collection struct {
	points [][]*big.Rat
	seen   map[string]bool
}

func (c *collection) add(p []*big.Rat) {
	if c.seen == nil {
		c.seen = make(map[string]bool)
	}
	if key := fmt.Sprint(p); !c.seen[key] {
		c.seen[key] = true
		c.points = append(c.points, p)
	}
}
