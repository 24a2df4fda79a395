// SPDX-License-Identifier: MIT

package fleet

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
)

// Status is what is to be seen of a cluster.
type Status struct {
	Nodes []NodeStatus `json:"nodes"`
	Log   *LogStatus   `json:"log,omitempty"`
}

// NodeStatus is one node with a lease.
type NodeStatus struct {
	Node    string `json:"node"`
	Address string `json:"address,omitempty"`
	Bodies  int    `json:"bodies"`
	// Names are some of its bodies.
	Names []string `json:"names,omitempty"`
	// Renewed is how many seconds ago its lease was.
	Renewed float64 `json:"renewed"`
	// Lag is how many messages of the log are not in its history, as it said then.
	Lag uint64 `json:"lag"`
}

// LogStatus is the log.
type LogStatus struct {
	Messages uint64 `json:"messages"`
	Bytes    uint64 `json:"bytes"`
	Bodies   int    `json:"bodies"`
	Replicas int    `json:"replicas"`
	// Leader is the server that answers; empty where there is one alone.
	Leader string `json:"leader,omitempty"`
	// Behind are servers that are not up to date.
	Behind []string `json:"behind,omitempty"`
}

// Look looks at a cluster. Where no node was ever, there is no log.
func Look(ctx context.Context, c Config) (s Status, err error) {
	nc, err := connect(&c, "minehand", nats.Timeout(asking))
	if err != nil {
		return s, fmt.Errorf("no NATS server answers: %w", err)
	}
	defer nc.Close()
	js, err := jetstream.New(nc)
	if err != nil {
		return s, err
	}
	ctx, cancel := context.WithTimeout(ctx, 2*asking)
	defer cancel()
	s.Nodes = []NodeStatus{}
	stream, err := js.Stream(ctx, logStream)
	if errors.Is(err, jetstream.ErrStreamNotFound) {
		return s, nil
	}
	if err != nil {
		return s, fmt.Errorf("the cluster's log cannot be looked at: %w", err)
	}
	info, err := stream.Info(ctx, jetstream.WithSubjectFilter(logPrefix+"b.>"))
	if err != nil {
		return s, fmt.Errorf("the cluster's log cannot be looked at: %w", err)
	}
	s.Log = &LogStatus{
		Messages: info.State.Msgs, Bytes: info.State.Bytes, Bodies: len(info.State.Subjects), Replicas: info.Config.Replicas,
	}
	if info.Cluster != nil && info.Config.Replicas > 1 {
		s.Log.Leader = info.Cluster.Leader
		for _, r := range info.Cluster.Replicas {
			if !r.Current || r.Offline {
				s.Log.Behind = append(s.Log.Behind, r.Name)
			}
		}
	}
	s.Nodes, err = nodesOf(ctx, js, info.State.LastSeq)
	return s, err
}

// nodesOf lists the nodes that have a lease, by name.
func nodesOf(ctx context.Context, js jetstream.JetStream, last uint64) ([]NodeStatus, error) {
	list := []NodeStatus{}
	leases, err := js.KeyValue(ctx, leasesBucket)
	if err != nil {
		return list, fmt.Errorf("the nodes cannot be listed: %w", err)
	}
	keys, err := leases.ListKeys(ctx)
	if err != nil {
		return list, fmt.Errorf("the nodes cannot be listed: %w", err)
	}
	for key := range keys.Keys() {
		e, err := leases.Get(ctx, key)
		var l lease
		if err != nil || json.Unmarshal(e.Value(), &l) != nil {
			continue // it has ended since
		}
		list = append(list, NodeStatus{
			Node: l.Node, Address: l.Address, Bodies: l.Bodies, Names: l.Names,
			Renewed: time.Since(e.Created()).Seconds(), Lag: last - min(last, l.Folded),
		})
	}
	slices.SortFunc(list, func(a, b NodeStatus) int { return cmp.Compare(a.Node, b.Node) })
	return list, nil
}
