package table

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// TestYears: numbers in the first line are names where they look like years or numbers of
// columns and the rows below do not.
func TestYears(t *testing.T) {
	const data = "1.5,2.25,3.1,1.6\n2,4,6,4\n3,6.5,9,6\n"
	years := func(line int, names string) string {
		return fmt.Sprintf("line %d holds names, %s among them; --header no takes it as data", line, names)
	}
	for text, want := range map[string]struct {
		names, says string
		rows        int
	}{
		"2020,2021,2022,change\n" + data:                               {"2020 2021 2022 change", years(1, "2020, 2021, 2022"), 3},
		"change,2010,2005,2000\n" + data:                               {"change 2010 2005 2000", years(1, "2010, 2005, 2000"), 3},
		"2021,2022,change\n1900,2500,600\n2000,1800,-200\n7,8,1\n":     {"", `found "change"`, 0}, // two years, and cells like them below
		"2020,2021,2022,change\n1900,2500,2010,5\n2000,1800,1900,7\n":  {"2020 2021 2022 change", years(1, "2020, 2021, 2022"), 2},
		"100,200,300,total\n" + data:                                   {"100 200 300 total", years(1, "100, 200, 300"), 3},
		"1,2,3,total\n" + data:                                         {"", `found "total"`, 0},
		"2020,change\n1.5,2\n2.5,7\n":                                  {"2020 change", years(1, "2020"), 2},
		"150,setosa\n1.5,0\n2.5,1\n":                                   {"", `found "setosa"`, 0},
		"150,4,setosa,versicolor\n5.1,3.5,1.4,0\n4.9,3,1.4,0\n":        {"", `found "setosa"`, 0},
		"country,2020,2021\nA,1.5,2.25\nB,2,4\n":                       {"2020 2021", years(1, "2020, 2021"), 2},
		",2020,2021\nA,1.5,2.25\nB,2,4\n":                              {"2020 2021", years(1, "2020, 2021"), 2},
		"Source,Bank\n\ncountry,2020,2021\nA,1.5,2.25\nB,2,4\nC,3,7\n": {"2020 2021", years(3, "2020, 2021"), 3},
		"Bob,1990,1991\nAl,1985,1999\nCy,1991,1997\n":                  {"x2 x3", "no header", 3}, // data: born, moved
		"Bob,5,6\nAl,1.5,7.5\nCy,2.5,8.5\n":                            {"x2 x3", "no header", 3},
		"2020,2021,2022\n1.5,2.25,3.1\n2,4,6\n":                        {"x1 x2 x3", "no header", 3}, // no word beside them
	} {
		got, err := read(text, Options{})
		if want.rows == 0 {
			require.ErrorContains(t, err, want.says, text)
			continue
		}
		require.NoError(t, err, text)
		assert.Equal(t, want.names, strings.Join(got.Names(), " "), text)
		assert.Contains(t, got.Info.String(), want.says, text)
		assert.Equal(t, want.rows, got.Rows(), text)
	}
}
