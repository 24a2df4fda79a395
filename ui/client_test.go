// SPDX-License-Identifier: MIT

package ui

import (
	"fmt"
	"testing"
	"testing/synctest"
	"time"
)

// A client that named itself is remembered for a while after it left, and not for
// ever.
func TestClientsAreForgotten(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := &Service{clients: map[string]*Client{}}
		here := s.client("here")
		for i := range 3 * maxClients {
			s.client(fmt.Sprint(i)).leave()
			time.Sleep(time.Millisecond)
		}
		if len(s.clients) > maxClients {
			t.Errorf("%d clients are remembered", len(s.clients))
		}
		last := s.clients[fmt.Sprint(3*maxClients-1)]
		if last == nil || s.client(last.id) != last {
			t.Error("the last one was forgotten at once")
		}
		last.leave()
		time.Sleep(2 * replaysLive)
		s.client("new").leave()
		if len(s.clients) != 2 || s.clients["here"] != here {
			t.Errorf("%d clients are left of one that is here and one that just left", len(s.clients))
		}
	})
}
