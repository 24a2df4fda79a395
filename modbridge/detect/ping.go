// SPDX-License-Identifier: MIT

package detect

import (
	"bufio"
	"bytes"
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"net"
	"net/netip"
	"strings"
	"time"

	"github.com/minehand/minehand/internal/budget"
)

// World is a world that can be joined from this computer: a server's, or one
// that a player opened to LAN.
type World struct {
	// Name is the message of the day in plain text; of a world opened to LAN that
	// is "PLAYER - WORLD".
	Name string `json:"name"`
	// Address is where to join, on loopback.
	Address string `json:"address"`
	Port    int    `json:"port"`
	// Kind is lan for a player's own world, server for a server's.
	Kind string `json:"kind"`
	// Version is the game's as the server words it ("Paper 1.21.1"), Protocol its
	// number.
	Version  string  `json:"version"`
	Protocol int     `json:"protocol"`
	Players  Players `json:"players"`
	// Modded is forge, neoforge or fabric when the answer tells, "modded" when it
	// tells no more than that, else empty. Mods are the mods it names, at most
	// 200.
	Modded string   `json:"modded,omitempty"`
	Mods   []string `json:"mods,omitempty"`
}

// Players are how many are in a world, and may be.
type Players struct {
	Online int `json:"online"`
	Max    int `json:"max"`
}

// ErrNotLoopback: only this computer is asked.
var ErrNotLoopback = errors.New("only worlds on this computer's loopback are asked for their status")

// errNoMinecraft: what answers on the port is something else.
var errNoMinecraft = errors.New("this is no Minecraft server's answer")

const (
	maxMods = 200
	// maxText is how many characters of a text from outside are shown.
	maxText = 120
	// anyProtocol asks without claiming a version.
	anyProtocol = -1
)

// Ping asks the Minecraft server at a loopback address for its status, as the
// game's server list does (since 1.7), within ctx.
func Ping(ctx context.Context, at netip.AddrPort) (World, error) {
	if !at.Addr().Unmap().IsLoopback() {
		return World{}, ErrNotLoopback
	}
	var dialer net.Dialer
	conn, err := dialer.DialContext(ctx, "tcp", at.String())
	if err != nil {
		return World{}, err
	}
	defer func() { _ = conn.Close() }()
	stop := context.AfterFunc(ctx, func() { _ = conn.SetDeadline(time.Unix(1, 0)) })
	defer stop()
	if _, err := conn.Write(statusRequest(at)); err != nil {
		return World{}, err
	}
	data, err := readStatus(bufio.NewReader(conn))
	if err != nil {
		return World{}, err
	}
	w, err := parseStatus(data)
	w.Address, w.Port = at.String(), int(at.Port())
	return w, err
}

// statusRequest is the handshake with next state 1, and the request.
func statusRequest(at netip.AddrPort) []byte {
	host := at.Addr().String()
	body := appendVarInt([]byte{0}, anyProtocol)
	body = append(appendVarInt(body, int32(len(host))), host...)
	body = binary.BigEndian.AppendUint16(body, at.Port())
	body = append(body, 1)
	return append(append(appendVarInt(nil, int32(len(body))), body...), 1, 0)
}

// readStatus reads the answer: a packet with the id 0 and one string.
func readStatus(r *bufio.Reader) ([]byte, error) {
	length, err := readVarInt(r)
	if err != nil {
		return nil, err
	}
	if length < 2 || length > int32(budget.ServerStatus.Bytes()) {
		return nil, errNoMinecraft
	}
	packet := bufio.NewReader(io.LimitReader(r, int64(length)))
	id, err := readVarInt(packet)
	if err != nil {
		return nil, err
	}
	size, err := readVarInt(packet)
	if err != nil {
		return nil, err
	}
	if id != 0 || size < 2 || size > length {
		return nil, errNoMinecraft
	}
	var data bytes.Buffer // grows with what comes, not with what is announced
	if _, err := io.CopyN(&data, packet, int64(size)); err != nil {
		return nil, fmt.Errorf("the answer broke off: %w", err)
	}
	return data.Bytes(), nil
}

// parseStatus reads the JSON of a status.
func parseStatus(data []byte) (World, error) {
	var s struct {
		Version *struct {
			Name     string `json:"name"`
			Protocol int    `json:"protocol"`
		} `json:"version"`
		Players struct {
			Online int `json:"online"`
			Max    int `json:"max"`
		} `json:"players"`
		Description any `json:"description"`
		// What Forge adds since 1.13, and before.
		ForgeData *struct {
			Mods []struct {
				ID string `json:"modId"`
			} `json:"mods"`
		} `json:"forgeData"`
		ModInfo *struct {
			Type    string `json:"type"`
			ModList []struct {
				ID string `json:"modid"`
			} `json:"modList"`
		} `json:"modinfo"`
		// What NeoForge adds.
		IsModded bool `json:"isModded"`
	}
	if err := budget.ServerStatus.JSON(data, &s); err != nil || s.Version == nil {
		return World{}, errNoMinecraft
	}
	w := World{
		Name: clean(flatten(s.Description, 0), maxText), Version: clean(plain(s.Version.Name), 60), Protocol: s.Version.Protocol,
		Players: Players{Online: max(s.Players.Online, 0), Max: max(s.Players.Max, 0)},
	}
	switch {
	case s.ForgeData != nil:
		w.Modded = forge
		for _, m := range s.ForgeData.Mods {
			w.addMod(m.ID)
		}
	case s.ModInfo != nil:
		w.Modded = "modded"
		if strings.EqualFold(s.ModInfo.Type, "FML") {
			w.Modded = forge
		}
		for _, m := range s.ModInfo.ModList {
			w.addMod(m.ID)
		}
	case s.IsModded:
		w.Modded = neoforge
	case strings.Contains(strings.ToLower(w.Version), fabric):
		w.Modded = fabric
	}
	return w, nil
}

func (w *World) addMod(id string) {
	switch id = clean(id, 60); {
	case id == "", id == "minecraft", id == "forge", id == "FML", id == "mcp", len(w.Mods) >= maxMods:
	default:
		w.Mods = append(w.Mods, id)
	}
}

// flatten is the plain text of a text component: a string, a list, or an object
// with text, translate and extra.
func flatten(v any, depth int) string {
	if depth > 16 {
		return ""
	}
	switch v := v.(type) {
	case string:
		return plain(v)
	case []any:
		var b strings.Builder
		for _, part := range v {
			b.WriteString(flatten(part, depth+1))
		}
		return b.String()
	case map[string]any:
		text := flatten(v["text"], depth+1)
		if text == "" {
			text = flatten(v["fallback"], depth+1)
		}
		if text == "" {
			text = flatten(v["translate"], depth+1)
		}
		return text + flatten(v["extra"], depth+1)
	}
	return ""
}

// plain takes the formatting codes out of a text: a section sign and one
// character.
func plain(s string) string {
	var b strings.Builder
	code := false
	for _, r := range s {
		switch {
		case code:
			code = false
		case r == '§':
			code = true
		default:
			b.WriteRune(r)
		}
	}
	return b.String()
}

func appendVarInt(b []byte, v int32) []byte { return binary.AppendUvarint(b, uint64(uint32(v))) }

func readVarInt(r io.ByteReader) (int32, error) {
	var v uint32
	for shift := 0; shift < 35; shift += 7 {
		b, err := r.ReadByte()
		if err != nil {
			return 0, err
		}
		v |= uint32(b&0x7f) << shift
		if b < 0x80 {
			return int32(v), nil
		}
	}
	return 0, errNoMinecraft
}
