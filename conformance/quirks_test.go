// SPDX-License-Identifier: MIT

package conformance_test

import (
	"encoding/json"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/minehand/minehand/conformance"
	"github.com/minehand/minehand/sim/body"
)

// frame is a JSON object that quirks change.
type frame map[string]any

func (f frame) text() string {
	b, _ := json.Marshal(f)
	return string(b)
}

// only makes a quirk that changes frames of one type; nil drops the frame.
func only(kind string, change func(frame) []frame) func(string) []string {
	return func(text string) []string {
		var f frame
		if json.Unmarshal([]byte(text), &f) != nil || f["type"] != kind {
			return []string{text}
		}
		var out []string
		for _, f := range change(f) {
			out = append(out, f.text())
		}
		return out
	}
}

func set(member string, value any) func(frame) []frame {
	return func(f frame) []frame { f[member] = value; return []frame{f} }
}

func drop(member string) func(frame) []frame {
	return func(f frame) []frame { delete(f, member); return []frame{f} }
}

func never(frame) []frame { return nil }

func within(member string, change func(frame) []frame) func(frame) []frame {
	return func(f frame) []frame {
		if inner, ok := f[member].(map[string]any); ok {
			change(inner)
		}
		return []frame{f}
	}
}

// listsEnded is a body that lists its first action as running for good.
func listsEnded() quirk {
	var first any
	return quirk{fromBody: func(text string) []string {
		text = only("action_complete", func(f frame) []frame {
			if first == nil {
				first = f["actionId"]
			}
			return []frame{f}
		})(text)[0]
		return only("register", func(f frame) []frame {
			if first != nil {
				f["running"], f["finished"] = []any{first}, []any{}
			}
			return []frame{f}
		})(text)
	}}
}

// TestABodyThatRepeatsNoIDs: it was written before ids were, and no fault of it is.
func TestABodyThatRepeatsNoIDs(t *testing.T) {
	bubble(t, func(t *testing.T) {
		r, err := run(t, body.V2, conformance.Config{Only: "rule-18", AnyWorld: true}, &quirk{fromBody: only("stopped", drop("id"))})
		if err != nil {
			t.Fatal(err)
		}
		if lines(r, conformance.Fail) != "" || !strings.Contains(lines(r, conformance.Skip), "repeats no id") {
			t.Errorf("it ended with\n%s", lines(r, conformance.Pass, conformance.Fail, conformance.Skip))
		}
	})
}

// TestQuirks has bodies with one fault each: the case that is there for it
// fails, and says so.
func TestQuirks(t *testing.T) {
	successFor := func(f frame) []frame {
		return []frame{{"type": "action_complete", "instanceId": f["instanceId"], "actionId": f["actionId"], "result": map[string]any{"success": true}}}
	}
	tests := []struct {
		name string
		kind body.Kind
		q    quirk
		only string
		want string
	}{
		{"no capabilities", body.V2, quirk{fromBody: only("register", drop("capabilities"))}, "rule-04/register-shape", "capabilities.actions has to list"},
		{"an unknown capability", body.V2, quirk{fromBody: only("register", set("capabilities", map[string]any{"actions": []string{"fly"}}))}, "rule-04/register-shape", "names fly"},
		{"a strange role", body.V2, quirk{fromBody: only("register", set("role", "king"))}, "rule-04/register-shape", "self or companion"},
		{"no version", body.V1, quirk{fromBody: only("register", drop("version"))}, "rule-04/register-shape", "version has to be"},
		{"registers twice", body.V2, quirk{fromBody: only("register", func(f frame) []frame { return []frame{f, f} })}, "rule-04/registers-once", "registered 2 times"},
		{"another's frames", body.V2, quirk{fromBody: only("state_update", set("instanceId", "someone"))}, "rule-04/own-instance-id", `"someone"`},
		{"deaf to pings", body.V2, quirk{deaf: true}, "rule-09/answers-ping", "no pong"},
		{"no world id", body.V2, quirk{fromBody: only("state_update", within("data", within("world", set("id", ""))))}, "rule-12/world", "world.id is empty"},
		{"slot 41", body.V2, quirk{fromBody: only("state_update", within("data", set("inventory", []any{map[string]any{"slot": 41, "item": "dirt", "count": 1}})))}, "rule-13/state-shape", "0 to 40"},
		{"no inventory", body.V2, quirk{fromBody: only("state_update", within("data", drop("inventory")))}, "rule-13/state-shape", "the state has no inventory"},
		{"a count of 0", body.V2, quirk{fromBody: only("state_update", within("data", set("inventory", []any{map[string]any{"slot": 1, "item": "dirt", "count": 0}})))}, "rule-13/state-shape", "from 1 to 99"},
		{"a slot twice", body.V1, quirk{fromBody: only("state_update", within("data", set("inventory", []any{map[string]any{"slot": 1, "item": "dirt", "count": 1}, map[string]any{"slot": 1.0, "item": "sand", "count": 1}})))}, "rule-13/state-shape", "twice"},
		{"a display name", body.V2, quirk{fromBody: only("state_update", within("data", set("inventory", []any{map[string]any{"slot": 1, "item": "Oak Log", "count": 1}})))}, "rule-13/state-shape", "Oak Log"},
		{"health in words", body.V2, quirk{fromBody: only("state_update", within("data", set("health", "full")))}, "rule-13/state-shape", "health has to be"},
		{"no gameMode", body.V2, quirk{fromBody: only("state_update", within("data", drop("gameMode")))}, "rule-13/state-shape", "gameMode"},
		{"dimension in words", body.V2, quirk{fromBody: only("state_update", within("data", set("dimension", "The Nether")))}, "rule-13/state-shape", "dimension"},
		{"nearby without places", body.V2, quirk{fromBody: only("state_update", within("data", set("nearby", map[string]any{"blocks": []any{"dirt"}})))}, "rule-13/state-shape", "nearby"},
		{"takes the id for its own", body.V2, quirk{fromBody: only("action_complete", set("actionId", "unknown"))}, "rule-03/id-comes-back", "no action_complete or action_failed"},
		{"says it twice", body.V2, quirk{fromBody: only("action_complete", func(f frame) []frame { return []frame{f, f} })}, "rule-02/one-terminal", "2 terminal messages"},
		{"failed and complete", body.V1, quirk{fromBody: only("action_failed", func(f frame) []frame { return append([]frame{f}, successFor(f)...) })}, "rule-02/one-terminal", "craft got 2"},
		{"success for everything", body.V2, quirk{fromBody: only("action_failed", successFor)}, "rule-13/unknown-action", "said success"},
		{"the wrong code", body.V2, quirk{fromBody: only("action_failed", set("code", "internal"))}, "action/craft/unknown_recipe", "has to be unknown_recipe"},
		{"a code of another row", body.V2, quirk{fromBody: only("action_failed", set("code", "not_hungry"))}, "rule-0[23]*", ""},
		{"no error", body.V2, quirk{fromBody: only("action_failed", drop("error"))}, "rule-03/failures-say-why", ""},
		{"no delta", body.V2, quirk{fromBody: only("action_complete", within("result", drop("delta")))}, "action/mine/complete", "delta says"},
		{"broken is wrong", body.V2, quirk{fromBody: only("action_complete", within("result", set("broken", 1)))}, "action/mine/complete", "broken has to be 2"},
		{"one block only", body.V2, quirk{toBody: only("execute_action", within("action", set("quantity", 1)))}, "action/mine/complete", "instead of 2"},
		{"walks elsewhere", body.V1, quirk{toBody: only("execute_action", within("action", set("x", -740)))}, "action/goto/complete", "state shows the feet at"},
		{"no position", body.V2, quirk{fromBody: only("action_complete", within("result", drop("position")))}, "action/goto/complete", "no position"},
		{"places elsewhere", body.V2, quirk{fromBody: only("action_complete", within("result", within("position", set("y", 99))))}, "action/place/complete", "position has to be"},
		{"places nothing", body.V2, quirk{toBody: only("execute_action", waitsInstead(1000))}, "action/place/complete", "place said success and the state shows"},
		{"chooses its ingredients", body.V2, quirk{toBody: only("execute_action", within("action", drop("using")))}, "action/craft/using", "said success"},
		{"answers another stop", body.V2, quirk{fromBody: only("stopped", set("id", "S0"))}, "rule-18/answers-id", `carries the id "S0"`},
		{"lists what ended", body.V2, listsEnded(), "rule-07/ended-not-running", "whose end was told before"},
		{"no contents", body.V2, quirk{fromBody: only("action_complete", within("result", drop("contents")))}, "action/deposit/complete", "contents do not list"},
		{"nothing in hand", body.V2, quirk{fromBody: func(text string) []string {
			return only("action_complete", within("result", drop("state")))(only("state_update", within("data", drop("heldItem")))(text)[0])
		}}, "action/equip/complete", "no heldItem"},
		{"hungry and will not eat", body.V2, quirk{fromBody: only("state_update", within("data", set("hunger", 10)))}, "action/consume/complete", "with hunger at 10"},
		{"any command will do", body.V2, quirk{fromBody: func(text string) []string {
			return only("command_result", set("success", true))(only("register", set("commands", []any{map[string]any{"name": "home"}}))(text)[0])
		}}, "rule-13/unknown-command", "reported as done"},
		{"busy and says internal", body.V2, quirk{fromBody: only("action_failed", set("code", "internal"))}, "rule-02/second-action", "it has to be busy"},
		{"a wrong name somewhere", body.V2, quirk{fromBody: only("state_update", within("data", set("inventory", []any{map[string]any{"slot": 1, "item": "Oak Log", "count": 1}})))}, "rule-13/all-states", "Oak Log"},
		{"deaf to stop", body.V2, quirk{toBody: only("stop", never)}, "rule-06/stop", "no stopped"},
		{"deaf to an idle stop", body.V2, quirk{toBody: only("stop", never)}, "rule-10/*", "no stopped"},
		{"deaf to stop, version 1", body.V1, quirk{toBody: only("stop", never)}, "rule-06/stop", "walked on"},
		{"deaf to cancel", body.V2, quirk{toBody: only("cancel", never)}, "rule-05/cancel", "no action_failed"},
		{"cancel as complete", body.V2, quirk{fromBody: only("action_failed", successFor)}, "rule-05/cancel", "reported as complete"},
		{"cancel without a code", body.V2, quirk{fromBody: only("action_failed", drop("code"))}, "rule-05/cancel", "interrupted"},
		{"forgets its token", body.V2, quirk{fromBody: only("register", drop("resumeToken"))}, "rule-07/reconnects", "resumeToken"},
		{"forgets what runs", body.V2, quirk{fromBody: only("register", set("running", []string{}))}, "rule-07/running", "neither in running nor in finished"},
		{"forgets what ended", body.V2, quirk{fromBody: only("register", set("finished", []string{}))}, "rule-07/finished", "neither in finished nor in running"},
		{"says that it keeps places", body.V2, quirk{toBody: only("registered", drop("protected"))}, "harm/protected", "in a protected place"},
		{"frames of its own", body.V2, quirk{fromBody: only("state_update", func(f frame) []frame { return []frame{f, {"type": "weather"}} })}, "rule-13/frames-readable", "unknown message type"},
		{"no JSON", body.V1, quirk{fromBody: func(text string) []string { return []string{text, "{"} }}, "rule-13/frames-readable", "malformed"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			bubble(t, func(t *testing.T) {
				pattern := test.only
				if test.want == "" { // an audit: it needs something to look at
					pattern = "*"
				}
				r, err := run(t, test.kind, conformance.Config{Only: pattern, AnyWorld: true}, &test.q)
				if err != nil {
					t.Fatal(err)
				}
				failed := lines(r, conformance.Fail)
				switch {
				case failed == "":
					t.Errorf("nothing failed:\n%s", lines(r, conformance.Pass, conformance.Skip))
				case !strings.Contains(failed, test.want):
					t.Errorf("failed with other words than %q:\n%s", test.want, failed)
					for _, v := range r.Verdicts {
						_ = conformance.WriteText(t.Output(), v)
					}
				}
			})
		})
	}
}

// waitsInstead makes the first n place and build actions into short waits: successes of
// a body that has put nothing anywhere.
func waitsInstead(n int) func(frame) []frame {
	return within("action", func(action frame) []frame {
		if (action["type"] == "place" || action["type"] == "build") && n > 0 {
			n--
			for _, member := range []string{"block", "x", "y", "z", "edits"} {
				delete(action, member)
			}
			action["type"], action["seconds"] = "wait", 1
		}
		return nil
	})
}

// TestPlaceThatIsTaken has a body for which the first places beside it have
// such a block already, as in a pit of dirt: a success without any use is
// tried elsewhere.
func TestPlaceThatIsTaken(t *testing.T) {
	bubble(t, func(t *testing.T) {
		q := quirk{toBody: only("execute_action", waitsInstead(2))}
		r, err := run(t, body.V2, conformance.Config{Only: "action/place/complete", AnyWorld: true}, &q)
		if err != nil {
			t.Fatal(err)
		}
		if lines(r, conformance.Pass) == "" || lines(r, conformance.Fail) != "" {
			t.Errorf("it ended with\n%s", lines(r, conformance.Pass, conformance.Fail, conformance.Skip))
		}
	})
}

// TestAPit has a body that dug itself in, where everything around is taken:
// the suite leads it back to open ground before it places and builds.
func TestAPit(t *testing.T) {
	for _, c := range []string{"action/place/complete", "action/build/complete"} {
		bubble(t, func(t *testing.T) {
			var states int
			var outside atomic.Bool
			sinks := only("state_update", within("data", within("position", func(p frame) []frame {
				if states++; states > 1 && !outside.Load() {
					p["y"] = p["y"].(float64) - 2
				}
				return nil
			})))
			fill := only("execute_action", waitsInstead(1<<30))
			q := quirk{fromBody: sinks, toBody: func(text string) []string {
				if strings.Contains(text, `"goto"`) {
					outside.Store(true)
				}
				if outside.Load() {
					return []string{text}
				}
				return fill(text)
			}}
			r, err := run(t, body.V2, conformance.Config{Only: c, AnyWorld: true}, &q)
			if err != nil {
				t.Fatal(err)
			}
			if lines(r, conformance.Pass) == "" || lines(r, conformance.Fail, conformance.Skip) != "" {
				t.Errorf("it ended with\n%s", lines(r, conformance.Pass, conformance.Fail, conformance.Skip))
			}
		})
	}
}

// TestHeldUp has a busy machine swallow the answer to the first stops and
// cancels: that is tried again, and a body that never answers fails.
func TestHeldUp(t *testing.T) {
	for _, c := range []struct{ only, answer string }{{"rule-06/stop", "stopped"}, {"rule-10/stop-when-idle", "stopped"}, {"rule-05/cancel", "action_failed"}} {
		for _, held := range []int{1, 1 << 30} {
			bubble(t, func(t *testing.T) {
				n := held
				q := quirk{fromBody: only(c.answer, func(f frame) []frame {
					if n--; n >= 0 {
						return nil
					}
					return []frame{f}
				})}
				r, err := run(t, body.V2, conformance.Config{Only: c.only, AnyWorld: true}, &q)
				if err != nil && held == 1 {
					t.Fatal(err)
				}
				if failed := lines(r, conformance.Fail); (failed == "") != (held == 1) {
					t.Errorf("%s with %d answers held up ended with\n%s", c.only, held, lines(r, conformance.Pass, conformance.Fail, conformance.Skip))
				}
			})
		}
	}
}

// TestDusk has a body tell that night is near: the case waits until that is over, and is
// left out only where time stands still.
func TestDusk(t *testing.T) {
	for stands, want := range map[bool]string{false: conformance.Pass, true: conformance.Skip} {
		bubble(t, func(t *testing.T) {
			begun := time.Now()
			q := quirk{fromBody: only("state_update", within("data", func(d frame) []frame {
				if d["time"] = 12_800; !stands && time.Since(begun) > 40*time.Second {
					d["time"] = 6000
				}
				return nil
			}))}
			r, err := run(t, body.V2, conformance.Config{Only: "action/wait/until", AnyWorld: true}, &q)
			if err != nil {
				t.Fatal(err)
			}
			if lines(r, want) == "" {
				t.Errorf("where time stands still: %v, it ended with\n%s", stands, lines(r, conformance.Pass, conformance.Fail, conformance.Skip))
			}
		})
	}
}
