// SPDX-License-Identifier: MIT

package fleet

import (
	"context"
	"crypto/rand"
	"crypto/sha256"
	"encoding/hex"
	"slices"
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

// Silent lists those of Others with bodies that did not answer the last Gather.
func (n *Node) Silent(ctx context.Context) ([]NodeStatus, error) {
	list, err := n.Others(ctx)
	n.mu.Lock()
	silent := n.silent
	n.mu.Unlock()
	return slices.DeleteFunc(list, func(s NodeStatus) bool { _, is := silent[encoded(s.Node)]; return !is || s.Bodies == 0 }), err
}
