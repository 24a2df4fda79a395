// SPDX-License-Identifier: MIT

package app

import (
	"context"
	"log/slog"
	"maps"
	"strings"
	"sync"
	"time"

	"github.com/minehand/minehand/cmd/internal/botrun"
	"github.com/minehand/minehand/game"
	"github.com/minehand/minehand/modbridge"
	"github.com/minehand/minehand/modbridge/detect"
	"github.com/minehand/minehand/orchestrator"
	"github.com/minehand/minehand/ui/view"
)

// instances joins detection to the bridge's sessions.
type instances struct {
	detector *detect.Detector
	bridge   *modbridge.Server
	log      *slog.Logger

	mu sync.Mutex
	// homes are the processes of bodies, by id.
	homes map[string]home
}

// maxHomes is how many are kept before those of bodies that are gone are let go
// of.
const maxHomes = 1024

// home is the process that a body's socket was found in.
type home struct {
	remote  string // the socket's
	pid     int32  // 0 when the system did not tell
	version string // as the process shows it
}

func newInstances(log *slog.Logger) *instances {
	return &instances{detector: detect.New(detect.Config{}), log: log, homes: map[string]home{}}
}

// Detect implements ui.Detector.
func (n *instances) Detect(ctx context.Context) []view.Instance {
	list, err := n.detector.Scan(ctx)
	if err != nil {
		n.log.Warn("minecraft was not looked for", "error", err)
	}
	out := make([]view.Instance, 0, len(list))
	for _, in := range list {
		v := view.Instance{
			ID: in.ID, PID: int(in.PID), Name: in.Name, Platform: in.Platform, Version: in.Version, VersionHint: in.VersionHint,
			Loader: in.Loader, LoaderVersion: in.LoaderVersion, Role: string(in.Role), Launcher: in.Launcher,
			Worlds: []view.OpenWorld{}, Bodies: []string{},
		}
		for _, w := range in.Worlds {
			v.Worlds = append(v.Worlds, view.OpenWorld{
				Name: w.Name, Address: w.Address, Port: w.Port, Kind: w.Kind, Version: w.Version, Protocol: w.Protocol,
				Online: w.Players.Online, Max: w.Players.Max, Modded: w.Modded, Mods: w.Mods,
				Grade: botrun.Grade(w.Version),
			})
		}
		out = append(out, v)
	}
	return out
}

// Process implements ui.Detector.
func (n *instances) Process(ctx context.Context, body string) int {
	return int(n.homeOf(ctx, body).pid)
}

// homeOf looks a body's process up once for each of its sockets; while its line
// is down the last one holds.
func (n *instances) homeOf(ctx context.Context, body string) home {
	s, ok := n.bridge.Session(body)
	n.mu.Lock()
	defer n.mu.Unlock()
	if !ok {
		delete(n.homes, body)
		return home{}
	}
	h := n.homes[body]
	remote, local := s.Ends()
	if remote == nil || h.pid != 0 && h.remote == remote.String() {
		return h
	}
	h = home{remote: remote.String()}
	if pid, ok := n.detector.PIDOf(ctx, remote, local); ok {
		h.pid = pid
		// A snapshot has no rules of its own; what is configured may be nearer.
		if in, ok := n.detector.Identify(ctx, pid); ok && strings.Trim(in.Version, "0123456789.") == "" {
			h.version = in.Version
		}
	}
	if len(n.homes) >= maxHomes {
		maps.DeleteFunc(n.homes, func(body string, _ home) bool { _, there := n.bridge.Session(body); return !there })
	}
	n.homes[body] = h
	return h
}

// versioned tells a planner the version that a body's process shows (rule 14).
type versioned struct {
	orchestrator.Planner
	instances *instances
}

// Plan implements orchestrator.Planner.
func (v versioned) Plan(ctx context.Context, req game.Request) (game.Plan, error) {
	req.Body.Detected = v.instances.homeOf(ctx, req.Body.ID).version
	return v.Planner.Plan(ctx, req)
}

// announceTime is how long the network is listened to: games announce themselves
// every 1.5 s.
const announceTime = 4 * time.Second

// announced are the worlds that the network tells of.
func announced(ctx context.Context) ([]view.NearbyWorld, error) {
	ctx, cancel := context.WithTimeout(ctx, announceTime)
	defer cancel()
	var list []view.NearbyWorld
	err := detect.Announcements(ctx, func(a detect.Announcement) {
		list = append(list, view.NearbyWorld{Name: a.Name, Address: a.Address})
	})
	return list, err
}
