// SPDX-License-Identifier: MIT

package router_test

import (
	"context"
	"errors"
	"fmt"
	"math"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"go.uber.org/goleak"

	"github.com/minehand/minehand/internal/money"
	"github.com/minehand/minehand/llm"
	"github.com/minehand/minehand/llm/router"
	"github.com/minehand/minehand/llm/scripted"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

func ptr[T any](v T) *T { return &v }

// script is an entry that answers from a script, and its provider.
func script(t *testing.T, name, text string) (router.Entry, *scripted.Provider) {
	t.Helper()
	s, err := scripted.Parse(strings.NewReader(text))
	if err != nil {
		t.Fatal(err)
	}
	p := scripted.New(s)
	return router.Entry{Name: name, Key: name, Open: func() (llm.Provider, error) { return p, nil }}, p
}

const well = "- reply: well\n  times: 0\n"

func named(t *testing.T, r *router.Router, name string) llm.Provider {
	t.Helper()
	p, err := r.Provider(name)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

func plan(model string) llm.Request {
	return llm.Request{Task: llm.TaskPlan, Prompt: "get 3 diamonds", Model: model}
}

// TestTheThirdAnswers: the first hangs until its limit, the second fails, and
// the user sees both causes.
func TestTheThirdAnswers(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		first, _ := script(t, "first", "- error: first_token\n  delay: 120s\n  times: 0\n")
		second, _ := script(t, "second", "- error: server_error\n  times: 0\n")
		third, _ := script(t, "third", well)
		var ring llm.Ring
		r := router.New([]router.Entry{first, second, third}, router.Config{Audit: &ring})
		var told []string
		req := plan("")
		req.Progress = func(p llm.Progress) { told = append(told, p.String()) }
		resp, err := named(t, r, "").Generate(t.Context(), req)
		if err != nil || resp.Content != "well" || resp.Provider != "third" {
			t.Fatalf("%+v, %v", resp, err)
		}
		if len(resp.Passed) != 2 || resp.Passed[0].Provider != "first" || !errors.Is(resp.Passed[0].Cause, llm.ErrFirstToken) || !errors.Is(resp.Passed[1].Cause, llm.ErrServer) {
			t.Errorf("passed over %v", resp.Passed)
		}
		all := strings.Join(told, "\n")
		for _, want := range []string{"asking second, because: The script of replies did not begin to answer", "asking third, because: The script of replies failed"} {
			if !strings.Contains(all, want) {
				t.Errorf("%q is not in\n%s", want, all)
			}
		}
		if calls := ring.Calls(); len(calls) != 3 || calls[0].Outcome != string(llm.ErrFirstToken) || calls[0].Ended.Sub(calls[0].Began) != 120*time.Second || calls[2].Outcome != "ok" {
			t.Errorf("audited %+v", calls)
		}
		// The two rest now: the third is asked at once, and the causes are told again.
		began := time.Now()
		if resp, err = named(t, r, "").Generate(t.Context(), plan("")); err != nil || time.Since(began) > 0 || len(resp.Passed) != 2 {
			t.Errorf("after %s: %+v, %v", time.Since(began), resp, err)
		}
		// One that is named is asked although it rests, and nobody in its place.
		if _, err = named(t, r, "second").Generate(t.Context(), plan("")); !errors.Is(err, llm.ErrServer) {
			t.Errorf("named: %v", err)
		}
	})
}

func TestNobodyAnswers(t *testing.T) {
	a, _ := script(t, "a", "- error: unreachable\n  times: 0\n")
	b, _ := script(t, "b", "- error: server_error\n  times: 0\n")
	r := router.New([]router.Entry{a, b}, router.Config{})
	_, err := named(t, r, "").Generate(t.Context(), plan(""))
	if !errors.Is(err, llm.ErrUnreachable) || !errors.Is(err, llm.ErrServer) || !strings.HasPrefix(err.Error(), "None of 2 providers answered. a: ") || !strings.Contains(err.Error(), " b: ") {
		t.Errorf("got %v", err)
	}
	if _, err = r.Provider("c"); err == nil || err.Error() != `there is no provider "c"; there are a, b` {
		t.Errorf("got %v", err)
	}
}

func TestPriorityAndHints(t *testing.T) {
	low, lowP := script(t, "low", "- reply: low\n  times: 0\n")
	high, highP := script(t, "high", "- reply: high\n  times: 0\n- error: server_error\n")
	high.Priority, high.Models = 50, map[string]string{"fast": "small", "mine": "special"}
	low.Models = map[string]string{"fast": "tiny"}
	r := router.New([]router.Entry{low, high}, router.Config{})
	for _, c := range []struct{ provider, asked, want string }{
		{"", "fast", "small"}, {"", "mine", "special"}, {"", "capable", ""}, {"", "qwen3-8b", "qwen3-8b"}, {"", "", ""},
		{"low", "fast", "tiny"}, {"low", "mine", ""}, {"low", "codegen", ""},
	} {
		resp, err := named(t, r, c.provider).Generate(t.Context(), plan(c.asked))
		from := highP
		if c.provider == "low" {
			from = lowP
		}
		asked := from.Asked()
		if err != nil || asked[len(asked)-1].Model != c.want || resp.Provider == "low" != (c.provider == "low") {
			t.Errorf("%+v: %s was asked for %q, %v", c, resp.Provider, asked[len(asked)-1].Model, err)
		}
	}
	names := strings.Join(r.Names(), " ")
	if names != "high low" {
		t.Errorf("order %s", names)
	}
}

// TestAModelOfOneIsNotAskedOfTheNext: its name means nothing there.
func TestAModelOfOneIsNotAskedOfTheNext(t *testing.T) {
	a, _ := script(t, "a", "- error: server_error\n  times: 0\n")
	b, p := script(t, "b", well)
	r := router.New([]router.Entry{a, b}, router.Config{})
	if _, err := named(t, r, "").Generate(t.Context(), plan("qwen3-8b")); err != nil || p.Asked()[0].Model != "" {
		t.Errorf("asked for %q, %v", p.Asked()[0].Model, err)
	}
}

func TestTasksAndScopes(t *testing.T) {
	for _, c := range []struct {
		tasks []llm.Task
		scope llm.Scope
		task  llm.Task
		ok    bool
	}{
		{nil, "", llm.TaskPlan, true},
		{nil, "", "dance", false},
		{[]llm.Task{"dance"}, "", "dance", true},
		{[]llm.Task{llm.TaskChat}, "", llm.TaskPlan, true},
		{[]llm.Task{llm.TaskChat}, "", llm.TaskTranslate, true},
		{[]llm.Task{llm.TaskPlan}, "", llm.TaskTranslate, true},
		{[]llm.Task{llm.TaskPlan}, "", llm.TaskChat, false},
		{[]llm.Task{llm.TaskChat}, llm.ScopeImprovement, llm.TaskPlan, false},
		{[]llm.Task{llm.TaskChat}, llm.ScopeImprovement, llm.TaskChat, true},
		{nil, llm.ScopeCategorization, llm.TaskCategorize, true},
		{nil, llm.ScopeCategorization, llm.TaskDialogue, false},
		{[]llm.Task{llm.TaskDialogue, "custom"}, "", "custom", true},
		{[]llm.Task{llm.TaskDialogue}, "", llm.TaskCategorize, false},
		// A plain question is free chat: nothing narrower is there for it.
		{nil, "", "", true},
		{nil, llm.ScopeUnrestricted, "", true},
		{[]llm.Task{llm.TaskDialogue, llm.TaskChat}, "", "", true},
		{[]llm.Task{llm.TaskDialogue}, "", "", false},
		{[]llm.Task{llm.TaskPlan}, "", "", false},
		{nil, llm.ScopeImprovement, "", false},
		{[]llm.Task{llm.TaskChat}, llm.ScopeImprovement, "", false},
		{nil, llm.ScopeCategorization, "", false},
	} {
		e, _ := script(t, "one", well)
		e.Tasks, e.Scope = c.tasks, c.scope
		fix := "Choose a provider that lists the task, or add it to its capabilities in the config."
		if c.scope != "" {
			fix = "Choose another provider, or widen its scope in the config."
		}
		r := router.New([]router.Entry{e}, router.Config{})
		_, err := named(t, r, "").Generate(t.Context(), llm.Request{Task: c.task, Prompt: "x"})
		if (err == nil) != c.ok || err != nil && (!errors.Is(err, llm.ErrTask) || !strings.HasSuffix(err.Error(), fix)) {
			t.Errorf("%+v: %v", c, err)
		}
		// What may be asked of it does not bear on whether it is there.
		if _, err := named(t, r, "one").Health(t.Context()); err != nil {
			t.Errorf("%+v: health %v", c, err)
		}
		if _, err := named(t, r, "one").Models(t.Context()); err != nil {
			t.Errorf("%+v: models %v", c, err)
		}
	}
}

func TestBudgets(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		hosted, _ := script(t, "hosted", well)
		hosted.Host, hosted.Consent, hosted.Priority = "api.example.com", true, 9
		local, _ := script(t, "local", well)
		r := router.New([]router.Entry{hosted, local}, router.Config{Calls: ptr(1)})
		for i, want := range []string{"hosted", "local", "local"} {
			resp, err := named(t, r, "").Generate(t.Context(), plan(""))
			if err != nil || resp.Provider != want {
				t.Errorf("call %d: %s, %v", i, resp.Provider, err)
			}
			if i > 0 && (len(resp.Passed) != 1 || !errors.Is(resp.Passed[0].Cause, llm.ErrBudget)) {
				t.Errorf("call %d passed over %v", i, resp.Passed)
			}
		}
		if _, err := named(t, r, "hosted").Generate(t.Context(), plan("")); !errors.Is(err, llm.ErrBudget) || !strings.HasPrefix(err.Error(), "What all models on other computers together may use in a day is spent.") {
			t.Errorf("got %v", err)
		}
		time.Sleep(24 * time.Hour)
		if resp, err := named(t, r, "").Generate(t.Context(), plan("")); err != nil || resp.Provider != "hosted" {
			t.Errorf("the next day: %s, %v", resp.Provider, err)
		}
		own, _ := script(t, "own", "- reply: a longer answer of some tokens\n  times: 0\n")
		own.Tokens = ptr(5)
		r = router.New([]router.Entry{own}, router.Config{})
		if _, err := named(t, r, "own").Generate(t.Context(), plan("")); err != nil {
			t.Error(err)
		}
		if _, err := named(t, r, "own").Generate(t.Context(), plan("")); !errors.Is(err, llm.ErrBudget) {
			t.Errorf("its own budget: %v", err)
		}
		if s := r.List()[0]; s.UsedCalls != 1 || s.UsedTokens == 0 {
			t.Errorf("listed %+v", s)
		}
	})
}

// meter answers with the usage that it is told, and fails as often as it is told.
type meter struct {
	*scripted.Provider
	usage llm.Usage
	fails int
}

func (m *meter) Generate(ctx context.Context, req llm.Request) (llm.Response, error) {
	req.Progress(llm.Progress{Phase: llm.PhaseWaiting, Model: "m"})
	resp, err := m.Provider.Generate(ctx, req)
	if resp.Usage = m.usage; m.fails > 0 {
		m.fails--
		err = &llm.Error{Kind: llm.ErrServer, Provider: "m", Transient: true}
	}
	return resp, err
}

// TestWhatAQuestionCosts: each try that was answered is paid for, whoever answers in
// the end; whoever waits is told what is expected.
func TestWhatAQuestionCosts(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		a, p := script(t, "a", well)
		a.Price, a.Tries, a.Priority = &money.Price{Input: 10, Output: 40}, 2, 9
		a.Open = func() (llm.Provider, error) {
			return &meter{p, llm.Usage{Input: 1000, Output: 100}, 2}, nil
		}
		b, q := script(t, "b", well)
		b.Price = &money.Price{Input: 1, Output: 2}
		b.Open = func() (llm.Provider, error) {
			return &meter{q, llm.Usage{Input: 500, Output: 250, Estimated: true}, 0}, nil
		}
		free, _ := script(t, "free", well)
		r := router.New([]router.Entry{a, b, free}, router.Config{Currency: "EUR"})
		req := plan("")
		req.MaxTokens = 1000
		var told []string
		req.Progress = func(p llm.Progress) { told = append(told, p.String()) }
		resp, err := named(t, r, "").Generate(t.Context(), req)
		if err != nil || resp.Provider != "b" {
			t.Fatalf("%+v, %v", resp, err)
		}
		if got := resp.Cost.String(); got != "about 0.029 EUR" { // 0.014 twice, and 0.001
			t.Errorf("it cost %s", got)
		}
		read := float64(req.Tokens())
		if want := (2*(10*read+40*1000) + read + 2*1000) / 1e6; math.Abs(resp.Cost.Estimate-want) > 1e-9 {
			t.Errorf("expected %v, want %v", resp.Cost.Estimate, want)
		}
		if all := strings.Join(told, "\n"); !strings.Contains(all, "waiting for the first word of the model m, 0 s, expected to cost 0.04") ||
			!strings.Contains(all, "waiting for the first word of the model m, 0 s, expected to cost 0.002") {
			t.Errorf("told %s", all)
		}
		resp, err = named(t, r, "free").Generate(t.Context(), plan(""))
		if err != nil || resp.Cost != (money.Cost{}) {
			t.Errorf("what has no price cost %+v, %v", resp.Cost, err)
		}
	})
}

// TestTheDaysUseSurvivesARestart: what was kept of it counts.
func TestTheDaysUseSurvivesARestart(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		hosted, _ := script(t, "hosted", well)
		hosted.Host, hosted.Tokens = "api.example.com", ptr(100)
		var ring llm.Ring
		r := router.New([]router.Entry{hosted}, router.Config{Calls: ptr(2), Audit: &ring})
		r.Restore([]llm.Call{
			{Provider: "hosted", Began: time.Now().Add(-24 * time.Hour), Usage: llm.Usage{Input: 900}},
			{Provider: "hosted", Began: time.Now(), Usage: llm.Usage{Input: 10}},
		})
		if _, err := named(t, r, "hosted").Generate(t.Context(), plan("")); err != nil {
			t.Error(err)
		}
		if _, err := named(t, r, "hosted").Generate(t.Context(), plan("")); !errors.Is(err, llm.ErrBudget) || len(ring.Calls()) != 1 {
			t.Errorf("%d calls, %v", len(ring.Calls()), err)
		}
	})
}

func TestTextIsNotSentAwayUnasked(t *testing.T) {
	away, asked := script(t, "away", well)
	away.Host = "api.example.com"
	broken, _ := script(t, "broken", "- error: server_error\n  times: 0\n")
	r := router.New([]router.Entry{broken, away}, router.Config{})
	_, err := named(t, r, "").Generate(t.Context(), plan(""))
	if !errors.Is(err, llm.ErrConsent) || !strings.Contains(err.Error(), "Away (api.example.com) runs on another computer") || len(asked.Asked()) != 0 {
		t.Errorf("got %v", err)
	}
	if resp, err := named(t, r, "away").Generate(t.Context(), plan("")); err != nil || resp.Provider != "away" {
		t.Errorf("named: %v", err)
	}
}

func TestOnlyWhatPassesIsTriedAgain(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		e, p := script(t, "one", "- error: rate_limited\n  retry_after: 3s\n- reply: well\n- error: server_error\n- reply: never\n")
		e.Tries = 3
		r := router.New([]router.Entry{e}, router.Config{})
		began := time.Now()
		if _, err := named(t, r, "one").Generate(t.Context(), plan("")); err != nil || time.Since(began) != 3*time.Second {
			t.Errorf("after %s: %v", time.Since(began), err)
		}
		if _, err := named(t, r, "one").Generate(t.Context(), plan("")); !errors.Is(err, llm.ErrServer) || len(p.Asked()) != 3 {
			t.Errorf("%d calls, %v", len(p.Asked()), err)
		}
	})
}

func TestAProviderThatAskedForTimeGetsIt(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		e, p := script(t, "one", "- error: rate_limited\n  retry_after: 1h\n- reply: well\n  times: 0\n")
		r := router.New([]router.Entry{e}, router.Config{})
		for range 3 {
			_, err := named(t, r, "one").Generate(t.Context(), plan(""))
			if !errors.Is(err, llm.ErrRateLimited) || !strings.Contains(err.Error(), "for another 1h0m0s") || len(p.Asked()) != 1 {
				t.Errorf("%d calls, %v", len(p.Asked()), err)
			}
		}
		if s := r.List()[0]; time.Until(s.Unavailable) != time.Hour || s.Cause == nil {
			t.Errorf("listed %+v", s)
		}
		time.Sleep(time.Hour)
		if _, err := named(t, r, "one").Generate(t.Context(), plan("")); err != nil {
			t.Error(err)
		}
	})
}

// gated counts the calls that run at once.
type gated struct {
	*scripted.Provider
	mu      sync.Mutex
	now, up int
}

func (g *gated) Generate(ctx context.Context, req llm.Request) (llm.Response, error) {
	g.mu.Lock()
	g.now++
	g.up = max(g.up, g.now)
	g.mu.Unlock()
	defer func() { g.mu.Lock(); g.now--; g.mu.Unlock() }()
	return g.Provider.Generate(ctx, req)
}

func TestSlots(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		e, p := script(t, "one", "- reply: well\n  delay: 10s\n  times: 0\n")
		g := &gated{Provider: p}
		e.Slots, e.Open = 2, func() (llm.Provider, error) { return g, nil }
		r := router.New([]router.Entry{e}, router.Config{})
		began := time.Now()
		var wg sync.WaitGroup
		for range 6 {
			wg.Go(func() {
				if _, err := named(t, r, "").Generate(t.Context(), plan("")); err != nil {
					t.Error(err)
				}
			})
		}
		wg.Wait()
		if g.up != 2 || time.Since(began) != 30*time.Second {
			t.Errorf("%d at once, %s in all", g.up, time.Since(began))
		}
	})
}

func TestHealthIsKeptForAMoment(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		checks := 0
		e, p := script(t, "one", well)
		e.Open = func() (llm.Provider, error) { return &checked{p, &checks}, nil }
		r := router.New([]router.Entry{e}, router.Config{})
		for range 5 {
			if h, err := named(t, r, "").Health(t.Context()); err != nil || h.Server == "" {
				t.Error(err)
			}
		}
		time.Sleep(6 * time.Second)
		if _, err := named(t, r, "one").Health(t.Context()); err != nil || checks != 2 {
			t.Errorf("%d checks, %v", checks, err)
		}
	})
}

type checked struct {
	*scripted.Provider
	checks *int
}

func (c *checked) Health(ctx context.Context) (llm.Health, error) {
	*c.checks++
	return c.Provider.Health(ctx)
}

func TestTheAuditHoldsNoSecrets(t *testing.T) {
	for _, text := range []bool{true, false} {
		var ring llm.Ring
		e, _ := script(t, "one", "- reply: 'my key is sk-abcdefghijklmnop1234'\n")
		r := router.New([]router.Entry{e}, router.Config{Audit: &ring, Text: text, Secrets: func() []string { return []string{"hunter22"} }})
		req := plan("")
		req.Prompt = "log in with hunter22 and password: correcthorse"
		req.Metadata = map[string]string{"who": "ada", "task": "t1"}
		if _, err := named(t, r, "").Generate(t.Context(), req); err != nil {
			t.Fatal(err)
		}
		c := ring.Calls()[0]
		if c.Who != "ada" || c.TaskID != "t1" || c.Task != llm.TaskPlan || c.PromptHash == "" || c.ReplyHash == "" || c.Usage.Total() == 0 || c.Attempt != 1 {
			t.Errorf("audited %+v", c)
		}
		if all := fmt.Sprintf("%+v", c); strings.Contains(all, "hunter22") || strings.Contains(all, "correcthorse") || strings.Contains(all, "abcdefghijkl") {
			t.Errorf("a secret is in %s", all)
		}
		if (c.Prompt != "") != text || (c.Reply != "") != text {
			t.Errorf("texts %v: %q, %q", text, c.Prompt, c.Reply)
		}
	}
}

// closing tells when it was closed.
type closing struct {
	*scripted.Provider
	closed *atomic.Bool
}

func (c *closing) Close() error { c.closed.Store(true); return nil }

func TestReplaceEndsNoCall(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		e, p := script(t, "one", "- reply: well\n  delay: 10s\n  times: 0\n")
		var closed atomic.Bool
		opened := 0
		e.Open = func() (llm.Provider, error) { opened++; return &closing{p, &closed}, nil }
		r := router.New([]router.Entry{e}, router.Config{})
		var wg sync.WaitGroup
		wg.Go(func() {
			if resp, err := named(t, r, "").Generate(t.Context(), plan("")); err != nil || resp.Content != "well" {
				t.Errorf("%+v, %v", resp, err)
			}
		})
		synctest.Wait()
		r.Replace([]router.Entry{e}) // nothing changed
		changed := e
		changed.Key = "another"
		r.Replace([]router.Entry{changed})
		if closed.Load() {
			t.Error("closed while a call was running")
		}
		wg.Wait()
		if !closed.Load() {
			t.Error("not closed after its last call")
		}
		if _, err := named(t, r, "one").Generate(t.Context(), plan("")); err != nil || opened != 2 {
			t.Errorf("opened %d times, %v", opened, err)
		}
	})
}

// TestAStreamStartsOverWithTheNext: what the first one said is void.
func TestAStreamStartsOverWithTheNext(t *testing.T) {
	a, p := script(t, "a", "- reply: one two three\n")
	a.Open = func() (llm.Provider, error) { return &cut{p}, nil }
	b, _ := script(t, "b", "- reply: four five\n")
	r := router.New([]router.Entry{a, b}, router.Config{})
	var got strings.Builder
	restarts := 0
	resp, err := named(t, r, "").Generate(t.Context(), plan("").Streamed(func(c llm.Chunk) error {
		if c.Restart {
			restarts++
			got.Reset()
		}
		got.WriteString(c.Text)
		return nil
	}))
	if err != nil || got.String() != "four five" || resp.Content != "four five" || restarts != 1 {
		t.Errorf("%d restarts, streamed %q, %v", restarts, got.String(), err)
	}
	enough := errors.New("enough")
	c, _ := script(t, "c", "- reply: one two three\n")
	r = router.New([]router.Entry{c, b}, router.Config{})
	if _, err := named(t, r, "").Generate(t.Context(), plan("").Streamed(func(llm.Chunk) error { return enough })); !errors.Is(err, enough) {
		t.Errorf("the caller's error became %v", err)
	}
}

type cut struct{ *scripted.Provider }

func (c *cut) Generate(ctx context.Context, req llm.Request) (llm.Response, error) {
	resp, err := c.Provider.Generate(ctx, req)
	if err == nil {
		err = &llm.Error{Kind: llm.ErrCutStream, Provider: "a"}
	}
	return resp, err
}

func ExampleRouter() {
	s, err := scripted.Parse(strings.NewReader("- reply: Punch a tree.\n"))
	if err != nil {
		panic(err)
	}
	r := router.New([]router.Entry{{Name: "mine", Open: func() (llm.Provider, error) { return scripted.New(s), nil }}}, router.Config{})
	defer func() { _ = r.Close() }()
	p, err := r.Provider("")
	if err != nil {
		panic(err)
	}
	resp, err := p.Generate(context.Background(), llm.Request{Task: llm.TaskChat, Prompt: "how do I start?"})
	fmt.Println(resp.Provider+":", resp.Content, err)
	// Output: mine: Punch a tree. <nil>
}
