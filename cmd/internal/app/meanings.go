// SPDX-License-Identifier: MIT

package app

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"time"

	"github.com/minehand/minehand/game"
	"github.com/minehand/minehand/game/data"
	"github.com/minehand/minehand/internal/budget"
	"github.com/minehand/minehand/internal/pattern"
	"github.com/minehand/minehand/internal/wholefile"
	"github.com/minehand/minehand/planner/goals"
	"github.com/minehand/minehand/planner/language"
)

// meanings are whole messages for which a player's phrases file has others ("means"):
// what a sentence of theirs means, or a routine. Its methods may be called from any
// goroutine. The zero value has none and keeps none.
type meanings struct {
	// file is where the phrases are; nil for nowhere.
	file func() (string, error)

	mu   sync.Mutex
	read time.Time // when the file was last changed
	list map[string]string
}

// own are the meanings of the person whose program this is.
var own meanings

// of is what a message means: the text itself, unless it has a meaning of its own.
func (m *meanings) of(text string) string {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.load()
	if meant, ok := m.list[saying(text)]; ok {
		return meant
	}
	return text
}

// load reads the file if it is another than before. A file with a mistake has none: the
// grammar says so in the log. mu is held.
func (m *meanings) load() {
	if m.file == nil {
		return
	}
	path, err := m.file()
	if err != nil {
		return
	}
	info, err := os.Stat(path)
	if err != nil || info.ModTime().Equal(m.read) {
		return
	}
	m.read, m.list = info.ModTime(), map[string]string{}
	text, err := budget.Phrases.ReadFile(path)
	if err != nil {
		return
	}
	if f, _, err := language.ReadFile(text); err == nil {
		for said, meant := range f.Means {
			m.list[saying(said)] = meant
		}
	}
}

// keep adds a meaning to the file, above those that it has. All else in it stays as it
// is written.
func (m *meanings) keep(said, meant string) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.file == nil {
		return errors.New("there is no phrases file")
	}
	path, err := m.file()
	if err != nil {
		return err
	}
	text, err := budget.Phrases.ReadFile(path)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	before := string(text)
	if strings.TrimSpace(before) == "" {
		before = "language: en\n"
	}
	if at := meansKey().FindStringIndex(before); at == nil {
		before = strings.TrimRight(before, "\n") + "\nmeans:\n"
	}
	at := meansKey().FindStringIndex(before)[1]
	after := before[:at] + fmt.Sprintf("  %q: %q\n", said, meant) + before[at:]
	if _, _, err := language.ReadFile([]byte(after)); err != nil {
		return fmt.Errorf("%s: %w", path, err)
	}
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		return err
	}
	m.read = time.Time{}
	return wholefile.Write(path, []byte(after), 0o600)
}

// meansKey is the line under which the meanings stand.
var meansKey = pattern.Of(`(?m)^means:[ \t]*(?:#.*)?\n`)

// saying is a message as it is compared: in lower case, without quotes around it and
// signs behind it.
func saying(text string) string {
	return strings.Trim(strings.Join(strings.Fields(strings.ToLower(text)), " "), " .!?\"'“”‘’")
}

// routine finds "when I say X, do A, then B": what is said, and what is to be done.
var routine = pattern.Of(
	`(?is)^\s*(?:please\s+)?when(?:ever)?\s+i\s+say\s+(?:"([^"]+)"|“([^”]+)”|'([^']+)'|([^,:"“']+)[,:])\s*[,:]?\s+(?:then\s+|do\s+|please\s+)*(.+?)\s*$`,
)

// routineOf takes such a message apart.
func routineOf(text string) (said, meant string, ok bool) {
	m := routine().FindStringSubmatch(text)
	if m == nil {
		return "", "", false
	}
	return saying(m[1] + m[2] + m[3] + m[4]), m[5], true
}

// Why a meaning cannot be kept.
var (
	errSaid  = errors.New("that is understood already, and means what it says")
	errMeant = errors.New("what it is to mean is not understood")
)

// KeepMeaning has a whole message mean another from now on. It is refused where the
// message is a goal or the other is none.
func KeepMeaning(said, meant string) error {
	if err := mayMean(said, meant); err != nil {
		return err
	}
	return own.keep(said, meant)
}

// mayMean says why a message cannot mean another.
func mayMean(said, meant string) error {
	v, err := data.Load("")
	if err != nil {
		return err
	}
	reader := goals.Of(v)
	if _, err := reader.Read(said); err == nil || saying(said) == "" {
		return fmt.Errorf("%q: %w", said, errSaid)
	}
	if r, err := reader.Read(meant); err != nil || len(r.Respelt) > 0 {
		return fmt.Errorf("%q: %w; try it by itself", meant, errMeant)
	}
	return nil
}

// MayMean implements ui.Learner.
func (s sorter) MayMean(said, meant string) bool {
	return own.file != nil && own.of(said) == said && mayMean(said, meant) == nil
}

// Keep implements ui.Learner.
func (s sorter) Keep(said, meant string) error { return KeepMeaning(said, meant) }

// Plan implements orchestrator.Planner: a message that has a meaning of its own is planned
// as that.
func (p *Planner) Plan(ctx context.Context, req game.Request) (game.Plan, error) {
	if req.Read != nil {
		req.Goal = req.Read.Text
	} else {
		req.Goal = own.of(req.Goal)
	}
	return p.Auto.Plan(ctx, req)
}
