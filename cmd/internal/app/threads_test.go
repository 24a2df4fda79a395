// SPDX-License-Identifier: MIT

package app

import (
	"bytes"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/minehand/minehand/ui/view"
)

// A talk is named and deleted: it is gone for every client, from what is found and shown and
// from what the disk holds, also after a restart. One with a goal under way stays.
func TestATalkIsDeleted(t *testing.T) {
	dir, ctx := t.TempDir(), t.Context()
	s, c, other := practising(t, dir)
	const words = "please get 1 oak log for zzsecret"
	if _, err := c.Talk(ctx, view.Talk{Text: "zzsecret"}); err == nil {
		t.Error("nobody reads that")
	}
	slow, err := c.SendPrompt(ctx, view.Prompt{Prompt: "get 10 oak logs"})
	if err != nil {
		t.Fatal(err)
	}
	list, err := c.ListThreads(ctx)
	if err != nil || len(list.Threads) != 1 || list.Threads[0].Open != 1 {
		t.Fatalf("the talks are %+v, %v", list, err)
	}
	world := list.Threads[0].World
	var refused *view.RefusedError
	if _, err := c.DeleteThread(ctx, view.OfThread{World: world}); !errors.As(err, &refused) || !strings.Contains(refused.Sentence, "has not ended") {
		t.Errorf("a talk with a goal under way: %v", err)
	}
	if err := c.StopTask(ctx, view.OfBody{}); err != nil {
		t.Fatal(err)
	}
	over := func(e view.Event) bool { return e.Task != nil && e.Task.State.Ended() }
	next(t, other, "the stop", func(e view.Event) bool { return over(e) && e.TaskID == slow.TaskID })
	if _, err := c.SendPrompt(ctx, view.Prompt{Prompt: words}); err != nil {
		t.Fatal(err)
	}
	next(t, other, "its end", over)
	if got, err := c.RenameThread(ctx, view.RenameThread{OfThread: view.OfThread{World: world}, Name: "  first   steps "}); err != nil || got.Name != "first steps" {
		t.Errorf("named: %+v, %v", got, err)
	}
	next(t, other, "its name", func(e view.Event) bool { return e.Thread != nil && e.Thread.Name == "first steps" })
	if _, err := c.RenameThread(ctx, view.RenameThread{OfThread: view.OfThread{World: world}, Name: strings.Repeat("x", 81)}); !errors.As(err, &refused) {
		t.Errorf("a long name: %v", err)
	}
	if found, err := c.ListTasks(ctx, view.TaskQuery{Words: "ZZsecret"}); err != nil || len(found.Tasks) != 1 {
		t.Errorf("before, %d are found, %v", len(found.Tasks), err)
	}
	if gone, err := c.DeleteThread(ctx, view.OfThread{World: world}); err != nil || gone.Deleted != 2 {
		t.Errorf("deleted: %+v, %v", gone, err)
	}
	told := next(t, other, "the end of the talk", func(e view.Event) bool { return e.Thread != nil && len(e.Thread.Deleted) > 0 })
	if len(told.Thread.Deleted) != 2 || told.Thread.World != world {
		t.Errorf("told %+v", told.Thread)
	}
	shown, err := c.Subscribe(ctx, view.Place{})
	if err != nil || len(shown.Snapshot.Talk) > 0 || shown.Snapshot.Players[0].Last != nil {
		t.Errorf("still shown: %+v, %v", shown.Snapshot, err)
	}
	if _, err := c.DeleteThread(ctx, view.OfThread{World: world}); !errors.As(err, &refused) {
		t.Errorf("deleted once more: %v", err)
	}
	c.Close()
	other.Close()
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	s = serverOf(t, ServerConfig{DataDir: dir, Practice: true})
	c = s.Connect()
	defer c.Close()
	for _, q := range []view.TaskQuery{{}, {Words: "zzsecret"}} {
		if list, err := c.ListTasks(ctx, q); err != nil || len(list.Tasks) > 0 {
			t.Errorf("after a restart %+v finds %d, %v", q, len(list.Tasks), err)
		}
	}
	if list, err := c.ListThreads(ctx); err != nil || len(list.Threads) > 0 {
		t.Errorf("after a restart there are %+v, %v", list, err)
	}
	until(t, "the disk is scrubbed", func() bool {
		held := false
		err := filepath.WalkDir(dir, func(name string, d os.DirEntry, err error) error {
			if err != nil || d.IsDir() {
				return nil //nolint:nilerr // it was removed meanwhile
			}
			data, err := os.ReadFile(name)
			held = held || err == nil && bytes.Contains(data, []byte("zzsecret"))
			return nil
		})
		return err == nil && !held
	})
}
