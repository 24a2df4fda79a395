package stages

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"os"
	"path/filepath"

	"github.com/goccy/go-yaml"

	"github.com/minehand/minehand/cmd/internal/app"
	"github.com/minehand/minehand/llm/providers"
	"github.com/minehand/minehand/missions"
)

// shared are the settings of an owner's config that servers of missions get.
var shared = []string{"providers", "command_providers", "programs", "budget"}

// Settings reads what servers of missions get of a config file, "" for none. Paths
// in it become whole.
func Settings(path string) (map[string]any, error) {
	out := map[string]any{}
	if path == "" {
		return out, nil
	}
	text, err := os.ReadFile(path)
	if err != nil {
		return nil, fmt.Errorf("the config file cannot be read: %w", err)
	}
	var all map[string]any
	if err := yaml.Unmarshal(text, &all); err != nil {
		return nil, fmt.Errorf("the config file %s: %w", path, err)
	}
	for _, key := range shared {
		if v, ok := all[key]; ok {
			out[key] = whole(filepath.Dir(path), v)
		}
	}
	return out, nil
}

// whole makes the paths of scripts whole, wherever they stand.
func whole(dir string, v any) any {
	switch v := v.(type) {
	case map[string]any:
		for key, value := range v {
			if text, is := value.(string); is && key == "path" && !filepath.IsAbs(text) {
				v[key] = filepath.Join(dir, text)
			} else {
				v[key] = whole(dir, value)
			}
		}
	case []any:
		for i := range v {
			v[i] = whole(dir, v[i])
		}
	}
	return v
}

// Models are those that runs may ask.
func Models(cfg app.Config, runs []missions.Run) []missions.ModelInfo {
	var out []missions.ModelInfo
	seen := map[string]bool{}
	for i := range runs {
		p := &runs[i].Mission.Planner
		key := p.Provider + "/" + p.Model
		if p.Provider == "" || p.Provider == "builtin" || p.Provider == "scripted" || seen[key] {
			continue
		}
		seen[key] = true
		info := missions.ModelInfo{Provider: p.Provider, Model: p.Model}
		for _, e := range cfg.Providers {
			if e.Name != p.Provider {
				continue
			}
			info.Type = e.Type
			if s, ok := e.Config.(*providers.Scripted); ok {
				path := s.Path
				if !filepath.IsAbs(path) {
					path = filepath.Join(filepath.Dir(cfg.Path()), path)
				}
				if text, err := os.ReadFile(path); err == nil {
					sum := sha256.Sum256(text)
					info.File = hex.EncodeToString(sum[:8])
				}
			}
		}
		out = append(out, info)
	}
	return out
}
