// SPDX-License-Identifier: MIT

package ui

import (
	"testing"
	"testing/synctest"
	"time"

	"github.com/minehand/minehand/ui/view"
)

// newAsking is a service that has nobody but a person to ask, and what its
// clients hear.
func newAsking() (*Service, *[]view.TerminalCommand) {
	s, heard := &Service{cfg: Config{Bodies: there{"b"}}, hub: newHub("e"), table: rows(), clients: map[string]*Client{}}, &[]view.TerminalCommand{}
	s.consent.publish = func(e view.Event) {
		if e.Kind == view.EventTerminal && e.Body == "b" && e.TaskID == e.Terminal.TaskID {
			*heard = append(*heard, *e.Terminal)
		}
	}
	return s, heard
}

// A command waits for one answer, which comes as a call; the second is told that
// it is too late.
func TestMayRun(t *testing.T) {
	for want, answer := range map[Consent]string{Yes: `"allow":true`, No: `"allow":false`, Nobody: `"allow":false,"nobody":true`} {
		synctest.Test(t, func(t *testing.T) {
			s, heard := newAsking()
			line := s.Open()
			defer line.Close()
			done := make(chan Consent)
			c := view.TerminalCommand{TaskID: "t", Command: "git status", Description: "to see"}
			go func() {
				said, err := s.MayRun(t.Context(), "b", &c)
				if err != nil {
					t.Error(err)
				}
				done <- said
			}()
			synctest.Wait()
			open := s.consent.open()
			if len(open) != 1 || open[0].State != view.CommandAsks || open[0].Command != "git status" || open[0].Expires == nil || len(*heard) != 1 || (*heard)[0].ID != open[0].ID {
				t.Fatalf("waiting %+v, heard %+v", open, *heard)
			}
			call := func() (r view.Response) {
				line.Answer(t.Context(), line.Take([]byte(`{"type":"answer-command","id":1,"commandId":"`+open[0].ID+`",`+answer+`}`)), func(got view.Response) { r = got })
				return r
			}
			if r := call(); !r.Success {
				t.Errorf("answered %+v", r)
			}
			if said := <-done; said != want {
				t.Errorf("%s became %v", answer, said)
			}
			if r := call(); r.Success || r.Error == "" {
				t.Errorf("the second answer: %+v", r)
			}
			c.State = view.CommandRan
			s.CommandDone("b", c)
			if len(*heard) != 2 || (*heard)[1].ID != open[0].ID || (*heard)[1].Expires != nil || len(s.consent.open()) != 0 {
				t.Errorf("heard %+v", *heard)
			}
		})
	}
}

func TestNobodyAnswers(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s, _ := newAsking()
		began := time.Now()
		if said, err := s.MayRun(t.Context(), "b", &view.TerminalCommand{Command: "ls"}); said != Late || err != nil || time.Since(began) != answerTime {
			t.Errorf("%v, %v after %s", said, err, time.Since(began))
		}
		if open := s.consent.open(); len(open) != 0 {
			t.Errorf("%+v still wait", open)
		}
	})
}
