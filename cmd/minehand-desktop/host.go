// SPDX-License-Identifier: MIT

package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/gorilla/websocket"

	"github.com/minehand/minehand/cmd/internal/app"
	"github.com/minehand/minehand/cmd/internal/app/settings"
	"github.com/minehand/minehand/cmd/internal/release"
	"github.com/minehand/minehand/cmd/internal/stages"
)

// host is the Minehand that the window shows: one that was running, or one of
// this process.
type host struct {
	port    int
	dataDir string
	token   string
	pageURL string
	// own is nil when the Minehand is another process's.
	own *app.Server
	// planner is own's.
	planner *app.Planner
}

// openHost attaches to a Minehand that answers on the port, else starts one.
func openHost(ctx context.Context, f flags, log *slog.Logger) (*host, error) {
	cfg, warnings, err := settings.Load(f.config)
	if err != nil {
		return nil, err
	}
	for _, w := range warnings {
		log.Warn(w)
	}
	if cfg.Port != nil && f.port == settings.DefaultPort {
		f.port = *cfg.Port
	}
	h := &host{port: f.port, dataDir: cmp.Or(f.dataDir, cfg.DataDir)}
	if h.dataDir == "" {
		if h.dataDir, err = settings.DefaultDataDir(); err != nil {
			return nil, err
		}
	}
	if f.port != 0 && app.SpeaksMinehand(ctx, f.port) {
		return h, h.attach()
	}
	if h.planner, err = app.NewPlanner(cfg, os.Getenv("LM_STUDIO_URL"), os.Getenv); err != nil {
		return nil, err
	}
	h.planner.Providers.Share(cfg, h.dataDir)
	h.own, err = app.StartServer(ctx, app.ServerConfig{
		Missions: stages.Desks("minehand", cfg, log), Port: f.port, DataDir: h.dataDir, Config: cfg, Planner: h.planner,
		Practice: true, Join: true, BotCache: f.cache, Version: release.Version(), Log: log,
	})
	if err != nil {
		return nil, errors.Join(err, h.planner.Close())
	}
	h.port, h.token, h.pageURL = h.own.Port, h.own.Token, h.own.Control.PageURL()
	return h, nil
}

// attach takes the page of the Minehand that runs on the port.
func (h *host) attach() error {
	token, err := os.ReadFile(filepath.Join(h.dataDir, app.TokenFile))
	if err != nil {
		return fmt.Errorf("a Minehand runs on port %d with another data folder: "+
			"start this with its --data-dir, or with --port 0 for one of its own", h.port)
	}
	h.token = strings.TrimSpace(string(token))
	h.pageURL = fmt.Sprintf("http://localhost:%d/#token=%s", h.port, h.token)
	return nil
}

// Close ends a Minehand of this process; another's goes on.
func (h *host) Close() error {
	if h.own == nil {
		return nil
	}
	return errors.Join(h.own.Close(), h.planner.Close())
}

// dial opens a line to the Minehand's control side, the same that a browser page
// has: what is true of one is true of the other.
func (h *host) dial(ctx context.Context) (*websocket.Conn, error) {
	ctx, cancel := context.WithTimeout(ctx, 10*time.Second)
	defer cancel()
	//nolint:bodyclose // the dialer has read and closed it
	ws, answer, err := websocket.DefaultDialer.DialContext(
		ctx, fmt.Sprintf("ws://127.0.0.1:%d/api/v1/ws", h.port), http.Header{"Authorization": {"Bearer " + h.token}},
	)
	if answer != nil && answer.StatusCode == http.StatusUnauthorized {
		return nil, errors.New("the Minehand that runs uses another data folder: close it, or start this window with its --data-dir")
	}
	if err != nil {
		return nil, fmt.Errorf("no answer from the Minehand on port %d: %w", h.port, err)
	}
	ws.SetReadLimit(64 << 20)
	return ws, nil
}
