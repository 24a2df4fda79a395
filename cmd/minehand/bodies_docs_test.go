// SPDX-License-Identifier: MIT

//go:build clients

package main

import (
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/minehand/minehand/conformance"
)

// TestTheBodiesOfTheDocuments: what a mod author begins from passes conformance.
func TestTheBodiesOfTheDocuments(t *testing.T) {
	for _, c := range []struct {
		file, program string
		args          []string
	}{
		{"body.py", os.Getenv("MINEHAND_PYTHON"), nil},
		{"body.ts", os.Getenv("MINEHAND_NODE"), []string{"--experimental-strip-types"}},
	} {
		t.Run(c.file, func(t *testing.T) {
			t.Parallel()
			if c.program == "" {
				t.Skip("its interpreter is not here: make test-clients brings it")
			}
			text, err := os.ReadFile(filepath.Join("..", "..", "docs", "examples", "bodies", c.file))
			if err != nil {
				t.Fatal(err)
			}
			file := filepath.Join(t.TempDir(), c.file) // it writes its token beside itself
			if err := os.WriteFile(file, text, 0o600); err != nil {
				t.Fatal(err)
			}
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
			cmd := exec.Command(c.program, append(c.args, file, strconv.Itoa(l.Addr().(*net.TCPAddr).Port))...)
			var said strings.Builder
			cmd.Stdout, cmd.Stderr = &said, &said
			if err := cmd.Start(); err != nil {
				t.Fatal(err)
			}
			defer func() { _ = cmd.Process.Kill(); _ = cmd.Wait() }()
			report, err := suite.Run(t.Context())
			if err != nil {
				t.Fatal(err)
			}
			for _, v := range report.Verdicts {
				if v.Result == conformance.Fail {
					t.Errorf("%s: %s", v.ID, v.Sentence)
				}
			}
			t.Logf("%d passed in %.0f s", report.Count(conformance.Pass), report.Seconds)
		})
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
}
