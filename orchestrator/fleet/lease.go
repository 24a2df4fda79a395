// SPDX-License-Identifier: MIT

package fleet

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"
	"time"

	"github.com/nats-io/nats.go/jetstream"

	"github.com/minehand/minehand/internal/again"
)

// lease is what a node says of itself.
type lease struct {
	Node    string `json:"node"`
	Address string `json:"address,omitempty"`
	// Run is the process, Folder its data folder.
	Run    string `json:"run"`
	Folder string `json:"folder"`
	Bodies int    `json:"bodies"`
	// Names are those of its bodies, mostNames at most.
	Names []string `json:"names,omitempty"`
	// Folded is up to where its history is.
	Folded uint64 `json:"folded"`
}

// mostNames bounds what is written with each renewal.
const mostNames = 8

func (n *Node) lease() []byte {
	n.mu.Lock()
	l := lease{Node: n.config.Node, Address: n.config.Address, Run: n.run, Folder: n.folder, Bodies: len(n.held)}
	if n.held[""] != nil { // the node itself
		l.Bodies--
	}
	l.Names = slices.DeleteFunc(slices.Sorted(maps.Keys(n.held)), func(body string) bool { return body == "" })
	n.mu.Unlock()
	l.Names = l.Names[:min(len(l.Names), mostNames)]
	if host := n.hosted(); host != nil {
		l.Folded = host.Folded()
	}
	data, _ := json.Marshal(&l) // texts and numbers
	return data
}

// leaseOf reads the lease of a node; ErrKeyNotFound when it has none.
func (n *Node) leaseOf(ctx context.Context, node string) (l lease, revision uint64, err error) {
	e, err := n.leases.Get(ctx, encoded(node))
	if err != nil {
		return l, 0, err
	}
	return l, e.Revision(), json.Unmarshal(e.Value(), &l)
}

// acquire takes the lease for the first time. That of an earlier process of the same data
// folder, which has ended, is taken over; another's is waited for.
func (n *Node) acquire(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, n.config.Times.Lease+10*time.Second)
	defer cancel()
	key := encoded(n.config.Node)
	for {
		begun := time.Now()
		l, revision, err := n.leaseOf(ctx, n.config.Node)
		switch {
		case errors.Is(err, jetstream.ErrKeyNotFound):
			revision, err = n.leases.Create(ctx, key, n.lease())
		case err == nil && l.Folder == n.folder:
			revision, err = n.leases.Update(ctx, key, n.lease(), revision)
		case err == nil:
			err = fmt.Errorf("another Minehand is in the cluster as %q: end it, or set another cluster.node in the config", n.config.Node)
		}
		if err == nil {
			n.mu.Lock()
			n.revision, n.renewed = revision, begun
			n.mu.Unlock()
			return nil
		}
		if !again.Pause(ctx, n.config.Times.Answer/4) {
			return err
		}
	}
}

// renew keeps the lease until ctx ends. Without it, all bodies are let go of.
func (n *Node) renew(ctx context.Context) {
	again.Every(ctx, n.config.Times.Renew, func() {
		if err := n.renewOnce(ctx); err != nil && ctx.Err() == nil {
			n.config.Log.Warn("the lease was not renewed", "error", err)
		}
		if !n.fresh() {
			n.loseAll()
		}
	})
}

func (n *Node) renewOnce(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, n.config.Times.Answer)
	defer cancel()
	n.mu.Lock()
	revision := n.revision
	n.mu.Unlock()
	key := encoded(n.config.Node)
	for range 2 {
		begun := time.Now()
		next, err := n.leases.Update(ctx, key, n.lease(), revision)
		if err == nil {
			n.mu.Lock()
			n.revision, n.renewed = next, begun
			n.mu.Unlock()
			return nil
		}
		if !conflict(err) {
			return err
		}
		// An earlier renewal may have been kept whose answer was lost.
		l, at, err := n.leaseOf(ctx, n.config.Node)
		switch {
		case err == nil && l.Run == n.run:
			revision = at
			continue
		case err != nil && !errors.Is(err, jetstream.ErrKeyNotFound):
			return err
		}
		n.mu.Lock() // it has ended: whatever it held may be others'
		n.renewed = time.Time{}
		n.mu.Unlock()
		n.loseAll()
		begun = time.Now()
		if next, err = n.leases.Create(ctx, key, n.lease()); err != nil {
			return err
		}
		n.mu.Lock()
		n.revision, n.renewed = next, begun
		n.mu.Unlock()
		return nil
	}
	return nil
}

// fresh reports whether the lease was renewed lately enough to act on it.
func (n *Node) fresh() bool {
	n.mu.Lock()
	defer n.mu.Unlock()
	return time.Since(n.renewed) < n.config.Times.Silent
}

// wrongLastOfCluster is what servers with replicas say while the write before is under way.
const wrongLastOfCluster = 10164

// conflict reports whether a server refused a write because another came before it.
func conflict(err error) bool {
	var api *jetstream.APIError
	return errors.Is(err, jetstream.ErrKeyExists) ||
		errors.As(err, &api) && (api.ErrorCode == jetstream.JSErrCodeStreamWrongLastSequence || api.ErrorCode == wrongLastOfCluster)
}
