// SPDX-License-Identifier: MIT

package main

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"slices"
	"time"

	"github.com/spf13/cobra"

	"github.com/minehand/minehand/cmd/internal/app/settings"
	"github.com/minehand/minehand/internal/again"
	"github.com/minehand/minehand/ui/client"
	"github.com/minehand/minehand/ui/view"
)

// framesOptions are the flags of frames.
type framesOptions struct {
	attachOptions
	instance     string
	follow, json bool
	// early is when what was shown before a register came: it stands with the session too.
	early []time.Time
}

func newFrames() *cobra.Command {
	var o framesOptions
	cmd := &cobra.Command{
		Use:   "frames",
		Short: "Show the last frames of a body, with what is wrong with each",
		Long: `Show the last frames between the Minehand that runs on the port and a body: when,
from whom ("in" is from the body), the frame, and whether it fits the schemas of
docs/protocol. One that does not is followed by the rule that it breaks and by
whether it was read all the same. Tokens are left out. While no body is there, it is
what came from one that has not registered; with --follow it waits for either.`,
		Example: `  minehand frames
  minehand frames --instance minecraft_1763812800000 --follow`,
		Args: noArgs,
		RunE: func(cmd *cobra.Command, _ []string) error { return runFrames(cmd, o) },
	}
	o.runningFlags(cmd)
	f := cmd.Flags()
	f.StringVar(&o.instance, "instance", "", "the body's instanceId (default: the only one)")
	f.BoolVar(&o.follow, "follow", false, "go on with the frames that come, until interrupted")
	f.BoolVar(&o.json, "json", false, "print one JSON object a frame")
	return cmd
}

// followEvery is how often new frames are asked for.
const followEvery = 300 * time.Millisecond

func runFrames(cmd *cobra.Command, o framesOptions) error {
	return o.run(cmd, func(ctx context.Context, wish <-chan struct{}, _ settings.Config, c *client.Client) error {
		out := newOutput(cmd.OutOrStdout())
		shown := newPrintable(out, o.json)
		q := view.FrameQuery{OfBody: view.OfBody{Instance: o.instance}}
		ctx, cancel := context.WithCancel(ctx)
		defer cancel()
		go func() {
			defer cancel()
			select {
			case <-wish:
			case <-ctx.Done():
			}
		}()
		err := again.Until(ctx, followEvery, func() (bool, error) {
			err := o.some(ctx, c, shown, &q)
			if err != nil && o.follow && q.Instance == "" && o.nobody(ctx, c) {
				err = nil
			}
			return !o.follow, cmp.Or(out.fault(), err) // a reader that left needs no words
		})
		if ctx.Err() != nil {
			return nil
		}
		return err
	})
}

// nobody: no body is there, nor are there several.
func (o *framesOptions) nobody(ctx context.Context, c *client.Client) bool {
	list, err := c.ListBodies(ctx)
	return err == nil && len(list) == 0
}

// some prints the frames after those that were printed.
func (o *framesOptions) some(ctx context.Context, c *client.Client, out io.Writer, q *view.FrameQuery) error {
	list, err := c.GetFrames(ctx, *q)
	if err == nil && q.After > 0 && list.Instance != q.Instance { // one registered: its frames have numbers of their own
		q.After = 0
		list, err = c.GetFrames(ctx, *q)
	}
	if err != nil {
		return err
	}
	q.Instance = list.Instance // the one that was chosen stays
	for _, f := range list.Frames {
		if slices.ContainsFunc(o.early, f.At.Equal) {
			continue
		}
		if q.Instance == "" {
			o.early = append(o.early[max(0, len(o.early)-64):], f.At)
		}
		if o.json {
			if err := json.NewEncoder(out).Encode(f); err != nil {
				return err
			}
		} else {
			printFrame(out, f)
		}
		q.After = f.Seq
	}
	return nil
}

func printFrame(out io.Writer, f view.Frame) {
	cut := ""
	if f.Cut {
		cut = fmt.Sprintf(" ... (%d bytes)", f.Size)
	}
	_, _ = fmt.Fprintf(out, "%s %-3s %s%s\n", f.At.Local().Format("15:04:05.000"), f.Direction, f.Text, cut)
	if f.Fault == "" {
		return
	}
	became := "it is read all the same"
	if f.Verdict == view.FrameDropped {
		became = "it was dropped"
	}
	_, _ = fmt.Fprintf(out, "             rule %d: %s; %s\n", f.Rule, f.Fault, became)
}
