package main

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
)

// npmPackage is an unpacked minecraft-data.
type npmPackage struct {
	dir   string
	paths map[string]map[string]string
	done  map[string]*source
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
	return p, err
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
	paths, ok := p.paths[name]
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
