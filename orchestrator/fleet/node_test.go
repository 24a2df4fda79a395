// SPDX-License-Identifier: MIT

package fleet_test

import (
	"context"
	"errors"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"github.com/minehand/minehand/internal/natstest"
	"github.com/minehand/minehand/orchestrator/fleet"
)

// present is a model of a Minehand whose body is connected.
type present struct{ *modelHost }

func (present) Present(string) bool { return true }

// slow are times that no machine is too slow for.
var slow = fleet.Times{Grace: 200 * time.Millisecond}

func joined(t *testing.T, url, name string, serve func(*modelHost) fleet.Host) *modelHost {
	t.Helper()
	h := joinModel(t, url, name, slow)
	t.Cleanup(h.close)
	if serve != nil {
		if err := h.node.Serve(serve(h)); err != nil {
			t.Fatal(err)
		}
	}
	return h
}

// A folder that is refused after Join, such as one that has a history of before, is as it was.
func TestAFolderIsNamedOnceItIsFit(t *testing.T) {
	url, dir := natstest.Start(t), t.TempDir()
	for _, serves := range []bool{false, true, true} {
		node, err := fleet.Join(t.Context(), fleet.Config{URL: url, Node: "attic", Folder: dir, Times: slow})
		if err != nil {
			t.Fatal(err)
		}
		if serves {
			err = node.Serve(&modelHost{})
		}
		if err = errors.Join(err, node.Close()); err != nil {
			t.Fatal(err)
		}
		if list, err := os.ReadDir(dir); err != nil || len(list) > 0 != serves {
			t.Errorf("where it serves (%v) the folder has %v, %v", serves, list, err)
		}
	}
}

func take(t *testing.T, h *modelHost, body string, known bool) (owes bool, err error) {
	t.Helper()
	owes, done, err := h.node.Take(t.Context(), body, known)
	if err == nil {
		done()
	}
	return owes, err
}

// A body comes to another node: with its token its owner lets go of it at once, and
// without it never while the body is there. What the owner wrote is read first.
func TestATokenMovesABodyAndAWrongOneDoesNot(t *testing.T) {
	url := natstest.Start(t)
	first := joined(t, url, "first", func(h *modelHost) fleet.Host { return present{h} })
	second := joined(t, url, "second", nil)
	if _, err := take(t, first, "Ada", false); err != nil {
		t.Fatal(err)
	}
	epoch := first.node.Epoch("Ada")
	current := func() bool { is, err := second.node.Current(t.Context(), "Ada", epoch); return is && err == nil }
	if epoch == 0 || second.node.Epoch("Ada") != 0 || !current() {
		t.Errorf("its epoch is %d, and %d at the other, current %v", epoch, second.node.Epoch("Ada"), current())
	}
	ada := &modelBody{id: "Ada", newest: first}
	first.act(ada, 10)
	first.act(ada, 10)
	if _, err := take(t, second, "Ada", false); err == nil || !strings.Contains(err.Error(), "a body is connected as Ada") {
		t.Fatalf("without a token: %v", err)
	}
	if first.act(ada, 10); ada.kept != 3 || !first.node.Holds("Ada") {
		t.Fatalf("its owner was disturbed: %d batches", ada.kept)
	}
	if e := second.node.Elsewhere("Ada"); e == nil || e.Node != "first" {
		t.Errorf("Ada is said to be at %v", e)
	}
	if err := first.node.KeepStop("Ada"); err != nil {
		t.Fatal(err)
	}
	owes, err := take(t, second, "Ada", true)
	if err != nil || !owes {
		t.Fatalf("with its token: owes %v, %v", owes, err)
	}
	if current() || first.node.Epoch("Ada") != 0 || second.node.Epoch("Ada") != epoch+1 {
		t.Errorf("after that, its epoch is %d, and the one before current: %v", second.node.Epoch("Ada"), current())
	}
	if second.done["Ada"] != 3 || first.node.Holds("Ada") || !second.node.Holds("Ada") {
		t.Errorf("the second has batch %d", second.done["Ada"])
	}
	if _, err := first.node.Append("Ada", []byte("Ada 4 ")); err == nil || !strings.Contains(err.Error(), `the Minehand "second"`) {
		t.Errorf("the first still writes: %v", err)
	}
	if e := second.node.Elsewhere("Ada"); e != nil {
		t.Errorf("the owner says that it is at %v", e)
	}
}

// The token of a body is every node's to read.
func TestATokenIsKnownToAllNodes(t *testing.T) {
	url := natstest.Start(t)
	first, second := joined(t, url, "first", nil), joined(t, url, "second", nil)
	if hash, err := second.node.Get("Ada"); hash != "" || err != nil {
		t.Errorf("%q, %v", hash, err)
	}
	if err := first.node.Put("Ada", "hash"); err != nil {
		t.Fatal(err)
	}
	if hash, err := second.node.Get("Ada"); hash != "hash" || err != nil {
		t.Errorf("%q, %v", hash, err)
	}
}

// A name is one node's; the same data folder takes it over at once.
func TestANameIsOneNodes(t *testing.T) {
	url, dir := natstest.Start(t), t.TempDir()
	join := func(folder string) (*fleet.Node, error) {
		return fleet.Join(t.Context(), fleet.Config{URL: url, Node: "attic", Folder: folder, Times: fleet.Times{Lease: time.Second}})
	}
	n, err := join(dir)
	if err != nil {
		t.Fatal(err)
	}
	again, err := join(dir)
	if err != nil {
		t.Fatal(err)
	}
	defer n.Close()
	defer again.Close()
	ctx, cancel := context.WithTimeout(t.Context(), 300*time.Millisecond)
	defer cancel()
	_, err = fleet.Join(ctx, fleet.Config{URL: url, Node: "attic", Folder: t.TempDir(), Times: slow})
	if err == nil || !strings.Contains(err.Error(), `another Minehand is in the cluster as "attic"`) && ctx.Err() == nil {
		t.Errorf("a second attic: %v", err)
	}
}

// What is to be seen of a cluster.
func TestLook(t *testing.T) {
	url := natstest.Start(t)
	s, err := fleet.Look(t.Context(), fleet.Config{URL: url})
	if err != nil || s.Log != nil || len(s.Nodes) != 0 {
		t.Fatalf("of nobody: %+v, %v", s, err)
	}
	first := joined(t, url, "first", nil)
	joined(t, url, "second", nil)
	if _, err := take(t, first, "Ada", true); err != nil {
		t.Fatal(err)
	}
	if s, err = fleet.Look(t.Context(), fleet.Config{URL: url}); err != nil {
		t.Fatal(err)
	}
	if s.Log == nil || s.Log.Messages != 1 || s.Log.Bodies != 1 || len(s.Nodes) != 2 || s.Nodes[0].Node != "first" || s.Nodes[0].Renewed > 60 || s.Log.Leader != "" {
		t.Errorf("%+v %+v", s, s.Log)
	}
}

// A pass lets clients in at each other node, also once the node has ended that gave it.
func TestAPassOutlivesItsNode(t *testing.T) {
	url := natstest.Start(t)
	first, second := joined(t, url, "first", nil), joined(t, url, "second", nil)
	pass, err := first.node.Pass(t.Context())
	if again, e := first.node.Pass(t.Context()); err != nil || e != nil || again != pass {
		t.Errorf("%q and at once %q: %v, %v", pass, again, err, e)
	}
	if others, err := second.node.Others(t.Context()); err != nil || len(others) != 1 || others[0].Node != "first" {
		t.Errorf("the others are %+v: %v", others, err)
	}
	first.close()
	if others, err := second.node.Others(t.Context()); err != nil || len(others) != 0 {
		t.Errorf("it has left, and the others are %+v: %v", others, err)
	}
	for given, want := range map[string]bool{pass: true, "": false, pass + "x": false, "*": false} {
		if second.node.Admits(t.Context(), given) != want {
			t.Errorf("%q is let in: %t", given, !want)
		}
	}
}

// A call for a body is answered by the node that has it, wherever it comes in.
func TestACallGoesToTheBodysNode(t *testing.T) {
	url := natstest.Start(t)
	first, second := joined(t, url, "first", nil), joined(t, url, "second", nil)
	if _, err := second.node.Ask(t.Context(), "Ada", []byte("go")); err == nil || !strings.Contains(err.Error(), "connect it") {
		t.Errorf("nobody's body: %v", err)
	}
	if _, err := take(t, first, "Ada", true); err != nil {
		t.Fatal(err)
	}
	answer, err := second.node.Ask(t.Context(), "Ada", []byte("go on"))
	if err != nil || string(answer) != "heard go on" {
		t.Errorf("%q, %v", answer, err)
	}
	for size, want := range map[int]string{1<<20 - 5: "too long to be passed on", 1 << 21: "too much to pass on"} {
		if _, err := second.node.Ask(t.Context(), "Ada", make([]byte, size)); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%d bytes: %v", size, err)
		}
	}
}

// What happens to a body is told to the nodes that listen, by its owner alone.
func TestWhoListensIsToldOfOtherNodesBodies(t *testing.T) {
	url := natstest.Start(t)
	first, second, third := joined(t, url, "first", nil), joined(t, url, "second", nil), joined(t, url, "third", nil)
	if _, err := take(t, first, "Ada", true); err != nil {
		t.Fatal(err)
	}
	tell := func(h *modelHost, what string) {
		h.node.Tell("Ada", func() []byte { return []byte(what) })
	}
	heard := func(h *modelHost) string {
		h.mu.Lock()
		defer h.mu.Unlock()
		return strings.Join(h.told, ", ")
	}
	hears := func(h *modelHost, want string) {
		t.Helper()
		for until := time.Now().Add(time.Minute); heard(h) != want; time.Sleep(time.Millisecond) {
			if time.Now().After(until) {
				t.Fatalf("heard %q, want %q", heard(h), want)
			}
		}
	}
	gather := func() {
		t.Helper()
		if got := third.node.Gather(t.Context()); len(got) != 4 || string(got[0]) != "Ada acts" || string(got[3]) != "Bob rests" {
			t.Errorf("gathered %q", got)
		}
	}
	gather() // who asks once need not listen
	first.node.Tell("Ada", func() []byte { t.Error("an event was written though nobody listens"); return nil })
	third.node.Listen(true)
	gather() // all have heard that it listens, then
	tell(first, "one")
	tell(second, "of no body of its own")
	tell(first, "two")
	hears(third, "one, two")
	if _, err := take(t, second, "Ada", true); err != nil {
		t.Fatal(err)
	}
	tell(first, "too late")
	tell(second, "three")
	hears(third, "one, two, three")
	if heard(first)+heard(second) != "" {
		t.Errorf("heard %q and %q by those that do not listen", heard(first), heard(second))
	}
}

// A node that hangs holds up who asks all others once, and is heard again when it is back.
func TestWhoHangsIsWaitedForOnce(t *testing.T) {
	url := natstest.Start(t)
	first, second := joined(t, url, "first", nil), joined(t, url, "second", nil)
	joined(t, url, "third", nil)
	second.line.Set(natstest.Stalled)
	for i := range 3 {
		begun := time.Now()
		if got := first.node.Gather(t.Context()); len(got) != 2 {
			t.Errorf("gathered %q", got)
		}
		if took := time.Since(begun); i > 0 && took > time.Second {
			t.Errorf("asking for the time %d took %s", i+1, took)
		}
	}
	second.line.Set(natstest.Passing)
	for until := time.Now().Add(time.Minute); len(first.node.Gather(t.Context())) != 4; {
		if time.Now().After(until) {
			t.Fatal("it is not heard any more")
		}
	}
}

// A log that was emptied by age has nothing that a new node waits for.
func TestAnEmptiedLogHasNoLast(t *testing.T) {
	url := natstest.Start(t)
	first := joined(t, url, "first", nil)
	if _, err := take(t, first, "Ada", false); err != nil {
		t.Fatal(err)
	}
	first.act(&modelBody{id: "Ada", newest: first}, 10)
	if second := joined(t, url, "second", nil); second.node.Last() == 0 {
		t.Error("what the first wrote is not waited for")
	}
	nc, err := nats.Connect(url)
	if err != nil {
		t.Fatal(err)
	}
	defer nc.Close()
	js, err := jetstream.New(nc)
	if err != nil {
		t.Fatal(err)
	}
	log, err := js.Stream(t.Context(), "minehand-log")
	if err == nil {
		err = log.Purge(t.Context())
	}
	if err != nil {
		t.Fatal(err)
	}
	if third := joined(t, url, "third", nil); third.node.Last() != 0 {
		t.Errorf("message %d is waited for, which nobody has", third.node.Last())
	}
}

// What the servers refuse to keep, for a limit of the stream, is said to be refused: it is
// not tried for ever, and the body stays, which goes on when there is room.
func TestWhatTheServersRefuseIsSaid(t *testing.T) {
	url := natstest.Start(t)
	nc, err := nats.Connect(url)
	if err != nil {
		t.Fatal(err)
	}
	defer nc.Close()
	js, err := jetstream.New(nc)
	if err != nil {
		t.Fatal(err)
	}
	stream := jetstream.StreamConfig{
		Name: "minehand-log", Subjects: []string{"minehand.log.>"}, Storage: jetstream.FileStorage, MaxBytes: 10_000, Discard: jetstream.DiscardNew,
	}
	if _, err := js.CreateStream(t.Context(), stream); err != nil {
		t.Fatal(err)
	}
	h := joinModel(t, url, "first", fleet.Times{Answer: time.Second})
	t.Cleanup(h.close)
	if _, err := take(t, h, "Ada", false); err != nil {
		t.Fatal(err)
	}
	_, err = h.node.Append("Ada", []byte(strings.Repeat("x", 20_000)))
	if err == nil || !strings.Contains(err.Error(), "refuse to keep it") || !h.node.Holds("Ada") {
		t.Fatalf("held: %v, %v", h.node.Holds("Ada"), err)
	}
	stream.MaxBytes = 100_000
	if _, err := js.UpdateStream(t.Context(), stream); err != nil {
		t.Fatal(err)
	}
	if _, err := h.node.Append("Ada", []byte("Ada 1 ")); err != nil {
		t.Error(err)
	}
}
