// SPDX-License-Identifier: MIT

package providers_test

import (
	"errors"
	"os"
	"path/filepath"
	"reflect"
	"runtime"
	"slices"
	"strings"
	"testing"

	"github.com/minehand/minehand/llm"
	"github.com/minehand/minehand/llm/program"
	"github.com/minehand/minehand/llm/providers"
)

const docs = "../../docs/PROVIDERS.md"

// lacks names what the types miss: a part of the document that names the type
// and each of its settings, and a run of the suite.
func lacks(types []providers.Type, document string, suites map[string]func(*testing.T)) []string {
	var out []string
	for _, t := range types {
		_, part, found := strings.Cut(document, "\n## `"+t.Name+"`")
		part, _, _ = strings.Cut(part, "\n## ")
		if !found {
			out = append(out, t.Name+" has no part in docs/PROVIDERS.md: write one under ## `"+t.Name+"`")
		}
		if t.About == "" {
			out = append(out, t.Name+" does not say what it asks")
		}
		if found {
			for _, key := range keys(reflect.TypeOf((&providers.Entry{Type: t.Name}).Choose("config")).Elem()) {
				if !strings.Contains(part, "`"+key+"`") && !(t.Can.Process && strings.Contains(document, "\n| `"+key+"` |")) {
					out = append(out, t.Name+": docs/PROVIDERS.md does not tell its setting "+key)
				}
			}
		}
		if suites[t.Name] == nil {
			out = append(out, t.Name+" does not go through the shared suite: add it to suites")
		}
	}
	return out
}

func keys(t reflect.Type) []string {
	var out []string
	for i := range t.NumField() {
		switch tag := t.Field(i).Tag.Get("yaml"); tag {
		case "":
		case ",inline":
			out = append(out, keys(t.Field(i).Type)...)
		default:
			out = append(out, tag)
		}
	}
	return out
}

func TestEveryTypeIsWhole(t *testing.T) {
	raw, err := os.ReadFile(docs)
	if err != nil {
		t.Fatal(err)
	}
	for _, fault := range lacks(providers.Types(), string(raw), suites) {
		t.Error(fault)
	}
	for _, key := range slices.Concat(keys(reflect.TypeFor[providers.Entry]()), keys(reflect.TypeFor[providers.CommandEntry]())) {
		if !strings.Contains(string(raw), "`"+key+"`") {
			t.Errorf("docs/PROVIDERS.md does not tell the entry's %s", key)
		}
	}
}

// The rule about rules: a type that is added is reported wherever it lacks
// something.
func TestATypeThatLacksSomethingIsNamed(t *testing.T) {
	raw, err := os.ReadFile(docs)
	if err != nil {
		t.Fatal(err)
	}
	pigeon := providers.Type{Name: "pigeon", Can: providers.Can{Process: true}}
	all := strings.Join(lacks([]providers.Type{pigeon}, string(raw), suites), "\n")
	for _, want := range []string{
		"pigeon has no part in docs/PROVIDERS.md", "pigeon does not say what it asks", "pigeon does not go through the shared suite",
	} {
		if !strings.Contains(all, want) {
			t.Errorf("%q is not in\n%s", want, all)
		}
	}
}

func TestWords(t *testing.T) {
	for in, want := range map[string][]string{
		"python scripts/ai_agent_cmd.py": {"python", "scripts/ai_agent_cmd.py"},
		`python "my agent.py" --x='a b'`: {"python", "my agent.py", "--x=a b"},
		"echo $HOME `date`":              {"echo", "$HOME", "`date`"},
		"echo 'a; b'":                    {"echo", "a; b"},
	} {
		var w program.Words
		if err := w.SetText(in); err != nil || !slices.Equal(w, want) {
			t.Errorf("%q: %q, %v", in, w, err)
		}
	}
	for in, want := range map[string]string{
		"cat a | sh": `has a '|', which only a shell would read`, "a; b": "only a shell", "a > b": "only a shell", "a & b": "only a shell",
		`python "agent`: "quotes", "": "",
	} {
		var w program.Words
		if err := w.SetText(in); (err == nil) != (want == "") || err != nil && !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %q, %v", in, w, err)
		}
	}
}

// TestWhereAProgramRuns: relative paths are the config file's.
func TestWhereAProgramRuns(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("no shell scripts there")
	}
	dir := t.TempDir()
	if err := os.Mkdir(filepath.Join(dir, "tools"), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, "tools", "model"), []byte("#!/bin/sh\ncat >/dev/null; pwd\n"), 0o700); err != nil {
		t.Fatal(err)
	}
	real, err := filepath.EvalSymlinks(dir)
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct{ path, dir, want string }{{"tools/model", "", real}, {"./model", "tools", filepath.Join(real, "tools")}} {
		p := routed(t, providers.Entry{Type: "text", Config: &providers.Text{Program: providers.Program{Path: c.path, Dir: c.dir}}}, providers.Env{Dir: dir})
		if resp, err := p.Generate(t.Context(), llm.Request{Prompt: "where?"}); err != nil || resp.Content != c.want {
			t.Errorf("%s: %q, %v", c.path, resp.Content, err)
		}
	}
	p := routed(t, providers.Entry{Type: "text", Config: &providers.Text{Program: providers.Program{Path: "model"}}}, providers.Env{Dir: filepath.Join(dir, "tools")})
	if _, err := p.Health(t.Context()); !errors.Is(err, llm.ErrNotFound) {
		t.Errorf("a bare name was looked for outside the PATH: %v", err)
	}
}

// The base document's layout: config/ai_providers.yaml names scripts/agent.sh, which
// lies beside config, not in it. A file beside the config comes first.
func TestTheBaseDocumentsLayoutIsFound(t *testing.T) {
	root := t.TempDir()
	write := func(says string, path ...string) {
		t.Helper()
		name := filepath.Join(append([]string{root}, path...)...)
		if err := os.MkdirAll(filepath.Dir(name), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, []byte("cat >/dev/null; echo "+says+"\n"), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	ask := func() string {
		t.Helper()
		if runtime.GOOS == "windows" {
			t.Skip("no shell there")
		}
		p := routed(t, providers.Entry{Type: "text", Config: &providers.Text{Program: providers.Program{Path: "sh", Args: []string{"scripts/agent.sh"}}}},
			providers.Env{Dir: filepath.Join(root, "config")})
		resp, err := p.Generate(t.Context(), llm.Request{Prompt: "where?"})
		if err != nil {
			t.Error(err)
		}
		return resp.Content
	}
	write("", "config", "ai_providers.yaml")
	write("over it", "scripts", "agent.sh")
	if got := ask(); got != "over it" {
		t.Errorf("ran the one %q", got)
	}
	write("beside it", "config", "scripts", "agent.sh")
	if got := ask(); got != "beside it" {
		t.Errorf("ran the one %q", got)
	}
}

// max_retries repeats a run that failed, and never one that answered: an error of
// the program's own is an answer.
func TestMaxRetries(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("no shell there")
	}
	const script = `read line; id=${line#*\"id\":\"}; id=${id%%\"*}
echo ran >> runs
if [ "$(wc -l < runs)" -lt "$1" ]; then echo gone >&2; exit 3; fi
if [ "$2" = refuse ]; then echo "{\"id\":$id,\"error\":{\"code\":1,\"message\":\"no\"}}"; exit 1; fi
echo "{\"id\":$id,\"result\":{\"output\":\"hi\"}}"
`
	for _, c := range []struct {
		about string
		most  *int
		args  []string
		runs  int
		err   error
	}{
		{"fails twice, may be repeated twice", ptr(2), []string{"3"}, 3, nil},
		{"fails twice, may be repeated once", ptr(1), []string{"3"}, 2, llm.ErrExit},
		{"fails, says nothing of repeating", nil, []string{"2"}, 1, llm.ErrExit},
		{"refuses", ptr(3), []string{"1", "refuse"}, 1, llm.ErrRemote},
	} {
		dir := t.TempDir()
		if err := os.WriteFile(filepath.Join(dir, "agent.sh"), []byte(script), 0o600); err != nil {
			t.Fatal(err)
		}
		entry := providers.CommandEntry{ProviderID: "mine", Command: append([]string{"sh", "agent.sh"}, c.args...), MaxRetries: c.most}
		if err := entry.Check(); err != nil {
			t.Fatal(err)
		}
		resp, err := routed(t, entry.Entry(), providers.Env{Dir: dir}).Generate(t.Context(), llm.Request{Task: llm.TaskChat, Prompt: "hello"})
		runs, _ := os.ReadFile(filepath.Join(dir, "runs"))
		if n := strings.Count(string(runs), "ran"); n != c.runs || !errors.Is(err, c.err) || err == nil && resp.Content != "hi" {
			t.Errorf("%s: %d runs, %q, %v", c.about, n, resp.Content, err)
		}
	}
	over := providers.CommandEntry{ProviderID: "mine", Command: []string{"sh"}, MaxRetries: ptr(1000)}
	if err := over.Check(); err == nil || !strings.Contains(err.Error(), "max_retries: 1000 cannot be meant; use 0 to 64") {
		t.Error(err)
	}
}
