// SPDX-License-Identifier: MIT

package app

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"io"
	"log/slog"
	"reflect"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/minehand/minehand/cmd/internal/botrun"
	"github.com/minehand/minehand/game"
	"github.com/minehand/minehand/game/messages"
	"github.com/minehand/minehand/internal/budget"
	"github.com/minehand/minehand/ui"
	"github.com/minehand/minehand/ui/view"
)

// helpers are the bots that clients bring into worlds. They end with this
// Minehand.
type helpers struct {
	// url is where bodies connect, cache the folder of the bot's packages ("" for
	// the user's own).
	url   func() string
	cache string
	// bring runs a bot until ctx ends or it cannot go on.
	// started is called when it is there and runs.
	bring func(ctx context.Context, cfg botrun.Config, args []string, started func()) error
	// owned notes whom the helper of a body works for.
	owned func(body, name string)
	// changed tells clients of one.
	changed func(view.Helper)
	log     *slog.Logger

	mu     sync.Mutex
	list   map[string]*helper
	closed bool
	runs   sync.WaitGroup
}

// helper is one of them; its view is guarded by the mutex of helpers.
type helper struct {
	view view.Helper
	// stop ends its run; over is closed then.
	stop context.CancelFunc
	over chan struct{}
}

// maxHelpers is how many may be in worlds at once: each is a process of some
// hundred MB.
const maxHelpers = 8

// bringBot installs the bot where it has to be and runs it.
func bringBot(ctx context.Context, cfg botrun.Config, args []string, started func()) error {
	if cfg.Cache == "" {
		var err error
		if cfg.Cache, err = botrun.DefaultCache(); err != nil {
			return err
		}
	}
	bot, err := botrun.Prepare(ctx, cfg)
	if err != nil {
		return err
	}
	started()
	return bot.Run(ctx, args)
}

// running is how many helpers there are or will be in worlds; mu is held.
func (h *helpers) running() (n int) {
	for _, x := range h.list {
		if x.running() {
			n++
		}
	}
	return n
}

// checkJoin refuses a world that no helper may or can join.
func checkJoin(p *view.JoinWorld) error {
	switch {
	case !slices.Contains(p.Auth.Values(), string(p.Auth)):
		return view.Refuse(view.CodeInvalid, "the auth %q does not exist; use offline or microsoft", p.Auth)
	case botrun.Outside(p.Address) && botrun.CheckServer(p.Address) == nil && !p.BotsAllowed:
		return view.Refuse(view.CodeAskRules,
			"%s is a server outside your network, and many of those forbid bots: read its rules, and join with botsAllowed when they allow one.",
			p.Address)
	}
	err := botrun.CheckServer(p.Address)
	if err == nil {
		err = cmp.Or(botrun.CheckName(p.Name), botrun.CheckName(p.Owner))
	}
	if wrong, ok := errors.AsType[*botrun.Refusal](err); ok {
		return refuse(view.CodeInvalid, wrong.Why)
	}
	return nil
}

// refuse is a refusal for what a message says.
func refuse(code view.Code, why game.Message) error {
	return &view.RefusedError{Code: code, Sentence: messages.InEnglish(why), Say: why}
}

// speaks has a helper say a message, or nothing.
func speaks(v *view.Helper, m game.Message) {
	v.Says, v.Messages, v.Details = messages.InEnglish(m), ui.InWords("says", m), ""
}

// Join implements ui.Helpers.
func (h *helpers) Join(_ context.Context, p view.JoinWorld) (view.Helper, error) {
	p.Name = cmp.Or(p.Name, botrun.DefaultName)
	p.Auth = cmp.Or(p.Auth, view.AuthOffline)
	p.Address = strings.TrimSpace(p.Address)
	if err := checkJoin(&p); err != nil {
		return view.Helper{}, err
	}
	id := botrun.Instance(p.Name, p.Address)
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.closed {
		return view.Helper{}, view.Refuse(view.CodeUnavailable, "this Minehand is ending")
	}
	if x := h.list[id]; x != nil && x.running() {
		return view.Helper{}, refuse(view.CodeConflict, game.Say("join.there", "name", p.Name, "at", p.Address))
	}
	if there := h.running(); there >= maxHelpers {
		return view.Helper{}, refuse(view.CodeQueueFull, game.Say("join.many", "n", there))
	}
	ctx, stop := context.WithCancel(context.Background())
	x := &helper{stop: stop, over: make(chan struct{}), view: view.Helper{
		Instance: id,
		Address:  p.Address,
		Name:     p.Name,
		State:    view.HelperInstalling,
		Since:    time.Now(),
	}}
	speaks(&x.view, game.Say("join.looking"))
	h.list[id] = x
	if p.Owner != "" {
		h.owned(id, p.Owner)
	}
	h.changed(x.view)
	h.runs.Go(func() { h.run(ctx, x, p) })
	return x.view, nil
}

// running: it was neither sent away nor did it fail.
func (x *helper) running() bool {
	return x.view.State != view.HelperFailed && x.view.State != view.HelperLeft
}

// run brings a helper into its world until it is sent away or cannot go on.
func (h *helpers) run(ctx context.Context, x *helper, p view.JoinWorld) {
	defer close(x.over)
	defer x.stop()
	args := []string{
		"--json",
		"--server",
		p.Address,
		"--backend",
		h.url(),
		"--name",
		p.Name,
		"--auth",
		string(p.Auth),
		"--instance",
		x.view.Instance,
	}
	if p.Viewer {
		args = append(args, "--viewer", "auto")
	}
	err := h.bring(ctx, botrun.Config{
		Cache: h.cache, Viewer: p.Viewer,
		Say:       func(m game.Message) { h.tell(x, func(v *view.Helper) { speaks(v, m); v.Percent = 0 }) },
		Installed: func(percent int) { h.tell(x, func(v *view.Helper) { v.Percent = percent }) },
		Output:    &lineWriter{line: func(line []byte) { h.heard(x, line) }},
	}, args, func() {
		h.tell(x, func(v *view.Helper) {
			v.State, v.Percent = view.HelperJoining, 0
			speaks(v, game.Say("join.coming", "at", p.Address))
		})
	})
	h.tell(x, func(v *view.Helper) {
		v.Percent = 0
		wrong, _ := errors.AsType[*botrun.Refusal](err)
		switch {
		case ctx.Err() != nil:
			v.State = view.HelperLeft
			speaks(v, game.Message{})
		case err != nil && v.State != view.HelperInstalling && v.Says != "":
			v.State = view.HelperFailed // the bot's own last word says it better
		case wrong != nil:
			v.State = view.HelperFailed
			speaks(v, wrong.Why)
			if wrong.Raw != nil {
				v.Details = game.Plain(wrong.Raw.Error())
			}
		case err != nil:
			v.State = view.HelperFailed
			speaks(v, game.Say("join.failed"))
			v.Details = game.Plain(err.Error())
		default:
			v.State = view.HelperLeft
			speaks(v, game.Say("join.left"))
		}
	})
	if err != nil && ctx.Err() == nil {
		h.log.Warn("a helper ended", "helper", x.view.Instance, "error", err)
	}
}

// heard takes a line of a bot's log.
func (h *helpers) heard(x *helper, line []byte) {
	var said struct {
		Level   string `json:"level"`
		Message string `json:"message"`
		// Status is how the bot is getting on (bot/src/log.ts); lines without one are
		// for people.
		Status string `json:"status"`
		Needs  string `json:"needs"`
		// Say is the message for a page, where it has a code.
		Say game.Message `json:"say"`
	}
	if budget.HelperLine.JSON(line, &said) != nil || said.Message == "" {
		return // a library's own words
	}
	h.log.Debug("helper", "helper", x.view.Instance, "level", said.Level, "message", said.Message)
	h.tell(x, func(v *view.Helper) {
		words := said.Say
		if !strings.HasPrefix(words.Code, "join.") || !messages.Has(words.Code) {
			words = game.TextOf(game.FullSentence(game.Plain(said.Message)))
		}
		switch said.Status {
		case "playing":
			v.State, v.NeedsAccount, v.Refused = view.HelperPlaying, false, false
			speaks(v, game.Message{})
		case "joining":
			v.State, v.NeedsAccount, v.Refused = view.HelperJoining, said.Needs == "account", true
			speaks(v, words)
		case "notice":
			speaks(v, words)
		}
	})
}

// tell changes what is known of a helper and tells clients when that is new.
func (h *helpers) tell(x *helper, change func(*view.Helper)) {
	h.mu.Lock()
	defer h.mu.Unlock()
	was := x.view
	change(&x.view)
	if reflect.DeepEqual(x.view, was) {
		return
	}
	if x.view.State != was.State {
		x.view.Since = time.Now()
	}
	h.changed(x.view)
}

// Leave implements ui.Helpers.
func (h *helpers) Leave(instance string) (view.Helper, error) {
	h.mu.Lock()
	x := h.list[instance]
	h.mu.Unlock()
	if x == nil {
		return view.Helper{}, view.Refuse(view.CodeNotFound, "no helper of this Minehand is called %q; list-helpers has them", instance)
	}
	x.stop()
	<-x.over
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.list[instance] == x {
		delete(h.list, instance)
	}
	if x.view.State == view.HelperFailed { // its fault was read
		x.view.State = view.HelperLeft
		speaks(&x.view, game.Message{})
		h.changed(x.view)
	}
	return x.view, nil
}

// List implements ui.Helpers.
func (h *helpers) List() []view.Helper {
	h.mu.Lock()
	defer h.mu.Unlock()
	list := make([]view.Helper, 0, len(h.list))
	for _, x := range h.list {
		list = append(list, x.view)
	}
	slices.SortFunc(list, func(a, b view.Helper) int { return strings.Compare(a.Instance, b.Instance) })
	return list
}

// close sends all away and waits until they have gone.
func (h *helpers) close() {
	h.mu.Lock()
	h.closed = true
	for _, x := range h.list {
		x.stop()
	}
	h.mu.Unlock()
	h.runs.Wait()
}

// lineWriter hands on whole lines.
type lineWriter struct {
	line func([]byte)
	rest []byte
}

// maxLine is the longest line that is kept; what is longer is cut.
const maxLine = 64 << 10

func (w *lineWriter) Write(p []byte) (int, error) {
	n := len(p)
	for {
		line, more, found := bytes.Cut(p, []byte{'\n'})
		if room := maxLine - len(w.rest); len(line) > room {
			line = line[:room]
		}
		w.rest = append(w.rest, line...)
		if !found {
			return n, nil
		}
		w.line(w.rest)
		w.rest, p = w.rest[:0], more
	}
}

var _ io.Writer = (*lineWriter)(nil)
