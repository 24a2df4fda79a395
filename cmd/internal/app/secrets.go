// SPDX-License-Identifier: MIT

package app

import (
	"log/slog"
	"os"
	"path/filepath"
	"strings"
)

// secret reports whether a file of the data folder is nobody else's business:
// the tokens, a private key, and the talk and the journal with all its parts, which
// hold what players and models said.
func secret(name string) bool {
	return name == TokenFile || name == BodyTokenFile || name == spokenFile || strings.HasPrefix(name, "journal") ||
		strings.HasSuffix(name, ".key")
}

// tightenAll closes to others what of the data folder holds secrets, and says
// so. A file that cannot be closed is an *InputError.
func tightenAll(dir string, log *slog.Logger) error {
	entries, err := os.ReadDir(dir)
	if err != nil {
		return err
	}
	for _, e := range entries {
		if e.IsDir() || !secret(e.Name()) {
			continue
		}
		mended, err := tighten(filepath.Join(dir, e.Name()))
		if err != nil {
			return inputError("%w", err)
		}
		if mended {
			log.Warn("a file with secrets was open to other users and is closed to them now; what they read of it they know", "file", e.Name())
		}
	}
	return nil
}
