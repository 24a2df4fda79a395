// SPDX-License-Identifier: MIT

package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/minehand/minehand/cmd/internal/app/settings"
	"github.com/minehand/minehand/game"
	"github.com/minehand/minehand/ui/client"
	"github.com/minehand/minehand/ui/command"
	"github.com/minehand/minehand/ui/view"
)

func newShell() *cobra.Command {
	var o attachOptions
	plain := false
	cmd := &cobra.Command{
		Use:   "shell",
		Short: "Talk to Minehand: goals, slash commands, the plan as it goes",
		Long: `Talk to the Minehand that runs on the port, or to one of this shell's own when
none does. Type a goal, or / for commands; Tab completes. Ctrl+C stops what is
being done, twice leaves. Without a terminal, each line of the input is one goal
or command, and plain lines are printed.`,
		Args: noArgs,
		RunE: func(cmd *cobra.Command, _ []string) error { return runShell(cmd, o, plain) },
	}
	o.flags(cmd)
	cmd.Flags().BoolVar(&plain, "plain", false, "print plain lines even to a terminal")
	return cmd
}

// bodiesURL is where bodies connect.
func bodiesURL(port int) string { return fmt.Sprintf("ws://localhost:%d/", port) }

func runShell(cmd *cobra.Command, o attachOptions, plain bool) error {
	return o.run(cmd, func(ctx context.Context, wish <-chan struct{}, _ settings.Config, c *client.Client) error {
		at, err := c.Subscribe(ctx, view.Place{})
		if err != nil {
			return err
		}
		s := &session{client: c, alone: piped(cmd.InOrStdin()), at: at.Snapshot, url: bodiesURL(o.port)}
		if cluster, err := c.GetCluster(ctx); err == nil { // else the servers do not answer: it says nothing of them
			s.lost = cluster.Lost
		}
		if plain || tty(cmd.InOrStdin()) == nil || drawable(cmd.OutOrStdout()) == nil {
			return s.plain(ctx, wish, cmd.InOrStdin(), newOutput(cmd.OutOrStdout()))
		}
		return s.live(ctx, cmd.InOrStdin(), cmd.OutOrStdout())
	})
}

// session is a talk with one Minehand.
type session struct {
	// alone: nobody is there to be asked.
	alone  bool
	client *client.Client
	// at is how everything stood when the talk began.
	at  *view.Snapshot
	url string
	// lost says which other Minehand of the cluster has players and does not answer.
	lost string
}

// guess is a reading that waits for a yes.
type guess struct{ prompt, accepted string }

// said is what came of a line.
type said struct {
	text string
	// heard: events tell it as well.
	heard bool
	// task that was made, empty for none.
	task string
	// guess is a new question.
	guess guess
	// answered: it was a yes or no to the plan that waits.
	answered bool
}

// say does what a typed line says. now is the guess and command what waits for an answer,
// if anything does.
func (s *session) say(ctx context.Context, line string, now guess, waits *view.TerminalCommand) (said, error) {
	line = strings.TrimSpace(line)
	yes, no := answered(line) == "y", answered(line) == "n"
	switch {
	case line == "":
		return said{guess: now}, nil
	case strings.HasPrefix(line, "/"):
		return s.slash(ctx, line, now)
	case waits != nil && (yes || no):
		return said{}, s.client.AnswerCommand(ctx, view.AnswerCommand{CommandID: waits.ID, Allow: yes})
	case now.accepted != "" && yes:
		return s.talk(ctx, now.prompt, now.accepted)
	case now.accepted != "" && no:
		out, err := s.client.Talk(ctx, view.Talk{Text: now.prompt, Declined: now.accepted})
		return said{text: out.Say}, err
	}
	return s.talk(ctx, line, "")
}

// slash runs a slash command.
func (s *session) slash(ctx context.Context, line string, now guess) (said, error) {
	var d view.CommandData
	in := command.Split(line)
	err := s.client.Call(ctx, "slash_command", in, &d)
	var changed view.ChangedSettings
	if d.Call == "set-settings" {
		_ = json.Unmarshal(d.Result, &changed) // what cannot be read is no change
	}
	return said{text: d.Text, task: d.TaskID, heard: d.TaskID != "" || len(changed.StateChanges) > 0, guess: now}, err
}

// talk says a line; a plan that waits goes on waiting.
func (s *session) talk(ctx context.Context, line, accepted string) (said, error) {
	what := view.Talk{Text: line, Accepted: accepted}
	what.Settings.Unattended = s.alone
	out, err := s.client.Talk(ctx, what)
	if err != nil {
		return said{}, err
	}
	a := said{text: out.Say, task: out.TaskID}
	switch out.Kind {
	case view.SpeechYes, view.SpeechNo:
		a.task, a.answered = "", true
	case view.SpeechCorrection:
		if out.Start == view.StartRevised {
			a.task = "" // it was heard of before
		}
	default:
	}
	if r := out.Reading; out.TaskID == "" && r != nil && r.Guess != "" {
		a.text += " (y or n)"
		a.guess = guess{line, r.Hash}
	}
	return a, nil
}

// complaint is an error as the talk shows it.
func complaint(err error) string { return game.Sentence(err.Error()) }

// greeting says who is there.
func (s *session) greeting() string {
	var names []string
	for i := range s.at.Players {
		if b := &s.at.Players[i].Body; b.Link.State != game.LinkGone {
			name := b.Name
			if b.Owner != "" {
				name += " (" + b.Owner + " is you)"
			}
			names = append(names, name)
		}
	}
	if len(names) == 0 && s.lost != "" {
		return s.lost
	}
	if len(names) == 0 {
		return fmt.Sprintf("Nobody is there yet: start Minecraft with a mod that connects to %s, or run minehand body.", s.url)
	}
	return "Players: " + strings.Join(names, ", ")
}

// lineTalk is a talk in lines: each is done before the next is read.
type lineTalk struct {
	*session
	show   *plainView
	follow follower
	// guess waits for a yes.
	guess guess
	// lines are what is typed; read is nil until the last one is answered, and the task
	// that it made has ended or waits for an answer.
	lines, read <-chan string
	answers     chan answer
	// code is the exit of the program so far.
	code error
}

// answer is what came of a line.
type answer struct {
	said
	err error
	// slash: it is of a slash command.
	slash bool
}

// plain talks in lines.
func (s *session) plain(ctx context.Context, wish <-chan struct{}, in io.Reader, out *output) error {
	lines := typedLines(in)()
	t := &lineTalk{session: s, show: &plainView{out: out}, lines: lines, read: lines, answers: make(chan answer, 1)}
	t.show.note(s.greeting())
	for {
		select {
		case line, there := <-t.read:
			if !there {
				return errors.Join(t.over(), out.fault())
			}
			t.begin(ctx, line)
		case a := <-t.answers:
			t.answered(&a)
		case e, there := <-s.client.Events():
			if !there {
				return &exitError{exitIncomplete, s.client.Err()}
			}
			t.heard(e)
		case <-wish:
			wish = nil
			if t.read != nil {
				return t.code
			}
			if err := s.client.StopTask(ctx, view.OfBody{}); err != nil {
				return err
			}
		case <-out.broken:
			return out.fault()
		case <-ctx.Done():
			return &exitError{code: exitIncomplete}
		}
	}
}

// begin does what a line says.
func (t *lineTalk) begin(ctx context.Context, line string) {
	t.read = nil
	go func(now guess, waits *view.TerminalCommand) {
		a, err := t.say(ctx, line, now, waits)
		t.answers <- answer{a, err, strings.HasPrefix(line, "/")}
	}(t.guess, t.follow.command)
}

// answered shows what came of a line.
func (t *lineTalk) answered(a *answer) {
	if t.guess = a.guess; a.answered {
		t.follow.plan = nil
	}
	switch {
	case a.err != nil:
		t.show.note(complaint(a.err))
		t.code = &exitError{code: exitIncomplete} // also of one whose goal was not met
		if refused := (*view.RefusedError)(nil); !a.slash && errors.As(a.err, &refused) && aboutInput(refused.Code) {
			t.code = &exitError{code: exitBadInput}
		}
	case a.text != "" && (a.task == "" || !a.heard):
		t.show.note(a.text)
	}
	if a.err == nil && a.task != "" {
		t.follow.begin(a.task)
	}
	if t.follow.task == "" || t.follow.plan != nil || t.follow.command != nil {
		t.read = t.lines
	}
}

// heard shows what happened.
func (t *lineTalk) heard(e view.Event) {
	t.show.event(e)
	followed := t.follow.task != ""
	if question := t.follow.see(e); question != "" {
		t.show.note(question)
		if followed {
			t.read = t.lines
		}
	}
	if e.Terminal != nil && e.Terminal.State == view.CommandAsks {
		t.read = t.lines
	}
	if e.Task != nil && e.Task.State.Ended() {
		t.show.note(command.TaskWords(e.Task))
		if t.code = endOf(e.Task); followed && t.follow.task == "" {
			t.read = t.lines
		}
	}
}

// over is the end of what is typed.
func (t *lineTalk) over() error {
	if t.follow.task == "" {
		return t.code
	}
	t.show.note("Nobody is there to say yes to the plan: it waits.")
	return &exitError{code: exitIncomplete}
}

// endOf is the exit of the program for the end of a task.
func endOf(t *view.Task) error {
	return summary{Status: string(t.State), Impossible: t.Impossible, Unreadable: t.Unreadable}.err()
}

// aboutInput reports whether a refusal is about what was typed.
func aboutInput(c view.Code) bool {
	return slices.Contains(
		[]view.Code{view.CodeInvalid, view.CodeBadRequest, view.CodeNotUnderstood, view.CodeNotFound, view.CodeNoProvider}, c)
}
