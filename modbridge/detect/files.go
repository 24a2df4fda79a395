// SPDX-License-Identifier: MIT

package detect

import (
	"cmp"
	"errors"
	"slices"
	"strings"

	"github.com/minehand/minehand/internal/budget"
)

// readRegular reads a regular file of bounded size. Paths come from other
// programs: what names another computer's share is not opened.
func readRegular(name string) ([]byte, error) {
	if strings.HasPrefix(slashed(name), "//") {
		return nil, errors.New("the file is on a network share")
	}
	return budget.LauncherFile.ReadFile(name)
}

// pack is Prism's and MultiMC's mmc-pack.json.
type pack struct {
	Components []struct {
		UID     string `json:"uid"`
		Version string `json:"version"`
	} `json:"components"`
}

// components are the uids of mmc-pack.json.
var components = map[string]string{
	"net.minecraftforge":         forge,
	"net.neoforged":              neoforge,
	"net.fabricmc.fabric-loader": fabric,
	"org.quiltmc.quilt-loader":   quilt,
	"com.mumfrey.liteloader":     "liteloader",
}

// look completes a reading from the files that the process works with, and
// returns the launcher's name for the instance. The paths that it was told are
// forgotten then.
func (r *reading) look(details Details, readFile func(string) ([]byte, error)) (profile string) {
	r.expand(details, readFile)
	defer func() { r.gameDir, r.instanceDir, r.argumentFiles = "", "", nil }()
	if r.serverJar && r.kind == kindNone && details.Dir != "" {
		if _, err := readFile(join(details.Dir, "server.properties")); err == nil {
			r.kind = kindServer
		}
	}
	if !r.piped {
		return profileOf(r.gameDir)
	}
	dir := r.instanceFolder(details)
	if dir == "" {
		return ""
	}
	r.hint = cmp.Or(r.hint, hintOf(dir))
	r.ofPack(dir, readFile)
	if data, err := readFile(join(dir, "instance.cfg")); err == nil {
		for line := range strings.Lines(string(data)) {
			if name, ok := strings.CutPrefix(strings.TrimSpace(line), "name="); ok {
				return clean(name, 60)
			}
		}
	}
	return clean(last(dir), 60)
}

// expand reads the argument files of a Java that names its main class in one.
func (r *reading) expand(details Details, readFile func(string) ([]byte, error)) {
	var args []string
	for _, file := range r.argumentFiles {
		if !absolute(file) {
			if details.Dir == "" {
				continue
			}
			file = join(details.Dir, file)
		}
		if data, err := readFile(file); err == nil {
			args = append(args, expandFile(string(data))...)
		}
	}
	if len(args) > 0 {
		within := r.within
		*r = readJava(args)
		r.within = within
	}
}

// instanceFolder is the folder of a Prism or MultiMC instance: the one that
// holds the natives, that the environment names, or that the working folder,
// the game's own, lies in.
func (r *reading) instanceFolder(details Details) string {
	switch {
	case r.instanceDir != "":
		return r.instanceDir
	case details.InstanceDir != "":
		return details.InstanceDir
	case slices.Contains([]string{".minecraft", "minecraft"}, last(details.Dir)):
		return parent(details.Dir)
	case details.InstanceID != "" && last(details.Dir) == details.InstanceID:
		return details.Dir
	}
	return ""
}

// ofPack takes version and loader from mmc-pack.json.
func (r *reading) ofPack(dir string, readFile func(string) ([]byte, error)) {
	data, err := readFile(join(dir, "mmc-pack.json"))
	if err != nil {
		return
	}
	var p pack
	if budget.LauncherFile.JSON(data, &p) != nil {
		return
	}
	r.loader = cmp.Or(r.loader, vanilla)
	for _, c := range p.Components {
		if loader, ok := components[c.UID]; ok && !r.fixed(loader) {
			r.loader, r.loaderVersion = loader, number(c.Version)
		}
		if c.UID == "net.minecraft" && r.version == "" && isVersion().MatchString(c.Version) {
			r.version = c.Version
		}
	}
}

// profileOf is the name of an instance that has a folder of its own, as
// CurseForge, Modrinth, ATLauncher and others keep them.
func profileOf(gameDir string) string {
	if gameDir == "" {
		return ""
	}
	switch strings.ToLower(last(parent(gameDir))) {
	case "instances", "profiles":
		return clean(last(gameDir), 60)
	}
	return ""
}

func absolute(file string) bool {
	return strings.HasPrefix(file, "/") || strings.HasPrefix(file, `\`) || len(file) > 2 && file[1] == ':'
}

// join puts a name into a folder, with the folder's own kind of slash.
func join(dir, name string) string {
	slash := "/"
	if strings.Contains(dir, `\`) {
		slash = `\`
	}
	return strings.TrimRight(dir, `/\`) + slash + name
}
