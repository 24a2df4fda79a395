// SPDX-License-Identifier: MIT

package fleet

import (
	"bytes"
	"context"
	"errors"
	"maps"
	"slices"
	"strconv"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
)

// headNode is who sent a message to all.
const headNode = "Minehand-Node"

// Listen has the others tell this node what happens to their bodies: the Host hears it by
// Told, in the order in which a body's node told it. It is to be repeated each second. With
// false it ends.
func (n *Node) Listen(on bool) {
	n.earMu.Lock() // not mu: the line may hang
	defer n.earMu.Unlock()
	var err error
	switch {
	case on && n.ear == nil:
		n.ear, err = n.nc.Subscribe(eventPrefix+"*", n.hear)
	case !on && n.ear != nil:
		err = n.ear.Unsubscribe()
		n.ear = nil
	}
	if err == nil && on {
		err = n.nc.PublishMsg(n.toAll(everyone, nil))
	}
	if err != nil {
		n.config.Log.Warn("other nodes are not told who listens", "error", err) // repeated soon
	}
}

func (n *Node) toAll(subject string, data []byte) *nats.Msg {
	m := nats.NewMsg(subject)
	m.Data = data
	m.Header.Set(headNode, n.config.Node)
	return m
}

// Tell tells the nodes that listen what happened to a body of this one. It does not wait.
func (n *Node) Tell(body string, event func() []byte) {
	n.mu.Lock()
	h, heard := n.held[body], time.Since(n.listened) < max(3*n.config.Times.Renew, 3*time.Second)
	n.mu.Unlock()
	if h == nil || !heard {
		return
	}
	m := n.toAll(eventPrefix+encoded(body), event())
	m.Header.Set(headEpoch, strconv.FormatUint(h.epoch, 10))
	if err := n.nc.PublishMsg(m); err != nil {
		n.config.Log.Warn("an event is not told to other nodes", "body", body, "error", err)
	}
}

// hear takes in an event of another node's body. What an earlier owner tells late is nothing.
func (n *Node) hear(m *nats.Msg) {
	epoch, _ := strconv.ParseUint(m.Header.Get(headEpoch), 10, 64)
	n.mu.Lock()
	known := n.epochs[m.Subject]
	n.epochs[m.Subject] = max(known, epoch)
	host := n.host
	n.mu.Unlock()
	if m.Header.Get(headNode) != n.config.Node && epoch >= known {
		host.Told(m.Data)
	}
}

// late is how long a node is waited for that did not answer in time before.
const late = 100 * time.Millisecond

// Gather asks all other nodes what their bodies are doing (Host.Doing). One that does not
// answer in time is left out, and holds up those that ask hardly any more until it does.
func (n *Node) Gather(ctx context.Context) (answers [][]byte) {
	ctx, cancel := context.WithTimeout(ctx, n.config.Times.Answer)
	defer cancel()
	nodes, err := n.leases.Keys(ctx)
	if err != nil {
		if !errors.Is(err, jetstream.ErrNoKeysFound) {
			n.config.Log.Warn("other nodes are not asked", "error", err)
		}
		return nil
	}
	inbox, err := n.nc.SubscribeSync(n.nc.NewInbox())
	if err != nil {
		return nil
	}
	defer func() { _ = inbox.Unsubscribe() }()
	ask := n.toAll(everyone, nil)
	ask.Reply = inbox.Subject
	if n.nc.PublishMsg(ask) != nil {
		return nil
	}
	n.mu.Lock()
	was, rest := n.silent, map[string]bool{}
	n.mu.Unlock()
	for _, node := range nodes {
		_, rest[node] = was[node]
	}
	for delete(rest, encoded(n.config.Node)); len(rest) > 0; {
		patience := n.config.Times.Answer
		if !slices.Contains(slices.Collect(maps.Values(rest)), false) {
			patience = late
		}
		wait, end := context.WithTimeout(ctx, patience)
		m, err := inbox.NextMsgWithContext(wait)
		if end(); err != nil {
			break
		}
		answers = append(answers, bytes.Split(bytes.TrimSpace(m.Data), []byte("\n"))...)
		delete(rest, encoded(m.Header.Get(headNode)))
	}
	n.mu.Lock()
	n.silent = rest
	n.mu.Unlock()
	return answers
}

// asked answers a message to all.
func (n *Node) asked(ctx context.Context, m *nats.Msg) {
	if m.Header.Get(headNode) == n.config.Node {
		return
	}
	if m.Reply == "" {
		n.mu.Lock()
		n.listened = time.Now()
		n.mu.Unlock()
		return
	}
	n.ended.Go(func() {
		answer := n.hosted().Doing(ctx)
		if most := int(n.nc.MaxPayload()); len(answer) > most {
			answer = answer[:max(bytes.LastIndexByte(answer[:most], '\n'), 0)] // as many as go into one message
		}
		_ = m.RespondMsg(n.toAll("", answer))
	})
}
