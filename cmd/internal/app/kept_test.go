// SPDX-License-Identifier: MIT

package app

import (
	"context"
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	"github.com/minehand/minehand/cmd/internal/app/settings"
	"github.com/minehand/minehand/game"
	"github.com/minehand/minehand/ui/view"
)

// keeping is a talk with a player of the practice world, over restarts of Minehand.
type keeping struct {
	*talker
	dir  string
	stop func()
	// goesOn: the world is not ended before Minehand is, so that what runs goes on.
	goesOn bool
	// players is how many play in it; 0 is one.
	players int
}

func keepsIn(t *testing.T, holds map[string]int) *keeping {
	k := &keeping{talker: &talker{T: t}, dir: filepath.Join(t.TempDir(), "data")}
	t.Cleanup(func() { k.stop() })
	k.start(holds)
	return k
}

func (k *keeping) start(holds map[string]int) {
	k.Helper()
	if k.stop != nil {
		k.stop()
	}
	p, err := NewPlanner(settings.Config{}, "http://127.0.0.1:9", func(string) string { return "" })
	if err != nil {
		k.Fatal(err)
	}
	b, err := Start(k.Context(), BackendConfig{
		DataDir: k.dir, Planner: p, Reader: p.Reader(), Listener: p.Listener(), Providers: p.Sources(), Models: asker{p}, Practice: true,
	})
	if err != nil {
		k.Fatal(err)
	}
	k.c = b.Connect()
	k.stop = func() {
		if !k.goesOn {
			_, _ = k.c.StopPractice(context.Background())
		}
		_ = k.c.Close()
		if err := b.Close(); err != nil {
			k.Error(err)
		}
		_ = p.Close()
	}
	var begin view.PracticeStart
	begin.Speed, begin.Inventory, begin.Players = talkFast, holds, k.players
	if _, err := k.c.StartPractice(k.Context(), begin); err != nil {
		k.Fatal(err)
	}
}

// tells says something and looks for what is answered.
func (k *keeping) tells(text, want string) {
	k.Helper()
	k.say(text, "")
	if k.err != nil || !strings.Contains(k.out.Say, want) {
		k.fatal("%v; it does not say %q", k.err, want)
	}
}

// answers asks each question, whose answer says what stands beside it and begins nothing.
func (k *keeping) answers(says map[string]string) {
	k.Helper()
	for question, want := range says {
		k.tells(question, want)
		k.expect("begins", "nothing")
	}
}

// does says something and waits until it is done.
func (k *keeping) does(text string) {
	k.Helper()
	k.say(text, "")
	if k.err != nil || k.out.TaskID == "" {
		k.fatal("it begins nothing: %v", k.err)
	}
	k.await(len(k.tasks), string(view.TaskComplete))
}

// refuses says something and looks for why it is not done.
func (k *keeping) refuses(text, want string) {
	k.Helper()
	k.say(text, "")
	k.expect("refused", want)
}

func (k *keeping) kept() view.Kept {
	k.Helper()
	kept, err := k.c.GetKept(k.Context(), view.OfBody{})
	if err != nil {
		k.Fatal(err)
	}
	return kept
}

func TestPlacesAreRememberedAndGoneTo(t *testing.T) {
	k := keepsIn(t, nil)
	k.refuses("go home", `say "this is home"`)
	k.refuses("geh nach Hause", "sag „hier ist mein Zuhause“")
	k.refuses("вернись домой", "скажи «здесь мой дом»")
	k.refuses("geh dahin wo du gestorben bist", "noch nicht gestorben")
	k.tells("this is home", "I remember home")
	home := k.kept().Places[0].At
	k.does(fmt.Sprintf("go to %d %d", home.X+40, home.Z+10))
	k.tells("remember this place as the far base", "I remember far base")
	k.tells("where is home?", "Home: at")
	k.does("go home")
	state, err := k.c.GetState(t.Context(), view.OfBody{})
	if err != nil || state.Position.Distance(home.Center()) > 3 {
		t.Fatalf("it is at %v, home at %v, %v", state.Position, home, err)
	}
	k.does("mine 1 dirt, then go to the far base")
	r, err := k.c.Read(t.Context(), view.ReadPrompt{Prompt: "get 3 dirt and go home"})
	if err != nil || !r.Understood || len(r.Clauses) != 2 || r.Clauses[1].Words != "go home" || r.Clauses[0].Words != "get 3 dirt" {
		t.Errorf("it reads %+v, %v", r, err)
	}
	k.tells("what places do you know?", "Far base: at")
	k.tells("forget the far base", "is forgotten")
	if kept := k.kept(); len(kept.Places) != 1 || !strings.Contains(kept.Say, "Home: at") {
		t.Errorf("it keeps %+v", kept)
	}
	for name, call := range map[string]func() (view.Kept, error){
		"remember-place": func() (view.Kept, error) {
			return k.c.RememberPlace(t.Context(), view.RememberPlace{Name: " The Mine ", At: &game.Pos{X: 1, Y: 2, Z: 3}})
		},
		"no name":      func() (view.Kept, error) { return k.c.RememberPlace(t.Context(), view.RememberPlace{}) },
		"forget-place": func() (view.Kept, error) { return k.c.ForgetPlace(t.Context(), view.OfPlace{Name: "nowhere"}) },
	} {
		kept, err := call()
		if fails := name != "remember-place"; (err != nil) != fails || !fails && len(kept.Places) != 2 {
			t.Errorf("%s: %+v, %v", name, kept, err)
		}
	}
}

func TestChestsAreRememberedAndMeant(t *testing.T) {
	k := keepsIn(t, map[string]int{"chest": 1, "bread": 20, "dirt": 30, "stick": 5, "iron_pickaxe": 1})
	k.tells("what is in the chest?", "No chest is remembered")
	k.refuses("put everything away", "No chest is remembered")
	k.refuses("把东西都放进箱子", "这里还不知道有箱子")
	k.refuses("habe immer 99999 Fackeln dabei", "höchstens")
	k.refuses("cancel order 7", "There is no such standing order")
	k.refuses("отмени поручение 7", "Такого постоянного поручения нет")
	k.does("place a chest")
	k.does("put 12 bread in the chest")
	k.does("put all the dirt in the chest")
	k.tells("what's in the chest?", "12 bread and 30 dirt")
	k.does("take 5 bread from the chest")
	k.expect("held", "bread 13")
	k.tells("whats in the chest", "7 bread and 30 dirt")
	k.does("put everything away")
	inv, err := k.c.GetInventory(t.Context(), view.OfBody{})
	if err != nil || inv.Counts["stick"] != 0 || inv.Counts["iron_pickaxe"] != 1 || inv.Counts["bread"] != 13 {
		t.Errorf("it holds %v, %v", inv.Counts, err)
	}
	kept := k.kept()
	if len(kept.Chests) != 1 || kept.Chests[0].Contents["stick"] != 5 || kept.Chests[0].Seen.IsZero() {
		t.Errorf("it remembers %+v", kept.Chests)
	}
	before := kept.Chests[0].Seen
	k.does("look in the chest")
	if seen := k.kept().Chests[0]; !seen.Seen.After(before) || seen.Contents["stick"] != 5 {
		t.Errorf("after a look it remembers %+v", seen)
	}
	k.does("take 7 bread from the chest, take 30 dirt from the chest, take 5 sticks from the chest")
	k.tells("what's in the chest?", "empty, seen")
}

// "The chest" is the one that the same request places, and not one that stood there before.
func TestAChestOfTheSameRequestIsMeant(t *testing.T) {
	k := keepsIn(t, map[string]int{"chest": 4, "diamond": 9})
	k.does("place a chest")
	first := k.kept().Chests[0].At
	k.does("place a chest and put 2 diamonds in the chest")
	k.does("stell eine Truhe auf und leg 2 Diamanten in die Truhe")
	for _, c := range k.kept().Chests {
		if n := c.Contents["diamond"]; (n == 0) != (c.At == first) || n > 2 {
			t.Errorf("the chest at %v holds %d diamonds", c.At, n)
		}
	}
	k.does("put 1 diamond in the chest, then place a chest")
	if list := k.kept().Chests; len(list) != 4 {
		t.Errorf("it remembers %+v", list)
	}
}

// A standing order is done whenever nothing else is, gives way to a person, is held by a
// stop and outlives a restart.
func TestStandingOrdersInAWorld(t *testing.T) {
	holds := map[string]int{"torch": 6, "coal": 8, "stick": 20}
	k := keepsIn(t, holds)
	k.tells("always keep 10 torches", "Standing order 1")
	k.expect("held", "torch 10")
	k.does("drop 3 torches")
	k.until("restored", func() (string, bool) {
		inv, err := k.c.GetInventory(t.Context(), view.OfBody{})
		return fmt.Sprint(inv.Counts, err), inv.Counts["torch"] >= 10
	})
	list, err := k.c.ListTasks(t.Context(), view.TaskQuery{})
	if err != nil || len(list.Tasks) < 3 || list.Tasks[0].Order != 1 || list.Tasks[1].Order != 0 {
		t.Errorf("the tasks are %+v, %v", list.Tasks, err)
	}
	k.tells("what orders do you have?", `1: "always keep 10 torches"`)
	if _, err := k.c.SlashCommand(t.Context(), view.SlashCommand{Command: "/orders", Args: "pause 1"}); err != nil {
		t.Fatal(err)
	}
	k.until("paused", func() (string, bool) {
		o := k.kept().Orders[0]
		return fmt.Sprintf("%+v", o), o.State == view.OrderPaused
	})
	k.tells("resume the standing orders", "go on")

	if err := k.c.StopTask(t.Context(), view.OfBody{}); err != nil {
		t.Fatal(err)
	}
	if !k.kept().Held {
		t.Error("a stop does not hold it")
	}
	k.tells("what orders are there?", "A stop holds")
	k.start(holds)
	if kept := k.kept(); !kept.Held || len(kept.Orders) != 1 {
		t.Fatalf("after a restart it keeps %+v", kept)
	}
	k.expect("held", "torch 6")
	k.tells("go on", "Going on")
	k.expect("held", "torch 10")

	for _, text := range []string{"always keep 10 flibbets", "every morning flibbet the wheat", "always have 3 stone mined by you"} {
		if _, err := k.c.AddOrder(t.Context(), view.AddOrder{Text: text}); err == nil {
			t.Errorf("%q was taken", text)
		}
	}
	k.tells("every morning chop some oakk", "Did you mean")
	if n := len(k.kept().Orders); n != 1 {
		t.Errorf("a guess made one of %d orders", n)
	}
	k.tells("yes", "every morning chop some oakk")
	if o := k.kept().Orders; len(o) != 2 || o[1].Goal != "mine 8 oak logs" {
		t.Errorf("after a yes there are %+v", o)
	}
	k.tells("forget order 2", "is forgotten")
	k.tells("pause standing orders", "are paused")
	k.tells("resume orders", "go on")
	if _, err := k.c.AddOrder(t.Context(), view.AddOrder{Text: "get 3 logs"}); err == nil || !strings.Contains(err.Error(), "every morning") {
		t.Errorf("what is no order: %v", err)
	}
	kept, err := k.c.ChangeOrder(t.Context(), view.ChangeOrder{Number: 1, Change: view.OrderForget})
	if err != nil || len(kept.Orders) != 0 {
		t.Errorf("%+v, %v", kept, err)
	}
	if _, err := k.c.ChangeOrder(t.Context(), view.ChangeOrder{Number: 1, Change: "sell"}); err == nil {
		t.Error("an order was sold")
	}
}
