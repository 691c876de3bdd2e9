package cli

import (
	"bytes"
	"context"
	"encoding/base64"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"strings"

	"github.com/kexplain/kexplain/internal/escape"
)

// serveProtocol is the version of the messages of kexplain serve.
const serveProtocol = 1

// maxRequest bounds a request in bytes.
const maxRequest = 1 << 30

// hello is the first message.
type hello struct {
	Program  string `json:"program"`
	Version  string `json:"version"`
	Protocol int    `json:"protocol"`
}

// request asks for one run of a command.
type request struct {
	ID json.RawMessage `json:"id"` // any value; the response has the same
	// Command and Args are those of the command line, such as "learn" and ["-", "--degree", "2"].
	Command string   `json:"command"`
	Args    []string `json:"args"`
	// Data is what the command reads as standard input: text, or bytes in base64.
	Data   string `json:"data"`
	Base64 string `json:"data_base64"`
}

// response is the outcome of a run.
type response struct {
	ID     json.RawMessage `json:"id"`
	Status int             `json:"status"` // the exit status
	// Result is what the command wrote, where that is JSON; Text where it is not.
	Result json.RawMessage `json:"result,omitempty"`
	Text   string          `json:"text,omitempty"`
	Error  string          `json:"error,omitempty"` // what it wrote to standard error
}

// newServe returns the command that answers requests of other programs.
func newServe() *command {
	stdio := false
	return &command{
		name: "serve", args: "", short: "answer requests of other programs, one JSON object a line",
		long: `Reads requests from standard input and writes a response for each to standard
output, in the same order, until the input ends. A request and a response are
one JSON object. The first line of output says which version answers.

  {"id": 1, "command": "learn", "args": ["-", "--format", "json"],
   "data": "x,y\n1,2\n…"}
  {"id": 1, "status": 0, "result": {"schema": "kexplain/learn/1", …}}

A request may take several lines, a response takes one. The command and its
arguments are those of the command line. "data" is what the command reads as
standard input; "data_base64" holds bytes, such as an NPY array. A program
starts kexplain once and asks many times.`,
		examples: []example{{"kexplain serve --stdio", "the first line; requests follow on standard input"}},
		bind: func(flags *flag.FlagSet) {
			flags.BoolVar(&stdio, "stdio", false, "talk over standard input and output; the only way there is")
		},
		accept: noArguments,
		run: func(ctx context.Context, s streams) error {
			if !stdio {
				return usageError{"found no --stdio, expected kexplain serve --stdio"}
			}
			return serve(ctx, s)
		},
	}
}

// serve answers requests until the input ends.
func serve(ctx context.Context, s streams) error {
	out := json.NewEncoder(s.out)
	out.SetEscapeHTML(false)
	if err := out.Encode(hello{Program: "kexplain", Version: version, Protocol: serveProtocol}); err != nil {
		return fmt.Errorf("standard output: %w", err)
	}
	limited := &io.LimitedReader{R: s.in, N: maxRequest}
	in := json.NewDecoder(limited)
	in.DisallowUnknownFields()
	for ctx.Err() == nil {
		var r request
		limited.N = maxRequest
		err := in.Decode(&r)
		var answer response
		switch {
		case errors.Is(err, io.EOF) && limited.N > 0:
			return nil
		case err != nil && limited.N <= 0:
			return usageError{fmt.Sprintf("found a request of more than %d bytes, which is the limit", maxRequest)}
		case isJSONType(err):
			answer = response{ID: r.ID, Status: statusUsage, Error: "kexplain serve: " + escape.Joined(err.Error())}
		case err != nil: // nothing after it can be understood
			err := usageError{"found a request that is no JSON object: " + escape.Joined(err.Error())}
			return errors.Join(err, out.Encode(response{Status: statusUsage, Error: "kexplain serve: " + err.Error()}))
		default:
			answer = r.answer(ctx, s.program)
		}
		if answer.ID == nil {
			answer.ID = json.RawMessage("null")
		}
		if err := out.Encode(answer); err != nil {
			return fmt.Errorf("standard output: %w", err)
		}
	}
	return ctx.Err()
}

// isJSONType reports whether a request is JSON, with a value of the wrong type or a key that
// none has.
func isJSONType(err error) bool {
	var wrong *json.UnmarshalTypeError
	return errors.As(err, &wrong) || err != nil && strings.HasPrefix(err.Error(), "json: unknown field ")
}

// answer runs the command of a request.
func (r request) answer(ctx context.Context, p Program) response {
	a := response{ID: r.ID}
	refuse := func(message string) response {
		a.Status, a.Error = statusUsage, "kexplain serve: "+message
		return a
	}
	switch {
	case r.Command == "":
		return refuse(`found no "command", expected one of ` + commandNames())
	case r.Command == "serve":
		return refuse("found the command serve in a request")
	case r.Data != "" && r.Base64 != "":
		return refuse("found both data and data_base64, expected one")
	}
	data := []byte(r.Data)
	if r.Base64 != "" {
		var err error
		if data, err = base64.StdEncoding.DecodeString(r.Base64); err != nil {
			return refuse("data_base64: " + err.Error())
		}
	}
	var out, stderr bytes.Buffer
	a.Status = run(ctx, streams{in: bytes.NewReader(data), out: &out, err: &stderr, program: p}, append([]string{r.Command}, r.Args...))
	if text := bytes.TrimSpace(out.Bytes()); len(text) > 0 && text[0] == '{' && json.Valid(text) {
		var compact bytes.Buffer
		if err := json.Compact(&compact, text); err == nil {
			a.Result = compact.Bytes()
		}
	} else {
		a.Text = out.String()
	}
	a.Error = strings.TrimSpace(stderr.String())
	return a
}
