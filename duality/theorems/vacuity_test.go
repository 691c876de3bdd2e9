package theorems

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// Equivalences could be right for the wrong reason where one side never occurs: a program
// that always says no would do. Both sides of each occur in a tenth of the instances.
func TestEquivalencesHaveTwoSides(t *testing.T) {
	spans := func(Z, X string) Predicate {
		return func(c *Case) bool { return c.space().Spans(c.pts(Z), c.pts(X)) }
	}
	reaches := func(X, x string) Predicate {
		return func(c *Case) bool { return c.space().Spans(c.pts(X), Points{c.vec(x)}) }
	}
	for id, left := range map[string]Predicate{
		"DKL-16": func(c *Case) bool { return c.frk("X") == c.frk("S") && spans("Y", "S")(c) },
		"DKL-17": func(c *Case) bool { return rank(c.K("X", "Y")) == rank(c.K("S", "Y")) },
		"DKL-22": func(c *Case) bool { return c.sections("Y").Includes(c.ideal("X")) },
		"CKI-11": func(c *Case) bool { return vanishes(c.values(c.moved("f", "v", "X"), "X")) },
		"CKI-12": func(c *Case) bool { return c.ideal("X").Contains(c.moved("f", "v", "X")) },
		"CKI-16": reaches("X", "c"),
		"CKI-17": reaches("X", "c"),
		"CKI-18": func(c *Case) bool { return c.frk("X") == c.frk("S") },
		"CKI-20": func(c *Case) bool { return contains(c.pts("S"), c.vec("c")) },
		"CKI-23": spans("Z", "X"),
		"CKI-24": func(c *Case) bool {
			return rank(c.mat("A")) == rank(product(c.mat("C"), c.mat("A"), c.mat("B")))
		},
		"CKI-25": func(c *Case) bool { return c.frk("Z") == len(c.pts("Z")) },
		"CKI-28": reaches("X", "c"),
		"CKI-36": certified,
		"CPX-03": certified,
		"CPX-04": reaches("X", "c"),
		"IKT-05": func(c *Case) bool { return sameOrbit(finiteGroup(c), c.vec("x"), c.vec("y")) },
		"IKT-10": func(c *Case) bool {
			return same(tensorPower(c.vec("x"), c.integer("m")), tensorPower(c.vec("y"), c.integer("m")))
		},
		"KX-04": func(c *Case) bool { return psd(c.mat("A").Add(star(c.mat("A")))) },
	} {
		s, err := Find(id)
		require.NoError(t, err)
		form, g := s.Forms()[0], newGen(DefaultSeed, hashOf(id))
		yes, no := 0, 0
		for yes+no < 100 {
			g.imaginary = s.Complex && g.coin(3)
			in := s.Draw(g)
			j, err := form.Judge(in, Correct())
			require.NoError(t, err, id)
			if !j.Satisfied() {
				continue
			}
			if holds, err := NewCase(in, Correct()).judge(left); assert.NoError(t, err, id) && holds {
				yes++
			} else {
				no++
			}
		}
		assert.GreaterOrEqual(t, min(yes, no), 10, "%s: %d of 100 instances are on one side", id, yes)
	}
}
