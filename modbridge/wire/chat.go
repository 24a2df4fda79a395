package wire

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"unicode"
	"unicode/utf16"
	"unicode/utf8"

	"github.com/minehand/minehand/game"
)

// ErrChat wraps every refusal of a chat text (rule 16).
var ErrChat = errors.New("chat refused")

// DefaultChatPrefixes begin lines that a server or a client mod takes for a
// command.
func DefaultChatPrefixes() []string { return []string{"/", "#", "."} }

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
	for _, r := range text {
		if r < ' ' || r == 0x7f || r == '§' || r == '\u2028' || r == '\u2029' || r == '\u0085' {
			return fmt.Errorf("%w: a message is one line of plain text; send several messages instead", ErrChat)
		}
	}
	if n := len(utf16.Encode([]rune(text))); n > game.MaxChat {
		return fmt.Errorf("%w: a message has at most %d characters, this one has %d", ErrChat, game.MaxChat, n)
	}
	prefixes := g.Prefixes
	if prefixes == nil {
		prefixes = DefaultChatPrefixes()
	}
	for _, p := range prefixes {
		if p == "" || !strings.HasPrefix(line, p) {
			continue
		}
		command, _, _ := strings.Cut(line, " ")
		if slices.ContainsFunc(g.Allow, func(a string) bool { return strings.EqualFold(a, command) }) {
			continue
		}
		return fmt.Errorf("%w: %q is a command that the owner did not allow; add it to the allowed chat commands or leave out the %q", ErrChat, clip(command, 40), p)
	}
	return nil
}
