// SPDX-License-Identifier: MIT

package stages

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/minehand/minehand/cmd/internal/app"
	"github.com/minehand/minehand/cmd/internal/app/settings"
	"github.com/minehand/minehand/cmd/internal/release"
	"github.com/minehand/minehand/game"
	"github.com/minehand/minehand/game/data"
	"github.com/minehand/minehand/internal/lists"
	"github.com/minehand/minehand/internal/pattern"
	"github.com/minehand/minehand/internal/wholefile"
	"github.com/minehand/minehand/missions"
	"github.com/minehand/minehand/ui/view"
)

// DeskConfig says where a Desk keeps missions, and what plays them.
type DeskConfig struct {
	// Dir keeps the person's own sets (NAME.yaml) and the results of runs (runs/).
	Dir string
	// Launcher makes the stages; its error says why there is none.
	Launcher func() (missions.Launcher, error)
	// Config has the providers that may be asked; Env reads the environment.
	Config settings.Config
	Env    func(string) string
	// Version and Commit of the program, for manifests.
	Version, Commit string
	// Changed is told how far a run is. It is called from any goroutine and does not
	// block.
	Changed func(view.MissionProgress)
	Log     *slog.Logger
}

// Desk keeps missions and plays them for the clients of a server (ui.Missions). One
// run goes at a time; it ends with Close and goes on when it is asked for again.
type Desk struct {
	cfg DeskConfig

	mu sync.Mutex
	// run is the one under way, or the last one; nil before the first.
	run *deskRun
	// closed: nothing is begun any more.
	closed bool
}

// deskRun is a run under way.
type deskRun struct {
	cancel context.CancelFunc
	// ended is closed when it has ended.
	ended chan struct{}
	// now has the timelines of what is being played. Desk.mu guards it, and progress.
	progress view.MissionProgress
	now      map[string]*playing
}

type playing struct {
	run      *missions.Run
	timeline []view.MissionMoment
}

// NewDesk returns a desk. Close ends what it plays.
func NewDesk(cfg DeskConfig) *Desk {
	cfg.Log = cmp.Or(cfg.Log, slog.New(slog.DiscardHandler))
	return &Desk{cfg: cfg}
}

// Folder of the data folder where a desk keeps its missions.
const Folder = "missions"

// Where sets come from, as their ids say.
const (
	ownSets  = "mine"
	setsFile = ".yaml"
)

// setName is a set's name within its place.
var setName = pattern.Of(`^[a-z0-9][a-z0-9-]{0,79}$`)

// read is the text of a set.
func (d *Desk) read(set string) ([]byte, error) {
	place, name, ok := strings.Cut(set, "/")
	if !ok || !setName().MatchString(name) {
		return nil, view.Refuse(view.CodeNotFound, "there is no set of missions %q; list-missions lists them", set)
	}
	var text []byte
	var err error
	if place == ownSets {
		text, err = os.ReadFile(d.file(name))
	} else {
		text, err = missions.Kept.ReadFile(path.Join(place, name+setsFile))
	}
	if errors.Is(err, fs.ErrNotExist) {
		return nil, view.Refuse(view.CodeNotFound, "there is no set of missions %q; list-missions lists them", set)
	}
	if err != nil {
		return nil, fmt.Errorf("the missions %s cannot be read: %w", set, err)
	}
	return text, nil
}

// file is where a set of the person's own is kept.
func (d *Desk) file(name string) string { return filepath.Join(d.cfg.Dir, name+setsFile) }

// Sets implements ui.Missions.
func (d *Desk) Sets() ([]view.MissionSet, error) {
	var ids []string
	for _, place := range []string{"suite", "bench"} {
		entries, err := missions.Kept.ReadDir(place)
		if err != nil {
			return nil, err
		}
		for _, e := range entries {
			ids = append(ids, place+"/"+strings.TrimSuffix(e.Name(), setsFile))
		}
	}
	own, err := os.ReadDir(d.cfg.Dir)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, fmt.Errorf("your missions cannot be listed: %w", err)
	}
	for _, e := range own {
		if name, is := strings.CutSuffix(e.Name(), setsFile); is && setName().MatchString(name) {
			ids = append(ids, ownSets+"/"+name)
		}
	}
	var sets []view.MissionSet
	for _, id := range ids {
		text, err := d.read(id)
		if err != nil {
			return nil, err
		}
		sets = append(sets, setOf(id, text))
	}
	return sets, nil
}

// setOf is a set as clients see it.
func setOf(id string, text []byte) view.MissionSet {
	list, faults := examined(text)
	return view.MissionSet{Set: id, Own: strings.HasPrefix(id, ownSets+"/"), Missions: list, Faults: faults}
}

// examined are the missions of a text, or what is wrong with it.
func examined(text []byte) ([]view.MissionInfo, []view.MissionFault) {
	infos := []view.MissionInfo{}
	list, err := missions.Parse(Rules{}, "", text)
	var wrong missions.Mistakes
	_ = errors.As(err, &wrong) // none otherwise
	faults := lists.Of(wrong, func(m *missions.Mistake) view.MissionFault { return view.MissionFault{Line: m.Line, Text: m.Text} })
	seen := map[string]bool{}
	for i := range list {
		m := &list[i]
		infos = append(infos, view.MissionInfo{Name: m.Name, About: m.About, Tags: m.Tags, Line: m.Line})
		if seen[m.Name] {
			faults = append(faults,
				view.MissionFault{Line: m.Line, Text: fmt.Sprintf("the name %q is another mission's already; give it another", m.Name)})
		}
		seen[m.Name] = true
	}
	return infos, faults
}

// Text implements ui.Missions.
func (d *Desk) Text(set string) (view.MissionText, error) {
	text, err := d.read(set)
	if err != nil {
		return view.MissionText{}, err
	}
	return view.MissionText{MissionSet: setOf(set, text), Text: string(text)}, nil
}

// Check implements ui.Missions.
func (d *Desk) Check(text string) view.CheckedMissions {
	list, faults := examined([]byte(text))
	return view.CheckedMissions{Missions: list, Faults: faults}
}

// Save implements ui.Missions.
func (d *Desk) Save(name, text string) (view.MissionText, error) {
	if !setName().MatchString(name) {
		return view.MissionText{}, view.Refuse(
			view.CodeInvalid, "%q is no name for missions; use small letters, digits and dashes, at most 80", name)
	}
	if _, faults := examined([]byte(text)); len(faults) > 0 {
		return view.MissionText{}, view.Refuse(view.CodeInvalid, "line %d: %s. Nothing was saved", faults[0].Line, faults[0].Text)
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	if err := os.MkdirAll(d.cfg.Dir, 0o700); err != nil {
		return view.MissionText{}, fmt.Errorf("the folder for missions cannot be made: %w", err)
	}
	if err := wholefile.Write(d.file(name), []byte(text), 0o600); err != nil {
		return view.MissionText{}, fmt.Errorf("the missions cannot be saved: %w", err)
	}
	id := ownSets + "/" + name
	return view.MissionText{MissionSet: setOf(id, []byte(text)), Text: text}, nil
}

// Delete implements ui.Missions.
func (d *Desk) Delete(set string) error {
	name, own := strings.CutPrefix(set, ownSets+"/")
	if !own || !setName().MatchString(name) {
		return view.Refuse(view.CodeInvalid, "%q comes with Minehand and stays; only missions of your own can be removed", set)
	}
	if err := os.Remove(d.file(name)); errors.Is(err, fs.ErrNotExist) {
		return view.Refuse(view.CodeNotFound, "there is no set of missions %q", set)
	} else if err != nil {
		return fmt.Errorf("the missions cannot be removed: %w", err)
	}
	return nil
}

// Record implements ui.Missions.
func (d *Desk) Record(rec *view.TaskRecord) (view.MissionText, error) {
	text, err := missions.Record(rec)
	if err != nil {
		return view.MissionText{}, view.Refuse(view.CodeNothing, "%v", err)
	}
	return d.Save("recorded-"+strings.ToLower(rec.Task.ID), string(text))
}

// runTime is how a run is named, by its beginning.
const runTime = "20060102-150405"

// usualParallel is how many missions are played at a time where nobody says.
const usualParallel = 2

// The bounds of a run.
const (
	mostRepeats  = 100
	mostParallel = 8
	mostRuns     = 5000
)

// unused is the id of a run, with a number where another began in the same second.
func (d *Desk) unused(id string) string {
	free := id
	for n := 2; ; n++ {
		if _, err := os.Stat(d.folder(free)); errors.Is(err, fs.ErrNotExist) {
			return free
		}
		free = fmt.Sprintf("%s-%d", id, n)
	}
}

// Run implements ui.Missions.
func (d *Desk) Run(p view.RunMissions) (view.MissionProgress, error) {
	d.mu.Lock()
	err := d.free() // before anything takes its time
	d.mu.Unlock()
	if err != nil {
		return view.MissionProgress{}, err
	}
	launcher, err := d.cfg.Launcher()
	if err != nil {
		return view.MissionProgress{}, err
	}
	id, manifest, err := d.wanted(&p)
	if err != nil {
		return view.MissionProgress{}, err
	}
	runs, err := d.runsOf(manifest, p.Run != "")
	if err != nil {
		return view.MissionProgress{}, err
	}
	if manifest.Runs = len(runs); manifest.Models == nil {
		if manifest.Models, err = Models(context.Background(), d.cfg.Config, runs, d.cfg.Env); err != nil {
			return view.MissionProgress{}, err
		}
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	if err := d.free(); err != nil {
		return view.MissionProgress{}, err
	}
	if p.Run == "" {
		id = d.unused(id)
	}
	folder, rows, err := missions.OpenFolder(d.folder(id), manifest)
	if err != nil {
		return view.MissionProgress{}, err
	}
	done := map[string]bool{}
	for i := range rows {
		done[rows[i].Run] = true
	}
	todo := slices.DeleteFunc(runs, func(run missions.Run) bool { return done[run.ID] })
	ctx, cancel := context.WithCancel(context.Background())
	r := &deskRun{cancel: cancel, ended: make(chan struct{}), now: map[string]*playing{}, progress: progressOf(id, manifest, rows)}
	r.progress.Running = true
	d.run = r
	runner := &missions.Runner{Launcher: launcher, Progress: func(run *missions.Run, m missions.Moment) { d.moment(r, run, m) }}
	go d.play(ctx, r, runner, folder, todo, cmp.Or(p.Parallel, usualParallel))
	d.cfg.Changed(r.progress)
	return r.progress, nil
}

// free says why nothing can be played now; mu is held.
func (d *Desk) free() error {
	switch {
	case d.closed:
		return view.Refuse(view.CodeUnavailable, "this Minehand is closing")
	case d.run != nil && d.run.progress.Running:
		return view.Refuse(view.CodeConflict, "missions are being played: end that run (%s) first", strings.Join(d.run.progress.Sets, ", "))
	}
	return nil
}

// wanted is the manifest of the runs that are asked for, and how the run is named.
func (d *Desk) wanted(p *view.RunMissions) (string, *missions.Manifest, error) {
	if p.Repeat < 0 || p.Repeat > mostRepeats || p.Parallel < 0 || p.Parallel > mostParallel || !(p.Minutes >= 0 && p.Minutes <= 24*60) {
		return "", nil, view.Refuse(view.CodeInvalid, "repeat up to %d times, %d at a time, and at most a day each", mostRepeats, mostParallel)
	}
	if p.Run != "" {
		m, err := d.manifest(p.Run)
		return p.Run, m, err
	}
	if len(p.Sets) == 0 {
		return "", nil, view.Refuse(view.CodeInvalid, "name a set of missions to play, such as bench/tier-wood")
	}
	m := missions.Manifest{
		Version: d.cfg.Version, Commit: d.cfg.Commit, Data: data.DefaultVersion, Paths: p.Sets, Only: p.Only, Config: d.cfg.Config.Path(),
		Matrix: missions.Matrix{
			Providers: p.Providers, Models: p.Models, Modes: p.Modes, Assists: p.Assists, Repeat: max(p.Repeat, 1),
			Wall: time.Duration(p.Minutes * float64(time.Minute)),
		},
	}.Begun()
	return m.Began.Format(runTime), m, nil
}

// runName is how runs are named.
var runName = pattern.Of(`^[0-9-]{15,20}$`)

// manifest is that of a run which was begun.
func (d *Desk) manifest(run string) (*missions.Manifest, error) {
	if runName().MatchString(run) {
		if m, err := missions.ReadManifest(d.folder(run)); err == nil {
			return m, nil
		}
	}
	return nil, view.Refuse(view.CodeNotFound, "there is no run of missions %q; list-mission-runs lists them", run)
}

// folder is where a run is kept.
func (d *Desk) folder(run string) string { return filepath.Join(d.cfg.Dir, "runs", run) }

// runsOf are the runs that a manifest asks for. One that goes on must be of the same
// missions.
func (d *Desk) runsOf(m *missions.Manifest, again bool) ([]missions.Run, error) {
	list, err := d.chosen(m)
	if err != nil {
		return nil, err
	}
	hashes := map[string]string{}
	for i := range list {
		hashes[list[i].Name] = list[i].Hash
	}
	for name, hash := range m.Missions {
		if again && hashes[name] != hash {
			return nil, view.Refuse(view.CodeConflict, "the mission %s has changed since: begin a new run", name)
		}
	}
	m.Missions = hashes
	runs, err := m.Matrix.Runs(Rules{}, list)
	switch {
	case err != nil:
		return nil, view.Refuse(view.CodeInvalid, "%v", err)
	case len(runs) > mostRuns:
		return nil, view.Refuse(view.CodeInvalid, "these are %d runs, and %d at most are played at once: leave some out", len(runs), mostRuns)
	}
	return runs, nil
}

// chosen are the missions of the sets that are to be played.
func (d *Desk) chosen(m *missions.Manifest) ([]missions.Mission, error) {
	var list []missions.Mission
	first := map[string]string{}
	for _, set := range m.Paths {
		text, err := d.read(set)
		if err != nil {
			return nil, err
		}
		some, err := missions.Parse(Rules{}, set, text)
		if err != nil {
			return nil, view.Refuse(view.CodeInvalid, "these missions cannot be played: %v", err)
		}
		for i := range some {
			name := some[i].Name
			if other := first[name]; other != "" {
				return nil, view.Refuse(
					view.CodeInvalid, "the mission %s is in %s and in %s: play one of them, or give one another name", name, other, set)
			}
			first[name] = set
			if len(m.Only) == 0 || slices.Contains(m.Only, name) {
				list = append(list, some[i])
			}
		}
	}
	for _, name := range m.Only {
		if first[name] == "" {
			return nil, view.Refuse(view.CodeNotFound, "there is no mission %q in %s", name, strings.Join(m.Paths, ", "))
		}
	}
	return list, nil
}

// play plays and keeps the results, until all have ended or ctx ends.
func (d *Desk) play(ctx context.Context, r *deskRun, runner *missions.Runner, folder *missions.Folder, todo []missions.Run, parallel int) {
	defer close(r.ended)
	err := runner.Play(ctx, todo, parallel, func(res *missions.Result) error {
		if err := folder.Add(res); err != nil {
			return err
		}
		row := res.Row()
		d.change(r, func() {
			delete(r.now, res.Run.ID)
			count(&r.progress, row.Outcome)
		})
		return nil
	})
	err = errors.Join(err, folder.Close())
	d.change(r, func() {
		if err != nil && ctx.Err() == nil {
			r.progress.Fault = err.Error()
			d.cfg.Log.Warn("a run of missions ended before its end", "run", r.progress.Run, "error", err)
		}
		r.progress.Running = false
		clear(r.now)
	})
}

// change changes how far a run is, and tells it.
func (d *Desk) change(r *deskRun, by func()) {
	d.mu.Lock()
	by()
	r.progress.Now = r.playing()
	p := r.progress
	d.mu.Unlock()
	d.cfg.Changed(p)
}

// moment takes in what happens in a run.
func (d *Desk) moment(r *deskRun, run *missions.Run, m missions.Moment) {
	d.change(r, func() {
		p := cmp.Or(r.now[run.ID], &playing{run: run})
		r.now[run.ID] = p
		p.timeline = append(p.timeline, momentOf(&m))
	})
}

// playing is what is being played; Desk.mu is held. The slice is made anew.
func (r *deskRun) playing() []view.MissionNow {
	var list []view.MissionNow
	for id, p := range r.now {
		row := (&missions.Result{Run: p.run}).Row()
		list = append(list,
			view.MissionNow{Result: id, Mission: row.Mission, Planner: row.Planner(), Text: game.Plain(p.timeline[len(p.timeline)-1].Text)})
	}
	slices.SortFunc(list, func(a, b view.MissionNow) int { return cmp.Compare(a.Result, b.Result) })
	return list
}

// count adds an outcome.
func count(p *view.MissionProgress, o missions.Outcome) {
	p.Done++
	if o == missions.Passed {
		p.Passed++
	} else if o != missions.Skipped {
		p.Failed++
	}
}

// progressOf says how far a run is by its rows.
func progressOf(id string, m *missions.Manifest, rows []missions.Row) view.MissionProgress {
	p := view.MissionProgress{Run: id, Sets: m.Paths, Began: m.Began, Of: m.Runs}
	for i := range rows {
		count(&p, rows[i].Outcome)
	}
	return p
}

// Stop implements ui.Missions.
func (d *Desk) Stop() (view.MissionProgress, error) {
	d.mu.Lock()
	r := d.run
	if r == nil || !r.progress.Running {
		d.mu.Unlock()
		return view.MissionProgress{}, view.Refuse(view.CodeNothing, "no missions are being played")
	}
	d.mu.Unlock()
	r.cancel()
	<-r.ended
	d.mu.Lock()
	defer d.mu.Unlock()
	return r.progress, nil
}

// Close ends what is played and returns when it has ended. It is idempotent.
func (d *Desk) Close() error {
	d.mu.Lock()
	d.closed = true
	r := d.run
	d.mu.Unlock()
	if r != nil {
		r.cancel()
		<-r.ended
	}
	return nil
}

// Runs implements ui.Missions.
func (d *Desk) Runs() ([]view.MissionProgress, error) {
	entries, err := os.ReadDir(filepath.Join(d.cfg.Dir, "runs"))
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, fmt.Errorf("the runs of missions cannot be listed: %w", err)
	}
	out := []view.MissionProgress{}
	for _, e := range slices.Backward(entries) {
		if !runName().MatchString(e.Name()) {
			continue
		}
		p, _, err := d.progress(e.Name())
		if err != nil {
			d.cfg.Log.Warn("a run of missions cannot be read", "run", e.Name(), "error", err)
			continue
		}
		out = append(out, p)
	}
	return out, nil
}

// progress is how far a run is, with its rows.
func (d *Desk) progress(id string) (view.MissionProgress, []missions.Row, error) {
	m, err := d.manifest(id)
	if err != nil {
		return view.MissionProgress{}, nil, err
	}
	rows, err := missions.ReadResults(d.folder(id))
	if err != nil {
		rows = nil // none came yet
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.run != nil && d.run.progress.Run == id {
		return d.run.progress, rows, nil
	}
	return progressOf(id, m, rows), rows, nil
}

// Results implements ui.Missions.
func (d *Desk) Results(run string) (view.MissionRun, error) {
	p, rows, err := d.progress(run)
	if err != nil {
		return view.MissionRun{}, err
	}
	return view.MissionRun{MissionProgress: p, Ranking: ranking(rows), Results: lists.Of(rows, resultOf)}, nil
}

// ranking is that of rows, as clients see it.
func ranking(rows []missions.Row) []view.MissionRank {
	out := []view.MissionRank{}
	standings := missions.Rank(rows)
	for _, s := range standings {
		passed := s.Values[0] // the measure that a ranking goes by
		r := view.MissionRank{Planner: s.Name, Rank: 1, Runs: s.Runs, Share: passed.Mean, Low: passed.Low, High: passed.High}
		for _, other := range standings {
			if other.Runs > 0 && other.Values[0].Low > passed.High {
				r.Rank++
			}
		}
		for i := range rows {
			if rows[i].Planner() != s.Name {
				continue
			}
			if rows[i].Outcome == missions.Passed {
				r.Passed++
			}
			if rows[i].FalseSuccess {
				r.FalseSuccess++
			}
			if rows[i].Outcome == missions.Passed || rows[i].Outcome == missions.Missed {
				r.Seconds += float64(rows[i].Times.WallMS) / 1000 / float64(s.Runs)
				r.Tokens += float64(rows[i].Tokens) / float64(s.Runs)
			}
		}
		out = append(out, r)
	}
	return out
}

// resultOf is a row as clients see it.
func resultOf(r *missions.Row) view.MissionResult {
	return view.MissionResult{
		Result: r.Run, Mission: r.Mission, Planner: r.Planner(), Outcome: string(r.Outcome), Verdict: r.Verdict, Why: r.Why, Failures: r.Failures,
		Tokens: r.Tokens, Seconds: float64(r.Times.WallMS) / 1000,
	}
}

// Timeline implements ui.Missions.
func (d *Desk) Timeline(run, result string) (view.MissionTimeline, error) {
	p, rows, err := d.progress(run)
	if err != nil {
		return view.MissionTimeline{}, err
	}
	d.mu.Lock()
	if d.run != nil && d.run.progress.Run == p.Run {
		if now := d.run.now[result]; now != nil {
			defer d.mu.Unlock()
			row := (&missions.Result{Run: now.run}).Row()
			return view.MissionTimeline{MissionResult: resultOf(&row), Timeline: append([]view.MissionMoment{}, now.timeline...)}, nil
		}
	}
	d.mu.Unlock()
	i := slices.IndexFunc(rows, func(r missions.Row) bool { return r.Run == result })
	if i < 0 {
		return view.MissionTimeline{}, view.Refuse(view.CodeNotFound, "the run %s has no result %q yet", run, result)
	}
	out := view.MissionTimeline{MissionResult: resultOf(&rows[i]), Timeline: []view.MissionMoment{}}
	text, err := os.ReadFile(missions.DetailFile(d.folder(run), result))
	if err != nil {
		return out, fmt.Errorf("what happened in it was not kept: %w", err)
	}
	var all struct {
		Timeline []missions.Moment `json:"timeline"`
	}
	if err := json.Unmarshal(text, &all); err != nil {
		return out, fmt.Errorf("what happened in it cannot be read: %w", err)
	}
	out.Timeline = lists.Of(all.Timeline, momentOf)
	return out, nil
}

// momentOf is a moment as clients see it.
func momentOf(m *missions.Moment) view.MissionMoment {
	return view.MissionMoment{AtMS: m.At, Kind: m.Kind, Text: m.Text}
}

// Desks makes the desk of a server by its data folder. Missions are played with a program
// of that name beside this one, or, without a name, with this one.
func Desks(program string, cfg settings.Config, log *slog.Logger) func(string, func(view.MissionProgress)) app.Missions {
	return func(dir string, changed func(view.MissionProgress)) app.Missions {
		return NewDesk(DeskConfig{
			Dir: filepath.Join(dir, Folder), Config: cfg, Env: os.Getenv, Version: release.Version(), Commit: Commit(),
			Changed: changed, Log: log,
			Launcher: withProgram(program, func() (map[string]any, error) { return Settings(cfg.Path()) }),
		})
	}
}

// withProgram makes launchers that play with a program of that name beside this one,
// or, without a name, with this one.
func withProgram(name string, settings func() (map[string]any, error)) func() (missions.Launcher, error) {
	return func() (missions.Launcher, error) {
		program, err := os.Executable()
		if err != nil {
			return nil, fmt.Errorf("this program cannot find itself to start servers: %w", err)
		}
		if name != "" {
			program = filepath.Join(filepath.Dir(program), name+filepath.Ext(program)) // .exe, where programs have that
			if _, err := os.Stat(program); err != nil {
				return nil, view.Refuse(view.CodeUnavailable,
					"missions are played by the program %s, which is not beside this one: put it there (make build)", name)
			}
		}
		s, err := settings()
		if err != nil {
			return nil, err
		}
		return Processes{Program: program, Settings: s}, nil
	}
}
