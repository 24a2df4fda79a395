// SPDX-License-Identifier: MIT

package app

import (
	"crypto/pbkdf2"
	"crypto/rand"
	"crypto/sha256"
	"crypto/subtle"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"math"
	"os"
	"path/filepath"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/minehand/minehand/internal/budget"
	"github.com/minehand/minehand/internal/document"
	"github.com/minehand/minehand/internal/wholefile"
	"github.com/minehand/minehand/ui/view"
)

// changeable are the settings that clients may change: what tasks may do and where
// they end. Whom to ask and which programs run stays with the file alone.
var changeable = []string{
	"actions.deny", "limits.deaths", "limits.health", "limits.new_tool", "limits.wall_time",
	"planner.approve", "planner.policy", "protect",
}

// pinFile in the data folder keeps the PIN that locks the settings, salted and
// hashed; without the file nothing is locked.
const pinFile = "settings-pin"

// The bounds of guessing a PIN.
const (
	pinTries  = 5
	pinWait   = time.Minute
	pinRounds = 100_000
)

// settings is the configuration while Minehand runs. It implements ui.Settings.
type settings struct {
	// data is the folder of the PIN, apply is told of a configuration that holds
	// from now on.
	data  string
	apply func(Config)
	now   func() time.Time

	mu    sync.Mutex
	cfg   Config
	wrong []time.Time // the last tries of a PIN that were none
}

// Shown implements ui.Settings.
func (s *settings) Shown() view.Config {
	s.mu.Lock()
	defer s.mu.Unlock()
	v := shownConfig(s.cfg)
	v.Changeable = changeable
	_, err := os.Stat(s.pinPath())
	v.Locked = err == nil
	return v
}

// Change implements ui.Settings.
func (s *settings) Change(p view.ChangeConfig) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if err := s.unlock(p.PIN); err != nil {
		return err
	}
	for name := range p.Set {
		if !slices.Contains(changeable, name) {
			return view.Refuse(view.CodeInvalid, "the setting %q cannot be changed from here; those that can are %s", name, strings.Join(changeable, ", "))
		}
	}
	if p.NewPIN != nil && *p.NewPIN != "" && !pinForm.MatchString(*p.NewPIN) {
		return view.Refuse(view.CodeInvalid, "a PIN has 4 to 12 digits")
	}
	if len(p.Set) > 0 {
		if err := s.write(whole(p.Set).(map[string]any)); err != nil {
			return err
		}
	}
	if p.NewPIN != nil {
		return s.setPIN(*p.NewPIN)
	}
	return nil
}

// whole makes integers of the numbers of a JSON document that are, as people write
// them.
func whole(v any) any {
	switch v := v.(type) {
	case float64:
		if v == math.Trunc(v) && math.Abs(v) < 1<<53 {
			return int64(v)
		}
	case map[string]any:
		out := make(map[string]any, len(v))
		for k, inner := range v {
			out[k] = whole(inner)
		}
		return out
	case []any:
		out := make([]any, len(v))
		for i, inner := range v {
			out[i] = whole(inner)
		}
		return out
	}
	return v
}

// write changes the file and what holds, or neither.
func (s *settings) write(set map[string]any) error {
	path := s.cfg.file
	if path == "" {
		dir, err := os.UserConfigDir()
		if err != nil {
			return fmt.Errorf("there is no folder for a config file: start Minehand with --config FILE: %w", err)
		}
		path = filepath.Join(dir, "minehand", "config.yaml")
	}
	text, err := budget.Config.ReadFile(path)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("the config file cannot be read: %w", err)
	}
	if text, err = document.Edit(text, set, budget.Config); err != nil {
		return view.Refuse(view.CodeInvalid, "%v", err)
	}
	next, err := ParseConfig(text)
	if err != nil {
		return view.Refuse(view.CodeInvalid, "%v", err)
	}
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		return fmt.Errorf("the config file's folder cannot be made: %w", err)
	}
	if err := wholefile.Write(path, text, 0o600); err != nil {
		return fmt.Errorf("the config file cannot be written: %w", err)
	}
	next.file = path
	// What was changed by hand meanwhile holds after a restart, as it always did.
	now := s.cfg
	now.file, now.Actions, now.Limits, now.Planner, now.Protect = path, next.Actions, next.Limits, next.Planner, next.Protect
	s.cfg = now
	s.apply(now)
	return nil
}

// Take takes what changed in the file, which was edited by hand, of the settings that
// a client may change too, and names the others that did: they hold after a restart.
// Providers are taken by their own room.
func (s *settings) Take(had, next Config) (later []string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	now, before := s.cfg, had
	for _, of := range []*Config{&now, &before} {
		if !reflect.DeepEqual(had.Actions, next.Actions) {
			of.Actions = next.Actions
		}
		if !reflect.DeepEqual(had.Limits, next.Limits) {
			of.Limits = next.Limits
		}
		if !reflect.DeepEqual(had.Protect, next.Protect) {
			of.Protect = next.Protect
		}
		if had.Planner.Approve != next.Planner.Approve {
			of.Planner.Approve = next.Planner.Approve
		}
		if had.Planner.Policy != next.Planner.Policy {
			of.Planner.Policy = next.Planner.Policy
		}
	}
	was, is := reflect.ValueOf(before), reflect.ValueOf(next)
	for i := range was.NumField() {
		name := was.Type().Field(i).Tag.Get("yaml")
		if name == "" || name == "providers" || name == "command_providers" {
			continue
		}
		if !reflect.DeepEqual(was.Field(i).Interface(), is.Field(i).Interface()) {
			later = append(later, name)
		}
	}
	if !reflect.DeepEqual(now, s.cfg) {
		s.cfg = now
		s.apply(now)
	}
	return later
}

var pinForm = regexp.MustCompile(`^[0-9]{4,12}$`)

func (s *settings) pinPath() string { return filepath.Join(s.data, pinFile) }

// unlock says why a PIN does not open the settings; with none kept they are open.
func (s *settings) unlock(pin string) error {
	kept, err := os.ReadFile(s.pinPath())
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return fmt.Errorf("the PIN cannot be read: %w", err)
	}
	if pin == "" {
		return &view.RefusedError{Code: view.CodeLocked, Sentence: "The settings are locked: enter the PIN."}
	}
	now := s.now()
	s.wrong = slices.DeleteFunc(s.wrong, func(t time.Time) bool { return now.Sub(t) >= pinWait })
	if len(s.wrong) >= pinTries {
		return &view.RefusedError{Code: view.CodeLocked, Sentence: "That was a wrong PIN too often: wait a minute."}
	}
	salt, hash, _ := strings.Cut(strings.TrimSpace(string(kept)), " ")
	if got, err := hashPIN(pin, salt); err != nil || subtle.ConstantTimeCompare([]byte(got), []byte(hash)) != 1 {
		s.wrong = append(s.wrong, now)
		return &view.RefusedError{Code: view.CodeLocked, Sentence: "That is not the PIN. Whoever forgot it deletes the file " + pinFile + " in Minehand's data folder."}
	}
	return nil
}

func hashPIN(pin, salt string) (string, error) {
	key, err := pbkdf2.Key(sha256.New, pin, []byte(salt), pinRounds, sha256.Size)
	return hex.EncodeToString(key), err
}

// setPIN locks the settings, with "" no more.
func (s *settings) setPIN(pin string) error {
	if pin == "" {
		if err := os.Remove(s.pinPath()); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return fmt.Errorf("the PIN cannot be taken away: %w", err)
		}
		return nil
	}
	salt := rand.Text()
	hash, err := hashPIN(pin, salt)
	if err == nil {
		err = wholefile.Write(s.pinPath(), []byte(salt+" "+hash+"\n"), 0o600)
	}
	if err != nil {
		return fmt.Errorf("the PIN cannot be kept: %w", err)
	}
	return nil
}
