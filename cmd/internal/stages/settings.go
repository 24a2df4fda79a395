// SPDX-License-Identifier: MIT

package stages

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"runtime/debug"
	"time"

	"github.com/minehand/minehand/cmd/internal/app"
	"github.com/minehand/minehand/cmd/internal/app/settings"
	"github.com/minehand/minehand/internal/budget"
	"github.com/minehand/minehand/internal/document"
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
	text, err := budget.Config.ReadFile(path)
	if err != nil {
		return nil, fmt.Errorf("the config file cannot be read: %w", err)
	}
	v, err := document.Values(text, budget.Config)
	if err != nil {
		return nil, fmt.Errorf("the config file %s: %w", path, err)
	}
	all, _ := v.(map[string]any)
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

// Commit is what the program was built from, for manifests; empty when that is not
// known, and marked where the tree had been changed.
func Commit() string {
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return ""
	}
	var revision, changed string
	for _, s := range info.Settings {
		switch {
		case s.Key == "vcs.revision":
			revision = s.Value
		case s.Key == "vcs.modified" && s.Value == "true":
			changed = " and changes"
		}
	}
	if revision != "" {
		revision += changed
	}
	return revision
}

// asking is how long a provider is asked about itself.
const asking = 10 * time.Second

// modelFileEnv names the weights of a model whose server has them from a file here.
const modelFileEnv = "MINEHAND_MODEL_FILE"

// Models are those that runs may ask, with what their servers say of them; a server
// that says nothing leaves that out. A provider that the config does not have is an
// error.
func Models(ctx context.Context, cfg settings.Config, runs []missions.Run, env func(string) string) ([]missions.ModelInfo, error) {
	var out []missions.ModelInfo
	seen := map[string]bool{}
	for i := range runs {
		p := &runs[i].Mission.Planner
		key := p.Provider + "/" + p.Model
		if p.Provider == "" || p.Provider == "builtin" || p.Provider == "scripted" || seen[key] {
			continue
		}
		seen[key] = true
		out = append(out, modelOf(cfg, p.Provider, p.Model, env))
	}
	if len(out) == 0 {
		return nil, nil
	}
	planner, err := app.NewPlanner(cfg, "", env)
	if err != nil {
		return nil, err
	}
	defer func() { _ = planner.Close() }()
	for i := range out {
		if err := planner.Providers.Plans(out[i].Provider); err != nil {
			return nil, err
		}
		ask(ctx, planner, &out[i])
	}
	return out, nil
}

// modelOf is what the config says of a model.
func modelOf(cfg settings.Config, provider, model string, env func(string) string) missions.ModelInfo {
	info := missions.ModelInfo{Provider: provider, Model: model}
	file := env(modelFileEnv)
	for _, e := range cfg.Providers {
		if e.Name != provider {
			continue
		}
		info.Type = e.Type
		if s, ok := e.Config.(*providers.Scripted); ok {
			if file = s.Path; !filepath.IsAbs(file) {
				file = filepath.Join(filepath.Dir(cfg.Path()), file)
			}
		}
	}
	info.File = hashOf(file)
	return info
}

// hashOf is the hash of a file; "" for one that cannot be read.
func hashOf(path string) string {
	f, err := os.Open(path)
	if err != nil {
		return ""
	}
	defer func() { _ = f.Close() }()
	sum := sha256.New()
	if _, err := io.Copy(sum, f); err != nil {
		return ""
	}
	return hex.EncodeToString(sum.Sum(nil)[:8])
}

// ask fills in what the model's server says of it.
func ask(ctx context.Context, planner *app.Planner, info *missions.ModelInfo) {
	ctx, cancel := context.WithTimeout(ctx, asking)
	defer cancel()
	p, err := planner.Providers.Provider(info.Provider)
	if err != nil {
		return
	}
	health, err := p.Health(ctx)
	if err != nil {
		return
	}
	info.Server, info.Asked = health.Server, info.Model
	if info.Asked == "" {
		info.Asked, info.Context = health.Model, health.ContextLength
	}
	list, _ := p.Models(ctx) // empty from one that does not say
	for _, m := range list {
		if m.ID == info.Asked {
			info.Quantisation, info.Context = m.Quantisation, m.ContextLength
		}
	}
}
