// SPDX-License-Identifier: MIT

package app

import (
	"cmp"
	"maps"
	"runtime"
	"runtime/metrics"
	"slices"
	"time"

	"github.com/minehand/minehand/game"
	"github.com/minehand/minehand/ui"
	"github.com/minehand/minehand/ui/api"
)

// metrics are the figures of a running Minehand. Labels hold the catalogue's
// kinds, states and the config's provider names, and nothing that a body, a
// player or a model said.
func (b *Backend) metrics(version string, started time.Time, clients func() int) []api.Metric {
	one := func(name, help string, value int) api.Metric {
		return api.Metric{Name: name, Help: help, Type: api.Gauge, Samples: []api.Sample{{Value: float64(value)}}}
	}
	var mem runtime.MemStats
	runtime.ReadMemStats(&mem)
	live := []metrics.Sample{{Name: "/gc/heap/live:bytes"}}
	metrics.Read(live)
	list := []api.Metric{
		{
			Name: "minehand_build_info", Help: "The program that runs.", Type: api.Gauge,
			Samples: []api.Sample{{Labels: []string{"version", version, "go", runtime.Version()}, Value: 1}},
		},
		one("minehand_start_time_seconds", "When it was started, in seconds since 1970.", int(started.Unix())),
		one("minehand_goroutines", "Goroutines at the moment.", runtime.NumGoroutine()),
		one("minehand_heap_bytes", "Bytes of the heap that are in use.", int(mem.HeapInuse)),
		one("minehand_heap_live_bytes", "Bytes of the heap that the last collection of garbage left.", int(live[0].Value.Uint64())),
		one("minehand_clients", "Clients that are connected.", clients()),
	}
	list = append(list, b.bodyMetrics()...)
	list = append(list, taskMetrics(b.UI.Counts())...)
	if b.providers != nil {
		calls := api.Metric{Name: "minehand_provider_calls_today", Help: "Calls of each provider since midnight.", Type: api.Gauge}
		tokens := api.Metric{Name: "minehand_provider_tokens_today", Help: "Tokens of each provider since midnight.", Type: api.Gauge}
		resting := api.Metric{Name: "minehand_provider_resting", Help: "1 while a provider is left out after a failure.", Type: api.Gauge}
		for _, p := range b.providers.List() {
			label := []string{"provider", p.Name}
			calls.Samples = append(calls.Samples, api.Sample{Labels: label, Value: float64(p.UsedCalls)})
			tokens.Samples = append(tokens.Samples, api.Sample{Labels: label, Value: float64(p.UsedTokens)})
			rests := 0.0
			if p.Cause != nil {
				rests = 1
			}
			resting.Samples = append(resting.Samples, api.Sample{Labels: label, Value: rests})
		}
		list = append(list, calls, tokens, resting)
	}
	return list
}

func (b *Backend) bodyMetrics() []api.Metric {
	links := map[game.LinkState]int{game.LinkUp: 0, game.LinkDown: 0}
	for _, s := range b.Bridge.Sessions() {
		links[s.Link().State]++
	}
	bodies := api.Metric{Name: "minehand_bodies", Help: "Bodies by the state of their connection.", Type: api.Gauge}
	for _, state := range slices.Sorted(maps.Keys(links)) {
		bodies.Samples = append(bodies.Samples, api.Sample{Labels: []string{"link", string(state)}, Value: float64(links[state])})
	}
	all := b.Bridge.Totals()
	count := func(name, help string, n int) api.Metric {
		return api.Metric{Name: name, Help: help, Type: api.Counter, Samples: []api.Sample{{Value: float64(n)}}}
	}
	dropped := api.Metric{Name: "minehand_frames_dropped_total", Help: "Frames of bodies that moved nothing, by why.", Type: api.Counter}
	for _, d := range []struct {
		why string
		n   int
	}{{"malformed", all.Malformed}, {"untyped", all.Untyped}, {"unknown", all.Unknown}, {"foreign", all.Foreign},
		{"late", all.Late}, {"stray", all.Stray}} {
		dropped.Samples = append(dropped.Samples, api.Sample{Labels: []string{"reason", d.why}, Value: float64(d.n)})
	}
	return []api.Metric{
		bodies,
		count("minehand_body_sockets_total", "Sockets that bodies registered on.", all.Sockets),
		count("minehand_frames_total", "Frames of bodies that were read.", all.Frames),
		count("minehand_states_total", "States among them.", all.States),
		dropped,
		count("minehand_actions_sent_total", "Actions that went out to bodies.", all.Sent),
		count("minehand_action_deadlines_total", "Actions that ran out of time.", all.Deadlines),
	}
}

func taskMetrics(counts ui.Counts) []api.Metric {
	tasks := api.Metric{Name: "minehand_tasks_ended_total", Help: "Tasks that ended, by the state they ended in.", Type: api.Counter}
	for _, state := range slices.Sorted(maps.Keys(counts.Tasks)) {
		tasks.Samples = append(tasks.Samples, api.Sample{Labels: []string{"state", string(state)}, Value: float64(counts.Tasks[state])})
	}
	actions := api.Metric{Name: "minehand_actions_total", Help: "Actions that ended, by kind and by what was seen of them.", Type: api.Counter}
	keys := slices.SortedFunc(maps.Keys(counts.Actions), func(a, b ui.ActionCount) int {
		return cmp.Or(cmp.Compare(a.Kind, b.Kind), cmp.Compare(a.Verdict, b.Verdict))
	})
	for _, k := range keys {
		actions.Samples = append(actions.Samples,
			api.Sample{Labels: []string{"kind", string(k.Kind), "verdict", string(k.Verdict)}, Value: float64(counts.Actions[k])})
	}
	return []api.Metric{tasks, actions}
}
