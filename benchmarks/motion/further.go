package main

import "math"

// further are the systems by which the rules were tried that were made on the nine: fourteen of a
// stranger, of which the rules about motion within groups were made, and eleven drawn after those.
var further = []system{
	{"Duffing", []string{"x", "v"}, "", 10, true, []float64{-1.5, -1}, []float64{1.5, 1}, func(d, z []float64, _ float64) {
		d[0], d[1] = z[1], z[0]-z[0]*z[0]*z[0]
	}},
	{"Euler's top", []string{"a", "b", "c"}, "", 10, true, []float64{-1, -1, -1}, []float64{1, 1, 1}, func(d, z []float64, _ float64) {
		d[0], d[1], d[2] = -z[1]*z[2], z[2]*z[0], -z[0]*z[1]/3
	}},
	{"coupled springs", []string{"x", "y", "p", "q"}, "", 10, true, []float64{-1, -1, -1, -1}, []float64{1, 1, 1, 1},
		func(d, z []float64, _ float64) {
			d[0], d[1], d[2], d[3] = z[2], z[3], -z[0]-0.5*(z[0]-z[1]), -z[1]-0.5*(z[1]-z[0])
		}},
	{"epidemic", []string{"S", "I", "R"}, "", 12, true, []float64{0.6, 0.05, 0}, []float64{0.95, 0.3, 0.1}, func(d, z []float64, _ float64) {
		d[0], d[1], d[2] = -1.2*z[0]*z[1], 1.2*z[0]*z[1]-0.4*z[1], 0.4*z[1]
	}},
	{"quartic oscillator", []string{"x", "v"}, "", 8, true, []float64{-1.5, -1.5}, []float64{1.5, 1.5}, func(d, z []float64, _ float64) {
		d[0], d[1] = z[1], -z[0]*z[0]*z[0]
	}},
	{"A + B → C", []string{"A", "B", "C"}, "", 4, true, []float64{0.5, 0.1, 0}, []float64{2, 1.5, 0.5}, func(d, z []float64, _ float64) {
		d[0], d[1], d[2] = -z[0]*z[1], -z[0]*z[1], z[0]*z[1]
	}},
	{"cubic oscillator", []string{"x", "v"}, "", 10, true, []float64{-0.3, -0.3}, []float64{0.3, 0.3}, func(d, z []float64, _ float64) {
		d[0], d[1] = z[1], -z[0]+z[0]*z[0]
	}},
	{"coupled quartic", []string{"x", "y", "p", "q"}, "", 10, true, []float64{-1, -1, -1, -1}, []float64{1, 1, 1, 1},
		func(d, z []float64, _ float64) {
			d[0], d[1], d[2], d[3] = z[2], z[3], -z[0]-z[0]*z[1]*z[1], -z[1]-z[1]*z[0]*z[0]
		}},
	{"enzyme", []string{"E", "S", "C", "P"}, "", 6, true, []float64{0.3, 0.8, 0, 0}, []float64{1, 2, 0.2, 0.3}, func(d, z []float64, _ float64) {
		v := 2*z[0]*z[1] - 0.5*z[2]
		d[0], d[1], d[2], d[3] = -v+z[2], -v, v-z[2], z[2]
	}},
	{"charge in a trap", []string{"x", "y", "u", "w"}, "", 8, true, []float64{-1, -1, -1, -1}, []float64{1, 1, 1, 1},
		func(d, z []float64, _ float64) {
			d[0], d[1], d[2], d[3] = z[2], z[3], -z[0]+0.8*z[3], -z[1]-0.8*z[2]
		}},
	{"Maxwell–Bloch", []string{"x", "y", "z"}, "", 8, true, []float64{-1, -1, -1}, []float64{1, 1, 1}, func(d, z []float64, _ float64) {
		d[0], d[1], d[2] = z[1], z[0]*z[2], -z[0]*z[1]
	}},
	{"uneven wells", []string{"x", "v"}, "", 9, true, []float64{-1.2, -0.8}, []float64{1.2, 0.8}, func(d, z []float64, _ float64) {
		d[0], d[1] = z[1], z[0]+0.3*z[0]*z[0]-z[0]*z[0]*z[0]
	}},
	{"Brusselator", []string{"x", "y"}, "", 15, false, []float64{0.5, 0.5}, []float64{2.5, 3}, func(d, z []float64, _ float64) {
		d[0], d[1] = 1+z[0]*z[0]*z[1]-3.5*z[0], 2.5*z[0]-z[0]*z[0]*z[1]
	}},
	{"damped Duffing", []string{"x", "v"}, "", 12, false, []float64{-1.5, -1}, []float64{1.5, 1}, func(d, z []float64, _ float64) {
		d[0], d[1] = z[1], z[0]-z[0]*z[0]*z[0]-0.25*z[1]
	}},
	{"FitzHugh–Nagumo", []string{"v", "w"}, "", 20, false, []float64{-2, -1}, []float64{2, 1.5}, func(d, z []float64, _ float64) {
		d[0], d[1] = z[0]-z[0]*z[0]*z[0]/3-z[1]+0.5, 0.08*(z[0]+0.7-0.8*z[1])
	}},
	{"satiated predator", []string{"x", "y"}, "", 15, false, []float64{0.5, 0.3}, []float64{2, 1.5}, func(d, z []float64, _ float64) {
		eaten := z[0] * z[1] / (1 + z[0])
		d[0], d[1] = z[0]*(1-z[0]/2.5)-eaten, eaten-0.4*z[1]
	}},
	{"Chua", []string{"x", "y", "z"}, "", 10, false, []float64{-1, -0.3, -1}, []float64{1, 0.3, 1}, func(d, z []float64, _ float64) {
		d[0], d[1], d[2] = 9*(z[1]-z[0]*z[0]*z[0]/6+z[0]/6), z[0]-z[1]+z[2], -14*z[1]
	}},
	{"driven oscillator", []string{"x", "v"}, "", 12, false, []float64{-1, -1}, []float64{1, 1}, func(d, z []float64, t float64) {
		d[0], d[1] = z[1], -z[0]-0.1*z[1]+0.5*math.Cos(1.3*t)
	}},
	{"competition", []string{"x", "y"}, "", 6, false, []float64{0.1, 0.1}, []float64{1.5, 1.5}, func(d, z []float64, _ float64) {
		d[0], d[1] = z[0]*(1-z[0]-0.5*z[1]), z[1]*(1-0.7*z[0]-z[1])
	}},
	{"Sel'kov", []string{"x", "y"}, "", 20, false, []float64{0.3, 0.3}, []float64{2, 2}, func(d, z []float64, _ float64) {
		d[0], d[1] = -z[0]+0.08*z[1]+z[0]*z[0]*z[1], 0.6-0.08*z[1]-z[0]*z[0]*z[1]
	}},
	{"Rayleigh", []string{"x", "v"}, "", 12, false, []float64{-2, -1.5}, []float64{2, 1.5}, func(d, z []float64, _ float64) {
		d[0], d[1] = z[1], 0.6*(z[1]-z[1]*z[1]*z[1]/3)-z[0]
	}},
	{"slightly damped", []string{"x", "v"}, "", 12, false, []float64{-2, -2}, []float64{2, 2}, func(d, z []float64, _ float64) {
		d[0], d[1] = z[1], -z[0]-0.1*z[1]
	}},
	{"Halvorsen", []string{"x", "y", "z"}, "", 4, false, []float64{-4, -4, -4}, []float64{2, 2, 2}, func(d, z []float64, _ float64) {
		d[0], d[1], d[2] = -1.4*z[0]-4*z[1]-4*z[2]-z[1]*z[1], -1.4*z[1]-4*z[2]-4*z[0]-z[2]*z[2], -1.4*z[2]-4*z[0]-4*z[1]-z[0]*z[0]
	}},
	{"food chain", []string{"x", "y", "z"}, "", 15, false, []float64{0.3, 0.3, 0.3}, []float64{1.2, 1, 1}, func(d, z []float64, _ float64) {
		d[0], d[1], d[2] = z[0]*(1-z[0]-z[1]), z[1]*(z[0]-0.3-0.5*z[2]), z[2]*(0.5*z[1]-0.15)
	}},
	{"Thomas", []string{"x", "y", "z"}, "", 20, false, []float64{-2, -2, -2}, []float64{2, 2, 2}, func(d, z []float64, _ float64) {
		d[0], d[1], d[2] = math.Sin(z[1])-0.2*z[0], math.Sin(z[2])-0.2*z[1], math.Sin(z[0])-0.2*z[2]
	}},
}
