// SPDX-License-Identifier: MIT

package fleet_test

import (
	"context"
	"fmt"
	"testing"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"github.com/minehand/minehand/internal/natstest"
	"github.com/minehand/minehand/orchestrator/fleet"
)

// followed waits until a host has followed the log up to a position, and reports whether it
// did within a time.
func followed(h *modelHost, position uint64, within time.Duration) bool {
	late := time.After(within)
	for {
		h.mu.Lock()
		upTo, seen := h.upTo, h.seen
		h.mu.Unlock()
		if upTo >= position {
			return true
		}
		select {
		case <-seen:
		case <-late:
			return false
		}
	}
}

// The log is followed through one of the servers, which may be another than the one that a
// node is connected to: when that is lost, another is found within seconds.
func TestTheLogIsFollowedWhenItsServerIsLost(t *testing.T) {
	servers := natstest.Cluster(t, 3)
	byName := map[string]*natstest.Process{}
	for i, s := range servers {
		byName[fmt.Sprintf("s%d", i)] = s
	}
	h := joinModel(t, servers[0].URL, "first", fleet.Times{Answer: time.Second})
	t.Cleanup(h.close)
	if _, err := take(t, h, "Ada", true); err != nil {
		t.Fatal(err)
	}
	nc, err := nats.Connect(servers[0].URL)
	if err != nil {
		t.Fatal(err)
	}
	defer nc.Close()
	js, err := jetstream.New(nc)
	if err != nil {
		t.Fatal(err)
	}
	stream, err := js.Stream(t.Context(), "minehand-log")
	if err != nil {
		t.Fatal(err)
	}
	append1 := func() (position uint64) {
		if position, err = h.node.Append("Ada", []byte("Ada 1 ")); err != nil {
			t.Fatal(err)
		}
		return position
	}
	through := "" // neither the node's own server nor the one that takes what is appended
	for range 50 {
		position := append1()
		if !followed(h, position, time.Minute) {
			t.Fatal("the log is not followed")
		}
		info, err := stream.Info(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		consumer := ""
		for c := range stream.ListConsumers(t.Context()).Info() {
			through, consumer = c.Cluster.Leader, c.Name
		}
		if through != "s0" && through != info.Cluster.Leader {
			break
		}
		through = ""
		h.end()
		h.over.Wait()
		_ = stream.DeleteConsumer(t.Context(), consumer)
		h.follow(position)
	}
	if through == "" {
		t.Fatal("the log was never followed through a server that nothing else needs")
	}
	byName[through].Kill()
	position := append1()
	for able := false; !able; { // which server says where a log is read from may have been that one
		ctx, cancel := context.WithTimeout(t.Context(), 10*time.Second)
		_, err := stream.CreateConsumer(ctx, jetstream.ConsumerConfig{InactiveThreshold: time.Second, MemoryStorage: true, Replicas: 1})
		cancel()
		if able = err == nil; t.Context().Err() != nil {
			t.Fatal(err)
		}
	}
	if within := 7 * time.Second; !followed(h, position, within) {
		t.Errorf("the log is not followed %s after the servers could do so", within)
	}
}
