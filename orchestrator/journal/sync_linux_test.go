// SPDX-License-Identifier: MIT

package journal

import (
	"errors"
	"os"
	"syscall"
	"testing"
)

// TestWhatTheDiskRefusesIsTold: a pipe has none to write to.
func TestWhatTheDiskRefusesIsTold(t *testing.T) {
	r, w, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	defer w.Close()
	if err := (dataFile{w}).Sync(); !errors.Is(err, syscall.EINVAL) {
		t.Errorf("got %v", err)
	}
}
