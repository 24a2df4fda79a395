// SPDX-License-Identifier: MIT

package modbridge

// Ready is what an action that is sent now would be refused with.
func (s *Session) Ready() error {
	var err error
	s.update(func(now moment) { err = s.readyLocked(now) })
	return err
}
