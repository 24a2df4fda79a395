// SPDX-License-Identifier: MIT

package main

import (
	"cmp"
	"math"
	"net"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"github.com/spf13/cobra"

	"github.com/minehand/minehand/cmd/internal/botrun"
	"github.com/minehand/minehand/game"
	"github.com/minehand/minehand/game/data"
	"github.com/minehand/minehand/sim/body"
	"github.com/minehand/minehand/sim/fault"
)

// bodyOptions are the flags of body.
type bodyOptions struct {
	server, via, name, version, viewer, auth, owner, instance    string
	backend, kind, inventory, faults, cache, reflexes, after, at string
	port, players                                                int
	sim, wild, monsters, drive, find, network                    bool
	seed                                                         int64
	speed                                                        float64
	// minescript and those below: your own character.
	minescript, remove, experimental, yes bool
	folder                                string
}

// The flags of body that hold for one kind of body only.
var (
	botFlags = []string{"via", "viewer", "auth", "owner", "reflexes", "after", "cache-dir"}
	ownFlags = []string{"folder", "remove", "experimental", "yes"}
	simFlags = []string{"body", "seed", "speed", "inventory", "fault", "wild", "players", "monsters", "at", "drive"}
)

// maxInstance bounds an instanceId, in bytes; Minehand takes no more than 256,
// written as JSON.
const maxInstance = 128

// check refuses what cannot be meant, before anything is started or installed.
func (o *bodyOptions) check(cmd *cobra.Command) error {
	if o.network && !o.find {
		return badInput("--network belongs to --find: it lists the worlds that the local network tells of")
	}
	if o.minescript {
		return o.checkMinescript(cmd)
	}
	if err := noneOf(cmd, ownFlags, "belongs to --minescript"); err != nil {
		return err
	}
	switch plays := o.sim || o.server != ""; {
	case o.find && plays:
		return badInput("--find only lists worlds: leave --server and --sim out, and give the address that it names with --server then")
	case o.find:
		return nil
	}
	if o.sim == (o.server != "") {
		return badInput("say who plays: --server HOST:PORT for a bot on a Minecraft server (--find lists those here), " +
			"or --sim for the embedded world")
	}
	if err := notEmpty(cmd, "name", "version", "via", "viewer", "auth", "owner", "instance", "reflexes", "after", "backend",
		"cache-dir"); err != nil {
		return err
	}
	others, without := botFlags, "--sim"
	if !o.sim {
		others, without = simFlags, "--server"
	}
	if err := noneOf(cmd, others, "means nothing with "+without); err != nil {
		return err
	}
	if err := o.checkAddress(cmd); err != nil {
		return err
	}
	if len(o.instance) > maxInstance || strings.ContainsFunc(o.instance, unicode.IsControl) {
		return badInput("--instance: give at most %d bytes without control characters", maxInstance)
	}
	if _, err := data.Load(o.version); err != nil {
		return badInput("--version: %w", err)
	}
	if o.sim {
		return o.checkSim()
	}
	return o.checkBot()
}

// noneOf refuses flags that mean nothing here.
func noneOf(cmd *cobra.Command, names []string, why string) error {
	for _, name := range names {
		if cmd.Flags().Changed(name) {
			return badInput("--%s %s: leave it out", name, why)
		}
	}
	return nil
}

// checkMinescript refuses what means nothing for your own character.
func (o *bodyOptions) checkMinescript(cmd *cobra.Command) error {
	if o.sim || o.server != "" || o.find {
		return badInput("--minescript is your own character: leave --sim, --server and --find out")
	}
	others := slices.Concat(botFlags, simFlags, []string{"name", "version", "instance", "backend", "network"})
	if err := noneOf(cmd, others, "means nothing with --minescript"); err != nil {
		return err
	}
	if err := checkPort(o.port, 1); err != nil {
		return err
	}
	return notEmpty(cmd, "folder")
}

// checkAddress checks where Minehand is.
func (o *bodyOptions) checkAddress(cmd *cobra.Command) error {
	if err := checkPort(o.port, 1); err != nil || o.backend == "" {
		return err
	}
	if cmd.Flags().Changed("port") {
		return badInput("--backend and --port both say where Minehand is: leave one out")
	}
	return checkBackends(o.backend)
}

// checkBackends checks the addresses of Minehands.
func checkBackends(list string) error {
	for _, text := range strings.Split(list, ",") {
		u, err := url.Parse(text)
		if err != nil || u.Scheme != "ws" && u.Scheme != "wss" || u.Hostname() == "" || u.Fragment != "" || u.User != nil || !hostFits(u) {
			return badInput("--backend: %q is no address of a Minehand; write it like ws://localhost:9876", text)
		}
	}
	return nil
}

// hostFits reports whether a web address has a host and a port that can be.
func hostFits(u *url.URL) bool {
	if port := u.Port(); port != "" && !portFits(port) {
		return false
	}
	host := u.Hostname()
	return !strings.HasSuffix(u.Host, ":") && (!strings.Contains(host, ":") || net.ParseIP(host) != nil)
}

func portFits(text string) bool {
	n, err := strconv.ParseUint(text, 10, 16)
	return err == nil && n > 0
}

// local is the port of Minehand on this machine, and whether it is there.
func (o *bodyOptions) local() (port int, here bool) {
	if o.backend == "" {
		return o.port, true
	}
	first, _, _ := strings.Cut(o.backend, ",")
	u, err := url.Parse(first)
	if err != nil {
		return 0, false
	}
	port, err = strconv.Atoi(u.Port())
	if ip := net.ParseIP(u.Hostname()); err != nil || u.Hostname() != "localhost" && (ip == nil || !ip.IsLoopback()) {
		return 0, false
	}
	return port, true
}

// address is where Minehand is.
func (o *bodyOptions) address() string {
	if o.backend != "" {
		return o.backend
	}
	return "ws://localhost:" + strconv.Itoa(o.port)
}

// checkBot checks what the bot would refuse after its install of some hundred MB.
func (o *bodyOptions) checkBot() error {
	for _, c := range []struct {
		flag  string
		fault error
	}{
		{"server", botrun.CheckServer(o.server)}, {"via", botrun.CheckServer(cmp.Or(o.via, o.server))},
		{"name", botrun.CheckName(o.name)}, {"version", botrun.CheckVersion(o.version)},
	} {
		if c.fault != nil {
			return badInput("--%s: %w", c.flag, c.fault)
		}
	}
	if !slices.Contains([]string{"", "offline", "microsoft"}, o.auth) {
		return badInput("--auth: %q is neither offline nor microsoft", o.auth)
	}
	if o.viewer != "" && o.viewer != "auto" && !portFits(o.viewer) {
		return badInput("--viewer: %q is no port; use 1 to 65535, or auto for any free one", o.viewer)
	}
	return nil
}

// checkSim checks what the embedded world is made of.
func (o *bodyOptions) checkSim() error {
	if _, err := body.ParseKind(o.kind); err != nil {
		return badInput("--body: %w", err)
	}
	if o.seed < 1 {
		return badInput("--seed must be at least 1")
	}
	if !(o.speed > 0 && o.speed <= maxSpeed) && !math.IsInf(o.speed, 1) {
		return badInput("--speed must be above 0 and at most %d game seconds a second, or inf", maxSpeed)
	}
	if _, err := parsePlace(o.at); err != nil {
		return err
	}
	if _, err := fault.Parse(o.faults); err != nil {
		return badInput("--fault: %s", strings.ReplaceAll(err.Error(), "\n", "; "))
	}
	_, err := parseInventory(o.inventory)
	return err
}

// parsePlace reads X,Z or X,Y,Z; empty for none.
func parsePlace(text string) (*game.Pos, error) {
	if text == "" {
		return nil, nil
	}
	var p game.Pos
	parts := strings.Split(text, ",")
	axes := map[int][]*int{2: {&p.X, &p.Z}, 3: {&p.X, &p.Y, &p.Z}}[len(parts)]
	for i, n := range axes {
		var err error
		if *n, err = strconv.Atoi(strings.TrimSpace(parts[i])); err != nil || *n < -30_000_000 || *n > 30_000_000 {
			axes = nil
			break
		}
	}
	if axes == nil {
		return nil, badInput("--at: %q is no place; write X,Z or X,Y,Z in whole blocks", text)
	}
	return &p, nil
}

// maxSpeed bounds the speed of an embedded world.
const maxSpeed = 10_000
