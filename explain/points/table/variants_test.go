package table

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/kexplain/kexplain/explain/points/table/scan"
)

// TestVariants writes one table of resistors in the ways in which people write
// tables. It is read as a person would read it, with one line about what was
// understood or left out, or refused in a line that says what to do.
func TestVariants(t *testing.T) {
	const names, first, rest = "R,U,I\n", "10,1234.5,123.45\n", "20,40,2\n40,20,0.5\n5,10,2\n"
	base := [][]float64{{10, 1234.5, 123.45}, {20, 40, 2}, {40, 20, .5}, {5, 10, 2}}
	without := func(rows ...int) [][]float64 {
		var kept [][]float64
		for i, row := range base {
			keep := true
			for _, r := range rows {
				keep = keep && i != r
			}
			if keep {
				kept = append(kept, row)
			}
		}
		return kept
	}
	semicolons := func(s string) string {
		return strings.ReplaceAll(strings.ReplaceAll(strings.ReplaceAll(s, ",", ";"), ".", ","), "1234", "1.234")
	}
	plain := names + first + rest
	tests := []struct {
		name, text string
		rows       [][]float64
		says       string // in the report, or in the error where there are no rows
	}{
		{"dates are words", "t,x\n2020-01-01,1\n2020-01-03,2\n2020-01-06,4\n", [][]float64{{1}, {2}, {4}}, "left out, dates: t; --dates days takes them as numbers"},

		{"as it is", plain, base, ""},
		{"months are words", "t,x\n12/2019,1\n01/2020,2\n,3\n02/2020,4\n", [][]float64{{1}, {2}, {3}, {4}}, "left out, no numbers in it: t"},
		{"and fractions are numbers", "t,x\n12/2000,1\n1/2000,2\n2/2000,4\n", [][]float64{{0.006, 1}, {0.0005, 2}, {0.001, 4}}, ""},
		{"NaN", names + first + "20,NaN,2\n40,20,0.5\n5,10,2\n", without(1), "left out for missing cells: 1 row (line 3)"},
		{"#N/A in the first cell", names + first + "#N/A,40,2\n40,20,0.5\n5,10,2\n", without(1), "left out for missing cells: 1 row (line 3)"},
		{"n/a, NULL and a dash", names + first + "n/a,40,2\n40,NULL,0.5\n5,-,2\n", without(1, 2, 3), "left out for missing cells: 3 rows (lines 3, 4, 5)"},
		{"n.d., ND and <LOD", names + first + "n.d.,40,2\n40,ND,0.5\n5,<LOD,2\n", without(1, 2, 3), "left out for missing cells: 3 rows (lines 3, 4, 5)"},
		{"errors of a spreadsheet", names + first + "20,40,#DIV/0!\n40,#VALUE!,0.5\n5,10,2\n", without(1, 2), "left out for missing cells: 2 rows (lines 3, 4)"},
		{"percent signs", "R,U,I\n10%,1,2\n20 %,2,2\n5.5%,3,1\n", [][]float64{{10, 1, 2}, {20, 2, 2}, {5.5, 3, 1}}, "percent signs left out, 5.5% is 5.5 (R)"},
		{"thousands in quotes", names + "10,\"1,234.5\",123.45\n" + rest, base, "thousands separators left out (U)"},
		{"lakhs and crores", "a,b\n\"1,24,10,059.5\",2\n\"5,07,008\",3\n\"1,234\",4\n", [][]float64{{12410059.5, 2}, {507008, 3}, {1234, 4}}, "thousands separators left out (a)"},
		{"thousands in quotes, no point anywhere", "a,b\n\"1,234\",2\n\"5,678\",3\n", [][]float64{{1234, 2}, {5678, 3}}, "thousands separators left out (a)"},
		{"decimal commas in quotes", "R,U,I\n10,\"1234,5\",\"123,45\"\n20,40,2\n40,20,\"0,5\"\n5,10,2\n", base, "decimal commas"},
		{"thousands and decimal commas", semicolons(plain), base, "thousands separators left out (U)"},
		{"thousands and decimal commas, one way", "d;x\n1.234,50;1\n12,25;2\n", [][]float64{{1234.5, 1}, {12.25, 2}}, "thousands separators left out (d)"},
		{"thousands with semicolons and points", "R;U;I\n10;1,234.5;123.45\n20;40;2\n40;20;0.5\n5;10;2\n", base, "thousands separators left out (U)"},
		{"Swiss thousands", names + "10,1'234.5,123.45\n" + rest, base, "thousands separators left out (U)"},
		{"narrow blanks between thousands", "R;U;I\n10;1\u202f234,5;123,45\n20;40;2\n40;20;0,5\n5;10;2\n", base, "thousands separators left out (U)"},
		{"a group too short", names + "10,\"1,23.5\",123.45\n" + rest, nil, `t.csv:2:2: column U: found "1,23.5", expected a number`},
		{"TRUE and FALSE", "x,f\n1,TRUE\n2,False\n3,true\n", [][]float64{{1, 1}, {2, 0}, {3, 1}}, "TRUE is 1, FALSE is 0 (f)"},
		{"limits of detection", names + first + "20,<0.5,2\n40,20,0.5\n5,10,2\n", without(1), "a limit such as <0.5 counts as missing: 1 cell"},
		{"a row of units", names + "Ω,mV,mA\n" + first + rest, base, "line 2 is a row of units: Ω, mV, mA"},
		{"units in brackets", names + "[Ohm],[V],[1/s]\n" + first + rest, base, "line 2 is a row of units"},
		{"lines above the names", "Report of 2020-01-01\n\nby nobody\n" + plain, base, "left out above the names: lines 1 to 3"},
		{"as many cells above", "Device,ABC,7\nVersion,3,x\n" + plain, base, "left out above the names: lines 1 to 2"},
		{"all of it above", "Device,ABC\nR,U,I\nΩ,V,A\n" + first + rest, base, "left out above the names: line 1"},
		{"marks of footnotes", names + "10,1234.5†,123.45\n20,40**,2\n40,20,0.5 ᵃ\n5,10,2\n", base, "marks behind numbers left out, 5.5* is 5.5 (U, I)"},
		{"a mark and a unit", names + "10,1234.5 V*,123.45\n20,40 V,2\n40,20 V,0.5\n5,10 V,2\n", base, "units in the cells left out (U); marks behind numbers left out, 5.5* is 5.5 (U)"},
		{"numbers of starters", "bib,x,y\n#1,2,3\n#12,4,5\n#7,6,7\n", [][]float64{{2, 3}, {4, 5}, {6, 7}}, "left out, no numbers in it: bib"},
		{"rows that were commented out", "bib,x,y\n#1,2,3\n12,4,5\n#7,6,7\n", [][]float64{{12, 4, 5}}, "(bib, x, y)"},
		{"a comment and no rows", "bib,x,y\n# 12 rows\n#1,2,3\n", nil, "t.csv: found a header and no rows (line 1)"},
		{"no rows but a comment", "bib,x,y\n#1,2,3\n# 12 rows\n", nil, "t.csv: found a header and no rows (line 1)"},
		{"classes of a school", "class,x\n8a,1\n7b,2\n7b,3\n7a,4\n8a,5\n8a,6\n", [][]float64{{1}, {2}, {3}, {4}, {5}, {6}}, "left out, no numbers in it: class"},
		{"a unit that is none", "t,x\n8 a,1\n7 b,2\n7 a,3\n7b,4\n8 a,5\n", nil, `t.csv:3:1: column t: found "7 b", expected a number`},
		{"letters that may be units or powers", names + first + "20,40ᵈ,2\n40,20,0.5\n5,10,2\n", nil, `t.csv:3:2: column U: found "40ᵈ", expected a number`},
		{"negative amounts in brackets", "d,c,n\n1.00,(2.50),(1.50)\n(330.39),5.00,(325.39)\n4.25,4.25,8.50\n", [][]float64{{1, -2.5, -1.5}, {-330.39, 5, -325.39}, {4.25, 4.25, 8.5}}, "negative amounts read, (5.00) and 5.00- are -5.00 (d, c, n)"},
		{"negative amounts without names", "(1.00),(2.50),3.50\n(330.39),(5.00),325.39\n4.25,(4.25),8.50\n", [][]float64{{-1, -2.5, 3.5}, {-330.39, -5, 325.39}, {4.25, -4.25, 8.5}}, "no header, 3 rows"},
		{"a minus behind", "a;b\n1.330,39-;2\n12,25;3\n0,50-;4\n", [][]float64{{-1330.39, 2}, {12.25, 3}, {-.5, 4}}, "thousands separators left out (a); negative amounts read, (5.00) and 5.00- are -5.00 (a)"},
		{"currencies and thousands in brackets", "a,b\n\"$(1,234)\",1\n\"($5)\",2\n$67,3\n", [][]float64{{-1234, 1}, {-5, 2}, {67, 3}}, "negative amounts read"},
		{"doubtful values in brackets", "a,b\n1.20,1\n(1.25),2\n1.31,3\n1.38,4\n", nil, `t.csv:3:1: column a: found "(1.25)", expected a number; write -1.25 if that is meant`},
		{"errors below estimates", "a,b\n1.20,2.00\n(0.15),(0.20)\n1.31,2.50\n(0.12),\n1.38,4.00\n(0.10),(0.20)\n1.60,5.00\n", nil, `t.csv:3:1: column a: found "(0.15)", expected a number`},
		{"whole numbers in brackets", "m,b\n95,1\n(98),2\n(97),3\n(99),4\n101,3\n102,3\n103,4\n", nil, `t.csv:3:1: column m: found "(98)", expected a number`},
		{"marks of school", "m,b\n2,1\n2-,2\n3,3\n4,3\n", nil, `t.csv:3:1: column m: found "2-", expected a number`},
		{"two kinds of minus", "a,b\n5.00-,1\n-6.00,2\n7.00,3\n8.00,3\n", nil, `t.csv:2:1: column a: found "5.00-", expected a number`},
		{"prices", "a;b\n5,-;1\n6,50;2\n7,25;3\n", nil, `t.csv:2:1: column a: found "5,-", expected a number`},
		{"minutes and seconds", "km,time\n1.0,4:42\n16.5,83:12\n1,5:05.5\n2,NA\n9,1:00:01\n", [][]float64{{1, 282}, {16.5, 4992}, {1, 305.5}, {9, 3601}}, "times such as 83:12 read as minutes and seconds, in seconds (time)"},
		{"hours and minutes where one passes 24:00", "mon,tue,week\n7:12,8:01,15:13\n8:30,NA,1:00\n12:30,14:37,27:07\n", [][]float64{{432, 481, 913}, {750, 877, 1627}}, "times such as 7:12 read as hours and minutes, in minutes (mon, tue, week)"},
		{"hours and minutes that add up", "start,end,worked\n7:12,12:00,4:48\n8:05,12:07,4:02\n6:30,9:31,3:01\n1:10,2:20,1:10\n3:00,9:40,6:40\n", [][]float64{{432, 720, 288}, {485, 727, 242}, {390, 571, 181}, {70, 140, 70}, {180, 580, 400}}, "times such as 7:12 read as hours and minutes, in minutes (start, end, worked)"},
		{"scores beside scores", "n,goals,points\n1,31:28,20:14\n2,25:30,18:16\n", [][]float64{{1}, {2}}, "left out, dates: goals, points"},
		{"minutes and seconds without names", "4:42,5:05\n83:12,25:00\n5:05,25:10\n", [][]float64{{282, 305}, {4992, 1500}, {305, 1510}}, "no header"},
		{"hours beyond a day", "x,t\n1,26:10:05\n2,1:00:00\n3,0:00:59\n", [][]float64{{1, 94205}, {2, 3600}, {3, 59}}, "(t)"},
		{"times of the day", "x,t\n1,4:42\n2,23:12\n3,5:05\n", [][]float64{{1}, {2}, {3}}, "left out, dates: t"},
		{"a time above the names", "Start,12:30:05\nday,x\nMon,1\nTue,2\nWed,4\n", [][]float64{{1}, {2}, {4}}, "left out above the names: line 1"},
		{"goals", "x,t\n1,31:28\n2,24:20\n3,25:26\n", [][]float64{{1}, {2}, {3}}, "left out, dates: t"},
		{"ratios", "x,t\n1,80:20\n2,5:95\n3,60:40\n", [][]float64{{1}, {2}, {3}}, "left out, no numbers in it: t"},
		{"hours and minutes by the unit", "x,t [h]\n1,38:05\n2,40:15\n3,35:00\n", [][]float64{{1}, {2}, {3}}, "left out, dates: t [h]"},
		{"minutes by the unit", "x,t (min)\n1,38:05\n2,40:15\n3,35:00\n", [][]float64{{1}, {2}, {3}}, "left out, dates: t (min)"},
		{"names again on each page", names + first + "R,U,I\n20,40,2\n40,20,0.5\n R,U,I \n5,10,2\n", base, "left out as repeats of the lines above the table: lines 3, 6"},
		{"names and units again", names + "Ω,mV,mA\n" + first + names + "Ω,mV,mA\n" + rest, base, "left out as repeats of the lines above the table: lines 4, 5"},
		{"names with years again", "land,2020,2021,2022\na,1,2,3\nb,2,3,5\nland,2020,2021,2022\nc,3,4,7\n", [][]float64{{1, 2, 3}, {2, 3, 5}, {3, 4, 7}}, "left out as repeats of the lines above the table: line 4"},
		{"other names below", names + first + "R,I,U\n" + rest, nil, `t.csv:3:1: column R: found "R", expected a number`},
		{"totals in a column of numbers", plain + "Total,1304.5,127.95\n", base, "left out as totals: line 6"},
		{"totals just below the names", names + "Sum,1304.5,127.95\n" + first + rest, base, "left out as totals: line 2"},
		{"a column called total", "R,U,total\n" + first + rest, base, "(R, U, total), no cell missing"},
		{"totals beside words", "what,R,U,I\na,10,1234.5,123.45\nb,20,40,2\nc,40,20,0.5\nd,5,10,2\nSum:,75,1304.5,127.95\n", append(without(), []float64{75, 1304.5, 127.95}), "line 6 may hold totals"},
		{"a year among the names", "R,U,2020\n" + first + rest, base, "(R, U, 2020)"},
		{"a name twice", "R,U,U\n" + first + rest, base, "(R, U, U_2)"},
		{"UTF-16", "\xff\xfe" + inUTF16(plain, false), base, "UTF-16"},
		{"UTF-16, large end first", "\xfe\xff" + inUTF16(plain, true), base, "UTF-16"},
		{"UTF-16 without a mark", inUTF16(plain, false), base, "UTF-16"},
		{"UTF-16 cut in a character", strings.TrimSuffix("\xff\xfe"+inUTF16(plain, false), "\x00"), nil, "t.csv: found UTF-16 that ends in the middle of a character, expected a whole file; fetch the file again"},
		{"UTF-16 cut in a pair", "\xff\xfe" + inUTF16(plain, false) + "\x3d\xd8", nil, "ends in the middle of a character"},
		{"Windows-1252", "gr\xf6\xdfe,U,I\n" + first + rest, base, "(größe, U, I)"},
		{"words in a column of numbers", names + first + "20,forty,2\n40,20,0.5\n5,10,2\n", nil, `t.csv:3:2: column U: found "forty", expected a number; correct the cell`},
		{"a column of remarks with numbers", "R,U,I,note\n10,1234.5,123.45,5\n20,40,2,seen\n40,20,0.5,bad\n5,10,2,\n", base, "left out, more words than numbers in it: note"},
		{"the last line cut short", names + "10,123,1.25\n20,456,2.25\n40,789,0.55\n50,789,0.65\n50,7", nil, "t.csv:6: found 2 cells separated by commas, expected 3"},
		{"the last cell cut short", names + "10,123,1.25\n20,456,2.25\n40,789,0.55\n50,789,0.65\n50,789,0.", [][]float64{{10, 123, 1.25}, {20, 456, 2.25}, {40, 789, .55}, {50, 789, .65}, {50, 789, 0}}, "line 6 has no line end and is shorter than the others"},
		{"JSON Lines", `{"R":10,"U":1234.5,"I":123.45}` + "\n" + `{"U":40,"R":20,"I":2.0}` + "\n\n" + `{"R":"40","I":5e-1,"U":20}` + "\n" + `{"R":5,"U":10,"I":2}`, base, "JSON Lines"},
		{"JSON Lines with gaps", `{"R":10,"U":1234.5,"I":123.45}` + "\n" + `{"R":20,"U":null,"I":2}` + "\n" + `{"R":40,"U":20,"I":0.5,"note":"x"}` + "\n" + `{"R":5,"I":2}`, without(1, 3), "left out for missing cells: 2 rows (lines 2, 4)"},
		{"JSON Lines, broken", `{"R":10,"U":1}` + "\n" + `{"R":20,"U":` + "\n", nil, "t.csv:2: found"},
	}
	for i, d := range []struct {
		unit, text string
		rows       [][]float64
		says       string
	}{
		{"days", "t,x\n2020-02-28,1\n2020-03-01T12:00:00,2\n2020-03-02,4\n", [][]float64{{0, 1}, {2.5, 2}, {3, 4}}, "t is in days since 2020-02-28"},
		{"days", "a,b,x\n2020-02-28,2020-03-01,2\n2020-02-01,2020-02-11,10\n", [][]float64{{0, 2, 2}, {-27, -17, 10}}, "b is in days since 2020-02-28"},
		{"hours", "t;x\n28.2.2020 06:00;1,5\n28.2.2020 7:30;2\n1.3.2020;4\n", [][]float64{{6, 1.5}, {7.5, 2}, {48, 4}}, "t is in hours since 2020-02-28"},
		{"seconds", "t,x\n12:00:00.25,1\n12:00:01,2\nNaN,3\n12:01,4\n", [][]float64{{43200.25, 1}, {43201, 2}, {43260, 4}}, "t is in seconds since midnight"},
		{"minutes", "t,x\n4:42,1\n83:12,2\n1:30,3\n", [][]float64{{4.7, 1}, {83.2, 2}, {1.5, 3}}, "times such as 83:12 read as minutes and seconds, in minutes (t)"},
		{"minutes", "t,x\n2020-01-01T01:00:00+02:00,1\n2020-01-01T00:10:00Z,2\n", [][]float64{{1380, 1}, {1450, 2}}, "t is in minutes since 2019-12-31"},
	} {
		unit, err := scan.ParseDates(d.unit)
		require.NoError(t, err)
		table, err := read(d.text, Options{Dates: unit})
		require.NoError(t, err, i)
		assert.Equal(t, fmt.Sprint(d.rows), fmt.Sprint(rows(table)), i)
		assert.Contains(t, table.Info.String(), d.says)
	}
	late := "a,b\n" + strings.Repeat("5.00-,1\n6.25,2\n", 600)
	_, err := read(late+"-7.00,3\n", Options{})
	require.ErrorContains(t, err, `t.csv:1202:1: column a: found "-7.00", expected negative amounts in brackets or with a minus behind, as in other rows`)
	_, err = read("t,x\n"+strings.Repeat("83:05,1\n4:42,2\n", 600)+"90,3\n", Options{})
	require.ErrorContains(t, err, `t.csv:1202:1: column t: found "90", expected minutes and seconds such as 83:12, as in other rows`)
	_, err = scan.ParseDates("weeks")
	require.ErrorContains(t, err, "expected days, hours, minutes or seconds")
	require.GreaterOrEqual(t, len(tests), 31)
	sums, err := read("what,R,U\na,1,2\nb,3,4\nTotal,,6\n", Options{})
	require.NoError(t, err)
	assert.NotContains(t, sums.Info.String(), "taken as data", "a row of totals that is left out for a missing cell")
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			table, err := read(tt.text, Options{})
			if tt.rows == nil {
				require.ErrorIs(t, err, scan.ErrInput)
				assert.Contains(t, err.Error(), tt.says)
				assert.Contains(t, err.Error(), "; ", "what to do")
				return
			}
			require.NoError(t, err)
			assert.Equal(t, fmt.Sprint(tt.rows), fmt.Sprint(rows(table)))
			assert.Contains(t, table.Info.String(), tt.says)
			for i := range table.Rows() {
				for j := range table.Cols() {
					x, _ := table.Exact(i, j).Big().Float64()
					assert.Equal(t, table.Row(i)[j], x)
				}
			}
		})
	}
}

// inUTF16 writes characters of the first plane in two bytes each.
func inUTF16(s string, bigEnd bool) string {
	var b strings.Builder
	for _, r := range s {
		hi, lo := byte(r>>8), byte(r)
		if bigEnd {
			hi, lo = lo, hi
		}
		b.WriteByte(lo)
		b.WriteByte(hi)
	}
	return b.String()
}
