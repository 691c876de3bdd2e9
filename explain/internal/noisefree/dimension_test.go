package noisefree

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/kexplain/kexplain/explain/internal/explaintest"
)

// TestDimensionOfProducts: a product vanishes on parts of several dimensions. Single points where gradients vanish do not count.
func TestDimensionOfProducts(t *testing.T) {
	text := "kwh,extra,cost\n50,0,0\n"
	for _, row := range []string{"60,0,0", "120,20,6.40", "150,50,16.00", "70,0,0", "180,80,25.60", "101,1,0.32", "230,130,41.60", "40,0,0", "110,10,3.20"} {
		text += row + "\n"
	}
	set := explaintest.ReadText(t, text)
	f := &Found{Variables: set.Variables(), Points: set}
	R := explaintest.RingOf(t, "kwh", "extra", "cost")
	f.Exactly = explaintest.Equations(t, R, "kwh*extra - extra^2 - 100*extra", "kwh*cost - extra*cost - 100*cost")
	assert.Equal(t, 2, f.dimension(), "the plane of those above 100")
	f.Exactly = append(f.Exactly, explaintest.Equations(t, R, "25*cost - 8*extra")...)
	assert.Equal(t, 1, f.dimension())
}
