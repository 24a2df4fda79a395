//go:build !windows

package process_test

import (
	"context"
	"strings"
	"testing"

	"github.com/minehand/minehand/llm/process"
)

// What a program is given by its variables is in nothing that is told of it,
// whatever it looks like; an address may be read.
func TestTheValuesOfVariablesAreNotTold(t *testing.T) {
	values := map[string]string{"MY_KEY": "hunter2-topsecret-9987", "MY_HOST": "http://localhost:11434", "PATH": "/usr/bin:/bin"}
	p := process.Program{
		Name: "mine", Argv: []string{"sh", "-c", `echo "$MY_KEY does not fit $MY_HOST" >&2; exit 4`}, Dir: t.TempDir(),
		Env: []string{"MY_KEY", "MY_HOST"}, Getenv: func(name string) string { return values[name] },
	}
	res, err := p.Run(context.Background(), process.Call{})
	if err == nil || strings.Contains(err.Error()+res.Stderr, "hunter2") || !strings.Contains(err.Error(), "[secret] does not fit http://localhost:11434") {
		t.Errorf("%v; %q", err, res.Stderr)
	}
	if err := p.Remote(1, "the key hunter2-topsecret-9987 is wrong"); strings.Contains(err.Error(), "hunter2") {
		t.Error(err)
	}
}
