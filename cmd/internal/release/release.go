// SPDX-License-Identifier: MIT

// Package release says which build of Minehand runs: the version that the packages
// set, and the commit with its date, from the packages or from what Go knows of the
// build. It reads both once and keeps nothing.
//
// Usage:
//
//	fmt.Println("minehand", release.Text()) // 0.1.0 (4e12d6b1f0aa, 2026-11-25)
package release

import (
	"cmp"
	"runtime/debug"
	"strings"
)

// Set by build/package.sh: -ldflags "-X .../release.version=0.1.0 -X .../release.commit=... -X .../release.date=2026-11-25".
var version, commit, date string

// Version is the release's number; of other builds "devel-" and the commit, where it
// is known.
func Version() string {
	b := now()
	if b.version == "" && b.commit != "" {
		return "devel-" + b.commit
	}
	return b.number()
}

// Text is the version for people, with commit and date where they are known:
// "0.1.0 (4e12d6b1f0aa, 2026-11-25)".
func Text() string { return now().text() }

// Released reports whether this build has a release's number.
func Released() bool { return version != "" }

// build is what is known of a build; empty members are not.
type build struct{ version, commit, changed, date string }

func now() build {
	info, _ := debug.ReadBuildInfo()
	return of(version, commit, date, info)
}

// of takes what the packages set, and the rest from Go's own notes; info may be nil.
func of(version, commit, date string, info *debug.BuildInfo) build {
	b := build{version: version, commit: commit, date: date}
	info = cmp.Or(info, &debug.BuildInfo{})
	stamped := false
	for _, s := range info.Settings {
		switch {
		case s.Key == "vcs.revision":
			stamped = true
			b.commit = cmp.Or(b.commit, s.Value)
		case s.Key == "vcs.time" && b.date == "":
			b.date, _, _ = strings.Cut(s.Value, "T")
		case s.Key == "vcs.modified" && s.Value == "true" && commit == "":
			b.changed = " with changes"
		}
	}
	// Installed by its module's version, a program has that and no commit.
	if v := info.Main.Version; b.version == "" && !stamped && v != "(devel)" {
		b.version = strings.TrimPrefix(v, "v")
	}
	b.commit = b.commit[:min(len(b.commit), 12)]
	return b
}

func (b build) number() string {
	if b.version == "" {
		return "devel"
	}
	return b.version
}

func (b build) text() string {
	var known []string
	if b.commit != "" {
		known = append(known, b.commit+b.changed)
	}
	if b.date != "" {
		known = append(known, b.date)
	}
	if known == nil && b.version == "" {
		known = []string{"of a commit that this build does not name"}
	}
	if known == nil {
		return b.number()
	}
	return b.number() + " (" + strings.Join(known, ", ") + ")"
}
