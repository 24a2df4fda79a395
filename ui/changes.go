// SPDX-License-Identifier: MIT

package ui

import (
	"context"
	"errors"
	"slices"
	"strings"

	"github.com/minehand/minehand/game"
	"github.com/minehand/minehand/orchestrator"
	"github.com/minehand/minehand/orchestrator/crew"
	"github.com/minehand/minehand/ui/view"
)

// Changes knows what tasks changed in their worlds.
type Changes interface {
	// Of is a task's ledger; nil when nobody told anything of it.
	Of(ctx context.Context, taskID string) (*view.Changes, error)
	// PutBack is the prompt that puts back what a task changed, after a look at what
	// stands there now. Its error is a sentence.
	PutBack(ctx context.Context, taskID string) (view.Prompt, error)
	// Proof is a file by which `minehand verify` judges anew how a task ended.
	Proof(ctx context.Context, taskID string) (string, error)
}

// TaskChanged tells clients what a task has changed by now.
func (s *Service) TaskChanged(body, taskID string, c *view.Changes) {
	s.hub.publish(view.Event{Kind: view.EventChanges, Body: body, TaskID: taskID, Changes: c})
}

var errNoAccount = view.Refuse(view.CodeUnavailable, "This Minehand keeps no account of what was changed.")

// getProof makes the file of a task's proof.
func getProof(ctx context.Context, x *exchange, p view.OfTask) (view.ProofFile, error) {
	if p.TaskID == "" {
		return view.ProofFile{}, view.Refuse(view.CodeInvalid, "get-proof needs the taskId of a task that is done; list-tasks has them")
	}
	if x.svc.cfg.Changes == nil {
		return view.ProofFile{}, errNoAccount
	}
	text, err := x.svc.cfg.Changes.Proof(ctx, p.TaskID)
	return view.ProofFile{File: text}, err
}

// putBack queues what puts a task's changes back.
func putBack(ctx context.Context, x *exchange, p view.OfTask) (view.Queued, error) {
	return x.putsBack(ctx, p, nil)
}

// putsBack does so, with a yes before it where that is asked for.
func (x *exchange) putsBack(ctx context.Context, p view.OfTask, approve *bool) (view.Queued, error) {
	if p.TaskID == "" {
		return view.Queued{}, view.Refuse(
			view.CodeInvalid, "put-back needs the taskId of the task whose changes are to be put back; list-tasks has them",
		)
	}
	if x.svc.cfg.Changes == nil {
		return view.Queued{}, errNoAccount
	}
	shares, err := x.svc.tasks.shares(ctx, p.TaskID)
	if err != nil || len(shares) == 0 {
		shares = []string{p.TaskID}
	}
	var q view.Queued
	for _, id := range shares { // by the player of each
		var prompt view.Prompt
		if prompt, err = x.svc.cfg.Changes.PutBack(ctx, id); err != nil {
			continue
		}
		prompt.Settings.Approve = approve
		if q, err = sendPrompt(ctx, x, prompt); err != nil {
			return q, err
		}
	}
	if q.TaskID != "" {
		return q, nil
	}
	return q, err
}

// shares are the tasks that a task was shared out in; nil for one that was not.
func (t tasks) shares(ctx context.Context, id string) (ids []string, err error) {
	rec, err := t.of.Task(ctx, id)
	if err != nil || rec.Task.Body != crew.Everyone {
		return nil, err
	}
	rows, err := t.of.Tasks(ctx, orchestrator.Query{Limit: mostShares})
	for i := range rows {
		if of, _ := crew.Of(rows[i].Call); of == id {
			ids = append(ids, rows[i].ID)
		}
	}
	return ids, err
}

// whole is the task that a task is a share of, else that itself.
func (t tasks) whole(ctx context.Context, id string) string {
	if rec, err := t.of.Task(ctx, id); err == nil {
		if of, ok := crew.Of(rec.Task.Call); ok {
			return of
		}
	}
	return id
}

// mostShares is how many tasks are looked through for the shares of one.
const mostShares = 500

// changesOf is a task's ledger, of one that was shared out those of its shares together.
func (s *Service) changesOf(ctx context.Context, id string) (*view.Changes, error) {
	shares, err := s.tasks.shares(ctx, id)
	if err != nil || len(shares) == 0 {
		return s.cfg.Changes.Of(ctx, id)
	}
	all := &view.Changes{Dug: map[string]int{}, Placed: map[string]int{}}
	for _, share := range shares {
		c, err := s.cfg.Changes.Of(ctx, share)
		if err != nil {
			return nil, err
		}
		if c != nil {
			add(all, c)
		}
	}
	return all, nil
}

// add adds a share's ledger to that of the whole.
func add(all, c *view.Changes) {
	all.Told, all.Incomplete = all.Told || c.Told, all.Incomplete || c.Incomplete || !c.Told
	all.Cells, all.Shown, all.Back = all.Cells+c.Cells, all.Shown+c.Shown, all.Back+c.Back
	all.Others, all.Left = all.Others+c.Others, all.Left+c.Left
	all.List = append(all.List, c.List...)
	for name, n := range c.Dug {
		all.Dug[name] += n
	}
	for name, n := range c.Placed {
		all.Placed[name] += n
	}
}

// undo puts back what the last task changed that changed anything, or that made what is named;
// said again, what the one before it did.
func (t *talking) undo(out view.Talked) (view.Talked, error) {
	if now := t.player.Current; now != nil && !now.State.Ended() {
		return out, t.nothing(game.Say("undo.running", "task", now.Named()))
	}
	task, others, partly, err := t.lastChange()
	switch {
	case err != nil:
		return out, err
	case task == nil:
		return out, t.nothing(game.Then(append([]game.Message{t.noneLeft()}, partly...)...))
	}
	if len(others) > 0 {
		partly = append(partly, game.Say("undo.others", "tasks", game.Parts(quoted(others))))
	}
	approve := t.p.Settings.Approve
	if yes := true; len(partly) > 0 || t.said.Guess { // it may be another that is meant: somebody says yes to it
		approve = &yes
	}
	q, err := t.putsBack(t.ctx, view.OfTask{TaskID: task.ID}, approve)
	if refused := (*view.RefusedError)(nil); errors.As(err, &refused) && refused.Say.Code != "" {
		refused.Sentence = t.words(refused.Say)
	}
	if err != nil {
		return out, err
	}
	code := "undo.begins"
	if rec, err := t.svc.tasks.of.Task(t.ctx, q.TaskID); err == nil && rec.Task.Approve {
		code = "undo.waits"
	}
	out.TaskID, out.Start = q.TaskID, view.StartNow
	out.Say = t.words(append(partly, game.Say(code, "task", task.Named()))...)
	return out, nil
}

// noneLeft says that nothing of what is meant is left to be put back.
func (t *talking) noneLeft() game.Message {
	if t.said.Name == "" {
		return game.Say("undo.nothing")
	}
	return game.Say("undo.none", "what", t.said.Name)
}

// isMeant reports whether an undo may be of a past request, by its place: one that names a thing
// is of those that made it.
func (t *talking) isMeant(i int) bool { return t.said.Name == "" || slices.Contains(t.said.Among, i) }

// lastChange is the newest task in this world that changed something, made what is named if
// anything is, and was not put back yet, or nil, of all that are kept: what puts back is no such
// task, and one that could not be put back whole is not tried twice. partly are sentences that
// name those or, where there is one, the newer ones of which nothing can be put back; others may be
// meant by what is named as well.
func (t *talking) lastChange() (last *view.Task, others []view.Task, partly []game.Message, err error) {
	if t.svc.cfg.Changes == nil {
		return nil, nil, nil, nil
	}
	past, read, said := t.past, t.read, t.said
	defer func() {
		said.Guess = t.said.Guess
		t.past, t.read, t.said = past, read, said
	}()
	back := map[string]bool{}
	for at := ""; ; {
		if at, err = t.recall(at); at == "" || err != nil {
			return nil, nil, partly, err
		}
		for _, act := range t.sort(t.p.Text) { // what is named among these
			if act.Kind == view.SpeechUndo && act.Name == said.Name {
				t.said = act
			}
		}
		changed, left, err := t.changeAmong(back)
		if partly = append(partly, left...); len(changed) > 0 || err != nil {
			if called := t.called(changed); len(called) > 0 {
				changed, t.said.Guess = called, false
			}
			if len(changed) > 0 {
				last, others = &changed[0], changed[1:]
			}
			return last, others, slices.DeleteFunc(partly, func(m game.Message) bool { return m.Code != stays }), err
		}
		t.said.Among = nil
	}
}

// called are those of some tasks that were asked for in just the words of what is named: "the 9x9 house".
func (t *talking) called(changed []view.Task) []view.Task {
	return slices.DeleteFunc(slices.Clone(changed), func(task view.Task) bool {
		return !strings.Contains(strings.ToLower(task.Goal), strings.ToLower(t.said.Name))
	})
}

// changeAmong is lastChange among the past requests at hand, with the others; back are those that were put back since.
func (t *talking) changeAmong(back map[string]bool) (changed []view.Task, partly []game.Message, err error) {
	for i := range t.past {
		task := &t.past[i]
		if !task.State.Ended() || task.Sent == 0 || !t.isHere(task) {
			continue
		}
		c, err := t.ledger(task)
		switch {
		case err != nil:
			return nil, nil, err
		case c != nil && c.Of != "": // one that was stopped is gone on with
			back[c.Of] = back[c.Of] || task.State != view.TaskStopped
		case !t.isMeant(i):
		case c == nil || !back[task.ID] && (!c.Told || c.Left > 0):
			if changed = append(changed, *task); t.said.Name == "" {
				return changed, partly, nil
			}
		case len(changed) > 0: // the rest is of older ones
		case !back[task.ID] && c.Cells > 0:
			partly = append(partly, game.Say(stays, "task", task.Named()))
		default:
			partly = append(partly, leftBehind(task, c))
		}
	}
	return changed, partly, nil
}

// isHere reports whether a task was done in the world that the body is in.
func (t *talking) isHere(task *view.Task) bool {
	b, _ := t.svc.cfg.Bodies.Body(t.body)
	return task.World == b.Snapshot.State.WorldID()
}

// stays is the message of a task of which nothing can be put back.
const stays = "undo.stays"

// leftBehind names a task that was not put back whole; empty for one that was.
func leftBehind(task *view.Task, c *view.Changes) (none game.Message) {
	if c.Cells == c.Back {
		return none
	}
	return game.Say("undo.partly", "task", task.Named(), "n", c.Cells-c.Back, "of", c.Cells)
}

// stood is what a past request, by its place, left standing, as its ledger has it; nothing of another world.
func (t *talking) stood(of int) (out []game.Edit) {
	if t.svc.cfg.Changes == nil || of < 0 || of >= len(t.past) || !t.isHere(&t.past[of]) {
		return nil
	}
	for _, cell := range t.cellsOf(t.past[of].ID) {
		if stands(cell) {
			out = append(out, game.Edit{X: cell.X, Y: cell.Y, Z: cell.Z, Block: game.BlockName(cell.To)})
		}
	}
	return out
}

// cellsOf are the cells that a task changed; none where nobody knows.
func (t *talking) cellsOf(task string) []view.ChangedCell {
	if c, err := t.svc.changesOf(t.ctx, task); err == nil && c != nil {
		return c.List
	}
	return nil
}

// stands reports whether a block was put into a cell for its own sake and no survey showed another since.
func stands(c view.ChangedCell) bool {
	return !game.IsAir(c.To) && c.Why == string(game.WhyGoal) && same(&c)
}

func same(c *view.ChangedCell) bool {
	return c.Shown == "" || game.BlockName(c.Shown) == game.BlockName(c.To)
}
