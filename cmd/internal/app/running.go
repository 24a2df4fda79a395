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
	"maps"
	"math"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/minehand/minehand/cmd/internal/app/settings"
	"github.com/minehand/minehand/internal/budget"
	"github.com/minehand/minehand/internal/document"
	"github.com/minehand/minehand/internal/lists"
	"github.com/minehand/minehand/internal/pattern"
	"github.com/minehand/minehand/internal/wholefile"
	"github.com/minehand/minehand/ui/view"
)

// pinFile in the data folder keeps the PIN that locks the settings, salted and
// hashed; without the file nothing is locked.
const pinFile = "settings-pin"

// The bounds of guessing a PIN.
const (
	pinTries  = 5
	pinWait   = time.Minute
	pinRounds = 100_000
)

// runningConfig is the configuration while Minehand runs. It implements ui.Settings.
type runningConfig struct {
	// data is the folder of the PIN; apply puts a changed configuration into effect.
	data  string
	apply func(settings.Config)
	now   func() time.Time

	mu    sync.Mutex
	cfg   settings.Config
	wrong []time.Time // the last tries of a PIN that were none
}

// releases is where newer versions are listed; empty for nowhere.
func (s *runningConfig) releases() string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.cfg.Updates.URL
}

// Shown implements ui.Settings.
func (s *runningConfig) Shown() view.Config {
	s.mu.Lock()
	defer s.mu.Unlock()
	v := s.cfg.View()
	_, err := os.Stat(s.pinPath())
	v.Locked = err == nil
	return v
}

// Change implements ui.Settings.
func (s *runningConfig) Change(p view.ChangeConfig) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if err := s.unlock(p.PIN); err != nil {
		return err
	}
	changeable := settings.Changeable()
	for name := range p.Set {
		if !slices.Contains(changeable, name) {
			return view.Refuse(
				view.CodeInvalid, "the setting %q cannot be changed from here; those that can are %s", name, strings.Join(changeable, ", "),
			)
		}
	}
	if p.NewPIN != nil && *p.NewPIN != "" && !pinForm().MatchString(*p.NewPIN) {
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
		return lists.Of(v, func(inner *any) any { return whole(*inner) })
	}
	return v
}

// write changes the file and what holds, or neither.
func (s *runningConfig) write(set map[string]any) error {
	path := s.cfg.Path()
	if path == "" {
		var err error
		if path, err = settings.DefaultPath(); err != nil {
			return fmt.Errorf("there is no folder for a config file: start Minehand with --config FILE: %w", err)
		}
	}
	text, err := budget.Config.ReadFile(path)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("the config file cannot be read: %w", err)
	}
	if text, err = document.Edit(text, set, budget.Config); err != nil {
		return view.Refuse(view.CodeInvalid, "%v", err)
	}
	next, err := settings.Parse(text)
	if err != nil {
		return view.Refuse(view.CodeInvalid, "%v", err)
	}
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		return fmt.Errorf("the config file's folder cannot be made: %w", err)
	}
	if err := wholefile.Write(path, text, 0o600); err != nil {
		return fmt.Errorf("the config file cannot be written: %w", err)
	}
	// What was changed by hand meanwhile is taken when the file is looked at next.
	s.cfg = s.cfg.With(next, slices.Collect(maps.Keys(set))).At(path)
	s.apply(s.cfg)
	return nil
}

// Take puts into effect what changed in the file, which was edited by hand, and names
// the settings that hold only after a restart.
func (s *runningConfig) Take(had, next settings.Config, still func() bool) (later []string, ok bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if !still() {
		return nil, false
	}
	now, later := s.cfg.Take(had, next)
	if !reflect.DeepEqual(now, s.cfg) {
		s.cfg = now
		s.apply(now)
	}
	return later, true
}

var pinForm = pattern.Of(`^[0-9]{4,12}$`)

func (s *runningConfig) pinPath() string { return filepath.Join(s.data, pinFile) }

// unlock says why a PIN does not open the settings; with none kept they are open.
func (s *runningConfig) unlock(pin string) error {
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
		return &view.RefusedError{
			Code:     view.CodeLocked,
			Sentence: "That is not the PIN. Whoever forgot it deletes the file " + pinFile + " in Minehand's data folder.",
		}
	}
	return nil
}

func hashPIN(pin, salt string) (string, error) {
	key, err := pbkdf2.Key(sha256.New, pin, []byte(salt), pinRounds, sha256.Size)
	return hex.EncodeToString(key), err
}

// setPIN locks the settings, with "" no more.
func (s *runningConfig) setPIN(pin string) error {
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
