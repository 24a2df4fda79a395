// SPDX-License-Identifier: MIT

package ui

import (
	"context"
	"errors"
	"testing"

	"github.com/minehand/minehand/ui/view"
)

// films answer with a film whose plan has as many steps as the task's id has letters.
type films struct{}

func (films) Film(_ context.Context, id string) (view.Film, error) {
	return view.Film{Of: len(id)}, nil
}

// TestPreviewTask shows a film of the task that is named, and refuses where none can be made.
func TestPreviewTask(t *testing.T) {
	s := &Service{table: rows()}
	call, err := s.find("preview-task")
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		message string
		films   Films
		want    int
		code    view.Code
	}{
		{`{"taskId":"abc"}`, films{}, 3, ""},
		{`{}`, films{}, 0, view.CodeInvalid},
		{`{"taskId":"abc"}`, nil, 0, view.CodeUnavailable},
	} {
		s.cfg.Films = c.films
		got, err := call.do(t.Context(), &exchange{Line: &Line{svc: s}}, []byte(c.message))
		code := view.Code("")
		if r := (*view.RefusedError)(nil); errors.As(err, &r) {
			code = r.Code
		}
		if film, ok := got.(view.Film); !ok || film.Of != c.want || code != c.code {
			t.Errorf("%s is answered with %+v, %v", c.message, got, err)
		}
	}
}
