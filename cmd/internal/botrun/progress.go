package botrun

import (
	"context"
	"encoding/json"
	"os"
	"path/filepath"
	"time"
)

// lookTime is how often a running install is looked at.
const lookTime = time.Second

// packagesOf lists the folders that a finished install of the folder's lock file
// surely has: what is optional may not fit this machine, and what only tests need is
// left out.
func packagesOf(dir string) []string {
	data, err := os.ReadFile(filepath.Join(dir, "package-lock.json"))
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
	if json.Unmarshal(data, &lock) != nil {
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

// watchInstall tells how much of a folder's packages is installed, in percent, when
// it grew, until the context ends. Without a lock file nothing is told.
func watchInstall(ctx context.Context, dir string, told func(percent int)) {
	folders := packagesOf(dir)
	if told == nil || len(folders) == 0 {
		return
	}
	tick := time.NewTicker(lookTime)
	defer tick.Stop()
	for last := 0; ; {
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
		}
		// What an interrupted install left behind is removed before: less than was
		// told is said too.
		if now := installed(folders) * 100 / len(folders); now != last {
			last = now
			told(now)
		}
	}
}
