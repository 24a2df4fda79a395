// SPDX-License-Identifier: MIT

package goals_test

import (
	"encoding/json"
	"errors"
	"reflect"
	"testing"

	"github.com/minehand/minehand/game"
	"github.com/minehand/minehand/internal/raced"
	"github.com/minehand/minehand/planner/book"
	"github.com/minehand/minehand/planner/goals"
)

// open is a book of a request.
func open(t testing.TB, req game.Request) *book.Book {
	t.Helper()
	b, err := book.NewLibrary(book.Config{}).Open(req)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// What a task keeps of a sentence is all that was read of it, over a restart as well.
func TestAReadingIsKeptWhole(t *testing.T) {
	body := game.BodyInfo{Version: "1.21.5"}
	b, r := open(t, game.Request{Body: body}), reader(t, "1.21.5")
	unread := 0
	for i, s := range readKept(t) {
		if i%raced.Of(5, 80) != 0 {
			continue
		}
		want, wantErr := r.Read(s.text)
		kept := goals.Keep(b, s.text)
		if kept == nil {
			var impossible *game.ImpossibleError
			var help *game.UnreadableError
			if !errors.As(wantErr, &impossible) && (!errors.As(wantErr, &help) || !help.Help) {
				t.Errorf("nothing is kept of %q: %v", s.text, wantErr)
			}
			continue
		}
		row, err := json.Marshal(kept)
		if err != nil {
			t.Fatal(err)
		}
		back := new(game.Reading)
		if err := json.Unmarshal(row, back); err != nil {
			t.Fatal(err)
		}
		got, err := goals.Kept(back)
		if !reflect.DeepEqual(got, want) || !reflect.DeepEqual(err, wantErr) {
			t.Errorf("%q is kept as %+v, %v, was %+v, %v", s.text, got, err, want, wantErr)
		}
		if err != nil {
			unread++
		}
	}
	if unread == 0 {
		t.Error("no sentence was unread")
	}
}

// What a request has kept is not read again, whatever its words mean by now; another
// version's names are.
func TestWhatIsKeptIsNotReadAgain(t *testing.T) {
	body := game.BodyInfo{Version: "1.21.5", Protocol: game.ProtocolV2, Actions: []game.Kind{game.Mine}}
	kept := goals.Keep(open(t, game.Request{Body: body}), "get 3 dirt")
	kept.Text = "yeet the brown muck"
	req := game.Request{Goal: kept.Text, Read: kept, Body: body}
	before := goals.Reads()
	task, err := goals.Read(open(t, req), req.Goal)
	if err != nil || task.Goal.Reading != "get 3 dirt" || task.Goal.Text != req.Goal {
		t.Errorf("%+v, %v", task.Goal, err)
	}
	if again := goals.Keep(open(t, req), req.Goal); again != kept || goals.Reads() != before {
		t.Errorf("%d sentences were read", goals.Reads()-before)
	}
	req.Body.Version = "1.20.1"
	if _, err := goals.Read(open(t, req), req.Goal); err == nil || goals.Reads() != before+1 {
		t.Errorf("the names of another version stand for those of this one: %v", err)
	}
}
