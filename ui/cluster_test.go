// SPDX-License-Identifier: MIT

package ui

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/minehand/minehand/game"
	"github.com/minehand/minehand/orchestrator"
	"github.com/minehand/minehand/ui/view"
)

// history is an orchestrator that keeps the tasks that it is given, for all Minehands of a
// cluster.
type history struct {
	unasked
	rows []orchestrator.Task
}

func (h *history) Views() []orchestrator.View { return nil }

func (h *history) Listen(func(orchestrator.Event)) {}

func (h *history) Submit(_ context.Context, body string, s orchestrator.Submission) (string, error) {
	t := orchestrator.Task{ID: fmt.Sprintf("T%d", len(h.rows)+1), Body: body, Call: s.Call, Policy: s.Policy}
	h.rows = slices.Insert(h.rows, 0, t)
	return t.ID, nil
}

func (h *history) Tasks(_ context.Context, q orchestrator.Query) (list []orchestrator.Task, _ error) {
	for _, t := range h.rows {
		if (q.Body == "" || q.Body == t.Body) && len(list) < q.Limit {
			list = append(list, t)
		}
	}
	return list, nil
}

// oneBody is that of Ada.
type oneBody struct{}

func (oneBody) List() []Body         { return []Body{{Info: game.BodyInfo{ID: "Ada"}}} }
func (oneBody) Only() (string, bool) { return "Ada", true }
func (oneBody) Body(id string) (Body, bool) {
	return Body{Info: game.BodyInfo{ID: id}}, id == "Ada"
}

// noBodies are none.
type noBodies struct{}

func (noBodies) List() []Body             { return nil }
func (noBodies) Only() (string, bool)     { return "", false }
func (noBodies) Body(string) (Body, bool) { return Body{}, false }

// came is a cluster whose body came to this Minehand at that time.
type came time.Time

func (c came) Since(string) time.Time        { return time.Time(c) }
func (came) Elsewhere(string) error          { return nil }
func (came) Listen(bool)                     {}
func (came) Gather(context.Context) [][]byte { return nil }
func (came) Tell(string, func() []byte)      {}
func (came) Lost(context.Context) string     { return "" }
func (came) Doors(context.Context) (view.Cluster, error) {
	return view.Cluster{}, errors.New("the servers do not answer")
}
func (came) Ask(context.Context, string, []byte) ([]byte, error) {
	return nil, errors.New("nobody was to be asked")
}

// A client that lost the answer to a goal asks again, and comes to the Minehand that took
// the body over: the goal is not taken twice, however long that one has been running.
func TestAGoalIsNotTakenTwiceByWhoTakesABodyOver(t *testing.T) {
	shared := &history{}
	send := func(begun, bodyCame time.Duration, id string) view.Queued {
		t.Helper()
		s, err := New(Config{Tasks: shared, Bodies: oneBody{}, Cluster: came(time.Now().Add(-bodyCame))})
		if err != nil {
			t.Fatal(err)
		}
		defer s.Close()
		s.begun = time.Now().Add(-begun)
		l := s.Open()
		defer l.Close()
		if err := l.Hello("window"); err != nil {
			t.Fatal(err)
		}
		var q view.Queued
		message := fmt.Sprintf(`{"type":"send-prompt","id":%q,"prompt":"get 3 logs","instance":"Ada"}`, id)
		l.Answer(t.Context(), l.Take([]byte(message)), func(r view.Response) { err = r.Into(&q) })
		if err != nil {
			t.Fatal(err)
		}
		return q
	}
	const long = 24 * time.Hour
	first := send(long, long, "7")
	if again := send(long, time.Minute, "7"); again.TaskID != first.TaskID || len(shared.rows) != 1 {
		t.Errorf("taken as %s, and again as %s", first.TaskID, again.TaskID)
	}
	for i := range mostTaken { // other bodies' goals do not hide it
		shared.rows = slices.Insert(shared.rows, 0, orchestrator.Task{ID: fmt.Sprintf("B%d", i), Body: "Bob", Policy: orchestrator.Replan})
	}
	if again := send(long, time.Minute, "7"); again.TaskID != first.TaskID {
		t.Errorf("among many, taken as %s, and again as %s", first.TaskID, again.TaskID)
	}
	if other := send(long, time.Minute, "8"); other.TaskID == first.TaskID {
		t.Error("another goal is taken for the first")
	}
}

// Other Minehands are listened to while a client of another program follows what happens
// here, and as long after as it may come back for what it missed.
func TestOthersAreListenedToWhileSomebodyFollows(t *testing.T) {
	s, err := New(Config{Tasks: &history{}, Bodies: noBodies{}, Cluster: came{}})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	follow := func(l *Line) {
		t.Helper()
		if err := l.Call(t.Context(), "subscribe", view.Place{}, nil); err != nil {
			t.Fatal(err)
		}
	}
	own, page := s.Within(), s.Open()
	defer own.Close()
	if follow(own); s.listened() {
		t.Error("this program itself counts")
	}
	follow(page)
	follow(page)
	s.heardUntil = time.Now().Add(-keptFor)
	if !s.listened() {
		t.Error("a page does not count")
	}
	if page.Close(); !s.listened() {
		t.Error("what happens while it is away is missed")
	}
	if s.heardUntil = time.Now().Add(-keptFor); s.listened() {
		t.Error("it will not come back")
	}
	for _, away := range []time.Duration{time.Minute, keptFor} {
		s.hub.publish(view.Event{Kind: view.EventNotice, Body: "b"})
		epoch, last := s.hub.place()
		s.heardUntil = time.Now().Add(-away)
		back := s.Open()
		var got view.Subscribed
		if err := back.Call(t.Context(), "subscribe", view.Place{Epoch: epoch, Since: last}, &got); err != nil {
			t.Fatal(err)
		}
		if (got.Snapshot != nil) != (away == keptFor) {
			t.Errorf("who was away for %s has a snapshot: %v", away, got.Snapshot != nil)
		}
		back.Close()
	}
}

// afar is a cluster where another Minehand has all players, or one that was lost did.
type afar struct {
	came
	players []string
	asked   []string
}

func (a *afar) Elsewhere(body string) error {
	if body == "" {
		return nil
	}
	return fmt.Errorf("%s is elsewhere", body)
}

func (a *afar) Gather(context.Context) (lines [][]byte) {
	for _, id := range a.players {
		lines = append(lines, fmt.Appendf(nil, `{"body":{"id":%q,"link":{"state":"connected"}}}`, id))
	}
	return lines
}

func (a *afar) Lost(context.Context) string { return "n1 was not heard" }

func (a *afar) Ask(_ context.Context, body string, _ []byte) ([]byte, error) {
	a.asked = append(a.asked, body)
	return []byte(`{"type":"response","success":true}`), nil
}

// saying sorts a text as what it is made of.
type saying map[string]Said

func (saying) Stops(string) view.SpeechKind       { return "" }
func (saying) Answers(string) view.SpeechKind     { return "" }
func (saying) Gist(string, About) Gist            { return Gist{} }
func (s saying) Sort(text string, _ About) []Said { return []Said{s[text]} }
func (saying) Make(context.Context, view.MakeWhat, game.BodyInfo, game.State) (h view.HowTo, err error) {
	return h, nil
}
func (saying) Can(game.BodyInfo, game.State, string, ...string) []string   { return nil }
func (saying) Grows(game.BodyInfo, game.State) []string                    { return nil }
func (saying) Use([]string, game.BodyInfo, game.State) []game.Message      { return nil }
func (saying) Takes(string, int, game.BodyInfo, game.State) []game.Message { return nil }
func (saying) Eatable(game.BodyInfo, game.State) map[string]int            { return nil }

// Where the Minehand that had the players is lost, what needs none is answered; the rest
// says what is lost.
func TestTalkThatNeedsNoPlayerIsAnswered(t *testing.T) {
	s, err := New(Config{Tasks: &history{}, Bodies: noBodies{}, Cluster: &afar{}, Listener: saying{
		"who are you":   {Kind: view.SpeechQuestion, Topic: view.TopicWho},
		"thanks":        {Kind: view.SpeechRemark},
		"where are you": {Kind: view.SpeechQuestion, Topic: view.TopicWhere},
		"stop":          {Kind: view.SpeechStop},
		"get 3 dirt":    {Kind: view.SpeechGoal, Goal: "get 3 dirt"},
	}})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	l := s.Open()
	defer l.Close()
	for text, answered := range map[string]bool{"who are you": true, "thanks": true, "where are you": false, "stop": false, "get 3 dirt": false} {
		var r view.Response
		l.Answer(t.Context(), l.Take(fmt.Appendf(nil, `{"type":"talk","text":%q}`, text)), func(got view.Response) { r = got })
		if r.Success != answered || !answered && r.Error != "n1 was not heard" {
			t.Errorf("%q: success %v, %s %q", text, r.Success, r.Code, r.Error)
		}
	}
}

// Whoever has no player asks about the only one that another Minehand has: that one
// answers, whatever the call. What all have is read here.
func TestTheOnlyPlayerIsAskedWhereItIs(t *testing.T) {
	ask := func(c *afar, message string) view.Response {
		t.Helper()
		s, err := New(Config{Tasks: &history{}, Bodies: noBodies{}, Cluster: c})
		if err != nil {
			t.Fatal(err)
		}
		defer s.Close()
		l := s.Open()
		defer l.Close()
		var answer view.Response
		l.Answer(t.Context(), l.Take([]byte(message)), func(r view.Response) { answer = r })
		return answer
	}
	for message, there := range map[string]bool{
		`{"type":"get-status"}`:                             true,
		`{"type":"get-state"}`:                              true,
		`{"type":"get-queue"}`:                              true,
		`{"type":"talk","text":"what are you doing?"}`:      true,
		`{"type":"stop-task"}`:                              true,
		`{"type":"slash_command","command":"/status"}`:      true,
		`{"type":"slash_command","command":"/task"}`:        true,
		`{"type":"slash_command","command":"/mode hybrid"}`: false,
		`{"type":"slash_command","command":"/help"}`:        false,
		`{"type":"list-tasks"}`:                             false,
	} {
		c := &afar{players: []string{"ada"}}
		if r := ask(c, message); there != slices.Equal(c.asked, []string{"ada"}) || there && !r.Success {
			t.Errorf("%s asked %v: %s", message, c.asked, r.Error)
		}
	}
	if r := ask(&afar{players: []string{"ada", "bob"}}, `{"type":"get-status"}`); r.Code != view.CodeNoBody || !strings.Contains(r.Error, "ada and bob") {
		t.Errorf("of two it says %s %q", r.Code, r.Error)
	}
	if r := ask(&afar{}, `{"type":"get-status"}`); r.Code != view.CodeNoBody || r.Error != "n1 was not heard" {
		t.Errorf("of a lost one it says %s %q", r.Code, r.Error)
	}
}
