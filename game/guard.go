// SPDX-License-Identifier: MIT

package game

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"
	"unicode"
	"unicode/utf16"
	"unicode/utf8"
)

// Guard is what an owner allows. It is held against every action when it is planned
// and again when it is sent (rules 15 and 16 of docs/protocol).
type Guard struct {
	// Allow, when not empty, lists the only kinds that are sent; Deny lists kinds
	// that never are.
	Allow, Deny []Kind
	// ChatCommands are the commands that a chat line may run, with their prefix:
	// "/home", "#stop". All others are denied.
	ChatCommands []string
}

// denies reports whether the owner denies the kind.
func (g *Guard) denies(k Kind) bool {
	return slices.Contains(g.Deny, k) || len(g.Allow) > 0 && !slices.Contains(g.Allow, k)
}

// Refuse says why an action may not be sent to a body; nil when it may.
func (g *Guard) Refuse(a *Action, body *BodyInfo) *Failure {
	switch {
	case slices.Contains(g.Deny, a.Kind):
		return &Failure{Code: CodeDenied, Message: fmt.Sprintf("%q is on the list of denied actions", a.Kind)}
	case g.denies(a.Kind):
		return &Failure{Code: CodeDenied, Message: fmt.Sprintf("%q is not on the list of allowed actions", a.Kind)}
	case !body.Can(a.Kind):
		return &Failure{Code: CodeUnsupported, Message: fmt.Sprintf("this body cannot do %q", a.Kind)}
	}
	if err := a.Validate(); err != nil {
		return &Failure{Code: CodeInvalid, Message: err.Error()}
	}
	if info, _ := Lookup(a.Kind); info.Speaks {
		if err := (ChatGuard{Allow: g.ChatCommands}).Check(a.Message); err != nil {
			return &Failure{Code: CodeDenied, Message: err.Error()}
		}
	}
	return nil
}

// Chat lines are sent at most one every ChatEvery once ChatBurst of them went out:
// servers disconnect players who write faster (rule 16 of docs/protocol).
const (
	ChatEvery = time.Second
	ChatBurst = 5
)

// ChatPace is when as many lines as go out at once may go out again.
type ChatPace time.Time

// Turn takes a line's turn; or it returns when there will be one (the generic cell
// rate algorithm).
func (p *ChatPace) Turn(now time.Time) (until time.Time) {
	free := time.Time(*p)
	if free.Before(now) {
		free = now
	}
	if first := free.Add(-(ChatBurst - 1) * ChatEvery); first.After(now) {
		return first
	}
	*p = ChatPace(free.Add(ChatEvery))
	return time.Time{}
}

// ErrChat wraps every refusal of a chat text (rule 16).
var ErrChat = errors.New("chat refused")

// defaultChatPrefixes begin lines that a server or a client mod takes for a
// command.
func defaultChatPrefixes() []string { return []string{"/", "#", "."} }

// ChatGuard lets plain chat lines through and commands only when the owner
// allowed them. The zero value allows no command.
type ChatGuard struct {
	// Prefixes that make a line a command; nil means DefaultChatPrefixes.
	Prefixes []string
	// Allow lists the commands that may go out, with prefix and without
	// arguments: "/home".
	Allow []string
}

// Check returns nil when the text may go out as a chat line: one line, at most
// 256 characters as Minecraft counts them (UTF-16), no control characters, and
// no command that is not allowed. Errors wrap ErrChat and are sentences.
func (g ChatGuard) Check(text string) error {
	if !utf8.ValidString(text) {
		return fmt.Errorf("%w: it is no valid text (UTF-8)", ErrChat)
	}
	// The game trims a line before it looks for the slash.
	line := strings.TrimFunc(text, func(r rune) bool { return unicode.IsSpace(r) || unicode.Is(unicode.Cf, r) })
	if line == "" {
		return fmt.Errorf("%w: there is nothing to say", ErrChat)
	}
	if strings.ContainsFunc(text, func(r rune) bool { return r < ' ' }) || strings.ContainsAny(text, "\x7f§\u2028\u2029\u0085") {
		return fmt.Errorf("%w: a message is one line of plain text; send several messages instead", ErrChat)
	}
	if n := len(utf16.Encode([]rune(text))); n > maxChat {
		return fmt.Errorf("%w: a message has at most %d characters, this one has %d", ErrChat, maxChat, n)
	}
	prefixes := g.Prefixes
	if prefixes == nil {
		prefixes = defaultChatPrefixes()
	}
	for _, p := range prefixes {
		if p == "" || !strings.HasPrefix(line, p) {
			continue
		}
		command, _, _ := strings.Cut(line, " ")
		if !slices.ContainsFunc(g.Allow, func(a string) bool { return strings.EqualFold(a, command) }) {
			return fmt.Errorf(
				"%w: the line would run a command that the owner did not allow, %.40q; chat.allow_commands in the config permits commands",
				ErrChat, command,
			)
		}
	}
	return nil
}
