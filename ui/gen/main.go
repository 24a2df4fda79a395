// SPDX-License-Identifier: MIT

// Command gen writes what is made from the call table: the methods of the Go
// client, the types and the list of calls for TypeScript, the JSON Schema and
// docs/API.md. It is run by `go generate ./ui`.
package main

import (
	"fmt"
	"os"
	"path/filepath"

	"github.com/minehand/minehand/ui"
)

func main() {
	if err := run(); err != nil {
		fmt.Fprintln(os.Stderr, "gen: "+err.Error())
		os.Exit(1)
	}
}

// run writes every file, from the folder of ui or any below the root.
func run() error {
	root, err := moduleRoot()
	if err != nil {
		return err
	}
	if err := os.Chdir(root); err != nil { // comments are found by paths from the root
		return err
	}
	files, err := generate(ui.Calls())
	if err != nil {
		return err
	}
	for name, text := range files {
		if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
			return err
		}
		if err := os.WriteFile(name, text, 0o644); err != nil {
			return err
		}
	}
	return nil
}

func moduleRoot() (string, error) {
	dir, err := os.Getwd()
	if err != nil {
		return "", err
	}
	for {
		if _, err := os.Stat(filepath.Join(dir, "go.mod")); err == nil {
			return dir, nil
		}
		up := filepath.Dir(dir)
		if up == dir {
			return "", fmt.Errorf("no go.mod above %s", dir)
		}
		dir = up
	}
}
