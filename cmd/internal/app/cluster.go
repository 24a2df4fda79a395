// SPDX-License-Identifier: MIT

package app

import (
	"context"
	"errors"
	"io"
	"strings"
	"time"

	"github.com/minehand/minehand/modbridge"
	"github.com/minehand/minehand/orchestrator"
	"github.com/minehand/minehand/orchestrator/journal"
	"github.com/minehand/minehand/ui"
	"github.com/minehand/minehand/ui/view"
)

// node is this Minehand's part in a cluster. minehand-fleet alone has one: its client of
// NATS costs every other program memory for nothing.
type node interface {
	journal.Stream
	modbridge.TokenStore
	modbridge.Stops
	modbridge.Owners
	ui.Cluster
	io.Closer
	Free(ctx context.Context, body string) bool
	Epoch(body string) uint64
	Current(ctx context.Context, body string, epoch uint64) (bool, error)
	Admits(ctx context.Context, pass string) bool
	// serve answers the other Minehands for a backend, pages are those of them whose page
	// has an origin.
	serve(b *Backend) error
	pages(ctx context.Context) ([]view.OtherNode, error)
	// renew is how often the lease is renewed, patience how long the servers are waited for,
	// and lost how long a player of a lost node may take to come to another.
	times() (renew, patience, lost time.Duration)
}

// ErrNoFleet is what a program says that is no minehand-fleet.
var ErrNoFleet = errors.New("only minehand-fleet takes part in a cluster: use it in this program's place; " +
	"it is among the packages, and `make fleet` builds it (docs/FLEET.md)")

// join joins the cluster of the config; a Minehand that keeps nothing joins none. The
// stream is nil without one.
func (b *Backend) join(ctx context.Context, cfg BackendConfig, dir string, port int) (journal.Stream, error) {
	if cfg.Config.Cluster.URL == "" || b.temporary != "" {
		return nil, nil
	}
	node, err := joinCluster(ctx, cfg, dir, port)
	if err != nil {
		return nil, &InputError{err}
	}
	b.node = node
	return node, nil
}

// shared are what of the bodies is kept where all Minehands of a cluster read it; without
// one, in the journal.
func (b *Backend) shared() (modbridge.TokenStore, modbridge.Stops, modbridge.Owners) {
	if b.node == nil {
		return b.journal, b.journal, nil
	}
	return b.node, b.node, b.node
}

// others are the other Minehands of the cluster; nil without one.
func (b *Backend) others() ui.Cluster {
	if b.node == nil {
		return nil
	}
	return b.node
}

// otherSockets are where the page may connect to while this Minehand does not answer.
func (b *Backend) otherSockets(ctx context.Context) (list []string) {
	if b.node == nil {
		return nil
	}
	_, patience, _ := b.node.times()
	ctx, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	pages, _ := b.node.pages(ctx) // a page that comes while the servers are lost stays here
	for _, n := range pages {
		list = append(list, "ws"+strings.TrimPrefix(n.Address, "http"))
	}
	return list
}

// admits checks the passes of other nodes' clients; nil without a cluster.
func (b *Backend) admits() func(context.Context, string) bool {
	if b.node == nil {
		return nil
	}
	return b.node.Admits
}

// tasksIn is the journal as the orchestrator has it: in a cluster nothing is taken up
// before its body is here.
func (b *Backend) tasksIn() orchestrator.Journal {
	if b.node == nil {
		return b.journal
	}
	return bodyByBody{b.journal}
}

type bodyByBody struct{ *journal.Journal }

func (bodyByBody) Unfinished(context.Context) ([]orchestrator.Record, time.Time, error) {
	return nil, time.Time{}, nil
}

// answer has the other Minehands of the cluster answered, and what a lost one had all
// players do together taken up.
func (b *Backend) answer(ctx context.Context) error {
	if b.node == nil {
		return nil
	}
	if err := b.node.serve(b); err != nil {
		return err
	}
	b.agents.Go(func() { b.all.watch(ctx) })
	return nil
}
