// SPDX-License-Identifier: MIT

package settings

import (
	"errors"
	"os"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/minehand/minehand/game"
	"github.com/minehand/minehand/llm/providers"
	"github.com/minehand/minehand/orchestrator"
)

// everySetting is a file with most of them.
const everySetting = `
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
`

func TestConfigReadsEverySetting(t *testing.T) {
	cfg, err := Parse([]byte(everySetting))
	if err != nil {
		t.Fatal(err)
	}
	if *cfg.Port != 0 || cfg.Planner.Mode != "low-level" || !cfg.Planner.Approve || *cfg.Limits.WallTime != 90*time.Minute ||
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

// faulty is a config file and a part of the sentence that refuses it.
type faulty struct{ in, want string }

var faultyConfigs = []faulty{
	{"prot: 1", `line 1: there is no setting "prot" here; the settings are port, data_dir,`},
	{"planner:\n  mod: hybrid", `line 2: there is no setting "mod" here; planner has provider, mode,`},
	{"port: 1\nplanner:\n  provider: nope", `line 3: planner.provider: there is no provider "nope"; use auto, builtin, lmstudio, or add it under providers`},
	{"prot: 1", "terminal, speech, updates, timings, cluster; did you mean protect or port?"},
	{"limits: {deths: 1}", "did you mean deaths?"},
	{"1: 2", `there is no setting "1"`},
	{"cluster: {url: \"nats://play.example\"}", "cluster.url: nats://play.example is not on this computer: use tls://"},
	{"cluster: {url: \"localhost:4222\"}", "cluster.url: localhost:4222 is no address of a NATS server; use one such as nats://127.0.0.1:4222"},
	{"cluster: {url: \"tls://play.example\"}", "name a user in the address, or a file with cluster.credentials"},
	{"cluster: {url: \"tls://play.example\", credentials: /nowhere/me.creds}", "cluster.credentials: the file of NATS credentials /nowhere/me.creds cannot be read"},
	{"cluster: {credentials: /nowhere/me.creds}", "cluster.credentials: the file of NATS credentials /nowhere/me.creds cannot be read"},
	{"cluster: {node: \"my node\"}", "cluster.node: \"my node\" is no name of a node"},
	{"cluster: {address: \"192.168.1.20:9876\"}", "cluster.address: \"192.168.1.20:9876\" is no address of a page: write it such as http://"},
	{"speech: {url: \"ftp://x\"}", "speech.url: the model server's address is not a web address"},
	{"updates: {url: \"http://example.org/latest\"}", "updates.url: \"http://example.org/latest\" is no address with https"},
	{"Port: 3", `there is no setting "Port"`},
	{"\nport: 99999", "line 2: port: 99999 does not exist; use 1 to 65535"},
	{"port: abc", `line 1: port must be a whole number of at most 2147483647, not "abc"`},
	{"port: 1.5", `port must be a whole number`},
	{"port: 99999999999999999999", `port must be a whole number`},
	{"port: [1]", `port must be a whole number of at most 2147483647, not a list`},
	{"port: 1\nport: 2", "line 2: port is there already, in line 1; keep one of them"},
	{"port: 1\n---\nport: 2", "line 3: a second document begins"},
	{"port: *x", "line 1: nothing before it is marked with &x"},
	{"planner: &a {<<: *a}", "line 1: nothing before it is marked with &a"},
	{"port: [", "line 1 is no YAML: did not find expected node content; close every [ with a ] and every { with a }"},
	{"port: 3\n  mode: 4", "line 2 is no YAML: mapping values are not allowed in this context; it begins in column 3 and line 1 before it in column 1: let all settings of one group begin in the same column"},
	{`port: "\3"`, `line 1 is no YAML: found unknown escape character; write the text in single quotes, or each \ twice`},
	{"\tport: 3", "line 1 is no YAML: a tab stands where blanks indent; indent with blanks, not with tabs"},
	{"providers:\n\t- name: a", "indent with blanks, not with tabs"},
	{"port: 3\n\tmode: 4", "indent with blanks, not with tabs"},
	{"providers:\n  - name: a\n   type: text\n", "line 3 is no YAML: did not find expected '-' indicator; it begins in column 4 and line 2 before it in column 5: let all"},
	{"providers:\n  - name: a\n    type: text\n\n  # mine\n  config:\n    path: cat", "line 6 is no YAML: did not find expected '-' indicator; it begins in column 3 and line 3 before it in column 5: let all"},
	{"providers:\n- name: a\n  type: text\n  config: {path: cat\n", "close every [ with a ] and every { with a }"},
	{"providers:\n- name: \"a\n  type: text\n", "close the quotes"},
	{"providers:\n- name: a\n  type: text\n  config:\n  path: cat", `line 5: there is no setting "path" here; it is one of config's: indent it further than config`},
	{"providers:\n- name: a\n  type: text\n  tasks: [chat]", `line 4: there is no setting "tasks" here; it is one of capabilities': indent it further than capabilities`},
	{"providers:\n- {name: a, type: text, config: {path: cat}, models: {fast: }}", "line 2: providers, entry 1, models.fast: it names no model; write one, such as qwen3-4b, or leave fast out"},
	{"providers:\n- name: a\n  type: text\n  config: {path: cat}\n  models:\n    fast:\n    capable: big", "line 6: providers, entry 1, models.fast: it names no model"},
	{"providers:\n- {name: a, type: text, config: {path: cat}, capabilities: {tasks: ['']}}", "providers, entry 1, capabilities.tasks: an entry is empty; write names such as chat"},
	{"hello", `line 1: the file must be a group of settings, each on a line of its own as name: value (port, data_dir,`},
	{"- 1", `not a list`},
	{"planner: 3", `planner must be a group of settings, each on a line of its own as name: value (provider, mode,`},
	{"providers: {a: b}", `providers must be a list, each entry of which begins with a dash, not a group of settings`},
	{"actions: {allow: mine}", `actions.allow must be a list, such as [one, two], not "mine"`},
	{"planner: {approve: yes}", `planner.approve must be true or false, not "yes"`},
	{"planner: {mode: {a: b}}", "planner.mode must be text, not a group of settings"},
	{"planner: {mode: middle}", "planner.mode: \"middle\" is none of hybrid"},
	{"planner: {fallback: maybe}", "none of builtin, fail"},
	{"planner:\n  policy: shrug", "line 2: planner.policy: "},
	{"actions: {deny: [fly]}", `actions.deny, entry 1: there is no action "fly"`},
	{"limits: {deaths: -1}", "limits.deaths: -1 deaths cannot end a task; use 1"},
	{"limits:\n  deaths: 0", "line 2: limits.deaths: 0 deaths"},
	{"limits: {deaths: 1.7}", "limits.deaths must be a whole number"},
	{"limits: {wall_time: -1s}", "limits.wall_time: -1s ends every task at once"},
	{"limits: {wall_time: 0s}", "leave it out for 2h"},
	{"limits: {wall_time: 5}", `limits.wall_time must be a time with its unit, such as 90s, 10m or 2h, not "5"`},
	{"limits: {wall_time: abc}", `line 1: limits.wall_time must be a time with its unit`},
	{`limits: {wall_time: ""}`, "must be a time with its unit"},
	{"limits: {health: -1}", "limits.health: -1 cannot be meant; use 0 (never) to 19"},
	{"limits: {health: .nan}", "limits.health: NaN cannot be meant"},
	{"timings: {scale: 0}", "line 1: timings.scale: 0 cannot be meant; use 0.001 to 1"},
	{"timings:\n  scale: 2", "line 2: timings.scale: 2 cannot be meant"},
	{"timings: {scale: .nan}", "timings.scale: NaN cannot be meant"},
	{"limits: {health: .inf}", "limits.health: +Inf cannot be meant"},
	{"limits: {health: 99}", "use 0 (never) to 19"},
	{"limits: {new_tool: -1s}", "leave it out for 10m"},
	{"chat: {allow_commands: [home]}", `chat.allow_commands, entry 1: "home" is no command`},
	{"chat: {allow_commands: [/home sweet]}", "such as /home"},
	{`chat: {allow_commands: [""]}`, "is no command"},
	{"chat: {owners: [Al]}", `chat.owners, entry 1: "Al" is no player's name; names have 3 to 16 letters`},
	{"programs: [/no/such/program]", "programs, entry 1: there is no program /no/such/program; write full paths"},
	{"command_providers: [{name: x, command: agent}]", "command_providers, entry 1: every command provider needs a provider_id"},
	{"journal: {text: maybe}", `journal.text: "maybe" is none of on, off`},
	{"terminal:\n  allow:\n  - git status\n  - cat x | sh", `line 4: terminal.allow, entry 2: "cat x | sh": it holds '|', which only a shell would read`},
	{"minecraft: {version: banana}", "minecraft.version: "},
	{"providers: [{name: x, type: openai, config: {url: '::bad'}}]", "providers, entry 1, config.url: the model server's address is not a web address"},
	{"providers: [{name: x, type: openai, config: {url: 'ftp://host'}}]", "use one like http"},
	{"providers:\n- name: x\n  type: openai\n  config:\n    url: http://h\n    temperature: 9", "line 6: providers, entry 1, config.temperature: 9 cannot be meant; use 0 to 2"},
	{"providers: [{name: x, type: openai, config: {url: 'http://h', temperature: .inf}}]", "use 0 to 2"},
	{"providers: [{name: x, type: openai, config: {url: 'http://h', max_tokens: -4}}]", "config.max_tokens: -4 cannot be meant; use 1 to"},
	{"providers: [{name: x, type: openai, config: {url: 'http://h', max_tokens: 0}}]", "use 1 to"},
	{"providers: [{name: x, type: openai, config: {url: 'http://h', timeout: -1s}}]", "config.timeout: -1s is over before it begins"},
	{"providers: [{name: x, type: openai, config: {url: 'http://h', timeout: 5}}]", "providers, entry 1, config.timeout must be a time with its unit"},
	{"providers: [{name: x, type: cloud}]", "entry 1, type: x has the type \"cloud\""},
	{"providers: [{name: auto, type: openai}]", "a name of Minehand's own"},
	{"providers: [{name: x, type: scripted, config: {path: a}}, {name: x, type: scripted, enabled: false, config: {path: a}}]", `entry 2: the name "x" is there twice`},
	{"protect: [{x: 1, y: 2, z: 3}]", "protect, entry 1: a protected place needs a name"},
	{"protect: [{name: mill, x: 1, z: 3}]", `protect, entry 1: the protected place "mill" needs x, y and z`},
	{"protect: [{name: mill, x: 1.5, y: 2, z: 3}]", "1.5"},
	{"protect: [{name: mill, x: 1, y: 2, z: 3, size: 4}]", "size"},
	{"protect: [{name: mill, x: 1, y: 2, z: 3, radius: 0}]", "use 1 to 1000"},
	{"protect: [{name: mill, x: 1, y: 2, z: 3, radius: -4}]", "use 1 to 1000"},
	{"protect: [{name: mill, x: 1, y: 9999, z: 3}]", "outside the world"},
	{"protect: [{name: mill, x: 1, y: 2, z: 3, dimension: The Moon}]", "overworld, the_nether"},
	{"protect: [{name: mill, x: 1, y: 2, z: 3, dimension: moon base}]", `the protected place "mill": there is no dimension "moon base"; use overworld, the_nether, the_end, or a mod's`},
	{"protect: [{name: mill, x: 1, y: 2, z: 3, dimension: nether}]", "use overworld, the_nether"},
	{"protect: [{name: mill, x: 1, y: 2, z: 3, dimension: minecraft:moon}]", "use overworld, the_nether"},
	{"protect: [{name: mill, x: 1, y: 2, z: 3, dimension: 'a mod:moon'}]", "use overworld, the_nether"},
	{"protect:\n- {name: mill, x: 1, y: 2, z: 3}\n- {name: hill, x: 1, y: 2}", "line 3: protect, entry 2"},
	{"protect: [{name: mill, x: 1, y: 2, z: 3}, {name: Mill, x: 1, y: 2, z: 3}]", "entry 2: there are two protected places"},
	{"protect: [" + strings.Repeat("{name: mill, x: 1, y: 2, z: 3}, ", 65) + "]", "at most 64"},
}

func TestConfigFaultsAreSentences(t *testing.T) {
	for _, c := range faultyConfigs {
		if _, err := Parse([]byte(c.in)); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%q: got %v, want %q in it", c.in, err, c.want)
		} else if regexp.MustCompile(`(?i)unmarshal|struct|strconv|\bint\b|\n`).MatchString(err.Error()) {
			t.Errorf("%q: a person cannot read %q", c.in, err)
		}
	}
}

// TestConfigTakesWhatIsWritten: other ways to write the same, and texts that
// look like numbers.
func TestConfigTakesWhatIsWritten(t *testing.T) {
	for _, c := range []struct {
		in   string
		same func(Config) bool
	}{
		{"", func(c Config) bool { return c.Port == nil }},
		{"# nothing yet\n", func(c Config) bool { return c.Port == nil }},
		{"planner:\nport: ~\n", func(c Config) bool { return c.Port == nil && c.Planner == Planner{} }},
		{"\ufeffport: 0x50", func(c Config) bool { return *c.Port == 80 }},
		{"---\nport: 1e3\n", func(c Config) bool { return *c.Port == 1000 }},
		{`port: "99"`, func(c Config) bool { return *c.Port == 99 }},
		{"minecraft: {version: 1.20}", func(c Config) bool { return c.Minecraft.Version == "1.20" }},
		{"data_dir: >-\n  /a", func(c Config) bool { return c.DataDir == "/a" }},
		{"limits: {health: 0}", func(c Config) bool { return c.Limits.orchestrator().Health < 0 }},
		{"limits: {deaths: 1, wall_time: 1h30m}", func(c Config) bool {
			return c.Limits.orchestrator() == orchestrator.Limits{Deaths: 1, WallTime: 90 * time.Minute}
		}},
		{"actions: {allow: &kinds [mine], deny: *kinds}", func(c Config) bool { return slices.Equal(c.Actions.Deny, []game.Kind{game.Mine}) }},
		{"providers: [&a {name: x, type: scripted, config: {path: a}}, {<<: *a, name: y}]", func(c Config) bool {
			return len(c.Providers) == 2 && c.Providers[1].Name == "y" && c.Providers[1].Config.(*providers.Scripted).Path == "a"
		}},
		{"protect: [{name: mill, x: 1, y: 2, z: 3, dimension: aether:the_aether}]", func(c Config) bool { return c.Zones()[0].Dimension == "aether:the_aether" }},
	} {
		if cfg, err := Parse([]byte(c.in)); err != nil || !c.same(cfg) {
			t.Errorf("%q: read %+v, %v", c.in, cfg, err)
		}
	}
}

func TestAFaultOfASettingCanBeToldByItsName(t *testing.T) {
	fault := (*Error)(nil)
	if err := (Config{Planner: Planner{Mode: "foo"}}).Validate(); !errors.As(err, &fault) || fault.Setting != "planner.mode" || fault.Line != 0 {
		t.Errorf("got %#v", err)
	}
}

func TestConfigFileIsAFile(t *testing.T) {
	dir := t.TempDir()
	if _, _, err := Load(dir); err == nil || !strings.Contains(err.Error(), "is a folder: name the config file in it") {
		t.Errorf("a folder: %v", err)
	}
	if _, _, err := Load(filepath.Join(dir, "nothing")); err == nil || !strings.Contains(err.Error(), "check the path") {
		t.Errorf("nothing: %v", err)
	}
	if runtime.GOOS == "windows" {
		return
	}
	if _, _, err := Load(os.DevNull); err == nil || !strings.Contains(err.Error(), "no regular file") {
		t.Errorf("a device: %v", err)
	}
}

func TestConfigNoticesAVersionWithoutRules(t *testing.T) {
	path := filepath.Join(t.TempDir(), "c.yaml")
	if err := os.WriteFile(path, []byte("minecraft: {version: 99.9}\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, warnings, err := Load(path); err != nil || len(warnings) != 1 || !strings.Contains(warnings[0], "99.9 has no rules of its own") {
		t.Errorf("%q, %v", warnings, err)
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
		_, warnings, err := Load(path)
		if (err != nil) != c.refused || (len(warnings) > 0) != c.warned {
			t.Errorf("mode %o: err %v, warnings %v", c.mode, err, warnings)
		}
	}
	if _, _, err := Load(path + ".missing"); err == nil {
		t.Error("a named file that is missing must be an error")
	}
}

func FuzzConfig(f *testing.F) {
	f.Add([]byte("port: 1\nplanner: {mode: hybrid}\n"))
	f.Add([]byte("limits: {wall_time: 3h}"))
	f.Add([]byte("providers: [&a {name: x, <<: *a}, *a, !!str 3]\n---\n? port\n: |\n  3"))
	f.Fuzz(func(t *testing.T, data []byte) {
		if len(data) > 4096 {
			return
		}
		if _, err := Parse(data); err != nil && (err.Error() == "" || strings.Contains(err.Error(), "unmarshal")) {
			t.Fatalf("an error without words: %v", err)
		}
	})
}

// TestScaledWaits: the waits of tasks end as much earlier as the timings say, and
// the owner's limits stay.
func TestScaledWaits(t *testing.T) {
	cfg, err := Parse([]byte("timings: {scale: 0.1}"))
	if err != nil {
		t.Fatal(err)
	}
	l := cfg.TaskLimits()
	if l.RepeatAfter != 500*time.Millisecond || l.ResumeWithin != time.Minute || l.WallTime != 2*time.Hour || l.NewTool != 10*time.Minute {
		t.Errorf("%+v", l)
	}
}
