// SPDX-License-Identifier: MIT

package journal

import (
	"bytes"
	"encoding/json"
	"fmt"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"pgregory.net/rapid"

	"github.com/minehand/minehand/game"
	"github.com/minehand/minehand/orchestrator"
)

// written is a log of so many records of two tasks and of none, in turn, each with
// a payload of its own.
func written(n int) (data []byte, ends []int) {
	owners := []string{"", "T1", "T2"}
	for i := range n {
		from := len(data)
		data = append(appendHead(data, owners[i%3]), fmt.Sprintf("payload %d of %s", i, bytes.Repeat([]byte{'x'}, i%40))...)
		weigh(data[from:])
		seal(data[from:], uint64(i+1), uint32(i/3+1))
		ends = append(ends, len(data))
	}
	return data, ends
}

func TestScanFindsWhatWasWritten(t *testing.T) {
	data, ends := written(9)
	f := scan(data)
	if len(f.records) != 9 || f.damaged != 0 || f.open || f.whole != len(data) {
		t.Fatalf("%d records, %d damaged, open %v, whole up to %d", len(f.records), f.damaged, f.open, f.whole)
	}
	for i, r := range f.records {
		if r.global != uint64(i+1) || r.seq != uint32(i/3+1) || string(r.owner) != []string{"", "T1", "T2"}[i%3] || r.broken {
			t.Errorf("record %d is %+v", i, r)
		}
	}
	if f := scan(nil); len(f.records) != 0 || f.damaged != 0 || f.open {
		t.Errorf("nothing holds %+v", f)
	}
	_ = ends
}

// A log that is cut at any byte gives all that was whole before it, and says that
// more may have come unless it was cut between two records.
func TestScanOfACutLog(t *testing.T) {
	data, ends := written(5)
	whole := 0
	for cut := range len(data) {
		if whole < len(ends) && cut == ends[whole] {
			whole++
		}
		f := scan(data[:cut])
		between := whole == 0 && cut == 0 || whole > 0 && cut == ends[whole-1]
		if len(f.records) != whole || f.open == between {
			t.Fatalf("cut at %d: %d records of %d, open %v", cut, len(f.records), whole, f.open)
		}
	}
}

// Whatever is done to some bytes: no record is made up, those that were not touched
// are all found, and one whose payload alone was is known by its name.
func TestScanOfADamagedLog(t *testing.T) {
	data, ends := written(8)
	rapid.Check(t, func(t *rapid.T) {
		bad := bytes.Clone(data)
		touched := map[int]bool{}
		for range rapid.IntRange(1, 4).Draw(t, "places") {
			at := rapid.IntRange(0, len(bad)-1).Draw(t, "at")
			bad[at] ^= byte(rapid.IntRange(1, 255).Draw(t, "bits"))
			from := 0
			for i, end := range ends {
				if at >= from && at < end {
					touched[i] = true
				}
				from = end
			}
		}
		found := map[uint64]record{}
		log := scan(bad)
		size := log.damaged
		for _, r := range log.records {
			if found[r.global] = r; !r.broken {
				size += headSize + len(r.owner) + len(r.payload)
			}
		}
		if size != len(bad) {
			t.Fatalf("%d of %d bytes are accounted for", size, len(bad))
		}
		for i := range ends {
			r, ok := found[uint64(i+1)]
			if !touched[i] && (!ok || r.broken) {
				t.Fatalf("record %d was not touched, and is gone", i)
			}
			if ok && (string(r.owner) != []string{"", "T1", "T2"}[i%3] || r.seq != uint32(i/3+1)) {
				t.Fatalf("record %d is taken for %+v", i, r)
			}
		}
		for g := range found {
			if g == 0 || g > uint64(len(ends)) {
				t.Fatalf("there never was a record %d", g)
			}
		}
	})
}

// randomAction draws an action in all its parts.
func randomAction(t *rapid.T) orchestrator.Action {
	text := rapid.StringMatching(`[a-z"\\ é_]{0,12}`)
	counts := func(name string) map[string]int {
		if rapid.Bool().Draw(t, name+" none") {
			return nil
		}
		return rapid.MapOfN(text, rapid.IntRange(-70, 2000), 0, 4).Draw(t, name)
	}
	a := orchestrator.Action{
		Task: "T1", Seq: rapid.IntRange(1, 9999).Draw(t, "seq"), ID: text.Draw(t, "id"), Round: rapid.IntRange(0, 9).Draw(t, "round"),
		Index: rapid.IntRange(0, 99).Draw(t, "index"), Started: at(rapid.IntRange(0, 99).Draw(t, "started")), Reason: text.Draw(t, "reason"),
		Again: rapid.Bool().Draw(t, "again"), Gained: counts("gained"), Used: counts("used"),
	}
	if rapid.Bool().Draw(t, "ended") {
		a.Ended, a.End, a.Verdict = at(200), game.EndReported, game.Confirmed
	}
	if rapid.Bool().Draw(t, "marked") {
		a.Mark = &game.Mark{Counts: rapid.MapOfN(text, rapid.Int(), 1, 3).Draw(t, "counts"), Dimension: text.Draw(t, "dimension"), GameMode: text.Draw(t, "mode")}
		if rapid.Bool().Draw(t, "placed") {
			f := rapid.Float64Range(-3e7, 3e7)
			a.Mark.Position = &game.Vec3{X: f.Draw(t, "x"), Y: f.Draw(t, "y"), Z: f.Draw(t, "z")}
		}
	}
	switch rapid.IntRange(0, 3).Draw(t, "result") {
	case 1:
		a.Result = &game.Result{Success: true}
	case 2:
		a.Result = &game.Result{Success: true, Delta: rapid.MapOfN(text, rapid.Int(), 1, 3).Draw(t, "delta")}
	case 3:
		n := 3
		a.Result = &game.Result{Success: rapid.Bool().Draw(t, "success")}
		rapid.SampledFrom([]func(*game.Result){ // one by one: each by itself keeps the short form away
			func(r *game.Result) { r.Broken = &n },
			func(r *game.Result) { r.Killed = &n },
			func(r *game.Result) { r.Placed = &n },
			func(r *game.Result) { r.Total = &n },
			func(r *game.Result) { r.Searched = &n },
			func(r *game.Result) { r.Position = &game.Vec3{X: 1.5, Y: 64, Z: -2} },
			func(r *game.Result) { r.State = &game.State{Dimension: "overworld"} },
			func(r *game.Result) { r.Contents = []game.Stack{{Slot: 1, Item: "dirt", Count: 2}} },
			func(r *game.Result) { r.Message = "x" + text.Draw(t, "message") },
		}).Draw(t, "member")(a.Result)
	}
	if rapid.Bool().Draw(t, "failed") {
		a.Failure = &game.Failure{Code: game.CodeTimeout, Message: text.Draw(t, "failure")}
	}
	if rapid.Bool().Draw(t, "filled") {
		a.Filled = &game.Pos{X: 1, Y: 64, Z: -3}
	}
	return a
}

// An action comes out of its record as it went in, and its texts are JSON as
// encoding/json reads it.
func TestActionsComeBack(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		want := randomAction(t)
		data, err := appendAction(nil, &want)
		if err != nil {
			t.Fatal(err)
		}
		a, err := readAction(string(data))
		if err != nil {
			t.Fatal(err)
		}
		got := orchestrator.Action{
			Task: a.task, Seq: int(a.seq), ID: a.id, Round: int(a.round), Index: int(a.idx), Started: moment(a.started), Ended: moment(a.ended),
			End: game.End(a.how), Verdict: game.Verdict(a.verdict), Reason: a.reason, Again: a.again,
		}
		for _, p := range []struct {
			text string
			to   any
		}{{a.filled, &got.Filled}, {a.mark, &got.Mark}, {a.failure, &got.Failure}, {a.result, &got.Result}, {a.gained, &got.Gained}, {a.used, &got.Used}} {
			if p.text == "" {
				continue
			}
			if err := json.Unmarshal([]byte(p.text), p.to); err != nil {
				t.Fatalf("%s: %v", p.text, err)
			}
		}
		if d := cmp.Diff(want, got, cmpopts.EquateEmpty()); d != "" {
			t.Fatalf("the action changed (-want +got):\n%s", d)
		}
		for cut := range data { // and no part of it is an action
			if _, err := readAction(string(data[:cut])); err == nil {
				t.Fatalf("%d of %d bytes are taken for an action", cut, len(data))
			}
		}
	})
}

// FuzzLog: whatever a segment holds, it is read without a panic, no record is
// longer than the file, and all that gather takes in has a place in the database.
func FuzzLog(f *testing.F) {
	data, _ := written(4)
	f.Add(data)
	f.Add(data[3:])
	rec, batch := example("T1")
	d := &draft{}
	if err := d.write(&batch); err != nil {
		f.Fatal(err)
	}
	seal(d.buf, 1, 1)
	f.Add(d.buf)
	f.Add(append(headOfSegment(), d.buf...))
	one, err := appendAction(nil, &rec.Actions[0])
	if err != nil {
		f.Fatal(err)
	}
	f.Add(one)
	f.Fuzz(func(t *testing.T, data []byte) {
		_ = versionOf(data)
		_, _ = readAction(string(data))
		found := scan(data)
		size := found.damaged
		for i := range found.records {
			if r := &found.records[i]; !r.broken {
				size += headSize + len(r.owner) + len(r.payload)
			}
		}
		if size != len(data) {
			t.Errorf("%d of %d bytes are accounted for", size, len(data))
		}
		left := leftover{segments: []leftSegment{{found: found}}}
		facts, _ := left.gather(0, nil, nil)
		for k, a := range facts.actions {
			if k != a.actionKey {
				t.Errorf("%v is kept as %v", a.actionKey, k)
			}
		}
		// A payload alone, as though its sums were right.
		_ = newFacts().add(&record{payload: data})
	})
}

// BenchmarkScan reads a log of a thousand actions.
func BenchmarkScan(b *testing.B) {
	data, _ := written(1000)
	b.SetBytes(int64(len(data)))
	for b.Loop() {
		if f := scan(data); len(f.records) != 1000 {
			b.Fatal(len(f.records))
		}
	}
}
