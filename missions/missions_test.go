// SPDX-License-Identifier: MIT

package missions_test

import (
	"bytes"
	"encoding/xml"
	"errors"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/minehand/minehand/missions"
)

// lenient knows everything but the item moon_rock and the version 9.9.
type lenient struct{}

func (lenient) Version(version string) error {
	if version == "9.9" {
		return errors.New("there is no world of Minecraft 9.9")
	}
	return nil
}

func (lenient) Item(_, name string) error {
	if name == "moon_rock" {
		return errors.New(`"moon_rock" is no item`)
	}
	return nil
}
func (lenient) Block(string, string) error { return nil }
func (lenient) Replies([]byte) error       { return nil }
func (lenient) Chance(string) error        { return nil }
func (lenient) Fault(f missions.Fault) error {
	if f.At < 1 {
		return errors.New("give the number of an action")
	}
	return nil
}

// TestMistakesNameLineAndFix.
func TestMistakesNameLineAndFix(t *testing.T) {
	const good = "format: 1\nname: a\ndo: [{goal: get 1 dirt}]\nexpect: {verdict: complete}\n"
	for text, want := range map[string]string{
		good: "",
		"name: a\ndo: [{goal: x}]\nexpect: {verdict: complete}":                            "m.yaml:1: format: 0 is not known; write format: 1",
		good + "wrold: {seed: 1}":                                                          `m.yaml:5: there is no setting "wrold" here`,
		strings.Replace(good, "complete", "done", 1):                                       `m.yaml:4: expect.verdict: "done" is none of complete, unverified`,
		strings.Replace(good, "name: a", "name: A b", 1):                                   "m.yaml:2: name:",
		good + "start:\n  inventory:\n    moon_rock: 1":                                    `m.yaml:7: start.inventory.moon_rock: "moon_rock" is no item`,
		good + "faults:\n  - {at: 1, what: double}\n  - {what: double}":                    "m.yaml:7: faults, entry 2: give the number of an action",
		good + "faults: [{at: 1, what: fail, code: bad_luck}]":                             `m.yaml:5: faults, entry 1: there is no code "bad_luck"`,
		good + "planner:\n  reader: off\n":                                                 "m.yaml:6: planner.reader: the built-in planner plans what the reader reads",
		good + "planner: {provider: scripted}":                                             "planner.replies: a scripted provider needs its replies",
		good + "world: {seed: 0}":                                                          "m.yaml:5: world.seed: 0 is no seed; use 1 or more",
		good + "timings: {scale: 7}":                                                       "m.yaml:5: timings.scale: 7 cannot be meant; use 0.001 to 1",
		"format: 1\nname: a\nexpect: {verdict: complete}":                                  "do: there is nothing to do",
		"format: 1\nname: a\ndo: [{goal: x}]":                                              "expect: nothing is expected",
		"format: 1\nname: a\ndo: [{goal: x, command: /stop}]\nexpect: {verdict: complete}": "m.yaml:3: do, entry 1: write either goal",
		strings.Replace(good, "{verdict: complete}", "{actions: many}", 1):                 `m.yaml:4: expect.actions: "many" is no count; write 3, >=3, <=3 or 2..5`,
		good + "world: {version: 9.9}":                                                     "m.yaml:5: world.version: there is no world of Minecraft 9.9",
		good + "limits: {model_calls: -1, wall: 2}":                                        "m.yaml:5: limits.model_calls: a limit cannot be negative",
		"format: [1": "m.yaml:1",
		"missions:\n  - {format: 1, name: b, do: [{goal: x}], expect: {verdict: complete}}\n  - {format: 1, name: c, do: [], expect: {verdict: complete}}": "m.yaml:3: do:",
	} {
		_, err := missions.Parse(lenient{}, "m.yaml", []byte(text))
		switch {
		case want == "" && err != nil:
			t.Errorf("%q: %v", text, err)
		case want != "" && (err == nil || !strings.Contains(err.Error(), want)):
			t.Errorf("%q gave %v, want %q", text, err, want)
		}
	}
}

// TestTheSameNameTwice is a mistake over all files.
func TestTheSameNameTwice(t *testing.T) {
	dir := t.TempDir()
	for _, name := range []string{"a.yaml", "b.yaml"} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte("format: 1\nname: same\ndo: [{goal: x}]\nexpect: {verdict: complete}\n"), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := missions.Load(lenient{}, dir); err == nil || !strings.Contains(err.Error(), `b.yaml:1: the name "same" is that of`) {
		t.Errorf("%v", err)
	}
}

func FuzzParse(f *testing.F) {
	f.Add([]byte("format: 1\nname: a\ndo: [{goal: x}]\nexpect: {inventory: {dirt: '>=2'}}\n"))
	f.Fuzz(func(t *testing.T, text []byte) {
		list, err := missions.Parse(lenient{}, "m.yaml", text)
		if (err == nil) == (len(list) == 0) {
			t.Errorf("%d missions, %v", len(list), err)
		}
	})
}

// TestBounds: each form of a count.
func TestBounds(t *testing.T) {
	for text, holds := range map[string][]int{"3": {3}, ">=3": {3, 9}, "<=3": {0, 3}, "2..5": {2, 5}} {
		var b missions.Bound
		if err := b.SetText(text); err != nil {
			t.Fatal(err)
		}
		for _, n := range holds {
			if !b.Holds(n) {
				t.Errorf("%s does not hold %d", text, n)
			}
		}
		if b.Holds(10) && text != ">=3" || b.Holds(1) && text != "<=3" {
			t.Errorf("%s holds too much", text)
		}
	}
}

// TestFolderGoesOn: a folder whose last line was cut off loses that run alone, and
// takes no runs of something else.
func TestFolderGoesOn(t *testing.T) {
	dir := t.TempDir()
	manifest := &missions.Manifest{Format: missions.Format, Missions: map[string]string{"a": "1"}}
	f, done, err := missions.OpenFolder(dir, manifest)
	if err != nil || len(done) != 0 {
		t.Fatal(err, done)
	}
	m := &missions.Mission{Name: "a"}
	for _, id := range []string{"a/1", "a/2"} {
		if err := f.Add(&missions.Result{Run: &missions.Run{ID: id, Mission: m}, Outcome: missions.Passed}); err != nil {
			t.Fatal(err)
		}
	}
	if err := f.Close(); err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(dir, "results.jsonl")
	raw, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, raw[:len(raw)-5], 0o600); err != nil {
		t.Fatal(err)
	}
	f, done, err = missions.OpenFolder(dir, manifest)
	if err != nil || len(done) != 1 || done[0].Run != "a/1" {
		t.Fatal(err, done)
	}
	if err := f.Close(); err != nil {
		t.Fatal(err)
	}
	other := &missions.Manifest{Format: missions.Format, Missions: map[string]string{"b": "1"}}
	if _, _, err := missions.OpenFolder(dir, other); !errors.Is(err, missions.ErrOther) {
		t.Errorf("other runs: %v", err)
	}
	newer := *manifest
	newer.Commit = "0123"
	if _, _, err := missions.OpenFolder(dir, &newer); err == nil || !strings.Contains(err.Error(), "begun with another Minehand") {
		t.Errorf("another program: %v", err)
	}
}

// TestFolderPlaysAgainWhatTheMachineBroke: what failed for want of a port or a disk is
// played again when a folder is gone on with; what was missed is not.
func TestFolderPlaysAgainWhatTheMachineBroke(t *testing.T) {
	dir := t.TempDir()
	manifest := &missions.Manifest{Format: missions.Format, Missions: map[string]string{"a": "1"}}
	m := &missions.Mission{Name: "a"}
	for range 2 {
		f, done, err := missions.OpenFolder(dir, manifest)
		if err != nil {
			t.Fatal(err)
		}
		played := map[string]bool{}
		for _, r := range done {
			played[r.Run] = true
		}
		for id, outcome := range map[string]missions.Outcome{"a/1": missions.Missed, "a/2": missions.Infrastructure, "a/3": missions.Passed} {
			if played[id] {
				continue
			}
			if err := f.Add(&missions.Result{Run: &missions.Run{ID: id, Mission: m}, Outcome: outcome}); err != nil {
				t.Fatal(err)
			}
		}
		if err := f.Close(); err != nil {
			t.Fatal(err)
		}
		rows, err := missions.ReadResults(dir)
		if err != nil || len(rows) != 3 {
			t.Fatalf("%d rows, %v: %+v", len(rows), err, rows)
		}
	}
	_, done, err := missions.OpenFolder(dir, manifest)
	if err != nil || len(done) != 2 {
		t.Errorf("%d rows are held for played, %v", len(done), err)
	}
}

func row(mission, provider string, passed bool, proven int) missions.Row {
	r := missions.Row{Mission: mission, Provider: provider, Seeds: missions.Seeds{World: 1}, Repeat: 1, Clauses: 2, Proven: proven, Outcome: missions.Missed}
	if passed {
		r.Outcome = missions.Passed
	}
	return r
}

// TestCompare: pairs by mission and seeds; faults of the infrastructure count for
// neither.
func TestCompare(t *testing.T) {
	var a, b []missions.Row
	for _, m := range []string{"m1", "m2", "m3", "m4", "m5", "m6"} {
		a = append(a, row(m, "x", false, 0))
		b = append(b, row(m, "y", true, 2))
	}
	b[5].Outcome = missions.Infrastructure
	a = append(a, row("alone", "x", true, 2))
	c := missions.Compare("a", a, "b", b)
	if c.Pairs != 5 || c.Infrastructure != 1 || c.OnlyA != 1 || len(c.BetterB) != 5 || len(c.BetterA) != 0 {
		t.Errorf("%+v", c)
	}
	if d := c.Differences[0]; d.Measure != "passed" || d.A != 0 || d.B != 1 || d.By.Low != 1 || d.Better != "B" {
		t.Errorf("%+v", d)
	}
	same := missions.Compare("a", a, "a", a)
	for _, d := range same.Differences {
		if d.By.Mean != 0 || d.Better != "" {
			t.Errorf("the same results differ: %+v", d)
		}
	}
}

// TestWilson: the interval of a share, with figures of Wilson's formula worked by hand.
func TestWilson(t *testing.T) {
	ones := func(k, n int) []float64 {
		values := make([]float64, n)
		for i := range k {
			values[i] = 1
		}
		return values
	}
	for _, c := range []struct {
		k, n            int
		mean, low, high float64
	}{{3, 3, 1, 0.4385, 1}, {0, 6, 0, 0, 0.3903}, {5, 10, 0.5, 0.2366, 0.7634}, {117, 120, 0.975, 0.9291, 0.9915}} {
		got := missions.Wilson(ones(c.k, c.n))
		for _, f := range [][2]float64{{got.Mean, c.mean}, {got.Low, c.low}, {got.High, c.high}} {
			if math.Abs(f[0]-f[1]) > 0.0001 {
				t.Errorf("%d of %d: %+v, want %+v", c.k, c.n, got, c)
			}
		}
	}
	if got := missions.Wilson(nil); got.N != 0 || got.High != 0 {
		t.Errorf("of nothing: %+v", got)
	}
}

// TestBootstrap: the interval holds the mean, narrows with more values, and is the
// same each time.
func TestBootstrap(t *testing.T) {
	few, many := []float64{0, 1, 0, 1}, []float64{}
	for range 50 {
		many = append(many, few...)
	}
	a, b := missions.Bootstrap(few), missions.Bootstrap(many)
	if a.Mean != 0.5 || b.Mean != 0.5 || a.Low > 0.5 || a.High < 0.5 || b.High-b.Low >= a.High-a.Low || a != missions.Bootstrap(few) {
		t.Errorf("%+v %+v", a, b)
	}
	// 200 values of a fair coin: 1.96 times the standard error of 0.0354.
	if b.Low < 0.41 || b.Low > 0.45 || b.High < 0.55 || b.High > 0.59 {
		t.Errorf("%+v", b)
	}
}

// TestReports: the better one comes first, in every form.
func TestReports(t *testing.T) {
	rows := []missions.Row{row("m1", "worse", false, 0), row("m1", "<better>", true, 2)}
	ranking := missions.Rank(rows)
	if ranking[0].Name != "<better>" {
		t.Fatalf("%+v", ranking)
	}
	for name, write := range map[string]func(*bytes.Buffer) error{
		"html": func(b *bytes.Buffer) error { return missions.WriteHTML(b, ranking, rows) },
		"csv":  func(b *bytes.Buffer) error { return missions.WriteCSV(b, ranking) },
		"md":   func(b *bytes.Buffer) error { return missions.WriteMarkdown(b, ranking) },
	} {
		var b bytes.Buffer
		if err := write(&b); err != nil {
			t.Fatal(err)
		}
		if i, k := strings.Index(b.String(), "better"), strings.Index(b.String(), "worse"); i < 0 || k < i {
			t.Errorf("%s: better at %d, worse at %d", name, i, k)
		}
		if name == "html" && (strings.Contains(b.String(), "<better>") || strings.Contains(b.String(), "http")) {
			t.Error("the page holds text as markup, or needs something else")
		}
	}
}

// TestJUnit: one testcase a run, whatever its texts hold.
func TestJUnit(t *testing.T) {
	m := &missions.Mission{Name: "a"}
	var results []*missions.Result
	for _, o := range []missions.Outcome{missions.Passed, missions.Missed, missions.Skipped, missions.Infrastructure} {
		results = append(results, &missions.Result{
			Run: &missions.Run{ID: "a/" + string(o), Mission: m}, Outcome: o, Why: "\x00 <why> & \x1b[31m", Failures: []string{"]]> \uffff"},
			Began: time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC), Took: 1500 * time.Millisecond, Timeline: []missions.Moment{{At: 1, Kind: "task", Text: "<running>"}},
		})
	}
	var b bytes.Buffer
	if err := missions.WriteJUnit(&b, "dev", results); err != nil {
		t.Fatal(err)
	}
	var doc struct {
		Suite struct {
			Tests int `xml:"tests,attr"`
			Cases []struct {
				Name string `xml:"name,attr"`
				Time string `xml:"time,attr"`
			} `xml:"testcase"`
		} `xml:"testsuite"`
	}
	if err := xml.Unmarshal(b.Bytes(), &doc); err != nil {
		t.Fatal(err)
	}
	if s := doc.Suite; s.Tests != 4 || len(s.Cases) != 4 || s.Cases[1].Name != "a/failed" || s.Cases[1].Time != "1.500" {
		t.Errorf("%+v", doc)
	}
}

// TestLimitInPlaceOfTheMissions: --limit is every mission's.
func TestLimitInPlaceOfTheMissions(t *testing.T) {
	list := []missions.Mission{{Name: "a"}, {Name: "b", Limits: missions.Limits{Wall: time.Second}}}
	runs, err := missions.Matrix{Wall: time.Hour}.Runs(lenient{}, list)
	if err != nil {
		t.Fatal(err)
	}
	for i := range runs {
		if runs[i].Mission.Limits.Wall != time.Hour {
			t.Errorf("%s: %s", runs[i].ID, runs[i].Mission.Limits.Wall)
		}
	}
	if list[1].Limits.Wall != time.Second {
		t.Error("the mission itself was changed")
	}
}

// TestWordsOfAMatrix: a mode or assist that there is not is refused, also where the
// built-in planner would not be asked in it.
func TestWordsOfAMatrix(t *testing.T) {
	list, err := missions.Parse(lenient{}, "m.yaml", []byte("format: 1\nname: a\ndo: [{goal: get 1 dirt}]\nexpect: {verdict: complete}\n"))
	if err != nil {
		t.Fatal(err)
	}
	for want, x := range map[string]missions.Matrix{
		`mode: "sideways" is none of hybrid, high-level, low-level, agent`: {Modes: []string{"hybrid", "sideways"}},
		`assist: "all" is none of none, check, complete, translate`:        {Assists: []string{"all"}},
	} {
		if _, err := x.Runs(lenient{}, list); err == nil || err.Error() != want {
			t.Errorf("%+v: %v, want %s", x, err, want)
		}
	}
}

// TestTheBuiltinPlannerPlaysOnce: it has no models, modes and assists to vary.
func TestTheBuiltinPlannerPlaysOnce(t *testing.T) {
	list := []missions.Mission{{Name: "a"}, {Name: "b", Planner: missions.Planner{Provider: "mine", Model: "m", Assist: "check"}}}
	runs, err := missions.Matrix{Providers: []string{"builtin", "other"}, Assists: []string{"none", "complete"}, Modes: []string{"low-level"}}.Runs(lenient{}, list)
	if err != nil {
		t.Fatal(err)
	}
	var ids []string
	for i := range runs {
		ids = append(ids, runs[i].ID)
	}
	want := "a/builtin/-/-/-/1.0.0/1 a/other/-/low-level/none/1.0.0/1 a/other/-/low-level/complete/1.0.0/1 " +
		"b/builtin/-/-/-/1.0.0/1 b/other/-/low-level/none/1.0.0/1 b/other/-/low-level/complete/1.0.0/1"
	if have := strings.Join(ids, " "); have != want {
		t.Errorf("%s\nwant %s", have, want)
	}
}
