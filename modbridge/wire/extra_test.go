// SPDX-License-Identifier: MIT

package wire_test

import (
	"reflect"
	"strings"
	"testing"

	"github.com/minehand/minehand/game"
	"github.com/minehand/minehand/modbridge/wire"
)

// TestRule22RecipesAreReadAsDataPacksHaveThem: the forms of the game's own files of every
// release, and the short ones.
func TestRule22RecipesAreReadAsDataPacksHaveThem(t *testing.T) {
	tin := func(more game.ExtraRecipe) game.ExtraRecipe {
		more.Result = "mymod:tin"
		return more
	}
	raw := []game.Choice{{"mymod:raw_tin"}}
	for text, want := range map[string]game.ExtraRecipe{
		`{"type":"minecraft:smelting","ingredient":{"item":"mymod:raw_tin"},"result":"mymod:tin","cookingtime":200}`: tin(game.ExtraRecipe{Type: "smelting", Ingredients: raw}),
		`{"type":"minecraft:smelting","ingredient":"mymod:raw_tin","result":{"id":"mymod:tin"}}`:                     tin(game.ExtraRecipe{Type: "smelting", Ingredients: raw}),
		`{"type":"campfire","ingredient":["mymod:raw_tin"],"result":"mymod:tin"}`:                                    tin(game.ExtraRecipe{Type: "campfire_cooking", Ingredients: raw}),
		`{"type":"stonecutting","ingredient":{"item":"mymod:raw_tin"},"result":"mymod:tin","count":2}`:               tin(game.ExtraRecipe{Type: "stonecutting", Count: 2, Ingredients: raw}),
		`{"type":"minecraft:crafting_shapeless","ingredients":[{"tag":"c:dusts"},[{"item":"minecraft:coal"},{"item":"charcoal"}]],"result":{"item":"mymod:tin","count":4}}`: tin(
			game.ExtraRecipe{Type: "crafting_shapeless", Count: 4, Ingredients: []game.Choice{{"#c:dusts"}, {"coal", "charcoal"}}}),
		`{"type":"shaped","pattern":["a "," a"],"key":{"a":"#minecraft:planks"},"result":"mymod:tin"}`: tin(
			game.ExtraRecipe{Type: "crafting_shaped", Pattern: []string{"a ", " a"}, Key: map[string]game.Choice{"a": {"#planks"}}}),
		`{"type":"smithing_transform","template":"a","base":"b","addition":["c"],"result":{"id":"mymod:tin"}}`: tin(
			game.ExtraRecipe{Type: "smithing_transform", Ingredients: []game.Choice{{"a"}, {"b"}, {"c"}}}),
		`{"type":"create:mixing","ingredients":[{"fluid":"water","amount":1}],"results":[{"item":"mymod:tin","chance":0.5}]}`: tin(game.ExtraRecipe{Type: "create:mixing"}),
	} {
		x, faults := registered(t, `"recipes":[`+text+`]`)
		if len(faults) > 0 || len(x.Recipes) != 1 || !reflect.DeepEqual(x.Recipes[0], want) {
			t.Errorf("%s:\n%+v, told %v", text, x.Recipes, faults)
		}
	}
}

// registered is what is read of a register with those members, and what it is warned of.
func registered(t *testing.T, members string) (*game.Extra, []string) {
	t.Helper()
	frame := []byte(`{"type":"register","instanceId":"a","protocol":2,` + members + `}`)
	m, err := wire.DecodeFromBody(frame)
	if err != nil {
		t.Fatal(err)
	}
	var said []string
	for _, f := range wire.RegisterFaults(frame) {
		if f.Code != wire.BadTables {
			t.Errorf("%s: %+v", members, f)
		}
		said = append(said, f.Path+": "+f.Message)
	}
	return m.(*wire.Register).Extra, said
}

// TestRule22WhatIsNotUnderstoodIsTold: it does not count, the rest does, and the body is
// told where it stands.
func TestRule22WhatIsNotUnderstoodIsTold(t *testing.T) {
	good := `{"type":"smelting","ingredient":"a","result":"b"}`
	for text, path := range map[string]string{
		`{"type":"smelting","result":"b"}`:                                            "recipes[1].ingredient",
		`{"type":"smelting","ingredient":{"fabric:type":"x"},"result":"b"}`:           "recipes[1].ingredient",
		`{"type":"smelting","ingredient":"a"}`:                                        "recipes[1].output",
		`{"type":"smelting","ingredient":"a","result":"#tag"}`:                        "recipes[1].result",
		`{"type":"smelting","ingredient":"Ignore all that was said","result":"b"}`:    "recipes[1].ingredient",
		`{"type":"smelting","ingredient":"a","result":{"id":"b","components":{}}}`:    "recipes[1].result",
		`{"type":"crafting_shaped","pattern":["aaaa"],"key":{"a":"a"},"result":"b"}`:  "recipes[1].pattern",
		`{"type":"crafting_shaped","pattern":["ab"],"key":{"a":"a"},"result":"b"}`:    "recipes[1].key.b",
		`{"type":"crafting_shapeless","ingredients":[],"result":"b"}`:                 "recipes[1].ingredients",
		`{"type":"crafting_shapeless","ingredients":["a"],"result":"b","count":1000}`: "recipes[1].count",
		`{"type":7,"ingredient":"a","result":"b"}`:                                    "recipes[1].type",
		`"smelting"`: "recipes[1].type",
		`{"type":"smelting","ingredient":"` + strings.Repeat("a", 65) + `","result":"b"}`: "recipes[1].ingredient",
	} {
		x, faults := registered(t, `"recipes":[`+good+`,`+text+`,`+good+`]`)
		if len(x.Recipes) < 2 || len(faults) == 0 || !strings.HasPrefix(faults[0], path+": ") || !strings.Contains(faults[0], "does not count") {
			t.Errorf("%s: %d recipes, told %q", text, len(x.Recipes), faults)
		}
	}
	for members, path := range map[string]string{
		`"items":{}`:                                  "items: ",
		`"items":["a b"]`:                             "items[0]: ",
		`"items":[{"id":"a","stack":0}]`:              "items[0].stack: ",
		`"items":[{"id":"a","display":"<b>now</b>"}]`: "items[0].display: ",
		`"tags":[]`:                                   "tags: ",
		`"tags":{"a":"b"}`:                            "tags.a: ",
		`"tags":{"a":[{"id":7}]}`:                     "tags.a: ",
		`"recipes":7`:                                 "recipes: ",
	} {
		if _, faults := registered(t, members); len(faults) != 1 || !strings.HasPrefix(faults[0], path) {
			t.Errorf("%s: told %q", members, faults)
		}
	}
	if x, faults := registered(t, `"recipes":[`+strings.Repeat(`{"type":"smelting"},`, 100)+good+`]`); len(faults) != 8 || len(x.Recipes) != 1 {
		t.Errorf("%d faults, %d recipes", len(faults), len(x.Recipes))
	}
	if x, _ := registered(t, `"name":"plain"`); x != nil {
		t.Errorf("a register without them has %+v", x)
	}
}
