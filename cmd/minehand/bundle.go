// SPDX-License-Identifier: MIT

package main

import (
	"archive/zip"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"time"

	"github.com/minehand/minehand/cmd/internal/app/settings"
	"github.com/minehand/minehand/cmd/internal/release"
	"github.com/minehand/minehand/llm"
	"github.com/minehand/minehand/modbridge/detect"
)

// bundle is what a bug report needs to tell of a computer, as a zip of texts. No
// key, token, address of a person's own, name of a player or world goes in, and
// nothing of what was said or done.
type bundle struct {
	zip *zip.Writer
	err error
}

// writeBundle writes the bundle to a new file. report is what doctor printed,
// fault why the config could not be read, if so.
func writeBundle(ctx context.Context, name string, cfg settings.Config, fault error, report string) (err error) {
	f, err := os.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
	switch {
	case errors.Is(err, fs.ErrExist):
		return badInput("%s is there already: name a new file for the bundle", name)
	case err != nil:
		return badInput("the bundle cannot be written: %w", err)
	}
	defer func() {
		if err = errors.Join(err, f.Close()); err != nil {
			err = errors.Join(fmt.Errorf("the bundle cannot be written: %w", err), os.Remove(name))
		}
	}()
	b := &bundle{zip: zip.NewWriter(f)}
	about := fmt.Sprintf("minehand %s %s %s/%s, %d cores, %s\n", release.Text(), runtime.Version(), runtime.GOOS, runtime.GOARCH,
		runtime.NumCPU(), time.Now().UTC().Format(time.RFC3339))
	if fault != nil {
		about += "The config cannot be used: " + fault.Error() + "\n"
	}
	b.text("about.txt", about)
	b.text("doctor.txt", report)
	b.json("config.json", cfg.Shown())
	b.json("instances.json", runningHere(ctx))
	b.text("data-folder.txt", dataFiles(cfg))
	return errors.Join(b.err, b.zip.Close())
}

// text adds a text without what is a person's own.
func (b *bundle) text(name, text string) {
	w, err := b.zip.Create(name)
	if err == nil {
		_, err = io.WriteString(w, impersonal(text))
	}
	b.err = errors.Join(b.err, err)
}

func (b *bundle) json(name string, v any) {
	var text bytes.Buffer
	enc := json.NewEncoder(&text)
	enc.SetIndent("", "  ")
	enc.SetEscapeHTML(false)
	b.err = errors.Join(b.err, enc.Encode(v))
	b.text(name, text.String())
}

// impersonal takes out of a text what looks like a key, and the user's home
// folder, name and computer.
func impersonal(text string) string {
	text = llm.Redact(text)
	var swaps []string
	if home, err := os.UserHomeDir(); err == nil && len(home) > 1 {
		escaped := strings.ReplaceAll(home, `\`, `\\`) // in JSON
		swaps = append(swaps, escaped, "~", home, "~")
		if user := filepath.Base(home); len(user) > 2 && user != "root" {
			swaps = append(swaps, user, "USER")
		}
	}
	if host, err := os.Hostname(); err == nil && len(host) > 2 && host != "localhost" {
		swaps = append(swaps, host, "HOST")
	}
	return strings.NewReplacer(swaps...).Replace(text)
}

// runningHere is the Minecraft that runs, without the names that people gave
// their worlds and instances.
func runningHere(ctx context.Context) any {
	list, err := detect.New(detect.Config{}).Scan(ctx)
	if err != nil {
		return err.Error()
	}
	for i := range list {
		in := &list[i]
		in.Name, _, _ = strings.Cut(in.Name, ",")
		for j := range in.Worlds {
			in.Worlds[j].Name = ""
		}
	}
	return list
}

// dataFiles lists the files that Minehand keeps, with size, mode and age.
func dataFiles(cfg settings.Config) string {
	dir, err := dataFolder("", cfg)
	if err != nil {
		return err.Error() + "\n"
	}
	entries, err := os.ReadDir(dir)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return dir + " is not there; the first goal makes it.\n"
	case err != nil:
		return "The data folder cannot be read: " + err.Error() + "\n"
	}
	var b strings.Builder
	b.WriteString(dir + "\n")
	for _, e := range entries {
		info, err := e.Info()
		if err != nil {
			continue
		}
		fmt.Fprintf(&b, "%s %10d %s %s\n", info.Mode(), info.Size(), info.ModTime().UTC().Format(time.RFC3339), e.Name())
	}
	return b.String()
}
