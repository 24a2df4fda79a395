// SPDX-License-Identifier: MIT

package app

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/minehand/minehand/ui/client"
	"github.com/minehand/minehand/ui/view"
)

// practising is a server over a folder with its practice world, a client of it and another
// that follows what happens.
func practising(t *testing.T, dir string) (s *Server, c, other *client.Client) {
	t.Helper()
	s = serverOf(t, ServerConfig{DataDir: dir, Practice: true})
	c, other = s.Connect(), s.Connect()
	if _, err := other.Subscribe(t.Context(), view.Place{}); err != nil {
		t.Fatal(err)
	}
	if _, err := c.StartPractice(t.Context(), view.PracticeStart{Speed: 60}); err != nil {
		t.Fatal(err)
	}
	return s, c, other
}

// What was said and made no task is shown to every client, also after a restart, with
// the guess that waits for a yes; what a person closes or answers is gone for all.
func TestTheTalkIsKept(t *testing.T) {
	dir, ctx := t.TempDir(), t.Context()
	s, c, other := practising(t, dir)
	heard := func(text string) view.Spoken {
		t.Helper()
		e := next(t, other, text, func(e view.Event) bool { return e.Kind == view.EventTalk })
		if e.Spoken == nil || e.Spoken.Text != text || e.Body != practiceBody || e.Spoken.ID == "" || e.Spoken.At.IsZero() {
			t.Fatalf("heard %+v for %q", e.Spoken, text)
		}
		return *e.Spoken
	}
	asked, err := c.Talk(ctx, view.Talk{Text: "what do you have?"})
	if err != nil {
		t.Fatal(err)
	}
	question := heard("what do you have?")
	if question.Say != asked.Say || question.Fault != "" || question.Guess != "" {
		t.Errorf("the question: %+v", question)
	}
	_, err = c.Talk(ctx, view.Talk{Text: "10 more"})
	var refused *view.RefusedError
	if !errors.As(err, &refused) {
		t.Fatal(err)
	}
	if unread := heard("10 more"); unread.Kind != view.SpeechUnread || unread.Say != refused.Sentence || unread.Fault != "" {
		t.Errorf("what was not understood: %+v", unread)
	}
	guess, err := c.Talk(ctx, view.Talk{Text: "get 2 dirtt"})
	if err != nil || guess.Reading == nil || guess.Reading.Guess == "" {
		t.Fatalf("%+v, %v", guess, err)
	}
	if g := heard("get 2 dirtt"); g.Guess != guess.Reading.Hash || g.Say != guess.Say {
		t.Errorf("the guess: %+v", g)
	}
	c.Close()
	other.Close()
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}

	s = serverOf(t, ServerConfig{DataDir: dir, Practice: true})
	c = s.Connect()
	at, err := c.Subscribe(ctx, view.Place{})
	if err != nil {
		t.Fatal(err)
	}
	kept := at.Snapshot.Talk
	if len(kept) != 3 || kept[0].ID != question.ID || kept[0].Say != question.Say || kept[2].Guess != guess.Reading.Hash {
		t.Fatalf("kept: %+v", kept)
	}
	if !at.Snapshot.Practice.Running {
		next(t, c, "the world", func(e view.Event) bool { return e.Practice != nil })
	}
	// The page's button has no words.
	yes, err := c.Talk(ctx, view.Talk{Accepted: kept[2].Guess, OfBody: view.OfBody{Instance: kept[2].Body}})
	if err != nil || yes.TaskID == "" {
		t.Fatalf("%+v, %v", yes, err)
	}
	next(t, c, "the guess to go", func(e view.Event) bool {
		return e.Kind == view.EventTalk && e.Spoken.Dropped && e.Spoken.ID == kept[2].ID
	})
	if _, err := c.Talk(ctx, view.Talk{Accepted: kept[2].Guess, OfBody: view.OfBody{Instance: kept[2].Body}}); code(err) != view.CodeNothing {
		t.Errorf("a second yes: %v", err)
	}
	for _, want := range []view.Code{"", view.CodeNothing} {
		if err := c.DropAnswer(ctx, view.OfSpoken{SpokenID: question.ID}); code(err) != want {
			t.Errorf("dropped with %v", err)
		}
	}
	c.Close()
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	c = serverOf(t, ServerConfig{DataDir: dir, Practice: true}).Connect()
	defer c.Close()
	if snap, err := c.GetSnapshot(ctx); err != nil || len(snap.Talk) != 1 || snap.Talk[0].Text != "10 more" {
		t.Errorf("kept at last: %+v, %v", snap.Talk, err)
	}
}

// A guess that was asked about waits no more when the talk has gone on, and shows so.
func TestAnOldGuessWaitsNoMore(t *testing.T) {
	s := serverOf(t, ServerConfig{Practice: true})
	ctx := t.Context()
	c := s.Connect()
	defer c.Close()
	if _, err := c.StartPractice(ctx, view.PracticeStart{Speed: 60}); err != nil {
		t.Fatal(err)
	}
	for _, end := range []func() error{
		func() error { _, err := c.Talk(ctx, view.Talk{Text: "get 1 dirt"}); return err },
		func() error { _, err := c.SendPrompt(ctx, view.Prompt{Prompt: "get 1 dirt"}); return err },
		func() error { return c.StopTask(ctx, view.OfBody{}) },
	} {
		if out, err := c.Talk(ctx, view.Talk{Text: "get 2 dirtt"}); err != nil || out.TaskID != "" {
			t.Fatalf("%+v, %v", out, err)
		}
		last := func() view.Spoken {
			snap, err := c.GetSnapshot(ctx)
			if err != nil || len(snap.Talk) == 0 {
				t.Fatalf("%+v, %v", snap.Talk, err)
			}
			return snap.Talk[len(snap.Talk)-1]
		}
		if last().Guess == "" {
			t.Fatal("no guess waits")
		}
		if err := end(); err != nil {
			t.Fatal(err)
		}
		if got := last(); got.Guess != "" || got.Text != "get 2 dirtt" {
			t.Errorf("it still waits: %+v", got)
		}
	}
}

// Words that are said to change what was asked for do, though they could stand alone.
func TestAChangeIsNoRequestOfItsOwn(t *testing.T) {
	s := serverOf(t, ServerConfig{Practice: true})
	ctx := t.Context()
	c := s.Connect()
	defer c.Close()
	if _, err := c.StartPractice(ctx, view.PracticeStart{Speed: talkSlow}); err != nil {
		t.Fatal(err)
	}
	first, err := c.Talk(ctx, view.Talk{Text: "get 40 oak logs"})
	if err != nil {
		t.Fatal(err)
	}
	out, err := c.Talk(ctx, view.Talk{Text: "4 oak logs", Change: true})
	if err != nil || out.TaskID != first.TaskID || out.Start != view.StartRevised {
		t.Fatalf("%+v, %v", out, err)
	}
	snap, err := c.GetSnapshot(ctx)
	if err != nil || len(snap.Talk) != 1 || snap.Talk[0].Text != "4 oak logs" || snap.Talk[0].Say != out.Say {
		t.Errorf("%+v, %v", snap.Talk, err)
	}
}

// A file of the talk that cannot be read is no reason not to begin.
func TestADamagedTalkIsLeft(t *testing.T) {
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, spokenFile), []byte(`[{"id":`), 0o600); err != nil {
		t.Fatal(err)
	}
	c := serverOf(t, ServerConfig{DataDir: dir}).Connect()
	defer c.Close()
	if _, err := c.Talk(t.Context(), view.Talk{Text: "what can you do?"}); err != nil {
		t.Fatal(err)
	}
	if snap, err := c.GetSnapshot(t.Context()); err != nil || len(snap.Talk) != 1 {
		t.Errorf("%+v, %v", snap.Talk, err)
	}
}

// Whether a guess was meant is asked in the language of the words.
func TestAGuessIsAskedInTheSpeakersLanguage(t *testing.T) {
	t.Parallel()
	c := serverOf(t, ServerConfig{DataDir: t.TempDir(), Practice: true}).Connect()
	if _, err := c.StartPractice(t.Context(), view.PracticeStart{Speed: 60}); err != nil {
		t.Fatal(err)
	}
	said, err := c.Talk(t.Context(), view.Talk{Text: "hol 3 Diamantn"})
	if err != nil || !strings.HasPrefix(said.Say, "Meintest du") || strings.Contains(said.Say, "It reads") {
		t.Errorf("it asks %q (%v)", said.Say, err)
	}
}
