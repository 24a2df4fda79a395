package app

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"time"

	"github.com/goccy/go-yaml"

	"github.com/minehand/minehand/game"
	"github.com/minehand/minehand/game/data"
)

// Config is the owner's file. The zero value works: every field documents its
// default. A file is YAML; unknown names are an error with the place.
type Config struct {
	// Port for bodies and clients, on loopback. Default 9876.
	Port *int `yaml:"port"`
	// DataDir keeps the journal. Default: the system's place for a user's data.
	DataDir   string          `yaml:"data_dir"`
	Planner   PlannerConfig   `yaml:"planner"`
	Actions   ActionsConfig   `yaml:"actions"`
	Chat      ChatConfig      `yaml:"chat"`
	Limits    LimitsConfig    `yaml:"limits"`
	Minecraft MinecraftConfig `yaml:"minecraft"`
	// Protect lists places where nothing is broken or built. Default none.
	Protect []ZoneConfig `yaml:"protect"`
	// Providers are the model servers that may be asked; the first is the one
	// that auto asks. Without an entry of that name, lmstudio is LM Studio on
	// this machine.
	Providers []ProviderConfig `yaml:"providers"`
}

// PlannerConfig says who plans and how.
type PlannerConfig struct {
	// Provider: auto (default), builtin, or the name of a configured provider.
	Provider string `yaml:"provider"`
	// Mode: hybrid (default), high-level, low-level.
	Mode string `yaml:"mode"`
	// Fallback when a model fails: builtin (default) or fail.
	Fallback string `yaml:"fallback"`
	// Policy after a failed action: stop, continue or replan.
	Policy string `yaml:"policy"`
	// Approve: every plan waits for a yes. Default false.
	Approve bool `yaml:"approve"`
}

// ActionsConfig limits what may be done. An empty Allow allows every kind.
type ActionsConfig struct {
	Allow []game.Kind `yaml:"allow"`
	Deny  []game.Kind `yaml:"deny"`
}

// ChatConfig limits what may be said.
type ChatConfig struct {
	// AllowCommands lists the commands ("/home", "#stop") that a chat line may
	// begin with. Default none.
	AllowCommands []string `yaml:"allow_commands"`
}

// LimitsConfig ends tasks that run unattended. Zero values mean the defaults.
type LimitsConfig struct {
	// Deaths in one task. Default 3.
	Deaths int `yaml:"deaths"`
	// WallTime of one task. Default 2h.
	WallTime time.Duration `yaml:"wall_time"`
	// Health at or below which a task ends when there is no food. Default 6.
	Health float64 `yaml:"health"`
	// NewTool is how long getting a tool back that is gone may take, as planned.
	// Default 10m.
	NewTool time.Duration `yaml:"new_tool"`
}

// MinecraftConfig corrects what a body says of its game.
type MinecraftConfig struct {
	// Version is used when the body's own word cannot be trusted.
	Version string `yaml:"version"`
}

// maxConfig bounds a config file, in bytes.
const maxConfig = 1 << 20

// LoadConfig reads the file. An empty path means the default place, where no
// file is fine. Warnings are sentences for the owner.
func LoadConfig(path string) (cfg Config, warnings []string, err error) {
	explicit := path != ""
	if !explicit {
		dir, err := os.UserConfigDir()
		if err != nil {
			return Config{}, nil, nil // no home, no file: the defaults hold
		}
		path = filepath.Join(dir, "minehand", "config.yaml")
	}
	info, err := os.Stat(path)
	if errors.Is(err, fs.ErrNotExist) && !explicit {
		return Config{}, nil, nil
	}
	if err != nil {
		return Config{}, nil, fmt.Errorf("the config file cannot be read: %w", err)
	}
	if info.Size() > maxConfig {
		return Config{}, nil, fmt.Errorf("the config file %s has %d bytes; at most %d are read", path, info.Size(), maxConfig)
	}
	if runtime.GOOS != "windows" {
		switch mode := info.Mode().Perm(); {
		case mode&0o022 != 0:
			return Config{}, nil, fmt.Errorf("the config file %s can be written by other users (mode %04o), who could make Minehand run anything: run chmod 600 on it", path, mode)
		case mode&0o044 != 0:
			warnings = append(warnings, fmt.Sprintf("The config file %s can be read by other users (mode %04o); chmod 600 keeps keys private.", path, mode))
		}
	}
	data, err := os.ReadFile(path)
	if err != nil {
		return Config{}, nil, fmt.Errorf("the config file cannot be read: %w", err)
	}
	cfg, err = ParseConfig(data)
	if err != nil {
		return Config{}, nil, fmt.Errorf("the config file %s: %w", path, err)
	}
	return cfg, warnings, nil
}

// ParseConfig reads and checks a config document.
func ParseConfig(data []byte) (Config, error) {
	var cfg Config
	if len(data) > maxConfig {
		return cfg, fmt.Errorf("it has %d bytes; at most %d are read", len(data), maxConfig)
	}
	if len(strings.TrimSpace(string(data))) == 0 {
		return cfg, nil
	}
	if err := yaml.UnmarshalWithOptions(data, &cfg, yaml.DisallowUnknownField()); err != nil {
		return Config{}, errors.New(yaml.FormatError(err, false, true))
	}
	return cfg, cfg.Validate()
}

// Validate checks every value; the error names the setting.
func (c Config) Validate() error {
	if c.Port != nil && (*c.Port < 0 || *c.Port > 65535) {
		return fmt.Errorf("port: %d does not exist; use 1 to 65535, or 0 for any free one", *c.Port)
	}
	for _, e := range []struct {
		name, value string
		values      []string
	}{
		{"planner.mode", c.Planner.Mode, []string{string(game.Hybrid), string(game.HighLevel), string(game.LowLevel)}},
		{"planner.fallback", c.Planner.Fallback, []string{"builtin", "fail"}},
		{"planner.policy", c.Planner.Policy, Policies},
	} {
		if e.value != "" && !slices.Contains(e.values, e.value) {
			return fmt.Errorf("%s: %q is none of %s", e.name, e.value, strings.Join(e.values, ", "))
		}
	}
	for _, k := range slices.Concat(c.Actions.Allow, c.Actions.Deny) {
		if _, ok := game.Lookup(k); !ok {
			return fmt.Errorf("actions: %w", game.Action{Kind: k}.Validate())
		}
	}
	for _, command := range c.Chat.AllowCommands {
		if len(command) < 2 || !strings.ContainsAny(command[:1], "/#.") || strings.ContainsAny(command, " \t\n") {
			return fmt.Errorf("chat.allow_commands: %q is no command; write its first word with its sign, such as /home or #stop", command)
		}
	}
	if _, err := data.Load(c.Minecraft.Version); err != nil {
		return fmt.Errorf("minecraft.version: %w", err)
	}
	if _, err := NewProviders(c.Providers, "", func(string) string { return "" }); err != nil {
		return err
	}
	if c.Limits.Deaths < 0 || c.Limits.WallTime < 0 || c.Limits.Health < 0 || c.Limits.NewTool < 0 {
		return errors.New("limits: a limit cannot be negative; leave it out for the default")
	}
	return c.validateZones()
}

// Policies are the failure policies by name.
var Policies = []string{"replan", "continue", "stop"}

// DefaultDataDir is where the journal lives unless told otherwise.
func DefaultDataDir() (string, error) {
	if runtime.GOOS == "linux" {
		home, err := os.UserHomeDir()
		if err != nil {
			return "", fmt.Errorf("there is no home folder to keep data in: choose one with --data-dir: %w", err)
		}
		return filepath.Join(home, ".local", "share", "minehand"), nil
	}
	dir, err := os.UserConfigDir()
	if err != nil {
		return "", fmt.Errorf("there is no folder to keep data in: choose one with --data-dir: %w", err)
	}
	return filepath.Join(dir, "Minehand"), nil
}
