package cli

// commands returns the subcommands of the program that the page runs in a browser. It is
// to be small, so it has those that the page needs.
func commands() []*command {
	return []*command{newLearn(), newCheck(), newVersion()}
}
