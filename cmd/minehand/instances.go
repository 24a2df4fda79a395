// SPDX-License-Identifier: MIT

package main

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"reflect"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/minehand/minehand/internal/again"
	"github.com/minehand/minehand/modbridge/detect"
)

// Times of the command.
const (
	watchEvery = 2 * time.Second
	// networkFor is how long the network is listened to: games announce
	// themselves every 1.5 s.
	networkFor = 4 * time.Second
)

// instancesOptions are the flags of instances.
type instancesOptions struct{ json, watch, network bool }

func newInstances() *cobra.Command {
	var o instancesOptions
	cmd := &cobra.Command{
		Use:   "instances",
		Short: "List the Minecraft that runs on this computer, and the worlds it holds open",
		Long: `List the Minecraft that runs on this computer: clients and servers of every
launcher, with version and loader, and the worlds that can be joined here. No
server of Minehand's is needed. Nothing is sent but a status ping to ports of
this computer that Minecraft listens on.

With --network it listens for four seconds to the worlds that other computers
have opened to LAN, and lists those instead; a firewall may ask about it.`,
		Args: noArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			out := newOutput(cmd.OutOrStdout())
			if o.watch && o.network {
				return badInput("--watch and --network are two things: choose one")
			}
			ctx, stop := untilSignal(cmd.Context(), out.broken)
			defer stop()
			err := o.run(ctx, newPrintable(out, o.json))
			if errors.Is(err, context.Canceled) {
				err = nil
			}
			return cmp.Or(out.fault(), err)
		},
	}
	f := cmd.Flags()
	f.BoolVar(&o.json, "json", false, "print a JSON list; with --watch an object a line")
	f.BoolVar(&o.watch, "watch", false, "go on and print what changes, until interrupted")
	f.BoolVar(&o.network, "network", false, "listen for worlds on the local network instead")
	return cmd
}

func (o instancesOptions) run(ctx context.Context, out io.Writer) error {
	if o.network {
		return o.announcements(ctx, out)
	}
	d := detect.New(detect.Config{})
	if o.watch {
		return o.follow(ctx, out, d)
	}
	list, err := d.Scan(ctx)
	if err != nil {
		return err
	}
	if o.json {
		return json.NewEncoder(out).Encode(list)
	}
	if len(list) == 0 {
		_, err = fmt.Fprintln(out, "No Minecraft is running on this computer.")
	}
	for _, in := range list {
		_, err = io.WriteString(out, describe(in))
	}
	if n := d.Unreadable(); n > 0 {
		_, err = fmt.Fprintf(out, "%d more that use Java belong to another user or run as administrator, and cannot be looked into.\n", n)
	}
	return err
}

// instanceChange is one line of --watch --json.
type instanceChange struct {
	// Change: started, changed, ended.
	Change   string          `json:"change"`
	Instance detect.Instance `json:"instance"`
}

// follow prints what is there as started, and then what changes.
func (o instancesOptions) follow(ctx context.Context, out io.Writer, d *detect.Detector) error {
	var before []detect.Instance
	return again.Until(ctx, watchEvery, func() (bool, error) {
		list, err := d.Scan(ctx)
		for _, c := range changes(before, list) {
			switch {
			case err != nil:
			case o.json:
				err = json.NewEncoder(out).Encode(c)
			default:
				_, err = fmt.Fprintf(out, "%s: %s", c.Change, describe(c.Instance))
			}
		}
		before = list
		return false, err
	})
}

// changes are the differences of two scans.
func changes(before, after []detect.Instance) []instanceChange {
	var list []instanceChange
	at := func(in []detect.Instance, pid int32) int {
		return slices.IndexFunc(in, func(i detect.Instance) bool { return i.PID == pid })
	}
	for _, in := range before {
		if at(after, in.PID) < 0 {
			list = append(list, instanceChange{"ended", in})
		}
	}
	for _, in := range after {
		switch i := at(before, in.PID); {
		case i < 0:
			list = append(list, instanceChange{"started", in})
		case !reflect.DeepEqual(before[i], in):
			list = append(list, instanceChange{"changed", in})
		}
	}
	return list
}

// describe is an instance in lines for people.
func describe(in detect.Instance) string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s\n  %s, a %s", in.Name, in.ID, in.Role)
	if in.Launcher != "" {
		fmt.Fprintf(&b, " of %s", in.Launcher)
	}
	if in.LoaderVersion != "" {
		fmt.Fprintf(&b, ", %s %s", in.Loader, in.LoaderVersion)
	}
	if in.VersionHint != "" {
		fmt.Fprintf(&b, ", perhaps %s", in.VersionHint)
	}
	b.WriteByte('\n')
	for _, w := range in.Worlds {
		fmt.Fprintf(&b, "  world %q at %s: %s, %d of %d players", w.Name, w.Address, w.Version, w.Players.Online, w.Players.Max)
		if w.Modded != "" {
			fmt.Fprintf(&b, ", %s", w.Modded)
		}
		b.WriteByte('\n')
	}
	return b.String()
}

// announcements lists the worlds that the network tells of.
func (o instancesOptions) announcements(ctx context.Context, out io.Writer) error {
	limited, cancel := context.WithTimeout(ctx, networkFor)
	defer cancel()
	list := []detect.Announcement{}
	if err := detect.Announcements(limited, func(a detect.Announcement) { list = append(list, a) }); err != nil {
		return err
	}
	if err := ctx.Err(); err != nil {
		return err
	}
	if o.json {
		return json.NewEncoder(out).Encode(list)
	}
	if len(list) == 0 {
		_, err := fmt.Fprintln(out, "No world on the local network told of itself.")
		return err
	}
	for _, a := range list {
		if _, err := fmt.Fprintf(out, "world %q at %s\n", a.Name, a.Address); err != nil {
			return err
		}
	}
	return nil
}
