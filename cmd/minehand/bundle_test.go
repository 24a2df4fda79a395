// SPDX-License-Identifier: MIT

package main

import (
	"archive/zip"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/minehand/minehand/cmd/internal/app/settings"
)

// A bundle tells what a bug report needs and nothing of whose it is.
func TestABundleHoldsNothingPersonal(t *testing.T) {
	home := t.TempDir()
	data := filepath.Join(home, "data")
	if err := os.MkdirAll(data, 0o700); err != nil {
		t.Fatal(err)
	}
	for name, text := range map[string]string{
		filepath.Join(data, "control-token"): "THE-TOKEN-OF-THE-CONTROL-SIDE-IS-HERE",
		filepath.Join(home, "config.yaml"): fmt.Sprintf("port: 0\ndata_dir: %s\nproviders:\n  - {name: mine, type: openai, config: {url: \"http://me:hunter2hunter2@127.0.0.1:1\", api_key_env: MINE_KEY}}\n",
			strings.ReplaceAll(data, `\`, `\\`)),
	} {
		if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	file := filepath.Join(home, "report.zip")
	cmd := program(t.Context(), t, "doctor", "--config", filepath.Join(home, "config.yaml"), "--bundle", file)
	cmd.Env = append(cmd.Env, "HOME="+home, "USERPROFILE="+home, "MINE_KEY=sk-verysecretkeyverysecretkey")
	out, err := cmd.CombinedOutput()
	if err == nil {
		t.Errorf("a model server that does not answer is no fault: %s", out)
	}
	r, err := zip.OpenReader(file)
	if err != nil {
		t.Fatalf("%v after %s", err, out)
	}
	defer r.Close()
	texts := map[string]string{}
	for _, f := range r.File {
		in, err := f.Open()
		if err != nil {
			t.Fatal(err)
		}
		text, err := io.ReadAll(in)
		if err != nil {
			t.Fatal(err)
		}
		_ = in.Close()
		texts[f.Name] = string(text)
		for _, secret := range []string{"hunter2", "sk-very", "THE-TOKEN", home} {
			if strings.Contains(string(text), secret) {
				t.Errorf("%s holds %s: %s", f.Name, secret, text)
			}
		}
	}
	for name, part := range map[string]string{
		"about.txt": "minehand ", "doctor.txt": "FIX  mine", "config.json": "MINE_KEY", "instances.json": "[", "data-folder.txt": "control-token",
	} {
		if !strings.Contains(texts[name], part) {
			t.Errorf("%s: %q", name, texts[name])
		}
	}
	if info, err := os.Stat(file); err != nil || os.PathSeparator == '/' && info.Mode().Perm() != 0o600 {
		t.Errorf("%v, %v", info, err)
	}
}

// TestDataFolderOfTheBundle: its files without what is in them; one that is not there
// is no fault.
func TestDataFolderOfTheBundle(t *testing.T) {
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "journal.db"), []byte("secret"), 0o600); err != nil {
		t.Fatal(err)
	}
	if text := dataFiles(settings.Config{DataDir: dir}); !strings.Contains(text, "          6 ") || !strings.Contains(text, "journal.db") || strings.Contains(text, "secret") {
		t.Errorf("%q", text)
	}
	none := filepath.Join(dir, "none")
	if text := dataFiles(settings.Config{DataDir: none}); text != none+" is not there; the first goal makes it.\n" {
		t.Errorf("%q", text)
	}
}
