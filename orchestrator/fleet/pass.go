// SPDX-License-Identifier: MIT

package fleet

import (
	"context"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"slices"
	"strings"
	"time"
)

// passesBucket has the sums of passes: which are valid is known while their node is lost.
const passesBucket = "minehand-passes"

// passTime is how long a pass lets clients in.
const passTime = 15 * time.Minute

func sumOf(pass string) string {
	sum := sha256.Sum256([]byte(pass))
	return hex.EncodeToString(sum[:])
}

// Pass lets a client of this node in at all others, for two thirds of passTime at least.
func (n *Node) Pass(ctx context.Context) (string, error) {
	n.passMu.Lock()
	defer n.passMu.Unlock()
	if n.pass != "" && time.Since(n.passed) < passTime/3 {
		return n.pass, nil
	}
	pass := rand.Text() + rand.Text()
	if _, err := n.passes.Put(ctx, sumOf(pass), nil); err != nil {
		return "", err
	}
	n.pass, n.passed = pass, time.Now()
	return pass, nil
}

// Admits reports whether a pass is valid, whichever node gave it.
func (n *Node) Admits(ctx context.Context, pass string) bool {
	ctx, cancel := context.WithTimeout(ctx, n.config.Times.Answer)
	defer cancel()
	_, err := n.passes.Get(ctx, sumOf(pass))
	return err == nil
}

// Others lists the other nodes that have a lease, by name.
func (n *Node) Others(ctx context.Context) ([]NodeStatus, error) {
	list, err := nodesOf(ctx, n.js, 0)
	return slices.DeleteFunc(list, func(s NodeStatus) bool { return s.Node == n.config.Node }), err
}

// LostNode is another node with bodies that does not answer, and has a lease still.
type LostNode struct {
	Node   string
	Bodies []string
	// Heard is how long ago it renewed its lease, Ends in how long that ends: bodies can be
	// taken then.
	Heard, Ends time.Duration
}

func (n *Node) lost(s *NodeStatus) *LostNode {
	heard := time.Duration(s.Renewed * float64(time.Second))
	return &LostNode{Node: s.Node, Heard: heard, Ends: max(n.config.Times.Lease-heard, 0)}
}

// Lost lists the nodes with bodies that did not answer the last Gather, by name.
func (n *Node) Lost(ctx context.Context) (list []*LostNode, err error) {
	others, err := n.Others(ctx)
	if err != nil {
		return nil, err
	}
	n.mu.Lock()
	silent := n.silent
	n.mu.Unlock()
	by := map[string]*LostNode{}
	for i := range others {
		if _, is := silent[encoded(others[i].Node)]; is && others[i].Bodies > 0 {
			list = append(list, n.lost(&others[i]))
			by[others[i].Node] = list[len(list)-1]
		}
	}
	if len(list) == 0 {
		return nil, nil
	}
	keys, err := n.bodies.ListKeysFiltered(ctx, ownerKey+"*")
	if err != nil {
		return nil, err
	}
	for key := range keys.Keys() {
		body, _ := base64.RawURLEncoding.DecodeString(strings.TrimPrefix(key, ownerKey))
		if o, _, err := n.ownerOf(ctx, string(body)); err == nil && by[o.Node] != nil {
			by[o.Node].Bodies = append(by[o.Node].Bodies, string(body))
		}
	}
	return list, nil
}
