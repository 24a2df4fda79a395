// SPDX-License-Identifier: MIT

package botrun

import (
	"cmp"
	"net"
	"net/netip"
	"strconv"
	"strings"

	"github.com/minehand/minehand/game"
	"github.com/minehand/minehand/game/messages"
)

// DefaultName is the player's name where none is given.
const DefaultName = "Minehand"

// Refusal is why no bot can be brought: a name, an address, something that is not installed.
type Refusal struct {
	Why game.Message
	// Raw is what another program said of it; nil for nothing.
	Raw error
}

func (r *Refusal) Error() string {
	if r.Raw == nil {
		return messages.InEnglish(r.Why)
	}
	return strings.TrimSuffix(messages.InEnglish(r.Why), ".") + ": " + r.Raw.Error()
}

func (r *Refusal) Unwrap() error { return r.Raw }

// CheckName refuses what is no player's name. Empty is the default one.
func CheckName(name string) error {
	if name != "" && !game.IsPlayerName(name) {
		return &Refusal{Why: game.Say("join.name", "name", name)}
	}
	return nil
}

// hostOf reads HOST, HOST:PORT or [IPV6]:PORT.
func hostOf(text string) (host string, err error) {
	host, port := text, "25565"
	switch {
	case strings.HasPrefix(text, "[") && strings.HasSuffix(text, "]"):
		host = text[1 : len(text)-1]
	case strings.Contains(text, ":"):
		host, port, err = net.SplitHostPort(text)
	}
	bracketed := strings.HasPrefix(text, "[")
	n, bad := strconv.ParseUint(port, 10, 16)
	if err != nil || host == "" || strings.ContainsAny(host, " \t\r\n/") || bracketed != strings.Contains(host, ":") ||
		bracketed && net.ParseIP(host) == nil || bad != nil || n == 0 {
		return "", &Refusal{Why: game.Say("join.address", "address", text)}
	}
	return host, nil
}

// CheckServer refuses what is no address of a server.
func CheckServer(text string) error {
	_, err := hostOf(text)
	return err
}

// Outside reports whether a server is outside this computer and its network, as
// far as its address tells: a name with a dot in it is.
func Outside(server string) bool {
	host, err := hostOf(server)
	if err != nil {
		return true
	}
	if ip, err := netip.ParseAddr(host); err == nil {
		return !ip.IsLoopback() && !ip.IsPrivate() && !ip.IsLinkLocalUnicast()
	}
	host = strings.ToLower(strings.TrimSuffix(host, "."))
	for _, near := range []string{".local", ".lan", ".home", ".home.arpa", ".internal"} {
		if strings.HasSuffix(host, near) {
			return false
		}
	}
	return strings.Contains(host, ".")
}

// Instance is the same for the same player on the same server, so that a bot that
// was started again is still the one whose task was under way.
func Instance(name, server string) string {
	name = cmp.Or(name, DefaultName)
	return "mineflayer_" + name + "_" + strings.ToLower(server)
}
