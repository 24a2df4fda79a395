// SPDX-License-Identifier: MIT

package orchestrator_test

import (
	"context"
	"fmt"
	"os"
	"time"

	"github.com/minehand/minehand/game"
	"github.com/minehand/minehand/orchestrator"
	"github.com/minehand/minehand/orchestrator/bodytest"
	"github.com/minehand/minehand/orchestrator/journal"
)

// digger plans one action for every goal.
type digger struct{}

func (digger) Plan(context.Context, game.Request) (game.Plan, error) {
	return game.Plan{
		PlannedBy: "the example",
		Goal:      game.Goal{Clauses: game.Clauses([]game.Check{{Kind: game.CheckHave, Items: []string{"diamond"}, Count: 3}})},
		Steps: []game.Step{{
			Action: game.Action{Kind: game.Mine, Target: "diamond_ore", Quantity: 3},
			Expect: game.Expect{Gains: []game.Gain{{Items: []string{"diamond"}, Min: 3}}},
		}},
	}, nil
}

func Example() {
	dir, err := os.MkdirTemp("", "example-")
	if err != nil {
		fmt.Println(err)
		return
	}
	defer os.RemoveAll(dir)
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	j, err := journal.Open(ctx, dir)
	if err != nil {
		fmt.Println(err)
		return
	}
	defer j.Close()
	o, err := orchestrator.New(ctx, orchestrator.Config{Planner: digger{}, Journal: j})
	if err != nil {
		fmt.Println(err)
		return
	}
	ended := make(chan error, 1)
	go func() { ended <- o.Run(ctx) }()
	defer func() { cancel(); <-ended }()

	body := bodytest.New("steve", game.ProtocolV2)
	body.Takes = time.Millisecond
	body.Drops = map[string]string{"diamond_ore": "diamond"}
	o.Attach(body)

	events := make(chan orchestrator.Event, 100)
	o.Listen(func(e orchestrator.Event) { events <- e })
	if _, err := o.Submit(ctx, "steve", orchestrator.Submission{Goal: "get 3 diamonds"}); err != nil {
		fmt.Println(err)
		return
	}
	for e := range events {
		switch {
		case e.Kind == orchestrator.EventAction && e.Action.Verdict != "":
			fmt.Println(e.Action.Step.Action.Describe()+":", e.Action.Verdict)
		case e.Kind == orchestrator.EventTask && e.Task.State.Ended():
			fmt.Println(e.Task.State, "planned by", e.Task.PlannedBy)
			return
		}
	}
	// Output:
	// Mine 3 diamond ore: confirmed
	// complete planned by the example
}
