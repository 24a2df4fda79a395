// SPDX-License-Identifier: MIT

package main

import (
	"bufio"
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/minehand/minehand/modbridge/detect"
)

// A game that starts and ends is told, without its command line.
func TestInstancesAreWatched(t *testing.T) {
	cmd := program(t.Context(), t, "instances", "--watch", "--json")
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	java := filepath.Join(t.TempDir(), "java")
	if data, err := os.ReadFile(self); err != nil || os.WriteFile(java, data, 0o700) != nil {
		t.Fatalf("the game could not be written: %v", err)
	}
	game := exec.Command(java, "net.minecraft.client.main.Main", "--version", "1.21.5", "--accessToken", "SECRET")
	game.Env = append(os.Environ(), asGame+"=1")
	in, err := game.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := game.Start(); err != nil {
		t.Fatal(err)
	}
	lines := bufio.NewScanner(out)
	until := func(change string) detect.Instance {
		t.Helper()
		for lines.Scan() {
			var c instanceChange
			if err := json.Unmarshal(lines.Bytes(), &c); err != nil {
				t.Fatalf("%s: %v", lines.Text(), err)
			}
			if strings.Contains(lines.Text(), "SECRET") {
				t.Errorf("the token is told: %s", lines.Text())
			}
			if c.Instance.PID == int32(game.Process.Pid) {
				if c.Change != change {
					t.Fatalf("got %s, want %s", lines.Text(), change)
				}
				return c.Instance
			}
		}
		t.Fatalf("the program ended before the game had %s: %v", change, lines.Err())
		return detect.Instance{}
	}
	if got := until("started"); got.Name != "Minecraft 1.21.5" || got.Role != detect.Client {
		t.Errorf("got %+v", got)
	}
	in.Close()
	if err := game.Wait(); err != nil {
		t.Fatal(err)
	}
	until("ended")
	if err := cmd.Process.Signal(os.Interrupt); err != nil {
		t.Fatal(err)
	}
	for lines.Scan() {
	}
	if err := cmd.Wait(); err != nil {
		t.Errorf("after an interrupt: %v", err)
	}
}

func TestChangesOfInstances(t *testing.T) {
	world := []detect.World{{Name: "Home", Address: "127.0.0.1:25565", Version: "1.21.5", Players: detect.Players{Online: 1, Max: 8}, Modded: "fabric"}}
	a := detect.Instance{ID: "instance_1", PID: 1, Name: "Minecraft 1.21.5 (Fabric)", Role: detect.Client, Loader: "fabric", LoaderVersion: "0.16.9", Launcher: "Prism Launcher"}
	b := detect.Instance{ID: "instance_2", PID: 2, Name: "Minecraft", Role: detect.Server, VersionHint: "1.20"}
	open := a
	open.Worlds = world
	var got strings.Builder
	for _, c := range changes([]detect.Instance{a, b}, []detect.Instance{open, {PID: 3, Name: "Minecraft server", ID: "instance_3", Role: detect.Server}}) {
		got.WriteString(c.Change + ": " + describe(c.Instance))
	}
	const want = `ended: Minecraft
  instance_2, a server, perhaps 1.20
changed: Minecraft 1.21.5 (Fabric)
  instance_1, a client of Prism Launcher, fabric 0.16.9
  world "Home" at 127.0.0.1:25565: 1.21.5, 1 of 8 players, fabric
started: Minecraft server
  instance_3, a server
`
	if got.String() != want {
		t.Errorf("got\n%s", got.String())
	}
}
