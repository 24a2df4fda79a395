// SPDX-License-Identifier: MIT

package ui

import (
	"context"
	"fmt"
	"reflect"
	"strings"
	"testing"

	"github.com/minehand/minehand/game"
	"github.com/minehand/minehand/ui/view"
)

// there are bodies by id, in the order of the list.
type there []string

func (b there) List() []Body {
	var list []Body
	for _, id := range b {
		list = append(list, Body{Info: game.BodyInfo{ID: id, Version: "1.21.5"}})
	}
	return list
}

func (b there) Only() (string, bool) {
	if len(b) == 1 {
		return b[0], true
	}
	return "", false
}

func (b there) Body(id string) (Body, bool) {
	for _, x := range b.List() {
		if x.Info.ID == id {
			return x, true
		}
	}
	return Body{}, false
}

// lives are the processes of bodies.
type lives map[string]int

func (l lives) Process(_ context.Context, body string) int { return l[body] }

func (lives) Detect(context.Context) []view.Instance {
	return []view.Instance{
		{ID: "instance_7", PID: 7, Name: "Minecraft 1.20.1", Version: "1.20.1", Bodies: []string{}},
		{ID: "instance_8", PID: 8, Name: "Minecraft server", Bodies: []string{}},
	}
}

func TestTheTwoListsMeet(t *testing.T) {
	s := &Service{cfg: Config{Bodies: there{"bot", "minecraft_1", "stranger"}, Detector: lives{"minecraft_1": 7, "bot": 99}}}
	text := ""
	for _, in := range s.instances(t.Context()) {
		text += fmt.Sprintf("%s %d %s %v; ", in.ID, in.PID, in.Version, in.Bodies)
	}
	const want = "instance_7 7 1.20.1 [minecraft_1]; instance_8 8  []; bot 99 1.21.5 [bot]; stranger 0 1.21.5 [stranger]; "
	if text != want {
		t.Errorf("got  %s\nwant %s", text, want)
	}
	for name, body := range map[string]string{
		"instance_7": "minecraft_1", "minecraft_1": "minecraft_1", "instance_99": "bot", "instance_8": "instance_8",
		"instance_": "instance_", "instance_0": "instance_0", "": "",
	} {
		if got := s.registered(t.Context(), name); got != body {
			t.Errorf("%q means %q, want %q", name, got, body)
		}
	}
	if err := s.known("instance_8"); err == nil || !strings.Contains(err.Error(), "minehand body") {
		t.Errorf("got %v", err)
	}
	// A body may be called as detection calls a process.
	s.cfg.Bodies = there{"instance_7"}
	if got := s.registered(t.Context(), "instance_7"); got != "instance_7" {
		t.Errorf("got %q", got)
	}
	s.cfg.Detector = nil
	if list := s.instances(t.Context()); len(list) != 1 || list[0].PID != 0 {
		t.Errorf("without detection: %+v", list)
	}
}

// Either name works in every call: where params name a body, they say so.
func TestEveryCallTakesEitherName(t *testing.T) {
	for _, c := range Calls() {
		for _, field := range reflect.VisibleFields(c.Params) {
			name, _, _ := strings.Cut(field.Tag.Get("json"), ",")
			if name != "instance" && name != "instanceId" {
				continue
			}
			if !reflect.PointerTo(c.Params).Implements(reflect.TypeFor[named]()) {
				t.Errorf("%s: give %s a method Named", c.Name, c.Params)
			}
		}
	}
}

// The call "look-on-network" looks for worlds when a client asks.
func TestWorldsOfTheNetwork(t *testing.T) {
	asked := 0
	s := &Service{cfg: Config{Network: func(context.Context) ([]view.NearbyWorld, error) {
		asked++
		return []view.NearbyWorld{{Name: "Alex - Home", Address: "192.0.2.7:5000"}}, nil
	}}}
	if got, err := lookOnNetwork(t.Context(), &exchange{Message: &Message{}, Line: &Line{svc: s}}, view.Nothing{}); err != nil || len(got.Worlds) != 1 || asked != 1 {
		t.Errorf("look-on-network: %+v, %v, asked %d times", got, err, asked)
	}
	if got, err := lookOnNetwork(t.Context(), &exchange{Message: &Message{}, Line: &Line{svc: &Service{}}}, view.Nothing{}); err != nil || got.Worlds == nil {
		t.Errorf("with nowhere to listen: %+v, %v", got, err)
	}
}
