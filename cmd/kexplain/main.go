// Kexplain learns the polynomial equations that data satisfy, checks given
// ones, and finds the exact vanishing ideals of points.
//
// Run "kexplain help" for the commands, "kexplain help COMMAND" for one of
// them. The commands are in package cli.
package main

import "github.com/kexplain/kexplain/cmd/kexplain/cli"

func main() { cli.Main(cli.Program{}) }
