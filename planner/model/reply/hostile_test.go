// SPDX-License-Identifier: MIT

package reply_test

import (
	"strings"
	"testing"

	"github.com/minehand/minehand/game"
	"github.com/minehand/minehand/game/data"
	"github.com/minehand/minehand/llm"
	"github.com/minehand/minehand/planner/model/reply"
)

// hostile are texts of the largest size that is read, made to cost much.
var hostile = map[string]string{
	"openings":      strings.Repeat("[", 1<<20),
	"open objects":  strings.Repeat(`{"a":`, 1<<20/5),
	"open strings":  strings.Repeat(`["`, 1<<19),
	"quotes":        strings.Repeat(`"`, 1<<20),
	"half objects":  strings.Repeat(`{"a":1 "b" `, 1<<20/11),
	"flat objects":  strings.Repeat(`{"a":1}`, 1<<20/7),
	"bad objects":   strings.Repeat(`{a:'1',}`, 1<<20/8),
	"comments":      `{"commands":[` + strings.Repeat("/* x */", 1<<20/8) + `]}`,
	"commas":        `{"commands":[` + strings.Repeat(",", 1<<20-20) + `]}`,
	"backslashes":   `{"say":"` + strings.Repeat(`\`, 1<<20-40) + `","commands":[]}`,
	"many actions":  `{"commands":[` + strings.Repeat(`{"action":"mine","target":"x"},`, 30000) + `]}`,
	"broken pieces": strings.Repeat(`{"commands":[`+strings.Repeat(`{"action":"mine","target":"x"},`, 1000)+"]}\n", 32),
	"long name":     `{"commands":[{"action":"mine","target":"` + strings.Repeat("oak_", 200000) + `"}]}`,
	"long kind":     `{"commands":[{"action":"` + strings.Repeat("a B", 300000) + `"}]}`,
	"misspelt":      `{"commands":[` + strings.Repeat(`{"action":"craft","item":"qqqq_wwww_eeee"},`, 499) + `]}`,
	"fences":        strings.Repeat("```json\n", 1<<20/8),
	"half unquoted": `{commands:[` + strings.Repeat(`{action:mine,target:stone}`, 400) + `}`,
	"spoken":        `{"commands":["mine ` + strings.Repeat("1 ", 500000) + `"]}`,
	"too large":     strings.Repeat("a", 1<<20+1),
}

func TestHostileRepliesEndInTime(t *testing.T) {
	env := reply.Env{Names: names(t, data.DefaultVersion), Body: body("v2"), State: &game.State{}}
	for name, text := range hostile {
		t.Run(name, func(t *testing.T) {
			if p, err := reply.Read(llm.Response{Content: text}); err == nil {
				env.Normalise(p)
			}
		})
	}
}

func BenchmarkRead(b *testing.B) {
	n := names(b, data.DefaultVersion)
	env := reply.Env{Names: n, Body: body("v2"), State: &game.State{}}
	text := "Sure!\n```json\n{'plan': [{'type': 'goal', 'description': 'Iron', 'actions': [{'type': 'mine', 'target': 'Iron Ore', 'quantity': 'three',}, {'type': 'smelt', 'item': 'iron_ingot'}]}]}\n```"
	for b.Loop() {
		p, err := reply.Read(llm.Response{Content: text})
		if err != nil {
			b.Fatal(err)
		}
		if len(env.Normalise(p).Faults) > 0 {
			b.Fatal("faults")
		}
	}
}
