// SPDX-License-Identifier: MIT

package api_test

import (
	"context"
	"encoding/json"
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/minehand/minehand/game"
	"github.com/minehand/minehand/orchestrator"
	"github.com/minehand/minehand/orchestrator/bodytest"
	"github.com/minehand/minehand/ui"
	"github.com/minehand/minehand/ui/client"
	"github.com/minehand/minehand/ui/view"
)

func asIs(o *orchestrator.Orchestrator) ui.Tasks { return o }

// opened is a line of a client of that name, and asks in it.
func opened(t *testing.T, svc *ui.Service, client string) (*ui.Line, func(message string) view.Response) {
	t.Helper()
	l := svc.Open()
	t.Cleanup(l.Close)
	if err := l.Hello(client); err != nil {
		t.Fatal(err)
	}
	return l, func(message string) (r view.Response) {
		t.Helper()
		l.Answer(t.Context(), l.Take([]byte(message)), func(got view.Response) { r = got })
		return r
	}
}

// A line in one process carries the same messages as the WebSocket: calls, ids,
// events, and a client that comes back.
func TestALineInOneProcess(t *testing.T) {
	svc, _ := serve(t, asIs, bodytest.New("a", game.ProtocolV2))
	window, ask := opened(t, svc, "window")
	page, askPage := opened(t, svc, "page")
	if r := ask(`{"type":"subscribe","id":1}`); !r.Success || string(r.ID) != "1" {
		t.Fatalf("%+v", r)
	}
	prompt := `{"type":"send-prompt","id":2,"prompt":"touch grass"}`
	first := ask(prompt)
	task := result[view.Queued](t, first).TaskID
	if again := ask(prompt); !again.Replayed || result[view.Queued](t, again).TaskID != task {
		t.Errorf("asked again: %+v", again)
	}
	if other := askPage(prompt); other.Replayed || result[view.Queued](t, other).TaskID == task {
		t.Errorf("another client got the answer %+v", other)
	}
	ctx, cancel := context.WithTimeout(t.Context(), 20*time.Second)
	defer cancel()
	for ended := false; !ended; {
		e, err := window.Next(ctx)
		if err != nil {
			t.Fatalf("the task did not end: %v", err)
		}
		ended = e.TaskID == task && e.Task != nil && e.Task.State.Ended()
	}
	brief, stop := context.WithTimeout(t.Context(), 10*time.Millisecond)
	defer stop()
	if e, err := page.Next(brief); !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("who did not subscribe heard %+v, %v", e, err)
	}
	window.Close()
	_, ask = opened(t, svc, "window")
	if again := ask(prompt); !again.Replayed {
		t.Errorf("after a reload: %+v", again)
	}
	for message, want := range map[string]string{
		`{"type":"dance","id":3}`: "there is no call", `nonsense`: "no JSON", `{"type":"hello","id":4,"client":"me"}`: "names itself once",
	} {
		if r := ask(message); r.Success || !strings.Contains(r.Error, want) {
			t.Errorf("%s: %+v", message, r)
		}
	}
	nameless := svc.Open()
	defer nameless.Close()
	if err := nameless.Hello(""); err == nil {
		t.Error("a client without a name was taken")
	}
}

// slow is an orchestrator whose journal takes its time over a goal.
type slow struct {
	*orchestrator.Orchestrator
	taking, go_ chan struct{}
}

func (s *slow) Submit(ctx context.Context, body string, sub orchestrator.Submission) (string, error) {
	close(s.taking)
	<-s.go_
	return s.Orchestrator.Submit(ctx, body, sub)
}

// A stop that comes while a prompt is being taken does not wait for it, and the
// goal does not begin after it.
func TestAStopWhileAPromptIsTaken(t *testing.T) {
	s := &slow{taking: make(chan struct{}), go_: make(chan struct{})}
	body := bodytest.New("a", game.ProtocolV2)
	body.Faults = func(int, game.Action) bodytest.Fault { return bodytest.Fault{Hang: true} }
	svc, _ := serve(t, func(o *orchestrator.Orchestrator) ui.Tasks { s.Orchestrator = o; return s }, body)
	line := svc.Open()
	c := client.Local(line)
	defer c.Close()
	taken := make(chan view.Queued, 1)
	go func() {
		q, err := c.SendPrompt(t.Context(), view.Prompt{Prompt: "touch grass"})
		if err != nil {
			t.Error(err)
		}
		taken <- q
	}()
	<-s.taking
	if err := c.StopTask(t.Context(), view.OfBody{}); err != nil {
		t.Fatal(err)
	}
	close(s.go_)
	q := <-taken
	for end := time.Now().Add(20 * time.Second); ; {
		rec, err := c.GetTask(t.Context(), view.OfTask{TaskID: q.TaskID})
		if err != nil {
			t.Fatal(err)
		}
		if rec.Task.State == view.TaskStopped || rec.Task.Held {
			break
		}
		if time.Now().After(end) {
			t.Fatalf("it is %s", rec.Task.State)
		}
	}
	if n := len(body.Sent()); n > 0 {
		t.Errorf("%d actions were sent after the stop", n)
	}
}

// A prompt that a stop overtook is refused.
func TestAnOvertakenPromptIsRefused(t *testing.T) {
	body := bodytest.New("a", game.ProtocolV2)
	svc, _ := serve(t, asIs, body)
	line := svc.Open()
	defer line.Close()
	prompt := line.Take([]byte(`{"type":"send-prompt","prompt":"touch grass"}`))
	elsewhere := line.Take([]byte(`{"type":"send-prompt","prompt":"touch grass","instance":"b"}`))
	line.Answer(t.Context(), line.Take([]byte(`{"type":"stop-task"}`)), func(view.Response) {})
	line.Answer(t.Context(), prompt, func(r view.Response) {
		if r.Success || r.Code != view.CodeStopped {
			t.Errorf("%+v", r)
		}
	})
	line.Answer(t.Context(), elsewhere, func(r view.Response) {
		if r.Code == view.CodeStopped {
			t.Errorf("the stop of one body is that of another: %+v", r)
		}
	})
	line.Answer(t.Context(), line.Take([]byte(`{"type":"send-prompt","prompt":"touch grass"}`)), func(r view.Response) {
		if !r.Success {
			t.Errorf("after the stop: %+v", r)
		}
	})
}

// A body that went away does not stay chosen while exactly one is there.
func TestAGoneBodyIsNotChosen(t *testing.T) {
	a, b := bodytest.New("a", game.ProtocolV2), bodytest.New("b", game.ProtocolV2)
	svc, there := serve(t, asIs, a, b)
	c := client.Local(svc.Open())
	defer c.Close()
	active := func() string {
		t.Helper()
		st, err := c.GetStatus(t.Context(), view.OfBody{})
		if err != nil {
			t.Fatal(err)
		}
		return st.ActiveInstance
	}
	if got := active(); got != "" {
		t.Errorf("of two, %q is chosen", got)
	}
	if _, err := c.ConnectInstance(t.Context(), view.Connect{InstanceID: "a"}); err != nil || active() != "a" {
		t.Errorf("%v, %s", err, active())
	}
	there.lose("a")
	if got := active(); got != "b" {
		t.Errorf("with b alone, %q is chosen", got)
	}
	there.join(a)
	if got := active(); got != "a" {
		t.Errorf("when it is back, %q is chosen", got)
	}
	there.lose("a")
	there.lose("b")
	if got := active(); got != "a" {
		t.Errorf("with nobody there, the status is about %q", got)
	}
}

// What is refused for its depth or its size is refused under its id where that comes
// first, so that its client knows which call it was.
func TestWhatIsTooMuchIsRefusedUnderItsID(t *testing.T) {
	svc, _ := serve(t, asIs)
	line := svc.Open()
	defer line.Close()
	deep := strings.Repeat("[", 70) + strings.Repeat("]", 70)
	for message, want := range map[string]string{
		`{"type":"send-prompt","id":7,"prompt":"x","settings":{"actions":` + deep + `}}`: "send-prompt 7",
		`{"id":"a,b","type":"get-task","taskId":` + deep + `}`:                           "get-task \"a,b\"",
		`{"type":"send-prompt","prompt":` + deep + `,"id":7}`:                            "send-prompt ",
		`{"type":"send-prompt","id":8,"list":[` + strings.Repeat("1,", 60_000) + `1]}`:   "send-prompt 8",
		`{"type":"send-prompt","id":8,"list":` + deep:                                    "send-prompt 8",
		`[` + deep + `]`: " ",
	} {
		line.Answer(t.Context(), line.Take([]byte(message)), func(r view.Response) {
			if got := r.Command + " " + string(r.ID); got != want || r.Success || r.Code != view.CodeBadRequest {
				t.Errorf("%.60s is answered as %q, %s: %s", message, got, r.Code, r.Error)
			}
		})
	}
}

func FuzzMessage(f *testing.F) {
	f.Add([]byte(`{"type":"send-prompt","id":"7","prompt":"x","settings":{"temperature":0}}`))
	f.Add([]byte(`{"type":"subscribe","epoch":"e","since":1}`))
	f.Add([]byte(`{"type":"get-map","radius":-1}`))
	f.Add([]byte(`{"type":"answer-plan","taskId":null,"revision":1e3}`))
	f.Add([]byte(`{"type":"hello","client":"\ud800"}`))
	svc, _ := serve(f, asIs)
	f.Fuzz(func(t *testing.T, data []byte) {
		line := svc.Open()
		defer line.Close()
		answers := 0
		line.Answer(t.Context(), line.Take(data), func(r view.Response) {
			answers++
			if !r.Success && r.Error == "" {
				t.Errorf("%s was refused without a sentence", data)
			}
			if _, err := json.Marshal(r); err != nil {
				t.Errorf("the answer to %s cannot be written: %v", data, err)
			}
		})
		if answers != 1 {
			t.Errorf("%s was answered %d times", data, answers)
		}
	})
}

// TestACallSentAgainAfterARestartMakesNoOtherTask: the answers of calls are kept in
// memory, and a client that lost one sends the call again to the Minehand that was
// started meanwhile.
func TestACallSentAgainAfterARestartMakesNoOtherTask(t *testing.T) {
	var tasks ui.Tasks
	first, there := serve(t, func(o *orchestrator.Orchestrator) ui.Tasks { tasks = o; return o }, bodytest.New("a", game.ProtocolV2))
	ask := func(svc *ui.Service, client, message string) view.Queued {
		t.Helper()
		l, say := opened(t, svc, client)
		defer l.Close()
		r := say(message)
		if !r.Success {
			t.Fatalf("%s: %+v", message, r)
		}
		return result[view.Queued](t, r)
	}
	const prompt, other = `{"type":"send-prompt","id":"K1","prompt":"touch grass"}`, `{"type":"send-prompt","id":"K2","prompt":"touch grass"}`
	task := ask(first, "window", prompt).TaskID

	anew, err := ui.New(ui.Config{Tasks: tasks, Bodies: there, Providers: names{"auto", "builtin"}, Models: oneModel{}})
	if err != nil {
		t.Fatal(err)
	}
	defer anew.Close()
	if again := ask(anew, "window", prompt); again.TaskID != task || !strings.Contains(again.Message, "It was taken before") {
		t.Errorf("sent again: %+v, want task %s", again, task)
	}
	if q := ask(anew, "window", other); q.TaskID == task {
		t.Error("another call is the same task")
	}
	if q := ask(anew, "page", prompt); q.TaskID == task {
		t.Error("another client's call is the same task")
	}
}
