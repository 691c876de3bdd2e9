package main

import (
	"math"
	"slices"

	"github.com/kexplain/kexplain/explain"
)

// Truth says what ought to come out.
type Truth int8

const (
	// Holds: the law is an equation of these data within their noise.
	Holds Truth = iota
	// Near: the law is an approximation, with a systematic deviation that the data
	// may or may not show. To print it is right, and so is to refuse it.
	Near
	// None: no equation is known, and none should be claimed.
	None
)

// Case is a table with the columns that a person would choose, and what is
// known of them.
type Case struct {
	Group   string
	Title   string // of the case within the file, empty if the file has one
	File    string // below the folder of the data
	Skip    int
	Columns []string
	Names   []string // in the place of the table's
	Where   *Where
	Derive  *Derive
	Options explain.Options

	Truth Truth
	// Laws are the equations known, each polynomial = 0, with the coefficients
	// measured on these files.
	Laws []string
	// Within is how far a printed coefficient may be from that of the law,
	// relatively, when both have the leading coefficient 1.
	Within float64
	// Remark is what a reader should know.
	Remark string
}

// Cases lists everything that is learned from.
func Cases() []Case { return slices.Concat(laws(), mechanics(), classification()) }

// laws are the small tables of measurements in which a law holds.
func laws() []Case {
	const group = "Laws"
	list := []Case{
		{
			Title: "pressure and volume", File: "laws/boyle1662.csv", Columns: []string{"volume", "pressure_in"},
			Laws: []string{"volume*pressure_in - 1408"}, Within: 0.01,
			Remark: "every row within 0.9 %",
		},
		{
			Title: "all measured columns", File: "laws/boyle1662.csv",
			Columns: []string{"volume", "added_mercury_in", "pressure_in"},
			Truth:   Holds, Within: 0.01,
			Laws:   []string{"added_mercury_in - pressure_in + 29.125", "volume*pressure_in - 1408"},
			Remark: "three of the sums were misprinted or miscopied in 1662, by 1/16, 1/16 and 5/8 inch",
		},
		{
			Title: "the first twelve expansions", File: "laws/hooke1665_air.csv", Columns: []string{"air_expansion", "air_strength_in"},
			Where: lines(2, 13), Laws: []string{"air_expansion*air_strength_in - 30"}, Within: 0.03,
			Remark: "within 3.3 %",
		},
		{
			Title: "all expansions", File: "laws/hooke1665_air.csv", Columns: []string{"air_expansion", "air_strength_in"},
			Truth: Near, Laws: []string{"air_expansion*air_strength_in - 30"}, Within: 0.1,
			Remark: "the product rises to 46.5 at low pressure",
		},
		{
			Title: "mercury and strength", File: "laws/hooke1665_air.csv", Columns: []string{"mercury_height_in", "air_strength_in"},
			Laws: []string{"mercury_height_in + air_strength_in - 30"}, Within: 1e-6,
			Remark: "Hooke computed one from the other: exact",
		},
		{
			Title: "all columns that vary", File: "laws/hooke1665_air.csv",
			Columns: []string{"mercury_height_in", "air_expansion", "air_strength_in"},
			Laws:    []string{"mercury_height_in + air_strength_in - 30"}, Within: 1e-6,
		},
		{
			File: "laws/galileo_shelf.csv", Columns: []string{"height", "distance"},
			Laws: []string{"distance^2 - 2210*height"}, Within: 0.05,
			Remark: "five rows, the ratio between 2133 and 2289",
		},
		{
			File: "laws/galileo_ramp.csv", Columns: []string{"initial_height", "horizontal_distance"},
			Truth: Near, Remark: "seven rows; Galileo's curve is not one of these columns, height is about quadratic in distance",
		},
		{
			File: "laws/kepler_solar_system.csv", Columns: []string{"period_kdays", "distance_au"},
			Laws: []string{"distance_au^3 - 7.53*period_kdays^2"}, Within: 0.01,
			Remark: "Kepler's third law with the period in thousands of days: the ratio is between 7.485 for Mercury and 7.617 for " +
				"Saturn, 7.53 in the mean, 7.58 for the outer three, which decide where all distances are equally uncertain; " +
				"in elements of one epoch it is 7.496",
		},
		{
			Title: "Kepler's third law without the Moon", File: "laws/nasa_planets.csv", Columns: []string{"distance_from_sun", "orbital_period"},
			Where: except(5), Laws: []string{"distance_from_sun^3 - 25.12*orbital_period^2"}, Within: 0.02,
			Remark: "within 1.8 %",
		},
		{
			Title: "with the Moon", File: "laws/nasa_planets.csv", Columns: []string{"distance_from_sun", "orbital_period"},
			Laws: []string{"distance_from_sun^3 - 25.12*orbital_period^2"}, Within: 0.02,
			Remark: "the Moon goes round the Earth and does not belong there; on the scale of the others it is at the origin",
		},
		{
			Title: "perihelion, aphelion, distance", File: "laws/nasa_planets.csv", Columns: []string{"distance_from_sun", "perihelion", "aphelion"},
			Laws: []string{"2*distance_from_sun - perihelion - aphelion"}, Within: 1e-3,
		},
		{
			Title: "mass, diameter, density", File: "laws/nasa_planets.csv", Columns: []string{"mass", "diameter", "density"},
			Truth: Near, Laws: []string{"diameter^3*density - 1.9099e15*mass"}, Within: 0.15,
			Remark: "to 0.6 % for the rocky bodies, to 11 % for the flattened giants",
		},
		{
			Title: "gravity, escape velocity, diameter", File: "laws/nasa_planets.csv", Columns: []string{"gravity", "escape_velocity", "diameter"},
			Laws: []string{"gravity*diameter - 1000*escape_velocity^2"}, Within: 0.1,
			Remark: "v² = g d; gravity is given with the rotation taken off",
		},
		{
			File: "laws/time_dilation.csv", Columns: []string{"shift_1e15", "velocity_m_per_s"},
			Laws: []string{"velocity_m_per_s^2 + 179.75*shift_1e15"}, Within: 0.05,
			Remark: "shift = -v²/(2 c²), noise at the low velocities",
		},
		{
			File: "laws/langmuir1918_table9.csv", Columns: []string{"pressure", "loading"},
			Truth: Near, Laws: []string{"pressure*loading - 108*pressure + 7.5*loading"}, Within: 0.3,
			Remark: "Langmuir's isotherm, worst residual 5 % of the range",
		},
		{
			File: "laws/langmuir_sun.csv", Columns: []string{"pressure_kpa", "loading_mol_per_kg"},
			Truth: None, Remark: "does not obey the one-site isotherm; an interpolating polynomial is not a law",
		},
		{
			Title: "bowling ball, first drop", File: "laws/ball_drops.csv", Columns: []string{"time_s", "height_m"},
			Where: lines(365, 407), Truth: Near, Laws: []string{"time_s^2 + 0.207*height_m - 9.9"}, Within: 0.2,
			Remark: "free fall with some air, -9.65 m/s², rms 0.1 m",
		},
		{
			Title: "whiffle ball 1", File: "laws/ball_drops.csv", Columns: []string{"time_s", "height_m"},
			Where: lines(630, 736), Truth: Near, Remark: "two drops, strong drag",
		},
		{
			File: "laws/trees.csv", Columns: []string{"Girth", "Height", "Volume"},
			Truth: Near, Laws: []string{"Girth^2*Height - 476*Volume"}, Within: 0.1,
			Remark: "scatter 7.7 %",
		},
		{File: "laws/cars.csv", Columns: []string{"speed", "dist"}, Truth: None, Remark: "about quadratic, with scatter of a third"},
	}
	for i := range list {
		list[i].Group = group
	}
	return list
}

// mechanics are the files of Schmidt and Lipson.
func mechanics() []Case {
	const folder = "schmidt-lipson/"
	energy := &Derive{Names: []string{"c", "v"}, From: func(r []float64) []float64 { return []float64{math.Cos(r[0]), r[1]} }}
	list := []Case{
		{
			File: "circle_1.txt", Names: []string{"x", "y"},
			Laws: []string{"x^2 + y^2 - 16"}, Within: 1e-9, Remark: "exact to rounding",
		},
		{File: "linear_h_1.txt", Names: []string{"x", "v"}, Truth: None, Remark: "a damped spring, energy decays"},
		{
			File: "lienar_a_1.txt", Names: []string{"x", "v", "a"},
			Laws: []string{"3*x + 0.1*v + a - 12.4"}, Within: 1e-6, Remark: "exact to rounding",
		},
		{
			Title: "cosine of the angle, velocity", File: "pendulum_h_1.txt", Derive: energy,
			Laws: []string{"v^2 - 19.6*c"}, Within: 0.01,
			Remark: "energy, within 8e-5; the constant is 1e-4",
		},
		{
			Title: "sine of the angle, acceleration", File: "pendulum_h_1.txt", Columns: []string{"3", "6"},
			Derive: &Derive{Names: []string{"s", "a"}, From: func(r []float64) []float64 { return []float64{math.Sin(r[0]), r[1]} }},
			Laws:   []string{"9.8*s + a"}, Within: 1e-6,
		},
		{
			Title: "angle, velocity", File: "pendulum_h_1.txt", Names: []string{"o", "v"}, Truth: None,
			Remark: "not polynomial in the angle; a polynomial of degree 4 may follow the cosine closely",
		},
		{
			Title: "cosine, sine, velocity, jerk", File: "pendulum_a_1.txt", Columns: []string{"3", "4", "6"},
			Derive: &Derive{Names: []string{"c", "s", "v", "j"}, From: func(r []float64) []float64 {
				return []float64{math.Cos(r[0]), math.Sin(r[0]), r[1], r[2]}
			}},
			Laws:   []string{"c^2 + s^2 - 1", "v^2 - 19.6*c", "c*v + j/9.8"},
			Within: 0.01,
		},
		{
			Title: "cosines, velocities, first trial", File: "double_pend_h_1.txt", Columns: []string{"3", "4", "5", "6"},
			Where: lines(2, 1302),
			Derive: &Derive{Names: []string{"c1", "c2", "c12", "w1", "w2"}, From: func(r []float64) []float64 {
				return []float64{math.Cos(r[0]), math.Cos(r[1]), math.Cos(r[0] - r[1]), r[2], r[3]}
			}},
			Laws:   []string{"2*c1*c2*c12 - c1^2 - c2^2 - c12^2 + 1", "c12*w1*w2 + w1^2 + 0.5*w2^2 - 19.6*c1 - 9.8*c2 + 27.1618"},
			Within: 0.05,
			Remark: "the cosines of two angles and of their difference, and the energy",
		},
		{
			File: "real_linear_h_1.txt", Names: []string{"x", "v"}, Truth: None,
			Remark: "air track with friction, the ellipse shrinks",
		},
		{
			File: "real_linear_a_1.txt", Columns: []string{"3", "4"}, Names: []string{"x", "a"},
			Laws: []string{"a + 6.035*x"}, Within: 0.02, Remark: "scatter 2.4 %",
		},
		{Title: "with the velocity", File: "real_linear_a_1.txt", Names: []string{"x", "a", "v"}, Laws: []string{"a + 6.035*x"}, Within: 0.02},
		{
			File: "real_double_linear_h_1.txt", Names: []string{"x1", "x2", "v1", "v2"}, Truth: None,
			Remark: "two masses with friction; the energy is a quadric that decays",
		},
		{
			Title: "angle, velocity", File: "real_pend_h_1.txt", Names: []string{"o", "v"}, Truth: None, Remark: "pendulum with friction",
		},
		{
			Title: "sine of the angle, acceleration", File: "real_pend_a_1.txt", Columns: []string{"3", "4"},
			Derive: &Derive{Names: []string{"s", "a"}, From: func(r []float64) []float64 { return []float64{math.Sin(r[0]), r[1]} }},
			Truth:  Near,
			Laws:   []string{"a + 1.2625*s"}, Within: 0.03,
			Remark: "scatter 3.1 %, of which the data show that part is a cubic term, 17 standard errors from 0",
		},
		{
			File: "real_pend_circle_1.txt", Columns: []string{"3", "4"}, Names: []string{"x", "y"},
			Laws: []string{"x^2 + y^2 - 155.6*x - 208.4*y + 11716"}, Within: 0.02,
			Remark: "the bob in pixels: a circle of radius 72, scatter 1 %",
		},
		{
			File: "real_double_pend_h_1.txt", Columns: []string{"3", "4", "5", "6"}, Names: []string{"o1", "o2", "w1", "w2"},
			Truth: None, Remark: "chaotic, with friction, in angles",
		},
	}
	for i := range list {
		list[i].Group, list[i].File = "Mechanics", folder+list[i].File
	}
	return list
}

// classification are tables that obey no equation, but for those of their
// making.
func classification() []Case {
	list := []Case{
		{File: "data_banknote_authentication.txt.gz", Columns: []string{"1-4"}, Truth: None, Remark: "variance, skewness, kurtosis and entropy of wavelet coefficients"},
		{File: "iris.csv", Skip: 1, Columns: []string{"1-4"}, Truth: None},
		{File: "wine_data.csv", Skip: 1, Columns: []string{"1-13"}, Truth: None},
		{
			Title: "radius, perimeter, area", File: "breast_cancer.csv", Skip: 1, Columns: []string{"1", "3", "4"}, Names: []string{"r", "p", "a"},
			Truth: Near, Remark: "of cell nuclei: nearly circles, so p is about 2πr and a about πr², with the shape as scatter",
		},
		{Title: "ten means", File: "breast_cancer.csv", Skip: 1, Columns: []string{"1-10"}, Truth: Near, Remark: "the same three columns among others"},
		{File: "HTRU_2.csv.gz", Columns: []string{"1-8"}, Truth: None, Remark: "mean, deviation, excess kurtosis and skewness of two curves"},
		{File: "Skin_NonSkin.txt.gz", Columns: []string{"1-3"}, Truth: None},
		{
			File: "sepsis.csv.gz", Columns: []string{"1-3"}, Names: []string{"age", "sex", "episode"},
			Laws: []string{"sex^2 - sex"}, Within: 1e-9, Remark: "the sex is 0 or 1; the episode number, 1 to 5, is a root of a polynomial of degree 5",
		},
		{Title: "amounts of bills", File: "credit_default.csv.gz", Columns: []string{"13-18"}, Truth: None},
		{Title: "first six frequencies", File: "spambase.data.gz", Columns: []string{"1-6"}, Truth: None, Remark: "mostly zeros"},
		{Title: "first six bands", File: "sonar.all-data.gz", Columns: []string{"1-6"}, Truth: None},
		{Title: "six middle pixels", File: "digits.csv.gz", Columns: []string{"27-30", "35", "36"}, Truth: None},
	}
	for i := range list {
		list[i].Group, list[i].File = "Classification", "uci/"+list[i].File
	}
	return list
}

// lines keeps the rows that stand between two lines of the file.
func lines(from, to int) *Where {
	return &Where{func(line int) bool { return from <= line && line <= to }}
}

// except leaves one line of the file out.
func except(line int) *Where { return &Where{func(l int) bool { return l != line }} }
