package app

import (
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/minehand/minehand/game"
	"github.com/minehand/minehand/orchestrator"
)

func TestConfigReadsEverySetting(t *testing.T) {
	cfg, err := ParseConfig([]byte(`
port: 0
data_dir: /somewhere
planner: {provider: auto, mode: low-level, fallback: fail, policy: continue, approve: true}
actions: {deny: [attack], allow: [mine, craft]}
chat: {allow_commands: ["/home"]}
limits: {deaths: 5, wall_time: 90m, health: 4, new_tool: 3m}
minecraft: {version: 1.16.5}
protect:
  - {name: Old Mill, x: 100, y: 64, z: -20}
  - {name: vault, x: 0, y: 12, z: 0, dimension: minecraft:the_nether, radius: 5}
`))
	if err != nil {
		t.Fatal(err)
	}
	if *cfg.Port != 0 || cfg.Planner.Mode != "low-level" || !cfg.Planner.Approve || cfg.Limits.WallTime != 90*time.Minute ||
		cfg.Actions.Deny[0] != "attack" || cfg.Minecraft.Version != "1.16.5" || cfg.Chat.AllowCommands[0] != "/home" {
		t.Fatalf("read %+v", cfg)
	}
	if want := (orchestrator.Limits{Deaths: 5, WallTime: 90 * time.Minute, Health: 4, NewTool: 3 * time.Minute}); cfg.Limits.orchestrator() != want {
		t.Errorf("limits %+v", cfg.Limits.orchestrator())
	}
	zones := []game.Zone{
		{Name: "Old Mill", X: 100, Y: 64, Z: -20, Dimension: "overworld", Radius: 24},
		{Name: "vault", Y: 12, Dimension: "the_nether", Radius: 5},
	}
	if !slices.Equal(cfg.Zones(), zones) {
		t.Errorf("protected places %+v", cfg.Zones())
	}
}

func TestConfigFaultsAreSentences(t *testing.T) {
	for _, c := range []struct{ in, want string }{
		{"prot: 1", "prot"},
		{"port: 99999", "does not exist"},
		{"planner: {mode: middle}", "none of hybrid"},
		{"planner: {fallback: maybe}", "none of builtin, fail"},
		{"actions: {deny: [fly]}", `there is no action "fly"`},
		{"limits: {deaths: -1}", "cannot be negative"},
		{"limits: {wall_time: -1s}", "cannot be negative"},
		{"limits: {health: -1}", "cannot be negative"},
		{"limits: {new_tool: -1s}", "cannot be negative"},
		{"port: [", "["},
		{"chat: {allow_commands: [home]}", `chat.allow_commands: "home" is no command`},
		{"chat: {allow_commands: [/home sweet]}", "such as /home"},
		{`chat: {allow_commands: [""]}`, "is no command"},
		{"minecraft: {version: banana}", "minecraft.version: "},
		{"providers: [{name: x, type: openai, config: {url: '::bad'}}]", "providers: x: the model server's address is not a web address"},
		{"providers: [{name: x, type: openai, config: {url: 'ftp://host'}}]", "use one like http"},
		{"protect: [{x: 1, y: 2, z: 3}]", "protect, entry 1: a protected place needs a name"},
		{"protect: [{name: mill, x: 1, z: 3}]", `protect, entry 1: the protected place "mill" needs x, y and z`},
		{"protect: [{name: mill, x: 1.5, y: 2, z: 3}]", "1.5"},
		{"protect: [{name: mill, x: 1, y: 2, z: 3, size: 4}]", "size"},
		{"protect: [{name: mill, x: 1, y: 2, z: 3, radius: 0}]", "use 1 to 1000"},
		{"protect: [{name: mill, x: 1, y: 2, z: 3, radius: -4}]", "use 1 to 1000"},
		{"protect: [{name: mill, x: 1, y: 9999, z: 3}]", "outside the world"},
		{"protect: [{name: mill, x: 1, y: 2, z: 3, dimension: The Moon}]", "overworld, the_nether"},
		{"protect: [{name: mill, x: 1, y: 2, z: 3}, {name: Mill, x: 1, y: 2, z: 3}]", "entry 2: there are two protected places"},
		{"protect: [" + strings.Repeat("{name: mill, x: 1, y: 2, z: 3}, ", 65) + "]", "at most 64"},
	} {
		if _, err := ParseConfig([]byte(c.in)); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%q: got %v, want %q in it", c.in, err, c.want)
		}
	}
}

func TestConfigFileModes(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("modes of files mean nothing here")
	}
	path := filepath.Join(t.TempDir(), "c.yaml")
	if err := os.WriteFile(path, []byte("port: 0\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		mode    os.FileMode
		refused bool
		warned  bool
	}{{0o600, false, false}, {0o644, false, true}, {0o666, true, false}, {0o620, true, false}} {
		if err := os.Chmod(path, c.mode); err != nil {
			t.Fatal(err)
		}
		_, warnings, err := LoadConfig(path)
		if (err != nil) != c.refused || (len(warnings) > 0) != c.warned {
			t.Errorf("mode %o: err %v, warnings %v", c.mode, err, warnings)
		}
	}
	if _, _, err := LoadConfig(path + ".missing"); err == nil {
		t.Error("a named file that is missing must be an error")
	}
}

func FuzzConfig(f *testing.F) {
	f.Add([]byte("port: 1\nplanner: {mode: hybrid}\n"))
	f.Add([]byte("limits: {wall_time: 3h}"))
	f.Fuzz(func(t *testing.T, data []byte) {
		if len(data) > 4096 {
			return
		}
		if _, err := ParseConfig(data); err != nil && err.Error() == "" {
			t.Fatal("an error without words")
		}
	})
}
