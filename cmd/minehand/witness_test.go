// SPDX-License-Identifier: MIT

package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestWitness: a proof that holds is signed by more than one, who are shown; a signature of
// another file, a false name or another key refuses the file.
func TestWitness(t *testing.T) {
	text, err := os.ReadFile(filepath.Join("testdata", "wall.proof.json"))
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	file := filepath.Join(dir, "wall.json")
	write := func(data []byte) {
		t.Helper()
		if err := os.WriteFile(file, data, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	run := func(args ...string) (string, int) {
		var out bytes.Buffer
		root := newRoot(strings.NewReader(""), &out, &out)
		root.SetArgs(args)
		err, code := root.Execute(), exitComplete
		if exit := (*exitError)(nil); errors.As(err, &exit) {
			code = exit.code
		}
		if err != nil {
			return out.String() + err.Error(), code
		}
		return out.String(), code
	}
	sign := func(name, key string) (string, int) {
		return run("witness", "--name", name, "--key", filepath.Join(dir, key), file)
	}
	write(text)
	for _, one := range []struct{ name, key string }{{"Alex", "a.key"}, {"Server of Sam", "b.key"}, {"Alex again", "a.key"}} {
		if said, code := sign(one.name, one.key); code != exitComplete || !strings.Contains(said, "Signed by "+one.name+". Tell others your fingerprint: ") {
			t.Errorf("%s: %d, %s", one.name, code, said)
		}
	}
	said, code := run("verify", file)
	if code != exitComplete || strings.Count(said, "Signed by ") != 2 || !strings.Contains(said, "Signed by Server of Sam, on ") ||
		!strings.Contains(said, "Signed by Alex again, on ") {
		t.Errorf("shown are %d, %s", code, said)
	}
	signed, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	for what, change := range map[string]func(first, second map[string]any){
		"another name": func(first, _ map[string]any) { first["name"] = "Notch" },
		"another time": func(first, _ map[string]any) { first["at"] = "2020-01-01T00:00:00Z" },
		"another key":  func(first, second map[string]any) { first["key"] = second["key"] },
		"no key":       func(first, _ map[string]any) { first["key"] = "" },
	} {
		var f map[string]json.RawMessage
		var list []map[string]any
		if err := json.Unmarshal(signed, &f); err != nil {
			t.Fatal(err)
		}
		if err := json.Unmarshal(f["witnesses"], &list); err != nil {
			t.Fatal(err)
		}
		change(list[0], list[1])
		witnesses, err := json.Marshal(list)
		if err != nil {
			t.Fatal(err)
		}
		f["witnesses"] = witnesses
		data, err := json.Marshal(f)
		if err != nil {
			t.Fatal(err)
		}
		write(data)
		for _, command := range []string{"verify", "witness"} {
			if said, code := run(command, file); code != exitIncomplete || !strings.Contains(said, "it was altered after it was saved: what ") {
				t.Errorf("%s, %s: %d, %s", what, command, code, said)
			}
		}
	}
	write(bytes.Replace(text, []byte(`"count": 6`), []byte(`"count": 5`), 1))
	if said, code := sign("Alex", "a.key"); code != exitIncomplete {
		t.Errorf("an altered one is signed: %d, %s", code, said)
	}
	write(text)
	if said, code := sign(" ", "a.key"); code != exitBadInput || !strings.Contains(said, "--name") {
		t.Errorf("nobody signs: %d, %s", code, said)
	}
	if err := os.WriteFile(filepath.Join(dir, "bad.key"), []byte("x"), 0o600); err != nil {
		t.Fatal(err)
	}
	if said, code := sign("Alex", "bad.key"); code != exitBadInput || !strings.Contains(said, "holds no key") {
		t.Errorf("a key that is none: %d, %s", code, said)
	}
}
