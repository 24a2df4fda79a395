// SPDX-License-Identifier: MIT

package detect

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/netip"
	"testing"
	"time"
)

func client(version string) Process {
	return Process{Args: Argv("java", "-Xmx2G", "net.minecraft.client.main.Main", "--version", version, "--accessToken", secret)}
}

// names are the instances as one line.
func names(t *testing.T, d *Detector) string {
	t.Helper()
	list, err := d.Scan(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	text := ""
	for _, in := range list {
		text += fmt.Sprintf("%s %s; ", in.ID, in.Name)
	}
	return text
}

func TestOnlyNewProcessesAreRead(t *testing.T) {
	clock, src := newHand(), &fakeSource{}
	for pid := range int32(300) {
		src.add(pid+1, Process{Args: Argv("/usr/bin/thing", "-x")}, Details{})
	}
	src.add(400, client("1.21.5"), Details{Started: 1000})
	d := New(Config{Source: src, Now: clock.Now, ReadFile: noFile, Ping: noPing})
	const want = "instance_400 Minecraft 1.21.5; "
	if got := names(t, d); got != want || src.opened != 301 {
		t.Fatalf("got %q after %d readings", got, src.opened)
	}
	if got := names(t, d); got != want || src.opened != 301 {
		t.Errorf("at once again: got %q after %d readings", got, src.opened)
	}
	src.add(401, client("1.20.1"), Details{Started: 2000})
	if got := names(t, d); got != want+"instance_401 Minecraft 1.20.1; " || src.opened != 302 {
		t.Errorf("with a new one: got %q after %d readings", got, src.opened)
	}
	src.remove(400)
	if got := names(t, d); got != "instance_401 Minecraft 1.20.1; " {
		t.Errorf("after one ended: got %q", got)
	}
	before := src.opened
	for range 600 { // ten minutes of a window that looks every second
		clock.after(time.Second)
		names(t, d)
	}
	if n := (src.opened - before) / 301; n > 10*60/int(lookAgainMost/time.Second)+5 {
		t.Errorf("each process was read %d times in ten minutes", n)
	}
}

func TestAPIDThatIsUsedAgain(t *testing.T) {
	clock, src := newHand(), &fakeSource{}
	src.add(5, client("1.21.5"), Details{Started: 1000})
	d := New(Config{Source: src, Now: clock.Now, ReadFile: noFile, Ping: noPing})
	names(t, d)
	src.add(5, client("1.16.5"), Details{Started: 90_000})
	if got := names(t, d); got != "instance_5 Minecraft 1.16.5; " {
		t.Errorf("got %q", got)
	}
	src.add(5, Process{Args: Argv("vim")}, Details{Started: 190_000})
	if got := names(t, d); got != "" {
		t.Errorf("got %q", got)
	}
}

// A launcher's script that becomes the game keeps its pid and its start.
func TestAProcessThatBecomesTheGame(t *testing.T) {
	clock, src := newHand(), &fakeSource{}
	src.add(5, Process{Args: Argv("bash", "/usr/bin/gamemoderun", "java")}, Details{Started: 1000})
	d := New(Config{Source: src, Now: clock.Now, ReadFile: noFile, Ping: noPing})
	if got := names(t, d); got != "" {
		t.Fatalf("got %q", got)
	}
	src.add(5, client("1.21.5"), Details{Started: 1000})
	clock.after(lookAgain)
	if got := names(t, d); got != "instance_5 Minecraft 1.21.5; " {
		t.Errorf("got %q", got)
	}
}

func TestAWrapperThatWaitsForTheGameIsNotTwoGames(t *testing.T) {
	src := &fakeSource{}
	args := []string{"/opt/java/bin/java", "net.minecraft.client.main.Main", "--version", "1.21.5"}
	src.add(5, Process{Args: Argv(append([]string{"strangle", "60"}, args...)...)}, Details{Started: 1000})
	d := New(Config{Source: src, ReadFile: noFile, Ping: noPing})
	if got := names(t, d); got != "instance_5 Minecraft 1.21.5; " {
		t.Errorf("alone: got %q", got)
	}
	src.add(6, Process{Args: Argv(args...)}, Details{Started: 1001, Parent: 5})
	if got := names(t, d); got != "instance_6 Minecraft 1.21.5; " {
		t.Errorf("with its child: got %q", got)
	}
}

func TestAJavaThatMayNotBeRead(t *testing.T) {
	src := &fakeSource{}
	src.add(5, Process{Name: "javaw.exe"}, Details{})
	src.add(6, Process{Name: "kworker/0:1"}, Details{})
	src.add(7, Process{Name: "Minecraft.Windows.exe"}, Details{Started: 1})
	d := New(Config{Source: src, ReadFile: noFile, Ping: noPing})
	if got := names(t, d); got != "instance_7 Minecraft Bedrock; " || d.Unreadable() != 1 {
		t.Errorf("got %q, %d unreadable", got, d.Unreadable())
	}
}

func TestAScanThatFails(t *testing.T) {
	d := New(Config{Source: &fakeSource{fault: errors.New("no /proc")}})
	if _, err := d.Scan(t.Context()); err == nil {
		t.Error("no error")
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := New(Config{Source: &fakeSource{}}).Scan(ctx); !errors.Is(err, context.Canceled) {
		t.Errorf("got %v", err)
	}
}

func listening(pid int32, at string) Socket {
	return Socket{PID: pid, Local: netip.MustParseAddrPort(at), Listening: true}
}

func TestWorldsOfAProcess(t *testing.T) {
	clock, src := newHand(), &fakeSource{}
	src.add(5, Process{Args: Argv("java", "-jar", "server.jar", "nogui")}, Details{Started: 1})
	src.sockets = []Socket{
		listening(5, "0.0.0.0:25565"), listening(5, "[::]:25565"), listening(5, "[::]:8100"),
		listening(5, "192.0.2.1:1"), {PID: 5, Local: netip.MustParseAddrPort("127.0.0.1:40000")},
		listening(6, "127.0.0.1:9"),
	}
	asked := make(chan netip.AddrPort, 100)
	up := true
	d := New(Config{Source: src, Now: clock.Now, ReadFile: noFile, Ping: func(_ context.Context, at netip.AddrPort) (World, error) {
		asked <- at
		if at.Port() != 25565 || !up {
			return World{}, errNoMinecraft
		}
		return World{Name: "A Minecraft Server", Version: "Paper 1.21.1", Port: 25565}, nil
	}})
	scan := func() Instance {
		t.Helper()
		list, err := d.Scan(t.Context())
		if err != nil || len(list) != 1 {
			t.Fatalf("got %v, %v", list, err)
		}
		return list[0]
	}
	in := scan()
	if len(in.Worlds) != 1 || in.Worlds[0].Kind != "server" || in.Version != "1.21.1" || in.Name != "Minecraft server 1.21.1" {
		t.Errorf("got %+v", in)
	}
	if len(asked) != 2 {
		t.Errorf("%d ports were asked", len(asked))
	}
	for range len(asked) {
		if at := <-asked; at.String() != "127.0.0.1:25565" && at.String() != "[::1]:8100" {
			t.Errorf("asked %s", at)
		}
	}
	if scan(); len(asked) != 0 {
		t.Error("a port was asked twice at once")
	}
	// What is no world is left alone for longer and longer, a world is asked again.
	count := map[uint16]int{}
	for range 60 {
		clock.after(pingFor)
		scan()
	}
	for range len(asked) {
		count[(<-asked).Port()]++
	}
	if count[25565] != 60 || count[8100] > 8 {
		t.Errorf("asked %v in five minutes", count)
	}
	up = false
	clock.after(pingFor)
	if in := scan(); len(in.Worlds) != 0 || in.Version != "" {
		t.Errorf("a world that is down is listed: %+v", in)
	}
	up = true
	clock.after(pingFor)
	if in := scan(); len(in.Worlds) != 1 {
		t.Errorf("a world that is back is not listed: %+v", in)
	}
	src.sockets = nil
	clock.after(portsFor)
	if in := scan(); len(in.Worlds) != 0 {
		t.Errorf("a world whose port is closed is listed: %+v", in)
	}
}

func TestAWorldOpenToLANIsAClients(t *testing.T) {
	src := &fakeSource{sockets: []Socket{listening(5, "[::]:50123")}}
	src.add(5, client("1.21.5"), Details{Started: 1})
	d := New(Config{Source: src, ReadFile: noFile, Ping: func(context.Context, netip.AddrPort) (World, error) {
		return World{Name: "Steve - Home"}, nil
	}})
	list, err := d.Scan(t.Context())
	if err != nil || len(list) != 1 || len(list[0].Worlds) != 1 || list[0].Worlds[0].Kind != "lan" {
		t.Errorf("got %+v, %v", list, err)
	}
}

func TestPIDOf(t *testing.T) {
	clock, src := newHand(), &fakeSource{sockets: []Socket{
		{PID: 1, Local: netip.MustParseAddrPort("127.0.0.1:9876"), Remote: netip.MustParseAddrPort("127.0.0.1:50001")},
		{PID: 7, Local: netip.MustParseAddrPort("127.0.0.1:50001"), Remote: netip.MustParseAddrPort("127.0.0.1:9876")},
		{PID: 6, Local: netip.MustParseAddrPort("127.0.0.1:50001"), Remote: netip.MustParseAddrPort("127.0.0.1:9877")}, // to another, from the same port
		{PID: 8, Local: netip.MustParseAddrPort("[::1]:50002"), Remote: netip.MustParseAddrPort("[::1]:9876")},
		{PID: 0, Local: netip.MustParseAddrPort("127.0.0.1:50003"), Remote: netip.MustParseAddrPort("127.0.0.1:9876")},
		{PID: 9, Local: netip.MustParseAddrPort("192.0.2.1:50004")},
	}}
	d := New(Config{Source: src, Now: clock.Now})
	end := func(at string) net.Addr { return net.TCPAddrFromAddrPort(netip.MustParseAddrPort(at)) }
	for _, c := range []struct {
		at, to string
		pid    int32
	}{
		{"127.0.0.1:50001", "127.0.0.1:9876", 7}, {"[::ffff:127.0.0.1]:50001", "[::ffff:127.0.0.1]:9876", 7}, {"127.0.0.1:50001", "127.0.0.1:9877", 6},
		{"[::1]:50002", "[::1]:9876", 8}, {"127.0.0.1:50002", "127.0.0.1:9876", 0},
		{"127.0.0.1:50003", "127.0.0.1:9876", 0}, {"192.0.2.1:50004", "192.0.2.2:9876", 0}, {"127.0.0.1:9876", "127.0.0.1:9876", 0},
	} {
		pid, ok := d.PIDOf(t.Context(), end(c.at), end(c.to))
		if pid != c.pid || ok != (c.pid != 0) {
			t.Errorf("%s: got %d, %v", c.at, pid, ok)
		}
	}
	if _, ok := d.PIDOf(t.Context(), nil, nil); ok {
		t.Error("nobody has a process")
	}
	if _, ok := d.PIDOf(t.Context(), &net.UnixAddr{Name: "pipe"}, &net.UnixAddr{Name: "pipe"}); ok {
		t.Error("a pipe has a process")
	}
	if src.tables != 1+2 { // once, and once for each that was missing and may be there
		t.Errorf("the table was read %d times", src.tables)
	}
	for range 100 {
		d.PIDOf(t.Context(), end("127.0.0.1:50003"), end("127.0.0.1:9876"))
	}
	if src.tables != 1+missBurst {
		t.Errorf("for one that is missing the table was read %d times", src.tables)
	}
	src.sockets[4].PID = 11
	clock.after(missEvery)
	if pid, _ := d.PIDOf(t.Context(), end("127.0.0.1:50003"), end("127.0.0.1:9876")); pid != 11 {
		t.Errorf("got %d", pid)
	}
	src.fault = errors.New("refused")
	clock.after(tableFor)
	if _, ok := d.PIDOf(t.Context(), end("127.0.0.1:50001"), end("127.0.0.1:9876")); ok {
		t.Error("a table that could not be read names a process")
	}
}

func TestNames(t *testing.T) {
	for _, c := range []struct {
		in      Instance
		profile string
		want    string
	}{
		{Instance{Platform: Java, Role: Client, Version: "1.21.5", Loader: vanilla}, "", "Minecraft 1.21.5"},
		{Instance{Platform: Java, Role: Client, Version: "1.21.5", Loader: fabric}, "Sky", "Minecraft 1.21.5 (Fabric), Sky"},
		{Instance{Platform: Java, Role: Server, Loader: "mohist"}, "", "Minecraft server (mohist)"},
		{Instance{Platform: Bedrock, Role: Client}, "", "Minecraft Bedrock"},
	} {
		if c.in.name(c.profile); c.in.Name != c.want {
			t.Errorf("got %q, want %q", c.in.Name, c.want)
		}
	}
	if got := clean("a\u202eb\n\x1b[31mc\u200b  d\xff", 60); got != "ab [31mc d" {
		t.Errorf("got %q", got)
	}
	if got := profileOf(`C:\Users\U\curseforge\minecraft\Instances\All the Mods`); got != "All the Mods" {
		t.Errorf("got %q", got)
	}
	if got := profileOf(`/home/u/.minecraft`); got != "" {
		t.Errorf("got %q", got)
	}
}

func crowd() *fakeSource {
	src := &fakeSource{}
	for pid := range int32(297) {
		src.add(pid+1, Process{Args: Argv("/usr/lib/program/with/a/path", "--type=renderer", "--flag=value")}, Details{})
	}
	for i, l := range lines[:3] {
		src.add(int32(1000+i), Process{Args: l.args}, Details{Started: 1})
	}
	return src
}

// BenchmarkFirstScan reads 300 processes, three of them Minecraft.
func BenchmarkFirstScan(b *testing.B) {
	src := crowd()
	b.ReportAllocs()
	for b.Loop() {
		if list, err := New(Config{Source: src, ReadFile: noFile, Ping: noPing}).Scan(b.Context()); err != nil || len(list) != 3 {
			b.Fatal(len(list), err)
		}
	}
}

// BenchmarkNextScan is the same with nothing new.
func BenchmarkNextScan(b *testing.B) {
	clock := newHand()
	d := New(Config{Source: crowd(), Now: clock.Now, ReadFile: noFile, Ping: noPing})
	b.ReportAllocs()
	for b.Loop() {
		if list, err := d.Scan(b.Context()); err != nil || len(list) != 3 {
			b.Fatal(len(list), err)
		}
	}
}
