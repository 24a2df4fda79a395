//go:build real && !windows

package real

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// TestScripts runs the scripts of bot/test/e2e, which hold the bot to its codes.
// What most of them time so closely fails on a busy machine: they are played when
// asked for with -real.failing.
func TestScripts(t *testing.T) {
	if !*failing {
		t.Skip("-real.failing runs it")
	}
	scripts, err := filepath.Glob(filepath.Join(root, "bot", "test", "e2e", "*.e2e.ts"))
	if err != nil || len(scripts) == 0 {
		t.Fatalf("no scripts: %v", err)
	}
	for _, v := range versions {
		for _, script := range scripts {
			t.Run(v+"/"+strings.TrimSuffix(filepath.Base(script), ".e2e.ts"), func(t *testing.T) { playScript(t, v, script) })
		}
	}
}

// TestCancel cancels an action of every kind, which has to end within a second.
func TestCancel(t *testing.T) {
	t.Parallel()
	for _, v := range versions {
		t.Run(v, func(t *testing.T) {
			t.Parallel()
			playScript(t, v, filepath.Join(root, "bot", "test", "e2e", "cancel.e2e.ts"))
		})
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
