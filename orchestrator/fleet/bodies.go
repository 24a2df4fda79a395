// SPDX-License-Identifier: MIT

package fleet

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"strconv"
	"strings"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"github.com/minehand/minehand/game"
	"github.com/minehand/minehand/internal/again"
)

// The keys of what is kept of a body.
const (
	ownerKey = "owner."
	tokenKey = "token."
	stopKey  = "stop."
)

// owner is whose a body is. It is written only when that changes.
type owner struct {
	Node  string `json:"node"`
	Epoch uint64 `json:"epoch"`
}

// ElsewhereError: a body is another node's.
type ElsewhereError struct {
	// Node has it, and is reached at Address where that is known.
	Body, Node, Address string
}

func (e *ElsewhereError) Error() string {
	switch {
	case e.Node == "":
		return fmt.Sprintf("%s is no body of this Minehand at the moment: connect it, to any of the cluster", game.Plain(e.Body))
	case e.Address == "":
		return fmt.Sprintf("%s is played by the Minehand %q of this cluster", game.Plain(e.Body), e.Node)
	}
	return fmt.Sprintf("%s is played by the Minehand %q of this cluster: %s", game.Plain(e.Body), e.Node, e.Address)
}

func (n *Node) elsewhere(body string) error {
	e := &ElsewhereError{Body: body}
	ctx, cancel := n.soon()
	defer cancel()
	e.Node, e.Address, _ = n.whose(ctx, body)
	return e
}

// whose is the other node that has a body, and its address; none for one that was lost.
func (n *Node) whose(ctx context.Context, body string) (node, address string, err error) {
	o, _, err := n.ownerOf(ctx, body)
	if err != nil || o.Node == "" || o.Node == n.config.Node {
		return "", "", err
	}
	l, _, err := n.leaseOf(ctx, o.Node)
	if errors.Is(err, jetstream.ErrKeyNotFound) {
		return "", "", nil
	}
	return o.Node, l.Address, err
}

// Free reports whether no other node has a body; it does not while the cluster does not answer.
func (n *Node) Free(ctx context.Context, body string) bool {
	node, _, err := n.whose(ctx, body)
	return node == "" && err == nil
}

// Elsewhere says where a body is when it is another node's; nil when it is not.
func (n *Node) Elsewhere(body string) *ElsewhereError {
	if n.Holds(body) {
		return nil
	}
	var e *ElsewhereError
	if errors.As(n.elsewhere(body), &e) && e.Node != "" {
		return e
	}
	return nil
}

// Holds reports whether a body is this node's, and may be sent to.
func (n *Node) Holds(body string) bool { return n.Epoch(body) > 0 }

// Epoch counts up each time that a body changes hands; it is 0 where Holds is false.
func (n *Node) Epoch(body string) (epoch uint64) {
	n.mu.Lock()
	defer n.mu.Unlock()
	if h := n.held[body]; h != nil && time.Since(n.renewed) < n.config.Times.Silent {
		epoch = h.epoch
	}
	return epoch
}

// Since is when a body came to this node; zero when it is not its own.
func (n *Node) Since(body string) (at time.Time) {
	n.mu.Lock()
	defer n.mu.Unlock()
	if h := n.held[body]; h != nil {
		at = h.since
	}
	return at
}

// Current reports whether nobody took a body over since that epoch. While the cluster does
// not answer it asks again, until ctx ends.
func (n *Node) Current(ctx context.Context, body string, epoch uint64) (bool, error) {
	for {
		o, _, err := n.ownerOf(ctx, body)
		if err == nil {
			return o.Epoch == epoch, nil
		}
		if !again.Pause(ctx, n.config.Times.Answer/10) {
			return false, n.unanswered(err)
		}
	}
}

// ownerOf reads whose a body is; nobody's is no error.
func (n *Node) ownerOf(ctx context.Context, body string) (o owner, revision uint64, err error) {
	e, err := n.bodies.Get(ctx, ownerKey+encoded(body))
	if errors.Is(err, jetstream.ErrKeyNotFound) {
		return o, 0, nil
	}
	if err != nil {
		return o, 0, err
	}
	return o, e.Revision(), json.Unmarshal(e.Value(), &o)
}

// lockBody has one at a time change whose a body is here.
func (n *Node) lockBody(body string) (unlock func()) {
	n.mu.Lock()
	l := n.locks[body]
	if l == nil {
		l = &lock{}
		n.locks[body] = l
	}
	l.wanted++
	n.mu.Unlock()
	l.Lock()
	return func() {
		l.Unlock()
		n.mu.Lock()
		defer n.mu.Unlock()
		if l.wanted--; l.wanted == 0 {
			delete(n.locks, body)
		}
	}
}

// Take makes a body this node's; known says that it showed its token. It implements
// modbridge.Owners: the caller calls done when the body is registered.
func (n *Node) Take(ctx context.Context, body string, known bool) (owes bool, done func(), err error) {
	unlock := n.lockBody(body)
	defer func() {
		if err != nil {
			unlock()
		}
	}()
	if !n.fresh() {
		return false, nil, n.adrift()
	}
	if n.Holds(body) {
		return false, unlock, nil
	}
	o, revision, err := n.ownerOf(ctx, body)
	if err != nil {
		return false, nil, n.unanswered(err)
	}
	if o.Node != "" && o.Node != n.config.Node {
		if err := n.free(ctx, body, &o, known); err != nil {
			return false, nil, err
		}
	}
	h := &held{subject: logPrefix + "b." + encoded(body), epoch: o.Epoch + 1}
	alive, err := n.claim(ctx, body, o, revision, h)
	if err != nil {
		return false, nil, err
	}
	if _, err := n.bodies.Get(ctx, stopKey+encoded(body)); err == nil {
		owes = true
	} else if !errors.Is(err, jetstream.ErrKeyNotFound) {
		return false, nil, n.unanswered(err)
	}
	host := n.hosted()
	host.LetGo(body, false) // what was known of it here is of before
	n.mu.Lock()
	if n.closed {
		n.mu.Unlock()
		return false, nil, n.adrift()
	}
	h.since = time.Now()
	n.held[body] = h
	delete(n.suspects, body)
	n.mu.Unlock()
	if err := host.Recover(ctx, body, h.last, alive); err != nil {
		n.mu.Lock()
		delete(n.held, body)
		n.mu.Unlock()
		return false, nil, fmt.Errorf("what %s was doing cannot be taken up: %w", game.Plain(body), err)
	}
	n.config.Log.Info("body taken", "body", body, "from", o.Node, "epoch", h.epoch)
	return owes, unlock, nil
}

func (n *Node) unanswered(err error) error {
	return fmt.Errorf("the cluster does not answer: %w", err)
}

// claim writes that a body is this node's, and the first record of it. It returns when
// its owner before was last heard of.
func (n *Node) claim(ctx context.Context, body string, o owner, revision uint64, h *held) (alive time.Time, err error) {
	data, err := json.Marshal(owner{n.config.Node, h.epoch})
	if err != nil {
		return alive, err
	}
	if _, err = n.bodies.Update(ctx, ownerKey+encoded(body), data, revision); err != nil {
		if conflict(err) {
			return alive, fmt.Errorf("another Minehand of this cluster takes %s just now: come back", game.Plain(body))
		}
		return alive, n.unanswered(err)
	}
	id := n.run + "-" + strconv.FormatUint(n.batches.Add(1), 10)
	first := true
	var fault error
	for ctx.Err() == nil && n.fresh() {
		last, err := n.lastOf(h.subject)
		switch {
		case err != nil:
			fault = err
			time.Sleep(n.config.Times.Answer / 10)
			continue
		case last.id == id: // its answer was lost
			h.last = last.seq
			return alive, nil
		case last.epoch > h.epoch:
			return alive, fmt.Errorf("another Minehand of this cluster took %s just now: come back", game.Plain(body))
		}
		if first {
			first, alive = false, last.at
			if before, err := n.lastOf(logPrefix + "n." + encoded(o.Node)); err == nil && o.Node != "" && before.at.After(alive) {
				alive = before.at
			}
		}
		m := nats.NewMsg(h.subject)
		n.mu.Lock()
		m.Header.Set(headTaken, n.config.Node+" "+strconv.FormatUint(n.revision, 10))
		n.mu.Unlock()
		m.Header.Set(headEpoch, strconv.FormatUint(h.epoch, 10))
		ask, cancel := context.WithTimeout(ctx, n.config.Times.Answer)
		ack, err := n.put(ask, m, id, last.seq)
		cancel()
		if err == nil {
			h.last = ack.Sequence
			return alive, nil
		}
		fault = err
		time.Sleep(n.config.Times.Answer / 10)
	}
	if ctx.Err() == nil {
		return alive, n.adrift()
	}
	return alive, n.unanswered(cmp.Or(fault, ctx.Err()))
}

// free returns when a body's owner before has let go of it, or is lost.
func (n *Node) free(ctx context.Context, body string, o *owner, known bool) error {
	for {
		_, _, err := n.leaseOf(ctx, o.Node)
		if errors.Is(err, jetstream.ErrKeyNotFound) {
			break
		}
		if err != nil {
			return n.unanswered(err)
		}
		word := "known "
		if !known {
			word = "unknown "
		}
		ask, cancel := context.WithTimeout(ctx, 2*n.config.Times.Answer)
		m, err := n.nc.RequestWithContext(ask, nodePrefix+encoded(o.Node), []byte(word+body))
		cancel()
		switch {
		case err == nil && len(m.Data) == 0:
			return nil
		case err == nil:
			return errors.New(string(m.Data))
		}
		if !again.Pause(ctx, n.config.Times.Answer/4) { // its lease may end
			return fmt.Errorf("the Minehand %q, which has %s, does not answer: come back", o.Node, game.Plain(body))
		}
	}
	if known {
		return nil
	}
	// The name waits for the body that has its token.
	n.mu.Lock()
	defer n.mu.Unlock()
	since, ok := n.suspects[body]
	if !ok {
		since = time.Now()
		n.suspects[body] = since
	}
	if left := n.config.Times.Grace - time.Since(since); left > 0 {
		return fmt.Errorf("the name %s is free in %d s: its body's Minehand was lost just now, and it is waited for",
			game.Plain(body), int(left/time.Second)+1)
	}
	return nil
}

// answer answers another node: a call, or what lets go of a body that is asked for, where
// an empty answer says yes.
func (n *Node) answer(ctx context.Context, m *nats.Msg) {
	word, body, _ := strings.Cut(string(m.Data), " ")
	if word == wordCall {
		n.call(ctx, m, []byte(body))
		return
	}
	defer n.lockBody(body)()
	n.mu.Lock()
	h, host := n.held[body], n.host
	n.mu.Unlock()
	if h == nil {
		_ = m.Respond(nil)
		return
	}
	if word != "known" && host.Present(body) {
		_ = m.Respond([]byte("a body is connected as " + game.Plain(body) +
			"; use another instance id, or come back when it has been away for a while"))
		return
	}
	host.LetGo(body, true)
	n.mu.Lock()
	delete(n.held, body)
	n.mu.Unlock()
	host.LetGo(body, false)
	n.config.Log.Info("body let go of", "body", body)
	_ = m.Respond(nil)
}

// gone reports whether a body is no more held as it was.
func (n *Node) gone(body string, h *held) bool {
	n.mu.Lock()
	defer n.mu.Unlock()
	return n.held[body] != h
}

// lose lets go of a body that is another's, or may be. It does not wait.
func (n *Node) lose(body string, h *held) {
	n.mu.Lock()
	defer n.mu.Unlock()
	if n.held[body] != h {
		return
	}
	delete(n.held, body)
	if body == "" || n.closed || n.host == nil {
		return
	}
	host := n.host
	n.config.Log.Warn("body lost to the cluster", "body", body)
	n.ended.Go(func() {
		defer n.lockBody(body)()
		if n.Since(body).IsZero() { // it did not come back
			host.LetGo(body, false)
		}
	})
}

func (n *Node) loseAll() {
	n.mu.Lock()
	list := maps.Clone(n.held)
	n.mu.Unlock()
	for body, h := range list {
		n.lose(body, h)
	}
}

// Put keeps the hash of a body's resume token, for all nodes. It implements
// modbridge.TokenStore with Get.
func (n *Node) Put(body, hash string) error { return n.keep(tokenKey+encoded(body), hash) }

func (n *Node) keep(key, value string) error {
	ctx, cancel := n.soon()
	defer cancel()
	_, err := n.bodies.PutString(ctx, key, value)
	return err
}

// Get returns the kept hash, "" when there is none.
func (n *Node) Get(body string) (string, error) {
	ctx, cancel := n.soon()
	defer cancel()
	e, err := n.bodies.Get(ctx, tokenKey+encoded(body))
	if errors.Is(err, jetstream.ErrKeyNotFound) {
		return "", nil
	}
	if err != nil {
		return "", err
	}
	return string(e.Value()), nil
}

// KeepStop keeps a stop for a body, for all nodes. It implements modbridge.Stops with the
// two that follow.
func (n *Node) KeepStop(body string) error { return n.keep(stopKey+encoded(body), "1") }

// ForgetStop forgets the stop of a body that got it.
func (n *Node) ForgetStop(body string) error {
	ctx, cancel := n.soon()
	defer cancel()
	return n.bodies.Delete(ctx, stopKey+encoded(body))
}

// Stops are told by Take, body by body.
func (n *Node) Stops() ([]string, error) { return nil, nil }
