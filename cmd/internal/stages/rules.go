// SPDX-License-Identifier: MIT

package stages

import (
	"bytes"
	"fmt"

	"github.com/minehand/minehand/game"
	"github.com/minehand/minehand/game/data"
	"github.com/minehand/minehand/llm/scripted"
	"github.com/minehand/minehand/missions"
	"github.com/minehand/minehand/sim/fault"
)

// Rules are what missions are checked against.
type Rules struct{}

// Version implements missions.Rules. The rules of the nearest version, which play
// takes, would be another world than the one that a mission names.
func (Rules) Version(version string) error {
	v, err := data.Load(version)
	if err == nil && v.Name != v.Requested {
		err = fmt.Errorf("there is no world of Minecraft %s; use a release from %s to %s", version, data.Versions()[0], data.Newest())
	}
	return err
}

// Item implements missions.Rules.
func (Rules) Item(version, name string) error {
	v, err := data.Load(version)
	if err != nil {
		return err
	}
	if _, ok := v.Item(game.Name(name)); !ok {
		return fmt.Errorf("%q is no item of Minecraft %s; use its id, such as oak_log", name, v.Name)
	}
	return nil
}

// Block implements missions.Rules.
func (Rules) Block(version, name string) error {
	v, err := data.Load(version)
	if err != nil {
		return err
	}
	if _, ok := v.Block(game.Name(name)); !ok {
		return fmt.Errorf("%q is no block of Minecraft %s; use its id, such as cobblestone", name, v.Name)
	}
	return nil
}

// Replies implements missions.Rules.
func (Rules) Replies(replies []byte) error {
	_, err := scripted.Parse(bytes.NewReader(replies))
	return err
}

// Fault implements missions.Rules.
func (Rules) Fault(f missions.Fault) error {
	return fault.Moment{Action: f.At, What: fault.What(f.What), For: f.For, Code: f.Code}.Check()
}

// Chance implements missions.Rules.
func (Rules) Chance(text string) error {
	plan, err := fault.Parse(text)
	if err == nil && len(plan.Moments) > 0 {
		return fmt.Errorf("%s belongs to an action: write it under faults", plan.Moments[0])
	}
	return err
}
