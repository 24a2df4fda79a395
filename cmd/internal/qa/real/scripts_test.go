// SPDX-License-Identifier: MIT

//go:build real && !windows

package real

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// TestScripts runs the scripts of bot/test/e2e, which hold the bot to its codes
// and to what the goals of the other tests leave out. Each is played in one
// version, turn by turn, and the one that cancels every kind of action in all.
func TestScripts(t *testing.T) {
	t.Parallel()
	scripts, err := filepath.Glob(filepath.Join(root, "bot", "test", "e2e", "*.e2e.ts"))
	if err != nil || len(scripts) == 0 {
		t.Fatalf("no scripts: %v", err)
	}
	for i, script := range scripts {
		name := strings.TrimSuffix(filepath.Base(script), ".e2e.ts")
		for j, v := range versions {
			if name != "cancel" && (i+j)%len(versions) != 0 && !*failing {
				continue
			}
			t.Run(v+"/"+name, func(t *testing.T) {
				t.Parallel()
				playScript(t, v, script)
			})
		}
	}
}

func playScript(t *testing.T, version, script string) {
	t.Helper()
	cmd := exec.CommandContext(t.Context(), node, "--test", script)
	cmd.Dir = filepath.Join(root, "bot")
	cmd.Env = append(os.Environ(), "E2E_VERSION="+version)
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Errorf("%v\n%s", err, out)
	}
}
