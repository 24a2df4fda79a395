// SPDX-License-Identifier: MIT

package client

import (
	"context"
	"errors"
	"strings"
	"time"

	"github.com/gorilla/websocket"

	"github.com/minehand/minehand/ui/view"
)

const (
	// patience is how long one's own Minehand is waited for before others of its cluster
	// are tried, and how long each of those may take to answer.
	patience = 5 * time.Second
	// lookAgain is how often it is asked which others there are.
	lookAgain = 10 * time.Second
)

// look keeps at hand which other Minehands the cluster has, until ctx ends.
func (s *staying) look(ctx context.Context) {
	tick := time.NewTicker(lookAgain)
	defer tick.Stop()
	for {
		var doors view.Cluster
		if s.Call(ctx, "get-cluster", nil, &doors) == nil {
			s.mu.Lock()
			s.doors = doors
			s.mu.Unlock()
		}
		select {
		case <-tick.C:
		case <-s.over:
			return
		case <-ctx.Done():
			return
		}
	}
}

// knock connects to one of the others, all in turn: as a guest, by the pass of the one
// before. It returns the name of that one.
func (s *staying) knock(ctx context.Context) (*Client, string, error) {
	s.mu.Lock()
	doors, turn := s.doors, s.turn
	s.turn++
	s.mu.Unlock()
	if len(doors.Others) == 0 {
		return nil, "", errors.New("the cluster has no other Minehand")
	}
	to := doors.Others[turn%len(doors.Others)]
	ctx, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	d := *websocket.DefaultDialer
	d.Subprotocols = []string{"minehand.guest", "pass." + doors.Pass}
	c, err := dial(ctx, &d, "ws"+strings.TrimPrefix(to.Address, "http"), nil)
	return c, to.Name, err
}
