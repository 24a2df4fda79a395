// SPDX-License-Identifier: MIT

package modbridge_test

import (
	"fmt"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/minehand/minehand/game"
	"github.com/minehand/minehand/modbridge"
	"github.com/minehand/minehand/modbridge/wire"
)

// someItems is a lexicon of two items.
type someItems struct{}

func (someItems) IsItem(name string) (string, bool) {
	switch name {
	case "oak_log", "torch":
		return name, true
	case "oak log", "oak_logs":
		return "oak_log", false
	}
	return "", false
}

func (someItems) Stack(name string) int { return map[string]int{"oak_log": 64, "torch": 64}[name] }

const fits = `"position":{"x":0,"y":64,"z":0},"health":20,"hunger":20,"saturation":5,"gameMode":"survival"`

// TestRule13EachFaultIsToldOnce: each fault gives one sentence to whoever runs the
// body, and one warning with path and nearest form to the body, however often it
// comes again.
func TestRule13EachFaultIsToldOnce(t *testing.T) {
	state := func(data string) string {
		return `{"type":"state_update","instanceId":"b","data":{` + data + `}}`
	}
	for _, c := range []struct {
		name, frame string
		code        wire.FaultCode
		path, told  string
	}{
		{"a display name", state(fits + `,"dimension":"overworld","inventory":[{"slot":0,"item":"torch","count":1},{"slot":3,"item":"Oak Log","count":2}]`), wire.UnknownItem, "data.inventory[1].item", `its name may be "oak_log"`},
		{"an unknown item", state(fits + `,"dimension":"overworld","inventory":[{"slot":0,"item":"mymod:gear","count":1}]`), wire.UnknownItem, "data.inventory[0].item", `"mymod:gear", which is no item`},
		{"a slot above 40", state(fits + `,"dimension":"overworld","inventory":[{"slot":41,"item":"torch","count":1}]`), wire.BadSlot, "data.inventory[0].slot", "from 0 to 40, not 41"},
		{"a count of 0", state(fits + `,"dimension":"overworld","inventory":[{"slot":1,"item":"torch","count":0}]`), wire.BadStack, "data.inventory[0].count", "from 1 to 64"},
		{"more than fits in a slot", state(fits + `,"dimension":"overworld","inventory":[{"slot":5,"item":"torch","count":500}]`), wire.BadStack, "data.inventory[0].count", "slot 5 holds 500 of torch"},
		{"no inventory", state(fits + `,"dimension":"overworld"`), wire.NoInventory, "data.inventory", "send a list of {slot, item, count}"},
		{"an inventory that is no list", state(fits + `,"dimension":"overworld","inventory":{"torch":3}`), wire.BadInventory, "data.inventory", "inventory is no list"},
		{"an unknown dimension", state(fits + `,"dimension":"Nether","inventory":[]`), wire.UnknownDimension, "data.dimension", `it may be meant for "the_nether"`},
		{"health as text", state(strings.Replace(fits, "20", `"20"`, 1) + `,"dimension":"overworld","inventory":[]`), wire.BadNumber, "data.health", `health has to be a number from 0 to 1024, not "20"`},
		{"a game mode in capitals", state(strings.Replace(fits, "survival", "SURVIVAL", 1) + `,"dimension":"overworld","inventory":[]`), wire.UnknownGameMode, "data.gameMode", "in lower case"},
		{"a terminal message for nothing", `{"type":"action_complete","instanceId":"b","actionId":"x","result":{"success":true}}`, wire.UnknownAction, "actionId", `no action "x" was sent`},
		{"an unknown type", `{"type":"weather","instanceId":"b"}`, wire.FrameDropped, "type", `unknown message type "weather"`},
		{"an unknown type, but for a letter", `{"type":"action_completed","instanceId":"b"}`, wire.FrameDropped, "type", `it may be meant for "action_complete"`},
		{"a misnamed type", `{"typ":"log","instanceId":"b"}`, wire.FrameDropped, "", `"typ" in it may be meant for "type"`},
		{"a misnamed member", state(strings.Replace(fits, "gameMode", "gamemode", 1) + `,"dimension":"overworld","inventory":[]`), wire.BadMember, "data.gamemode", `no member "gamemode"; it may be meant for "gameMode"`},
		{"a misnamed id", `{"type":"action_complete","instanceId":"b","action_id":"x","result":{"success":true}}`, wire.UnknownAction, "actionId", `"action_id" in it may be meant for "actionId"`},
		{"no JSON", `{"type":`, wire.FrameDropped, "", "no JSON"},
		{"another body", `{"type":"log","instanceId":"c","message":"hi"}`, wire.FrameDropped, "instanceId", "its instanceId is another one"},
	} {
		t.Run(c.name, func(t *testing.T) {
			bubble(t, both, func(t *testing.T, protocol int) {
				var mu sync.Mutex
				var told []string
				h := newHouse(t, modbridge.Config{
					Names:     func(game.BodyInfo) wire.Lexicon { return someItems{} },
					Complaint: func(_, text string) { mu.Lock(); defer mu.Unlock(); told = append(told, text) },
				})
				b := h.dial("b", protocol)
				b.register(wire.Register{})
				for range 100 {
					b.raw(c.frame)
					time.Sleep(time.Second)
				}
				synctest.Wait()
				mu.Lock()
				defer mu.Unlock()
				if len(told) != 1 || !strings.Contains(told[0], c.told) {
					t.Errorf("told %q, want one with %q", told, c.told)
				}
				b.mu.Lock()
				defer b.mu.Unlock()
				switch {
				case protocol < 2:
					if len(b.warnings) != 0 {
						t.Errorf("version 1 was warned: %+v", b.warnings[0])
					}
				case len(b.warnings) != 1:
					t.Errorf("%d warnings", len(b.warnings))
				default:
					if w := b.warnings[0]; w.Code != c.code || w.Path != c.path || !strings.Contains(w.Message, c.told) {
						t.Errorf("warned of %+v, want %s at %q", *w, c.code, c.path)
					}
				}
			})
		})
	}
}

// TestRule13V1AndV2AnActionEndsOnce: the second end is dropped and told.
func TestRule13V1AndV2AnActionEndsOnce(t *testing.T) {
	bubble(t, both, func(t *testing.T, protocol int) {
		var mu sync.Mutex
		var told []string
		h := newHouse(t, modbridge.Config{Complaint: func(_, text string) { mu.Lock(); defer mu.Unlock(); told = append(told, text) }})
		b := h.join("b", protocol)
		done := atWork(t, b, h.session("b"), "1")
		b.fail("1", "no planks", game.CodeMissingItem)
		b.complete("1")
		synctest.Wait()
		done.outcome(t)
		mu.Lock()
		defer mu.Unlock()
		if len(told) != 1 || !strings.Contains(told[0], `the action "1" has ended already`) {
			t.Errorf("told %q", told)
		}
	})
}

// TestWhatABodyCannotBeAskedIsTold: registered names the kinds that are taken and
// those that are not, each of them is warned of, and the person is told.
func TestWhatABodyCannotBeAskedIsTold(t *testing.T) {
	bubble(t, []int{2}, func(t *testing.T, protocol int) {
		var mu sync.Mutex
		var told []string
		h := newHouse(t, modbridge.Config{Complaint: func(_, text string) { mu.Lock(); defer mu.Unlock(); told = append(told, text) }})
		b := h.dial("b", protocol)
		reg := b.register(wire.Register{Capabilities: &wire.Capabilities{Actions: []game.Kind{"mine", "Walk", "teleport", "open_inventory"}}})
		synctest.Wait()
		if fmt.Sprint(reg.AcceptedActions) != "[mine]" || len(reg.RejectedActions) != 3 || !strings.Contains(reg.RejectedActions["Walk"], `"goto"`) {
			t.Errorf("accepted %v, rejected %v", reg.AcceptedActions, reg.RejectedActions)
		}
		b.mu.Lock()
		defer b.mu.Unlock()
		if len(b.warnings) != 3 || b.warnings[0].Path != "capabilities.actions[1]" || b.warnings[0].Code != wire.UnknownCapability {
			t.Errorf("%d warnings", len(b.warnings))
		}
		mu.Lock()
		defer mu.Unlock()
		if len(told) != 3 {
			t.Errorf("told %q", told)
		}
	})
}

// countedItems counts how often it is asked.
type countedItems struct {
	someItems
	looked int
}

func (c *countedItems) IsItem(name string) (string, bool) {
	c.looked++
	return c.someItems.IsItem(name)
}

// TestRule13AfterAFaultItIsLookedAgainSoon: states of a body that long sent none are
// looked at rarely; with one there may be others.
func TestRule13AfterAFaultItIsLookedAgainSoon(t *testing.T) {
	bubble(t, both, func(t *testing.T, protocol int) {
		told, names := 0, &countedItems{}
		h := newHouse(t, modbridge.Config{
			Names:     func(game.BodyInfo) wire.Lexicon { return names },
			Complaint: func(string, string) { told++ },
		})
		b := h.join("b", protocol)
		holding := func(item string) {
			b.raw(`{"type":"state_update","instanceId":"b","data":{` + fits + `,"dimension":"overworld","inventory":[{"slot":0,"item":"` + item + `","count":1}]}}`)
			synctest.Wait()
		}
		for range 100 {
			holding("torch")
			time.Sleep(time.Second)
		}
		if names.looked > 8 { // after 1, 3, 7, 15, 31, 61 and 91 s
			t.Errorf("of 100 states without a fault %d were looked at", names.looked)
		}
		for told == 0 {
			holding("oak_logs")
			time.Sleep(time.Second)
		}
		holding("oak log")
		if told != 2 {
			t.Errorf("a second after the first fault %d are told", told)
		}
	})
}
