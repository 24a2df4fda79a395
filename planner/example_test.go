// SPDX-License-Identifier: MIT

package planner_test

import (
	"context"
	"fmt"
	"strings"

	"github.com/minehand/minehand/game"
	"github.com/minehand/minehand/llm"
	"github.com/minehand/minehand/llm/scripted"
	"github.com/minehand/minehand/planner"
	"github.com/minehand/minehand/planner/model"
)

// mine is a Providers with one provider.
type mine struct{ provider llm.Provider }

func (m mine) Default() string                       { return "mine" }
func (m mine) Provider(string) (llm.Provider, error) { return m.provider, nil }
func (m mine) At(string) (llm.Provider, error)       { return m.provider, nil }

// A goal that can be read is planned at once; another one by a model, whose plan
// is completed.
func ExampleAuto() {
	script, err := scripted.Parse(strings.NewReader(`{"reply": "Sure! {'commands': [{'action': 'craft', 'item': 'torches', 'quantity': 4}]}"}`))
	if err != nil {
		fmt.Println(err)
		return
	}
	builtin := planner.NewBuiltin(planner.Config{})
	auto := planner.NewAuto(builtin, model.New(builtin.Library(), mine{scripted.New(script)}, model.Config{}), planner.AutoName)
	state := game.State{Inventory: []game.Stack{{Item: "coal", Count: 1}, {Item: "oak_planks", Count: 2}}}
	body := game.BodyInfo{Protocol: game.ProtocolV1, Version: "1.21.5", Actions: game.V1Kinds()}
	for _, goal := range []string{"craft 4 sticks", "I am afraid of the dark"} {
		plan, err := auto.Plan(context.Background(), game.Request{Goal: goal, Body: body, State: state})
		if err != nil {
			fmt.Println(err)
			return
		}
		fmt.Println("By", plan.PlannedBy)
		for _, s := range plan.Steps {
			fmt.Printf("  %s (%s)\n", s.Action.Describe(), s.Source)
		}
	}
	// Output:
	// By built-in planner
	//   Craft 4 sticks (built-in)
	// By mine/scripted
	//   Craft 4 sticks (completing)
	//   Craft 4 torches (model)
}
