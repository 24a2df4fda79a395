// SPDX-License-Identifier: MIT

//go:build fleet && unix

package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"maps"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/minehand/minehand/game"
	"github.com/minehand/minehand/internal/natstest"
	"github.com/minehand/minehand/orchestrator/crew"
	"github.com/minehand/minehand/sim"
	"github.com/minehand/minehand/sim/body"
	"github.com/minehand/minehand/ui/view"
)

var (
	fleetFaults = flag.Int("fleet.faults", 5, "how many faults happen to three nodes and their servers")
	fleetShared = flag.Int("fleet.shared", 1, "in how many ways nodes are lost while all players share a goal, up to 5")
	fleetSeed   = flag.Uint64("fleet.seed", 1, "seed of the faults")
)

// fleetNode is `minehand serve` in a cluster, whose lines to the servers can be spoilt.
type fleetNode struct {
	*server
	name  string
	lines []*natstest.Proxy
	said  strings.Builder // by the processes that have ended

	mu     sync.Mutex // held while it is ended and started
	frozen bool
}

func newFleetNode(ctx context.Context, t *testing.T, name string, servers []*natstest.Process) *fleetNode {
	t.Helper()
	n := &fleetNode{name: name}
	var urls []string
	for _, s := range servers {
		p := natstest.NewProxy(t, s.URL)
		n.lines, urls = append(n.lines, p), append(urls, p.URL)
	}
	config := filepath.Join(t.TempDir(), "config.yaml")
	text := fmt.Sprintf("cluster: {url: %q, node: %q}\ntimings: {scale: 0.3}\n", strings.Join(urls, ","), name)
	if err := os.WriteFile(config, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { // after the last process has ended
		if n.note(); t.Failed() {
			t.Logf("%s said:\n%s", name, n.said.String())
		}
	})
	n.server = newServer(ctx, t, "--config", config)
	return n
}

// note keeps what a process said that has ended.
func (n *fleetNode) note() {
	if n.server != nil && n.cmd.ProcessState != nil {
		n.said.WriteString(n.err.String())
	}
}

func (n *fleetNode) set(m natstest.Mode) {
	for _, l := range n.lines {
		l.Set(m)
	}
}

// again kills the node as kill -9 does and starts it anew.
func (n *fleetNode) again() {
	n.mu.Lock()
	defer n.mu.Unlock()
	n.kill()
	n.note()
	n.set(natstest.Passing) // it does not start without its cluster
	n.start()
}

// freeze stops the process where it is, or has it go on.
func (n *fleetNode) freeze(on bool) {
	signal := syscall.SIGCONT
	if on {
		signal = syscall.SIGSTOP
	}
	n.mu.Lock()
	defer n.mu.Unlock()
	if n.cmd.ProcessState == nil && n.cmd.Process.Signal(signal) == nil {
		n.frozen = on
	}
}

// ask calls the node unless it is frozen; a node that does not answer is an error.
func (n *fleetNode) ask(ctx context.Context, call func(ctx context.Context) error) error {
	n.mu.Lock()
	defer n.mu.Unlock()
	if n.frozen {
		return errors.New("it is frozen")
	}
	ctx, cancel := context.WithTimeout(ctx, 20*time.Second)
	defer cancel()
	return call(ctx)
}

// fleetBody is a body of the embedded world, which comes to any node, and the person who
// gives it goals.
type fleetBody struct {
	id   string
	body *body.Body
	// given are the goals that were taken, by their task.
	given map[string]string
	// behind is how long the nodes took to tell the same at the end.
	behind time.Duration
}

func newFleetBody(ctx context.Context, t *testing.T, id string, seed int64, nodes []*fleetNode) *fleetBody {
	t.Helper()
	w, err := sim.New(sim.Config{Seed: seed, Speed: 20})
	if err != nil {
		t.Fatal(err)
	}
	return newFleetBodyIn(ctx, t, id, w, int(seed), nodes)
}

// newFleetBodyIn is a body in a world, which comes to that of the nodes first.
func newFleetBodyIn(ctx context.Context, t *testing.T, id string, w *sim.World, first int, nodes []*fleetNode) *fleetBody {
	t.Helper()
	var urls []string
	for i := range nodes { // each begins at another
		urls = append(urls, fmt.Sprintf("ws://127.0.0.1:%d/", nodes[(i+first)%len(nodes)].port))
	}
	b := &fleetBody{id: id, body: body.New(w, body.Config{URL: strings.Join(urls, ","), InstanceID: id}), given: map[string]string{}}
	ctx, cancel := context.WithCancel(ctx)
	var over sync.WaitGroup
	over.Go(func() {
		if err := b.body.Run(ctx); ctx.Err() == nil {
			t.Errorf("%s does not come back: %v", id, err)
		}
	})
	t.Cleanup(func() { cancel(); over.Wait() })
	return b
}

// anywhere asks the nodes until one does what is asked.
func anywhere(ctx context.Context, nodes []*fleetNode, call func(ctx context.Context, n *fleetNode) error) bool {
	for _, n := range nodes {
		if n.ask(ctx, func(ctx context.Context) error { return call(ctx, n) }) == nil {
			return true
		}
	}
	return false
}

// give gives the body a goal, on whichever node has it, and returns its task.
func (b *fleetBody) give(ctx context.Context, t *testing.T, nodes []*fleetNode, goal string) (id string) {
	t.Helper()
	eventually(t, patience, "taking the goal "+goal, func() bool {
		return anywhere(ctx, nodes, func(ctx context.Context, n *fleetNode) error {
			q, err := n.client.SendPrompt(ctx, view.Prompt{Prompt: goal, OfBody: view.OfBody{Instance: b.id}})
			if id = q.TaskID; err == nil && q.Instance != b.id {
				t.Errorf("%s was given %q at %s, which had %s do it: %s", b.id, goal, n.name, q.Instance, q.Message)
			}
			return err
		})
	})
	b.given[id] = goal
	return id
}

// await waits until a task has ended, and does what a person has to.
func (b *fleetBody) await(ctx context.Context, t *testing.T, nodes []*fleetNode, id string) (rec view.TaskRecord) {
	t.Helper()
	last := ""
	defer func() {
		if t.Failed() {
			t.Logf("%s: %s was last %s", b.id, id, last)
		}
	}()
	eventually(t, patience, "the end of "+b.given[id]+" of "+b.id, func() bool {
		anywhere(ctx, nodes, func(ctx context.Context, n *fleetNode) (err error) {
			rec, err = n.client.GetTask(ctx, view.OfTask{TaskID: id})
			return err
		})
		last = string(rec.Task.State) + ": " + rec.Task.Reason + rec.Task.Waiting
		if (rec.Task.NeedsPerson || rec.Task.Held) && rec.Task.Ended.IsZero() {
			anywhere(ctx, nodes, func(ctx context.Context, n *fleetNode) error {
				return n.client.ResumeTask(ctx, view.Resume{TaskID: id, OfBody: view.OfBody{Instance: b.id}})
			})
		}
		return !rec.Task.Ended.IsZero()
	})
	return rec
}

// TestFleet: three nodes on three servers, all of them processes. Nodes and servers are
// killed, frozen and cut off at random while bodies carry out goals, and come to any node.
// Nothing is lost, doubled or misreported: it is judged by what the bodies were told to do.
func TestFleet(t *testing.T) {
	ctx, cancel := context.WithTimeout(t.Context(), 30*time.Minute+time.Duration(*fleetFaults)*10*time.Second)
	defer cancel()
	servers := natstest.Cluster(t, 3)
	var nodes []*fleetNode
	for i := range 3 {
		nodes = append(nodes, newFleetNode(ctx, t, fmt.Sprintf("n%d", i), servers))
	}
	var bodies []*fleetBody
	for i := range 4 {
		bodies = append(bodies, newFleetBody(ctx, t, fmt.Sprintf("body_%d", i), int64(i+1), nodes))
	}
	over := make(chan struct{})
	var people sync.WaitGroup
	for i, b := range bodies {
		people.Go(func() {
			for k := 0; ; k++ {
				select {
				case <-over:
					return
				default:
				}
				goal := fmt.Sprintf("say body %d says %d", i, k)
				if k%2 == 1 {
					goal = fmt.Sprintf("get %d oak logs", 3*(k+1)/2)
				}
				b.await(ctx, t, nodes, b.give(ctx, t, nodes, goal))
			}
		})
	}
	happened := misfortune(ctx, nodes, servers, *fleetFaults)
	close(over)
	people.Wait()
	t.Logf("%v", happened)
	for _, b := range bodies {
		b.judge(ctx, t, nodes)
	}
}

// misfortune has so many faults happen, one after the other and some at once, and ends
// when all is well again.
func misfortune(ctx context.Context, nodes []*fleetNode, servers []*natstest.Process, faults int) map[string]int {
	rng := rand.New(rand.NewPCG(*fleetSeed, 0x666c6565))
	happened := map[string]int{}
	pause := func(least, most int) {
		select {
		case <-time.After(time.Duration(least+rng.IntN(most-least)) * time.Millisecond):
		case <-ctx.Done():
		}
	}
	for range faults {
		n, s := nodes[rng.IntN(len(nodes))], servers[rng.IntN(len(servers))]
		switch k := rng.IntN(10); {
		case k < 3:
			happened["nodes killed"]++
			n.again()
		case k < 5:
			happened["nodes frozen"]++
			n.freeze(true)
			pause(200, 5000)
			n.freeze(false)
		case k < 8:
			happened["lines spoilt"]++
			n.set([]natstest.Mode{natstest.Cut, natstest.Deaf, natstest.Stalled}[rng.IntN(3)])
			pause(200, 4500)
			n.set(natstest.Passing)
		default:
			happened["servers killed"]++
			s.Kill()
			pause(200, 2000)
			s.Start()
		}
		pause(100, 1500)
	}
	return happened
}

// histories are what each node tells of a body's goals, by their task. A node's history
// follows the log and may be behind for a moment: they are asked until all have ended, all
// nodes tell the same, and nothing is missing; what is not so then will not be.
func (b *fleetBody) histories(ctx context.Context, nodes []*fleetNode) []map[string]string {
	told := make([]map[string]string, len(nodes))
	begun := time.Now()
	happens(patience, func() bool {
		whole := true
		for i, n := range nodes {
			told[i] = map[string]string{}
			for before := ""; ; {
				list, err := n.client.ListTasks(ctx, view.TaskQuery{Instance: b.id, Before: before, Limit: 1000})
				whole = whole && err == nil
				for _, task := range list.Tasks {
					told[i][task.ID], before = string(task.State)+": "+task.Reason, task.ID
					whole = whole && !task.Ended.IsZero()
				}
				if len(list.Tasks) < 1000 {
					break
				}
			}
			whole = whole && maps.Equal(told[0], told[i])
		}
		for id := range b.given {
			whole = whole && told[0][id] != ""
		}
		return whole || ctx.Err() != nil
	})
	b.behind = time.Since(begun)
	return told
}

// judge holds what is told of a body's goals to what it was told to do.
func (b *fleetBody) judge(ctx context.Context, t *testing.T, nodes []*fleetNode) {
	t.Helper()
	told := b.histories(ctx, nodes)
	var records []view.TaskRecord
	for id := range told[0] {
		rec, err := nodes[0].client.GetTask(ctx, view.OfTask{TaskID: id})
		if err != nil {
			t.Fatal(err)
		}
		records = append(records, rec)
	}
	for i := range nodes {
		if !maps.Equal(told[0], told[i]) {
			t.Errorf("%s: %s tells %v, and %s %v", b.id, nodes[0].name, told[0], nodes[i].name, told[i])
		}
	}
	asked := map[string]int{} // by goal: what was not answered was asked for again, and may have been taken
	for _, rec := range records {
		asked[rec.Task.Goal]++
	}
	truth := b.body.Truth()
	sent := map[string]int{}
	complete := 0
	for _, rec := range records {
		for _, a := range rec.Actions {
			if sent[a.ID]++; a.ID != "" && sent[a.ID] > 1 {
				t.Errorf("%s: the history has the action %s twice", b.id, a.ID)
			}
			if a.Ended.IsZero() {
				t.Errorf("%s: the action %s of a task that has ended has not", b.id, a.ID)
			}
		}
		goal := rec.Task.Goal
		if line, says := strings.CutPrefix(goal, "say "); says {
			said := 0
			for _, l := range truth.Chat {
				if l == line {
					said++
				}
			}
			if said > asked[goal] || said == 0 && rec.Task.State == "complete" && !claimed(rec.Actions) {
				t.Errorf("%s: %q is %s (%s), and was said %d times", b.id, goal, rec.Task.State, rec.Task.Reason, said)
			}
		}
		if rec.Task.State == "complete" {
			complete++
		} else {
			t.Logf("%s: %q is %s: %s", b.id, goal, rec.Task.State, rec.Task.Reason)
		}
	}
	for id := range b.given {
		if _, there := told[0][id]; !there {
			t.Errorf("%s: the task %s (%s) was taken, and %s does not list it", b.id, id, b.given[id], nodes[0].name)
			for _, n := range nodes {
				rec, err := n.client.GetTask(ctx, view.OfTask{TaskID: id})
				t.Logf("%s knows of it: %+v, %d actions, %v", n.name, rec.Task, len(rec.Actions), err)
			}
		}
	}
	for i, id := range truth.Executed {
		if sent[id] == 0 {
			t.Errorf("%s did %s, which nobody's history has", b.id, id)
		}
		if slices.Contains(truth.Executed[:i], id) {
			t.Errorf("%s did %s twice", b.id, id)
		}
	}
	t.Logf("%s: %d tasks, %d complete, %d actions done in %d registrations, the histories agree after %s",
		b.id, len(records), complete, len(truth.Executed), truth.Registers, b.behind.Round(time.Millisecond))
}

// claimed reports whether an action stands on the body's word alone.
func claimed(actions []view.Action) bool {
	return slices.ContainsFunc(actions, func(a view.Action) bool { return a.Verdict == "claimed" })
}

// TestAnyNodeTakesACall: what a client asks of a node for a body that another has is done
// by that one, as if it had been asked there.
func TestAnyNodeTakesACall(t *testing.T) {
	t.Parallel()
	ctx, cancel := context.WithTimeout(t.Context(), 3*time.Minute)
	defer cancel()
	servers := natstest.Cluster(t, 1)
	nodes := []*fleetNode{newFleetNode(ctx, t, "n0", servers), newFleetNode(ctx, t, "n1", servers)}
	adas, leave := context.WithCancel(ctx)
	defer leave()
	ada, bob := newFleetBody(adas, t, "ada", 2, nodes), newFleetBody(ctx, t, "bob", 3, nodes)
	owner, other := nodes[0], nodes[1]
	for b, n := range map[*fleetBody]*fleetNode{ada: owner, bob: other} {
		eventually(t, patience, "the body "+b.id, func() bool {
			_, err := n.client.GetState(ctx, view.OfBody{Instance: b.id})
			return err == nil
		})
	}
	of := view.OfBody{Instance: "ada"}
	if s, err := other.client.GetState(ctx, of); err != nil || s.Health == nil {
		t.Errorf("its state: %+v, %v", s, err)
	}
	if err := other.client.PauseTask(ctx, of); err == nil || strings.Contains(err.Error(), "cluster") {
		t.Errorf("a refusal is not the owner's own: %v", err)
	}
	q, err := other.client.SendPrompt(ctx, view.Prompt{Prompt: "get 500 oak logs", OfBody: of})
	if err != nil {
		t.Fatal(err)
	}
	if err := other.client.StopTask(ctx, of); err != nil {
		t.Errorf("a stop: %v", err)
	}
	eventually(t, patience, "the stop at the owner", func() bool {
		rec, err := owner.client.GetTask(ctx, view.OfTask{TaskID: q.TaskID})
		return err == nil && rec.Task.State == view.TaskStopped
	})
	// Chosen, it is whom calls mean that name none, though the node has a body of its own.
	if _, err := other.client.ConnectInstance(ctx, view.Connect{InstanceID: "ada"}); err != nil {
		t.Fatal(err)
	}
	if q, err = other.client.SendPrompt(ctx, view.Prompt{Prompt: "get 2 oak logs"}); err != nil {
		t.Fatal(err)
	}
	eventually(t, patience, "the goal of the chosen one", func() bool {
		rec, err := other.client.GetTask(ctx, view.OfTask{TaskID: q.TaskID})
		return err == nil && rec.Task.State == view.TaskComplete && rec.Task.Body == "ada"
	})
	// What is asked of one that is away is not for another to do that comes to its node
	// meanwhile, though both have the same player's name.
	leave()
	eventually(t, patience, "the loss of ada", func() bool {
		list, err := owner.client.ListBodies(ctx)
		return err == nil && !slices.ContainsFunc(list, func(b view.Body) bool { return b.ID == "ada" && b.Link.State == game.LinkUp })
	})
	if err := other.cmd.Process.Signal(os.Interrupt); err != nil {
		t.Fatal(err)
	}
	eventually(t, patience, "the body bob at the other node", func() bool {
		_, err := owner.client.GetState(ctx, view.OfBody{Instance: "bob"})
		return err == nil
	})
	if q, err := owner.client.SendPrompt(ctx, view.Prompt{Prompt: "say it is ada", OfBody: of}); err == nil && q.Instance != "ada" {
		t.Errorf("a goal for ada is %s's: %s", q.Instance, q.Message)
	}
}

// TestAnyNodeTellsOfABody: a client sees how a body stands that another node has, and what
// happens to it from then on, also once a third node has taken it over.
func TestAnyNodeTellsOfABody(t *testing.T) {
	t.Parallel()
	ctx, cancel := context.WithTimeout(t.Context(), patience)
	defer cancel()
	servers := natstest.Cluster(t, 1)
	var nodes []*fleetNode
	for i := range 3 {
		nodes = append(nodes, newFleetNode(ctx, t, fmt.Sprintf("n%d", i), servers))
	}
	ada := newFleetBody(ctx, t, "ada", 3, nodes) // it comes to the first
	eventually(t, patience, "the body", func() bool {
		_, err := nodes[0].client.GetState(ctx, view.OfBody{Instance: "ada"})
		return err == nil
	})
	watch := nodes[2].client
	at, err := watch.Subscribe(ctx, view.Place{})
	if err != nil {
		t.Fatal(err)
	}
	if p := at.Snapshot.Players; len(p) != 1 || p[0].Body.ID != "ada" || p[0].Body.Link.State != game.LinkUp || p[0].State == nil {
		t.Fatalf("it shows %+v", p)
	}
	// told follows a task to its end, and reports whether its plan, its actions and its
	// inventory were told of, too.
	told := func(id string) (plan, action, inventory bool) {
		var last uint64
		for e := range watch.Events() {
			if e.Epoch != at.Epoch || e.Seq <= last {
				t.Errorf("%s has number %d of %s after %d of %s", e.Kind, e.Seq, e.Epoch, last, at.Epoch)
			}
			last = e.Seq
			plan, action, inventory = plan || e.Round != nil, action || e.Action != nil, inventory || e.Inventory != nil
			if e.TaskID == id && e.Task != nil && e.Task.State.Ended() {
				if e.Task.State != view.TaskComplete {
					t.Errorf("it ended as %s: %s", e.Task.State, e.Task.Reason)
				}
				return plan, action, inventory
			}
		}
		t.Error("the events ended")
		return false, false, false
	}
	id := ada.give(ctx, t, nodes[:1], "get 3 oak logs")
	if plan, action, inventory := told(id); !plan || !action || !inventory {
		t.Errorf("told of the plan: %v, of actions: %v, of the inventory: %v", plan, action, inventory)
	}
	nodes[0].kill()
	id = ada.give(ctx, t, nodes[1:2], "get 6 oak logs")
	if plan, action, _ := told(id); !plan || !action {
		t.Errorf("of who took it over, told of the plan: %v, of actions: %v", plan, action)
	}
}

// TestNodesShareAGoal: four bodies of one world, whom three nodes have, share a goal that is
// given at any of them, and one node is lost in the middle. Its bodies go on with their parts
// elsewhere, those that do not come back cost their part, and no block is broken twice.
func TestNodesShareAGoal(t *testing.T) {
	for _, c := range []sharedLoss{
		{name: "who shares out is killed", lost: []int{0}},
		{name: "another is killed", lost: []int{1}},
		{name: "another is killed with its body", lost: []int{1}, gone: []int{1}},
		{name: "who shares out freezes", during: func(_ context.Context, nodes []*fleetNode, _ []*natstest.Process) {
			nodes[0].freeze(true)
			time.Sleep(8 * time.Second)
			nodes[0].freeze(false)
		}},
		{name: "faults at random", during: func(ctx context.Context, nodes []*fleetNode, servers []*natstest.Process) {
			misfortune(ctx, nodes, servers, 10)
		}},
	}[:*fleetShared] {
		t.Run(c.name, c.run)
	}
}

// sharedLoss is what happens while nodes share a goal.
type sharedLoss struct {
	name string
	// lost are nodes that are killed for good, of which the first shares out, and gone the
	// bodies that go with them.
	lost, gone []int
	during     func(context.Context, []*fleetNode, []*natstest.Process)
}

// dies kills the node as kill -9 does.
func (n *fleetNode) dies() {
	n.mu.Lock()
	defer n.mu.Unlock()
	n.kill()
	n.note()
}

func (c sharedLoss) run(t *testing.T) {
	ctx, cancel := context.WithTimeout(t.Context(), patience)
	defer cancel()
	servers := natstest.Cluster(t, 1)
	var nodes []*fleetNode
	for i := range 3 {
		nodes = append(nodes, newFleetNode(ctx, t, fmt.Sprintf("n%d", i), servers))
	}
	var mu sync.Mutex
	broken := map[game.Pos]int{}
	world, err := sim.New(sim.Config{Seed: 1, Speed: 20, Watch: func(o sim.Occurrence) {
		if o.What == sim.Broken {
			mu.Lock()
			defer mu.Unlock()
			broken[o.At]++
		}
	}})
	if err != nil {
		t.Fatal(err)
	}
	var bodies []*fleetBody
	var leave []context.CancelFunc
	for i := range 4 {
		ctx, end := context.WithCancel(ctx)
		defer end()
		leave = append(leave, end)
		w := world
		if i > 0 {
			if w, err = world.Join(nil, 0); err != nil {
				t.Fatal(err)
			}
		}
		b := newFleetBodyIn(ctx, t, fmt.Sprintf("body_%d", i), w, i, nodes)
		eventually(t, patience, "the body "+b.id, func() bool {
			_, err := nodes[i%3].client.GetState(ctx, view.OfBody{Instance: b.id})
			return err == nil
		})
		bodies = append(bodies, b)
	}
	held := func(item string) (n int) {
		for i, b := range bodies {
			if !slices.Contains(c.gone, i) {
				n += b.body.Truth().Inventory[item]
			}
		}
		return n
	}
	whole := &fleetBody{id: crew.Everyone, given: map[string]string{}}
	var ids []string
	for i, goal := range []string{"get 128 oak logs", "get 8 dirt"} { // the second is for who shares out, wherever it is said
		q, err := nodes[i].client.SendPrompt(ctx, view.Prompt{Prompt: goal + " with everyone", OfBody: view.OfBody{Instance: bodies[i].id}})
		if err != nil || q.Instance != crew.Everyone {
			t.Fatalf("%s is %+v, %v", goal, q, err)
		}
		whole.given[q.TaskID], ids = goal, append(ids, q.TaskID)
	}
	eventually(t, patience, "some logs", func() bool { return held("oak_log") >= 20 })
	t.Logf("it begins with %d logs", held("oak_log"))
	for _, i := range c.gone {
		leave[i]()
	}
	left := slices.Clone(nodes)
	for _, i := range c.lost {
		nodes[i].dies()
		left = slices.Delete(left, i, i+1)
	}
	if c.during != nil {
		c.during(ctx, nodes, servers)
	}
	for _, id := range ids {
		if rec := whole.await(ctx, t, left, id); rec.Task.State != view.TaskComplete {
			t.Errorf("%s is %s: %s", rec.Task.Goal, rec.Task.State, rec.Task.Reason)
		}
	}
	if n := held("oak_log"); n < 128 || n > 140 {
		t.Errorf("they hold %d oak logs", n)
	}
	if n := held("dirt"); n < 8 {
		t.Errorf("they hold %d dirt", n)
	}
	for at, n := range broken {
		if n > 1 {
			t.Errorf("%s was broken %d times", at, n)
		}
	}
	for i, b := range bodies {
		if !slices.Contains(c.gone, i) { // the part of one that is gone may wait for it
			b.judge(ctx, t, left)
		}
	}
}
