package cli

import (
	"bytes"
	"context"
	"errors"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
)

// full is a device without space.
type full struct{}

func (full) Write([]byte) (int, error) { return 0, errors.New("no space left on device") }

// TestFull: every command says that its answer was not written, in one line, and its status
// is not 0.
func TestFull(t *testing.T) {
	t.Chdir(top(t))
	lines := []string{"help", "help --man", "learn --help", "version", "completion bash", "verify --list",
		"state testdata/circle.csv", "merge testdata/part1.kxs", "learn testdata/circle.csv", "check x=y testdata/circle.csv",
		"ideal testdata/circle.csv", "sql t --columns a,b", "predict volume*pressure=1409 testdata/boyle.csv --target pressure",
		"derive testdata/newton.txt --target a,T", "inductive s=a --init s=a --step a=a+1;s=s+1"}
	for _, line := range lines {
		var stderr bytes.Buffer
		status := run(context.Background(), streams{in: strings.NewReader(""), out: full{}, err: &stderr}, strings.Fields(line))
		assert.Equal(t, statusNoAnswer, status, line)
		assert.Regexp(t, `^kexplain[^\n]*no space left on device\n$`, stderr.String(), line)
	}
}
