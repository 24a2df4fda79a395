// SPDX-License-Identifier: MIT

package stages_test

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/minehand/minehand/cmd/internal/app"
	"github.com/minehand/minehand/cmd/internal/stages"
	"github.com/minehand/minehand/missions"
	"github.com/minehand/minehand/ui/client"
	"github.com/minehand/minehand/ui/view"
)

// desk is a server whose missions are played in this process.
type desk struct {
	*client.Client
	dir string
}

// serverOf is a server with a desk whose missions are played in this process.
func serverOf(t *testing.T, cfg app.ServerConfig) *app.Server {
	t.Helper()
	planner, err := app.NewPlanner(cfg.Config, "", func(string) string { return "" })
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = planner.Close() })
	places := t.TempDir()
	cfg.Planner, cfg.Practice = planner, true
	cfg.Missions = func(dir string, changed func(view.MissionProgress)) app.Missions {
		return stages.NewDesk(stages.DeskConfig{
			Dir: filepath.Join(dir, stages.Folder), Env: func(string) string { return "" }, Version: "test", Changed: changed,
			Launcher: func() (missions.Launcher, error) { return inProcess{dir: places}, nil },
		})
	}
	s, err := app.StartServer(t.Context(), cfg)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := s.Close(); err != nil {
			t.Error(err)
		}
	})
	return s
}

func newDesk(t *testing.T) desk {
	t.Helper()
	dir := t.TempDir()
	s := serverOf(t, app.ServerConfig{DataDir: dir})
	c := s.Connect()
	t.Cleanup(func() { _ = c.Close() })
	if _, err := c.Subscribe(t.Context(), view.Place{}); err != nil {
		t.Fatal(err)
	}
	return desk{c, dir}
}

// until waits for an event of missions.
func (d desk) until(t *testing.T, what string, ok func(*view.MissionProgress) bool) {
	t.Helper()
	late := time.After(2 * time.Minute)
	for {
		select {
		case e, there := <-d.Events():
			if !there {
				t.Fatalf("the line ended: %v", d.Err())
			}
			if e.Kind == view.EventMissions && ok(e.Missions) {
				return
			}
		case <-late:
			t.Fatalf("%s did not happen", what)
		}
	}
}

const two = `format: 1
missions:
  - {name: logs, about: some wood, do: [{goal: get 2 oak logs}], expect: {verdict: complete}}
  - {name: wrong, do: [{goal: get 1 bedrock}], expect: {verdict: complete}}
`

// TestTheDeskKeepsMissions: those that come with the program are there; a text with
// a mistake is not kept, and names it with its line.
func TestTheDeskKeepsMissions(t *testing.T) {
	d := newDesk(t)
	ctx := t.Context()
	sets, err := d.ListMissions(ctx)
	if err != nil {
		t.Fatal(err)
	}
	n := 0
	for _, s := range sets.Sets {
		if n += len(s.Missions); s.Own || len(s.Faults) > 0 {
			t.Errorf("%+v", s)
		}
	}
	if n < 172 {
		t.Errorf("%d missions in %d sets", n, len(sets.Sets))
	}
	wood, err := d.GetMissions(ctx, view.OfMissions{Set: "bench/tier-wood"})
	if err != nil || len(wood.Missions) != 6 || !strings.Contains(wood.Text, "bench-1-wood-01") {
		t.Errorf("%v %+v", err, wood.Missions)
	}
	for _, set := range []string{"bench/none", "mine/../bench/tier-wood", "../x", "x", "bench/../suite/faults"} {
		if _, err := d.GetMissions(ctx, view.OfMissions{Set: set}); err == nil {
			t.Errorf("there is %s", set)
		}
	}
	bad := strings.Replace(two, "get 2 oak logs", "x}, {gaol: y", 1)
	checked, err := d.CheckMissions(ctx, view.CheckMissions{Text: bad})
	if err != nil || len(checked.Faults) != 1 || checked.Faults[0].Line != 3 || !strings.Contains(checked.Faults[0].Text, "gaol") {
		t.Errorf("%v %+v", err, checked)
	}
	if _, err := d.SaveMissions(ctx, view.SaveMissions{Name: "two", Text: two}); err != nil {
		t.Fatal(err)
	}
	if _, err := d.SaveMissions(ctx, view.SaveMissions{Name: "two", Text: bad}); err == nil || !strings.Contains(err.Error(), "line 3: ") {
		t.Errorf("a mistake was saved: %v", err)
	}
	if _, err := d.SaveMissions(ctx, view.SaveMissions{Name: "../two", Text: two}); err == nil {
		t.Error("it was saved elsewhere")
	}
	if kept, err := d.GetMissions(ctx, view.OfMissions{Set: "mine/two"}); err != nil || kept.Text != two || !kept.Own {
		t.Errorf("%v %+v", err, kept)
	}
	if err := d.DeleteMissions(ctx, view.OfMissions{Set: "bench/tier-wood"}); err == nil {
		t.Error("what comes with Minehand was removed")
	}
	if err := d.DeleteMissions(ctx, view.OfMissions{Set: "mine/two"}); err != nil {
		t.Error(err)
	}
	if _, err := d.GetMissions(ctx, view.OfMissions{Set: "mine/two"}); err == nil {
		t.Error("it is still there")
	}
	// A file of another program in the folder is shown with what is wrong with it.
	if err := os.WriteFile(filepath.Join(d.dir, stages.Folder, "odd.yaml"), []byte("wrold: 1\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	sets, err = d.ListMissions(ctx)
	if i := slices.IndexFunc(sets.Sets, func(s view.MissionSet) bool { return s.Set == "mine/odd" }); err != nil || i < 0 || len(sets.Sets[i].Faults) == 0 {
		t.Errorf("%v %+v", err, sets.Sets)
	}
}

// TestTheDeskPlaysMissions: results, ranking and timelines are there; a run that is
// broken off goes on where it was.
func TestTheDeskPlaysMissions(t *testing.T) {
	d := newDesk(t)
	ctx := t.Context()
	if _, err := d.SaveMissions(ctx, view.SaveMissions{Name: "two", Text: two}); err != nil {
		t.Fatal(err)
	}
	if _, err := d.RunMissions(ctx, view.RunMissions{Sets: []string{"mine/two"}, Only: []string{"third"}}); err == nil || !strings.Contains(err.Error(), `no mission "third"`) {
		t.Errorf("%v", err)
	}
	if _, err := d.StopMissions(ctx); err == nil {
		t.Error("something was stopped")
	}
	began, err := d.RunMissions(ctx, view.RunMissions{Sets: []string{"mine/two"}, Repeat: 20})
	if err != nil || !began.Running || began.Of != 40 {
		t.Fatalf("%v %+v", err, began)
	}
	if _, err := d.RunMissions(ctx, view.RunMissions{Sets: []string{"mine/two"}}); err == nil || !strings.Contains(err.Error(), "end that run") {
		t.Errorf("two at once: %v", err)
	}
	told := false
	d.until(t, "the second result", func(p *view.MissionProgress) bool { // of events that wait, the newest stays
		told = told || len(p.Now) > 0 && p.Now[0].Text != "" && p.Now[0].Planner == "builtin"
		return told && p.Done >= 2 || !p.Running
	})
	if !told {
		t.Error("nothing was told of what is being played")
	}
	stopped, err := d.StopMissions(ctx)
	if err != nil || stopped.Running || stopped.Done < 2 || stopped.Done >= 40 {
		t.Fatalf("%v %+v", err, stopped)
	}
	runs, err := d.ListMissionRuns(ctx)
	if err != nil || len(runs.Runs) != 1 || runs.Runs[0].Done != stopped.Done {
		t.Fatalf("%v %+v", err, runs)
	}
	if _, err := d.RunMissions(ctx, view.RunMissions{Run: began.Run, Parallel: 4}); err != nil {
		t.Fatal(err)
	}
	d.until(t, "the end", func(p *view.MissionProgress) bool { return !p.Running && p.Done == 40 })
	run, err := d.GetMissionRun(ctx, view.OfMissionRun{Run: began.Run})
	if err != nil || len(run.Results) != 40 || run.Passed != 20 || run.Failed != 20 || run.Fault != "" {
		t.Fatalf("%v %+v", err, run.MissionProgress)
	}
	if r := run.Ranking; len(r) != 1 || r[0].Planner != "builtin" || r[0].Rank != 1 || r[0].Passed != 20 || r[0].Low >= r[0].Share || r[0].High <= r[0].Share {
		t.Errorf("%+v", r)
	}
	one, err := d.GetMissionResult(ctx, view.OfMissionResult{Run: began.Run, Result: run.Results[0].Result})
	if err != nil || len(one.Timeline) < 5 || one.Outcome == "" {
		t.Errorf("%v %+v", err, one)
	}
	// The same in words.
	for _, c := range []struct{ args, want string }{
		{"", "mine/two, over: 40 of 40 played, 20 passed, 20 failed."},
		{"mine/two builtin", "mine/two, under way: 0 of 2 played"},
		{"", "mine/two, over: 2 of 2 played, 1 passed, 1 failed."},
	} {
		said, err := d.SlashCommand(ctx, view.SlashCommand{Command: "/mission", Args: c.args})
		if err != nil || !strings.Contains(said.Text, c.want) {
			t.Errorf("/mission %s: %v %q", c.args, err, said.Text)
		}
		if c.args != "" {
			d.until(t, "the end", func(p *view.MissionProgress) bool { return !p.Running && p.Done == 2 })
		}
	}
	if said, err := d.SlashCommand(ctx, view.SlashCommand{Command: "/mission", Args: "mine/three"}); err == nil {
		t.Errorf("%q", said.Text)
	}
}

// TestTheDeskRecordsATask: a task of the practice world is kept as a mission, and
// played again to the same end.
func TestTheDeskRecordsATask(t *testing.T) {
	d := newDesk(t)
	ctx := t.Context()
	if _, err := d.StartPractice(ctx, view.PracticeStart{Speed: 1000, Inventory: map[string]int{"stone_pickaxe": 1}}); err != nil {
		t.Fatal(err)
	}
	queued, err := d.SendPrompt(ctx, view.Prompt{Prompt: "get 3 raw iron"})
	if err != nil {
		t.Fatal(err)
	}
	late := time.After(2 * time.Minute)
	for ended := false; !ended; {
		select {
		case e := <-d.Events():
			ended = e.TaskID == queued.TaskID && e.Task != nil && e.Task.State.Ended()
		case <-late:
			t.Fatal("the task did not end")
		}
	}
	kept, err := d.RecordMission(ctx, view.OfTask{TaskID: queued.TaskID})
	if err != nil || len(kept.Missions) != 1 || len(kept.Faults) > 0 {
		t.Fatalf("%v %+v", err, kept)
	}
	if !strings.Contains(kept.Text, `start: {inventory: {"stone_pickaxe":1}}`) || !strings.Contains(kept.Text, "verdict: complete") {
		t.Errorf("kept:\n%s", kept.Text)
	}
	began, err := d.RunMissions(ctx, view.RunMissions{Sets: []string{kept.Set}})
	if err != nil {
		t.Fatal(err)
	}
	d.until(t, "the end", func(p *view.MissionProgress) bool { return p.Run == began.Run && !p.Running })
	if run, err := d.GetMissionRun(ctx, view.OfMissionRun{Run: began.Run}); err != nil || run.Passed != 1 {
		t.Errorf("%v %+v\n%s", err, run.Results, kept.Text)
	}
	if _, err := d.RecordMission(ctx, view.OfTask{TaskID: "none"}); err == nil {
		t.Error("a task that is not there was kept")
	}
}
