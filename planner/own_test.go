// SPDX-License-Identifier: MIT

package planner_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/minehand/minehand/game"
	"github.com/minehand/minehand/modbridge/wire"
	"github.com/minehand/minehand/planner"
)

// moddedBody is a body whose game has a mod, as it registers.
func moddedBody(t *testing.T, members string) game.BodyInfo {
	t.Helper()
	m, err := wire.DecodeFromBody([]byte(`{"type":"register","instanceId":"a","protocol":2,` + members + `}`))
	if err != nil {
		t.Fatal(err)
	}
	body := v2Body("1.21.5")
	body.Extra = m.(*wire.Register).Extra
	return body
}

const brassMod = `"items":["brass:zinc_ore","brass:x10_part","brass:3d_glasses",{"id":"brass:zinc_ingot","display":"Zinc Ingot"},{"id":"brass:peat","fuelTicks":1600},{"id":"brass:cog_lg","display":"Large Cog"},{"id":"brass:hammer","leaves":"brass:hammer","durability":60}],
"tags":{"c:ingots/zinc":["brass:zinc_ingot"],"minecraft:planks":["brass:ebony_planks"]},
"recipes":[
{"type":"minecraft:crafting_shapeless","ingredients":["andesite","#c:ingots/zinc"],"result":{"id":"brass:alloy","count":2}},
{"type":"crafting_shaped","pattern":["A","A"],"key":{"A":"brass:alloy"},"result":"brass:shaft","count":8},
{"type":"crafting_shaped","pattern":["PPP","PPP","PPP"],"key":{"P":"#planks"},"result":"brass:crate"},
{"type":"smelting","ingredient":{"item":"brass:crushed_zinc"},"result":"brass:zinc_ingot"},
{"type":"crafting_shapeless","ingredients":["brass:hammer","brass:zinc_ingot"],"result":"brass:zinc_sheet"},
{"type":"crafting_shapeless","ingredients":["brass:alloy"],"result":"brass:cog_lg"},
{"type":"brass:mixing","ingredients":["x"],"results":[{"item":"brass:brass_ingot"}]},
{"type":"crafting_shapeless","ingredients":["brass:brass_ingot"],"result":"brass:brass_hand"},
{"type":"crafting_shapeless","ingredients":["#brass:unlisted"],"result":"brass:odd"},
{"type":"stonecutting","ingredient":"brass:alloy","result":"brass:bracket","count":3},
{"type":"smithing_transform","template":"brass:plan","base":"iron_pickaxe","addition":"brass:alloy","result":"brass:pickaxe"},
{"type":"campfire_cooking","ingredient":"brass:alloy","result":"brass:toast"}]`

// TestRule22AModsRecipesArePlanned: what a body's game makes is asked for in a player's
// words and by its ids, and planned with what the release itself has.
func TestRule22AModsRecipesArePlanned(t *testing.T) {
	body := moddedBody(t, brassMod)
	for goal, c := range map[string]struct{ held, last string }{
		"get 3 brass:shaft":          {"brass:crushed_zinc=5", "Craft 8 shafts"},
		"make two large cogs":        {"brass:alloy=2", "Craft 2 cog lgs"}, // what is said is of the id
		"make 5 alloys":              {"brass:crushed_zinc=5", "Craft 6 alloys"},
		"craft 2 Brass Shafts":       {"brass:alloy=2", "Craft 8 shafts"},
		"get 4 zinc ingots":          {"brass:crushed_zinc=5", "Smelt 4 crushed zincs"},
		"make a crate":               {"brass:ebony_planks=9 crafting_table=1", "Craft 1 crate"},
		"get 6 brackets":             {"brass:alloy=2 stonecutter=1", "Craft 6 brackets"},
		"get a brass:pickaxe":        {"brass:plan=1 brass:alloy=1 iron_pickaxe=1 smithing_table=1", "Smith 1 pickaxe"},
		"drop 2 brass:x10_part":      {"brass:x10_part=2", "Drop 2 x10 parts"},
		"drop 1 3d glasses":          {"brass:3d_glasses=2", "Drop 1 3d glasses"},
		"drop 2 zinc ingots":         {"brass:zinc_ingot=2", "Drop 2 zinc ingots"},
		"mine 3 brass:zinc_ore":      {"", "Mine 3 zinc ore"},
		"place a brass:crate":        {"brass:crate=1", "Place crate"},
		"smelt 2 brass:crushed_zinc": {"brass:crushed_zinc=2 furnace=1 brass:peat=1", "Smelt 2 crushed zincs"},
		"get 3 diamonds":             {"", "Mine 3 diamond ore"},
	} {
		p, err := planner.NewBuiltin(planner.Config{}).Plan(t.Context(), game.Request{Goal: goal, Body: body, State: holding(c.held)})
		if err != nil || len(p.Steps) == 0 {
			t.Errorf("%s: %v", goal, err)
			continue
		}
		last := p.Steps[len(p.Steps)-1].Action.Describe()
		if last != c.last {
			t.Errorf("%s: ends with %q, not %q", goal, last, c.last)
		}
		makes := slices.ContainsFunc(p.Steps, func(s game.Step) bool {
			return (s.Action.Kind == game.Craft || s.Action.Kind == game.Smith) && strings.HasPrefix(s.Action.Recipe, "brass:") || strings.HasPrefix(s.Action.Item, "brass:") && s.Action.Kind == game.Smelt
		})
		if told := strings.Contains(strings.Join(p.Notices, " "), "was told by your game"); told != makes {
			t.Errorf("%s: notices %q", goal, p.Notices)
		}
		// Without the mod these are no goals.
		if _, err := planner.NewBuiltin(planner.Config{}).Plan(t.Context(), game.Request{Goal: goal, Body: v2Body("1.21.5"), State: holding("")}); err == nil && goal != "get 3 diamonds" {
			t.Errorf("%s is planned for a body without the mod", goal)
		}
	}
}

// TestRule22TagsWidenTheReleasesRecipes: what a body's game has in a tag of the release is
// a thing of it, and serves where the release takes that tag; coal and charcoal, which the
// game writes out for a torch, are not taken for one.
func TestRule22TagsWidenTheReleasesRecipes(t *testing.T) {
	body := moddedBody(t, `"tags":{"planks":["wood:ebony_planks","#wood:rare"],"wood:rare":["wood:amber_planks"],"coals":["wood:peat"],"stone_tool_materials":["wood:slate"]}`)
	for goal, c := range map[string]struct{ held, last string }{
		"get 4 sticks":         {"wood:ebony_planks=1 wood:amber_planks=1", "Craft 4 sticks"},
		"make a stick":         {"oak_planks=2", "Craft 4 sticks"},
		"make a chest":         {"wood:amber_planks=8 crafting_table=1", "Craft 1 chest"},
		"drop 1 ebony planks":  {"wood:ebony_planks=1", "Drop 1 ebony plank"},
		"make a stone pickaxe": {"wood:slate=3 stick=2 crafting_table=1", "Craft 1 stone pickaxe"},
		"craft 4 torches":      {"wood:peat=1 stick=1", "Craft 4 torches"},
	} {
		p, err := planner.NewBuiltin(planner.Config{}).Plan(t.Context(), game.Request{Goal: goal, Body: body, State: holding(c.held)})
		if err != nil || len(p.Steps) == 0 || p.Steps[len(p.Steps)-1].Action.Describe() != c.last {
			t.Errorf("%s: %+v, %v", goal, p.Steps, err)
			continue
		}
		if gathers := p.Steps[0].Action.Kind == game.Mine; gathers != (strings.Contains(c.held, "peat") || strings.Contains(c.held, "slate")) {
			t.Errorf("%s of %s: %s", goal, c.held, game.DescribeAll(actionsOf(p)))
		}
	}
}

// TestRule22WhatIsNotKnownIsNamed: a machine, a tag that was not sent, a thing of which
// nobody told where it is found.
func TestRule22WhatIsNotKnownIsNamed(t *testing.T) {
	body := moddedBody(t, brassMod)
	for goal, want := range map[string]string{
		"get 3 brass hands":    "What is held does not suffice for 3 brass hands, however it is shared out; brass ingot is made by brass:mixing, which nobody told me how to do: get it first, then ask again",
		"get a brass hand":     "Brass hand needs brass ingot, and brass ingot is made by brass:mixing, which nobody told me how to do: get it first, then ask again",
		"get 1 brass:toast":    "Toast is made on a campfire, which I do not cook at: get it first, then ask again",
		"get 2 brass:odd":      "Odd is made of the tag #brass:unlisted, which your game did not list: get it first, then ask again",
		"get 3 brass:zinc_ore": "Your game told of no way to make zinc ore, and where it is found is not known: get it first, or say what to mine for it",
		"make 2 shafts":        "Shaft needs alloy, and alloy needs zinc ingot, and zinc ingot needs crushed zinc, and your game told of no way to make crushed zinc, and where it is found is not known: get it first, or say what to mine for it",
	} {
		held := ""
		if strings.HasPrefix(want, "What is held") {
			held = "brass:brass_ingot=2"
		}
		_, err := planner.NewBuiltin(planner.Config{}).Plan(t.Context(), game.Request{Goal: goal, Body: body, State: holding(held)})
		if err == nil || err.Error() != want {
			t.Errorf("%s: %v", goal, err)
		}
	}
}

// TestRule22CompleteRecipesStandForThoseOfTheRelease: a pack that changed what a stick is
// made of is planned by its own rules.
func TestRule22CompleteRecipesStandForThoseOfTheRelease(t *testing.T) {
	body := moddedBody(t, `"recipesComplete":true,"recipes":[{"type":"crafting_shapeless","ingredients":["oak_log"],"result":"stick"}]`)
	p, err := planner.NewBuiltin(planner.Config{}).Plan(t.Context(), game.Request{Goal: "get 2 sticks", Body: body, State: holding("")})
	if err != nil || len(p.Steps) != 2 || p.Steps[0].Action.Describe() != "Mine 2 oak logs" || p.Steps[1].Action.Describe() != "Craft 2 sticks" {
		t.Errorf("%+v, %v", p.Steps, err)
	}
	if _, err := planner.NewBuiltin(planner.Config{}).Plan(t.Context(), game.Request{Goal: "make a chest", Body: body, State: holding("oak_planks=20")}); err == nil {
		t.Error("a chest is made by a recipe that the pack does not have")
	}
}

// TestRule22AModsNamesTakeNoWordsAway: what is said of the release's own things means
// them, whatever a mod calls its own.
func TestRule22AModsNamesTakeNoWordsAway(t *testing.T) {
	body := moddedBody(t, `"items":[{"id":"evil:a","display":"Wood"},{"id":"evil:diamond","display":"Diamonds"},{"id":"evil:b","display":"Iron Armor"},{"id":"evil:c","display":"Logs"}]`)
	plain, modded := planner.NewBuiltin(planner.Config{}), planner.NewBuiltin(planner.Config{})
	for _, goal := range []string{"get 3 wood", "get 3 diamonds", "make iron armor", "get 4 logs"} {
		a, err := plain.Plan(t.Context(), game.Request{Goal: goal, Body: v2Body("1.21.5"), State: holding("")})
		if err != nil {
			t.Fatal(err)
		}
		b, err := modded.Plan(t.Context(), game.Request{Goal: goal, Body: body, State: holding("")})
		if err != nil || game.DescribeAll(actionsOf(a)) != game.DescribeAll(actionsOf(b)) {
			t.Errorf("%s: %v", goal, err)
		}
	}
}

func actionsOf(p game.Plan) (list []game.Action) {
	for i := range p.Steps {
		list = append(list, p.Steps[i].Action)
	}
	return list
}
