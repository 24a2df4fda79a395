// SPDX-License-Identifier: MIT

package app

import (
	"cmp"
	"context"
	"fmt"
	"net/url"
	"regexp"
	"slices"
	"strings"
	"time"

	"github.com/minehand/minehand/game"
	"github.com/minehand/minehand/modbridge"
	"github.com/minehand/minehand/orchestrator"
	"github.com/minehand/minehand/orchestrator/crew"
	"github.com/minehand/minehand/orchestrator/fleet"
	"github.com/minehand/minehand/orchestrator/journal"
	"github.com/minehand/minehand/ui"
	"github.com/minehand/minehand/ui/view"
)

// join joins the cluster of the config; a Minehand that keeps nothing joins none. The
// stream is nil without one.
func (b *Backend) join(ctx context.Context, cfg BackendConfig, dir string, port int) (journal.Stream, error) {
	c := cfg.Config.Cluster
	if c.URL == "" || b.temporary != "" {
		return nil, nil
	}
	node, err := fleet.Join(ctx, fleet.Config{
		URL: c.URL, Credentials: c.Credentials, Node: c.Node, Folder: dir, Log: cfg.Log,
		Times:   fleet.Times{}.Scaled(cfg.Config.Scale()),
		Address: cmp.Or(c.Address, fmt.Sprintf("http://localhost:%d/", port)),
	})
	if err != nil {
		return nil, &InputError{err}
	}
	b.node = node
	return node, nil
}

// Cluster is what is to be seen of a cluster.
type Cluster = fleet.Status

// ClusterLog is its log.
type ClusterLog = fleet.LogStatus

// LookAtCluster looks at a cluster, without being a part of it.
func LookAtCluster(ctx context.Context, url, credentials string) (Cluster, error) {
	return fleet.Look(ctx, fleet.Config{URL: url, Credentials: credentials})
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
	return others{b.node}
}

type others struct{ *fleet.Node }

func (o others) Elsewhere(body string) error {
	if e := o.Node.Elsewhere(body); e != nil {
		return e
	}
	return nil
}

// Doors implements ui.Cluster.
func (o others) Doors(ctx context.Context) (c view.Cluster, err error) {
	if c.Others, err = o.pages(ctx); err != nil || len(c.Others) == 0 {
		return c, err
	}
	c.Lost = o.Lost(ctx)
	c.Pass, err = o.Pass(ctx)
	return c, err
}

// Lost implements ui.Cluster.
func (o others) Lost(ctx context.Context) string {
	list, _ := o.Silent(ctx) // while the servers do not answer nobody knows
	var said []string
	for _, n := range list {
		if players := slices.DeleteFunc(n.Names, func(body string) bool { return body == crew.Everyone }); len(players) > 0 {
			said = append(said, fmt.Sprintf("The Minehand %q of this cluster, which has %s, does not answer: it was heard of %.0f s ago. "+
				"Its lease ends in %.0f s if it stays away, and its players go on at another one then.",
				n.Node, game.Plain(game.List(players)), n.Renewed, max(0, o.Times().Lease.Seconds()-n.Renewed)))
		}
	}
	return strings.Join(said, " ")
}

// pages are the other nodes whose page has an origin.
func (o others) pages(ctx context.Context) (pages []view.OtherNode, err error) {
	list, err := o.Others(ctx)
	for _, n := range list {
		if origin := originOf(n.Address); origin != "" {
			pages = append(pages, view.OtherNode{Name: n.Node, Address: origin})
		}
	}
	return pages, err
}

// plainHost is a host that means nothing but itself in a header.
var plainHost = regexp.MustCompile(`^[\w.:\[\]-]+$`)

// originOf is the origin of a node's page; empty where its address has none.
func originOf(address string) string {
	u, err := url.Parse(address)
	if err != nil || u.Scheme != "http" && u.Scheme != "https" || !plainHost.MatchString(u.Host) {
		return ""
	}
	return u.Scheme + "://" + u.Host
}

// otherSockets are where the page may connect to while this Minehand does not answer.
func (b *Backend) otherSockets(ctx context.Context) (list []string) {
	if b.node == nil {
		return nil
	}
	ctx, cancel := context.WithTimeout(ctx, b.node.Times().Answer)
	defer cancel()
	pages, _ := others{b.node}.pages(ctx) // a page that comes while the servers are lost stays here
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
	if err := b.node.Serve(clusterHost{b}); err != nil {
		return err
	}
	b.agents.Go(func() { b.all.watch(ctx) })
	return nil
}

// clusterHost is a Backend as its node has it.
type clusterHost struct{ *Backend }

func (h clusterHost) Present(body string) bool {
	_, ok := h.Bridge.Session(body)
	return ok
}

func (h clusterHost) Call(ctx context.Context, call []byte) []byte {
	if answer, ok := h.all.passed(ctx, call); ok {
		return answer
	}
	return h.UI.Passed(ctx, call)
}

func (h clusterHost) Doing(ctx context.Context) []byte { return h.UI.Doing(ctx) }

func (h clusterHost) Told(event []byte) { h.UI.Told(event) }

func (h clusterHost) Folded() uint64 { return h.journal.Folded() }

func (h clusterHost) Recover(ctx context.Context, body string, position uint64, alive time.Time) error {
	if err := h.journal.Caught(ctx, position); err != nil {
		return err
	}
	records, err := h.journal.UnfinishedOf(ctx, body)
	if err != nil {
		return err
	}
	return h.Orchestrator.Recover(ctx, body, records, alive)
}

// movesOn is why a session ends whose body another Minehand takes.
const movesOn = "another Minehand of the cluster has this body now: come back"

func (h clusterHost) LetGo(body string, graceful bool) {
	if !graceful {
		h.Bridge.LetGo(body, movesOn)
	}
	if body == crew.Everyone {
		h.all.dismiss()
	}
	h.Orchestrator.Release(body)
}
