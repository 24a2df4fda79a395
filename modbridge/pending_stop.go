// SPDX-License-Identifier: MIT

package modbridge

// Stops keeps the stops that bodies are to get when they are back, over restarts
// (rule 10). Its methods are called without the server's mutex.
type Stops interface {
	// KeepStop keeps that the body is to be stopped, ForgetStop that it was.
	KeepStop(instanceID string) error
	ForgetStop(instanceID string) error
	// Stops lists the bodies that are to be stopped.
	Stops() ([]string, error)
}

// loadStops takes over what an earlier process left.
func (srv *Server) loadStops() {
	if srv.config.Stops == nil {
		return
	}
	list, err := srv.config.Stops.Stops()
	if err != nil {
		srv.config.Logger.Error("pending stops cannot be read", "err", err)
	}
	for _, id := range list {
		srv.owed[id] = owing{stop: true}
		srv.kept[id] = true
	}
}

// StopAway stops a body that has no session as soon as it registers again, also
// when this process has ended until then. One that has a session is stopped now.
func (srv *Server) StopAway(instanceID string) {
	if s, ok := srv.Session(instanceID); ok {
		s.Stop()
		return
	}
	srv.mu.Lock()
	o, known := srv.owed[instanceID]
	if o.stop = true; known || len(srv.owed) < maxOwed {
		srv.owed[instanceID] = o
	}
	srv.mu.Unlock()
	srv.keepStops()
}

// keepStops makes what is kept what is pending: a stop is kept from when it is
// given to a body that is away until that body came to rest.
func (srv *Server) keepStops() {
	if srv.config.Stops == nil {
		return
	}
	srv.keeping.Lock()
	defer srv.keeping.Unlock()
	keep, forget := srv.stopsToKeep()
	done := func(id, what string, err error, now bool) {
		if err != nil { // it is tried again with the next pulse
			srv.sometimes(id, func() { srv.config.Logger.Warn(what, "body", id, "err", err) })
			return
		}
		srv.mu.Lock()
		defer srv.mu.Unlock()
		if srv.kept[id] = now; !now {
			delete(srv.kept, id)
		}
	}
	for _, id := range keep {
		done(id, "pending stop not kept", srv.config.Stops.KeepStop(id), true)
	}
	for _, id := range forget {
		done(id, "pending stop not forgotten", srv.config.Stops.ForgetStop(id), false)
	}
}

// stopsToKeep are the bodies whose pending stop is not kept yet, and those whose kept one is done.
func (srv *Server) stopsToKeep() (keep, forget []string) {
	srv.mu.Lock()
	defer srv.mu.Unlock()
	for id, o := range srv.owed {
		if o.stop && !srv.kept[id] {
			keep = append(keep, id)
		}
	}
	resting := make(map[string]bool)
	for s := range srv.live() {
		s.mu.Lock()
		if s.owes.stop && !srv.kept[s.id] {
			keep = append(keep, s.id)
		}
		resting[s.id] = s.owes.stop || s.rest.pending
		s.mu.Unlock()
	}
	for id := range srv.kept {
		if !srv.owed[id].stop && !resting[id] {
			forget = append(forget, id)
		}
	}
	return keep, forget
}
