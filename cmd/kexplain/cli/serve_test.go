package cli

import (
	"encoding/base64"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// exchange sends requests to kexplain serve and returns the responses after the hello.
func exchange(t *testing.T, requests ...string) (status int, answers []response, stderr string) {
	t.Helper()
	status, out, stderr := call(t, strings.Join(requests, "\n"), "serve", "--stdio")
	lines := strings.Split(strings.TrimSpace(out), "\n")
	var h hello
	require.NoError(t, json.Unmarshal([]byte(lines[0]), &h))
	assert.Equal(t, hello{Program: "kexplain", Version: version, Protocol: serveProtocol}, h)
	for _, line := range lines[1:] {
		var a response
		require.NoError(t, json.Unmarshal([]byte(line), &a), line)
		answers = append(answers, a)
	}
	return status, answers, stderr
}

// TestServe holds a response to what the command line prints.
func TestServe(t *testing.T) {
	data, err := os.ReadFile(filepath.Join(top(t), "testdata", "circle.csv"))
	require.NoError(t, err)
	text, err := json.Marshal(string(data))
	require.NoError(t, err)
	status, answers, stderr := exchange(t,
		`{"id": 7, "command": "learn", "args": ["-", "--degree", "2", "--format", "json"], "data": `+string(text)+`}`,
		`{"id": "b", "command": "learn", "args": ["-", "--degree", "2"], "data_base64": "`+base64.StdEncoding.EncodeToString(data)+`"}`,
		`{"id": [1], "command": "learn", "args": ["-"], "data": "x,y\n1,2\n"}`,
		`{"command": "version"}`,
	)
	assert.Equal(t, statusDone, status)
	assert.Empty(t, stderr)
	require.Len(t, answers, 4)
	_, out, _ := call(t, string(data), "learn", "-", "--degree", "2", "--format", "json")
	assert.JSONEq(t, out, string(answers[0].Result))
	assert.JSONEq(t, "7", string(answers[0].ID))
	_, out, _ = call(t, string(data), "learn", "-", "--degree", "2")
	assert.Equal(t, out, answers[1].Text)
	assert.Equal(t, statusNoAnswer, answers[2].Status)
	assert.Contains(t, answers[2].Error, "kexplain learn: ")
	assert.JSONEq(t, "[1]", string(answers[2].ID))
	assert.JSONEq(t, "null", string(answers[3].ID))
	assert.Contains(t, answers[3].Text, "kexplain "+version)
}

func TestServeRefuses(t *testing.T) {
	status, answers, _ := exchange(t,
		`{"id": 1}`,
		`{"id": 2, "command": "serve", "args": ["--stdio"]}`,
		`{"id": 3, "command": "learn", "data": "x", "data_base64": "eA=="}`,
		`{"id": 4, "command": "learn", "data_base64": "?"}`,
		`{"id": 5, "command": 5}`,
		`{"id": 6, "command": "nothing"}`,
		`{"command": "version", "arguments": [], "id": 7}`,
	)
	assert.Equal(t, statusDone, status)
	require.Len(t, answers, 7)
	assert.JSONEq(t, "7", string(answers[6].ID))
	for i, want := range []string{`found no "command"`, "the command serve in a request", "both data and data_base64", "data_base64: illegal", "cannot unmarshal number", "expected one of", `unknown field "arguments"`} {
		assert.Equal(t, statusUsage, answers[i].Status)
		assert.Contains(t, answers[i].Error, want)
	}
	status, answers, stderr := exchange(t, `{"id": 1, "command": "version"}`, `nonsense`)
	assert.Equal(t, statusUsage, status)
	require.Len(t, answers, 2)
	assert.Contains(t, answers[1].Error, "no JSON object")
	assert.Contains(t, stderr, "no JSON object")
	status, _, stderr = call(t, "", "serve")
	assert.Equal(t, statusUsage, status)
	assert.Contains(t, stderr, "found no --stdio")
}
