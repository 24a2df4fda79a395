// SPDX-License-Identifier: MIT

package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"
	"github.com/spf13/cobra"

	"github.com/minehand/minehand/cmd/internal/app"
	"github.com/minehand/minehand/cmd/internal/release"
	"github.com/minehand/minehand/ui/client"
	"github.com/minehand/minehand/ui/mcp"
)

func newMCP() *cobra.Command {
	var (
		o   attachOptions
		all bool
	)
	cmd := &cobra.Command{
		Use:   "mcp",
		Short: "Let a chat (LM Studio, Claude Desktop and others) give goals to Minehand",
		Long: `Speak the Model Context Protocol on standard input and output, for a chat
program that starts this command and offers its tools to a model. It drives the
Minehand that runs on the port; when none does it starts one there, which ends with
the chat. With --practice it has one of its own in a practice world. docs/MCP.md has what to write into the chat program's settings.`,
		Args: noArgs,
		RunE: func(cmd *cobra.Command, _ []string) error { return runMCP(cmd, o, all) },
	}
	o.flags(cmd)
	cmd.Flags().BoolVar(&all, "all-tools", false, "offer every call as a tool, not the dozen that a chat needs")
	return cmd
}

func runMCP(cmd *cobra.Command, o attachOptions, all bool) (err error) {
	cfg, err := o.load(cmd)
	if err != nil {
		return err
	}
	ctx, stop := untilSignal(cmd.Context(), nil)
	defer stop()
	log := slog.New(slog.NewTextHandler(cmd.ErrOrStderr(), &slog.HandlerOptions{Level: slog.LevelWarn}))
	// The running Minehand is looked for at each call: it may be started, and
	// started anew, while the chat is open.
	dial := func(ctx context.Context) (*client.Client, error) {
		token, err := o.token()
		if err != nil {
			return nil, err
		}
		return mcp.Remote(o.port, token)(ctx)
	}
	if o.practice || !app.SpeaksMinehand(ctx, o.port) {
		own, err := o.start(ctx, cfg, log)
		if err != nil {
			return err
		}
		defer func() { err = errors.Join(err, own.Close()) }()
		dial = mcp.Remote(own.Port, own.Token)
	}
	server, err := mcp.New(mcp.Config{Dial: dial, AllTools: all, Typed: o.typed(cmd), Version: release.Version()})
	if err != nil {
		return err
	}
	err = server.Run(ctx, &sdk.IOTransport{Reader: io.NopCloser(cmd.InOrStdin()), Writer: keptOpen{cmd.OutOrStdout()}})
	if ctx.Err() != nil || errors.Is(err, io.EOF) {
		return nil // the chat closed, or this program was ended
	}
	return err
}

// typed begins the command by which a person says something to the Minehand of these
// flags; empty where none reaches it.
func (o *attachOptions) typed(cmd *cobra.Command) string {
	if o.practice {
		return ""
	}
	line := "minehand do"
	for _, name := range []string{"port", "data-dir", "config"} {
		if f := cmd.Flags().Lookup(name); f.Changed {
			line += fmt.Sprintf(" --%s %q", name, f.Value)
		}
	}
	return line
}

// keptOpen is a writer that somebody else closes.
type keptOpen struct{ io.Writer }

func (keptOpen) Close() error { return nil }
