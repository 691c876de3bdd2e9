package table

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/kexplain/kexplain/explain/points/table/scan"
)

// TestMessy reads tables as people paste and export them. Each is read as a person would
// read it, or refused in a line that says what to do.
func TestMessy(t *testing.T) {
	const error = "error: "
	for name, tt := range map[string]struct{ text, rows, says string }{
		"a lab notebook with errors":    {"Spring, group 4, 12.3.2024\n\nm / kg\tx / cm\n0.10 ± 0.01\t3.93 ± 0.05\n0.15 +/- 0.01\t5.9 +- 0.1\n−0.2 ± 0.01\t1e2 ± 5\n", "[[0.1 3.93] [0.15 5.9] [-0.2 100]]", "errors behind the values left out (m / kg, x / cm)"},
		"errors with a unit":            {"x,y\n3.93 ± 0.05 cm,1\n4 ± 0.05 cm,2\n5.1 ± 0.1 cm,3\n", "[[3.93 1] [4 2] [5.1 3]]", "units in the cells left out (x); errors behind the values left out (x)"},
		"errors in brackets":            {"f (MHz),lambda (m)\n50.00(2),5.996(4)\n60.00(2),4.997(4)\n1.50(2)×10^2,1.999(4)\n", "[[50 5.996] [60 4.997] [150 1.999]]", "errors behind the values left out (f (MHz), lambda (m)); powers of ten read (f (MHz))"},
		"errors in columns":             {"U (V),dU (V),I (A)\n1,0.1,0.02\n2,0.1,0.04\n3,0.1,0.06\n", "[[1 0.1 0.02] [2 0.1 0.04] [3 0.1 0.06]]", "constant: dU (V)"},
		"German Excel":                  {"Rechnungen M\xe4rz\r\n\r\nNr;Netto (\x80);USt (\x80)\r\n1;12,50;2,38\r\n2;1.234,50;234,56\r\n3;45,10;8,57\r\nSumme;1.292,10;245,51\r\n", "[[1 12.5 2.38] [2 1234.5 234.56] [3 45.1 8.57]]", "left out as totals: line 7"},
		"euros behind, decimal commas":  {"Artikel;Preis;Summe\na;19,99 €;59,97 €\nb;4,50 €;1.054,00 €\nc;0,99 €;1,98 €\n", "[[19.99 59.97] [4.5 1054] [0.99 1.98]]", "units in the cells left out (Preis, Summe)"},
		"dollars in front":              {"item,price,total\na,$19.99,\"$59.97\"\nb,$4.50,\"$1,054.00\"\nc,-$0.99,$1.98\n", "[[19.99 59.97] [4.5 1054] [-0.99 1.98]]", "thousands separators left out (total); units in the cells left out (price, total)"},
		"units in the cells":            {"length,period\n10 cm,0.634 s\n18 cm,0.851 s\n26cm,1.023 s\n", "[[10 0.634] [18 0.851] [26 1.023]]", "units in the cells left out (length, period)"},
		"degrees":                       {"T,F\n-10°C,14.0°F\n-6°C,21.2°F\n2 °C,35.6 °F\n", "[[-10 14] [-6 21.2] [2 35.6]]", "units in the cells left out (T, F)"},
		"different units":               {"length,x\n10 cm,1\n18 cm,2\n1.2 m,3\n4,4\n", "[[1] [2] [3] [4]]", "left out, more words than numbers in it: length"},
		"inches in feet":                {"height,x\n5 ft 6 in,1\n5 ft 7 in,2\n6 ft 1 in,3\n", "[[1] [2] [3]]", "left out, no numbers in it: height"},
		"rooms":                         {"room,x\n12A,1\n12B,2\n13C,3\n", "[[1] [2] [3]]", "left out, no numbers in it: room"},
		"powers of ten":                 {"E,m\n9×10^16,1\n1.8x10^17,2\n27 · 10^16,3\n3.6*10**17,4\n", "[[9e+16 1] [1.8e+17 2] [2.7e+17 3] [3.6e+17 4]]", "powers of ten read (E)"},
		"Fortran":                       {" 5.0D-01 1.25D+00\n 1.0D+00 2.0D+00\n 1.5D+00 3.25D+00\n", "[[0.5 1.25] [1 2] [1.5 3.25]]", "powers of ten read (x1, x2)"},
		"a sensor log":                  {"# logger v2.1 serial 4711\n2024-03-01T12:00:00Z,20.0,68.0\n2024-03-01T12:00:01Z,20.5,68.9\n2024-03-01T12:00:02Z,21,69.8\n", "[[20 68] [20.5 68.9] [21 69.8]]", "left out, dates: x1"},
		"a survey":                      {"Timestamp,\"How old, in years?\",Do you smoke?,Height (cm)\n3/1/2024 10:10:00,20,No,150\n3/2/2024 10:11:00,27,Yes,163\n3/3/2024 10:12:00,34,Yes,176\n", "[[20 150] [27 163] [34 176]]", "How old, in years?"},
		"merged cells above the names":  {"Run 1,,Run 2,\nt (s),x (m),t (s),x (m)\n0.1,0.05,0.1,1.05\n0.2,0.2,0.2,1.2\n0.3,0.44,0.3,1.44\n", "[[0.1 0.05 0.1 1.05] [0.2 0.2 0.2 1.2] [0.3 0.44 0.3 1.44]]", "left out above the names: line 1"},
		"remarks below":                 {"U [V];I [mA]\n1;2.2\n2;4.4\n3;6.61\n\nmeasured with multimeter B, last point doubtful\nsee page seven\n", "[[1 2.2] [2 4.4] [3 6.61]]", "left out below the table: lines 6, 7"},
		"another table below":           {"x,y\n1,1\n2,4\n3,9\n\nname,age\nBob,12\n", error, `t.csv:6:1: column x: found "name", expected a number`},
		"a byte order mark and quotes":  {"\ufeff\"x\",\"y\"\r\n\"-6\",\"55\"\r\n\"-5\",\"41\"\r\n\"-4\",\"29\"\r\n", "[[-6 55] [-5 41] [-4 29]]", "(x, y)"},
		"empty columns at the right":    {"time\tdistance\t\t\n1\t5\t\t\n2\t20\t\t\n3\t45\t\t\n", "[[1 5] [2 20] [3 45]]", "(time, distance), no cell missing"},
		"aligned by blanks with a rule": {"    t      v\n--------------\n  0.10  0.981\n  0.20  1.962\n  0.30  2.943\n--------------\n", "[[0.1 0.981] [0.2 1.962] [0.3 2.943]]", "(t, v)"},
		"Markdown":                      {"| r | A |\n|---:|:---|\n| 1 | 3 |\n| 2 | 10 |\n| 3 | 21 |\n", "[[1 3] [2 10] [3 21]]", "(r, A), no cell missing"},
		"psql":                          {" id | price \n----+-------\n  1 |  1.50\n  2 |  2.25\n  3 | 10.00\n(3 rows)\n", "[[1 1.5] [2 2.25] [3 10]]", "left out below the table: line 6"},
		"rows of missing cells":         {"a b\n1 2\n- -\n-- --\n3 4\n5 6\n", "[[1 2] [3 4] [5 6]]", "2 rows (lines 3, 4)"},
		"LaTeX":                         {"\\begin{tabular}{cc}\n\\hline\n$a$ & $b$ \\\\ \\hline\n3 & 4 \\\\\n5 & 12 \\\\\n\\end{tabular}\n", error, "found a table of LaTeX, expected CSV; try sed -n "},
		"a JSON array":                  {"[\n{\"x\":1,\"y\":1},\n{\"x\":2,\"y\":8}\n]\n", error, "expected JSON Lines, an object a line; try jq -c '.[]' t.csv"},
		"HTML":                          {"<html><table><tr><td>1</td></tr></table></html>\n", error, "found a page of HTML, expected CSV"},
		"laps":                          {"lap;time;distance\n1;01:15;400\n2;02:30;800\n3;03:45;1200\n", "[[1 400] [2 800] [3 1200]]", "left out, dates: time"},
		"ranges are words":              {"age,n\n10-20,3\n20-30,4\n30-40,7\n", "[[3] [4] [7]]", "left out, no numbers in it: age"},
	} {
		t.Run(name, func(t *testing.T) {
			table, err := read(tt.text, Options{})
			if tt.rows == error {
				require.ErrorIs(t, err, scan.ErrInput)
				assert.Contains(t, err.Error(), tt.says)
				assert.LessOrEqual(t, len(err.Error()), 400)
				return
			}
			require.NoError(t, err)
			assert.Equal(t, tt.rows, fmt.Sprint(rows(table)))
			assert.Contains(t, table.Info.String(), tt.says)
		})
	}
	// A unit that changes below the rows that were looked at.
	_, err := read("x,y\n"+strings.Repeat("1 cm,2\n", 2000)+"1 m,3\n", Options{})
	require.ErrorContains(t, err, `t.csv:2002:1: column x: found "1 m", expected a number in cm as above; write the column in one unit`)
	table, err := read("x,y\n10 cm,2\n11 cm,3\n12.5 cm,4\n", Options{})
	require.NoError(t, err)
	assert.Equal(t, []string{"cm", ""}, table.Info.Units)
}
