// SPDX-License-Identifier: MIT

package openai

import (
	"context"
	"net"
	"net/http"
	"slices"
	"sync"
	"time"
)

// Usual are the addresses at which model servers listen unless told otherwise:
// LM Studio, Ollama, llama-server.
var Usual = []string{DefaultURL, "http://localhost:11434", "http://localhost:8080"}

// Found is a model server that answers. Model is the one that would be asked, empty when
// there is none, and Loaded whether it is in memory.
type Found struct {
	URL    string
	Kind   ServerKind
	Model  string
	Loaded bool
}

// findLimit bounds the look at one address: it is on this computer.
const findLimit = 2 * time.Second

// Find looks for model servers at the addresses, all at once, and returns those
// that answer as one, in the order of the addresses. It loads nothing and asks
// no model. Whatever else listens there (a web page on port 8080) is left out.
func Find(ctx context.Context, addresses []string) []Found {
	ctx, cancel := context.WithTimeout(ctx, findLimit)
	defer cancel()
	transport := &http.Transport{DialContext: dialer{net.Dialer{Timeout: findLimit}}.dial, DisableKeepAlives: true}
	defer transport.CloseIdleConnections()
	found := make([]Found, len(addresses))
	var wg sync.WaitGroup
	for i, address := range addresses {
		wg.Go(func() {
			c, err := New(Config{URL: address, Transport: transport})
			if err != nil {
				return
			}
			if p, err := c.Probe(ctx); err == nil {
				m, _ := p.pick("")
				found[i] = Found{URL: c.addr.root, Kind: p.Kind, Model: m.ID, Loaded: m.Loaded}
			}
		})
	}
	wg.Wait()
	return slices.DeleteFunc(found, func(f Found) bool { return f.URL == "" })
}
