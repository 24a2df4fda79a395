// SPDX-License-Identifier: MIT

//go:build fleet

package app

import (
	"cmp"
	"context"
	"fmt"
	"net/url"
	"slices"
	"strings"
	"time"

	"github.com/minehand/minehand/game"
	"github.com/minehand/minehand/internal/pattern"
	"github.com/minehand/minehand/orchestrator/crew"
	"github.com/minehand/minehand/orchestrator/fleet"
	"github.com/minehand/minehand/ui/view"
)

// joinCluster is this Minehand's node in the cluster of the config.
func joinCluster(ctx context.Context, cfg BackendConfig, dir string, port int) (node, error) {
	c := cfg.Config.Cluster
	n, err := fleet.Join(ctx, fleet.Config{
		URL: c.URL, Credentials: c.Credentials, Node: c.Node, Folder: dir, Log: cfg.Log,
		Times:   fleet.Times{}.Scaled(cfg.Config.Scale()),
		Address: cmp.Or(c.Address, fmt.Sprintf("http://localhost:%d/", port)),
	})
	if err != nil {
		return nil, err
	}
	return fleetNode{n}, nil
}

// Cluster is what is to be seen of a cluster.
type Cluster = fleet.Status

// ClusterLog is its log.
type ClusterLog = fleet.LogStatus

// LookAtCluster looks at a cluster, without being a part of it.
func LookAtCluster(ctx context.Context, url, credentials string) (Cluster, error) {
	return fleet.Look(ctx, fleet.Config{URL: url, Credentials: credentials})
}

// fleetNode implements node.
type fleetNode struct{ *fleet.Node }

func (o fleetNode) Elsewhere(body string) error {
	if e := o.Node.Elsewhere(body); e != nil {
		return e
	}
	return nil
}

// Doors implements ui.Cluster.
func (o fleetNode) Doors(ctx context.Context) (c view.Cluster, err error) {
	if c.Others, err = o.pages(ctx); err != nil || len(c.Others) == 0 {
		return c, err
	}
	c.Lost = o.Lost(ctx)
	c.Pass, err = o.Pass(ctx)
	return c, err
}

// Lost implements ui.Cluster.
func (o fleetNode) Lost(ctx context.Context) string {
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

func (o fleetNode) serve(b *Backend) error { return o.Serve(clusterHost{b}) }

func (o fleetNode) times() (renew, patience, lost time.Duration) {
	t := o.Times()
	return t.Renew, t.Answer, t.Lease + t.Grace
}

func (o fleetNode) pages(ctx context.Context) (pages []view.OtherNode, err error) {
	list, err := o.Others(ctx)
	for _, n := range list {
		if origin := originOf(n.Address); origin != "" {
			pages = append(pages, view.OtherNode{Name: n.Node, Address: origin})
		}
	}
	return pages, err
}

// plainHost is a host that means nothing but itself in a header.
var plainHost = pattern.Of(`^[\w.:\[\]-]+$`)

// originOf is the origin of a node's page; empty where its address has none.
func originOf(address string) string {
	u, err := url.Parse(address)
	if err != nil || u.Scheme != "http" && u.Scheme != "https" || !plainHost().MatchString(u.Host) {
		return ""
	}
	return u.Scheme + "://" + u.Host
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
