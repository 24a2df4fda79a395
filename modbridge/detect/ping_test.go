// SPDX-License-Identifier: MIT

package detect

import (
	"bufio"
	"bytes"
	"context"
	"encoding/binary"
	"errors"
	"net"
	"net/netip"
	"strings"
	"testing"
)

// answerPing reads a handshake and a status request from the connection and
// answers with the JSON, as a server does.
func answerPing(conn net.Conn, status string) error {
	defer conn.Close()
	r := bufio.NewReader(conn)
	for range 2 {
		n, err := readVarInt(r)
		if err != nil {
			return err
		}
		if _, err := r.Discard(int(n)); err != nil {
			return err
		}
	}
	text := append(appendVarInt([]byte{0}, int32(len(status))), status...)
	_, err := conn.Write(append(appendVarInt(nil, int32(len(text))), text...))
	return err
}

// serveStatus answers status pings on a port of loopback until the test ends.
func serveStatus(t *testing.T, handle func(net.Conn)) netip.AddrPort {
	t.Helper()
	l, err := net.Listen("tcp4", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	done := make(chan struct{})
	go func() {
		defer close(done)
		for {
			conn, err := l.Accept()
			if err != nil {
				return
			}
			handle(conn)
		}
	}()
	t.Cleanup(func() { l.Close(); <-done })
	return l.Addr().(*net.TCPAddr).AddrPort()
}

func TestPing(t *testing.T) {
	at := serveStatus(t, func(c net.Conn) {
		answerPing(c, `{"version":{"name":"1.21.5","protocol":770},"players":{"max":8,"online":1,"sample":[{"name":"Steve","id":"x"}]},"description":"Steve - §aHome","favicon":"data:image/png;base64,`+strings.Repeat("A", 20_000)+`"}`)
	})
	w, err := Ping(t.Context(), at)
	if err != nil {
		t.Fatal(err)
	}
	if w.Name != "Steve - Home" || w.Version != "1.21.5" || w.Protocol != 770 || w.Players != (Players{1, 8}) || w.Address != at.String() || w.Port != int(at.Port()) || w.Modded != "" {
		t.Errorf("got %+v", w)
	}
}

func TestPingStaysOnLoopback(t *testing.T) {
	for _, at := range []string{"192.0.2.1:25565", "[2001:db8::1]:25565", "0.0.0.0:25565"} {
		if _, err := Ping(t.Context(), netip.MustParseAddrPort(at)); !errors.Is(err, ErrNotLoopback) {
			t.Errorf("%s: %v", at, err)
		}
	}
}

func TestPingOfWhatIsNoMinecraft(t *testing.T) {
	for name, say := range map[string]string{
		"a web server":  "HTTP/1.1 400 Bad Request\r\n\r\n",
		"nothing":       "",
		"a huge length": "\xff\xff\xff\xff\x07",
		"no end":        "\xff\xff\xff\xff\xff\xff",
		"a list":        "\x04\x00\x02[]",
		"cut short":     "\x20\x00\x1e{\"version\"",
	} {
		at := serveStatus(t, func(c net.Conn) {
			c.Write([]byte(say))
			c.(*net.TCPConn).CloseWrite()
			c.Read(make([]byte, 100))
			c.Close()
		})
		if w, err := Ping(t.Context(), at); err == nil {
			t.Errorf("%s: got %+v", name, w)
		}
	}
}

func TestPingOfASilentPort(t *testing.T) {
	silent := make(chan net.Conn, 1)
	at := serveStatus(t, func(c net.Conn) { silent <- c })
	ctx, cancel := context.WithCancel(t.Context())
	ended := make(chan error)
	go func() { _, err := Ping(ctx, at); ended <- err }()
	defer (<-silent).Close()
	cancel()
	if err := <-ended; err == nil {
		t.Error("no error")
	}
}

// TestADeepStatusIsNone: what lies deeper than anything that a game says is not read.
func TestADeepStatusIsNone(t *testing.T) {
	deep := `{"version":{"name":"x"},"description":` + strings.Repeat(`{"extra":[`, 40) + `"deep"` + strings.Repeat(`]}`, 40) + `}`
	if w, err := parseStatus([]byte(deep)); err == nil {
		t.Errorf("got %+v", w)
	}
}

func TestStatuses(t *testing.T) {
	for _, c := range []struct{ status, name, version, modded, mods string }{
		{`{"version":{"name":"§bPaper 1.21.1","protocol":767},"description":{"text":"","extra":[{"text":"A "},{"color":"red","text":"red\nserver","extra":["!"]}]}}`, "A red server!", "Paper 1.21.1", "", ""},
		{`{"version":{"name":"1.20.1"},"description":{"translate":"menu.x","fallback":"Fall"},"forgeData":{"fmlNetworkVersion":3,"mods":[{"modId":"minecraft"},{"modId":"create"},{"modId":"forge"},{"modId":"jei"}]}}`, "Fall", "1.20.1", "forge", "create,jei"},
		{`{"version":{"name":"1.12.2"},"description":["a",{"text":"b"}],"modinfo":{"type":"FML","modList":[{"modid":"mcp"},{"modid":"ic2","version":"2"}]}}`, "ab", "1.12.2", "forge", "ic2"},
		{`{"version":{"name":"1.21.1"},"description":{"translate":"menu.x"},"isModded":true}`, "menu.x", "1.21.1", "neoforge", ""},
		{`{"version":{"name":"Fabric 1.21"},"description":"\u202eevil\u0007"}`, "evil", "Fabric 1.21", "fabric", ""},
		{`{"version":{"name":"x"},"description":` + strings.Repeat(`{"extra":[`, 30) + `"deep"` + strings.Repeat(`]}`, 30) + `,"players":{"online":-4}}`, "", "x", "", ""},
	} {
		w, err := parseStatus([]byte(c.status))
		if err != nil {
			t.Errorf("%s: %v", c.status, err)
			continue
		}
		if w.Name != c.name || w.Version != c.version || w.Modded != c.modded || strings.Join(w.Mods, ",") != c.mods || w.Players.Online < 0 {
			t.Errorf("%s: got %+v", c.status, w)
		}
	}
}

func TestAnnouncements(t *testing.T) {
	conn, err := net.ListenUDP("udp4", &net.UDPAddr{IP: net.IPv4(127, 0, 0, 1)})
	if err != nil {
		t.Fatal(err)
	}
	game, err := net.DialUDP("udp4", nil, conn.LocalAddr().(*net.UDPAddr))
	if err != nil {
		t.Fatal(err)
	}
	defer game.Close()
	for _, say := range []string{
		"[MOTD]Steve - §aHome[/MOTD][AD]50123[/AD]", "[MOTD]Steve - Home[/MOTD][AD]50123[/AD]",
		"[MOTD]Old[/MOTD][AD]192.0.2.7:50124[/AD]", "[MOTD]No port[/MOTD][AD]x[/AD]", "[MOTD]Zero[/MOTD][AD]0[/AD]",
		"[AD]1[/AD]", "noise", "[MOTD]no end", "[MOTD]Last[/MOTD][AD]50125[/AD]",
	} {
		if _, err := game.Write([]byte(say)); err != nil {
			t.Fatal(err)
		}
	}
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	var got []Announcement
	announcementsOn(ctx, conn, func(a Announcement) {
		if got = append(got, a); a.Name == "Last" {
			cancel()
		}
	})
	if len(got) != 3 || got[0] != (Announcement{"Steve - Home", "127.0.0.1:50123"}) || got[1] != (Announcement{"Old", "127.0.0.1:50124"}) || got[2].Name != "Last" {
		t.Errorf("got %+v", got)
	}
}

func FuzzReadStatus(f *testing.F) {
	f.Add([]byte("\x04\x00\x02[]"))
	f.Add([]byte("\xff\xff\xff\xff\x0f"))
	status := `{"version":{"name":"1.21.5","protocol":770},"description":{"text":"a","extra":["b",{"translate":"c"}]},"forgeData":{"mods":[{"modId":"x"}]}}`
	text := append(appendVarInt([]byte{0}, int32(len(status))), status...)
	f.Add(append(appendVarInt(nil, int32(len(text))), text...))
	f.Fuzz(func(t *testing.T, data []byte) {
		body, err := readStatus(bufio.NewReader(bytes.NewReader(data)))
		if err != nil {
			return
		}
		w, err := parseStatus(body)
		if err == nil && (len([]rune(w.Name)) > maxText || strings.ContainsAny(w.Name+w.Version, "\n\x1b")) {
			t.Errorf("got %+v", w)
		}
	})
}

func FuzzAnnouncement(f *testing.F) {
	f.Add("[MOTD]Steve - Home[/MOTD][AD]50123[/AD]")
	f.Fuzz(func(t *testing.T, text string) {
		a, ok := parseAnnouncement(text, netip.MustParseAddr("192.0.2.1"))
		if ok {
			if at, err := netip.ParseAddrPort(a.Address); err != nil || at.Port() == 0 {
				t.Errorf("got %+v", a)
			}
		}
	})
}

func TestVarInts(t *testing.T) {
	for _, v := range []int32{0, 1, 127, 128, 25565, 2147483647, -1} {
		b := appendVarInt(nil, v)
		if got, err := readVarInt(bytes.NewReader(b)); err != nil || got != v {
			t.Errorf("%d came back as %d from %x, %v", v, got, b, err)
		}
	}
	if !bytes.Equal(appendVarInt(nil, -1), []byte{0xff, 0xff, 0xff, 0xff, 0x0f}) {
		t.Error("-1 is written in another way")
	}
	at := netip.MustParseAddrPort("127.0.0.1:25565")
	req := statusRequest(at)
	if int(req[0]) != len(req)-3 || binary.BigEndian.Uint16(req[len(req)-5:]) != 25565 {
		t.Errorf("the request is %x", req)
	}
}
