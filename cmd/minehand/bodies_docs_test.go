// SPDX-License-Identifier: MIT

//go:build clients

package main

import (
	"context"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/minehand/minehand/conformance"
	"github.com/minehand/minehand/ui/view"
)

// exampleBody starts a body of the documents on a port, from a folder of its own: it writes
// its token beside itself.
func exampleBody(t *testing.T, file string, port int, program string, args ...string) {
	t.Helper()
	if program == "" {
		t.Skip("its interpreter is not here: make test-clients brings it")
	}
	text, err := os.ReadFile(filepath.Join("..", "..", "docs", "examples", "bodies", file))
	if err != nil {
		t.Fatal(err)
	}
	copied := filepath.Join(t.TempDir(), file)
	if err := os.WriteFile(copied, text, 0o600); err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(program, append(args, copied, strconv.Itoa(port))...)
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = cmd.Process.Kill(); _ = cmd.Wait() })
}

// TestTheBodiesOfTheDocuments: what a mod author begins from passes conformance, and what
// one that digs and places tells of that is looked at.
func TestTheBodiesOfTheDocuments(t *testing.T) {
	for _, c := range []struct {
		file, program string
		args          []string
		passes        []string
	}{
		{"body.py", os.Getenv("MINEHAND_PYTHON"), nil, nil},
		{"body.ts", os.Getenv("MINEHAND_NODE"), []string{"--experimental-strip-types"}, []string{
			"rule-19/reported", "rule-19/kept", "rule-19/outage", "rule-20/survey", "action/mine/complete", "action/mine/at-place", "action/place/complete", "action/place/anywhere",
		}},
	} {
		t.Run(c.file, func(t *testing.T) {
			t.Parallel()
			l, err := net.Listen("tcp", "127.0.0.1:0")
			if err != nil {
				t.Fatal(err)
			}
			suite, err := conformance.New(conformance.Config{Wait: time.Minute})
			if err != nil {
				t.Fatal(err)
			}
			server := &http.Server{Handler: suite}
			go func() { _ = server.Serve(l) }()
			defer server.Close()
			exampleBody(t, c.file, l.Addr().(*net.TCPAddr).Port, c.program, c.args...)
			report, err := suite.Run(t.Context())
			if err != nil {
				t.Fatal(err)
			}
			for _, v := range report.Verdicts {
				if v.Result == conformance.Fail || v.Result != conformance.Pass && slices.Contains(c.passes, v.ID) {
					t.Errorf("%s: %s", v.ID, v.Sentence)
				}
			}
			t.Logf("%d passed in %.0f s", report.Count(conformance.Pass), report.Seconds)
		})
	}
}

// TestTheBodiesOfTheDocumentsTellWhatTheyChange: of a goal that digs and places the card has
// what the example says, and what is put back is shown by its survey.
func TestTheBodiesOfTheDocumentsTellWhatTheyChange(t *testing.T) {
	t.Parallel()
	ctx, cancel := context.WithTimeout(t.Context(), patience)
	defer cancel()
	s := newServer(ctx, t)
	exampleBody(t, "body.ts", s.port, os.Getenv("MINEHAND_NODE"), "--experimental-strip-types")
	ended := func(id string) view.TaskRecord {
		var r view.TaskRecord
		eventually(t, patience, "the end of "+id+", with a look at it", func() bool {
			r = s.record(id)
			return r.Task.State.Ended() && r.Changes != nil && r.Changes.Shown+r.Changes.Back == r.Changes.Cells
		})
		return r
	}
	if c := ended(s.submit("mine 2 grass blocks")).Changes; !c.Told || c.Incomplete || c.Dug["grass_block"] != 2 || c.Cells != 2 {
		t.Errorf("mining changed %+v", c)
	}
	id := s.submit("place 2 dirt")
	if c := ended(id).Changes; !c.Told || c.Incomplete || c.Placed["dirt"] != 2 || c.Cells != 2 {
		t.Errorf("placing changed %+v", c)
	}
	q, err := s.client.PutBack(ctx, view.OfTask{TaskID: id})
	if err != nil {
		t.Fatal(err)
	}
	r := ended(q.TaskID)
	if got := r.Changes.Outcome; got["restored"] != 2 || len(got) != 1 {
		t.Errorf("put back: %s (%s), %v", r.Task.State, r.Task.Reason, got)
	}
}

// TestTheFirstPageShowsTheExampleAsItIs: what is copied from it works.
func TestTheFirstPageShowsTheExampleAsItIs(t *testing.T) {
	page, err := os.ReadFile(filepath.Join("..", "..", "docs", "protocol", "FIRST_BODY.md"))
	if err != nil {
		t.Fatal(err)
	}
	body, err := os.ReadFile(filepath.Join("..", "..", "docs", "examples", "bodies", "body.py"))
	if err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(string(page), "```python\n"+string(body)+"```") {
		t.Error("docs/protocol/FIRST_BODY.md does not show docs/examples/bodies/body.py as it is")
	}
	lines := 0
	for line := range strings.Lines(string(body)) {
		if code := strings.TrimSpace(line); code != "" && !strings.HasPrefix(code, "#") {
			lines++
		}
		if len(line) > 150 || strings.Contains(line, ";") {
			t.Errorf("no plain line: %s", line)
		}
	}
	if lines > 60 {
		t.Errorf("the body in sixty lines has %d", lines)
	}
}
