// SPDX-License-Identifier: MIT

package fleet

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/nats-io/nats.go"

	"github.com/minehand/minehand/game"
)

// wordCall begins a message that is a client's call.
const wordCall = "call"

// calling is how long a body's Minehand may take to answer a call.
const calling = 30 * time.Second

// Ask has the Host of the node that has a body answer a call. Errors are sentences.
func (n *Node) Ask(ctx context.Context, body string, call []byte) ([]byte, error) {
	e := n.Elsewhere(body)
	if e == nil {
		return nil, n.elsewhere(body)
	}
	patience, heard := n.waits(ctx, e.Node)
	ctx, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	m, err := n.nc.RequestWithContext(ctx, nodePrefix+encoded(e.Node), append([]byte(wordCall+" "), call...))
	switch {
	case errors.Is(err, nats.ErrMaxPayload):
		return nil, fmt.Errorf("this is too much to pass on to the Minehand %q, which has %s: send it there", e.Node, game.Plain(body))
	case err != nil:
		return nil, fmt.Errorf("the Minehand %q, which has %s, does not answer, and may have heard: look before you ask again; "+
			"it was heard of %d s ago, and is waited for until that is %d s: %s can go on at another one then (%w)",
			e.Node, game.Plain(body), int(heard/time.Second), int(n.config.Times.Lease/time.Second), game.Plain(body), err)
	case len(m.Data) == 0:
		return nil, fmt.Errorf("the answer of the Minehand %q, which has %s, is too long to be passed on: ask there", e.Node, game.Plain(body))
	}
	return m.Data, nil
}

// waits is how long a node may take to answer a call, and how long ago it renewed its lease:
// one that misses renewals is likely not to answer.
func (n *Node) waits(ctx context.Context, node string) (patience, heard time.Duration) {
	e, err := n.leases.Get(ctx, encoded(node))
	if err != nil {
		return calling, 0
	}
	if heard = time.Since(e.Created()); heard > 3*n.config.Times.Renew {
		return n.config.Times.Answer, heard
	}
	return calling, heard
}

// call answers a call of another node. An empty answer is one that was too long.
func (n *Node) call(ctx context.Context, m *nats.Msg, call []byte) {
	ctx, cancel := context.WithTimeout(ctx, calling)
	defer cancel()
	answer := n.hosted().Call(ctx, call)
	if int64(len(answer)) > n.nc.MaxPayload() {
		answer = nil
	}
	_ = m.Respond(answer) // who asked waits for calling at most
}
