// SPDX-License-Identifier: MIT

package main

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/minehand/minehand/cmd/internal/app"
	"github.com/minehand/minehand/planner/goals"
)

// phrasesCommand runs "minehand phrases" and returns what it printed.
func phrasesCommand(t *testing.T, args ...string) (string, error) {
	t.Helper()
	var out strings.Builder
	root := newRoot(strings.NewReader(""), &out, &out)
	root.SetArgs(append([]string{"phrases"}, args...))
	err := root.Execute()
	return out.String(), err
}

const ownPhrases = `language: en
verbs:
  give:
    say:
      - (yeet|lob) {thing}+<and> [away]
    examples:
      "yeet 3 dirt": "give(thing: 3 dirt)"
`

func TestPhrasesCheck(t *testing.T) {
	for text, want := range map[string]string{
		ownPhrases: "no mistakes; ",
		strings.Replace(ownPhrases, "{thing}", "{thin}", 1):              "line 5: \"(yeet|lob) {thin}+<and> [away]\" has no slot {thin}",
		strings.Replace(ownPhrases, "give(thing: 3 dirt)", "give()", 1):  "is read as give(thing: 3 dirt), and it says give()",
		strings.Replace(ownPhrases, "yeet 3 dirt", "catapult 3 dirt", 1): "nothing takes \"catapult\"",
		strings.Replace(ownPhrases, "(yeet|lob)", "(yeet|craft)", 1):     "with it the example",
		strings.Replace(ownPhrases, "verbs:", "verbz:", 1):               "verbz",
	} {
		path := filepath.Join(t.TempDir(), "own.yaml")
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		out, err := phrasesCommand(t, "check", path)
		if err != nil {
			out += err.Error()
		}
		if !strings.Contains(out, want) {
			t.Errorf("%s\n%s, want %q", text, out, want)
		}
	}
}

func TestPhrasesTryAndList(t *testing.T) {
	for _, c := range []struct{ want, args string }{
		{"de  weight 0.0  give(thing: 3 diamond, to: me)", "try gib mir 3 Diamanten"},
		{"was taken for \"diamonds\"", "try fetch me 3 diamunds"},
		{"nothing takes \"quietly\"", "try get 3 logs quietly"},
		{fmt.Sprintf("zh  中文: %d verbs, ", len(goals.Spoken())), "list"},
		{"not judged by a native speaker", "list"},
		{"(follow|", "list en"},
		{"there are no phrases of the language \"xx\"", "list xx"},
	} {
		out, err := phrasesCommand(t, strings.Fields(c.args)...)
		if err != nil {
			out += err.Error()
		}
		if !strings.Contains(out, c.want) {
			t.Errorf("%s: %s, want %q", c.args, out, c.want)
		}
	}
}

// What a sentence means is kept in the file of own phrases.
func TestPhrasesMean(t *testing.T) {
	path := filepath.Join(t.TempDir(), app.PhrasesFile)
	app.UseOwnPhrases(func() (string, error) { return path, nil })
	t.Cleanup(func() { app.UseOwnPhrases(func() (string, error) { return "", os.ErrNotExist }) })
	if out, err := phrasesCommand(t, "mean", "gleam on", "craft 4 torches"); err != nil || !strings.Contains(out, `"gleam on" means "craft 4 torches" from now on.`) {
		t.Errorf("%s, %v", out, err)
	}
	if raw, err := os.ReadFile(path); err != nil || string(raw) != "language: en\nmeans:\n  \"gleam on\": \"craft 4 torches\"\n" {
		t.Errorf("%s, %v", raw, err)
	}
	if out, err := phrasesCommand(t, "check", path); err != nil {
		t.Errorf("%s, %v", out, err)
	}
	if _, err := phrasesCommand(t, "mean", "gleam on", "make it pretty"); err == nil || !strings.Contains(err.Error(), "is not understood") {
		t.Errorf("%v", err)
	}
}
