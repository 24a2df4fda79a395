// SPDX-License-Identifier: MIT

package app

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"time"

	"golang.org/x/time/rate"

	"github.com/minehand/minehand/game"
	"github.com/minehand/minehand/modbridge"
	"github.com/minehand/minehand/modbridge/wire"
	"github.com/minehand/minehand/orchestrator"
	"github.com/minehand/minehand/ui"
	"github.com/minehand/minehand/ui/client"
	"github.com/minehand/minehand/ui/gamechat"
	"github.com/minehand/minehand/ui/view"
)

// observer joins the bridge to the orchestrator and the control side: sessions
// come and go, clients hear of it, and what a player wants from inside the game
// is asked for here, as any client would.
type observer struct {
	orch *orchestrator.Orchestrator
	ui   *ui.Service
	// there are the bodies that clients see.
	there *bodies
	log   *slog.Logger
	// chat is where players speak to bodies.
	chat *gamechat.Chat
	// changes keeps what bodies change.
	changes *changes
	// lines are those of the bodies' players, by body.
	lines map[string]*ui.Line
	// refused bounds the log lines about what a body asked for in vain.
	refused map[string]*rate.Sometimes
}

// maxRefused is how many bodies' limits are kept.
const maxRefused = 1024

// refusals is the limit of one body's log lines.
func (o *observer) refusals(body string) *rate.Sometimes {
	limit := o.refused[body]
	if limit == nil {
		if o.refused == nil || len(o.refused) >= maxRefused {
			o.refused = map[string]*rate.Sometimes{}
		}
		limit = &rate.Sometimes{First: 5, Interval: 10 * time.Second}
		o.refused[body] = limit
	}
	return limit
}

// speaker is a body whose actions the chat knows before it does.
type speaker struct {
	*modbridge.Session
	chat *gamechat.Chat
}

func (b speaker) Do(ctx context.Context, call game.Call) game.Outcome {
	b.chat.Says(b.ID(), call.Action)
	doing := call.Action
	if next := call.Next; next != nil {
		call.Next = func(out game.Outcome) (*game.Call, bool) {
			if len(doing.Edits) > 0 { // a build is looked at before anything follows
				return nil, false
			}
			call, taken := next(out)
			if call != nil {
				doing = call.Action
				b.chat.Says(b.ID(), call.Action)
			}
			return call, taken
		}
	}
	out := b.Session.Do(ctx, call)
	return proven(ctx, b.Session, &doing, out)
}

func (b speaker) Adopt(ctx context.Context, call game.Call) game.Outcome {
	b.chat.Says(b.ID(), call.Action)
	return proven(ctx, b.Session, &call.Action, b.Session.Adopt(ctx, call))
}

func (o *observer) Registered(s *modbridge.Session) {
	o.orch.Attach(speaker{s, o.chat})
	o.there.add(s)
	o.ui.BodyChanged(s.ID())
}

func (o *observer) Gone(s *modbridge.Session) {
	id := s.ID()
	o.orch.Detach(id)
	o.ui.BodyChanged(id)
	o.chat.Gone(id)
	if l := o.lines[id]; l != nil {
		l.Close()
		delete(o.lines, id)
	}
}

func (o *observer) Changed(s *modbridge.Session) {
	o.changes.reported(s)
	o.ui.BodyChanged(s.ID())
}

func (o *observer) Said(s *modbridge.Session, m wire.FromBody) {
	body := s.ID()
	switch m := m.(type) {
	case *wire.UserRequest:
		if err := o.wish(body, m); err != nil {
			o.refusals(body).Do(func() {
				o.log.Warn("a wish from the game could not be granted", "body", body, "kind", m.Kind, "error", err)
			})
			s.Refuse(err.Error())
		}
	case *wire.ChatMessage:
		line := view.Chat{Sender: m.Sender, Message: m.Message, Whisper: m.Whisper}
		o.ui.Heard(body, line)
		o.chat.Heard(body, line)
	case *wire.Log:
		o.ui.Logged(body, m.Message)
	default:
		o.log.Debug("body says", "body", body, "message", m)
	}
}

// wishTime bounds what a wish from the game may take.
const wishTime = 5 * time.Second

// wish carries out a user_request: a key or chat line of the player's own.
func (o *observer) wish(body string, req *wire.UserRequest) error {
	line := o.lines[body]
	if line == nil {
		line = o.ui.Open()
		o.lines[body] = line
	}
	player, this := client.Calls{Caller: line}, view.OfBody{Instance: body}
	ctx, cancel := context.WithTimeout(context.Background(), wishTime)
	defer cancel()
	switch req.Kind {
	case "goal":
		return o.chat.Wish(ctx, body, req.Text)
	case "stop":
		return player.StopTask(ctx, this)
	case "pause":
		return player.PauseTask(ctx, this)
	case "resume":
		return player.ResumeTask(ctx, view.Resume{OfBody: this})
	case "approve":
		if ok, err := o.chat.Approve(ctx, body); ok {
			return err
		}
		st, err := player.GetStatus(ctx, this)
		if err != nil {
			return err
		}
		if st.CurrentTask == nil || st.CurrentTask.State != view.TaskAwaiting {
			return errors.New("no plan waits for a yes")
		}
		return player.AnswerPlan(ctx, view.Answer{TaskID: st.CurrentTask.ID, Revision: st.CurrentTask.Revision, Approve: true})
	}
	return fmt.Errorf("there is no wish %q; a body may ask for goal, stop, pause, resume and approve", req.Kind)
}
