// SPDX-License-Identifier: MIT

package talk

import (
	"context"
	"errors"
	"fmt"

	"github.com/minehand/minehand/game"
	"github.com/minehand/minehand/planner/check"
	"github.com/minehand/minehand/planner/goals"
)

// everybody is a body that can do everything, for questions when none is there.
func everybody(body game.BodyInfo) game.BodyInfo {
	if body.ID != "" {
		return body
	}
	body.Protocol = game.ProtocolV2
	for _, k := range game.Catalogue() {
		body.Actions = append(body.Actions, k.Kind)
	}
	return body
}

// Make says how count of a thing are made, beside what is held. The thing is named
// as players do, or by its id.
func (s *Sorter) Make(ctx context.Context, name string, count int, body game.BodyInfo, state game.State) (check.HowTo, error) {
	if count < 0 || count > 10_000 {
		return check.HowTo{}, fmt.Errorf("a count of %d does not work; use 1 to 10000, or leave it out for 1", count)
	}
	b, err := s.library.Open(game.Request{Goal: "make " + name, Body: everybody(body), State: state, Round: 1})
	if err != nil {
		return check.HowTo{}, err
	}
	r := goals.Of(b.Version).Things(goals.Get, name)
	if len(r.Goals) != 1 || len(r.Goals[0].Items) == 0 {
		return check.HowTo{}, fmt.Errorf("there is no %q in Minecraft %s; name one item, such as cake or iron pickaxe", name, b.Version.Name)
	}
	items := r.Goals[0].Items
	if count == 0 {
		count = max(r.Goals[0].Count, 1)
	}
	return check.Make(ctx, b, items, count), nil
}

// Can lists goals that can be asked for in that state, in the words of a language.
func (s *Sorter) Can(body game.BodyInfo, state game.State, language string) []string {
	b, err := s.library.Open(game.Request{Goal: "help", Body: everybody(body), State: state, Round: 1})
	if err != nil {
		return nil
	}
	var help *game.UnreadableError
	if _, err := goals.Read(b, "help"); !errors.As(err, &help) {
		return nil
	}
	for i, text := range help.Nearest {
		if read, err := goals.Of(b.Version).Read(text); err == nil && language != "" && language != "en" {
			read.Language = language
			help.Nearest[i] = read.Words()
		}
	}
	return help.Nearest
}
