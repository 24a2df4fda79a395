package planner_test

import (
	"context"
	"errors"
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/minehand/minehand/game"
	"github.com/minehand/minehand/planner"
)

// v2Body is a body with every kind, v1Body one of the base protocol.
func v2Body(version string) game.BodyInfo {
	var kinds []game.Kind
	for _, k := range game.Catalogue() {
		kinds = append(kinds, k.Kind)
	}
	return game.BodyInfo{ID: "sim", Protocol: game.ProtocolV2, Version: version, Actions: kinds, Owner: "Alex"}
}

func v1Body(version string) game.BodyInfo {
	return game.BodyInfo{ID: "mod", Protocol: game.ProtocolV1, Version: version, Actions: game.V1Kinds()}
}

// holding makes a state from "item=count" words.
func holding(words string) game.State {
	s := game.State{Position: &game.Vec3{X: 0.5, Y: 64, Z: 0.5}, Dimension: "overworld", GameMode: "survival"}
	for i, w := range strings.Fields(words) {
		item, n, _ := strings.Cut(w, "=")
		count := 1
		if n != "" {
			fmt.Sscan(n, &count)
		}
		s.Inventory = append(s.Inventory, game.Stack{Slot: i, Item: item, Count: count})
	}
	return s
}

func TestTryGoal(t *testing.T) {
	goal := os.Getenv("GOAL")
	if goal == "" {
		t.Skip()
	}
	body := v2Body(os.Getenv("V"))
	if os.Getenv("V1") != "" {
		body = v1Body(os.Getenv("V"))
	}
	b := planner.NewBuiltin(planner.Config{})
	p, err := b.Plan(context.Background(), game.Request{Goal: goal, Body: body, State: holding(os.Getenv("INV"))})
	t.Log(p.Goal.Reading, p.Goal.Checks, err)
	for _, s := range p.Steps {
		t.Logf("  %-40s %6.1f %s %v %v [%s] %s", s.Action.Describe(), s.Seconds, s.Action.Fuel, s.Needs, s.Expect.Gains, s.Group, s.Why)
	}
	_ = errors.Is
}
