// SPDX-License-Identifier: MIT

package ui

import (
	"cmp"
	"slices"
	"strings"
	"time"

	"github.com/minehand/minehand/game"
	"github.com/minehand/minehand/ui/view"
)

// words makes a fact that is the same for everybody.
func words(code string) func(*talking) ([]game.Message, error) {
	return func(*talking) ([]game.Message, error) { return list(game.Say(code)) }
}

// person is who a player is: the body itself, its owner, or somebody in view.
func (t *talking) person() ([]game.Message, error) {
	b, _ := t.svc.cfg.Bodies.Body(t.body)
	is := func(name string) bool { return strings.EqualFold(name, t.said.Name) }
	var seen []string
	if n := b.Snapshot.State.Nearby; n != nil {
		for i := range n.Players {
			seen = append(seen, n.Players[i].Name)
		}
	}
	switch {
	case is(b.Info.Name):
		return t.who()
	case b.Info.Owner != "" && is(b.Info.Owner):
		return list(game.Say("person.you", "name", b.Info.Owner))
	case slices.ContainsFunc(seen, is):
		return t.inView()
	case len(seen) > 0:
		return list(game.Say("person.others", "name", t.said.Name, "names", seen))
	}
	return list(game.Say("person.unseen", "name", t.said.Name))
}

// asked are the providers that a goal may be given to.
func (t *talking) asked() (models []view.Provider) {
	all := t.svc.providers()
	chosen := slices.IndexFunc(all, func(p view.Provider) bool {
		return p.Name == t.p.Settings.Provider || t.p.Settings.Provider == "" && p.Default
	})
	if chosen >= 0 && all[chosen].Type != view.TypePlanner {
		return all[chosen : chosen+1]
	}
	return slices.DeleteFunc(all, func(p view.Provider) bool { return p.Type == view.TypePlanner || p.ByName })
}

// titleOf is what people call a provider.
func titleOf(p *view.Provider) string { return cmp.Or(p.Title, p.Name) }

func titles(list []view.Provider) []string {
	out := make([]string, len(list))
	for i := range list {
		out[i] = titleOf(&list[i])
	}
	return out
}

func (t *talking) model() ([]game.Message, error) {
	models := t.asked()
	switch {
	case t.svc.onlyReads(t.p.Settings.Provider):
		return list(game.Say("model.builtin"), game.Say("model.change"))
	case len(models) == 0:
		return list(game.Say("model.none"), game.Say("model.change"))
	}
	return list(game.Say("model.asked", "names", titles(models)), game.Say("model.change"))
}

// data is who gets what is said: models elsewhere, programs that are asked, the cluster.
func (t *talking) data() ([]game.Message, error) {
	all := t.svc.providers()
	var hosts, chosen, programs []string
	for i := range all {
		switch p := &all[i]; {
		case !p.Local && p.ByName:
			chosen = append(chosen, p.Host)
		case !p.Local:
			hosts = append(hosts, p.Host)
		case p.Host == "" && p.Type != view.TypePlanner:
			programs = append(programs, titleOf(p))
		}
	}
	var out []game.Message
	for _, part := range []struct {
		code string
		to   []string
	}{{"data.sent", hosts}, {"data.chosen", chosen}, {"data.programs", programs}} {
		if len(part.to) > 0 {
			out = append(out, game.Say(part.code, "names", slices.Compact(slices.Sorted(slices.Values(part.to)))))
		}
	}
	if len(out) == 0 {
		out = append(out, game.Say("data.none"))
	}
	kept := "data.kept"
	if t.svc.cfg.Cluster != nil {
		kept = "data.cluster"
	}
	return append(out, game.Say("data.game"), game.Say(kept)), nil
}

// practises reports whether the body plays in the practice world.
func (t *talking) practises() (view.Practice, bool) {
	now := t.svc.practice()
	return now, now.Running && now.Instance == t.body
}

func (t *talking) pacing() ([]game.Message, error) {
	now, ok := t.practises()
	if !ok {
		return list(game.Say("steer.no-speed"))
	}
	return list(game.Say("speed.is", "speed", now.Speed))
}

func (t *talking) seed() ([]game.Message, error) {
	now, ok := t.practises()
	if !ok {
		return list(game.Say("seed.untold"))
	}
	return list(game.Say("seed.is", "seed", now.Seed))
}

// played is how long the body has been connected.
func (t *talking) played() ([]game.Message, error) {
	b, _ := t.svc.cfg.Bodies.Body(t.body)
	return list(game.Say("played.is", "time", game.Seconds(time.Since(b.Link.Since).Seconds())))
}
