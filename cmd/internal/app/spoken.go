package app

import (
	"encoding/json"
	"errors"
	"io/fs"
	"log/slog"
	"os"

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
	text, err := os.ReadFile(s.path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err == nil {
		err = json.Unmarshal(text, &list)
	}
	if err != nil {
		s.log.Warn("what was said before is lost", "file", s.path, "error", err)
		return nil
	}
	return list
}

func (s spoken) Save(list []ui.Spoken) {
	text, err := json.Marshal(list)
	if err == nil {
		err = wholefile.Write(s.path, text, 0o600)
	}
	if err != nil {
		s.log.Warn("what was said will be lost with a restart", "file", s.path, "error", err)
	}
}
