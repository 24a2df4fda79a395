// SPDX-License-Identifier: MIT

package detect

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/netip"
	"strconv"
	"strings"
	"syscall"
	"time"
)

// Announcement is a world that another computer of the network, or this one,
// says it has opened to LAN.
type Announcement struct {
	// Name is what it calls itself: "PLAYER - WORLD".
	Name string `json:"name"`
	// Address is where to join.
	Address string `json:"address"`
}

// announced is where games tell of worlds that are open to LAN.
var announced = netip.AddrPortFrom(netip.AddrFrom4([4]byte{224, 0, 2, 60}), 4445)

// Announcements listens until ctx ends for the worlds that games announce on
// the local network, and tells each once: none on a computer that is on no network.
// A firewall may ask the person about it: it is to be called only when a person
// wants to look on the network.
func Announcements(ctx context.Context, tell func(Announcement)) error {
	conn, err := net.ListenMulticastUDP("udp4", nil, net.UDPAddrFromAddrPort(announced))
	if errors.Is(err, syscall.ENODEV) {
		return nil
	}
	if err != nil {
		return fmt.Errorf("the network's announcements cannot be listened for: %w", err)
	}
	announcementsOn(ctx, conn, tell)
	return nil
}

// maxAnnouncements bounds what a noisy network can make of it.
const maxAnnouncements = 256

// announcementsOn reads announcements from conn, which it closes.
func announcementsOn(ctx context.Context, conn *net.UDPConn, tell func(Announcement)) {
	defer func() { _ = conn.Close() }()
	stop := context.AfterFunc(ctx, func() { _ = conn.SetReadDeadline(time.Unix(1, 0)) })
	defer stop()
	known := map[string]bool{}
	buf := make([]byte, 2048)
	for len(known) < maxAnnouncements {
		n, from, err := conn.ReadFromUDPAddrPort(buf)
		if err != nil {
			return
		}
		a, ok := parseAnnouncement(string(buf[:n]), from.Addr().Unmap())
		if ok && !known[a.Address] {
			known[a.Address] = true
			tell(a)
		}
	}
}

// parseAnnouncement reads [MOTD]name[/MOTD][AD]port[/AD]. The address is the
// sender's: what the text claims beyond a port is not believed.
func parseAnnouncement(text string, from netip.Addr) (Announcement, bool) {
	name, ok := between(text, "[MOTD]", "[/MOTD]")
	if !ok {
		return Announcement{}, false
	}
	port, ok := between(text, "[AD]", "[/AD]")
	if !ok {
		return Announcement{}, false
	}
	port = port[strings.LastIndexByte(port, ':')+1:]
	n, err := strconv.ParseUint(strings.TrimSpace(port), 10, 16)
	if err != nil || n == 0 {
		return Announcement{}, false
	}
	return Announcement{Name: clean(plain(name), maxText), Address: netip.AddrPortFrom(from, uint16(n)).String()}, true
}

func between(text, begin, end string) (string, bool) {
	_, text, ok := strings.Cut(text, begin)
	if !ok {
		return "", false
	}
	text, _, ok = strings.Cut(text, end)
	return text, ok
}
