// SPDX-License-Identifier: MIT

package botrun

import (
	"context"
	"io/fs"
	"os"
	"path/filepath"
	"sync"
	"time"

	"github.com/minehand/minehand/internal/again"
	"github.com/minehand/minehand/internal/budget"
)

// lookTime is how often a running install is looked at.
const lookTime = time.Second

// packagesOf lists the folders that a finished install of the folder's lock file
// surely has: what is optional may not fit this machine, and what only tests need is
// left out.
func packagesOf(dir string) []string {
	data, err := budget.Package.ReadFile(filepath.Join(dir, "package-lock.json"))
	if err != nil {
		return nil
	}
	var lock struct {
		Packages map[string]struct {
			Dev         bool `json:"dev"`
			Optional    bool `json:"optional"`
			DevOptional bool `json:"devOptional"`
			Link        bool `json:"link"`
		} `json:"packages"`
	}
	if budget.Package.JSON(data, &lock) != nil {
		return nil
	}
	var folders []string
	for path, p := range lock.Packages {
		if path != "" && !p.Dev && !p.Optional && !p.DevOptional && !p.Link {
			folders = append(folders, filepath.Join(dir, filepath.FromSlash(path)))
		}
	}
	return folders
}

// installed counts the packages that are unpacked: npm makes all folders first, and
// what is in them comes later.
func installed(folders []string) int {
	n := 0
	for _, folder := range folders {
		if _, err := os.Stat(filepath.Join(folder, "package.json")); err == nil {
			n++
		}
	}
	return n
}

// packages is the share of a folder's packages that is installed, in percent; nil
// without a lock file, which names them.
func packages(dir string) func() int {
	folders := packagesOf(dir)
	if len(folders) == 0 {
		return nil
	}
	return func() int { return installed(folders) * 100 / len(folders) }
}

// nodeBytes is what npm's node@22 takes while it is installed, its download in a
// cache of its own beside it: 240 MB on Linux, less where the program is smaller.
const nodeBytes = 240_000_000

// bytesOf is how full a folder is of what it will hold, in percent, and never 100:
// the last piece may be smaller or larger than was thought.
func bytesOf(dir string, all int64) func() int {
	return func() int {
		var sum int64
		_ = filepath.WalkDir(dir, func(_ string, d fs.DirEntry, err error) error {
			if err == nil && d.Type().IsRegular() {
				if info, err := d.Info(); err == nil {
					sum += info.Size()
				}
			}
			return nil // what goes away meanwhile does not count
		})
		return int(min(99, sum*100/all))
	}
}

// watched runs something long and tells meanwhile how much of it is there, in
// percent, when that changed. Without a share, or somebody to tell, nothing is told.
func watched(ctx context.Context, told func(percent int), share func() int, long func() error) error {
	if told == nil || share == nil {
		return long()
	}
	ctx, over := context.WithCancel(ctx)
	var looked sync.WaitGroup
	looked.Go(func() {
		last := 0
		again.Every(ctx, lookTime, func() {
			// What an interrupted install left behind is removed before: less than was
			// told is said too.
			if now := share(); now != last {
				last = now
				told(now)
			}
		})
	})
	defer looked.Wait()
	defer over()
	return long()
}
