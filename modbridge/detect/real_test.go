// SPDX-License-Identifier: MIT

package detect

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"testing"

	"github.com/gorilla/websocket"
	"go.uber.org/goleak"

	"github.com/minehand/minehand/modbridge"
)

// The test binary plays the game in processes of its own, under the names of
// the game's programs, with what these variables say.
const (
	asGame = "DETECT_TEST_AS_GAME"
	// status is the JSON to answer status pings with, body the URL to register at
	// and the register frame, apart by a blank.
	gameStatus = "DETECT_TEST_STATUS"
	gameBody   = "DETECT_TEST_BODY"
)

func TestMain(m *testing.M) {
	if os.Getenv(asGame) != "" {
		if err := playGame(); err != nil {
			fmt.Println(err)
			os.Exit(1)
		}
		os.Exit(0)
	}
	goleak.VerifyTestMain(m)
}

// playGame is one such process: it says the pid that plays and ends with its
// standard input.
func playGame() error {
	if program(os.Args[0]) == "screen" { // -dmS name command...
		child := exec.Command(os.Args[3], os.Args[4:]...)
		child.Stdin, child.Stdout = os.Stdin, os.Stdout
		return child.Run()
	}
	if status := os.Getenv(gameStatus); status != "" {
		l, err := net.Listen("tcp", "127.0.0.1:0")
		if err != nil {
			return err
		}
		go func() {
			for {
				conn, err := l.Accept()
				if err != nil {
					return
				}
				go func() { _ = answerPing(conn, status) }()
			}
		}()
	}
	if url, register, ok := strings.Cut(os.Getenv(gameBody), " "); ok {
		ws, _, err := websocket.DefaultDialer.Dial(url, nil)
		if err != nil {
			return err
		}
		if err := ws.WriteMessage(websocket.TextMessage, []byte(register)); err != nil {
			return err
		}
		if _, _, err := ws.ReadMessage(); err != nil {
			return err
		}
	}
	fmt.Println("ready", os.Getpid())
	_, err := io.Copy(io.Discard, os.Stdin)
	return err
}

// named returns a copy of the test binary of the name.
func named(tb testing.TB, dir, name string) string {
	tb.Helper()
	self, err := os.Executable()
	if err != nil {
		tb.Fatal(err)
	}
	if runtime.GOOS == "windows" {
		name += ".exe"
	}
	file := filepath.Join(dir, name)
	if os.Link(self, file) == nil {
		return file
	}
	data, err := os.ReadFile(self)
	if err == nil {
		err = os.WriteFile(file, data, 0o700)
	}
	if err != nil {
		tb.Fatal(err)
	}
	return file
}

// start starts a game and returns its pid, and the one of the process that was
// started, once it plays.
func start(tb testing.TB, env []string, dir, file string, args ...string) (pid, started int32) {
	tb.Helper()
	cmd := exec.Command(file, args...)
	cmd.Env = append(append(os.Environ(), asGame+"=1"), env...)
	cmd.Dir, cmd.Stderr = dir, os.Stderr
	in, err := cmd.StdinPipe()
	if err != nil {
		tb.Fatal(err)
	}
	out, err := cmd.StdoutPipe()
	if err != nil {
		tb.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		tb.Fatal(err)
	}
	tb.Cleanup(func() { in.Close(); cmd.Wait() })
	line, err := bufio.NewReader(out).ReadString('\n')
	if _, serr := fmt.Sscanf(line, "ready %d", &pid); serr != nil {
		tb.Fatalf("the game says %q, %v", line, err)
	}
	return pid, int32(cmd.Process.Pid)
}

// of is the instance of the pid in a scan of this computer, nil when there is
// none.
func of(tb testing.TB, d *Detector, pid int32) *Instance {
	tb.Helper()
	list, err := d.Scan(tb.Context())
	if err != nil {
		tb.Fatal(err)
	}
	for i := range list {
		if list[i].PID == pid {
			return &list[i]
		}
	}
	return nil
}

func TestRealProcesses(t *testing.T) {
	dir := t.TempDir()
	java, javaw, screen := named(t, dir, "java"), named(t, dir, "javaw"), named(t, dir, "screen")
	prism := filepath.Join(dir, "instances", "Sky Block")
	if err := os.MkdirAll(filepath.Join(prism, "minecraft"), 0o700); err != nil {
		t.Fatal(err)
	}
	for name, text := range map[string]string{
		"mmc-pack.json": `{"components":[{"uid":"net.minecraft","version":"1.20.1"},{"uid":"org.quiltmc.quilt-loader","version":"0.26.4"}]}`,
		"instance.cfg":  "name=Sky\n",
	} {
		if err := os.WriteFile(filepath.Join(prism, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	d := New(Config{})

	client, _ := start(t, nil, dir, javaw, "-Xmx2G", "-Dminecraft.launcher.brand=minecraft-launcher", "net.minecraft.client.main.Main",
		"--username", "U", "--version", "1.21.5", "--gameDir", filepath.Join(dir, "a folder"), "--accessToken", secret)
	if in := of(t, d, client); in == nil || in.ID != fmt.Sprintf("instance_%d", client) || in.Version != "1.21.5" || in.Role != Client || in.Launcher != "Minecraft Launcher" || len(in.Worlds) != 0 {
		t.Errorf("the client is %+v", in)
	} else if text, err := json.Marshal(in); err != nil || strings.Contains(string(text), secret) {
		t.Errorf("it is told as %s, %v", text, err)
	}

	byNatives, _ := start(t, nil, dir, java, "-Djava.library.path="+filepath.Join(prism, "natives"), "org.prismlauncher.EntryPoint")
	byEnv, _ := start(t, []string{"INST_DIR=" + prism, "INST_ID=Sky Block"}, dir, java, "org.prismlauncher.EntryPoint")
	for _, pid := range []int32{byNatives, byEnv} {
		if in := of(t, d, pid); in == nil || in.Version != "1.20.1" || in.Loader != "quilt" || in.LoaderVersion != "0.26.4" || in.Name != "Minecraft 1.20.1 (Quilt), Sky" {
			t.Errorf("Prism's is %+v", in)
		}
	}
	if runtime.GOOS != "darwin" { // where the working folder is not told
		byDir, _ := start(t, nil, filepath.Join(prism, "minecraft"), java, "org.prismlauncher.EntryPoint")
		if in := of(t, d, byDir); in == nil || in.Version != "1.20.1" {
			t.Errorf("Prism's by its working folder is %+v", in)
		}
	}

	world := gameStatus + `={"version":{"name":"Paper 1.21.1","protocol":767},"players":{"max":20,"online":2},"description":{"text":"Our ","extra":["world"]}}`
	server, wrapper := start(t, []string{world}, dir, screen, "-dmS", "mc-myserver", java, "-server", "-Xmx2048M", "-jar", "paper.jar", "nogui")
	if server == wrapper {
		t.Fatal("the wrapper did not start a child")
	}
	if in := of(t, d, wrapper); in != nil {
		t.Errorf("the wrapper is %+v", in)
	}
	in := of(t, d, server)
	if in == nil || in.Role != Server || in.Loader != "paper" || in.Version != "1.21.1" || len(in.Worlds) != 1 {
		t.Fatalf("the server is %+v", in)
	}
	if w := in.Worlds[0]; w.Name != "Our world" || w.Protocol != 767 || w.Players != (Players{2, 20}) || w.Kind != "server" || w.Port == 0 {
		t.Errorf("the world is %+v", w)
	}
}

// The two lists meet by the socket: the process at its other end is the one
// that detection lists.
func TestRule14ABodyIsTiedToItsProcessV1AndV2(t *testing.T) {
	dir := t.TempDir()
	java := named(t, dir, "java")
	bridge := modbridge.New(modbridge.Config{})
	ctx, cancel := context.WithCancel(t.Context())
	var running sync.WaitGroup
	running.Go(func() { _ = bridge.Run(ctx) })
	listener := httptest.NewServer(bridge)
	defer func() { cancel(); running.Wait(); listener.Close() }()
	url := "ws" + strings.TrimPrefix(listener.URL, "http")
	d := New(Config{})
	pids := map[string]int32{}
	for id, register := range map[string]string{
		"minecraft_1": `{"type":"register","instanceId":"minecraft_1","version":"1.21.5"}`,
		"minecraft_2": `{"type":"register","instanceId":"minecraft_2","version":"1.20.1","protocol":2}`,
	} {
		pids[id], _ = start(t, []string{gameBody + "=" + url + " " + register}, dir, java, "net.minecraft.client.main.Main", "--version", "1.20.1")
	}
	for id, pid := range pids {
		session, ok := bridge.Session(id)
		if !ok {
			t.Fatalf("%s is not registered", id)
		}
		body, here := session.Ends()
		got, ok := d.PIDOf(t.Context(), body, here)
		if !ok || got != pid {
			t.Errorf("%s: the process is %d, %v, want %d", id, got, ok, pid)
		}
		if in := of(t, d, got); in == nil || in.Version != "1.20.1" {
			t.Errorf("%s: the instance is %+v", id, in)
		}
	}
}

// manyProcesses brings this computer to 300 processes.
func manyProcesses(b *testing.B) {
	sleep, err := exec.LookPath("sleep")
	if err != nil {
		b.Skip("there is no sleep to start")
	}
	pids, err := System{}.PIDs(b.Context())
	if err != nil {
		b.Fatal(err)
	}
	for range 300 - len(pids) {
		cmd := exec.Command(sleep, "600")
		if err := cmd.Start(); err != nil {
			b.Fatal(err)
		}
		b.Cleanup(func() { _ = cmd.Process.Kill(); _ = cmd.Wait() })
	}
}

// BenchmarkFirstScanOfThisComputer reads every process there is, 300 at least.
func BenchmarkFirstScanOfThisComputer(b *testing.B) {
	manyProcesses(b)
	for b.Loop() {
		if _, err := New(Config{}).Scan(b.Context()); err != nil {
			b.Fatal(err)
		}
	}
}

// BenchmarkNextScanOfThisComputer is a scan with nothing new.
func BenchmarkNextScanOfThisComputer(b *testing.B) {
	manyProcesses(b)
	d := New(Config{})
	for b.Loop() {
		if _, err := d.Scan(b.Context()); err != nil {
			b.Fatal(err)
		}
	}
}

// BenchmarkPIDOf reads the table of all sockets.
func BenchmarkPIDOf(b *testing.B) {
	manyProcesses(b)
	for b.Loop() {
		if err := New(Config{}).readTable(b.Context()); err != nil {
			b.Fatal(err)
		}
	}
}
