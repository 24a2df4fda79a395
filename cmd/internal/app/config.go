// SPDX-License-Identifier: MIT

package app

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"time"

	"github.com/minehand/minehand/game"
	"github.com/minehand/minehand/game/data"
	"github.com/minehand/minehand/internal/budget"
	"github.com/minehand/minehand/llm/providers"
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
	// Providers are the models that may be asked, by priority; docs/PROVIDERS.md
	// has their settings. Without an entry of that name, lmstudio is LM Studio
	// on this machine, asked without being named only when there is no other.
	Providers []providers.Entry `yaml:"providers"`
	// CommandProviders are further ones, JSON-RPC programs all of them.
	CommandProviders []providers.CommandEntry `yaml:"command_providers"`
	// Programs lists the programs that providers may run, by their full paths.
	// Default: those that the providers name.
	Programs []string `yaml:"programs"`
	// Budget bounds a day's use of models on other computers, all together.
	// Default none.
	Budget providers.Budget `yaml:"budget"`

	Journal  JournalConfig  `yaml:"journal"`
	Terminal TerminalConfig `yaml:"terminal"`
	Timings  TimingsConfig  `yaml:"timings"`

	// file that it was read from, as a full path, which relative paths in it
	// are relative to; empty when there is none.
	file string
}

// JournalConfig says what is kept.
type JournalConfig struct {
	// Text: on (default) keeps the prompts and replies of models for 7 days,
	// without keys; off keeps their hashes alone.
	Text string `yaml:"text"`
}

// TerminalConfig says which commands a model may ask for.
type TerminalConfig struct {
	// Allow lists beginnings of commands ("git status"). Default none: off.
	Allow []string `yaml:"allow"`
	// Dir is their working folder. Default the config file's.
	Dir string `yaml:"dir"`
}

// TimingsConfig makes the times of the protocol pass faster, for missions.
type TimingsConfig struct {
	// Scale is how long a second of grace, deadlines, settling, heartbeats, of the
	// wait before a failed action is repeated and of going on after an interruption
	// takes, in seconds: 0.001 to 1. Default 1.
	Scale *float64 `yaml:"scale"`
}

// scale is the setting or its default.
func (t TimingsConfig) scale() float64 {
	if t.Scale == nil {
		return 1
	}
	return *t.Scale
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
	// FromModels lets a model say there what the person did not. Default false.
	FromModels bool `yaml:"from_models"`
	// Owners are players who may give goals to every body in the game's chat, beside
	// the body's own owner. Default none.
	Owners []string `yaml:"owners"`
	// TrustNames: on servers too, a name in the chat proves who speaks. Default no:
	// there only "NAME stop" is done.
	TrustNames bool `yaml:"trust_names"`
	// Silent: nothing is answered in the chat. Default no.
	Silent bool `yaml:"silent"`
}

// LimitsConfig ends tasks that run unattended.
type LimitsConfig struct {
	// Deaths in one task, the last of which ends it: 1 or more. Default 3.
	Deaths *int `yaml:"deaths"`
	// WallTime of one task, above 0. Default 2h.
	WallTime *time.Duration `yaml:"wall_time"`
	// Health, 0 to 19, at or below which a task ends when there is no food; 0
	// for never. Default 6.
	Health *float64 `yaml:"health"`
	// NewTool is how long getting a tool back that is gone may take, as planned,
	// above 0. Default 10m.
	NewTool *time.Duration `yaml:"new_tool"`
}

// MinecraftConfig corrects what a body says of its game.
type MinecraftConfig struct {
	// Version is used when the body's own word cannot be trusted.
	Version string `yaml:"version"`
}

// Path of the file that it was read from; empty when there is none.
func (c Config) Path() string { return c.file }

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
	switch {
	case errors.Is(err, fs.ErrNotExist) && !explicit:
		return Config{}, nil, nil
	case errors.Is(err, fs.ErrNotExist):
		return Config{}, nil, fmt.Errorf("there is no config file %s: check the path", path)
	case err != nil:
		return Config{}, nil, fmt.Errorf("the config file cannot be read: %w", err)
	case info.IsDir():
		return Config{}, nil, fmt.Errorf("%s is a folder: name the config file in it, such as %s", path, filepath.Join(path, "config.yaml"))
	case !info.Mode().IsRegular():
		return Config{}, nil, fmt.Errorf("%s is no regular file: keep the config in one", path)
	}
	if runtime.GOOS != "windows" {
		switch mode := info.Mode().Perm(); {
		case mode&0o022 != 0:
			return Config{}, nil, fmt.Errorf("the config file %s can be written by other users (mode %04o), who could make Minehand run anything: run chmod 600 on it", path, mode)
		case mode&0o044 != 0:
			warnings = append(warnings, fmt.Sprintf("The config file %s can be read by other users (mode %04o); chmod 600 keeps keys private.", path, mode))
		}
	}
	text, err := budget.Config.ReadFile(path)
	if errors.Is(err, budget.ErrOver) {
		return Config{}, nil, fmt.Errorf("the config file %w", err)
	}
	if err != nil {
		return Config{}, nil, fmt.Errorf("the config file cannot be read: %w", err)
	}
	cfg, err = ParseConfig(text)
	if err != nil {
		return Config{}, nil, fmt.Errorf("the config file %s: %w", path, err)
	}
	if cfg.file, err = filepath.Abs(path); err != nil {
		return Config{}, nil, fmt.Errorf("the config file's folder cannot be found: %w", err)
	}
	if v, err := data.Load(cfg.Minecraft.Version); err == nil && v.Notice() != "" {
		warnings = append(warnings, v.Notice())
	}
	return cfg, warnings, nil
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
