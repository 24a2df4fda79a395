// SPDX-License-Identifier: MIT

package modbridge

import "reflect"

// Stats counts what a session saw since it began.
type Stats struct {
	// Sockets is how many sockets the session had, Replaced how many of them
	// were taken over by another (rule 8).
	Sockets, Replaced int
	// Frames is how many frames were read, States how many of them were states.
	Frames, States int
	// Malformed, Untyped and Unknown frames moved nothing (rule 13).
	Malformed, Untyped, Unknown int
	// Foreign frames carried another instanceId (rule 4).
	Foreign int
	// Late terminal messages came for an action that had ended already, Stray
	// ones for an action that was never in flight here (rule 2).
	Late, Stray int
	// Sent is how many actions went out, Deadlines how many of them ran out of
	// time, Observed how many were settled by their effect (rule 7).
	Sent, Deadlines, Observed int
	// Unheard is how much of what the body said was lost to a slow observer.
	Unheard int
}

// Stats returns the counts so far.
func (s *Session) Stats() Stats { return get(s, &s.stats) }

// add adds other counts, each to its own.
func (a *Stats) add(b *Stats) {
	to, of := reflect.ValueOf(a).Elem(), reflect.ValueOf(b).Elem()
	for i := range to.NumField() {
		to.Field(i).SetInt(to.Field(i).Int() + of.Field(i).Int())
	}
}

// Totals returns the counts of all sessions since the server was made, those that
// ended included.
func (srv *Server) Totals() Stats {
	srv.mu.Lock() // no session ends meanwhile
	defer srv.mu.Unlock()
	all := srv.past
	for s := range srv.live() {
		one := s.Stats()
		all.add(&one)
	}
	return all
}
