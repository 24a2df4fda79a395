// SPDX-License-Identifier: MIT

package game_test

import (
	"encoding/json"
	"reflect"
	"strings"
	"testing"

	"github.com/minehand/minehand/game"
)

func TestActionJSONShapes(t *testing.T) {
	for _, c := range []struct {
		name string
		in   string
		want game.Action
		out  string // "" means the same as in
	}{
		{
			name: "the base document's goto",
			in:   `{"id":"action_123","type":"goto","x":100,"y":64,"z":200}`,
			want: game.Action{ID: "action_123", Kind: game.Goto, At: &game.Pos{X: 100, Y: 64, Z: 200}},
		},
		{
			name: "mine with a namespace and a float quantity",
			in:   `{"type":"mine","target":"minecraft:diamond_ore","quantity":5.0}`,
			want: game.Action{Kind: game.Mine, Target: "diamond_ore", Quantity: 5},
			out:  `{"type":"mine","target":"diamond_ore","quantity":5}`,
		},
		{
			name: "a player's name as it is spelt",
			in:   `{"type":"goto","target":" BigSteve_9 "}`,
			want: game.Action{Kind: game.Goto, Target: "BigSteve_9"},
			out:  `{"type":"goto","target":"BigSteve_9"}`,
		},
		{
			name: "whom to follow as it is spelt, an id as ids are",
			in:   `{"type":"follow","target":"Minecraft:Iron_Golem"}`,
			want: game.Action{Kind: game.Follow, Target: "iron_golem"},
			out:  `{"type":"follow","target":"iron_golem"}`,
		},
		{
			name: "a numeric id and floored coordinates",
			in:   `{"id":7,"type":"place","block":"torch","x":-0.5,"y":64.9,"z":3}`,
			want: game.Action{ID: "7", Kind: game.Place, Block: "torch", At: &game.Pos{X: -1, Y: 64, Z: 3}},
			out:  `{"id":"7","type":"place","block":"torch","x":-1,"y":64,"z":3}`,
		},
		{
			name: "nulls and foreign members are left out",
			in:   `{"type":"craft","recipe":"stick","quantity":null,"x":1,"mood":"good"}`,
			want: game.Action{Kind: game.Craft, Recipe: "stick"},
			out:  `{"type":"craft","recipe":"stick"}`,
		},
		{
			name: "mine until an item",
			in:   `{"type":"mine","target":"gravel","quantity":1,"until":{"item":"flint","count":2}}`,
			want: game.Action{Kind: game.Mine, Target: "gravel", Quantity: 1, Until: &game.Until{Item: "flint", Count: 2}},
		},
		{
			name: "a craft that names its ingredients",
			in:   `{"type":"craft","recipe":"stick","quantity":4,"using":{"minecraft:oak_planks":1.0,"oak_planks":1}}`,
			want: game.Action{Kind: game.Craft, Recipe: "stick", Quantity: 4, Using: map[string]int{"oak_planks": 2}},
			out:  `{"type":"craft","recipe":"stick","quantity":4,"using":{"oak_planks":2}}`,
		},
		{
			name: "wait until day",
			in:   `{"type":"wait","until":"day"}`,
			want: game.Action{Kind: game.Wait, Until: &game.Until{Phase: "day"}},
		},
		{
			name: "a build",
			in:   `{"type":"build","edits":[{"x":1,"y":2,"z":3,"block":"stone"}]}`,
			want: game.Action{Kind: game.Build, Edits: []game.Edit{{X: 1, Y: 2, Z: 3, Block: "stone"}}},
		},
		{
			name: "a position in another dimension",
			in:   `{"type":"goto","x":1,"y":2,"z":3,"dimension":"the_nether","range":2.5}`,
			want: game.Action{Kind: game.Goto, At: &game.Pos{X: 1, Y: 2, Z: 3, Dimension: "the_nether"}, Range: 2.5},
		},
	} {
		t.Run(c.name, func(t *testing.T) {
			var got game.Action
			if err := json.Unmarshal([]byte(c.in), &got); err != nil {
				t.Fatal(err)
			}
			if !reflect.DeepEqual(got, c.want) {
				t.Fatalf("read %+v, want %+v", got, c.want)
			}
			if err := got.Validate(); err != nil {
				t.Fatal(err)
			}
			out, err := json.Marshal(got)
			if err != nil {
				t.Fatal(err)
			}
			want := c.out
			if want == "" {
				want = c.in
			}
			if string(out) != want {
				t.Fatalf("wrote %s, want %s", out, want)
			}
		})
	}
}

func TestActionFaultsAreSentences(t *testing.T) {
	for _, c := range []struct{ in, want string }{
		{`{}`, `needs a "type"`},
		{`{"type":"dance"}`, `there is no action "dance"; the actions are goto, mine,`},
		{`{"type":"mine"}`, `mine needs "target" or a position`},
		{`{"type":"goto","x":1,"z":2}`, "a position needs x, y and z"},
		{`{"type":"goto","x":1,"y":2,"z":1e8}`, "outside the world"},
		{`{"type":"goto","x":1,"y":9999,"z":1}`, "height y=9999"},
		{`{"type":"mine","target":"stone","quantity":"many"}`, `"quantity" must be a whole number, not "many"`},
		{`{"type":"mine","target":"stone","quantity":2.5}`, "whole number"},
		{`{"type":"mine","target":"stone","quantity":-1}`, "from 1 to 100000"},
		{`{"type":"craft","recipe":5}`, `"recipe" must be a string`},
		{`{"type":"craft","recipe":""}`, `craft: "recipe" is empty: give the item to make`},
		{`{"type":"chat","message":" "}`, `"message" is empty`},
		{`{"type":"mine","target":"minecraft:","x":1,"y":2,"z":3}`, `mine: "target" is empty: give the block to break, or leave it out`},
		{`{"type":"smelt","item":"beef","fuel":""}`, `smelt: "fuel" is empty: give the fuel to burn, or leave it out`},
		{`{"type":"equip","item":"shield","slot":""}`, `"slot" is empty: give where to, or leave it out`},
		{`{"type":"craft","recipe":"stick","using":{}}`, `"using" must be counts by item`},
		{`{"type":"craft","recipe":"stick","using":{"oak_planks":0}}`, `"using" needs a count of at least 1 of oak_planks`},
		{`{"type":"craft","recipe":"stick","using":{"":1}}`, `an item without a name`},
		{`{"type":"equip","item":"shield","slot":"nose"}`, "must be one of hand, off_hand"},
		{`{"type":"wait","until":"tomorrow"}`, `must be "day" or "night"`},
		{`{"type":"chat","message":"a\nb"}`, "one line"},
		{`{"type":"chat","message":"` + strings.Repeat("x", 257) + `"}`, "at most 256"},
		{`{"type":"deposit","item":"stone"}`, `needs a position`},
		{`[]`, "a JSON object"},
		{`null`, "not null"},
	} {
		var a game.Action
		err := json.Unmarshal([]byte(c.in), &a)
		if c.in == "null" { // json.Unmarshal never calls the method for null
			err = a.UnmarshalJSON([]byte(c.in))
		}
		if err == nil {
			err = a.Validate()
		}
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: got %v, want a sentence with %q", c.in, err, c.want)
		}
	}
}

// Every catalogue field must have a Go field behind it, or it would silently
// never be read, written or checked.
func TestCatalogueFieldsAreBacked(t *testing.T) {
	codes := map[game.Code]bool{}
	for _, c := range game.GeneralCodes() {
		codes[c] = true
	}
	for _, k := range game.Catalogue() {
		if k.Doc == "" || k.Complete == "" {
			t.Errorf("%s has no words", k.Kind)
		}
		for _, f := range k.Fields {
			if f.Doc == "" {
				t.Errorf("%s %s has no words", k.Kind, f.Name)
			}
			if v, _ := (&game.Action{Kind: k.Kind}).Field(f.Name); v == nil {
				t.Errorf("%s: the field %q has no Go field behind it", k.Kind, f.Name)
			}
			if (f.Type == game.TypePosition) != (f.Name == game.FieldPosition) {
				t.Errorf("%s: only %q is a position", k.Kind, game.FieldPosition)
			}
		}
		for _, name := range k.AnyOf {
			if _, ok := k.Field(name); !ok {
				t.Errorf("%s: AnyOf names %q, which it has not", k.Kind, name)
			}
		}
		for _, c := range k.Codes {
			if c != game.CodeDenied && c != game.CodeDied && codes[c] {
				t.Errorf("%s lists the general code %q", k.Kind, c)
			}
		}
	}
	if got, want := len(game.V1Kinds()), 7; got != want {
		t.Errorf("%d kinds of the base protocol, want %d", got, want)
	}
}

func TestCloneSharesNothing(t *testing.T) {
	a := game.Action{Kind: game.Build, At: &game.Pos{X: 1}, Until: &game.Until{Count: 1}, Edits: []game.Edit{{X: 1}}}
	b := a.Clone()
	b.At.X, b.Until.Count, b.Edits[0].X = 2, 2, 2
	if a.At.X != 1 || a.Until.Count != 1 || a.Edits[0].X != 1 {
		t.Fatal("a change of the copy reached the original")
	}
}

func FuzzActionJSON(f *testing.F) {
	for _, s := range []string{
		`{"id":"a","type":"goto","x":1,"y":2,"z":3}`, `{"type":"mine","target":"stone","quantity":3}`,
		`{"type":"build","edits":[{"x":1,"y":2,"z":3,"block":"stone"}]}`, `{"type":"wait","until":"day"}`, `{"type":1}`,
	} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		var a game.Action
		if json.Unmarshal(data, &a) != nil || a.Validate() != nil {
			return
		}
		out, err := json.Marshal(a)
		if err != nil {
			t.Fatal(err)
		}
		var b game.Action
		if err := json.Unmarshal(out, &b); err != nil {
			t.Fatalf("%s does not read back: %v", out, err)
		}
		if !reflect.DeepEqual(a, b) {
			t.Fatalf("%s reads back as %+v, was %+v", out, b, a)
		}
		_ = a.Describe()
	})
}
