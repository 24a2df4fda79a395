// SPDX-License-Identifier: MIT

package app

import (
	"context"
	"errors"
	"io"
	"strings"
	"testing"

	"github.com/minehand/minehand/cmd/internal/botrun"
	"github.com/minehand/minehand/game"
	"github.com/minehand/minehand/game/messages"
	"github.com/minehand/minehand/ui/view"
)

// bots stands for the bot: a test says what it prints and when it ends.
type bots struct {
	// runs gets the arguments of each; lines is what they print, end how they end.
	runs  chan []string
	lines chan string
	end   chan error
}

func (b *bots) bring(ctx context.Context, cfg botrun.Config, args []string, started func()) error {
	cfg.Say(game.Say("join.packages"))
	cfg.Installed(40)
	b.runs <- args
	started()
	for {
		select {
		case line := <-b.lines:
			_, _ = io.WriteString(cfg.Output, line)
		case err := <-b.end:
			return err
		case <-ctx.Done():
			return nil
		}
	}
}

func TestHelpersAreBroughtIntoWorlds(t *testing.T) {
	b := running(t, BackendConfig{Join: true})
	bot := &bots{runs: make(chan []string, 9), lines: make(chan string), end: make(chan error)}
	b.helpers.bring = bot.bring
	ctx := t.Context()
	c := b.Connect()
	defer c.Close()
	if at, err := c.Subscribe(ctx, view.Place{}); err != nil || len(at.Snapshot.Helpers) != 0 {
		t.Fatalf("%+v, %v", at, err)
	}
	state := func(want view.HelperState, says string) view.Helper {
		t.Helper()
		e := next(t, c, string(want)+": "+says, func(e view.Event) bool {
			return e.Helper != nil && e.Helper.State == want && strings.Contains(e.Helper.Says, says)
		})
		return *e.Helper
	}

	for _, bad := range []view.JoinWorld{
		{}, {Address: "a b"}, {Address: "localhost:0"}, {Address: "localhost", Name: "x"}, {Address: "localhost", Auth: "magic"},
	} {
		h, err := c.JoinWorld(ctx, bad)
		if err == nil {
			t.Errorf("%+v was joined: %+v", bad, h)
		}
		refused, ok := errors.AsType[*view.RefusedError](err)
		if bad.Name != "" && (!ok || messages.Say("de", refused.Say) != "„x“ ist kein Spielername; nimm 3 bis 16 aus Buchstaben von a bis z, Ziffern und _.") {
			t.Errorf("%+v is refused with %+v", bad, err)
		}
	}
	// A server outside this network is joined only with the person's word for its rules.
	if _, err := c.JoinWorld(ctx, view.JoinWorld{Address: "mc.example.org"}); code(err) != view.CodeAskRules {
		t.Errorf("a server outside: %v", err)
	}

	h, err := c.JoinWorld(ctx, view.JoinWorld{Address: "127.0.0.1:25565", Name: "Handy"})
	if err != nil || h.State != view.HelperInstalling || h.Instance != botrun.Instance("Handy", "127.0.0.1:25565") {
		t.Fatalf("%+v, %v", h, err)
	}
	for _, want := range []int{0, 40} {
		if v := state(view.HelperInstalling, "Installing the bot"); v.Percent != want {
			t.Errorf("%d percent, want %d", v.Percent, want)
		}
	}
	if v := state(view.HelperJoining, ""); v.Percent != 0 {
		t.Errorf("still %d percent", v.Percent)
	}
	args := strings.Join(<-bot.runs, " ")
	for _, want := range []string{"--server 127.0.0.1:25565", "--name Handy", "--instance " + h.Instance, "--auth offline", "--json", "--backend " + b.URL()} {
		if !strings.Contains(args, want) {
			t.Errorf("the bot was started with %s, without %s", args, want)
		}
	}
	if _, err := c.JoinWorld(ctx, view.JoinWorld{Address: "127.0.0.1:25565", Name: "Handy"}); err == nil || !strings.Contains(err.Error(), "leave-world") {
		t.Errorf("the same helper twice: %v", err)
	}

	// Faults are sentences; one says that an account is needed. A line may come in pieces, and others' words are none.
	// What has no status is for people.
	bot.lines <- `{"level":"warn","message":"mine failed: no such block"}` + "\n"
	bot.lines <- "some library talks\n{\"level\":\"error\",\"status\":\"joining\",\"needs\":\"account\",\"mess"
	bot.lines <- "age\":\"the server at here checks accounts with Microsoft\"}\n"
	if v := state(view.HelperJoining, "The server at here checks accounts"); !v.NeedsAccount {
		t.Errorf("%+v", v)
	}
	// What has a code is said in the reader's language, and the page has no flags.
	bot.lines <- `{"level":"error","status":"joining","say":{"code":"join.refused","values":{"at":"here:1"}},"message":"no server: use --server"}` + "\n"
	if v := state(view.HelperJoining, "No Minecraft server answers at here:1: start it"); !v.Refused || v.Messages["says"].Code != "join.refused" {
		t.Errorf("%+v", v)
	}
	bot.lines <- `{"level":"info","status":"playing","message":"joined 127.0.0.1:25565 as Handy"}` + "\n"
	if v := state(view.HelperPlaying, ""); v.NeedsAccount || v.Refused || v.Says != "" {
		t.Errorf("%+v", v)
	}
	if l, err := c.ListHelpers(ctx); err != nil || len(l.Helpers) != 1 || l.Helpers[0].State != view.HelperPlaying {
		t.Errorf("%+v, %v", l, err)
	}
	bot.lines <- `{"level":"error","status":"joining","message":"the server at 127.0.0.1:25565 is full"}` + "\n"
	bot.end <- errors.New("the bot cannot run like this")
	state(view.HelperFailed, "The server at 127.0.0.1:25565 is full.")

	// It may be tried again, and sent away.
	if _, err := c.JoinWorld(ctx, view.JoinWorld{Address: "127.0.0.1:25565", Name: "Handy"}); err != nil {
		t.Fatal(err)
	}
	state(view.HelperJoining, "")
	if v, err := c.LeaveWorld(ctx, view.OfBody{Instance: h.Instance}); err != nil || v.State != view.HelperLeft {
		t.Errorf("%+v, %v", v, err)
	}
	state(view.HelperLeft, "")
	if _, err := c.LeaveWorld(ctx, view.OfBody{Instance: h.Instance}); err == nil {
		t.Error("one that has gone was sent away")
	}

	// What cannot be installed says so; closing Minehand sends all away.
	if _, err := c.JoinWorld(ctx, view.JoinWorld{Address: "localhost", Name: "Handy"}); err != nil {
		t.Fatal(err)
	}
	state(view.HelperJoining, "")
	bot.end <- nil
	state(view.HelperLeft, "left the world")
	if _, err := c.JoinWorld(ctx, view.JoinWorld{Address: "localhost", Name: "Robin"}); err != nil {
		t.Fatal(err)
	}
	state(view.HelperJoining, "")
}

// What another program said of a fault stands apart from the sentence, which has the fix.
func TestAHelperThatCannotBeInstalled(t *testing.T) {
	for code, fault := range map[string]error{
		"join.npm":    &botrun.Refusal{Why: game.Say("join.npm"), Raw: errors.New("npm error code ENOSPC")},
		"join.failed": errors.New("npm error code ENOSPC"),
	} {
		b := running(t, BackendConfig{Join: true})
		b.helpers.bring = func(context.Context, botrun.Config, []string, func()) error { return fault }
		c := b.Connect()
		if _, err := c.Subscribe(t.Context(), view.Place{}); err != nil {
			t.Fatal(err)
		}
		if _, err := c.JoinWorld(t.Context(), view.JoinWorld{Address: "localhost"}); err != nil {
			t.Fatal(err)
		}
		h := next(t, c, code, func(e view.Event) bool { return e.Helper != nil && e.Helper.State == view.HelperFailed }).Helper
		if h.Messages["says"].Code != code || strings.Contains(h.Says, "ENOSPC") || h.Details != "npm error code ENOSPC" {
			t.Errorf("%s: %+v", code, h)
		}
		c.Close()
	}
}

func TestNobodyBringsHelpers(t *testing.T) {
	b := running(t, BackendConfig{})
	c := b.Connect()
	defer c.Close()
	if _, err := c.JoinWorld(t.Context(), view.JoinWorld{Address: "localhost"}); err == nil || !strings.Contains(err.Error(), "minehand body") {
		t.Errorf("join: %v", err)
	}
	if _, err := c.LeaveWorld(t.Context(), view.OfBody{}); err == nil {
		t.Error("leave: no error")
	}
}

// A goal for a helper that is not in the game yet is answered with that and what it tries, and
// its task says the same until the helper is in.
func TestAGoalForAHelperThatIsNotInTheGame(t *testing.T) {
	b := running(t, BackendConfig{Join: true})
	bot := &bots{runs: make(chan []string, 9), lines: make(chan string), end: make(chan error)}
	b.helpers.bring = bot.bring
	c := b.Connect()
	defer c.Close()
	if _, err := c.Subscribe(t.Context(), view.Place{}); err != nil {
		t.Fatal(err)
	}
	h, err := c.JoinWorld(t.Context(), view.JoinWorld{Address: "127.0.0.1:25565", Name: "Handy"})
	if err != nil {
		t.Fatal(err)
	}
	<-bot.runs
	if _, err := c.SendPrompt(t.Context(), view.Prompt{Prompt: "wait 1 second"}); code(err) != view.CodeNoBody || !strings.Contains(err.Error(), "Handy is not in the game yet.") {
		t.Errorf("while nobody is connected: %v", err)
	}
	bot.lines <- `{"level":"error","status":"joining","say":{"code":"join.refused","values":{"at":"here:1"}},"message":"no server"}` + "\n"
	body := &chatBody{T: t, ws: b.socket(t), b: b}
	body.send(`{"type":"register","instanceId":"` + h.Instance + `","name":"Handy","version":"1.21.5","protocol":2,"capabilities":{"actions":["wait"]}}`)
	body.known(h.Instance)
	out, err := c.Talk(t.Context(), view.Talk{Text: "warte 1 Sekunde", Language: "de", OfBody: view.OfBody{Instance: h.Instance}})
	if err != nil || !strings.Contains(out.Say, "Handy ist noch nicht im Spiel.") || !strings.Contains(out.Say, "here:1") {
		t.Errorf("%+v, %v", out, err)
	}
	waits := func(what string) {
		t.Helper()
		next(t, c, what, func(e view.Event) bool { return e.Task != nil && strings.Contains(e.Task.Waiting, what) })
	}
	waits("No Minecraft server answers at here:1")
	bot.lines <- `{"level":"error","status":"joining","say":{"code":"join.full","values":{"at":"here:1"}},"message":"no server"}` + "\n"
	waits("Handy is not in the game yet. The server at here:1 is full")
	bot.lines <- `{"level":"info","status":"playing","message":"in"}` + "\n"
	next(t, c, "the task to say nothing of joining", func(e view.Event) bool { return e.Task != nil && !strings.Contains(e.Task.Waiting, "not in the game") })
}
