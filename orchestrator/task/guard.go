package task

import (
	"fmt"
	"slices"
	"strings"
	"unicode"

	"github.com/minehand/minehand/game"
)

// denied says why an action may not be sent; nil when it may (rules 15, 16).
func (g Guard) denied(a *game.Action, body game.BodyInfo) *game.Failure {
	switch {
	case len(g.Allow) > 0 && !slices.Contains(g.Allow, a.Kind):
		return deny("%q is not on the list of allowed actions", a.Kind)
	case slices.Contains(g.Deny, a.Kind):
		return deny("%q is on the list of denied actions", a.Kind)
	case !body.Can(a.Kind):
		return &game.Failure{Code: game.CodeUnsupported, Message: fmt.Sprintf("this body cannot do %q", a.Kind)}
	case a.Kind == game.Chat:
		return g.deniedChat(a.Message)
	}
	if err := a.Validate(); err != nil {
		return &game.Failure{Code: game.CodeInvalid, Message: err.Error()}
	}
	return nil
}

// chatPrefixes begin a command of the game or of a client in a chat line.
const chatPrefixes = "/#."

// deniedChat keeps a model from running commands through the chat.
func (g Guard) deniedChat(message string) *game.Failure {
	if err := (game.Action{Kind: game.Chat, Message: message}).Validate(); err != nil {
		return &game.Failure{Code: game.CodeInvalid, Message: err.Error()}
	}
	text := strings.TrimLeftFunc(message, func(r rune) bool {
		return unicode.IsSpace(r) || unicode.IsControl(r) || unicode.Is(unicode.Cf, r)
	})
	if text == "" || !strings.ContainsRune(chatPrefixes, rune(text[0])) {
		return nil
	}
	if text == message {
		command, _, _ := strings.Cut(text, " ")
		for _, allowed := range g.ChatCommands {
			if strings.EqualFold(command, allowed) {
				return nil
			}
		}
	}
	return deny("the chat line %q would run a command; chat.allow_commands in the config permits commands", message)
}

func deny(format string, args ...any) *game.Failure {
	return &game.Failure{Code: game.CodeDenied, Message: fmt.Sprintf(format, args...)}
}
