// SPDX-License-Identifier: MIT

package ui

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/minehand/minehand/game"
	"github.com/minehand/minehand/internal/lists"
	"github.com/minehand/minehand/ui/command"
	"github.com/minehand/minehand/ui/view"
)

// slashCommand is the name of the call that carries them.
const slashCommandName = "slash_command"

// commands are the slash commands for one who gives goals to the body.
func (s *Service) commands(body string) []view.Command {
	b, _ := s.cfg.Bodies.Body(body)
	return command.Catalogue(b.Commands)
}

// peek says how a slash command is answered: as the call that it stands for.
// What takes long (a model's server is asked), and what a body does, waits for
// nobody.
func peek(s *Service, data []byte) (first, waits, once bool) {
	var in view.SlashCommand
	if json.Unmarshal(data, &in) != nil {
		return false, false, false
	}
	r, err := command.Route(command.Catalogue(nil), in)
	if err != nil {
		return false, true, true // a body's own, or a fault
	}
	call, err := s.find(r.Call)
	if err != nil {
		return false, false, false
	}
	return call.First, r.Long || r.Command.Name == "model" || call.Waits && r.Call != "set-settings", !call.First
}

func slashCommand(ctx context.Context, x *exchange, in view.SlashCommand) (view.CommandData, error) {
	body := cmp.Or(in.Instance, x.active)
	out, err := x.commanded(ctx, in, body)
	if in.Noted && out.TaskID == "" && ctx.Err() == nil {
		text := "/" + strings.TrimSpace(strings.TrimPrefix(in.Command, "/")+" "+in.Args)
		s := view.Spoken{Body: body, World: x.svc.worldOf(body), Text: text, Say: out.Text}
		if err != nil {
			s.Kind, s.Say = view.SpeechRemark, game.Sentence(err.Error())
		}
		x.svc.thread.add(Spoken{Spoken: s})
	}
	return out, err
}

// commanded does a slash command for one who gives goals to the body.
func (x *exchange) commanded(ctx context.Context, in view.SlashCommand, body string) (view.CommandData, error) {
	catalogue := x.svc.commands(body)
	r, err := command.Route(catalogue, in)
	if err != nil {
		return view.CommandData{}, view.Refuse(view.CodeInvalid, "%v", err)
	}
	if r.Call == "" {
		text, err := command.HelpWords(catalogue, r.Params.(string)) //nolint:forcetypeassert // /help has the name of a command
		if err != nil {
			err = view.Refuse(view.CodeNotFound, "%v", err)
		}
		return view.CommandData{Text: text}, err
	}
	if err := x.svc.fill(ctx, &r, body); err != nil {
		return view.CommandData{}, err
	}
	call, err := x.svc.find(r.Call)
	if err == nil {
		err = x.shut(call)
	}
	if err != nil {
		return view.CommandData{}, err
	}
	result, err := call.do(ctx, x, encode(r.Params))
	if err != nil {
		return view.CommandData{}, err
	}
	out := view.CommandData{Call: r.Call, Result: encode(result)}
	switch v := result.(type) {
	case view.Queued:
		out.TaskID, out.Text, x.long = v.TaskID, "Taken.", r.Long
	case view.ChangedSettings:
		x.changes = v.StateChanges
	case view.Connected:
		x.changes = view.StateChanges{"activeInstance": v.InstanceID}
	}
	if out.Text == "" {
		words := r.Words
		if words == nil {
			words = call.Words
		}
		out.Text = words.Of(out.Result)
	}
	return out, nil
}

// shape makes an answer that of a slash command.
func (x *exchange) shape(r *view.Response) {
	var in view.SlashCommand
	_ = json.Unmarshal(x.data, &in) // what cannot be read has no name
	name, _, _ := strings.Cut(strings.TrimPrefix(strings.TrimSpace(in.Command), "/"), " ")
	r.Type, r.Command = view.TypeCommandResult, strings.ToLower(name) // as the catalogue writes them
	if x.long && r.Success {
		r.Type = view.TypeCommandAccepted
	}
	if r.Success {
		r.StateChanges = x.changes
	}
}

// finished waits for the end of the task that an accepted command made, and is
// the command's result.
func (s *Service) finished(ctx context.Context, accepted view.Response) view.Response {
	r := accepted
	r.Type = view.TypeCommandResult
	var d view.CommandData
	err := json.Unmarshal(accepted.Data, &d)
	var task view.Task
	if err == nil {
		task, err = s.end(ctx, d.TaskID)
	}
	if err != nil {
		r.Success, r.Error, r.Code = false, err.Error(), codeOf(err)
		return r
	}
	d.Text, d.Call, d.Result = command.Plain(command.TaskWords(&task)), "get-task", encode(task)
	r.Data = encode(d)
	if task.State != view.TaskComplete && task.State != view.TaskUnverified {
		r.Success, r.Error, r.Code = false, command.Plain(command.Headline(&task)), codeOfEnd(&task)
	}
	return r
}

// codeOfEnd is why a task ended without what was asked for.
func codeOfEnd(t *view.Task) view.Code {
	switch {
	case t.State == view.TaskStopped:
		return view.CodeStopped
	case t.Unreadable:
		return view.CodeNotUnderstood
	case t.Impossible:
		return view.CodeImpossible
	}
	return view.CodeFailed
}

// end returns a task once it has ended.
func (s *Service) end(ctx context.Context, id string) (view.Task, error) {
	if s.cfg.Cluster != nil {
		return s.endAnywhere(ctx, id)
	}
	rec, err := s.follow(ctx, id, nil, func(t *view.Task) bool { return t.State.Ended() })
	return rec.Task, err
}

// follow begins something, when begin is not nil, and returns the record of a task as
// soon as over holds of it.
func (s *Service) follow(ctx context.Context, id string, begin func() error, over func(*view.Task) bool) (view.TaskRecord, error) {
	for {
		epoch, at := s.hub.place()
		sub, err := s.hub.subscribe(epoch, at)
		if errors.Is(err, ErrSnapshotNeeded) {
			continue // a new epoch began in between
		}
		if err != nil {
			return view.TaskRecord{}, err
		}
		if begin != nil {
			if err = begin(); err != nil {
				sub.Close()
				return view.TaskRecord{}, err
			}
			begin = nil
		}
		rec, err := s.await(ctx, sub, id, over)
		sub.Close()
		if !errors.Is(err, ErrBehind) && !errors.Is(err, ErrSnapshotNeeded) {
			return rec, err
		}
	}
}

func (s *Service) await(ctx context.Context, sub *Subscription, id string, over func(*view.Task) bool) (view.TaskRecord, error) {
	rec, err := s.tasks.record(ctx, id)
	for seen := false; err == nil && !seen && !over(&rec.Task); {
		var n *entry
		if n, err = sub.entry(ctx); err == nil && n.event.TaskID == id && n.event.Task != nil && over(n.event.Task) {
			seen = true
			rec, err = s.tasks.record(ctx, id)
		}
	}
	return rec, err
}

// fill adds to a routed command what only the service knows.
func (s *Service) fill(ctx context.Context, r *command.Routed, body string) error {
	switch r.Fill {
	case command.FillNothing:
		return nil
	case command.FillWaiting:
		return s.fillWaiting(ctx, r, body)
	case command.FillCurrent:
		return s.fillCurrent(ctx, r, body)
	case command.FillEnded:
		return s.fillEnded(ctx, r, body)
	case command.FillNext:
		return s.next(ctx, r, body)
	}
	return nil
}

// fillWaiting names the plan that waits for a yes; an edit gets its actions with the change.
func (s *Service) fillWaiting(ctx context.Context, r *command.Routed, body string) error {
	now := s.tasks.player(body).Current
	if now == nil || now.State != view.TaskAwaiting {
		return view.Refuse(view.CodeNothing, "no plan waits for a yes")
	}
	switch p := r.Params.(type) {
	case view.Answer:
		p.TaskID, p.Revision = now.ID, now.Revision
		r.Params = p
	case view.Edit:
		rec, err := s.tasks.record(ctx, now.ID)
		if err != nil {
			return err
		}
		last := rec.Rounds[len(rec.Rounds)-1]
		actions, err := r.Change.Of(last.Plan.Steps)
		if err != nil {
			return view.Refuse(view.CodeInvalid, "%v", err)
		}
		p.TaskID, p.Revision, p.Actions = now.ID, last.Revision, actions
		r.Params = p
	}
	return nil
}

// fillCurrent names the task that the player's status is about.
func (s *Service) fillCurrent(ctx context.Context, r *command.Routed, body string) error {
	now, err := s.current(ctx, body)
	if err != nil {
		return err
	}
	if now == nil {
		return view.Refuse(view.CodeNothing, "nothing was asked for yet: /goal asks for something")
	}
	r.Params = view.OfTask{TaskID: now.ID}
	return nil
}

// fillEnded names the player's last task that has ended and that no standing order made.
func (s *Service) fillEnded(ctx context.Context, r *command.Routed, body string) error {
	list, err := s.tasks.history(ctx, view.TaskQuery{Instance: body})
	if err != nil {
		return err
	}
	i := slices.IndexFunc(list, func(t view.Task) bool { return t.State.Ended() && t.Order == 0 })
	if i < 0 {
		return view.Refuse(view.CodeNothing, "no task has ended yet that could be done again")
	}
	again, _ := r.Params.(view.Retry)
	again.TaskID = list[i].ID
	r.Params = again
	return nil
}

// next chooses the value after the current one.
func (s *Service) next(ctx context.Context, r *command.Routed, body string) error {
	s.mu.Lock()
	now := s.settings
	s.mu.Unlock()
	name := r.Command.Name
	switch name {
	case "mode":
		r.Params = view.ChangeSettings{Mode: game.Mode(after(r.Command.Args.Schema.Values, string(now.Mode)))}
	case "policy":
		current := cmp.Or(now.Policy, s.policyNow())
		r.Params = view.ChangeSettings{Policy: view.Policy(after(r.Command.Args.Schema.Values, string(current)))}
	case "instance":
		list := s.values(ctx, "instances", body)
		if len(list) == 0 {
			return ErrNoBody
		}
		r.Params = view.Connect{InstanceID: after(valuesOf(list), body)}
	case "provider":
		list := s.values(ctx, "providers", body)
		if len(list) == 0 {
			return view.Refuse(view.CodeNoProvider, "there is no provider to choose")
		}
		r.Params = view.ChangeSettings{Provider: after(valuesOf(list), now.Provider)}
	case "model":
		list := s.values(ctx, "models", body)
		if len(list) == 0 {
			return view.Refuse(
				view.CodeNoProvider, "no provider lists a model: start a model server, or name the model, such as /model lmstudio/qwen3-4b",
			)
		}
		current := ""
		if now.Model != nil {
			current = now.Model.Provider + "/" + now.Model.ID
		}
		r.Params = view.ChangeSettings{Model: after(valuesOf(list), current)}
	default:
		return view.Refuse(view.CodeInvalid, "/%s needs a value", name)
	}
	return nil
}

// after is the value behind the current one, round and round; nothing set yet is
// as the first.
func after(values []string, current string) string {
	return values[(max(slices.Index(values, current), 0)+1)%len(values)]
}

func valuesOf(list []view.Completion) []string {
	return lists.Of(list, func(c *view.Completion) string { return c.Value })
}

// values are those of a completion source.
func (s *Service) values(ctx context.Context, source, body string) []view.Completion {
	var list []view.Completion
	switch source {
	case "models":
		for _, m := range s.models(ctx) {
			list = append(list, view.Completion{Value: m.Provider + "/" + m.ID, Description: m.Name})
		}
	case "providers":
		for _, p := range s.providers() {
			list = append(list, view.Completion{Value: p.Name, Description: p.Type})
		}
	case "instances":
		for _, b := range s.cfg.Bodies.List() {
			list = append(list, view.Completion{Value: b.Info.ID, Description: nameOf(b.Info)})
		}
	case "missions":
		if s.cfg.Missions == nil {
			return nil
		}
		sets, _ := s.cfg.Missions.Sets() // none to offer is none
		for i := range sets {
			list = append(list, view.Completion{Value: sets[i].Set, Description: fmt.Sprintf("%d missions", len(sets[i].Missions))})
		}
		list = append(list, view.Completion{Value: "stop", Description: "ends the run of missions"})
	case "tasks":
		tasks, _ := s.tasks.history(ctx, view.TaskQuery{Instance: body, Limit: 20}) // none to offer is none
		for i := range tasks {
			list = append(list, view.Completion{Value: tasks[i].ID, Description: tasks[i].Title})
		}
	default:
		if s.cfg.Names != nil {
			b, _ := s.cfg.Bodies.Body(body)
			for _, name := range s.cfg.Names(source, b.Info) {
				list = append(list, view.Completion{Value: name, Description: game.Display(name)})
			}
		}
	}
	return list
}

func getAllCommands(_ context.Context, x *exchange, p view.OfBody) (view.Commands, error) {
	body := cmp.Or(p.Instance, x.active)
	return view.Commands{Commands: x.svc.commands(body)}, nil
}

// alike are those of a list that are mobs as like is one, or that are none as it is none.
func (s *Service) alike(ctx context.Context, list []view.Completion, like, body string) []view.Completion {
	mobs := valuesOf(s.values(ctx, "mobs", body))
	mob := slices.Contains(mobs, game.Name(like))
	return slices.DeleteFunc(list, func(c view.Completion) bool { return slices.Contains(mobs, c.Value) != mob })
}

func getCompletions(ctx context.Context, x *exchange, p view.CompleteWhat) (view.Completions, error) {
	body := cmp.Or(p.Instance, x.active)
	list := command.Complete(x.svc.commands(body), p, func(source string) []view.Completion {
		list := x.svc.values(ctx, source, body)
		if source == "targets" && p.Like != "" {
			list = x.svc.alike(ctx, list, p.Like, body)
		}
		return list
	})
	return view.Completions{Completions: list}, nil
}

func runCommand(ctx context.Context, x *exchange, p view.RunCommand) (view.RanCommand, error) {
	body, err := x.svc.target(p.Instance, x.active)
	if err != nil {
		return view.RanCommand{}, err
	}
	b, _ := x.svc.cfg.Bodies.Body(body)
	if x.svc.cfg.Run == nil ||
		!slices.ContainsFunc(b.Commands, func(c view.Command) bool { return strings.TrimPrefix(c.Name, "/") == p.Name }) {
		names := "it has none"
		if len(b.Commands) > 0 {
			list := lists.Of(b.Commands, func(c *view.Command) string { return strings.TrimPrefix(c.Name, "/") })
			names = "those it has: " + game.List(list)
		}
		return view.RanCommand{}, view.Refuse(view.CodeNotFound, "%s has no command %q of its own; %s", body, p.Name, names)
	}
	data, err := x.svc.cfg.Run(ctx, body, p.Name, p.Args)
	return view.RanCommand{Data: data}, err
}
