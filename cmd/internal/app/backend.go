// SPDX-License-Identifier: MIT

package app

import (
	"cmp"
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"sync"
	"time"

	"github.com/minehand/minehand/cmd/internal/app/settings"
	"github.com/minehand/minehand/game"
	"github.com/minehand/minehand/game/data"
	"github.com/minehand/minehand/modbridge"
	"github.com/minehand/minehand/modbridge/wire"
	"github.com/minehand/minehand/orchestrator"
	"github.com/minehand/minehand/orchestrator/journal"
	"github.com/minehand/minehand/orchestrator/standing"
	"github.com/minehand/minehand/ui"
	"github.com/minehand/minehand/ui/api"
	"github.com/minehand/minehand/ui/client"
	"github.com/minehand/minehand/ui/gamechat"
	"github.com/minehand/minehand/ui/view"
)

// BackendConfig says how a backend runs. Planner is required.
type BackendConfig struct {
	// Version of this program, for a look at newer ones.
	Version string
	// Port on loopback; 0 picks a free one.
	Port int
	// Listeners, when there are any, are served instead of the loopback port;
	// Port is then the one that requests name. The backend closes them.
	Listeners []net.Listener
	// Now is the clock of the bridge and may jump, as a computer's does when it
	// slept. Default: time.Now.
	Now func() time.Time
	// DataDir keeps the journal and is made if missing; empty means a temporary
	// one that Close removes.
	DataDir string
	// LAN, when not nil, serves the network as well.
	LAN     *LANConfig
	Config  settings.Config
	Planner orchestrator.Planner
	// Reader and Providers are for clients; without them nothing is read
	// beforehand and every provider's name is passed on.
	Reader ui.Reader
	// Listener sorts what people say; nil for every text being a request.
	Listener  ui.Listener
	Providers ui.Providers
	// Models asks the providers for clients; nil for none to ask.
	Models ui.Models
	// World is the embedded world that a body plays in, besides the practice world; nil
	// for none. It stands still while a plan is made.
	World func(body string) *Embedded
	// Practice lets clients start the embedded world.
	Practice bool
	// KeepPractice makes that world anew, from its beginning, when it ran as
	// Minehand ended; RestartPractice does it.
	KeepPractice bool
	// Join lets clients bring helpers into worlds, whose packages are in BotCache
	// ("" for the user's own).
	Join     bool
	BotCache string
	// Missions, when not nil, makes what keeps and plays missions for clients; changed
	// is to be told how far a run is. Close ends it.
	Missions func(changed func(view.MissionProgress)) Missions
	// Handler, when not nil, makes what serves all but a body's upgrade and
	// healthPath.
	Handler func(*Backend) (http.Handler, error)
	// Log; nil means silence.
	Log *slog.Logger
}

// Missions keep and play missions for clients, until they are closed.
type Missions interface {
	ui.Missions
	io.Closer
}

// Backend is a running Minehand: listener, bridge, orchestrator and journal.
type Backend struct {
	Port         int
	Orchestrator *orchestrator.Orchestrator
	Bridge       *modbridge.Server
	// UI is what clients reach.
	UI *ui.Service
	// LAN is the port as the network sees it; nil when it does not.
	LAN *LAN

	// devices are those that were let in beside who has the control token.
	devices api.Devices

	journal *journal.Journal
	// node is this Minehand in its cluster; nil without one.
	node node
	// all are the bodies together.
	all *everyone
	// providers keep their calls in the journal; nil without models.
	providers *Providers
	// people are asked about commands that models want; nil without models.
	people *people
	// practice is the embedded world that clients may start; nil for none.
	practice *practice
	// helpers are the bots that clients bring; nil for none.
	helpers *helpers
	// missions are played for clients; nil for none.
	missions Missions
	// settings are the configuration, which clients may change.
	settings *runningConfig
	log      *slog.Logger
	gate     *gate
	servers  []*http.Server
	stopAll  context.CancelFunc
	// bridgeStop ends the bridge after the orchestrator has ended.
	bridgeStop context.CancelFunc
	agents     sync.WaitGroup
	lines      sync.WaitGroup
	temporary  string
	closing    sync.Once
	closed     error
}

// Start opens the listener and the journal and runs everything until Close. An
// *InputError is mended by another port or data folder; a port that is taken
// leaves no trace in the data folder.
func Start(ctx context.Context, cfg BackendConfig) (_ *Backend, err error) {
	cfg.Log = cmp.Or(cfg.Log, slog.New(slog.DiscardHandler))
	b := &Backend{log: cfg.Log}
	defer func() {
		if err != nil {
			err = startFault(errors.Join(err, b.Close()))
		}
	}()
	listeners, port := cfg.Listeners, cfg.Port
	if len(listeners) == 0 {
		if listeners, port, err = Listen(ctx, cfg.Port); err != nil {
			return nil, err
		}
	}
	defer func() {
		if err != nil {
			b.unlisten(listeners)
		}
	}()
	dir, err := b.folder(cfg.DataDir)
	if err != nil {
		return nil, err
	}
	if err = tightenAll(dir, cfg.Log); err != nil {
		return nil, err
	}
	stream, err := b.join(ctx, cfg, dir, port)
	if err != nil {
		return nil, err
	}
	if b.journal, err = (journal.Config{Log: cfg.Log, Stream: stream}).Open(ctx, dir); err != nil {
		return nil, err
	}
	if p, ok := cfg.Planner.(*Planner); ok {
		b.providers, b.people = p.Providers, p.people
		if err = b.providers.keepIn(ctx, b.journal, dir, cfg.Log); err != nil {
			return nil, err
		}
	}
	b.Port = port
	if cfg.LAN != nil {
		if b.LAN, err = openLAN(ctx, *cfg.LAN, dir, port); err != nil {
			return nil, err
		}
	}
	if err = b.wire(ctx, cfg); err == nil {
		err = b.serve(listeners, cfg)
	}
	if err != nil {
		return nil, err
	}
	return b, nil
}

// unlisten closes what was listened on, where the start failed.
func (b *Backend) unlisten(listeners []net.Listener) {
	closeAll(listeners)
	if b.LAN != nil {
		closeAll(b.LAN.listeners)
	}
}

// folder is the data folder, made if it is not there; a temporary one if none is named.
func (b *Backend) folder(dir string) (string, error) {
	if dir != "" {
		if err := os.MkdirAll(dir, 0o700); err != nil {
			return "", fmt.Errorf("the data folder cannot be made: choose another with --data-dir: %w", err)
		}
		return dir, nil
	}
	dir, err := os.MkdirTemp("", "minehand-")
	if err != nil {
		return "", fmt.Errorf("there is no place for a temporary journal: choose a folder with --data-dir: %w", err)
	}
	b.temporary = dir
	return dir, nil
}

// dataDir is where the data lie.
func (b *Backend) dataDir(cfg BackendConfig) string { return cmp.Or(b.temporary, cfg.DataDir) }

// wire makes bridge and orchestrator and starts them.
func (b *Backend) wire(ctx context.Context, cfg BackendConfig) error {
	food, eaten := foodsOf(cfg.Config.Minecraft.Version)
	var past *pastWorlds
	if cfg.KeepPractice && b.temporary == "" {
		past = &pastWorlds{filepath.Join(cfg.DataDir, pastWorldsFile), b.journal, cfg.Log}
		past.begin(ctx)
	}
	running := newInstances(cfg.Log)
	session := func(body string) (*modbridge.Session, bool) { return b.Bridge.Session(body) }
	if cfg.Practice {
		b.practice = &practice{
			url: b.URL, past: past, log: cfg.Log,
			end: func(body, why string) { b.Bridge.End(body, why) },
		}
		if cfg.KeepPractice && b.temporary == "" {
			b.practice.kept = filepath.Join(cfg.DataDir, practiceFile)
		}
	}
	all := &everyone{b: b, planner: cfg.Planner}
	b.all = all
	orch, err := orchestrator.New(ctx, orchestrator.Config{
		Planner:   together{still{looking{versioned{cfg.Planner, running}, session, blueprints(b.dataDir(cfg))}, b.worldOf(cfg.World)}, all},
		Journal:   b.tasksIn(),
		Limits:    cfg.Config.TaskLimits(),
		Protected: cfg.Config.Zones(),
		Guard:     cfg.Config.Guard(),
		StopAway:  func(body string) { b.Bridge.StopAway(body) },
		IsFood:    food,
		Log:       cfg.Log,
	})
	if err != nil {
		return err
	}
	b.Orchestrator = orch
	there := &bodies{ready: map[string]*modbridge.Session{}, past: departedBefore(orch.Views(), time.Now()), crew: all.body}
	all.there = there
	if b.node != nil {
		there.ours = b.node.Holds
	}
	var world ui.Practice
	if b.practice != nil {
		b.practice.there = there
		world = b.practice
	}
	var bots ui.Helpers
	var own ui.Characters
	if cfg.Join {
		b.helpers = &helpers{
			url: b.URL, cache: cfg.BotCache, bring: bringBot, log: cfg.Log, list: map[string]*helper{},
			changed: func(h view.Helper) { b.UI.HelperChanged(h) },
		}
		bots, own = b.helpers, newCharacters(running.detector, func() int { return b.Port })
	}
	b.settings = &runningConfig{data: b.dataDir(cfg), cfg: cfg.Config, now: time.Now, apply: b.configure}
	var missions ui.Missions
	if cfg.Missions != nil {
		b.missions = cfg.Missions(func(p view.MissionProgress) { b.UI.MissionsChanged(p) })
		missions = b.missions
	}
	var talk ui.TalkShelf
	names, working := "", ""
	if b.temporary == "" {
		talk = spoken{filepath.Join(cfg.DataDir, spokenFile), cfg.Log}
		names, working = filepath.Join(cfg.DataDir, threadsFile), filepath.Join(cfg.DataDir, ownersFile)
	}
	named := newThreads(b.journal, names, cfg.Log)
	kept := &changes{
		journal: b.journal, tasks: orch, session: session,
		tell: func(body, task string, c *view.Changes) { b.UI.TaskChanged(body, task, c) }, notice: orch.Notice,
		log: cfg.Log, waiting: map[*modbridge.Session]bool{}, wake: make(chan struct{}, 1),
	}
	work := newOwners(working, cfg.Log)
	work.members, work.changed = all.members, func(body string) { b.UI.BodyChanged(body) }
	keep, err := b.keeper(cfg, there)
	if err != nil {
		return err
	}
	times := &foretelling{tasks: orch}
	if b.UI, err = ui.New(ui.Config{
		Keeper:     keep,
		Owners:     work,
		Cluster:    b.others(),
		Crew:       all,
		Threads:    named,
		Changes:    kept,
		Films:      &films{task: orch.Task, session: session, making: make(chan struct{}, 1)},
		Practice:   world,
		Helpers:    bots,
		Characters: own,
		Missions:   missions,
		Zones:      cfg.Config.Zones(),
		Tasks:      orch,
		Bodies:     there,
		Successor:  there.Successor,
		Detector:   running,
		Reader:     cfg.Reader,
		Listener:   cfg.Listener,
		Providers:  cfg.Providers,
		Models:     cfg.Models,
		IsFood:     eaten,
		Policy:     view.Policy(cfg.Config.Planner.Policy),
		Approve:    cfg.Config.Planner.Approve,
		Names:      namesOf,
		Blueprints: func() []string { return blueprintFiles(b.dataDir(cfg)) },
		Run:        there.run,
		Frames:     there.frames,
		Settings:   b.settings,
		Network:    announced,
		Pair:       b.pairing(),
		Update:     updates(b.settings.releases, cfg.Version),
		Talk:       talk,
		History: func(ctx context.Context) []view.Finding {
			h := b.journal.Health()
			return append(historyFindings(&h), times.findings(ctx)...)
		},
	}); err != nil {
		return err
	}
	if b.helpers != nil {
		b.helpers.owned = work.SetOwner
	}
	if b.people != nil {
		b.people.reach(b.UI)
	}
	players := b.Connect()
	chat := gamechat.New(gamechat.Config{
		Client: players, Body: there.Body, Stops: b.UI.Stops, Answers: b.UI.Answers, Log: cfg.Log,
		Say: func(body, line, to string) error {
			if s, ok := b.Bridge.Session(body); ok {
				return s.Say(line, to)
			}
			return nil
		},
		Owners: cfg.Config.Chat.Owners, TrustNames: cfg.Config.Chat.TrustNames, Silent: cfg.Config.Chat.Silent,
	})
	var authorize func(*http.Request, *wire.Register) error
	if b.LAN != nil {
		authorize = b.LAN.authorize
	}
	tokens, stops, owners := b.shared()
	b.Bridge = modbridge.New(modbridge.Config{
		Logger:    cfg.Log,
		Observer:  &observer{orch: orch, ui: b.UI, there: there, chat: chat, changes: kept, log: cfg.Log, lines: map[string]*ui.Line{}},
		Complaint: func(id, text string) { orch.Notice(id, game.Say("warn.body", "details", text)) },
		Names:     itemsOf,
		Tokens:    tokens,
		Stops:     stops,
		Owners:    owners,
		CheckOrigin: func(r *http.Request) bool {
			_, origins := b.names(r)
			return originAmong(origins, r.Header.Values("Origin"))
		},
		Authorize: authorize,
		WorksFor:  work.Owner,
		Chat:      game.ChatGuard{Allow: cfg.Config.Chat.AllowCommands},
		Protected: cfg.Config.Zones(),
		Now:       cfg.Now,
		Scale:     cfg.Config.Scale(),
	})
	there.bridge, running.bridge = b.Bridge, b.Bridge
	// The orchestrator ends before the bridge: its last stop still goes out. The
	// ui ends right after the orchestrator.
	base := context.WithoutCancel(ctx)
	orchCtx, stopOrch := context.WithCancel(base)
	bridgeCtx, stopBridge := context.WithCancel(base)
	b.stopAll, b.bridgeStop = stopOrch, stopBridge
	all.running = orchCtx
	if err := b.answer(orchCtx); err != nil {
		return err
	}
	if err := all.comeBack(ctx); err != nil {
		return err
	}
	b.agents.Go(func() {
		chat.Run(orchCtx)
		_ = players.Close() // it is a line in this process
	})
	b.agents.Go(func() { kept.run(orchCtx) })
	b.agents.Go(func() { keep.standing.Run(orchCtx) })
	b.agents.Go(func() {
		if err := orch.Run(orchCtx); err != nil {
			cfg.Log.Error("orchestrator ended", "error", err)
		}
		b.UI.Close()
	})
	b.lines.Go(func() {
		if err := b.Bridge.Run(bridgeCtx); err != nil {
			cfg.Log.Error("bridge ended", "error", err)
		}
	})
	return nil
}

// keeper makes what keeps places and standing orders.
func (b *Backend) keeper(cfg BackendConfig, there *bodies) (*keeper, error) {
	k := &keeper{body: there.Body, tasks: b.Orchestrator, landmarks: b.journal.Places}
	if r, ok := cfg.Reader.(reader); ok {
		k.clauses = r.Clauses
	}
	var shelf standing.Shelf
	if b.temporary == "" {
		shelf = keptShelf{filepath.Join(cfg.DataDir, keptFile)}
	}
	var err error
	k.standing, err = standing.New(standing.Config{
		Tasks: b.Orchestrator, Read: k.read, Shelf: shelf, Log: cfg.Log,
		Submit: func(ctx context.Context, body, goal, call string) (string, error) {
			return b.UI.SubmitOrder(ctx, body, goal, call)
		},
		State: func(body string) *game.State {
			s, ok := there.Body(body)
			if !ok || s.Snapshot.Seq == 0 || s.Link.State != game.LinkUp {
				return nil
			}
			return &s.Snapshot.State
		},
		Changed: func(body string) { b.UI.KeptChanged(body) },
	})
	return k, err
}

// worldOf finds the embedded world that a body plays in.
func (b *Backend) worldOf(others func(body string) *Embedded) func(body string) *Embedded {
	return func(body string) *Embedded {
		switch {
		case b.practice != nil && body == practiceBody:
			return b.practice.running()
		case others != nil:
			return others(body)
		}
		return nil
	}
}

func (b *Backend) serve(listeners []net.Listener, cfg BackendConfig) error {
	var rest http.Handler = http.HandlerFunc(http.NotFound)
	if cfg.Handler != nil {
		var err error
		if rest, err = cfg.Handler(b); err != nil {
			return err
		}
	}
	handler := guard(b.names, func(text string) { b.Orchestrator.Notice("", game.Say("warn.body", "details", text)) }, routed(b.Bridge, rest))
	b.gate = newGate(cfg.Log, openFiles())
	serve := func(l net.Listener, secure *tls.Config) {
		srv := b.gate.httpServer(handler)
		b.servers = append(b.servers, srv)
		b.lines.Go(func() {
			l := b.gate.listener(l)
			if secure != nil {
				l = tls.NewListener(l, secure)
			}
			if err := srv.Serve(l); !errors.Is(err, http.ErrServerClosed) {
				cfg.Log.Error("listener ended", "error", err)
			}
		})
	}
	for _, l := range listeners {
		serve(l, nil)
	}
	if b.LAN != nil {
		for _, l := range b.LAN.listeners {
			serve(l, b.LAN.tls)
		}
	}
	return nil
}

// configure has a changed configuration hold from now on.
func (b *Backend) configure(cfg settings.Config) {
	zones := cfg.Zones()
	b.Orchestrator.SetRules(cfg.TaskLimits(), cfg.Guard(), zones)
	b.UI.Reconfigure(view.Policy(cfg.Planner.Policy), cfg.Planner.Approve, zones)
	b.Bridge.Protect(zones)
}

// Connect returns a client in this process. Close it before the backend.
func (b *Backend) Connect() *client.Client { return client.Local(b.UI.Within()) }

// RestartPractice makes the practice world anew that ran when the last Minehand
// of this data folder ended, and tells clients. With none it does nothing.
func (b *Backend) RestartPractice(ctx context.Context) error {
	if b.practice == nil {
		return nil
	}
	was, err := b.practice.restart(ctx)
	if was && err == nil {
		b.UI.PracticeChanged()
	}
	return err
}

// URL is where bodies connect.
func (b *Backend) URL() string { return fmt.Sprintf("ws://localhost:%d/", b.Port) }

// Close ends everything in order and returns when it has ended. Unfinished
// tasks stay in the journal as interrupted. It is idempotent.
func (b *Backend) Close() error {
	b.closing.Do(func() {
		var errs []error
		if b.missions != nil {
			errs = append(errs, b.missions.Close())
		}
		if b.people != nil {
			b.people.reach(nil)
		}
		if b.stopAll != nil {
			b.stopAll()
		}
		b.agents.Wait()
		if b.helpers != nil {
			b.helpers.close()
		}
		if b.practice != nil {
			errs = append(errs, b.practice.close())
		}
		if b.bridgeStop != nil {
			b.bridgeStop()
		}
		for _, srv := range b.servers {
			errs = append(errs, srv.Close())
		}
		b.lines.Wait()
		if b.gate != nil {
			b.gate.close()
		}
		if b.providers != nil {
			errs = append(errs, b.providers.keepIn(context.Background(), nil, "", nil))
		}
		if b.journal != nil {
			errs = append(errs, b.journal.Close())
		}
		if b.node != nil {
			errs = append(errs, b.node.Close())
		}
		if b.temporary != "" {
			errs = append(errs, os.RemoveAll(b.temporary))
		}
		b.closed = errors.Join(errs...)
	})
	return b.closed
}

// routed sends a body's upgrade on "/" to the bridge, answers healthPath and
// leaves the rest to next.
func routed(bridge, next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		switch {
		case r.URL.Path == healthPath:
			w.Header().Set("Content-Type", "text/plain; charset=utf-8")
			_, _ = io.WriteString(w, healthAnswer)
		case r.URL.Path == "/" && r.Header.Get("Upgrade") != "":
			bridge.ServeHTTP(w, r)
		default:
			next.ServeHTTP(w, r)
		}
	})
}

func closeAll(listeners []net.Listener) {
	for _, l := range listeners {
		_ = l.Close()
	}
}

// foodsOf reports which items can be eaten at all in a version, and which of them a
// body eats by itself.
func foodsOf(version string) (food, eaten func(item string) bool) {
	v, err := data.Load(version)
	if err != nil {
		none := func(string) bool { return false }
		return none, none
	}
	food = func(item string) bool {
		it, ok := v.Item(game.Name(item))
		return ok && it.Food != nil
	}
	return food, func(item string) bool { return v.Eatable(game.Name(item)) }
}
