// SPDX-License-Identifier: MIT

// Package wholefile replaces files atomically: a reader sees the old text or the new
// one and never a part, even after a power cut.
package wholefile

import (
	"crypto/rand"
	"encoding/json"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
)

// Write puts text in place of what the file says, or leaves that as it was. A link
// stays one. The file gets the mode, as os.WriteFile gives it to a new one.
func Write(name string, text []byte, mode fs.FileMode) error {
	if real, err := filepath.EvalSymlinks(name); err == nil {
		name = real
	}
	next := name + ".new-" + rand.Text()[:8]
	f, err := os.OpenFile(next, os.O_WRONLY|os.O_CREATE|os.O_EXCL, mode)
	if err != nil {
		return err
	}
	_, err = f.Write(text)
	err = errors.Join(err, f.Sync(), f.Close())
	if err == nil {
		err = os.Rename(next, name)
	}
	if err != nil {
		_ = os.Remove(next)
	}
	return err
}

// WriteJSON is Write of a value as JSON.
func WriteJSON(name string, v any, mode fs.FileMode) error {
	text, err := json.Marshal(v)
	if err != nil {
		return err
	}
	return Write(name, text, mode)
}

// ReadJSON reads what WriteJSON wrote into the value that v points to; fs.ErrNotExist
// when there is no such file.
func ReadJSON(name string, v any) error {
	text, err := os.ReadFile(name)
	if err != nil {
		return err
	}
	return json.Unmarshal(text, v)
}
