// SPDX-License-Identifier: MIT

package app

import (
	"os"
	"path/filepath"
	"testing"
)

// The file stands beside the config file; without one there are no phrases of one's own.
func TestOwnPhrasesStandBesideTheConfig(t *testing.T) {
	own.file = PhrasesPath
	t.Cleanup(func() { own.file = nil })
	dir := t.TempDir()
	for _, name := range []string{"XDG_CONFIG_HOME", "AppData", "HOME"} { // Linux, Windows, macOS
		t.Setenv(name, dir)
	}
	if text, err := ownPhrases(); text != nil || err != nil {
		t.Errorf("without a file: %q, %v", text, err)
	}
	path, err := PhrasesPath()
	if err != nil || filepath.Base(path) != PhrasesFile {
		t.Fatalf("%s, %v", path, err)
	}
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte("language: en\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	if text, err := ownPhrases(); string(text) != "language: en\n" || err != nil {
		t.Errorf("the file: %q, %v", text, err)
	}
}
