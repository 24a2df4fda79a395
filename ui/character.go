// SPDX-License-Identifier: MIT

package ui

import (
	"context"

	"github.com/minehand/minehand/ui/view"
)

// Characters puts the script that plays the player's own character into games. Its
// methods may be called from any goroutine.
type Characters interface {
	// Games lists the folders of games on this computer.
	Games(ctx context.Context) []view.GameFolder
	// Plan says what Install would write, and writes nothing.
	Plan(ctx context.Context, p view.OwnCharacter) (view.ScriptPlan, error)
	Install(ctx context.Context, p view.OwnCharacter) (view.ScriptPlan, error)
	// Remove undoes it and returns the files that were changed.
	Remove(folder string) ([]string, error)
}

// errNoCharacters: this program installs nothing.
var errNoCharacters = view.Refuse(
	view.CodeUnavailable,
	"this Minehand installs nothing into games: start it with minehand serve, or run minehand body --minescript",
)

// characters are those of this Minehand.
func (x *exchange) characters() (Characters, error) {
	if x.svc.cfg.Characters == nil {
		return nil, errNoCharacters
	}
	return x.svc.cfg.Characters, nil
}

func listGames(ctx context.Context, x *exchange, _ view.Nothing) (view.GameFolders, error) {
	games := []view.GameFolder{}
	if c, err := x.characters(); err == nil {
		games = append(games, c.Games(ctx)...)
	}
	return view.GameFolders{Games: games}, nil
}

func planScript(ctx context.Context, x *exchange, p view.OwnCharacter) (view.ScriptPlan, error) {
	c, err := x.characters()
	if err != nil {
		return view.ScriptPlan{}, err
	}
	return c.Plan(ctx, p)
}

func installScript(ctx context.Context, x *exchange, p view.OwnCharacter) (view.ScriptPlan, error) {
	c, err := x.characters()
	if err != nil {
		return view.ScriptPlan{}, err
	}
	return c.Install(ctx, p)
}

func removeScript(_ context.Context, x *exchange, p view.OwnCharacter) (view.ScriptRemoved, error) {
	c, err := x.characters()
	if err != nil {
		return view.ScriptRemoved{}, err
	}
	changed, err := c.Remove(p.Folder)
	if changed == nil {
		changed = []string{}
	}
	return view.ScriptRemoved{Changed: changed}, err
}
