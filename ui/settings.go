// SPDX-License-Identifier: MIT

package ui

import (
	"cmp"
	"context"
	"encoding/json"
	"reflect"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/minehand/minehand/game"
	"github.com/minehand/minehand/ui/view"
)

// settle fills in what a prompt leaves out: from the settings, else from the
// configuration.
func (s *Service) settle(set *view.PromptSettings) {
	s.mu.Lock()
	now, policy, approve := s.settings, s.policy, s.approve
	s.mu.Unlock()
	set.Mode = cmp.Or(set.Mode, now.Mode)
	if set.Provider == "" && set.Model == "" && set.LMStudioURL == "" {
		set.Provider = now.Provider
		if now.Model != nil {
			set.Provider, set.Model = now.Model.Provider, now.Model.ID
		}
	}
	set.Temperature = cmp.Or(set.Temperature, now.Temperature)
	set.Policy = cmp.Or(set.Policy, now.Policy, policy)
	set.Approve = cmp.Or(set.Approve, now.Approve, &approve)
}

func setSettings(ctx context.Context, x *exchange, p view.ChangeSettings) (view.ChangedSettings, error) {
	if err := (game.Settings{Mode: p.Mode, Temperature: p.Temperature}).Validate(); err != nil {
		return view.ChangedSettings{}, view.Refuse(view.CodeInvalid, "%v", err)
	}
	if p.Policy != "" && !slices.Contains(p.Policy.Values(), string(p.Policy)) {
		return view.ChangedSettings{}, view.Refuse(
			view.CodeInvalid, "there is no policy %q; use %s", p.Policy, strings.Join(p.Policy.Values(), ", "),
		)
	}
	if err := x.svc.plans(p.Provider); err != nil {
		return view.ChangedSettings{}, err
	}
	var model *view.ModelRef
	if p.Model != "" {
		var err error
		if model, err = x.svc.modelOf(ctx, p.Model, p.Provider); err != nil {
			return view.ChangedSettings{}, err
		}
	}
	s := x.svc
	s.mu.Lock()
	defer s.mu.Unlock()
	before := s.settings
	now := withChange(before, p, model)
	s.settings = now
	changed := changes(before, now)
	if len(changed) > 0 {
		s.hub.publish(view.Event{Kind: view.EventSettings, StateChanges: changed})
	}
	return view.ChangedSettings{Settings: now, StateChanges: changed}, nil
}

// withChange is the settings with what a change names; model is the one it chose, or nil.
func withChange(now view.Settings, p view.ChangeSettings, model *view.ModelRef) view.Settings {
	now.Mode = cmp.Or(p.Mode, now.Mode)
	if p.Provider != "" {
		now.Provider = p.Provider
		if now.Model != nil && now.Model.Provider != p.Provider {
			now.Model = nil
		}
	}
	if model != nil {
		now.Model, now.Provider = model, model.Provider
	}
	now.Temperature = cmp.Or(p.Temperature, now.Temperature)
	now.Policy = cmp.Or(p.Policy, now.Policy)
	now.Approve = cmp.Or(p.Approve, now.Approve)
	return now
}

// changes are the members that differ.
func changes(before, now view.Settings) view.StateChanges {
	a, b := membersOf(before), membersOf(now)
	out := view.StateChanges{}
	for name, v := range b {
		if !reflect.DeepEqual(a[name], v) {
			out[name] = v
		}
	}
	for name := range a {
		if _, still := b[name]; !still {
			out[name] = nil
		}
	}
	return out
}

func membersOf(s view.Settings) map[string]any {
	m := map[string]any{}
	_ = json.Unmarshal(encode(s), &m) // it was just written
	return m
}

// plans says what is wrong with the name of a provider; empty is fine.
func (s *Service) plans(name string) error {
	if name == "" || s.cfg.Providers == nil {
		return nil
	}
	var names []string
	for _, p := range s.cfg.Providers.List() {
		if p.Name == name {
			return nil
		}
		names = append(names, p.Name)
	}
	return view.Refuse(view.CodeNoProvider, "there is no provider %q; use one of %s", name, strings.Join(names, ", "))
}

// modelOf finds the model that a selector names: PROVIDER/MODEL, or a model of
// the provider, of the one that is set, or of the first that has models.
func (s *Service) modelOf(ctx context.Context, selector, provider string) (*view.ModelRef, error) {
	listed := s.models(ctx)
	find := func(provider, id string) *view.ModelRef {
		i := slices.IndexFunc(listed, func(m view.ModelRef) bool { return m.ID == id && (provider == "" || m.Provider == provider) })
		if i < 0 {
			return nil
		}
		return &listed[i]
	}
	if m := find(provider, selector); m != nil { // ids may have slashes of their own
		return m, nil
	}
	names := s.modelProviders()
	id := selector
	if first, rest, ok := strings.Cut(selector, "/"); ok && slices.Contains(names, first) && (provider == "" || provider == first) {
		provider, id = first, rest
	} else if ok && provider == "" {
		return nil, view.Refuse(
			view.CodeNoProvider, "there is no provider %q and no model %q; use one of %s before the slash", first, selector,
			strings.Join(names, ", "),
		)
	}
	if provider == "" {
		s.mu.Lock()
		provider = s.settings.Provider
		s.mu.Unlock()
	}
	if !slices.Contains(names, provider) {
		if len(names) == 0 {
			return nil, view.Refuse(view.CodeNoProvider, "there is no provider that has models; add one to providers in the configuration")
		}
		provider = names[0]
	}
	if id == "" {
		return nil, view.Refuse(view.CodeInvalid, "%q lacks a part: write PROVIDER/MODEL", selector)
	}
	if m := find(provider, id); m != nil {
		return m, nil
	}
	return unlisted(listed, provider, id)
}

// modelProviders names the providers that have models.
func (s *Service) modelProviders() []string {
	var names []string
	for _, p := range s.providers() {
		if p.Type != view.TypePlanner {
			names = append(names, p.Name)
		}
	}
	return names
}

// unlisted is a model that its provider does not list: refused, unless the provider lists
// none at all, as one does that is not running.
func unlisted(listed []view.ModelRef, provider, id string) (*view.ModelRef, error) {
	var others []string
	for _, m := range listed {
		if m.Provider == provider {
			others = append(others, m.ID)
		}
	}
	if len(others) > 0 {
		return nil, view.Refuse(
			view.CodeNotFound, "%s has no model %q; it has %s", provider, id, strings.Join(others[:min(len(others), 8)], ", "),
		)
	}
	return &view.ModelRef{ID: id, Provider: provider, Name: id}, nil
}

// modelsLimit is how long providers may take to list their models.
const modelsLimit = 3 * time.Second

// models are those of all providers that are there.
func (s *Service) models(ctx context.Context) []view.ModelRef {
	if s.cfg.Models == nil {
		return nil
	}
	ctx, cancel := context.WithTimeout(ctx, modelsLimit)
	defer cancel()
	providers := s.providers()
	of := make([][]view.ModelRef, len(providers))
	var asked sync.WaitGroup
	for i, p := range providers {
		if p.Type == view.TypePlanner {
			continue
		}
		asked.Go(func() {
			list, _ := s.cfg.Models.Models(ctx, p.Name) // who is not there has none to offer
			for _, m := range list {
				of[i] = append(of[i], view.ModelRef{ID: m.ID, Provider: p.Name, Name: m.ID})
			}
		})
	}
	asked.Wait()
	return slices.Concat(of...)
}
