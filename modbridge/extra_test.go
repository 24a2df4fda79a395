// SPDX-License-Identifier: MIT

package modbridge_test

import (
	"fmt"
	"strings"
	"sync"
	"testing"
	"testing/synctest"

	"github.com/minehand/minehand/modbridge"
	"github.com/minehand/minehand/modbridge/wire"
)

// TestRule22ABodyBringsItsGamesRecipes: what it registers with is told of its body, what
// of it was not understood is told to it, and after a restart of either it comes again.
func TestRule22ABodyBringsItsGamesRecipes(t *testing.T) {
	bubble(t, both, func(t *testing.T, protocol int) {
		var mu sync.Mutex
		var told []string
		h := newHouse(t, modbridge.Config{Complaint: func(_, text string) { mu.Lock(); defer mu.Unlock(); told = append(told, text) }})
		reg := func(id, recipes string) string {
			v2 := ""
			if protocol >= 2 {
				v2 = `"protocol":2,`
			}
			return `{"type":"register","instanceId":"` + id + `","version":"1.21.5",` + v2 + `"recipes":[` + recipes + `]}`
		}
		const good = `{"type":"smelting","ingredient":"mymod:raw_tin","result":"mymod:tin"}`
		h.dial("a", protocol).raw(reg("a", good))
		h.dial("b", protocol).raw(reg("b", good))
		odd := h.dial("c", protocol)
		odd.raw(reg("c", good+`,{"type":"smelting","result":"mymod:tin"}`))
		synctest.Wait()
		a, b, c := h.session("a").Info().Extra, h.session("b").Info().Extra, h.session("c").Info().Extra
		if protocol < 2 {
			if a != nil || c != nil {
				t.Errorf("version 1 knows no such member: %+v, %+v", a, c)
			}
			return
		}
		if a == nil || len(a.Recipes) != 1 || a.ID == "" || a.ID != b.ID {
			t.Fatalf("%+v and %+v", a, b)
		}
		if c == nil || len(c.Recipes) != 1 || c.ID == a.ID {
			t.Errorf("with a fault: %+v", c)
		}
		odd.mu.Lock()
		if len(odd.warnings) != 1 || odd.warnings[0].Code != wire.BadTables || odd.warnings[0].Path != "recipes[1].ingredient" {
			t.Errorf("warned of %+v", odd.warnings)
		}
		odd.mu.Unlock()
		mu.Lock()
		defer mu.Unlock()
		if len(told) != 1 || !strings.Contains(told[0], "recipes[1].ingredient is no name such as") {
			t.Errorf("told %q", told)
		}
	})
}

// TestRule22AGameWithManyModsFits: a register may be larger than the frames after it, and
// is bounded all the same.
func TestRule22AGameWithManyModsFits(t *testing.T) {
	bubble(t, []int{2}, func(t *testing.T, protocol int) {
		h, _ := limited(t, modbridge.Limits{})
		var list strings.Builder
		for i := range 10_000 {
			_, _ = fmt.Fprintf(&list, `{"type":"crafting_shapeless","ingredients":["mymod:part_%d","mymod:a_part_with_a_long_name"],"result":{"id":"mymod:thing_%d","count":2}},`, i, i)
		}
		big := h.dial("big", protocol)
		big.raw(`{"type":"register","instanceId":"big","version":"1.21.5","protocol":2,"recipes":[` + strings.TrimSuffix(list.String(), ",") + `]}`)
		synctest.Wait()
		if x := h.session("big").Info().Extra; x == nil || len(x.Recipes) != 10_000 {
			t.Fatalf("%d bytes: %+v", list.Len(), x)
		}
		if list.Len() <= wire.MaxFrame {
			t.Fatalf("%d bytes fit any frame", list.Len())
		}
		many := h.dial("many", protocol)
		many.raw(`{"type":"register","instanceId":"many","version":"1.21.5","protocol":2,"items":[` + strings.Repeat(`"a:b",`, 250_000) + `"a:b"]}`)
		huge := h.dial("huge", protocol)
		huge.half(wire.MaxFirstFrame+1, 10)
		if code := huge.closeCode(); code != wire.CloseTooBig {
			t.Errorf("close code %d", code)
		}
		synctest.Wait()
		if list := h.srv.Sessions(); len(list) != 1 {
			t.Errorf("%d sessions", len(list))
		}
	})
}
