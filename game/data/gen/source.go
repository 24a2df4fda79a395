// SPDX-License-Identifier: MIT

package main

import (
	"cmp"
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
)

// npmPackage is an unpacked minecraft-data.
type npmPackage struct {
	dir   string
	paths map[string]map[string]string
	done  map[string]*source

	// stands names, for each release, the one whose files describe it.
	stands   map[string]string
	releases []string // from oldest to newest, in order
}

// source is what minecraft-data says about one version.
type source struct {
	version  string
	items    []srcItem
	blocks   []srcBlock
	recipes  map[string][]srcRecipe
	entities []srcEntity

	nameByID map[int]string
	block    map[string]*srcBlock
}

type srcItem struct {
	ID            int     `json:"id"`
	Name          string  `json:"name"`
	DisplayName   string  `json:"displayName"`
	StackSize     int     `json:"stackSize"`
	MaxDurability int     `json:"maxDurability"`
	FoodPoints    float64 `json:"foodPoints"`
	Saturation    float64 `json:"saturation"`
	Ratio         float64 `json:"saturationRatio"`
}

type srcBlock struct {
	Name         string          `json:"name"`
	DisplayName  string          `json:"displayName"`
	Hardness     *float64        `json:"hardness"`
	Diggable     bool            `json:"diggable"`
	Material     string          `json:"material"`
	HarvestTools map[string]bool `json:"harvestTools"`
}

type srcRecipe struct {
	InShape     [][]*int `json:"inShape"`
	Ingredients []int    `json:"ingredients"`
	Result      struct {
		ID    int `json:"id"`
		Count int `json:"count"`
	} `json:"result"`
}

type srcEntity struct {
	Name        string `json:"name"`
	DisplayName string `json:"displayName"`
}

func openPackage(dir string) (*npmPackage, error) {
	p := &npmPackage{dir: dir, done: map[string]*source{}}
	var manifest struct{ Name, Version string }
	if err := p.read(&manifest, "package.json"); err != nil {
		return nil, err
	}
	if manifest.Name != "minecraft-data" || manifest.Version != wantPackage {
		return nil, fmt.Errorf("%s holds %s %s; install minecraft-data %s", dir, manifest.Name, manifest.Version, wantPackage)
	}
	var all struct {
		PC map[string]map[string]string `json:"pc"`
	}
	err := p.read(&all, "minecraft-data", "data", "dataPaths.json")
	p.paths = all.PC
	if err != nil {
		return nil, err
	}
	return p, p.listReleases()
}

// oldest is the first release with tables; older ones share little with the game
// of today, and no body plays them.
const oldest = "1.14"

var releaseName = regexp.MustCompile(`^\d+(\.\d+){1,2}$`)

// listReleases lists every release from oldest up to the last that the package
// describes. A release without files of its own is described by one that speaks
// the same protocol, else by the next one of the same minor version.
func (p *npmPackage) listReleases() error {
	var known []struct {
		MinecraftVersion string
		Version          int // of the protocol
	}
	if err := p.read(&known, "minecraft-data", "data", "pc", "common", "protocolVersions.json"); err != nil {
		return err
	}
	p.stands = map[string]string{}
	byProtocol, next := map[int]string{}, "" // the list is newest first
	for _, k := range known {
		if _, has := p.paths[k.MinecraftVersion]; has && byProtocol[k.Version] == "" {
			byProtocol[k.Version] = k.MinecraftVersion
		}
	}
	for _, k := range known {
		name := k.MinecraftVersion
		if !releaseName.MatchString(name) || number(name) < number(oldest) {
			continue
		}
		_, own := p.paths[name]
		switch same := byProtocol[k.Version]; {
		case own:
			p.stands[name], next = name, name
		case same != "":
			p.stands[name] = same
		case next != "" && number(name)/1000 == number(next)/1000:
			p.stands[name] = next
		case next != "":
			return fmt.Errorf("minecraft-data %s describes no release like %s", wantPackage, name)
		}
	}
	p.releases = slices.SortedFunc(maps.Keys(p.stands), func(a, b string) int { return number(a) - number(b) })
	return nil
}

func (p *npmPackage) read(into any, path ...string) error {
	name := filepath.Join(append([]string{p.dir}, path...)...)
	raw, err := os.ReadFile(name)
	if err != nil {
		return err
	}
	if err := json.Unmarshal(raw, into); err != nil {
		return fmt.Errorf("reading %s: %w", name, err)
	}
	return nil
}

// version reads the files of a version. Foods are joined to their items.
func (p *npmPackage) version(name string) (*source, error) {
	if s, ok := p.done[name]; ok {
		return s, nil
	}
	paths, ok := p.paths[cmp.Or(p.stands[name], name)]
	if !ok {
		return nil, fmt.Errorf("minecraft-data %s does not know it", wantPackage)
	}
	s := &source{version: name, nameByID: map[int]string{}, block: map[string]*srcBlock{}}
	var foods []srcItem
	for _, part := range []struct {
		kind string
		into any
	}{
		{"items", &s.items}, {"blocks", &s.blocks}, {"recipes", &s.recipes},
		{"entities", &s.entities}, {"foods", &foods},
	} {
		if err := p.read(part.into, "minecraft-data", "data", paths[part.kind], part.kind+".json"); err != nil {
			return nil, err
		}
	}
	eaten := make(map[string]srcItem, len(foods))
	for _, f := range foods {
		eaten[f.Name] = f
	}
	for i := range s.items {
		it := &s.items[i]
		s.nameByID[it.ID] = it.Name
		it.FoodPoints, it.Saturation, it.Ratio = eaten[it.Name].FoodPoints, eaten[it.Name].Saturation, eaten[it.Name].Ratio
	}
	for i := range s.blocks {
		s.block[s.blocks[i].Name] = &s.blocks[i]
	}
	p.done[name] = s
	return s, nil
}
