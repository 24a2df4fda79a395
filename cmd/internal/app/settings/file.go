// SPDX-License-Identifier: MIT

package settings

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"

	"github.com/minehand/minehand/game/data"
	"github.com/minehand/minehand/internal/budget"
	"github.com/minehand/minehand/internal/document"
)

// Path of the file that it was read from; empty when there is none.
func (c Config) Path() string { return c.file }

// At is the configuration as read from that file.
func (c Config) At(path string) Config {
	c.file = path
	return c
}

// checkMode refuses a file that others can write, and warns of one that they can read. Windows
// has no such modes.
func checkMode(path string, mode fs.FileMode) (warnings []string, err error) {
	switch {
	case runtime.GOOS == "windows":
	case mode&0o022 != 0:
		return nil, fmt.Errorf("the config file %s can be written by other users (mode %04o), who could make Minehand run anything: "+
			"run chmod 600 on it", path, mode)
	case mode&0o044 != 0:
		warnings = append(warnings, fmt.Sprintf("The config file %s can be read by other users (mode %04o); "+
			"chmod 600 keeps keys private.", path, mode))
	}
	return warnings, nil
}

// Load reads the file. An empty path means the default place, where no
// file is fine. Warnings are sentences for the owner.
func Load(path string) (cfg Config, warnings []string, err error) {
	explicit := path != ""
	if !explicit {
		if path, err = DefaultPath(); err != nil {
			return Config{}, nil, nil // no home, no file: the defaults hold
		}
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
	if warnings, err = checkMode(path, info.Mode().Perm()); err != nil {
		return Config{}, nil, err
	}
	text, err := budget.Config.ReadFile(path)
	if errors.Is(err, budget.ErrOver) {
		return Config{}, nil, fmt.Errorf("the config file %w", err)
	}
	if err != nil {
		return Config{}, nil, fmt.Errorf("the config file cannot be read: %w", err)
	}
	cfg, err = Parse(text)
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

// Parse reads and checks a config document. A fault in it is a sentence with the line.
func Parse(text []byte) (Config, error) {
	var cfg Config
	lines, err := document.Decode(text, &cfg, budget.Config)
	if err != nil {
		return Config{}, err
	}
	err = cfg.Validate()
	if fault := (*Error)(nil); errors.As(err, &fault) {
		fault.Line = lines.Of(fault.Setting)
	}
	return cfg, err
}

// DefaultPath is where the config file is when no other is named.
func DefaultPath() (string, error) {
	dir, err := os.UserConfigDir()
	if err != nil {
		return "", err
	}
	return filepath.Join(dir, "minehand", "config.yaml"), nil
}

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
