// SPDX-License-Identifier: MIT

package missions

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"time"

	"github.com/minehand/minehand/game"
	"github.com/minehand/minehand/internal/budget"
	"github.com/minehand/minehand/internal/wholefile"
	"github.com/minehand/minehand/ui/view"
)

// Manifest says what was run, so that it can be run again.
type Manifest struct {
	Format int `json:"format"`
	// Commit and Version of Minehand, Data of its tables.
	Version string `json:"version"`
	Commit  string `json:"commit"`
	Data    string `json:"data_version"`
	// Paths of the missions, as they were given; Missions their hashes by name.
	Paths    []string          `json:"paths"`
	Missions map[string]string `json:"missions"`
	// Only these of the missions were played, by name; all when empty.
	Only   []string `json:"only,omitempty"`
	Matrix Matrix   `json:"matrix"`
	// Runs is how many there are in all.
	Runs     int         `json:"runs"`
	Config   string      `json:"config,omitempty"`
	Models   []ModelInfo `json:"models,omitempty"`
	Hardware Hardware    `json:"hardware"`
	Began    time.Time   `json:"began"`
}

// Begun is the manifest of a run that begins now, on this computer.
func (m Manifest) Begun() *Manifest {
	m.Format, m.Began = Format, time.Now().UTC().Truncate(time.Second)
	m.Hardware = Hardware{OS: runtime.GOOS, Arch: runtime.GOARCH, Cores: runtime.NumCPU(), Go: runtime.Version()}
	return &m
}

// ModelInfo is what is known of a model that was asked.
type ModelInfo struct {
	Provider string `json:"provider"`
	Type     string `json:"type,omitempty"`
	Model    string `json:"model,omitempty"`
	// Asked is the model that answers where none is named.
	Asked string `json:"asked,omitempty"`
	// File is the hash of its file, where it has one here: a script of replies, or
	// the weights that MINEHAND_MODEL_FILE names.
	File string `json:"file_hash,omitempty"`
	// Quantisation, Context in tokens and Server are what its server says of it.
	Quantisation string `json:"quantisation,omitempty"`
	Context      int    `json:"context,omitempty"`
	Server       string `json:"server,omitempty"`
}

// Hardware is what a run was played on.
type Hardware struct {
	OS    string `json:"os"`
	Arch  string `json:"arch"`
	Cores int    `json:"cores"`
	Go    string `json:"go"`
}

// Row is one run, a line of results.jsonl. All of it but Times is the same whenever
// the same replies are played in the same world.
type Row struct {
	Run         string   `json:"run"`
	Mission     string   `json:"mission"`
	MissionHash string   `json:"mission_hash"`
	Tags        []string `json:"tags,omitempty"`
	Provider    string   `json:"provider"`
	Model       string   `json:"model,omitempty"`
	Mode        string   `json:"mode,omitempty"`
	Assist      string   `json:"assist,omitempty"`
	Policy      string   `json:"policy,omitempty"`
	Temperature *float64 `json:"temperature,omitempty"`
	Seeds       Seeds    `json:"seeds"`
	Repeat      int      `json:"repeat"`

	Outcome  Outcome  `json:"outcome"`
	Why      string   `json:"why,omitempty"`
	Failures []string `json:"failures,omitempty"`
	Verdict  string   `json:"verdict,omitempty"`
	Reason   string   `json:"reason,omitempty"`

	// Parsed: a plan could be read in every reply. ValidBefore: none had a fault as
	// it came. ValidAfter: a plan came out in the end.
	Parsed      bool `json:"parsed"`
	ValidBefore bool `json:"valid_before"`
	ValidAfter  bool `json:"valid_after"`
	// OwnShare is the model's part of all steps, 0..1.
	OwnShare  float64        `json:"own_share"`
	Steps     int            `json:"steps"`
	Inserted  int            `json:"inserted"`
	Repaired  bool           `json:"repaired"`
	Replanned int            `json:"replanned"`
	Builtin   bool           `json:"builtin"`
	Faults    map[string]int `json:"fault_classes,omitempty"`
	// Milestones are those of the mission that were reached, in its order.
	Milestones []string `json:"milestones,omitempty"`
	Clauses    int      `json:"clauses"`
	Proven     int      `json:"clauses_proven"`
	// FalseSuccess: it was told as complete, and what the world was to hold it does
	// not.
	FalseSuccess bool `json:"false_success"`
	Sent         int  `json:"actions_sent"`
	Failed       int  `json:"actions_failed"`
	// Dug and Placed count the blocks that the tasks left gone and put there, by the
	// ledgers of their body; nil where it did not tell all of that.
	Dug        *int   `json:"blocks_dug,omitempty"`
	Placed     *int   `json:"blocks_placed,omitempty"`
	Calls      int    `json:"model_calls"`
	Tokens     int    `json:"tokens"`
	PromptHash string `json:"prompt_hash,omitempty"`

	Times Times `json:"times"`
}

// Times of a run, which differ from one to the next.
type Times struct {
	Began time.Time `json:"began"`
	// WallMS is how long it took, ModelMS of that somebody planned. SimSeconds passed
	// in the game, which stands still while somebody plans.
	WallMS     int64   `json:"wall_ms"`
	ModelMS    int64   `json:"model_ms"`
	SimSeconds float64 `json:"sim_seconds"`
}

// Row is the result as a line of results.jsonl.
func (res *Result) Row() Row {
	m := res.Run.Mission
	t := tallyOf(res.Records)
	r := t.Row
	r.Run, r.Mission, r.MissionHash, r.Tags = res.Run.ID, m.Name, m.Hash, m.Tags
	r.Provider, r.Model, r.Mode, r.Assist = cmp.Or(m.Planner.Provider, "builtin"), m.Planner.Model, m.Planner.Mode, m.Planner.Assist
	r.Policy, r.Temperature, r.Seeds, r.Repeat = m.Planner.Policy, m.Planner.Temperature, res.Run.Seeds, res.Run.Repeat
	r.Outcome, r.Why, r.Failures, r.Verdict, r.Reason = res.Outcome, res.Why, res.Failures, res.Verdict, res.Reason
	r.Times = Times{Began: res.Began.UTC(), WallMS: res.Took.Milliseconds(), ModelMS: res.Thinking.Milliseconds()}
	if t.unread > 0 {
		r.Faults["unread_reply"] += t.unread
	}
	if t.planFaults > 0 {
		r.Faults["plan_fault"] += t.planFaults
	}
	if t.prompts.Len() > 0 {
		r.PromptHash = hash([]byte(t.prompts.String()))
	}
	r.OwnShare = float64(t.own) / float64(max(t.Steps, 1))
	r.Parsed = t.Calls > 0 && t.unread == 0
	r.ValidBefore = r.Parsed && t.planFaults == 0
	r.Dug, r.Placed = changed(res.Records)
	if res.Truth != nil {
		r.Times.SimSeconds = res.Truth.Seconds
		r.Milestones = reached(m.Milestones, res)
		r.FalseSuccess = res.Verdict == Complete && (m.Expect.Verdict != "" && m.Expect.Verdict != Complete || !m.holds(res.Truth))
	}
	return r
}

// changed adds up what tasks left gone and put there; nil where that is not known of all.
func changed(records []view.TaskRecord) (dug, placed *int) {
	unknown := func(r view.TaskRecord) bool { return r.Changes == nil || !r.Changes.Told || r.Changes.Incomplete }
	if len(records) == 0 || slices.ContainsFunc(records, unknown) {
		return nil, nil
	}
	var sums [2]int
	for i := range records {
		for k, counts := range [...]map[string]int{records[i].Changes.Dug, records[i].Changes.Placed} {
			for _, n := range counts {
				sums[k] += n
			}
		}
	}
	return &sums[0], &sums[1]
}

// Played is the result of a run as its row tells of it, for reports of runs that
// were played before: without its records and timeline.
func (r *Row) Played() *Result {
	return &Result{
		Run:     &Run{ID: r.Run, Mission: &Mission{Name: r.Mission}, Seeds: r.Seeds, Repeat: r.Repeat},
		Outcome: r.Outcome, Why: r.Why, Failures: r.Failures, Verdict: r.Verdict, Reason: r.Reason,
		Began: r.Times.Began, Took: time.Duration(r.Times.WallMS) * time.Millisecond,
	}
}

// holds reports whether the world holds what the mission expects of it.
func (m *Mission) holds(t *Truth) bool {
	return counted(m.Expect.Inventory, t.Inventory) && counted(m.Expect.Standing, t.Standing) &&
		(m.Expect.Chat == nil || slices.Equal(m.Expect.Chat, t.Chat))
}

// counted reports whether there are as many of each as expected.
func counted(expected map[string]*Bound, there map[string]int) bool {
	for name, b := range expected {
		if !b.Holds(there[game.Name(name)]) {
			return false
		}
	}
	return true
}

// reached are the milestones that were held once.
func reached(wanted []string, res *Result) []string {
	var out []string
	for _, item := range wanted {
		held := res.Truth.Inventory[game.Name(item)] > 0
		for i := range res.Records {
			held = held || slices.ContainsFunc(res.Records[i].Actions, func(a view.Action) bool { return a.Gained[game.Name(item)] > 0 })
		}
		if held {
			out = append(out, item)
		}
	}
	return out
}

// Folder is where the results of a batch are kept.
type Folder struct {
	dir  string
	rows *os.File
}

// The files of a folder.
const (
	manifestFile = "manifest.json"
	resultsFile  = "results.jsonl"
	runsFolder   = "runs"
)

// ErrOther: the folder holds the results of something else.
var ErrOther = errors.New("the folder holds the results of other runs; choose another with --out, or repeat those with --from")

// changed says what played the earlier runs and would not play the later ones; empty
// when nothing is known to differ.
func (m *Manifest) changed(before *Manifest) string {
	if m.Commit != before.Commit || m.Version != before.Version {
		return fmt.Sprintf("another Minehand (%s, %s)", before.Version, before.Commit)
	}
	for _, now := range m.Models {
		if slices.ContainsFunc(before.Models, func(was ModelInfo) bool {
			return was.Provider == now.Provider && was.Model == now.Model && was.File != "" && now.File != "" && was.File != now.File
		}) {
			return "another file of " + now.Provider
		}
	}
	return ""
}

// OpenFolder makes a folder for results, or goes on in one whose runs were broken
// off: done are the rows that it has. Those that the machine kept from their end are
// not among them, so that they are played again.
func OpenFolder(dir string, m *Manifest) (f *Folder, done []Row, err error) {
	if err := os.MkdirAll(filepath.Join(dir, runsFolder), 0o755); err != nil {
		return nil, nil, fmt.Errorf("the folder for results cannot be made: %w", err)
	}
	if err := m.agree(filepath.Join(dir, manifestFile)); err != nil {
		return nil, nil, err
	}
	path := filepath.Join(dir, resultsFile)
	done, err = readRows(path)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, nil, err
	}
	done = slices.DeleteFunc(done, func(r Row) bool { return r.Outcome == Infrastructure })
	rows, err := rewritten(path, done)
	if err != nil {
		return nil, nil, fmt.Errorf("the results cannot be written: %w", err)
	}
	return &Folder{dir, rows}, done, nil
}

// agree writes the manifest of a new folder, and refuses that of one whose runs are others.
func (m *Manifest) agree(path string) error {
	before, err := ReadManifest(path)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		raw, err := json.MarshalIndent(m, "", "  ")
		if err == nil {
			err = os.WriteFile(path, append(raw, '\n'), 0o644)
		}
		if err != nil {
			return fmt.Errorf("the manifest cannot be written: %w", err)
		}
		return nil
	case err != nil:
		return err
	case !m.same(before):
		return ErrOther
	}
	if changed := m.changed(before); changed != "" {
		return fmt.Errorf("the runs of this folder were begun with %s, and would be mixed with others: choose another folder with --out",
			changed)
	}
	return nil
}

// rewritten puts these rows in place of those of a file, which others are added to.
func rewritten(path string, rows []Row) (*os.File, error) {
	var all bytes.Buffer
	to := json.NewEncoder(&all)
	for _, r := range rows {
		if err := to.Encode(r); err != nil {
			return nil, err
		}
	}
	if err := wholefile.Write(path, all.Bytes(), 0o644); err != nil {
		return nil, err
	}
	return os.OpenFile(path, os.O_APPEND|os.O_WRONLY, 0)
}

// same reports whether both ask for the same runs of the same missions.
func (m *Manifest) same(o *Manifest) bool {
	return bytes.Equal(asJSON([]any{m.Missions, m.Matrix}), asJSON([]any{o.Missions, o.Matrix}))
}

// DetailFile is where a folder keeps everything about a run.
func DetailFile(dir, run string) string {
	return filepath.Join(dir, runsFolder, strings.NewReplacer("/", "_", ":", "_").Replace(run)+".json")
}

// Add writes the row of a result, and all about it into a file of its own.
func (f *Folder) Add(res *Result) error {
	row := res.Row()
	all, err := json.MarshalIndent(struct {
		Row      Row               `json:"row"`
		Timeline []Moment          `json:"timeline"`
		Truth    *Truth            `json:"truth,omitempty"`
		Tasks    []view.TaskRecord `json:"tasks"`
	}{row, res.Timeline, res.Truth, res.Records}, "", " ")
	if err == nil {
		err = os.WriteFile(DetailFile(f.dir, row.Run), all, 0o644)
	}
	if err == nil {
		err = json.NewEncoder(f.rows).Encode(row)
	}
	if err != nil {
		return fmt.Errorf("a result cannot be written: %w", err)
	}
	return nil
}

// Close ends writing.
func (f *Folder) Close() error { return f.rows.Close() }

// ReadManifest reads a manifest, or that of a folder.
func ReadManifest(path string) (*Manifest, error) {
	if info, err := os.Stat(path); err == nil && info.IsDir() {
		path = filepath.Join(path, manifestFile)
	}
	raw, err := budget.ResultFile.ReadFile(path)
	if err != nil {
		return nil, fmt.Errorf("the manifest cannot be read: %w", err)
	}
	m := &Manifest{}
	if err := budget.ResultFile.JSON(raw, m); err != nil {
		return nil, fmt.Errorf("%s is no manifest: %w", path, game.JSONFault(err))
	}
	if m.Format != Format {
		return nil, fmt.Errorf("%s has the format %d; this program reads %d", path, m.Format, Format)
	}
	return m, nil
}

// ReadResults reads the rows of a folder of results.
func ReadResults(dir string) ([]Row, error) {
	rows, err := readRows(filepath.Join(dir, resultsFile))
	if errors.Is(err, fs.ErrNotExist) {
		return nil, fmt.Errorf("there are no results in %s: name a folder that mission run --out wrote", dir)
	}
	return rows, err
}

// readRows reads whole lines.
func readRows(path string) (rows []Row, err error) {
	raw, err := budget.ResultFile.ReadFile(path)
	if err != nil {
		return nil, err
	}
	for line := range bytes.Lines(raw) {
		text, whole := bytes.CutSuffix(line, []byte("\n"))
		if !whole {
			break // it was broken off
		}
		var r Row
		if err := budget.ResultLine.JSON(text, &r); err != nil {
			return nil, fmt.Errorf("%s:%d is no result: %w", path, len(rows)+1, game.JSONFault(err))
		}
		rows = append(rows, r)
	}
	return rows, nil
}
