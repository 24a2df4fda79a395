// SPDX-License-Identifier: MIT

package app

import (
	"log/slog"
	"path/filepath"
	"strings"
	"testing"

	"github.com/minehand/minehand/ui/view"
)

// Whom "me" means is asked once where nobody is known, whoever is in sight; the answer is
// kept for the body and the request goes on.
func TestTheNameOfWhoSaysMe(t *testing.T) {
	const stranger = `,"kind":"server"},"nearby":{"players":[{"name":"Stranger","x":3,"y":64,"z":0,"distance":3},{"name":"Alex","x":9,"y":64,"z":0,"distance":9}]`
	c := newChatBody(t, "", "", stranger)
	l := c.b.Connect()
	defer l.Close()
	say := func(text, language string) view.Talked {
		t.Helper()
		out, err := l.Talk(t.Context(), view.Talk{Text: text, Language: language})
		if err != nil {
			t.Fatalf("%q: %v", text, err)
		}
		return out
	}
	asked := func(text, question string) {
		t.Helper()
		if out := say(text, "en"); out.TaskID != "" || !strings.Contains(out.Say, question) || !strings.Contains(out.Say, "Stranger, Alex") || out.Asks != "" {
			t.Errorf("%q: %+v", text, out)
		}
	}
	asked("komm her", "Wie heißt du im Spiel?")
	if out := say("no", ""); out.TaskID != "" || out.Kind != view.SpeechNo {
		t.Errorf("no to the question: %+v", out)
	}
	asked("follow me for 10 seconds", "What is your name in the game?")
	if r, err := l.Read(t.Context(), view.ReadPrompt{Prompt: "alex"}); err != nil || r.Act != view.SpeechYes {
		t.Errorf("the answer while it is typed: %+v, %v", r, err)
	}
	if out := say("alex", ""); out.TaskID == "" || out.Goal != "follow me for 10 seconds" {
		t.Errorf("the answer: %+v", out)
	}
	if frame := c.until(`"execute_action"`); !strings.Contains(frame, `"Alex"`) {
		t.Errorf("it follows %s", frame)
	}
	say("stop", "")
	if b, _ := l.ListBodies(t.Context()); len(b) != 1 || b[0].Owner != "Alex" {
		t.Errorf("the body's owner: %+v", b)
	}
	if got := newOwners(filepath.Join(c.data, ownersFile), slog.New(slog.DiscardHandler)).Owner("m"); got != "Alex" {
		t.Errorf("%q is kept", got)
	}
	if out := say("komm her", ""); out.TaskID == "" {
		t.Errorf("asked again: %+v", out)
	}
	// Another name is said with a call.
	if err := l.SetOwner(t.Context(), view.Owner{Name: "Bob"}); err != nil {
		t.Fatal(err)
	}
	if b, _ := c.b.Bridge.Session("m"); b.Info().Owner != "Bob" {
		t.Errorf("the owner is %q", b.Info().Owner)
	}
	if err := l.SetOwner(t.Context(), view.Owner{Name: "no name"}); err == nil {
		t.Error("a name that no player has")
	}
}

// A name that nobody in sight has is typed; what reads as a request is one.
func TestANameOutOfSight(t *testing.T) {
	c := newChatBody(t, "", "", `,"kind":"server"`)
	l := c.b.Connect()
	defer l.Close()
	for _, turn := range []struct{ text, says, goal string }{
		{"come here", "What is your name in the game?", ""},
		{"wait 5 seconds", "", "wait 5 seconds"},
		{"come here", "What is your name in the game?", ""},
		{"xX_Lena_99", "", "come here"},
	} {
		out, err := l.Talk(t.Context(), view.Talk{Text: turn.text})
		if turn.goal == "" && out.TaskID != "" || turn.goal != "" && (err != nil || out.TaskID == "" || out.Goal != turn.goal) || !strings.Contains(out.Say, turn.says) {
			t.Errorf("%q: %+v, %v", turn.text, out, err)
		}
	}
}
