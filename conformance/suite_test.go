// SPDX-License-Identifier: MIT

package conformance_test

import (
	"context"
	"encoding/json"
	"encoding/xml"
	"errors"
	"math"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/gorilla/websocket"

	"github.com/minehand/minehand/conformance"
	"github.com/minehand/minehand/sim/body"
)

func TestTheVersion2BodyPassesAll(t *testing.T) {
	bubble(t, func(t *testing.T) {
		r, err := run(t, body.V2, conformance.Config{AnyWorld: true}, nil)
		if err != nil {
			t.Fatal(err)
		}
		t.Logf("%d passed, %d failed, %d skipped in %.0f s\n%s", r.Count(conformance.Pass), r.Count(conformance.Fail), r.Count(conformance.Skip), r.Seconds, lines(r, conformance.Pass, conformance.Skip))
		if failed := lines(r, conformance.Fail); failed != "" {
			t.Errorf("failed:\n%s", failed)
		}
	})
}

// TestVersion1Rows pins which cases an honest version 1 mod and the worst one
// fail, and why.
func TestVersion1Rows(t *testing.T) {
	for _, kind := range []body.Kind{body.V1, body.V1Worst} {
		t.Run(string(kind), func(t *testing.T) {
			bubble(t, func(t *testing.T) {
				r, err := run(t, kind, conformance.Config{AnyWorld: true}, nil)
				if err != nil {
					t.Fatal(err)
				}
				t.Logf("%d passed, %d failed, %d skipped in %.0f s\n%s", r.Count(conformance.Pass), r.Count(conformance.Fail), r.Count(conformance.Skip), r.Seconds, lines(r, conformance.Pass, conformance.Fail))
				golden(t, string(kind)+".txt", rows(r))
			})
		})
	}
}

func TestPatterns(t *testing.T) {
	for pattern, want := range map[string]string{
		"rule-06":         "rule-06/stop",
		"rule-1?/stop*":   "rule-10/stop-when-idle",
		"*/craft/no_st*":  "action/craft/no_station",
		"action/*/at-pl*": "action/mine/at-place",
	} {
		bubble(t, func(t *testing.T) {
			r, err := run(t, body.V2, conformance.Config{Only: pattern, AnyWorld: true}, nil)
			if err != nil || len(r.Verdicts) != 1 || r.Verdicts[0].ID != want || r.Verdicts[0].Result != conformance.Pass {
				t.Errorf("%s ran %+v, %v", pattern, r.Verdicts, err)
			}
		})
	}
	for _, pattern := range []string{"rule-99", "craft", "?", "*x*y*z*"} {
		_, err := conformance.New(conformance.Config{Only: pattern})
		if none := errors.Is(err, conformance.ErrNoCase); none != (pattern != "craft") {
			t.Errorf("%s: %v", pattern, err)
		}
	}
	bubble(t, func(t *testing.T) {
		if _, err := run(t, body.V1, conformance.Config{Only: "rule-05/cancel", AnyWorld: true}, nil); !errors.Is(err, conformance.ErrNoCase) {
			t.Errorf("a version 2 case for a version 1 body: %v", err)
		}
	})
}

// TestWorlds: nothing is tried out in a world that is not for it.
func TestWorlds(t *testing.T) {
	named := func(id string) *quirk {
		inWorld := within("world", set("id", id))
		return &quirk{fromBody: func(text string) []string {
			return only("state_update", within("data", inWorld))(only("register", inWorld)(text)[0])
		}}
	}
	for _, test := range []struct {
		name string
		kind body.Kind
		q    *quirk
		good bool
	}{
		{"for testing", body.V2, named("minehand-test-1"), true},
		{"someone's", body.V2, named("my castle"), false},
		{"nameless", body.V2, named(""), false},
		{"version 1", body.V1, nil, false},
	} {
		t.Run(test.name, func(t *testing.T) {
			bubble(t, func(t *testing.T) {
				sent := 0
				_, err := run(t, test.kind, conformance.Config{Only: "rule-03/id*", Frame: func(f conformance.Frame) {
					if strings.Contains(f.Text, "execute_action") {
						sent++
					}
				}}, test.q)
				if good := err == nil; good != test.good || (sent > 0) != test.good {
					t.Errorf("%d actions were sent, error %v", sent, err)
				}
				if err != nil && (!errors.Is(err, conformance.ErrForeignWorld) || !strings.Contains(err.Error(), "--yes")) {
					t.Errorf("error %v", err)
				}
			})
		})
	}
}

// TestASmallWorld: a body that only walks, 48 blocks to the west at most, is kept walking
// all the same.
func TestASmallWorld(t *testing.T) {
	bubble(t, func(t *testing.T) {
		home := math.NaN()
		q := quirk{
			fromBody: only("register", set("capabilities", map[string]any{"actions": []string{"goto"}})),
			toBody: only("execute_action", within("action", func(f frame) []frame {
				x, _ := f["x"].(float64)
				if math.IsNaN(home) {
					home = x
				}
				if z, _ := f["z"].(float64); x > home+8 || x < home-48 || math.Abs(z+480) > 8 {
					f["y"] = 300
				}
				return []frame{f}
			})),
		}
		r, err := run(t, body.V2, conformance.Config{Only: "rule-0*", AnyWorld: true}, &q)
		if err != nil {
			t.Fatal(err)
		}
		if skipped := lines(r, conformance.Skip); lines(r, conformance.Fail) != "" || strings.Contains(skipped, "kept running") {
			t.Errorf("it ended with\n%s", lines(r, conformance.Pass, conformance.Fail, conformance.Skip))
		}
	})
}

// TestABodyThatAnswersNothing: every case left would wait its time for an answer
// that does not come, so the run ends with the reason.
func TestABodyThatAnswersNothing(t *testing.T) {
	for name, test := range map[string]struct {
		q    quirk
		want string
	}{
		"nothing at all": {quirk{fromBody: func(text string) []string {
			if strings.Contains(text, `"type":"action_`) {
				return nil
			}
			return []string{text}
		}}, "send action_complete or action_failed"},
		"other ids": {quirk{fromBody: func(text string) []string {
			return only("action_failed", set("actionId", "unknown"))(only("action_complete", set("actionId", "unknown"))(text)[0])
		}}, `carried the actionId "unknown"`},
	} {
		t.Run(name, func(t *testing.T) {
			bubble(t, func(t *testing.T) {
				begun := time.Now()
				r, err := run(t, body.V2, conformance.Config{AnyWorld: true}, &test.q)
				if !errors.Is(err, conformance.ErrMute) || !strings.Contains(err.Error(), test.want) {
					t.Errorf("error %v, want one with %q", err, test.want)
				}
				if failed := r.Count(conformance.Fail); failed < 1 || failed > 5 || time.Since(begun) > 10*time.Minute {
					t.Errorf("%d cases failed in %s:\n%s", failed, time.Since(begun), lines(r, conformance.Fail))
				}
			})
		})
	}
}

func TestNobodyComes(t *testing.T) {
	bubble(t, func(t *testing.T) {
		s, err := conformance.New(conformance.Config{Wait: time.Minute})
		if err != nil {
			t.Fatal(err)
		}
		if _, err := s.Run(t.Context()); !errors.Is(err, conformance.ErrNoBody) {
			t.Errorf("error %v", err)
		}
		ctx, cancel := context.WithTimeout(t.Context(), time.Second)
		defer cancel()
		s, err = conformance.New(conformance.Config{})
		if err != nil {
			t.Fatal(err)
		}
		if _, err := s.Run(ctx); !errors.Is(err, context.DeadlineExceeded) {
			t.Errorf("error %v", err)
		}
	})
}

// dialled is a line to the suite; nil when there is none. It may be called beside the test's
// goroutine.
func dialled(t *testing.T, dial *websocket.Dialer) *websocket.Conn {
	ws, resp, err := dial.Dial("ws://minehand/", nil)
	if err != nil {
		t.Error(err)
		return nil
	}
	_ = resp.Body.Close()
	return ws
}

// TestARegisterThatCannotBeUsed: who cannot be let in is told so, and the person
// why nobody is there.
func TestARegisterThatCannotBeUsed(t *testing.T) {
	for register, says := range map[string]string{
		`"instanceId":"a","protocol":-1`:   "the protocol of the register is -1; send the number 2",
		`"instanceId":"a","protocol":1.5`:  "is 1.5; send",
		`"instanceId":"a","protocol":"v2"`: `is "v2"; send`,
		`"instanceID":"a","protocol":2`:    `"instanceID" in it may be meant for "instanceId"`, // longer than a close frame
	} {
		bubble(t, func(t *testing.T) {
			s, err := conformance.New(conformance.Config{Wait: time.Minute})
			if err != nil {
				t.Fatal(err)
			}
			var answer string
			dial := serve(t, s)
			var wg sync.WaitGroup
			wg.Go(func() {
				ws := dialled(t, dial)
				if ws == nil {
					return
				}
				defer func() { _ = ws.Close() }()
				_ = ws.WriteMessage(websocket.TextMessage, []byte(`{"type":"register","version":"1.21.5",`+register+`}`))
				_, data, _ := ws.ReadMessage()
				answer = string(data)
				if _, _, err := ws.ReadMessage(); !websocket.IsCloseError(err, 4502) {
					t.Errorf("%s: the line ended with %v", register, err)
				}
			})
			if _, err := s.Run(t.Context()); !errors.Is(err, conformance.ErrNoBody) || !strings.Contains(err.Error(), says) {
				t.Errorf("error %v, want one with %q", err, says)
			}
			wg.Wait()
			if !strings.Contains(answer, `"success":false`) || !strings.Contains(answer, strings.ReplaceAll(says, `"`, `\"`)) {
				t.Errorf("%s is answered by %s", register, answer)
			}
		})
	}
}

// TestRule21WhatComesBeforeARegisterIsTold: at once, once a cause, and where nobody registers
// it is what the person is told, not that nobody came.
func TestRule21WhatComesBeforeARegisterIsTold(t *testing.T) {
	bubble(t, func(t *testing.T) {
		var told []string
		s, err := conformance.New(conformance.Config{Wait: time.Minute, Early: func(why string) { told = append(told, why) }})
		if err != nil {
			t.Fatal(err)
		}
		dial := serve(t, s)
		var wg sync.WaitGroup
		wg.Go(func() {
			ws := dialled(t, dial)
			if ws == nil {
				return
			}
			defer func() { _ = ws.Close() }()
			for _, frame := range []string{
				`{"type":"Register","instanceId":"a"}`, `{"type":"Register","instanceId":"a"}`, `[{"type":"register"}]`,
				`{"type":"log","message":"a"}{"type":"log"}`, `hello`, `{"type":"state_update","instanceId":"a","data":{}}`,
			} {
				_ = ws.WriteMessage(websocket.TextMessage, []byte(frame))
			}
			_, _, _ = ws.ReadMessage()
		})
		_, err = s.Run(t.Context())
		wg.Wait()
		if !errors.Is(err, conformance.ErrNoBody) || !strings.Contains(err.Error(), "one came, but a state_update was dropped: it came before register") {
			t.Errorf("error %v", err)
		}
		wants := []string{
			`a frame was dropped: unknown message type "Register"; it may be meant for "register"`, "no JSON object but a list", "several objects", "no JSON",
			"a state_update was dropped: it came before register, which has to be first on every connection",
		}
		if len(told) != len(wants) {
			t.Fatalf("told %q", told)
		}
		for i, want := range wants {
			if !strings.Contains(told[i], want) {
				t.Errorf("told %q, want %q", told[i], want)
			}
		}
	})
}

// TestCrash: a body that dies fails its case, and the rest does not wait for it
// long.
func TestCrash(t *testing.T) {
	bubble(t, func(t *testing.T) {
		r, err := run(t, body.V1Worst, conformance.Config{Only: "rule-13/no-type", AnyWorld: true}, nil)
		if err != nil || r.Count(conformance.Fail) != 1 || !strings.Contains(r.Verdicts[0].Sentence, "dropped the socket") {
			t.Errorf("%+v, %v", r.Verdicts, err)
		}
		r, err = run(t, body.V2, conformance.Config{Only: "rule-13/no-type", AnyWorld: true}, nil)
		if err != nil || r.Count(conformance.Pass) != 1 {
			t.Errorf("%+v, %v", r.Verdicts, err)
		}
		crash := &quirk{toBody: only("execute_action", func(f frame) []frame {
			if action, _ := f["action"].(map[string]any); action["type"] == "conformance_dance" {
				delete(action, "type")
			}
			return []frame{f}
		})}
		begun := time.Now()
		r, err = run(t, body.V1Worst, conformance.Config{AnyWorld: true}, crash)
		if err != nil || r.Count(conformance.Fail) < 20 || time.Since(begun) > 2*time.Minute {
			t.Errorf("%s after %s, %v", r.Summary(), time.Since(begun), err)
		}
	})
}

// TestASecondBodyIsSentAway: it would mix with the first.
func TestASecondBodyIsSentAway(t *testing.T) {
	bubble(t, func(t *testing.T) {
		again := 0
		q := &quirk{fromBody: only("register", func(f frame) []frame {
			if again++; again > 1 {
				f["instanceId"] = "someone_else"
			}
			return []frame{f}
		})}
		r, err := run(t, body.V2, conformance.Config{Only: "rule-07/reconnects", AnyWorld: true}, q)
		if err != nil || r.Count(conformance.Fail) != 1 {
			t.Fatalf("%+v, %v", r.Verdicts, err)
		}
		said := false
		for _, f := range r.Verdicts[0].Frames {
			said = said || (f.From == conformance.FromMinehand && strings.Contains(f.Text, "another body is being tested"))
		}
		if !said {
			t.Error("the other body was not told why it may not stay")
		}
	})
}

// TestWriters pins the forms of a report, and that no body token is in them.
func TestWriters(t *testing.T) {
	bubble(t, func(t *testing.T) {
		var text, lines, junit strings.Builder
		q := &quirk{
			fromBody: func(f string) []string {
				return only("action_failed", set("code", "internal"))(only("register", set("token", "secret"))(f)[0])
			},
		}
		r, err := run(t, body.V2, conformance.Config{Only: "*k*", AnyWorld: true, Each: func(v conformance.Verdict) {
			if err := errors.Join(conformance.WriteText(&text, v), conformance.WriteJSON(&lines, v)); err != nil {
				t.Error(err)
			}
		}, Frame: func(f conformance.Frame) {
			if strings.Contains(f.Text, "secret") {
				t.Errorf("the body token is in %s", f.Text)
			}
		}}, q)
		if err != nil {
			t.Fatal(err)
		}
		if err := errors.Join(conformance.WriteSummaryJSON(&lines, r), conformance.WriteJUnit(&junit, r)); err != nil {
			t.Fatal(err)
		}
		fails := r.Count(conformance.Fail)
		if n := strings.Count(text.String(), "FAIL"); n != fails || fails == 0 || !strings.Contains(text.String(), ` > {"type":"execute_action"`) {
			t.Errorf("%d of %d failures are in the text:\n%s", n, fails, text.String())
		}
		var last struct {
			Summary                 bool
			Passed, Failed, Skipped int
		}
		all := strings.Split(strings.TrimSpace(lines.String()), "\n")
		if err := json.Unmarshal([]byte(all[len(all)-1]), &last); err != nil || !last.Summary || last.Failed != fails || len(all) != len(r.Verdicts)+1 {
			t.Errorf("%d lines of JSON, the last %+v, %v", len(all), last, err)
		}
		var suite struct {
			Tests    int `xml:"tests,attr"`
			Failures int `xml:"failures,attr"`
			Cases    []struct {
				Failure *struct{} `xml:"failure"`
			} `xml:"testcase"`
		}
		if err := xml.Unmarshal([]byte(junit.String()), &suite); err != nil || suite.Tests != len(suite.Cases) || suite.Failures != fails {
			t.Errorf("JUnit %+v, %v", suite, err)
		}
	})
}
