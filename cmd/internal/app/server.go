// SPDX-License-Identifier: MIT

package app

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"os"
	"path/filepath"
	"sync"

	"github.com/minehand/minehand/cmd/internal/app/settings"
	"github.com/minehand/minehand/ui/api"
	"github.com/minehand/minehand/ui/client"
	"github.com/minehand/minehand/ui/view"
)

// ServerConfig says which Minehand to run in this process. Planner is required;
// who gives it closes it.
type ServerConfig struct {
	Config  settings.Config
	Planner *Planner
	// Port on loopback; 0 picks a free one.
	Port int
	// DataDir keeps journal and control token; empty means a temporary one that
	// Close removes.
	DataDir string
	// LAN, when not nil, serves the network as well.
	LAN *LANConfig
	// Practice lets clients start the practice world; World, when not nil, starts
	// it at once.
	Practice bool
	World    *view.PracticeStart
	// Join lets clients bring helpers into worlds; their packages are in BotCache
	// ("" for the user's own).
	Join     bool
	BotCache string
	// Missions, when not nil, makes what keeps and plays missions for clients in the
	// data folder dir.
	Missions func(dir string, changed func(view.MissionProgress)) Missions
	// Version that is told to clients who ask.
	Version string
	// Log; nil means silence.
	Log *slog.Logger
}

// Server is a whole Minehand in this process: backend, control side and perhaps
// a practice world.
type Server struct {
	*Backend
	Control *Control
	// Token is what clients show.
	Token string

	temporary string
	// unwatch ends what looks for model servers.
	unwatch  context.CancelFunc
	watching sync.WaitGroup
}

// StartServer starts everything; it runs until Close. Errors are those of Start.
func StartServer(ctx context.Context, cfg ServerConfig) (_ *Server, err error) {
	cfg.Log = cmp.Or(cfg.Log, slog.New(slog.DiscardHandler))
	s := &Server{}
	defer func() {
		if err != nil {
			err = startFault(errors.Join(err, s.Close()))
		}
	}()
	dir := cfg.DataDir
	if dir == "" {
		if s.temporary, err = os.MkdirTemp("", "minehand-"); err != nil {
			return nil, fmt.Errorf("there is no place for a temporary journal: choose a folder with --data-dir: %w", err)
		}
		dir = s.temporary
	}
	var missions func(changed func(view.MissionProgress)) Missions
	if cfg.Missions != nil {
		missions = func(changed func(view.MissionProgress)) Missions { return cfg.Missions(dir, changed) }
	}
	if s.Backend, err = Start(ctx, BackendConfig{
		Version:  cfg.Version,
		Missions: missions,
		Port:     cfg.Port,
		DataDir:  dir,
		LAN:      cfg.LAN,
		Config:   cfg.Config,
		Planner:  cfg.Planner,
		Log:      cfg.Log,
		Practice: cfg.Practice ||
			cfg.World != nil,
		KeepPractice: cfg.Practice && cfg.World == nil,
		Join:         cfg.Join,
		BotCache:     cfg.BotCache,
		Reader:       cfg.Planner.Reader(),
		Listener:     cfg.Planner.Listener(),
		Providers:    cfg.Planner.Sources(),
		Models:       asker{cfg.Planner},
		Handler: func(b *Backend) (h http.Handler, err error) {
			s.Control, h, err = newControl(b, dir, cfg.Version)
			return h, err
		},
	}); err != nil {
		return nil, err
	}
	if s.Token, err = api.Token(filepath.Join(dir, TokenFile)); err != nil {
		return nil, err
	}
	watch, unwatch := context.WithCancel(context.WithoutCancel(ctx))
	s.unwatch = unwatch
	s.watching.Go(func() { cfg.Planner.Providers.Watch(watch, cfg.Log, s.settings.Take) })
	s.watching.Go(func() {
		if err := s.RestartPractice(watch); err != nil && watch.Err() == nil {
			cfg.Log.Warn("the practice world is not back", "error", err)
		}
	})
	if cfg.World != nil {
		line := s.UI.Open()
		defer line.Close()
		if _, err = (client.Calls{Caller: line}).StartPractice(ctx, *cfg.World); err != nil {
			return nil, err
		}
	}
	return s, nil
}

// Close ends everything in order and returns when it has ended. It is
// idempotent.
func (s *Server) Close() error {
	var errs []error
	if s.unwatch != nil {
		s.unwatch()
		s.watching.Wait()
	}
	if s.Control != nil {
		errs = append(errs, s.Control.Close())
	}
	if s.Backend != nil {
		errs = append(errs, s.Backend.Close())
	}
	if s.temporary != "" {
		errs = append(errs, os.RemoveAll(s.temporary))
	}
	return errors.Join(errs...)
}
