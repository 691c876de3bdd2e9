//go:build !js

package cli

// commands returns all subcommands in the order of the help.
func commands() []*command {
	return []*command{
		newLearn(), newCheck(), newState(), newMerge(), newSQL(), newPredict(), newIdeal(), newDerive(), newInductive(), newCompare(), newClassify(), newCluster(), newFit(),
		newVerify(), newExperiment(), newServe(), newCompletion(), newVersion(),
	}
}
