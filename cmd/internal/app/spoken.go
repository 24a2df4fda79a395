// SPDX-License-Identifier: MIT

package app

import (
	"errors"
	"io/fs"
	"log/slog"

	"github.com/minehand/minehand/internal/wholefile"
	"github.com/minehand/minehand/ui"
)

// spokenFile, in the data folder, has what was said and made no task.
const spokenFile = "talk.json"

// spoken is the file of what was said: it implements ui.TalkShelf. Talk goes on
// without it.
type spoken struct {
	path string
	log  *slog.Logger
}

func (s spoken) Load() []ui.Spoken {
	var list []ui.Spoken
	err := wholefile.ReadJSON(s.path, &list)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		s.log.Warn("what was said before is lost", "file", s.path, "error", err)
		return nil
	}
	return list
}

func (s spoken) Save(list []ui.Spoken) {
	if err := wholefile.WriteJSON(s.path, list, 0o600); err != nil {
		s.log.Warn("what was said will be lost with a restart", "file", s.path, "error", err)
	}
}
