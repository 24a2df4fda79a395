// SPDX-License-Identifier: MIT

package ui

import (
	"context"
	"fmt"
	"strings"
	"sync"
	"unicode/utf8"

	"github.com/minehand/minehand/ui/view"
)

// Threads knows the history by body and world. Its methods may be called from any
// goroutine; their errors are sentences.
type Threads interface {
	// List has the newest first.
	List(ctx context.Context) ([]view.Thread, error)
	// Rename names a thread; an empty name takes the name back.
	Rename(ctx context.Context, body, world, name string) (view.Thread, error)
	// Delete takes the tasks of a thread out of the history for good, and returns which
	// they were. One that has a task that has not ended is refused.
	Delete(ctx context.Context, body, world string) ([]string, error)
}

// deleted are the tasks that were deleted since the start: the orchestrator still knows the
// last one of each body.
type deleted struct {
	mu  sync.Mutex
	ids map[string]bool
}

func (d *deleted) add(ids []string) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.ids == nil {
		d.ids = map[string]bool{}
	}
	for _, id := range ids {
		d.ids[id] = true
	}
}

func (d *deleted) has(id string) bool {
	d.mu.Lock()
	defer d.mu.Unlock()
	return d.ids[id]
}

// mostName is how many characters the name of a thread may have.
const mostName = 80

// threads are the threads of the history.
func (x *exchange) threads() (Threads, error) {
	if x.svc.cfg.Threads == nil {
		return nil, view.Refuse(view.CodeUnavailable, "This Minehand keeps no history.")
	}
	return x.svc.cfg.Threads, nil
}

// threadsOf are the threads, and the body that a call is about: also one that is not here.
func (x *exchange) threadsOf(named string) (of Threads, body string, err error) {
	if of, err = x.threads(); err != nil || named != "" {
		return of, named, err
	}
	body, err = x.svc.target("", x.active)
	return of, body, err
}

func listThreads(ctx context.Context, of Threads, _ view.Nothing) (view.Threads, error) {
	list, err := of.List(ctx)
	return view.Threads{Threads: append([]view.Thread{}, list...)}, err
}

func renameThread(ctx context.Context, x *exchange, p view.RenameThread) (view.Thread, error) {
	name := strings.Join(strings.Fields(p.Name), " ")
	if utf8.RuneCountInString(name) > mostName {
		return view.Thread{}, view.Refuse(view.CodeInvalid, "a name may have %d characters; this one has %d", mostName,
			utf8.RuneCountInString(name))
	}
	of, body, err := x.threadsOf(p.Instance)
	if err != nil {
		return view.Thread{}, err
	}
	t, err := of.Rename(ctx, body, p.World, name)
	if err == nil {
		x.svc.hub.publish(view.Event{Kind: view.EventThread, Body: body, Thread: &t})
	}
	return t, err
}

func deleteThread(ctx context.Context, x *exchange, p view.OfThread) (view.DeletedThread, error) {
	of, body, err := x.threadsOf(p.Instance)
	if err != nil {
		return view.DeletedThread{}, err
	}
	ids, err := of.Delete(ctx, body, p.World)
	if err != nil {
		return view.DeletedThread{}, err
	}
	x.svc.deleted.add(ids)
	// What was said before there were worlds of it goes with the first thread.
	x.svc.thread.remove(func(s *Spoken) bool { return s.Body == body && (s.World == p.World || s.World == "") })
	over := view.Thread{Body: body, World: p.World, Deleted: ids}
	x.svc.hub.publish(view.Event{Kind: view.EventThread, Body: body, Thread: &over})
	return view.DeletedThread{Success: true, Deleted: len(ids)}, nil
}

// deletedWords says what delete-thread did.
func deletedWords(d *view.DeletedThread) string {
	if d.Deleted == 1 {
		return "1 goal was deleted."
	}
	return fmt.Sprintf("%d goals were deleted.", d.Deleted)
}
